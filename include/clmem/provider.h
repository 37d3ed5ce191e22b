/* SPDX-License-Identifier: MIT */
/* ==== provider ======================================================================================================
 *
 * A provider is the source of memory: it allocates whole driver allocations and frees them, and knows nothing of pools.
 * Each kind of memory has one: buffers, buffers with memory at once, shared virtual memory, USM, page-locked host
 * memory, the program's callbacks, and no memory at all for tests. Providers are for pools, and live as long as pools
 * and their blocks need them.
 *
 *     clmem_provider pinned;
 *     clmem_buffer staging;
 *     void *address;
 *     CHECK(clmem_provider_create_pinned(queue, NULL, &pinned));
 *     CHECK(clmem_provider_allocate(pinned, 1 << 20, &staging)); // a whole allocation; a pool splits its own
 *     CHECK(clmem_provider_release(pinned));                     // the block keeps what it needs
 *     CHECK(clmem_svm_pointer(staging, &address));
 *     memset(address, 0, 1 << 20);                               // host memory, for transfers at full speed
 *     CHECK(clmem_buffer_release(staging));
 */
#ifndef CLMEM_PROVIDER_H
#define CLMEM_PROVIDER_H

#include "device.h"

CLMEM_BEGIN_DECLARATIONS

/** The source of a pool's slabs: a kind of driver allocation. */
typedef struct clmem_provider_token *clmem_provider;
/** A pool: slabs of one provider, split into blocks. */
typedef struct clmem_pool_token *clmem_pool;
/** A live block of memory. */
typedef struct clmem_buffer_token *clmem_buffer;
/** Any memory: a clmem_buffer, a clmem_image or a clmem_pipe, whose handle is cast to it. A token, never a pointer. */
typedef struct clmem_memory_token *clmem_memory;
/** An image: a grid of pixels that kernels read through samplers. A token, never a pointer. */
typedef struct clmem_image_token *clmem_image;
/** A pipe: packets from one kernel to another. A token, never a pointer. */
typedef struct clmem_pipe_token *clmem_pipe;

/** Kinds of providers. */
typedef enum clmem_provider_kind {
    CLMEM_PROVIDER_VIRTUAL = 1, /**< addresses without memory, for tests, planning and replay */
    /** OpenCL buffers as the driver creates them, often without memory until the first use */
    CLMEM_PROVIDER_BUFFER = 2,
    CLMEM_PROVIDER_IMMEDIATE = 3, /**< OpenCL buffers with memory at once: the allocation reports a shortage */
    CLMEM_PROVIDER_USER = 4,      /**< the program's callbacks */
    CLMEM_PROVIDER_SVM = 5,       /**< shared virtual memory: pointers that are valid on the host and in kernels */
    CLMEM_PROVIDER_USM = 6,       /**< unified shared memory: also pointers, by cl_intel_unified_shared_memory */
    CLMEM_PROVIDER_PINNED = 7     /**< page-locked host memory, for transfers at full speed */
} clmem_provider_kind;

/** Kinds of unified shared memory (cl_intel_unified_shared_memory). */
typedef enum clmem_usm_kind {
    CLMEM_USM_DEVICE = 1, /**< memory of one device, that the host cannot touch (clDeviceMemAllocINTEL) */
    CLMEM_USM_HOST = 2,   /**< memory of the host, that every device of the context reaches (clHostMemAllocINTEL) */
    /** memory that migrates automatically between the host and one device (clSharedMemAllocINTEL) */
    CLMEM_USM_SHARED = 3
} clmem_usm_kind;

/** The properties of a provider. */
typedef struct clmem_provider_info {
    uint32_t struct_size;
    uint32_t kind; /**< clmem_provider_kind */
    /** every block of a pool begins at a multiple of this: the maximum over the context's devices */
    size_t alignment_bytes;
    size_t max_allocation_bytes; /**< the largest single allocation, 0 if there is no limit */
    size_t memory_bytes;         /**< the device's memory, 0 if unknown or unlimited */
    cl_context context;          /**< the context, borrowed; NULL if the kind has none */
    uint64_t memory_flags;       /**< the cl_mem_flags of its allocations, 0 if the kind has none */
} clmem_provider_info;
/* clang-format off */
#define CLMEM_PROVIDER_INFO_INIT {sizeof(clmem_provider_info), 0, 0, 0, 0, NULL, 0}
/* clang-format on */

/** The properties of a virtual device. */
typedef struct clmem_virtual_options {
    uint32_t struct_size;
    uint32_t reserved;           /**< zero */
    size_t alignment_bytes;      /**< the alignment of every allocation, a power of two; 0: 512 */
    size_t max_allocation_bytes; /**< the largest allocation; 0: no limit */
    size_t memory_bytes;         /**< the limit on all allocations together; 0: no limit */
    /** how long a marker takes to complete after it was enqueued, by clmem_provider_set_time(); UINT64_MAX: until
     *  something waits for it */
    uint64_t marker_lag_ns;
} clmem_virtual_options;
/* clang-format off */
#define CLMEM_VIRTUAL_OPTIONS_INIT {sizeof(clmem_virtual_options), 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Creates a provider without a device: it has addresses but no memory. It never loads OpenCL.
 *
 * Its queues are simulated too: any pointer that an allocation names stands for a queue, and is never dereferenced.
 *
 * @param[in]  options       copied, nullable; the options; NULL for the defaults.
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT    @p out_provider is NULL, struct_size is wrong, a reserved member is not zero,
 *                                        or the alignment is not a power of two.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_virtual(const clmem_virtual_options *options,
                                                                clmem_provider *out_provider);

/**
 * Sets the clock of a virtual provider, which determines when markers in its queues complete and how long slabs of its
 * pools have been idle.
 *
 * @param[in] provider  borrowed; the virtual provider.
 * @param[in] time_ns   copied; the time in nanoseconds; a time before the current one is ignored.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p provider is not a live provider.
 * @error CLMEM_ERROR_UNSUPPORTED     @p provider is not virtual.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_set_time(clmem_provider provider, uint64_t time_ns);

/** How a provider allocates from the driver. */
typedef struct clmem_provider_options {
    uint32_t struct_size;
    uint32_t reserved;     /**< zero */
    uint64_t memory_flags; /**< how kernels and the host use the memory; 0: CL_MEM_READ_WRITE */
} clmem_provider_options;
/* clang-format off */
#define CLMEM_PROVIDER_OPTIONS_INIT {sizeof(clmem_provider_options), 0, 0}
/* clang-format on */

/**
 * Creates a provider of OpenCL buffers as the driver creates them (clCreateBuffer; pyopencl's DeferredAllocator).
 *
 * Most drivers allocate the memory only at the first use, so an out-of-memory error may come from a command.
 * clmem_provider_create_immediate() avoids that.
 *
 * @param[in]  context       retained; the context. The alignment is the largest of its devices'.
 * @param[in]  options       copied, nullable; the options, whose flags are cl_mem_flags: kernel access and host access.
 *                           Flags with a host pointer are refused. NULL: those of CLMEM_PROVIDER_OPTIONS_INIT.
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, the struct_size is wrong, or the flags are unknown,
 *                                      contradict each other or need a host pointer.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_buffer(cl_context context,
                                                               const clmem_provider_options *options,
                                                               clmem_provider *out_provider);

/**
 * Creates a provider of OpenCL buffers whose memory is allocated immediately (pyopencl's ImmediateAllocator).
 *
 * Each driver allocation is migrated to the queue's device with undefined content; on a device below OpenCL 1.2 one
 * byte at either end is written. Some drivers promise more than they have and then fail badly, so an allocation that
 * would exceed the device's memory in total is refused before the driver is called.
 *
 * @param[in]  queue         retained; the queue, whose context and device are used.
 * @param[in]  options       copied, nullable; as in clmem_provider_create_buffer().
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, the struct_size is wrong, or the flags are unknown,
 *                                      contradict each other or need a host pointer.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_immediate(cl_command_queue queue,
                                                                  const clmem_provider_options *options,
                                                                  clmem_provider *out_provider);

/**
 * Creates a provider of shared virtual memory (clSVMAlloc).
 *
 * Its memory has no cl_mem: a block is the pointer clmem_buffer_info.slab_memory plus offset_bytes, for
 * clSetKernelArgSVMPointer and the clEnqueueSVM... commands. The host may access coarse-grain memory, which is the
 * default without CL_MEM_SVM_FINE_GRAIN_BUFFER, only between clEnqueueSVMMap and clEnqueueSVMUnmap; it may access
 * fine-grain memory without a map while no command uses it. Allocations that would exceed the devices' memory in total
 * are refused before the driver is called.
 *
 * Since clSVMFree waits for no command and may take a tenth of a second, clmem frees the memory on a background thread;
 * the next allocation from the driver, and the end of the provider, wait for it. (OpenCL API, "Shared Virtual Memory":
 * clSVMAlloc, clSVMFree.)
 *
 * @param[in]  context       retained; the context. All its devices can use the memory. The alignment is the largest of
 *                           theirs, and at least 128 bytes, the size of a long16.
 * @param[in]  options       copied, nullable; the options, whose flags are cl_svm_mem_flags: one of CL_MEM_READ_WRITE,
 *                           CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY as kernels see it, CL_MEM_SVM_FINE_GRAIN_BUFFER, and
 *                           CL_MEM_SVM_ATOMICS, which needs it. NULL: those of CLMEM_PROVIDER_OPTIONS_INIT.
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, the struct_size is wrong, or the flags are unknown,
 *                                      contradict each other or lack CL_MEM_SVM_FINE_GRAIN_BUFFER with
 *                                      CL_MEM_SVM_ATOMICS.
 * @error CLMEM_ERROR_UNSUPPORTED       a device of the context lacks a capability; the message names it, for example
 *                                      CL_DEVICE_SVM_COARSE_GRAIN_BUFFER.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_svm(cl_context context, const clmem_provider_options *options,
                                                            clmem_provider *out_provider);

/**
 * Creates a provider of unified shared memory, on platforms with the extension cl_intel_unified_shared_memory.
 *
 * Its memory has no cl_mem: a block is the pointer clmem_buffer_info.slab_memory plus offset_bytes, for
 * clSetKernelArgMemPointerINTEL and the clEnqueueMem...INTEL commands. The host may access host and shared memory while
 * no command uses it, and device memory never. Device and shared memory beyond the device's memory in total is refused
 * before the driver is called.
 *
 * Memory is freed as by clmem_provider_create_svm(), with clMemFreeINTEL. (cl_intel_unified_shared_memory:
 * clHostMemAllocINTEL, clDeviceMemAllocINTEL, clSharedMemAllocINTEL, clMemFreeINTEL.)
 *
 * @param[in]  context       retained; the context. The alignment is the largest of its devices', and at least 128
 *                           bytes.
 * @param[in]  device        borrowed, nullable; the device of the context to which device or shared memory belongs;
 *                           NULL for host memory only. It must live as long as the context, as devices do that are not
 *                           sub-devices.
 * @param[in]  kind          copied; a clmem_usm_kind.
 * @param[in]  options       copied, nullable; the options, without flags; NULL: those of CLMEM_PROVIDER_OPTIONS_INIT.
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p context or @p out_provider is NULL, @p kind is not a clmem_usm_kind, @p
 *                                      device is NULL although the kind needs a device, or not NULL although it has
 *                                      none, or not a device of the context, or an option is out of its range.
 * @error CLMEM_ERROR_UNSUPPORTED       the device (for host memory any device of the context) lacks the extension or
 *                                      this kind of memory; the message names what is missing, for example
 *                                      CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_usm(cl_context context, cl_device_id device, uint32_t kind,
                                                            const clmem_provider_options *options,
                                                            clmem_provider *out_provider);

/**
 * Creates a provider of page-locked host memory: buffers with CL_MEM_ALLOC_HOST_PTR that stay mapped while they live.
 *
 * Transfers from and to such memory run at the speed of the link and do not block the caller. A block is the host
 * pointer clmem_buffer_info.slab_memory plus offset_bytes, which the host may read and write and which is the host side
 * of clEnqueueReadBuffer, clEnqueueWriteBuffer and similar commands; kernels cannot use it, and clmem_buffer_mem()
 * returns no object.
 *
 * Each driver allocation is mapped for reading and writing once, on a queue of the provider, and unmapped when it is
 * freed, on a background thread as for clmem_provider_create_svm(). Only the driver knows how much there is: there is
 * no total limit. (OpenCL API, "Memory Flags": CL_MEM_ALLOC_HOST_PTR; "Accessing Mapped Regions of a Memory Object".)
 *
 * @param[in]  queue         borrowed; a queue, whose context, which is retained, and device are used.
 * @param[in]  options       copied, nullable; the options, whose flags are cl_mem_flags: at most one of
 *                           CL_MEM_READ_WRITE, CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY; CL_MEM_ALLOC_HOST_PTR is added.
 *                           NULL: those of CLMEM_PROVIDER_OPTIONS_INIT.
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, the struct_size is wrong, or the flags are unknown,
 *                                      contradict each other or restrict the host.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver), or another code of
 *                                      clCreateCommandQueue.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_pinned(cl_command_queue queue,
                                                               const clmem_provider_options *options,
                                                               clmem_provider *out_provider);

/**
 * Allocates memory for a pool. clmem holds no lock during the call; several threads may call it at the same time, and
 * it must not call clmem's allocating functions.
 *
 * @param[in]  user        borrowed; the pointer of clmem_provider_callbacks.
 * @param[in]  bytes       copied; the size, at least 1.
 * @param[out] out_memory  owned; the memory: a cl_mem if memory_is_buffer is set, otherwise any value, including NULL.
 * @return CLMEM_SUCCESS; CLMEM_ERROR_OUT_OF_MEMORY or an out-of-memory code of OpenCL (-4, -5, -6) if there is no
 * memory now: the pool then releases its idle slabs and tries again; any other code ends the allocation with that code.
 */
typedef clmem_status(CLMEM_CALL *clmem_memory_allocate_fn)(void *user, size_t bytes, void **out_memory);

/**
 * Frees memory that clmem_memory_allocate_fn returned.
 *
 * @param[in] user    borrowed; the pointer of clmem_provider_callbacks.
 * @param[in] memory  owned; the memory.
 * @param[in] bytes   copied; its size.
 */
typedef void(CLMEM_CALL *clmem_memory_release_fn)(void *user, void *memory, size_t bytes);

/**
 * Tells the program that its provider has ended and @p user is no longer used.
 *
 * @param[in] user  owned; the pointer of clmem_provider_callbacks.
 */
typedef void(CLMEM_CALL *clmem_user_release_fn)(void *user);

/** The callbacks of a program's provider. */
typedef struct clmem_provider_callbacks {
    uint32_t struct_size;
    uint32_t memory_is_buffer; /**< 1: memory is a cl_mem, blocks are sub-buffers of it; 0: memory is opaque */
    /** the alignment of every block, a power of two; 0: that of the context's devices if memory is a cl_mem, otherwise
     *  512 */
    size_t alignment_bytes;
    size_t max_allocation_bytes;        /**< the largest allocation; the pool refuses larger ones; 0: no limit */
    size_t memory_bytes;                /**< the total memory; 0: unknown */
    cl_context context;                 /**< required if memory is a cl_mem, otherwise NULL */
    void *user;                         /**< passed to the callbacks */
    clmem_memory_allocate_fn allocate;  /**< must not be NULL */
    clmem_memory_release_fn release;    /**< must not be NULL */
    clmem_user_release_fn user_release; /**< may be NULL */
} clmem_provider_callbacks;
/* clang-format off */
#define CLMEM_PROVIDER_CALLBACKS_INIT {sizeof(clmem_provider_callbacks), 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL}
/* clang-format on */

/**
 * Creates a provider that calls the program's callbacks.
 *
 * @param[in]  callbacks     copied; the callbacks. On success user_release is called exactly once, after the last use.
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer, allocate or release is NULL, struct_size is wrong, memory_is_buffer
 *                                      is neither 0 nor 1, the alignment is not a power of two, or a context is missing
 *                                      or superfluous.
 * @error CLMEM_ERROR_NO_OPENCL         memory is a cl_mem and the OpenCL library cannot be loaded.
 * @threadsafety any thread; any thread that uses a pool of this provider may call the callbacks
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_user(const clmem_provider_callbacks *callbacks,
                                                             clmem_provider *out_provider);

/**
 * Allocates a whole driver object, without a pool. Its release returns it to the driver immediately, on the thread that
 * frees memory for this kind of provider.
 *
 * @param[in]  provider    retained; the provider.
 * @param[in]  bytes       copied; the size; 0 succeeds without an object: @p out_buffer is set to NULL.
 * @param[out] out_buffer  owned; the block, to be released by clmem_buffer_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p provider is not a live provider.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_buffer is NULL, or @p bytes is 2^62 or more.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver is out of memory, or the size is above the provider's limit for one
 *                                      allocation.
 * @error CLMEM_ERROR_CALLBACK          called from inside a callback of clmem.
 * @error CL_INVALID_OPERATION          or any other code of the driver or of the program's callback.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_allocate(clmem_provider provider, size_t bytes,
                                                          clmem_buffer *out_buffer);

/**
 * Describes a provider.
 *
 * @param[in]  provider  borrowed; the provider.
 * @param[out] out_info  copied; the description.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p provider is not a live provider.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_info is NULL or its struct_size is wrong.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_describe(clmem_provider provider, clmem_provider_info *out_info);

/**
 * Releases a provider. Pools and blocks made from it remain valid and keep what they need.
 *
 * @param[in] provider  owned, nullable; the provider; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p provider is not a live provider.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_release(clmem_provider provider);

CLMEM_END_DECLARATIONS

#endif
