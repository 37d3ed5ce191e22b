/* A program of 0.1.0, which later libraries must run as it is: options and records with their sizes of 0.1.0. */
#include <clmem.h>
#include <stdio.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const clmem_status status = call;                                                                              \
        if (status != CLMEM_SUCCESS) {                                                                                 \
            clmem_error error = CLMEM_ERROR_INIT;                                                                      \
            (void)clmem_error_last(&error);                                                                            \
            (void)fprintf(stderr, "%s: %s\n", error.function, error.message);                                          \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

int main(void) {
    clmem_provider provider;
    clmem_pool pool;
    clmem_buffer block;
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    clmem_allocation_options how = CLMEM_ALLOCATION_OPTIONS_INIT;
    clmem_statistics after = CLMEM_STATISTICS_INIT;
    options.limit_bytes = 1 << 26;
    how.alignment_bytes = 4096;
    CHECK(clmem_provider_create_virtual(NULL, &provider));
    CHECK(clmem_pool_create(provider, &options, &pool));
    CHECK(clmem_pool_allocate_with(pool, &how, 100000, &block));
    CHECK(clmem_buffer_release(block));
    CHECK(clmem_pool_statistics(pool, &after));
    CHECK(clmem_pool_release(pool));
    CHECK(clmem_provider_release(provider));
    if (after.allocations != 1 || after.struct_size != sizeof after) { return 1; }
    uint32_t major, minor, patch;
    CHECK(clmem_version(&major, &minor, &patch));
    (void)printf("runs with %u.%u.%u\n", (unsigned)major, (unsigned)minor, (unsigned)patch);
    return 0;
}
