/* The C side of the comparison: pairs of an allocation and a release. */
#include <clmem.h>

clmem_status clmem_bench_pairs(clmem_pool pool, size_t bytes, uint64_t count) {
    for (uint64_t i = 0; i < count; ++i) {
        clmem_buffer block;
        clmem_status status = clmem_pool_allocate(pool, NULL, bytes, &block);
        if (status == CLMEM_SUCCESS) { status = clmem_buffer_release(block); }
        if (status != CLMEM_SUCCESS) { return status; }
    }
    return CLMEM_SUCCESS;
}
