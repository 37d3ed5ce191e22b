// A first program: one block of device memory from a pool, as README.md shows it.
// clang-format off
#include <clmem.h>
#include <stdio.h>

int main(void) {
    cl_device_id device; cl_context context; cl_mem mem;
    clmem_provider provider; clmem_pool pool; clmem_buffer buffer;
    clmem_error error = CLMEM_ERROR_INIT;
    if (clmem_device_choose(NULL, &device) || clmem_context_create(device, &context) ||
        clmem_provider_create_buffer(context, NULL, &provider) ||
        clmem_pool_create(provider, NULL, &pool) ||
        clmem_pool_allocate(pool, NULL, 1 << 20, &buffer) || clmem_buffer_mem(buffer, &mem))
        return clmem_error_last(&error), fprintf(stderr, "%s: %s\n", error.function, error.message), 1;
    printf("1 MiB on the device is %p: any OpenCL call takes it\n", (void *)mem);
    return clmem_buffer_release(buffer) || clmem_pool_release(pool) || clmem_provider_release(provider) ||
           clmem_context_release(context);
}
