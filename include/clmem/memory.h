/* SPDX-License-Identifier: MIT */
/* ==== memory ========================================================================================================
 *
 * The functions that buffers, images and pipes have in common; their handles are cast to clmem_memory. They also import
 * and export OpenCL's memory objects: an imported object works like one that clmem created; clmem retains it, or takes
 * the caller's reference. An exported object is borrowed; that of a block belongs to the pool, and must not be kept
 * longer than the block.
 *
 *     clmem_memory memory;
 *     clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
 *     cl_mem mem = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
 *     CHECK(clmem_memory_import(mem, 0, &memory)); // 0: clmem takes the reference
 *     CHECK(clmem_memory_describe(memory, &info));
 *     assert(info.type == CL_MEM_OBJECT_BUFFER && info.bytes == 4096);
 *     CHECK(clmem_memory_release(memory));
 */
#ifndef CLMEM_MEMORY_H
#define CLMEM_MEMORY_H

#include "provider.h"

CLMEM_BEGIN_DECLARATIONS

/** A memory object as OpenCL and clmem see it. */
typedef struct clmem_memory_info {
    uint32_t struct_size;
    /** CL_MEM_TYPE: CL_MEM_OBJECT_BUFFER, ...; 0 for memory that is an address instead of an OpenCL object */
    uint32_t type;
    size_t bytes;        /**< the requested size; of an image CL_MEM_SIZE; SIZE_MAX for an address of unknown size */
    uint64_t flags;      /**< CL_MEM_FLAGS */
    size_t offset_bytes; /**< CL_MEM_OFFSET: a sub-region's offset in its buffer */
    void *host_pointer;  /**< borrowed: CL_MEM_HOST_PTR, or the address of memory that has one */
    cl_mem mem;          /**< borrowed: the OpenCL object, NULL if there is none */
    cl_mem associated;   /**< borrowed: CL_MEM_ASSOCIATED_MEMOBJECT, NULL if there is none */
    cl_context context;  /**< borrowed: CL_MEM_CONTEXT, NULL for an address of the program */
    uint32_t map_count;  /**< CL_MEM_MAP_COUNT; always 0 on some implementations */
    uint32_t reference_count; /**< CL_MEM_REFERENCE_COUNT, which includes references of the implementation */
    uint32_t is_pooled;       /**< 1 for a block of a pool; 0 for memory allocated without a pool */
    uint32_t uses_svm;        /**< CL_MEM_USES_SVM_POINTER; 0 before OpenCL 2.0 */
} clmem_memory_info;
/* clang-format off */
#define CLMEM_MEMORY_INFO_INIT {sizeof(clmem_memory_info), 0, 0, 0, 0, NULL, NULL, NULL, NULL, 0, 0, 0, 0}
/* clang-format on */

/**
 * Creates a handle for an OpenCL memory object of the program or another library (pyopencl's from_int_ptr).
 *
 * The handle of a buffer or sub-buffer is a clmem_buffer, of an image a clmem_image, of a pipe a clmem_pipe:
 * clmem_memory_describe() returns the type, and the handle is cast. clmem does not order commands that others enqueue
 * on the object.
 *
 * @param[in]  mem         retained; the object.
 * @param[in]  retain      copied; 1: clmem retains the object; 0: it takes the caller's reference, unless the call
 *                         fails.
 * @param[out] out_memory  owned; the handle, to be released by clmem_memory_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or @p retain is neither 0 nor 1.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_MEM_OBJECT         @p mem is not a valid memory object (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_memory_import(cl_mem mem, uint32_t retain, clmem_memory *out_memory);

/**
 * Returns the OpenCL object of any memory (pyopencl's int_ptr), for every OpenCL call.
 *
 * @param[in]  memory   borrowed; the memory.
 * @param[out] out_mem  borrowed; the object. That of a block belongs to the pool: see clmem_buffer_mem(). Others may be
 *                      retained.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p memory is not a live memory object.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_mem is NULL.
 * @error CLMEM_ERROR_UNSUPPORTED       the memory is an address, or its provider has no OpenCL buffers.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the block's slab, but has no memory for it.
 * @error CL_OUT_OF_RESOURCES           or another code of clCreateSubBuffer.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_memory_mem(clmem_memory memory, cl_mem *out_mem);

/**
 * Describes a memory object: every property that all kinds have.
 *
 * @param[in]  memory    borrowed; the memory.
 * @param[out] out_info  copied; the description.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p memory is not a live memory object.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_info is NULL or its struct_size is wrong.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the block's slab, but has no memory for it.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_memory_describe(clmem_memory memory, clmem_memory_info *out_info);

/**
 * Asks OpenCL for one property (clGetMemObjectInfo), in OpenCL's own form. CL_MEM_SIZE of a block is the size of its
 * range.
 *
 * @param[in]  memory          borrowed; the memory.
 * @param[in]  property        copied; CL_MEM_TYPE, CL_MEM_FLAGS, CL_MEM_SIZE, ...
 * @param[in]  capacity_bytes  copied; the size of the memory at @p OUT.
 * @param[out] out_value       copied, nullable, length capacity_bytes; the value.
 * @param[out] out_bytes       copied; how many bytes the value has.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p memory is not a live memory object.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL, or @p out_value is NULL with a capacity above 0.
 * @error CLMEM_ERROR_UNSUPPORTED       the memory is an address, or its provider has no OpenCL buffers.
 * @error CL_INVALID_VALUE              the driver does not know the property, or its value does not fit @p
 *                                      capacity_bytes.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_memory_query(clmem_memory memory, uint32_t property, size_t capacity_bytes,
                                                     void *out_value, size_t *out_bytes);

/**
 * Returns whether two handles stand for the same memory: the same OpenCL object, or the same address.
 *
 * @param[in]  memory     borrowed; the first.
 * @param[in]  other      borrowed; the second.
 * @param[out] out_equal  copied; 1 if they are the same, otherwise 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p memory or @p other is not a live memory object.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_equal is NULL.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised a block's slab, but has no memory for it.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_memory_equal(clmem_memory memory, clmem_memory other, uint32_t *out_equal);

/**
 * Moves memory objects to a queue's device, or to the host (clEnqueueMigrateMemObjects, OpenCL 1.2, section "Migrating
 * Memory Objects").
 *
 * @param[in]  queue        borrowed; the queue.
 * @param[in]  count        copied; how many memory objects, at least 1.
 * @param[in]  memories     borrowed, length count; buffers, images and pipes.
 * @param[in]  flags        copied; CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, or 0. If one of
 *                          the objects is a part of a buffer, as most blocks of pools are, clmem leaves out
 *                          CL_MIGRATE_MEM_OBJECT_HOST: two drivers crash when a part moves to the host.
 * @param[in]  options      copied, nullable; the events that it waits for; NULL: none.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    one of @p memories is not a live memory object.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p count is 0, @p flags has other bits, or an option
 *                                      is out of its range.
 * @error CLMEM_ERROR_UNSUPPORTED       the library or device is older than OpenCL 1.2, or one of them is an address:
 *                                      clmem_svm_migrate() moves those.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueMigrateMemObjects.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_memory_migrate(cl_command_queue queue, uint32_t count,
                                                       const clmem_memory *memories, uint64_t flags,
                                                       const clmem_enqueue_options *options, cl_event *out_event);

/**
 * Releases memory of any kind: a block returns to its pool, other memory to the driver when no command uses it.
 *
 * Sub-regions, images and maps of it remain valid, and prevent the reuse of a block.
 *
 * @param[in] memory  owned, nullable; the memory; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p memory is not a live memory object.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_memory_release(clmem_memory memory);

CLMEM_END_DECLARATIONS

#endif
