/* Changes into the folder that the argument names, then makes clmem look for an OpenCL loader. */
#include <clmem.h>
#include <stdio.h>
#include <unistd.h>

int main(int count, char **arguments) {
    uint32_t devices = 0;
    if (count > 1 && chdir(arguments[1]) != 0) { return 1; }
    if (clmem_device_list(0, NULL, &devices) == CLMEM_ERROR_NO_OPENCL) { puts("found no loader"); }
    return 0;
}
