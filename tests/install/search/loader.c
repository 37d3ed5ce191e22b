/* Stands in for an OpenCL loader, and tells that it was loaded. */
#include <stdio.h>

__attribute__((constructor)) static void tell(void) {
    puts("loaded");
}
