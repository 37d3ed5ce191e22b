/* SPDX-License-Identifier: MIT */
/* ==== pool ==========================================================================================================
 *
 * A pool allocates blocks of one provider's memory; a block may be released while commands still use it. One pool
 * serves all threads and any number of queues of its context. A block belongs to the queue that its allocation names:
 * commands in that queue may use it at once, and its memory is never reused while a command may still access it. Report
 * other uses of a block by clmem_pool_record_use(). A pool's footprint stays near the live bytes, within its limit and
 * its budget. (docs/queue-order.md, docs/footprint.md)
 *
 *     clmem_buffer first, second;
 *     const uint32_t zero = 0;
 *     CHECK(clmem_pool_allocate(pool, queue, 1 << 20, &first));
 *     CHECK(clmem_buffer_fill(first, queue, &zero, sizeof zero, NULL, NULL));
 *     CHECK(clmem_buffer_release(first));                        // the fill may still be running
 *     CHECK(clmem_pool_allocate(pool, queue, 1 << 20, &second)); // the same memory, after the fill; no driver call
 *     CHECK(clmem_buffer_release(second));
 */
#ifndef CLMEM_POOL_H
#define CLMEM_POOL_H

#include "provider.h"

CLMEM_BEGIN_DECLARATIONS

/** How a pool works (clmem_pool_options.flags). */
typedef enum clmem_pool_flag {
    /** every block is a whole driver object, for programs that create sub-buffers themselves */
    CLMEM_POOL_DEDICATED = 1
} clmem_pool_flag;

/** Properties of one block (clmem_allocation_options.flags). */
typedef enum clmem_allocation_flag {
    CLMEM_ALLOCATION_DEDICATED = 1 /**< the block is a whole driver object */
} clmem_allocation_flag;

/** How much time a pool may spend in driver calls (clmem_pool_options.driver_time_permille). */
enum {
    CLMEM_DRIVER_TIME_UNLIMITED = 1000,  /**< any amount: the pool always keeps its footprint low */
    CLMEM_DRIVER_TIME_NEVER = 0x7fffffff /**< none: the pool returns slabs only if it must */
};

/**
 * Called when memory is short: the driver refused, or a limit is reached, and the pool has no idle slab left to
 * release. It may release buffers of this pool and of others, but must not allocate.
 *
 * @param[in] user     borrowed; the pointer of clmem_pool_options.
 * @param[in] bytes    copied; the size of the allocation that does not fit.
 * @param[in] attempt  copied; 0 the first time for this allocation, then 1, 2, ...
 * @return 1 if the pool should try again, 0 to let the allocation fail.
 */
typedef int32_t(CLMEM_CALL *clmem_out_of_memory_fn)(void *user, size_t bytes, uint32_t attempt);

/** The options of a pool. */
typedef struct clmem_pool_options {
    uint32_t struct_size;
    uint32_t flags;         /**< clmem_pool_flag bits */
    cl_command_queue queue; /**< the queue of blocks whose allocation names none; NULL: the first that is named */
    size_t limit_bytes;     /**< the limit on reserved bytes; 0: no limit */
    /** 0: sizes are not rounded. 1 to 16: sizes are rounded up to the end of their bin, as by pyopencl's
     *  MemoryPool, whose default is 4: this number of bits of the size, after the first one, which is always 1,
     *  identifies the bin */
    uint32_t leading_bits_in_bin_id;
    /** the thousandths of elapsed time that driver calls may take before the pool stops returning slabs to keep its
     *  footprint low: 1 to 1000, CLMEM_DRIVER_TIME_UNLIMITED or CLMEM_DRIVER_TIME_NEVER; 0: 20 (2 %) */
    uint32_t driver_time_permille;
    clmem_out_of_memory_fn out_of_memory; /**< called when memory is short; may be NULL */
    void *out_of_memory_user;             /**< passed to it */
    /** the reserved bytes up to which the pool grows before a queue must wait for another or slabs are returned; 0: a
     *  little more than the peak of the live bytes */
    size_t budget_bytes;
    size_t keep_bytes; /**< the reserved bytes that the pool keeps when it returns idle slabs by age */
    /** the milliseconds after which an idle slab is returned to the driver, at one of the program's next calls that
     *  reach the pool; 0: never */
    uint32_t idle_release_ms;
    uint32_t reserved; /**< zero */
} clmem_pool_options;
/* clang-format off */
#define CLMEM_POOL_OPTIONS_INIT {sizeof(clmem_pool_options), 0, NULL, 0, 0, 0, NULL, NULL, 0, 0, 0, 0}
/* clang-format on */

/** The options of one allocation. */
typedef struct clmem_allocation_options {
    uint32_t struct_size;
    uint32_t flags;         /**< clmem_allocation_flag bits */
    cl_command_queue queue; /**< the queue that the block belongs to; NULL: the pool's */
    size_t alignment_bytes; /**< the alignment of the block in its slab, a power of two; 0: the provider's */
    uint32_t tag;           /**< the tag of this pool that counts the block; 0: none */
    uint32_t reserved;      /**< zero */
} clmem_allocation_options;
/* clang-format off */
#define CLMEM_ALLOCATION_OPTIONS_INIT {sizeof(clmem_allocation_options), 0, NULL, 0, 0, 0}
/* clang-format on */

/**
 * Creates a pool. It allocates no memory before the first allocation.
 *
 * @param[in]  provider  retained; the provider of the pool's memory.
 * @param[in]  options   copied, nullable; the options; NULL for the defaults. The queue is retained.
 * @param[out] out_pool  owned; the pool, to be released by clmem_pool_release().
 * @error CLMEM_ERROR_INVALID_HANDLE      @p provider is not a live provider.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    @p out_pool is NULL, struct_size is wrong, a flag is unknown, or a member is
 *                                        out of range.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    the queue is of another context than the provider.
 * @error CLMEM_ERROR_UNSUPPORTED         a queue is named, but the provider has no queues.
 * @error CL_INVALID_COMMAND_QUEUE        the queue is not a valid queue (reported by the driver).
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_create(clmem_provider provider, const clmem_pool_options *options,
                                                    clmem_pool *out_pool);

/**
 * Allocates a block.
 *
 * A freed block is reused without an OpenCL call. Its content is undefined. Commands in the queue that the block
 * belongs to may use it at once; for another queue see clmem_pool_record_use(). Memory that another queue has used is
 * reused only after a barrier in this one, so that no command ever accesses it too early. If the host accesses the
 * memory without a map (page-locked, fine-grain SVM, USM of the host or shared), the call returns a block whose last
 * use is complete. The pool learns that from markers, each for many blocks, and in the thread that released
 * the block from clmem_queue_finish(), blocking transfers to the host and blocking maps for reading.
 *
 * @param[in]  pool        borrowed; the pool.
 * @param[in]  queue       retained, nullable; the queue that the block belongs to, until clmem_pool_forget_queue();
 *                         NULL: the pool's own queue, which is the one of its options, otherwise the first named queue
 *                         that runs commands in order.
 * @param[in]  bytes       copied; the size; 0 succeeds without an object: @p out_buffer is set to NULL.
 * @param[out] out_buffer  owned; the block, to be released by clmem_buffer_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_buffer is NULL, @p bytes is 2^62 or more, the queue is of another
 *                                      context, or NULL after the pool's own queue was forgotten.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the limit or the driver's memory is exhausted, even after the pool released idle
 *                                      slabs and called the callback; the message has the live, idle and requested
 *                                      bytes.
 * @error CLMEM_ERROR_UNSUPPORTED       the provider has no queues, or the pool knows 63 queues already.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver).
 * @error CLMEM_ERROR_CALLBACK          called from inside a callback of clmem.
 * @error CL_INVALID_OPERATION          or any other code of clmem_provider_allocate().
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_allocate(clmem_pool pool, cl_command_queue queue, size_t bytes,
                                                      clmem_buffer *out_buffer);

/**
 * Allocates a block if one is immediately available: without waiting, an OpenCL call, or one of the program's
 * callbacks.
 *
 * For callers that hold something which others need, such as the global lock of a language's interpreter: they try this
 * call first and, if it returns no block, release the lock and call clmem_pool_allocate().
 *
 * @param[in]  pool        borrowed; the pool.
 * @param[in]  queue       borrowed, nullable; the queue, as in clmem_pool_allocate(). No block is available for a queue
 *                         that this thread has not named to the pool before.
 * @param[in]  bytes       copied; the size; 0 succeeds without an object.
 * @param[out] out_buffer  owned; the block, to be released by clmem_buffer_release(); NULL if none is available.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_buffer is NULL, or @p bytes is 2^62 or more.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_try_allocate(clmem_pool pool, cl_command_queue queue, size_t bytes,
                                                          clmem_buffer *out_buffer);

/**
 * Allocates a block with options: alignment, a tag, a whole driver object.
 *
 * @param[in]  pool        borrowed; the pool.
 * @param[in]  options     copied, nullable; the options; NULL for the defaults.
 * @param[in]  bytes       copied; the size; 0 succeeds without an object: @p out_buffer is set to NULL.
 * @param[out] out_buffer  owned; the block, to be released by clmem_buffer_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_buffer is NULL, @p bytes is 2^62 or more, struct_size is wrong, a flag or
 *                                      the tag is unknown, or the alignment is not a power of two or above 2^30.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     as for clmem_pool_allocate().
 * @error CLMEM_ERROR_UNSUPPORTED       as for clmem_pool_allocate().
 * @error CLMEM_ERROR_CALLBACK          called from inside a callback of clmem.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_allocate_with(clmem_pool pool, const clmem_allocation_options *options,
                                                           size_t bytes, clmem_buffer *out_buffer);

/**
 * Reports that commands of another queue use a block, in addition to those of the queue that it belongs to.
 *
 * After the block's release, its memory waits for that queue too. Reporting a use again changes nothing. The program
 * must order the commands themselves after the block's own queue by events, as it must for their results.
 *
 * @param[in] pool    borrowed; the pool.
 * @param[in] buffer  borrowed; a block of the pool, or an object derived from one, which stands for the block: a
 *                    sub-region, or an image, whose handle is cast.
 * @param[in] queue   retained, nullable; the queue that uses it, until clmem_pool_forget_queue(); NULL: the pool's own.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool, or @p buffer not live memory.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p buffer is of another pool or of no pool, or the queue of another context.
 * @error CLMEM_ERROR_UNSUPPORTED       the provider has no queues, or the pool knows 63 queues already.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_record_use(clmem_pool pool, clmem_buffer buffer, cl_command_queue queue);

/**
 * Reports that no command enqueued in a queue from now on uses a block of the pool; the pool releases its reference to
 * the queue.
 *
 * The pool still waits for the commands that the queue has enqueued. Live blocks of the queue remain valid for other
 * queues (clmem_pool_record_use()), and belong to none. A queue that is named again later counts as a new one. If
 * OpenCL refuses both a marker in the queue and to finish it, the pool keeps its reference until one of them succeeds.
 *
 * @param[in] pool   borrowed; the pool.
 * @param[in] queue  borrowed; the queue.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p queue is NULL, or the pool does not know it.
 * @threadsafety any thread; no other thread may allocate for the queue during the call
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_forget_queue(clmem_pool pool, cl_command_queue queue);

/**
 * Returns every slab without a live block to the driver (pyopencl's free_held).
 *
 * A free range in a slab that also has live blocks stays, since a driver frees whole allocations only. A pool created
 * with CLMEM_POOL_DEDICATED has one block in each slab, so it returns all of its unused memory. When the call returns,
 * the driver has the memory, except for what unfinished commands use.
 *
 * @param[in] pool  borrowed; the pool.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p pool is not a live pool.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_free_held(clmem_pool pool);

/**
 * Returns every slab to the driver as soon as its last block is released, from now on, and idle slabs at once
 * (pyopencl's stop_holding). The pool can still allocate. With CLMEM_POOL_DEDICATED each release frees its memory at
 * once.
 *
 * @param[in] pool  borrowed; the pool.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p pool is not a live pool.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_stop_holding(clmem_pool pool);

/**
 * Returns idle slabs to the driver until the pool's reserved bytes are at most a target, or no slab is idle. When the
 * call returns, the driver has the memory, except for what unfinished commands use.
 *
 * @param[in]  pool          borrowed; the pool.
 * @param[in]  target_bytes  copied; the target for the pool's reserved bytes.
 * @param[out] out_released  copied, nullable; how many bytes were returned to the driver.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p pool is not a live pool.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_trim(clmem_pool pool, size_t target_bytes, size_t *out_released);

/**
 * Sets the limit on a pool's reserved bytes. Idle slabs above it are returned to the driver at once; live blocks stay,
 * so the pool may exceed a new limit until they are released.
 *
 * @param[in] pool         borrowed; the pool.
 * @param[in] limit_bytes  copied; the limit; 0: none.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p pool is not a live pool.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_set_limit(clmem_pool pool, size_t limit_bytes);

/**
 * Releases a pool. Its blocks remain valid; each slab is returned to the driver when its last block is released.
 *
 * @param[in] pool  owned, nullable; the pool; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p pool is not a live pool.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_release(clmem_pool pool);

CLMEM_END_DECLARATIONS

#endif
