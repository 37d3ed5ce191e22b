/* SPDX-License-Identifier: MIT */
/* ==== svm ===========================================================================================================
 *
 * Memory that has an address, the same on the host and in kernels: shared virtual memory from a pool, without a pool,
 * or of the program with a tag; USM; and, for the host only, page-locked memory. The host may access coarse-grain
 * memory only while it is mapped, and fine-grain memory while no command uses it. A block can change its queue, and a
 * command in a queue can release it. (docs/svm.md)
 *
 *     clmem_buffer shared;
 *     clmem_map map;
 *     void *pointer;
 *     CHECK(clmem_svm_allocate(context, 0, 4096, 0, queue, &shared)); // coarse-grain
 *     CHECK(clmem_svm_pointer(shared, &pointer));
 *     CHECK(clmem_map_buffer(shared, queue, CL_MAP_WRITE, NULL, &map, NULL));
 *     strcpy(pointer, "kernels find this at the same address");
 *     CHECK(clmem_map_release(map));
 *     CHECK(clmem_svm_release_enqueued(shared, NULL, NULL, NULL)); // when its queue gets there
 */
#ifndef CLMEM_SVM_H
#define CLMEM_SVM_H

#include "provider.h"

CLMEM_BEGIN_DECLARATIONS

/**
 * Returns the address of a block of shared virtual memory, USM or page-locked memory.
 *
 * The kind of memory determines what the host may do with it: coarse-grain SVM must be mapped first (clEnqueueSVMMap),
 * and the host never accesses USM of the device.
 *
 * @param[in]  buffer       borrowed; the block, or a tag.
 * @param[out] out_pointer  borrowed; its first byte, valid until the block is released.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_pointer is NULL.
 * @error CLMEM_ERROR_UNSUPPORTED       the block's memory has no addresses, like that of OpenCL buffers.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_pointer(clmem_buffer buffer, void **out_pointer);

/**
 * Finds the live block of a pool that contains an address.
 *
 * @param[in]  pool        borrowed; the pool.
 * @param[in]  pointer     borrowed; an address in a block: of any of the requested bytes.
 * @param[out] out_buffer  borrowed; the block.
 * @param[out] out_offset  copied, nullable; the address's offset from the block's first byte.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_buffer or @p pointer is NULL, or the address is in no live block of the
 *                                      pool.
 * @error CLMEM_ERROR_UNSUPPORTED       the pool's memory has no addresses.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_find(clmem_pool pool, const void *pointer, clmem_buffer *out_buffer,
                                                 size_t *out_offset);

/**
 * Makes a block belong to another queue (pyopencl's bind_to_queue).
 *
 * The queue waits for the commands enqueued in the previous one, by a marker there and a barrier here. If OpenCL
 * refuses that, the block still belongs to the previous queue.
 *
 * @param[in] buffer  borrowed; the block.
 * @param[in] queue   retained; the queue, which must run its commands in order.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live block.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p queue is NULL or of another context.
 * @error CLMEM_ERROR_UNSUPPORTED       the queue is out-of-order, the memory is not a block or has no addresses, or the
 *                                      pool knows 63 queues already.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver).
 * @error CL_OUT_OF_RESOURCES           or any other code of markers and barriers, or of the wait in their place.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_bind(clmem_buffer buffer, cl_command_queue queue);

/**
 * Makes a block belong to no queue (pyopencl's unbind_from_queue): waits until the commands that its queues have
 * enqueued are complete.
 *
 * After that the program must ensure that no command uses the block when it is released.
 *
 * @param[in] buffer  borrowed; the block.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p buffer is not a live block.
 * @error CLMEM_ERROR_UNSUPPORTED     the memory is not a block (for example a tag) or has no addresses.
 * @error CL_OUT_OF_RESOURCES         or any other code of the wait: the block still belongs to the queue.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_unbind(clmem_buffer buffer);

/** The kind of the program's memory (flags of clmem_svm_wrap). */
typedef enum clmem_svm_flag {
    CLMEM_SVM_SYSTEM = 1 /**< memory of the host's allocator: needs CL_DEVICE_SVM_FINE_GRAIN_SYSTEM */
} clmem_svm_flag;

/**
 * Allocates shared virtual memory without a pool (clSVMAlloc; pyopencl's SVMAllocation).
 *
 * It is a lone block: clmem_svm_pointer() returns its address, clmem_svm_bind() and clmem_svm_unbind() change its
 * queue, and it returns to the driver when it is released and the commands that its queue had enqueued until then are
 * complete. Without a queue clmem waits only for the commands that it enqueued, such as fills and launches; the program
 * must ensure that no other command uses the memory. clmem_provider_create_svm() explains what the host may do with
 * coarse-grain and fine-grain memory.
 *
 * @param[in]  context          retained; the context. All its devices can use the memory.
 * @param[in]  memory_flags     copied; cl_svm_mem_flags as in clmem_provider_create_svm(); 0: coarse-grain,
 *                              CL_MEM_READ_WRITE.
 * @param[in]  bytes            copied; its size; 0 succeeds without an object: @p out_buffer is set to NULL.
 * @param[in]  alignment_bytes  copied; the alignment of its address: a power of two, at most 2^30, or 0: that of the
 *                              context's devices. For a larger alignment than OpenCL's, clmem allocates that much more
 *                              from the driver.
 * @param[in]  queue            retained, nullable; the queue that it belongs to, which must run its commands in order;
 *                              NULL: none.
 * @param[out] out_buffer       owned; the memory, to be released by clmem_buffer_release(),
 *                              clmem_buffer_release_after() or clmem_svm_release_enqueued().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, the flags are unknown or contradict each other, the
 *                                      alignment is invalid, @p bytes is 2^62 or more, or the queue is of another
 *                                      context.
 * @error CLMEM_ERROR_UNSUPPORTED       a device of the context lacks a capability, which the message names, or the
 *                                      queue is out-of-order.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver is out of memory, or it is more than the devices allow in one
 *                                      allocation.
 * @error CLMEM_ERROR_CALLBACK          called from inside a callback of clmem.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver).
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_allocate(cl_context context, uint64_t memory_flags, size_t bytes,
                                                     size_t alignment_bytes, cl_command_queue queue,
                                                     clmem_buffer *out_buffer);

/**
 * Creates a tag: a handle for shared virtual memory of the program or another library (pyopencl's SVM and SVMPointer).
 *
 * A tag owns nothing. The memory must live until the commands that use it through the tag are complete; it belongs to
 * no queue. With CLMEM_SVM_SYSTEM each command that takes the tag is refused on a device that cannot access the host's
 * memory. (OpenCL API, "Shared Virtual Memory": the table of SVM granularity.)
 *
 * @param[in]  context     borrowed, nullable; a context whose devices must support the flags; NULL: each command checks
 *                         its device.
 * @param[in]  pointer     borrowed; the memory's first byte.
 * @param[in]  bytes       copied; its size; SIZE_MAX: unknown; 0 succeeds without an object.
 * @param[in]  flags       copied; clmem_svm_flag bits; 0: memory from clSVMAlloc.
 * @param[out] out_buffer  owned; the tag, to be released by clmem_buffer_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p pointer or @p out_buffer is NULL, a flag is unknown, or the memory exceeds
 *                                      the address space.
 * @error CLMEM_ERROR_UNSUPPORTED       a device of the context does not support the flags; the message names the
 *                                      capability: CL_DEVICE_SVM_FINE_GRAIN_SYSTEM.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded, and a context is given.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_wrap(cl_context context, void *pointer, size_t bytes, uint64_t flags,
                                                 clmem_buffer *out_buffer);

/**
 * Releases a block that has an address when a queue gets there (pyopencl's enqueue_release).
 *
 * The block returns to its pool, or memory of clmem_svm_allocate() to the driver, when the commands that the queue has
 * now, and the events, are complete; other commands of its own queues count as for clmem_buffer_release(). For an
 * out-of-order queue with a wait list only the events count.
 *
 * @param[in]  buffer       owned; the block; the handle is stale at once, unless the call fails.
 * @param[in]  queue        borrowed, nullable; the queue; NULL: the one that the block belongs to.
 * @param[in]  options      copied, nullable; the events that it waits for, flushed by the program; NULL: none.
 * @param[out] out_event    owned, nullable; complete when the queue gets there; to be released by
 *                          clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p queue is NULL and the block belongs to no queue, the queue is of another
 *                                      context, or an option is out of its range.
 * @error CLMEM_ERROR_UNSUPPORTED       the memory has no address, is a tag, or its provider has no queues or events.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueMarkerWithWaitList.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_release_enqueued(clmem_buffer buffer, cl_command_queue queue,
                                                             const clmem_enqueue_options *options, cl_event *out_event);

/**
 * Moves shared virtual memory to a queue's device, or to the host (clEnqueueSVMMigrateMem, OpenCL 2.1).
 *
 * OpenCL buffers and images are refused: use clmem_memory_migrate(), which enqueues another command. For a tag of
 * unknown size the whole allocation that contains its address is moved.
 *
 * @param[in]  queue        borrowed; the queue.
 * @param[in]  count        copied; how many, at least 1.
 * @param[in]  buffers      borrowed, length count; shared virtual memory: blocks, allocations and tags.
 * @param[in]  flags        copied; CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, or 0.
 * @param[in]  options      copied, nullable; the events that it waits for; NULL: none.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    one of @p buffers is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p count is 0, @p flags has other bits, or an option
 *                                      is out of its range.
 * @error CLMEM_ERROR_UNSUPPORTED       the library or device is older than OpenCL 2.1, one of them is not shared
 *                                      virtual memory, or the device cannot access a tag's memory.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueSVMMigrateMem.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_migrate(cl_command_queue queue, uint32_t count, const clmem_buffer *buffers,
                                                    uint64_t flags, const clmem_enqueue_options *options,
                                                    cl_event *out_event);

/**
 * Creates an OpenCL buffer over shared virtual memory, for kernels and commands that take no address (pyopencl's
 * as_buffer).
 *
 * The memory lives at least as long as the buffer; a block returns to its pool after it. Using two such buffers that
 * overlap is undefined in OpenCL. (OpenCL API, clCreateBuffer: CL_MEM_USE_HOST_PTR with a pointer of clSVMAlloc.)
 *
 * @param[in]  buffer        borrowed; shared virtual memory: a block, an allocation or a tag.
 * @param[in]  context       retained; the context; for a block that of its pool.
 * @param[in]  memory_flags  copied; CL_MEM_* bits of kernel and host access; CL_MEM_USE_HOST_PTR is implied.
 * @param[in]  bytes         copied; its size; SIZE_MAX: all of the memory; 0 succeeds without an object.
 * @param[out] out_buffer    owned; the OpenCL buffer, to be released by clmem_buffer_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, the flags contradict each other, @p bytes exceeds the memory,
 *                                      or is SIZE_MAX for memory of unknown size, or the context is not the block's.
 * @error CLMEM_ERROR_UNSUPPORTED       the memory is not shared virtual memory.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver is out of memory.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of clCreateBuffer.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_as_buffer(clmem_buffer buffer, cl_context context, uint64_t memory_flags,
                                                      size_t bytes, clmem_buffer *out_buffer);

CLMEM_END_DECLARATIONS

#endif
