/* SPDX-License-Identifier: MIT */
/* ==== buffer ========================================================================================================
 *
 * Blocks of pools, buffers without a pool, parts of either, and memory with an address are all buffers, and every
 * function here accepts each kind for which it makes sense. A part keeps alive the buffer that contains it. Sizes and
 * offsets are in bytes. A release waits for no command.
 *
 *     clmem_buffer whole, half;
 *     const uint32_t pattern = 7;
 *     CHECK(clmem_buffer_create(context, CL_MEM_READ_WRITE, 1 << 16, NULL, &whole));
 *     CHECK(clmem_buffer_slice(whole, -(1 << 15), INT64_MAX, &half)); // the second half
 *     CHECK(clmem_buffer_release(whole));                             // its part keeps it
 *     CHECK(clmem_buffer_fill(half, queue, &pattern, sizeof pattern, NULL, NULL));
 *     CHECK(clmem_buffer_release(half));
 */
#ifndef CLMEM_BUFFER_H
#define CLMEM_BUFFER_H

#include "provider.h"

CLMEM_BEGIN_DECLARATIONS

/** The properties of a block. */
typedef struct clmem_buffer_info {
    uint32_t struct_size;
    uint32_t tag;           /**< the tag that counts the block, 0 if none */
    size_t bytes;           /**< the requested size */
    size_t capacity_bytes;  /**< the size of its range, at least the requested size */
    size_t offset_bytes;    /**< its range's offset in the slab */
    uint64_t slab;          /**< number of the slab, unique in its provider and never reused */
    size_t slab_bytes;      /**< size of the slab */
    void *slab_memory;      /**< borrowed: the slab's cl_mem, its address, or the value from the program's provider */
    cl_command_queue queue; /**< borrowed: the queue that the block belongs to, NULL if none was named */
} clmem_buffer_info;
/* clang-format off */
#define CLMEM_BUFFER_INFO_INIT {sizeof(clmem_buffer_info), 0, 0, 0, 0, 0, 0, NULL, NULL}
/* clang-format on */

/**
 * Returns the requested size of a block.
 *
 * @param[in]  buffer     borrowed; the block.
 * @param[out] out_bytes  copied; the size.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live block.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_size(clmem_buffer buffer, size_t *out_bytes);

/**
 * Returns the block as an OpenCL buffer, for kernel arguments and every command.
 *
 * It is a sub-buffer of the slab (clCreateSubBuffer), so OpenCL cannot divide it again; a dedicated block is a whole
 * buffer. The first call for a range creates the object, later ones reuse it. Its CL_MEM_SIZE is the range's, at least
 * the requested size.
 *
 * @param[in]  buffer   borrowed; the block.
 * @param[out] out_mem  borrowed; the OpenCL buffer, which belongs to the pool: do not release it, and do not keep it
 *                      after the block's release, even with clRetainMemObject.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live block.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_mem is NULL.
 * @error CLMEM_ERROR_UNSUPPORTED       the block's provider has no OpenCL buffers.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the slab, but has no memory for it.
 * @error CL_OUT_OF_RESOURCES           or another code of clCreateSubBuffer.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_mem(clmem_buffer buffer, cl_mem *out_mem);

/**
 * Describes a block: its sizes, its place in its slab, its queue and its tag.
 *
 * @param[in]  buffer    borrowed; the block.
 * @param[out] out_info  copied; the description.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live block.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_info is NULL or its struct_size is wrong.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_describe(clmem_buffer buffer, clmem_buffer_info *out_info);

/**
 * Releases a block. Commands that use it may still be running, but must be enqueued.
 *
 * @param[in] buffer  owned, nullable; the block; the handle is stale at once. If two threads release the same block,
 *                    one of them succeeds.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p buffer is not a live block.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_release(clmem_buffer buffer);

/**
 * Releases a block that is free when events are complete.
 *
 * For a block of an out-of-order queue the pool waits for the events only, and for commands that clmem enqueued for
 * parts of the block or that clmem_pool_record_use() reported; for other blocks it also waits for the commands of their
 * queues. The call never waits, however many events are pending. Events that are already complete have no effect: every
 * queue can use the block.
 *
 * @param[in] buffer  owned, nullable; the block; the handle is stale at once, unless the call fails.
 * @param[in] count   copied; how many events; 0: like clmem_buffer_release().
 * @param[in] events  retained, nullable, length count; the events, flushed by the program; NULL only when @p count is
 *                    0. A failed event counts as complete.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live block.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p events is NULL with a count above 0, or an event is of another context.
 * @error CLMEM_ERROR_UNSUPPORTED       the provider has no events.
 * @error CL_INVALID_EVENT              an event is not a valid event (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_release_after(clmem_buffer buffer, uint32_t count,
                                                             const cl_event *events);

/**
 * Creates a buffer without a pool (clCreateBuffer, section "Creating Buffer Objects").
 *
 * Flags that contradict each other are refused before the driver is called: two of kernel access, two of host access, a
 * host pointer without CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR, one of those without a host pointer, both of them
 * together, or CL_MEM_USE_HOST_PTR with CL_MEM_ALLOC_HOST_PTR.
 *
 * @param[in]  context       retained; the context.
 * @param[in]  memory_flags  copied; CL_MEM_* bits; 0 means CL_MEM_READ_WRITE.
 * @param[in]  bytes         copied; its size; 0 succeeds without an object: @p out_buffer is set to NULL.
 * @param[in]  host_pointer  borrowed, nullable; @p bytes of host memory: copied at once (CL_MEM_COPY_HOST_PTR), or used
 *                           while the buffer lives (CL_MEM_USE_HOST_PTR).
 * @param[out] out_buffer    owned; the buffer, to be released by clmem_buffer_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, the flags contradict each other or @p host_pointer,
 *                                      or @p bytes is 2^62 or more.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver is out of memory, or @p bytes is more than the devices allow in one
 *                                      allocation.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of clCreateBuffer.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_create(cl_context context, uint64_t memory_flags, size_t bytes,
                                                      void *host_pointer, clmem_buffer *out_buffer);

/**
 * Creates a part of a buffer (clCreateSubBuffer, OpenCL 1.1, section "Creating Sub-Buffers"; pyopencl's
 * get_sub_region).
 *
 * OpenCL does not divide a sub-buffer: this call divides the whole buffer that it is a part of, so a sub-region of a
 * sub-region, or of a block, works. A block with sub-regions returns to its pool with the last of them.
 *
 * @param[in]  buffer        borrowed; the buffer.
 * @param[in]  offset_bytes  copied; the part's offset in the buffer. Its offset in the whole must be a multiple of the
 *                           alignment that a device of the context requires (clmem_device_info.alignment_bytes).
 * @param[in]  bytes         copied; the size of the part; 0 succeeds without an object.
 * @param[in]  memory_flags  copied; access bits as in clCreateSubBuffer; 0: those of the buffer.
 * @param[out] out_buffer    owned; the part, to be released by clmem_buffer_release().
 * @error CLMEM_ERROR_INVALID_HANDLE       @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT     @p out_buffer is NULL, the part does not lie in the buffer, is not aligned,
 *                                         or the flags exceed the buffer's or are not allowed for a part.
 * @error CLMEM_ERROR_UNSUPPORTED          the memory is an address: add to it instead.
 * @error CLMEM_ERROR_OUT_OF_MEMORY        the driver is out of memory.
 * @error CL_MISALIGNED_SUB_BUFFER_OFFSET  or another code of clCreateSubBuffer.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_sub_region(clmem_buffer buffer, size_t offset_bytes, size_t bytes,
                                                          uint64_t memory_flags, clmem_buffer *out_buffer);

/**
 * Creates a part from one index to another, like Python's buffer[start:stop]: a negative index counts from the end, and
 * indices outside are clamped. The part has the buffer's access flags.
 *
 * @param[in]  buffer      borrowed; the buffer.
 * @param[in]  start       copied; index of the first byte, aligned as in clmem_buffer_sub_region().
 * @param[in]  stop        copied; index after the last byte; INT64_MAX: the end.
 * @param[out] out_buffer  owned; the part, to be released by clmem_buffer_release().
 * @error CLMEM_ERROR_INVALID_HANDLE       @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT     @p out_buffer is NULL, the range between the indices is empty, or the start
 *                                         is not aligned.
 * @error CLMEM_ERROR_UNSUPPORTED          the memory is an address: add to it instead.
 * @error CLMEM_ERROR_OUT_OF_MEMORY        the driver is out of memory.
 * @error CL_MISALIGNED_SUB_BUFFER_OFFSET  or another code of clCreateSubBuffer.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_slice(clmem_buffer buffer, int64_t start, int64_t stop,
                                                     clmem_buffer *out_buffer);

/** Which part of a buffer is filled. */
typedef struct clmem_buffer_fill_options {
    uint32_t struct_size;
    uint32_t wait_count;         /**< how many events the command waits for; 0, which *_INIT sets: none */
    const cl_event *wait_events; /**< the events; NULL only when wait_count is 0 */
    size_t offset_bytes;         /**< the part's offset, a multiple of the pattern's size */
    /** the size of the part, a multiple of the pattern's size; SIZE_MAX, which *_INIT sets: as many whole patterns as
     *  fit between the offset and the end; 0, as in a struct zeroed by hand: nothing is filled, and the event is that
     *  of a marker */
    size_t bytes;
} clmem_buffer_fill_options;
/* clang-format off */
#define CLMEM_BUFFER_FILL_OPTIONS_INIT {sizeof(clmem_buffer_fill_options), 0, NULL, 0, SIZE_MAX}
/* clang-format on */

/**
 * Fills a part of a buffer with a pattern (clEnqueueFillBuffer, section "Filling Buffer Objects", or
 * clEnqueueSVMMemFill).
 *
 * Where a driver has no fill (before OpenCL 1.2), or is known to fail (2 GiB and more on NVIDIA, memory with addresses
 * on PoCL), clmem uses other commands.
 *
 * @param[in]  buffer         borrowed; the buffer, or shared virtual memory.
 * @param[in]  queue          borrowed; the queue.
 * @param[in]  pattern        copied; the pattern, no longer used when the call returns.
 * @param[in]  pattern_bytes  copied; its size: 1, 2, 4, 8, 16, 32, 64 or 128.
 * @param[in]  options        copied, nullable; the options; NULL: those of CLMEM_BUFFER_FILL_OPTIONS_INIT, that is, all
 *                            of it.
 * @param[out] out_event      owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p pattern_bytes is not among the above, an option
 *                                      is out of its range, or the part ends beyond the end.
 * @error CLMEM_ERROR_UNSUPPORTED       the block's provider has neither OpenCL buffers nor addresses for commands, or
 *                                      the pool knows 63 queues already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the block's slab, but has no memory for it.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of the command.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_fill(clmem_buffer buffer, cl_command_queue queue, const void *pattern,
                                                    size_t pattern_bytes, const clmem_buffer_fill_options *options,
                                                    cl_event *out_event);

CLMEM_END_DECLARATIONS

#endif
