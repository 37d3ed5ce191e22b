/* SPDX-License-Identifier: MIT */
/* ==== dump ===========================================================================================================
 *
 * What a pool has at one instant, as JSON: its options, its counters with the reasons of misses, and each slab with its
 * ranges. For a person who asks why a pool misses or where its memory is, and for tools that draw that.
 * (docs/debugging.md)
 *
 *     char text[8192];
 *     size_t bytes;
 *     CHECK(clmem_pool_dump(pool, sizeof text, text, &bytes));
 *     if (bytes <= sizeof text) { printf("%s", text); } // otherwise it is truncated: again with more memory
 */
#ifndef CLMEM_EXTRAS_DUMP_H
#define CLMEM_EXTRAS_DUMP_H

#include "../provider.h"

CLMEM_BEGIN_DECLARATIONS

/**
 * Describes a pool as a JSON text, an object in UTF-8. All of it is from the same instant: no thread allocates from the
 * pool, or releases to it, while clmem copies its ranges. The copy and the text take time and host memory in proportion
 * to their number. It makes no OpenCL call.
 *
 * Members of the object; sizes are in bytes. A later version may add members anywhere; only a change of these changes
 * "format".
 * - "format": 1. "pool": the pool's number in the log.
 * - "provider": "kind" (such as "buffer"), "devices" (an array of their names), "alignment_bytes",
 *   "max_allocation_bytes" (0: no limit), "memory_flags".
 * - "options": clmem_pool_options as the pool uses them now, with "dedicated" for its flag; "queue" is the handle as a
 *   string, or null; "out_of_memory" says whether there is a callback.
 * - "counters": the members of clmem_statistics.
 * - "states": for each state of ranges, "bytes" and "ranges". "live": allocated by the program; "cached": released, in
 *   a thread cache or between two; "waiting": the same, but its commands may not be complete; "pending": released, and
 *   waits for events; "free". The bytes of all states add up to managed_bytes, those of all but "live" to held_bytes,
 *   those of "cached" and "waiting" to cached_bytes; the "live" ranges are active_blocks.
 * - "tags": "name", "active_bytes", "active_bytes_peak", "active_blocks", "allocations" of each tag; the first element
 *   is for blocks without one. Bytes of names that are not UTF-8 are replaced by U+FFFD.
 * - "queues": "handle", "out_of_order", "forgotten", and "markers", the number of those that were not seen complete.
 *   Ranges name queues by their place in this array, from 0.
 * - "caches": for each thread and queue, "queue", "bytes" that are ready for reuse, "waiting_bytes", "bound_bytes".
 * - "slabs": "number", "bytes", "live_bytes", "dedicated" (whether it is one block on request), and "ranges", which
 *   cover the slab in order: "offset", "bytes", "state"; "requested_bytes" and "tag" of live ones; "queue" of live and
 *   cached ones; "released_blocks" of others, how many blocks were coalesced; "used_by", the queues besides "queue"
 *   whose commands may still use the range; "events", the number of events that it waits for. What a range does not
 *   have is left out.
 *
 * @param[in]  pool            borrowed; the pool.
 * @param[in]  capacity_bytes  copied; the size of the memory at @p OUT; 0 to learn how large the text is.
 * @param[out] out_text        copied, nullable, length capacity_bytes; the text, truncated to fit and ended by a 0.
 * @param[out] out_bytes       copied; the size of the whole text, including its 0. The pool may change between two
 *                             calls, so that the text may have grown since the last one.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL, or @p out_text is NULL with a capacity above 0.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_dump(clmem_pool pool, size_t capacity_bytes, char *out_text,
                                                  size_t *out_bytes);

CLMEM_END_DECLARATIONS

#endif
