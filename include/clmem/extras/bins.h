/* SPDX-License-Identifier: MIT */
/* ==== bins ===========================================================================================================
 *
 * The bins of pyopencl's pools, by the arithmetic of its document: for programs that show or test them.
 *
 *     uint32_t bin;
 *     size_t largest;
 *     CHECK(clmem_pool_bin_number(pool, 1000, &bin));
 *     CHECK(clmem_pool_alloc_size(pool, bin, &largest));
 *     assert(largest >= 1000);
 */
#ifndef CLMEM_EXTRAS_BINS_H
#define CLMEM_EXTRAS_BINS_H

#include "../provider.h"

CLMEM_BEGIN_DECLARATIONS

/**
 * Returns the bin of a size by the reference document's arithmetic: the size's leading bits (the document's
 * bin_number).
 *
 * A pool created without leading_bits_in_bin_id uses the document's default of 4.
 *
 * @param[in]  pool     borrowed; the pool.
 * @param[in]  bytes    copied; the size.
 * @param[out] out_bin  copied; the bin.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bin is NULL, or @p bytes is 0 or 2^62 or more.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_bin_number(clmem_pool pool, size_t bytes, uint32_t *out_bin);

/**
 * Returns the largest size of a bin, to which the reference document's pool rounds every size in it (its alloc_size).
 *
 * @param[in]  pool       borrowed; the pool.
 * @param[in]  bin        copied; a bin, from clmem_pool_bin_number().
 * @param[out] out_bytes  copied; the size.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL, or the bin's sizes are 2^62 or more.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_alloc_size(clmem_pool pool, uint32_t bin, size_t *out_bytes);

CLMEM_END_DECLARATIONS

#endif
