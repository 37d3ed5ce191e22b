/* SPDX-License-Identifier: MIT */
/* ==== device ========================================================================================================
 *
 * Devices: list, choose and describe them; and contexts, queues and events for programs that have none. All of these
 * are OpenCL's own objects: any OpenCL call and any function here accepts them, whatever created them. Devices live
 * until the process ends. Contexts, queues and events are references: the receiver releases them, by the functions here
 * or by OpenCL's.
 *
 *     cl_device_id chosen;
 *     clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
 *     clmem_device_memory_info its_memory = CLMEM_DEVICE_MEMORY_INFO_INIT;
 *     cl_context its_context;
 *     CHECK(clmem_device_choose(NULL, &chosen)); // CLMEM_DEVICE, or the first device that works
 *     CHECK(clmem_device_describe(chosen, &info));
 *     CHECK(clmem_device_memory(chosen, &its_memory)); // free_bytes is 0 if free_source is unknown
 *     printf("%s has %zu MiB, of which ", info.name, info.memory_bytes >> 20);
 *     printf("%u MiB are free\n", (unsigned)(its_memory.free_bytes >> 20));
 *     CHECK(clmem_context_create(chosen, &its_context));
 *     CHECK(clmem_context_release(its_context));
 */
#ifndef CLMEM_DEVICE_H
#define CLMEM_DEVICE_H

#include "base.h"

CLMEM_BEGIN_DECLARATIONS

/** The features of a device that clmem can use (bits of clmem_device_info.features). */
typedef enum clmem_device_feature {
    CLMEM_DEVICE_BUFFER = 1,              /**< buffers and sub-buffers (OpenCL 1.1): pools of buffers work */
    CLMEM_DEVICE_MIGRATE = 2,             /**< migration (OpenCL 1.2): immediate allocation works without writing */
    CLMEM_DEVICE_SVM_COARSE = 4,          /**< coarse-grain shared virtual memory */
    CLMEM_DEVICE_SVM_FINE = 8,            /**< fine-grain buffer shared virtual memory */
    CLMEM_DEVICE_SVM_SYSTEM = 16,         /**< fine-grain system shared virtual memory */
    CLMEM_DEVICE_USM = 32,                /**< cl_intel_unified_shared_memory */
    CLMEM_DEVICE_IMAGE = 64,              /**< images */
    CLMEM_DEVICE_OUT_OF_ORDER_QUEUE = 128 /**< queues that run commands out of order */
} clmem_device_feature;

/** A device as clmem sees it. The texts are valid until the process ends. */
typedef struct clmem_device_info {
    uint32_t struct_size;
    uint32_t opencl_version;     /**< the device's version: 100 * major + 10 * minor, 300 for OpenCL 3.0 */
    uint64_t type;               /**< CL_DEVICE_TYPE */
    uint64_t features;           /**< clmem_device_feature bits */
    size_t memory_bytes;         /**< CL_DEVICE_GLOBAL_MEM_SIZE */
    size_t max_allocation_bytes; /**< CL_DEVICE_MAX_MEM_ALLOC_SIZE */
    size_t alignment_bytes;      /**< CL_DEVICE_MEM_BASE_ADDR_ALIGN in bytes (OpenCL states it in bits) */
    uint32_t compute_units;      /**< CL_DEVICE_MAX_COMPUTE_UNITS */
    uint32_t unified_memory;     /**< 1 if host and device share their memory */
    const char *name;            /**< CL_DEVICE_NAME */
    const char *platform_name;   /**< CL_PLATFORM_NAME */
    const char *driver_version;  /**< CL_DRIVER_VERSION */
} clmem_device_info;
/* clang-format off */
#define CLMEM_DEVICE_INFO_INIT {sizeof(clmem_device_info), 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL}
/* clang-format on */

/**
 * Lists the devices of all platforms, in the platforms' order.
 *
 * Call it with a capacity of 0 to learn how many there are. A platform that fails to list its devices is omitted. A
 * machine without devices is not an error: the count is 0.
 *
 * @param[in]  capacity     copied; the number of elements in @p out_devices.
 * @param[out] out_devices  borrowed, nullable, length capacity; the first devices. They live as long as the process.
 * @param[out] out_count    copied; how many devices there are, which may be more than @p capacity.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_count is NULL, or @p out_devices is NULL with a capacity above 0.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_list(uint32_t capacity, cl_device_id *out_devices, uint32_t *out_count);

/**
 * Describes a device: its name, its memory, and which of its features clmem can use.
 *
 * @param[in]  device    borrowed; the device.
 * @param[out] out_info  copied; the description.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL or struct_size is wrong.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_describe(cl_device_id device, clmem_device_info *out_info);

/** Where a figure of clmem_device_memory_info comes from. */
typedef enum clmem_device_memory_source {
    CLMEM_DEVICE_MEMORY_UNKNOWN = 0, /**< nothing reports it; the figure is 0 */
    CLMEM_DEVICE_MEMORY_OPENCL = 1,  /**< CL_DEVICE_GLOBAL_MEM_SIZE; no more can be free */
    CLMEM_DEVICE_MEMORY_AMD = 2,     /**< CL_DEVICE_GLOBAL_FREE_MEMORY_AMD */
    CLMEM_DEVICE_MEMORY_NVML = 3,    /**< NVIDIA's management library, which nvidia-smi uses */
    CLMEM_DEVICE_MEMORY_SYSFS = 4,   /**< the graphics driver's files in /sys/bus/pci/devices */
    CLMEM_DEVICE_MEMORY_FDINFO = 5,  /**< the graphics driver's files in /proc/self/fdinfo */
    CLMEM_DEVICE_MEMORY_HOST = 6,    /**< the host's memory: /proc/meminfo and /proc/self/statm */
    CLMEM_DEVICE_MEMORY_CGROUP = 7   /**< the limit of a control group that contains the process */
} clmem_device_memory_source;

/** How much memory a device has, and how much of it is free now, each figure with its source. */
typedef struct clmem_device_memory_info {
    uint32_t struct_size;
    uint32_t total_source;   /**< a clmem_device_memory_source: where total_bytes comes from; never unknown */
    uint64_t total_bytes;    /**< all memory of the device, or all that the process may use */
    uint64_t free_bytes;     /**< memory that no process uses; 0 if unknown */
    uint64_t process_bytes;  /**< memory that this process uses, whether through clmem or not; 0 if unknown */
    uint32_t free_source;    /**< a clmem_device_memory_source: where free_bytes comes from */
    uint32_t process_source; /**< a clmem_device_memory_source: where process_bytes comes from */
} clmem_device_memory_info;
/* clang-format off */
#define CLMEM_DEVICE_MEMORY_INFO_INIT {sizeof(clmem_device_memory_info), 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Returns how much memory a device has, how much is free, and how much this process uses, where something reports it.
 *
 * OpenCL itself cannot say. For NVIDIA's devices the figures come from NVML, if the library is installed; for AMD's
 * from the driver's query and from sysfs, whichever says less is free; for other cards from sysfs and fdinfo. For
 * processors, and for devices that share the host's memory, they are the least of what the host, its control groups and
 * OpenCL's size allow; memory that the kernel can reclaim from its file cache counts as free, and process_bytes is the
 * resident memory of the process. A figure that nothing reports is unknown, and 0: clmem neither guesses nor allocates
 * memory to find out. The figures may change at any time, through any process. (docs/device-memory.md)
 *
 * @param[in]  device      borrowed; the device.
 * @param[out] out_memory  copied; the figures.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL or struct_size is wrong.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_memory(cl_device_id device, clmem_device_memory_info *out_memory);

/**
 * Chooses a device: the selected one, or the first that works.
 *
 * A device selector is "PLATFORM:DEVICE" or "PLATFORM"; each part is a number (counted from 0) or a part of the name,
 * in any case. A selector that is only a number is a device's position in the list of all devices
 * (clmem_device_list()), counted from 0.
 *
 * Without a selector, the first of these that exists is used:
 * - the environment variable CLMEM_DEVICE, a selector;
 * - the environment variable PYOPENCL_CTX, as pyopencl reads it: a number alone selects a platform, and the device may
 *   be a list, separated by ',', all of which must exist; the first is used;
 * - the environment variable CUDA_DEVICE, a device's number;
 * - the first line of the file ~/.clmem_device, a selector;
 * - the first line of the file ~/.cuda-device, a device's number.
 *
 * Without any of them, the first device in which a context can be created is used. If no device matches a selector, the
 * call fails; it never falls back to another device. (pycuda's documents, "Choice of Device".)
 *
 * @param[in]  selector    copied, nullable; the device selector.
 * @param[out] out_device  borrowed; the device, which lives as long as the process.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_device is NULL.
 * @error CLMEM_ERROR_NO_DEVICE         no device matches the selector, the file has no readable selector, or no device
 *                                      works; the message says where the selector comes from and what was tried, and
 *                                      lists the devices.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @threadsafety any thread, while no other thread changes the environment
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_choose(const char *selector, cl_device_id *out_device);

/**
 * Creates an OpenCL context for one device (clCreateContext), for programs that have none.
 *
 * @param[in]  device       retained; the device.
 * @param[out] out_context  owned; the context, to be released by clmem_context_release() or clReleaseContext.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device, or another code of clCreateContext.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_context_create(cl_device_id device, cl_context *out_context);

/**
 * Returns a context that all parts of the process share. It is created once, for the device that clmem_device_choose()
 * returns without a selector, and every call returns the same context on any thread.
 *
 * clmem retains the context until the process ends, so that the context outlives its users. A call that fails has no
 * lasting effect: the next one tries again.
 *
 * @param[out] out_context  owned; the context: a reference for the caller, to be released by clmem_context_release() or
 *                          clReleaseContext.
 * @param[out] out_device   borrowed, nullable; its device, which lives as long as the process.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_context is NULL.
 * @error CLMEM_ERROR_NO_DEVICE         no device matches the environment's selector, or none works.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_OUT_OF_HOST_MEMORY         or another code of clCreateContext.
 * @threadsafety any thread, while no other thread changes the environment
 */
CLMEM_API clmem_status CLMEM_CALL clmem_context_shared(cl_context *out_context, cl_device_id *out_device);

/**
 * Releases an OpenCL context (clReleaseContext), and what clmem_transfer_trim() would free.
 *
 * @param[in] context  owned, nullable; the context; clmem's other references, such as those of providers, remain.
 * @error CLMEM_ERROR_NO_OPENCL  the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT     @p context is not a valid context (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_context_release(cl_context context);

/** Properties of a queue (flags of clmem_queue_create). */
typedef enum clmem_queue_flag {
    CLMEM_QUEUE_OUT_OF_ORDER = 1, /**< CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE */
    CLMEM_QUEUE_PROFILING = 2     /**< CL_QUEUE_PROFILING_ENABLE */
} clmem_queue_flag;

/**
 * Creates a command queue (clCreateCommandQueue, or its successor where available).
 *
 * @param[in]  context    retained; the context.
 * @param[in]  device     retained; a device of the context.
 * @param[in]  flags      copied; clmem_queue_flag bits.
 * @param[out] out_queue  owned; the queue, to be released by clmem_queue_release() or clReleaseCommandQueue.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL or a flag is unknown.
 * @error CLMEM_ERROR_UNSUPPORTED       the device has no out-of-order queues.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of clCreateCommandQueue.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_queue_create(cl_context context, cl_device_id device, uint64_t flags,
                                                     cl_command_queue *out_queue);

/**
 * Waits until every command of a queue is complete (clFinish).
 *
 * In pools of memory that the host accesses, the queue's blocks that the calling thread has released are then ready for
 * reuse.
 *
 * @param[in] queue  borrowed; the queue.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p queue is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver), or another code of
 *                                      clFinish.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_queue_finish(cl_command_queue queue);

/**
 * Submits all commands of a queue to its device and returns without waiting for them (clFlush).
 *
 * A command that waits for an event of another queue may wait forever unless that queue is flushed.
 *
 * @param[in] queue  borrowed; the queue.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p queue is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver), or another code of
 *                                      clFlush.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_queue_flush(cl_command_queue queue);

/**
 * Releases a command queue (clReleaseCommandQueue).
 *
 * @param[in] queue  owned, nullable; the queue.
 * @error CLMEM_ERROR_NO_OPENCL     the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE  @p queue is not a valid queue (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_queue_release(cl_command_queue queue);

/** What a command waits for: the options of commands that have no others. */
typedef struct clmem_enqueue_options {
    uint32_t struct_size;
    uint32_t wait_count;         /**< how many events the command waits for; 0, which *_INIT sets: none */
    const cl_event *wait_events; /**< the events; NULL only when wait_count is 0 */
} clmem_enqueue_options;
/* clang-format off */
#define CLMEM_ENQUEUE_OPTIONS_INIT {sizeof(clmem_enqueue_options), 0, NULL}
/* clang-format on */

/**
 * Waits until events are complete (clWaitForEvents).
 *
 * @param[in] count   copied; how many events; 0 returns at once.
 * @param[in] events  borrowed, nullable, length count; the events; NULL only when @p count is 0.
 * @error CLMEM_ERROR_INVALID_ARGUMENT                  @p events is NULL with a count above 0.
 * @error CLMEM_ERROR_NO_OPENCL                         the OpenCL library cannot be loaded.
 * @error CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST  a command failed, or another code of clWaitForEvents.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_event_wait(uint32_t count, const cl_event *events);

/** When a command reached each of its states, in nanoseconds of the device's clock; only differences have a meaning. */
typedef struct clmem_event_times {
    uint32_t struct_size;
    uint32_t reserved;     /**< zero */
    uint64_t queued_ns;    /**< the host enqueued the command (CL_PROFILING_COMMAND_QUEUED) */
    uint64_t submitted_ns; /**< the host submitted the command to the device (CL_PROFILING_COMMAND_SUBMIT) */
    uint64_t started_ns;   /**< the device began the command (CL_PROFILING_COMMAND_START) */
    uint64_t ended_ns;     /**< the device finished the command (CL_PROFILING_COMMAND_END) */
    /** the commands that it enqueued on the device were finished, too (CL_PROFILING_COMMAND_COMPLETE); the same as
     *  ended_ns on devices older than OpenCL 2.0 */
    uint64_t completed_ns;
} clmem_event_times;
/* clang-format off */
#define CLMEM_EVENT_TIMES_INIT {sizeof(clmem_event_times), 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Returns when a command was enqueued, submitted, started and finished (clGetEventProfilingInfo).
 *
 * The command's queue must have been created with CLMEM_QUEUE_PROFILING, and the command must be complete: wait for the
 * event first.
 *
 * @param[in]  event      borrowed; the command's event.
 * @param[out] out_times  copied; the times.
 * @error CLMEM_ERROR_INVALID_ARGUMENT     @p event or @p out_times is NULL, or its struct_size is wrong.
 * @error CLMEM_ERROR_NO_OPENCL            the OpenCL library cannot be loaded.
 * @error CL_PROFILING_INFO_NOT_AVAILABLE  the queue does not measure times, the command is not complete, or the event
 *                                         is a user event; the message says which.
 * @error CL_INVALID_EVENT                 @p event is not a valid event (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_event_profile(cl_event event, clmem_event_times *out_times);

/**
 * Releases an event (clReleaseEvent).
 *
 * @param[in] event  owned, nullable; the event.
 * @error CLMEM_ERROR_NO_OPENCL  the OpenCL library cannot be loaded.
 * @error CL_INVALID_EVENT       @p event is not a valid event (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_event_release(cl_event event);

/**
 * Returns the address of a function of the OpenCL library that clmem has loaded, for bindings and programs that do not
 * link one, so that the whole process uses the same loader. The library is loaded at the first use.
 *
 * @param[in]  name          copied; the function's name, for example "clGetPlatformInfo".
 * @param[out] out_function  borrowed; its address, valid until the process ends.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CLMEM_ERROR_UNSUPPORTED       the library has no such function.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_opencl_function(const char *name, void **out_function);

/**
 * Finds an OpenCL function for clmem. Any thread may call it. No lock is held during the call, which may use nothing of
 * clmem.
 *
 * @param[in]  user          borrowed, nullable; the pointer given to clmem_opencl_set_functions().
 * @param[in]  name          borrowed; the function's name, for example "clCreateBuffer".
 * @param[out] out_function  borrowed; its address, valid until the process ends; NULL if there is no such function.
 * @return 0, or another number if the search failed.
 */
typedef int32_t(CLMEM_CALL *clmem_opencl_find_fn)(void *user, const char *name, void **out_function);

/**
 * Makes clmem call the OpenCL functions that the program finds, instead of those of a library that clmem loads: for
 * programs that load OpenCL themselves, and for OpenCL layers. No call before this one may have used OpenCL.
 *
 * The call asks for every function that clmem may need, and makes no OpenCL call. Later, clmem asks only for the
 * functions named to clmem_opencl_function().
 *
 * @param[in] find  retained; finds a function by its name.
 * @param[in] user  retained, nullable; passed to @p find, for which it must stay valid.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p find is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         @p find does not find a function of OpenCL 1.1; the message names it.
 * @error CLMEM_ERROR_UNSUPPORTED       clmem has OpenCL functions already.
 * @error CLMEM_ERROR_CALLBACK          @p find failed.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_opencl_set_functions(clmem_opencl_find_fn find, void *user);

CLMEM_END_DECLARATIONS

#endif
