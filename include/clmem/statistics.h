/* SPDX-License-Identifier: MIT */
/* ==== statistics ====================================================================================================
 *
 * What a pool has done and what it holds, in bytes, counts and nanoseconds: in total, by size class, and by the tags
 * that the program gives its blocks. Each call takes the pool's lock for a moment.
 *
 *     uint32_t tag;
 *     clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
 *     clmem_statistics now = CLMEM_STATISTICS_INIT;
 *     clmem_buffer weights;
 *     CHECK(clmem_pool_tag(pool, "weights", &tag));
 *     options.tag = tag;
 *     CHECK(clmem_pool_allocate_with(pool, &options, 1 << 20, &weights));
 *     CHECK(clmem_pool_statistics(pool, &now));
 *     printf("%zu bytes in use, %zu from the driver\n", now.active_bytes, now.managed_bytes);
 *     CHECK(clmem_buffer_release(weights));
 */
#ifndef CLMEM_STATISTICS_H
#define CLMEM_STATISTICS_H

#include "provider.h"

CLMEM_BEGIN_DECLARATIONS

/** A pool's statistics. They are exact while no other call on the pool is running. */
typedef struct clmem_statistics {
    uint32_t struct_size;
    uint32_t slabs;            /**< slabs that the pool has allocated from the driver */
    size_t managed_bytes;      /**< reserved bytes: live, held, and lost to rounding */
    size_t managed_bytes_peak; /**< peak of the reserved bytes, exact */
    size_t active_bytes;       /**< requested bytes of the live blocks */
    /** peak of the live blocks' requested bytes; a thread cache reports its allocations at its next exchange with the
     *  pool, so the peak may miss as much as the caches may hold */
    size_t active_bytes_peak;
    size_t held_bytes;   /**< bytes of free ranges, including those in the thread caches */
    size_t idle_bytes;   /**< bytes of slabs without a live block, which could be returned to the driver */
    size_t cached_bytes; /**< bytes of blocks in the thread caches, including those that wait for their commands */
    /** the current limit on bytes in the thread caches, not counting a last-freed block for each thread and queue, nor
     *  blocks of memory that the host accesses */
    size_t cache_bound_bytes;
    size_t limit_bytes;     /**< the limit, 0 if none */
    uint64_t active_blocks; /**< live blocks */
    /** released blocks whose memory the pool still holds, including those in the thread caches */
    uint64_t held_blocks;
    uint64_t allocations;        /**< blocks allocated since the pool was created */
    uint64_t releases;           /**< blocks released */
    uint64_t hits;               /**< allocations served by a freed block as it was, with its OpenCL object */
    uint64_t misses;             /**< allocations that split a range or allocated a slab */
    uint64_t failures;           /**< allocations that failed */
    uint64_t driver_allocations; /**< slabs allocated from the driver */
    uint64_t driver_releases;    /**< slabs returned to the driver */
    uint64_t driver_time_ns;     /**< time spent in allocating and returning slabs, in nanoseconds */
    uint64_t objects_created;    /**< sub-buffers created */
    uint64_t markers;            /**< markers enqueued, to order one queue behind another */
    uint64_t barriers;           /**< barriers enqueued, to order one queue behind another */
    uint64_t host_waits;         /**< how often the host had to wait for a queue */
    uint32_t queues;             /**< queues that the pool knows */
    uint32_t live_events;        /**< events that the pool holds */
    uint32_t live_events_peak;   /**< peak of the events that the pool holds */
    uint32_t reserved;           /**< zero */
    /** bytes of free ranges that are not reused, because OpenCL does not report the end of their last commands */
    size_t quarantined_bytes;
    uint64_t misses_empty; /**< misses because the thread's cache had no block of the size class */
    /** misses of memory that the host accesses, while released blocks waited in caches for their commands */
    uint64_t misses_waiting;
    uint64_t misses_large;     /**< misses because blocks of more than 4 MiB are not cached */
    uint64_t misses_aligned;   /**< misses because the allocation asked for an alignment above the pool's */
    uint64_t misses_tagged;    /**< misses because the allocation had a tag */
    uint64_t misses_dedicated; /**< misses because the allocation asked for a separate slab */
    /** misses because the queue runs commands out of order: its blocks are not cached */
    uint64_t misses_out_of_order;
    uint64_t misses_unheld; /**< misses because the pool holds no freed memory after clmem_pool_stop_holding() */
} clmem_statistics;
/* clang-format off */
#define CLMEM_STATISTICS_INIT \
    {sizeof(clmem_statistics), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
     0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Returns a pool's statistics.
 *
 * @param[in]  pool            borrowed; the pool.
 * @param[out] out_statistics  copied; the statistics.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_statistics is NULL or its struct_size is wrong.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_statistics(clmem_pool pool, clmem_statistics *out_statistics);

/**
 * Resets the peaks of a pool and of its tags to their current values.
 *
 * @param[in] pool  borrowed; the pool.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p pool is not a live pool.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_reset_peaks(clmem_pool pool);

/** The statistics of one size class. Sizes above the largest class are counted in the last one. */
typedef struct clmem_bin_statistics {
    uint32_t struct_size;
    uint32_t reserved;     /**< zero */
    size_t smallest_bytes; /**< smallest request that belongs to the class */
    size_t largest_bytes;  /**< largest request that belongs to the class; SIZE_MAX in the last one */
    uint64_t hits;         /**< allocations served by a freed block as it was */
    uint64_t misses;       /**< allocations that split a range or allocated a slab */
    uint64_t held_blocks;  /**< free blocks of the class that are ready for reuse */
} clmem_bin_statistics;
/* clang-format off */
#define CLMEM_BIN_STATISTICS_INIT {sizeof(clmem_bin_statistics), 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Returns the statistics of a pool's size classes, smallest first.
 *
 * @param[in]  pool          borrowed; the pool.
 * @param[in]  capacity      copied; the number of elements in @p out_bins; 0 to learn how many there are.
 * @param[in]  stride_bytes  copied; distance of one element to the next: the size of the struct as the caller knows it.
 * @param[out] out_bins      copied, nullable, length capacity; the statistics. struct_size is set in each.
 * @param[out] out_count     copied; how many classes there are.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_count is NULL, @p out_bins is NULL with a capacity above 0, or the stride
 *                                      is too small.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_bin_statistics(clmem_pool pool, uint32_t capacity, size_t stride_bytes,
                                                            clmem_bin_statistics *out_bins, uint32_t *out_count);

/**
 * Creates a tag: a name under which a pool counts blocks, so that the program learns how much each part of it uses. An
 * existing name returns the same tag. A pool has at most 255 tags.
 *
 * @param[in]  pool     borrowed; the pool.
 * @param[in]  name     copied; the name, UTF-8, 1 to 63 bytes.
 * @param[out] out_tag  copied; the tag, for clmem_allocation_options.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, the name is empty or too long, or the pool has 255 tags.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_tag(clmem_pool pool, const char *name, uint32_t *out_tag);

/** The statistics of one tag. */
typedef struct clmem_tag_statistics {
    uint32_t struct_size;
    uint32_t tag;             /**< the tag; 0: blocks without one, whose peak is not kept */
    size_t active_bytes;      /**< requested bytes of its live blocks */
    size_t active_bytes_peak; /**< peak of the requested bytes of its live blocks */
    uint64_t active_blocks;   /**< its live blocks */
    uint64_t allocations;     /**< its blocks allocated since the pool was created */
    char name[64];            /**< its name, empty for tag 0 */
} clmem_tag_statistics;
/* clang-format off */
#define CLMEM_TAG_STATISTICS_INIT {sizeof(clmem_tag_statistics), 0, 0, 0, 0, 0, {0}}
/* clang-format on */

/**
 * Returns the statistics of a pool's tags, in the order of their creation, after those of blocks without a tag.
 *
 * @param[in]  pool          borrowed; the pool.
 * @param[in]  capacity      copied; the number of elements in @p out_tags; 0 to learn how many there are.
 * @param[in]  stride_bytes  copied; distance of one element to the next: the size of the struct as the caller knows it.
 * @param[out] out_tags      copied, nullable, length capacity; the statistics. struct_size is set in each.
 * @param[out] out_count     copied; how many there are.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_count is NULL, @p out_tags is NULL with a capacity above 0, or the stride
 *                                      is too small.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_tag_statistics(clmem_pool pool, uint32_t capacity, size_t stride_bytes,
                                                            clmem_tag_statistics *out_tags, uint32_t *out_count);

CLMEM_END_DECLARATIONS

#endif
