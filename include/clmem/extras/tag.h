/* SPDX-License-Identifier: MIT */
/* ==== tag ===========================================================================================================
 *
 * Tags for a part of the program: the blocks that a thread allocates there are counted under a name, by whichever code
 * and from whichever pool it allocates them. Statistics, snapshots, recordings and reports show the tags.
 *
 *     clmem_buffer weights;
 *     CHECK(clmem_tag_begin("weights"));
 *     CHECK(clmem_pool_allocate(pool, queue, 1 << 20, &weights));
 *     CHECK(clmem_tag_end());
 *     CHECK(clmem_buffer_release(weights));
 */
#ifndef CLMEM_EXTRAS_TAG_H
#define CLMEM_EXTRAS_TAG_H

#include "../statistics.h"

CLMEM_BEGIN_DECLARATIONS

/**
 * Lets the calling thread's allocations have a tag until clmem_tag_end(): each block from any pool for which the
 * program names no tag of its own (clmem_allocation_options). Such parts of the program may be nested; the innermost
 * counts. Blocks with a tag come from the pool itself, since threads' caches have none: clmem_pool_try_allocate() gives
 * none. A pool that has 255 tags already counts the blocks as blocks without a tag.
 *
 * @param[in] name  copied; the tag's name, UTF-8, 1 to 63 bytes.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    the name is NULL, empty or too long.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_tag_begin(const char *name);

/**
 * Ends the tag that the calling thread has begun last. Its blocks keep it.
 *
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the thread has begun no tag, or has ended each.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_tag_end(void);

CLMEM_END_DECLARATIONS

#endif
