/* clmem: the memory runtime for OpenCL, from any language.
 * SPDX-License-Identifier: MIT
 *
 * Introduction
 * ------------
 * A GPU program allocates and frees device memory thousands of times a second, and drivers are slow at it. clmem puts a
 * pool in between: it allocates slabs from the driver, splits them into blocks, and reuses freed blocks without a
 * driver call. Ten lines lead to a working pool:
 *
 *     cl_device_id device; cl_context context; cl_mem mem;
 *     clmem_provider provider; clmem_pool pool; clmem_buffer buffer;
 *     CHECK(clmem_device_choose(NULL, &device));
 *     CHECK(clmem_context_create(device, &context));
 *     CHECK(clmem_provider_create_buffer(context, CL_MEM_READ_WRITE, &provider));
 *     CHECK(clmem_pool_create(provider, NULL, &pool));
 *     CHECK(clmem_provider_release(provider));                 // the pool keeps it
 *     CHECK(clmem_pool_allocate(pool, NULL, 1 << 20, &buffer));
 *     CHECK(clmem_buffer_mem(buffer, &mem));                   // any OpenCL call takes it
 *     CHECK(clmem_buffer_release(buffer));                     // back to the pool, for the next allocation
 *     CHECK(clmem_pool_release(pool));
 *     CHECK(clmem_context_release(context));
 *
 * Every OpenCL object may also come from the program: contexts, devices, queues and events are OpenCL's own, as
 * <CL/cl.h> declares them. clmem owns memory only.
 *
 * Pages on one subject each, with programs: docs/handles-and-errors.md, docs/queue-order.md (pools and queues),
 * docs/footprint.md, docs/svm.md, docs/transfers-and-maps.md. docs/glossary.md explains the words.
 *
 * Rules that hold everywhere
 * --------------------------
 * - Every function returns a clmem_status: CLMEM_SUCCESS (0), one of OpenCL's negative codes, passed through, or one of
 *   clmem's positive codes. Results are the last parameters, named out_*. On failure every single output is set to zero
 *   or NULL; clmem_error_last() then returns what went wrong and what to do. A call that fails inside a callback writes
 *   the thread's record too, even if the call that runs the callback succeeds.
 * - Handles (clmem_provider, clmem_pool, clmem_buffer, ...) are tokens, never pointers. A handle that is stale, NULL,
 *   of the wrong type or of another copy of the library gives CLMEM_ERROR_INVALID_HANDLE. The release functions accept
 *   NULL and do nothing, like free(), since a request for zero bytes succeeds without an object.
 * - Children keep their parents alive: a pool may be released before its buffers, a provider before its pools.
 * - Any thread may call any function at any time, and every function exists since version 0.1, unless its comment says
 *   otherwise. A release that races with another use of the same handle takes effect after it, or the other use gets
 *   CLMEM_ERROR_INVALID_HANDLE.
 * - A command that clmem enqueues waits for the events that it is given, and returns an event if the output is not
 *   NULL. The memory that it uses counts as used by its queue: a block released meanwhile is not reused while the
 *   command runs. Report the program's own commands in other queues than a block's by clmem_pool_record_use(). The
 *   program orders commands in different queues, by events, and flushes a queue before another one waits for it.
 * - Sizes, offsets and alignments are in bytes. Where a size may be left open, SIZE_MAX means as much as there is, or
 *   fits.
 * - Structs begin with struct_size, their size in bytes. The *_INIT macro sets it and zeroes the rest, except for the
 *   sizes of clmem_transfer_options; a language without macros does the same. In options zero is the default. An
 *   amount (the size of a transfer, of host memory or of a launch) of 0 is empty; it never means everything. The
 *   comment of each amount says what the macro sets, and what it means in a struct that is zeroed by hand.
 * - Later versions only append members, so that programs and libraries of different versions understand each other:
 *   members that the library does not know must be zero in inputs, and are set to zero in outputs. Reserved members
 *   must be zero. No struct has more than 65536 bytes.
 * - After fork() the child process gets CLMEM_ERROR_FORKED: device memory does not survive a fork.
 * - Functions are not safe in signal handlers, and threads must not be cancelled inside them.
 * - Callbacks must not throw. If one that returns a value throws a C++ exception, the call that runs it fails with
 *   CLMEM_ERROR_CALLBACK; an exception from any other callback ends the process with a message that names it.
 *
 * How to read the comments
 * ------------------------
 * Each section begins with what its functions have in common, and an example. In the examples CHECK() stands for the
 * program's handling of a failure, and device, context, queue and pool exist: created as above, the queue by
 * clmem_queue_create().
 *
 * A parameter's direction is in brackets; then come tags, separated by commas, before the first semicolon:
 * - owned: the receiver must release it (an output: the caller; an input: clmem)
 * - borrowed: used during the call only (an input), or valid while its parent is valid (an output)
 * - retained: clmem keeps a reference while it needs the object
 * - copied: the value is copied
 * - nullable: NULL is allowed
 * - length X: an array with as many elements as the parameter X says, or the number X
 *
 * Each error has its own line with its cause. tools/generate.py reads all of this. */
#ifndef CLMEM_H
#define CLMEM_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define CLMEM_CALL __cdecl
#if defined(CLMEM_BUILD)
#define CLMEM_API __declspec(dllexport)
#else
#define CLMEM_API __declspec(dllimport)
#endif
#else
#define CLMEM_CALL
#define CLMEM_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ==== version =======================================================================================================
 *
 * The header's version consists of macros; a call returns the version of the running library. Before 1.0 a new minor
 * version may change the interface; later only a new major version does.
 *
 *     uint32_t major, minor, patch;
 *     CHECK(clmem_version(&major, &minor, &patch));
 *     if (major != CLMEM_VERSION_MAJOR || minor < CLMEM_VERSION_MINOR) { puts("the library is too old"); }
 */

#define CLMEM_VERSION_MAJOR 0
#define CLMEM_VERSION_MINOR 1
#define CLMEM_VERSION_PATCH 0

/** The outcome of a call: 0, OpenCL's negative codes, clmem's positive ones (clmem_status_code). */
typedef int32_t clmem_status;

/**
 * Returns the version of the running library, which may be newer than this header.
 *
 * @param[out] out_major  copied; the major number; another one may break programs.
 * @param[out] out_minor  copied; the minor number, for additions.
 * @param[out] out_patch  copied; the patch number, for corrections.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  an output is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_version(uint32_t *out_major, uint32_t *out_minor, uint32_t *out_patch);

/* ==== error =========================================================================================================
 *
 * Every call returns a status, and every failure fills the error record of its thread: the call, what is wrong, what to
 * do, and the OpenCL code that caused it. A success does not change the record. The record's strings are valid until
 * the thread's next failure. clmem prints and throws nothing. (docs/handles-and-errors.md)
 *
 *     clmem_buffer block;
 *     if (clmem_pool_allocate(pool, queue, (size_t)1 << 50, &block) != CLMEM_SUCCESS) {
 *         clmem_error error = CLMEM_ERROR_INIT;
 *         CHECK(clmem_error_last(&error));
 *         printf("%s: %s (OpenCL's code: %d)\n", error.function, error.message, (int)error.opencl_code);
 *     }
 */

/** clmem's own status codes. OpenCL's codes are negative and mean what the OpenCL specification says. */
typedef enum clmem_status_code {
    CLMEM_SUCCESS = 0,                /**< success */
    CLMEM_ERROR_INVALID_HANDLE = 1,   /**< a handle is NULL, stale, of another type or of another copy of the library */
    CLMEM_ERROR_INVALID_ARGUMENT = 2, /**< an argument is out of its range; the message names it */
    /** the limit is reached, or the driver is out of memory: opencl_code says which */
    CLMEM_ERROR_OUT_OF_MEMORY = 3,
    CLMEM_ERROR_OUT_OF_HOST_MEMORY = 4, /**< the process is out of memory */
    CLMEM_ERROR_UNSUPPORTED = 5,        /**< the device or the provider lacks a feature; the message names it */
    CLMEM_ERROR_NO_OPENCL = 6,          /**< the OpenCL library (the ICD loader) cannot be loaded */
    CLMEM_ERROR_NO_DEVICE = 7,          /**< no device matches the selector, or none works */
    CLMEM_ERROR_FORKED = 8,             /**< called in a child process after fork() */
    /** a callback of the program failed, or called a function that callbacks may not call */
    CLMEM_ERROR_CALLBACK = 9,
    CLMEM_ERROR_INTERNAL = 10 /**< a fault in clmem: please report it */
} clmem_status_code;

/** The record of this thread's last failed call. */
typedef struct clmem_error {
    uint32_t struct_size;
    /** the status that the call returned; CLMEM_SUCCESS if no call of this thread has failed yet */
    clmem_status status;
    int32_t opencl_code;  /**< OpenCL's code, 0 if OpenCL was not the cause */
    uint32_t reserved;    /**< zero */
    const char *function; /**< name of the function that failed; never NULL */
    const char *message;  /**< what happened and what to do, in English, UTF-8, of any length; never NULL */
} clmem_error;
/* clang-format off */
#define CLMEM_ERROR_INIT {sizeof(clmem_error), 0, 0, 0, NULL, NULL}
/* clang-format on */

/**
 * Returns the error record of this thread's last failed call.
 *
 * A failing call always writes the record, a successful one never changes it. This call leaves the record unchanged
 * even when it fails.
 *
 * @param[out] out_error  borrowed; the record. Its strings are valid until the next failing call of this thread.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_error is NULL or its struct_size is wrong.
 * @threadsafety any thread; each has its own record
 */
CLMEM_API clmem_status CLMEM_CALL clmem_error_last(clmem_error *out_error);

/**
 * Returns the name of a status as in this header or in the OpenCL headers.
 *
 * @param[in]  status    copied; any number.
 * @param[out] out_name  borrowed; the name, valid until the process ends; "unknown status" for an unknown number.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_name is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_status_name(clmem_status status, const char **out_name);

/* ==== log ===========================================================================================================
 *
 * The log says in sentences what clmem does: how pools grow and trim, why memory is short, which calls fail, which
 * queues come and go, how long the driver takes. It is off by default and costs nothing then. The environment
 * variable CLMEM_LOG (error, warning, info or debug) turns it on for any program and writes to standard error; a
 * program can turn it on by a call, and may receive the lines itself. (docs/debugging.md)
 *
 *     CHECK(clmem_log_set_callback(CLMEM_LOG_INFO, NULL, NULL)); // to standard error, as CLMEM_LOG=info does
 *     CHECK(clmem_log_set_callback(CLMEM_LOG_NONE, NULL, NULL));
 */

/** How much the log says. Each level includes those before it. */
typedef enum clmem_log_level {
    CLMEM_LOG_NONE = 0,    /**< nothing */
    CLMEM_LOG_ERROR = 1,   /**< calls that fail */
    CLMEM_LOG_WARNING = 2, /**< problems that a pool recovers from: a driver that refuses memory */
    CLMEM_LOG_INFO = 3,    /**< pools, their growth and trim, queues, the OpenCL library */
    CLMEM_LOG_DEBUG = 4    /**< why a pool grows, and each call of the driver with its time */
} clmem_log_level;

/**
 * Receives a line of the log. Any thread may call it, several at the same time. No pool's lock is held during the call.
 * It may release memory, but not allocate; lines that its own calls cause are dropped.
 *
 * @param[in] user   borrowed, nullable; the pointer given to clmem_log_set_callback().
 * @param[in] level  copied; the line's clmem_log_level, never CLMEM_LOG_NONE.
 * @param[in] line   borrowed; the line as written to standard error, without its end.
 */
typedef void(CLMEM_CALL *clmem_log_fn)(void *user, uint32_t level, const char *line);

/**
 * Chooses how much to log and who receives it, instead of CLMEM_LOG and of an earlier call. When it returns, no thread
 * is inside the earlier callback, and none will call it again.
 *
 * @param[in] level     copied; a clmem_log_level.
 * @param[in] callback  retained, nullable; receives the lines; NULL: they go to standard error.
 * @param[in] user      retained, nullable; passed to the callback, for which it must stay valid.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p level is not a clmem_log_level.
 * @error CLMEM_ERROR_CALLBACK          called from inside a callback of clmem.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_log_set_callback(uint32_t level, clmem_log_fn callback, void *user);

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

/** A device as clmem sees it. */
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
    char name[128];              /**< CL_DEVICE_NAME, truncated to fit */
    char platform_name[128];     /**< CL_PLATFORM_NAME, truncated to fit */
    char driver_version[128];    /**< CL_DRIVER_VERSION, truncated to fit */
} clmem_device_info;
/* clang-format off */
#define CLMEM_DEVICE_INFO_INIT {sizeof(clmem_device_info), 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}, {0}}
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
 * Lists the devices on which tests should run, each once.
 *
 * A device selector is "PLATFORM:DEVICE,DEVICE;PLATFORM=DEVICE;PLATFORM": entries are separated by ';', a platform from
 * its devices by ':' or '=', devices by ','. Each part is a number (counted from 0) or a part of the name, in any case,
 * and selects everything that matches it; a platform alone selects all its devices. Without a selector the environment
 * variable CLMEM_TEST is used, then PYOPENCL_TEST; without those, all devices. (pyopencl's documents, "Testing".)
 *
 * @param[in]  selector     copied, nullable; the device selector.
 * @param[in]  capacity     copied; the number of elements in @p out_devices.
 * @param[out] out_devices  borrowed, nullable, length capacity; the first devices. They live as long as the process.
 * @param[out] out_count    copied; how many devices there are, which may be more than @p capacity; 0 on a machine
 *                          without devices if there is no selector.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_count is NULL, or @p out_devices is NULL with a capacity above 0.
 * @error CLMEM_ERROR_NO_DEVICE         a part of the selector matches nothing; the message lists the devices.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @threadsafety any thread, while no other thread changes the environment
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_list_for_tests(const char *selector, uint32_t capacity,
                                                              cl_device_id *out_devices, uint32_t *out_count);

/** Which values of a clmem_device_data are known (bits of its member known). The others are 0. */
typedef enum clmem_device_data_flag {
    CLMEM_DEVICE_DATA_CAPABILITY = 1,              /**< capability_major and capability_minor */
    CLMEM_DEVICE_DATA_MAX_THREADS = 2,             /**< max_threads */
    CLMEM_DEVICE_DATA_WARP_SIZE = 4,               /**< warp_size */
    CLMEM_DEVICE_DATA_WARPS = 8,                   /**< warps_per_mp */
    CLMEM_DEVICE_DATA_THREAD_BLOCKS = 16,          /**< thread_blocks_per_mp */
    CLMEM_DEVICE_DATA_REGISTERS = 32,              /**< registers */
    CLMEM_DEVICE_DATA_REGISTERS_PER_MP = 64,       /**< registers_per_mp, register_granularity, register_partitions */
    CLMEM_DEVICE_DATA_REGISTERS_PER_THREAD = 128,  /**< registers_per_thread */
    CLMEM_DEVICE_DATA_SHARED_MEMORY = 256,         /**< shared_memory_bytes */
    CLMEM_DEVICE_DATA_SHARED_MEMORY_LARGEST = 512, /**< shared_memory_largest_bytes */
    CLMEM_DEVICE_DATA_SHARED_MEMORY_PER_MP = 1024, /**< shared_memory_per_mp_bytes */
    /** smem_alloc_granularity_bytes, shared_memory_reserved_bytes */
    CLMEM_DEVICE_DATA_SMEM_ALLOC_GRANULARITY = 2048,
    CLMEM_DEVICE_DATA_SMEM_GRANULARITY = 4096, /**< smem_granularity */
    CLMEM_DEVICE_DATA_LINE = 8192              /**< line_bytes */
} clmem_device_data_flag;

/**
 * The resources of a device's multiprocessors (pyopencl's DeviceData). A thread is OpenCL's work-item, a thread block
 * its work-group, a multiprocessor its compute unit, shared memory its local memory.
 */
typedef struct clmem_device_data {
    uint32_t struct_size;
    uint32_t reserved;                   /**< zero */
    uint64_t known;                      /**< clmem_device_data_flag bits: the known values; the others are 0 */
    uint32_t capability_major;           /**< NVIDIA's compute capability: major number */
    uint32_t capability_minor;           /**< NVIDIA's compute capability: minor number */
    uint32_t max_threads;                /**< most threads in a block */
    uint32_t warp_size;                  /**< threads that run in step: a warp, a wavefront; 1 if each runs alone */
    uint32_t warps_per_mp;               /**< most warps on a multiprocessor at once */
    uint32_t thread_blocks_per_mp;       /**< most blocks on a multiprocessor at once */
    uint32_t registers;                  /**< 32-bit registers that a block can have */
    uint32_t registers_per_mp;           /**< 32-bit registers of a multiprocessor */
    uint32_t registers_per_thread;       /**< most registers that a thread can have */
    uint32_t register_granularity;       /**< registers are allocated to warps in multiples of this */
    uint32_t register_partitions;        /**< parts of a multiprocessor; a warp has all its registers in one */
    uint32_t smem_granularity;           /**< threads that take part in banked, simultaneous access to shared memory */
    size_t shared_memory_bytes;          /**< shared memory that a block can have by default */
    size_t shared_memory_largest_bytes;  /**< most shared memory that a block can request, which OpenCL cannot do */
    size_t shared_memory_per_mp_bytes;   /**< shared memory of a multiprocessor */
    size_t shared_memory_reserved_bytes; /**< shared memory that the system reserves for each block */
    size_t smem_alloc_granularity_bytes; /**< shared memory is allocated in multiples of this */
    size_t line_bytes;                   /**< the cache line of global memory */
} clmem_device_data;
/* clang-format off */
#define CLMEM_DEVICE_DATA_INIT {sizeof(clmem_device_data), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Returns the data of a device (pyopencl's DeviceData).
 *
 * The values come from queries (cl_nv_device_attribute_query, cl_amd_device_attribute_query, and OpenCL's own) and, for
 * NVIDIA's devices of compute capability 5.0 to 12.1, from clmem's table. A value that neither has is unknown, and 0.
 *
 * @param[in]  device    borrowed; the device.
 * @param[out] out_data  copied; the data.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL or struct_size is wrong.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_get_data(cl_device_id device, clmem_device_data *out_data);

/**
 * Returns the data of NVIDIA's devices of a compute capability; needs neither a device nor OpenCL.
 *
 * @param[in]  major     copied; the compute capability's major number.
 * @param[in]  minor     copied; its minor number.
 * @param[out] out_data  copied; the data; all values are known.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_data is NULL or its struct_size is wrong.
 * @error CLMEM_ERROR_UNSUPPORTED       the compute capability is not in clmem's table; the message lists the table's.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_data_for_capability(uint32_t major, uint32_t minor,
                                                                   clmem_device_data *out_data);

/**
 * Returns the distance of base addresses in global memory for which a warp's accesses to words take the fewest
 * transfers (the documents' align_bytes): a warp's words or the cache line, whichever is smaller; the cache line if the
 * warp size is unknown.
 *
 * @param[in]  data        borrowed; the device's data.
 * @param[in]  word_bytes  copied; size of the words: 1, 2, 4, 8 or 16.
 * @param[out] out_bytes   copied; the distance.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, struct_size is wrong, a reserved member is not zero, or @p
 *                                      word_bytes is not one of those.
 * @error CLMEM_ERROR_UNSUPPORTED       the data lacks the cache line.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_align_bytes(const clmem_device_data *data, uint32_t word_bytes,
                                                           size_t *out_bytes);

/**
 * Rounds bytes up to a multiple of the result of clmem_device_align_bytes() (pyopencl's align).
 *
 * @param[in]  data        borrowed; the device's data.
 * @param[in]  bytes       copied; the number.
 * @param[in]  word_bytes  copied; size of the words: 1, 2, 4, 8 or 16.
 * @param[out] out_bytes   copied; the rounded number.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, struct_size is wrong, a reserved member is not zero, @p
 *                                      word_bytes is not one of those, or the result is too large for a size_t.
 * @error CLMEM_ERROR_UNSUPPORTED       the data lacks the cache line.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_align(const clmem_device_data *data, size_t bytes, uint32_t word_bytes,
                                                     size_t *out_bytes);

/**
 * Returns the result of clmem_device_align_bytes() in words (pyopencl's align_words).
 *
 * @param[in]  data        borrowed; the device's data.
 * @param[in]  word_bytes  copied; size of the words: 1, 2, 4, 8 or 16.
 * @param[out] out_words   copied; how many words.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, struct_size is wrong, a reserved member is not zero, @p
 *                                      word_bytes is not one of those, or the words do not divide the distance.
 * @error CLMEM_ERROR_UNSUPPORTED       the data lacks the cache line.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_align_words(const clmem_device_data *data, uint32_t word_bytes,
                                                           size_t *out_words);

/**
 * Rounds elements up to a multiple of the result of clmem_device_align_words() (pyopencl's align_dtype).
 *
 * @param[in]  data           borrowed; the device's data.
 * @param[in]  elements       copied; how many elements.
 * @param[in]  element_bytes  copied; size of an element: 1, 2, 4, 8 or 16.
 * @param[out] out_elements   copied; the rounded number.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, struct_size is wrong, a reserved member is not zero, @p
 *                                      element_bytes is not one of those, the elements do not divide the distance, or
 *                                      the result is too large for a size_t.
 * @error CLMEM_ERROR_UNSUPPORTED       the data lacks the cache line.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_align_dtype(const clmem_device_data *data, size_t elements,
                                                           uint32_t element_bytes, size_t *out_elements);

/**
 * Rounds a number of channels up to one that textures support (pyopencl's make_valid_tex_channel_count).
 *
 * @param[in]  channels      copied; 1 to 4.
 * @param[out] out_channels  copied; 1, 2 or 4.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_channels is NULL, or @p channels is 0 or above 4.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_device_texture_channels(uint32_t channels, uint32_t *out_channels);

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
 *     CHECK(clmem_provider_create_pinned(queue, CL_MEM_READ_WRITE, &pinned));
 *     CHECK(clmem_provider_allocate(pinned, 1 << 20, &staging)); // a whole allocation; a pool splits its own
 *     CHECK(clmem_provider_release(pinned));                     // the block keeps what it needs
 *     CHECK(clmem_svm_pointer(staging, &address));
 *     memset(address, 0, 1 << 20);                               // host memory, for transfers at full speed
 *     CHECK(clmem_buffer_release(staging));
 */

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

/**
 * Creates a provider of OpenCL buffers as the driver creates them (clCreateBuffer; pyopencl's DeferredAllocator).
 *
 * Most drivers allocate the memory only at the first use, so an out-of-memory error may come from a command.
 * clmem_provider_create_immediate() avoids that.
 *
 * @param[in]  context       retained; the context. The alignment is the largest of its devices'.
 * @param[in]  memory_flags  copied; cl_mem_flags: kernel access and host access, usually CL_MEM_READ_WRITE. Flags with
 *                           a host pointer are refused.
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or the flags are unknown, contradict each other or need a
 *                                      host pointer.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_buffer(cl_context context, uint64_t memory_flags,
                                                               clmem_provider *out_provider);

/**
 * Creates a provider of OpenCL buffers whose memory is allocated immediately (pyopencl's ImmediateAllocator).
 *
 * Each driver allocation is migrated to the queue's device with undefined content; on a device below OpenCL 1.2 one
 * byte at either end is written. Some drivers promise more than they have and then fail badly, so an allocation that
 * would exceed the device's memory in total is refused before the driver is called.
 *
 * @param[in]  queue         retained; the queue, whose context and device are used.
 * @param[in]  memory_flags  copied; cl_mem_flags as in clmem_provider_create_buffer().
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or the flags are unknown, contradict each other or need a
 *                                      host pointer.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_immediate(cl_command_queue queue, uint64_t memory_flags,
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
 * @param[in]  memory_flags  copied; cl_svm_mem_flags: one of CL_MEM_READ_WRITE, CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY
 *                           as kernels see it (0: CL_MEM_READ_WRITE), CL_MEM_SVM_FINE_GRAIN_BUFFER, and
 *                           CL_MEM_SVM_ATOMICS, which needs it.
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or the flags are unknown, contradict each other or lack
 *                                      CL_MEM_SVM_FINE_GRAIN_BUFFER with CL_MEM_SVM_ATOMICS.
 * @error CLMEM_ERROR_UNSUPPORTED       a device of the context lacks a capability; the message names it, for example
 *                                      CL_DEVICE_SVM_COARSE_GRAIN_BUFFER.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_svm(cl_context context, uint64_t memory_flags,
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
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p context or @p out_provider is NULL, @p kind is not a clmem_usm_kind, @p
 *                                      device is NULL although the kind needs a device, or not NULL although it has
 *                                      none, or not a device of the context.
 * @error CLMEM_ERROR_UNSUPPORTED       the device (for host memory any device of the context) lacks the extension or
 *                                      this kind of memory; the message names what is missing, for example
 *                                      CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_usm(cl_context context, cl_device_id device, uint32_t kind,
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
 * @param[in]  memory_flags  copied; cl_mem_flags: at most one of CL_MEM_READ_WRITE, CL_MEM_READ_ONLY and
 *                           CL_MEM_WRITE_ONLY; CL_MEM_ALLOC_HOST_PTR is added.
 * @param[out] out_provider  owned; the provider, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or the flags are unknown, contradict each other or restrict
 *                                      the host.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue (reported by the driver), or another code of
 *                                      clCreateCommandQueue.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_pinned(cl_command_queue queue, uint64_t memory_flags,
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
 *     CHECK(clmem_buffer_fill(first, queue, &zero, sizeof zero, 0, SIZE_MAX, 0, NULL, NULL));
 *     CHECK(clmem_buffer_release(first));                        // the fill may still be running
 *     CHECK(clmem_pool_allocate(pool, queue, 1 << 20, &second)); // the same memory, after the fill; no driver call
 *     CHECK(clmem_buffer_release(second));
 */

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
 * use is complete. The pool learns that from markers, each for many blocks, and from clmem_queue_finish() in the thread
 * that released the block.
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
 * @param[in]  bytes       copied; the size; 0 succeeds without an object: @p out_buffer is set to NULL.
 * @param[in]  options     copied, nullable; the options; NULL for the defaults.
 * @param[out] out_buffer  owned; the block, to be released by clmem_buffer_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_buffer is NULL, @p bytes is 2^62 or more, struct_size is wrong, a flag or
 *                                      the tag is unknown, or the alignment is not a power of two or above 2^30.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     as for clmem_pool_allocate().
 * @error CLMEM_ERROR_UNSUPPORTED       as for clmem_pool_allocate().
 * @error CLMEM_ERROR_CALLBACK          called from inside a callback of clmem.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_allocate_with(clmem_pool pool, size_t bytes,
                                                           const clmem_allocation_options *options,
                                                           clmem_buffer *out_buffer);

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

/**
 * Releases a pool. Its blocks remain valid; each slab is returned to the driver when its last block is released.
 *
 * @param[in] pool  owned, nullable; the pool; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p pool is not a live pool.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_release(clmem_pool pool);

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
 *     CHECK(clmem_buffer_fill(half, queue, &pattern, sizeof pattern, 0, SIZE_MAX, 0, NULL, NULL));
 *     CHECK(clmem_buffer_release(half));
 */

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

/**
 * Fills a range with a pattern (clEnqueueFillBuffer, section "Filling Buffer Objects", or clEnqueueSVMMemFill).
 *
 * Where a driver has no fill (before OpenCL 1.2), or is known to fail (2 GiB and more on NVIDIA, memory with addresses
 * on PoCL), clmem uses other commands.
 *
 * @param[in]  buffer         borrowed; the buffer, or shared virtual memory.
 * @param[in]  queue          borrowed; the queue.
 * @param[in]  pattern        copied; the pattern, no longer used when the call returns.
 * @param[in]  pattern_bytes  copied; its size: 1, 2, 4, 8, 16, 32, 64 or 128.
 * @param[in]  offset_bytes   copied; the range's offset, a multiple of the pattern's size.
 * @param[in]  bytes          copied; the size of the range, a multiple of the pattern's size; SIZE_MAX: as many whole
 *                            patterns as fit between the offset and the end; 0 fills nothing.
 * @param[in]  wait_count     copied; how many events the command waits for.
 * @param[in]  wait_events    borrowed, nullable, length wait_count; the events; NULL only when @p wait_count is 0.
 * @param[out] out_event      owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, a size or an offset is not among the above, or the
 *                                      range ends beyond the end.
 * @error CLMEM_ERROR_UNSUPPORTED       the block's provider has neither OpenCL buffers nor addresses for commands, or
 *                                      the pool knows 63 queues already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the block's slab, but has no memory for it.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of the command.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_buffer_fill(clmem_buffer buffer, cl_command_queue queue, const void *pattern,
                                                    size_t pattern_bytes, size_t offset_bytes, size_t bytes,
                                                    uint32_t wait_count, const cl_event *wait_events,
                                                    cl_event *out_event);

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
 * @param[in]  wait_count   copied; how many events the command waits for.
 * @param[in]  wait_events  borrowed, nullable, length wait_count; the events; NULL only when @p wait_count is 0.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    one of @p memories is not a live memory object.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p count is 0, or @p flags has other bits.
 * @error CLMEM_ERROR_UNSUPPORTED       the library or device is older than OpenCL 1.2, or one of them is an address:
 *                                      clmem_svm_migrate() moves those.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueMigrateMemObjects.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_memory_migrate(cl_command_queue queue, uint32_t count,
                                                       const clmem_memory *memories, uint64_t flags,
                                                       uint32_t wait_count, const cl_event *wait_events,
                                                       cl_event *out_event);

/**
 * Releases memory of any kind: a block returns to its pool, other memory to the driver when no command uses it.
 *
 * Sub-regions, images and maps of it remain valid, and prevent the reuse of a block.
 *
 * @param[in] memory  owned, nullable; the memory; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p memory is not a live memory object.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_memory_release(clmem_memory memory);

/* ==== map ===========================================================================================================
 *
 * A map lets the host access memory from the map to its unmapping, which are commands in a queue. It keeps its memory
 * alive and prevents the reuse of a block. An object may have many maps at a time. Releasing a map unmaps it; unmapping
 * it twice is harmless. (docs/transfers-and-maps.md)
 *
 *     clmem_buffer block;
 *     clmem_map map;
 *     clmem_map_info info = CLMEM_MAP_INFO_INIT;
 *     CHECK(clmem_pool_allocate(pool, queue, 4096, &block));
 *     CHECK(clmem_map_buffer(block, queue, CL_MAP_WRITE, 0, SIZE_MAX, 1, 0, NULL, &map, NULL));
 *     CHECK(clmem_map_describe(map, &info));
 *     memset(info.pointer, 1, info.bytes);
 *     CHECK(clmem_map_release(map)); // unmaps it: later commands in the queue see the changes
 *     CHECK(clmem_buffer_release(block));
 */

/** A region of a buffer, an image or shared virtual memory that the host can access. A token, never a pointer. */
typedef struct clmem_map_token *clmem_map;

/** The properties of a map. */
typedef struct clmem_map_info {
    uint32_t struct_size;
    uint32_t is_mapped;     /**< 1 until it is unmapped */
    void *pointer;          /**< borrowed: the host's address of the region's first byte; NULL after it is unmapped */
    size_t bytes;           /**< the region's size on the host, including an image's pitches */
    size_t row_pitch_bytes; /**< of an image: distance of the rows, chosen by the driver; 0 for other memory */
    /** of an image: distance of the slices, or of the images of an array, chosen by the driver */
    size_t slice_pitch_bytes;
    cl_command_queue queue; /**< borrowed: the queue on which it was mapped */
} clmem_map_info;
/* clang-format off */
#define CLMEM_MAP_INFO_INIT {sizeof(clmem_map_info), 0, NULL, 0, 0, 0, NULL}
/* clang-format on */

/**
 * Maps a part of a buffer or of shared virtual memory into host memory (clEnqueueMapBuffer, section "Mapping Buffer
 * Objects", or clEnqueueSVMMap).
 *
 * An object may have any number of maps at a time. The program must ensure that two maps which are written do not
 * overlap, and that no command uses a region that is mapped for writing. Until it is unmapped, a map keeps its memory
 * alive and prevents the reuse of a block, even after the block's release.
 *
 * @param[in]  buffer        borrowed; the buffer, or shared virtual memory of either grain; the map retains it.
 * @param[in]  queue         retained; the queue.
 * @param[in]  flags         copied; CL_MAP_READ, CL_MAP_WRITE, both, or CL_MAP_WRITE_INVALIDATE_REGION alone (OpenCL
 *                           1.2).
 * @param[in]  offset_bytes  copied; the region's offset.
 * @param[in]  bytes         copied; the region's size; SIZE_MAX: to the end; 0 succeeds without an object: @p out_map
 *                           is set to NULL.
 * @param[in]  blocking      copied; 1: returns when the content can be read; 0: returns at once, and the content can be
 *                           read when the event is complete.
 * @param[in]  wait_count    copied; how many events the command waits for.
 * @param[in]  wait_events   borrowed, nullable, length wait_count; the events; NULL only when @p wait_count is 0.
 * @param[out] out_map       owned; the map, to be released by clmem_map_release().
 * @param[out] out_event     owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p flags are not among the above, @p blocking is
 *                                      neither 0 nor 1, the region ends beyond the end, @p bytes is SIZE_MAX for an
 *                                      address of unknown size, or the queue is of another context than the block.
 * @error CLMEM_ERROR_UNSUPPORTED       no map is needed (page-locked memory, USM) or there is no command for it, the
 *                                      library or device is too old for the command, or the pool knows 63 queues
 *                                      already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the memory, but has none.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of the command.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_map_buffer(clmem_buffer buffer, cl_command_queue queue, uint64_t flags,
                                                   size_t offset_bytes, size_t bytes, uint32_t blocking,
                                                   uint32_t wait_count, const cl_event *wait_events, clmem_map *out_map,
                                                   cl_event *out_event);

/**
 * Maps a box of an image into host memory (clEnqueueMapImage, section "Mapping Image Objects").
 *
 * The driver chooses how far apart the rows lie: clmem_map_describe() returns the pitches, which may differ from those
 * with which the image was created. Otherwise see clmem_map_buffer().
 *
 * @param[in]  image        borrowed; the image; the map retains it.
 * @param[in]  queue        retained; the queue.
 * @param[in]  flags        copied; as in clmem_map_buffer().
 * @param[in]  origin       copied; 3 numbers: the box's first pixel, row and slice. An array's images count as rows of
 *                          a 1D array, as slices of a 2D array. 0 for dimensions that the image lacks.
 * @param[in]  region       copied; 3 numbers: how many pixels, rows and slices; 1 for dimensions that the image lacks;
 *                          SIZE_MAX: to the end; if one is 0 the call succeeds without an object: @p out_map is set to
 *                          NULL.
 * @param[in]  blocking     copied; 1: returns when the content can be read; 0: returns at once, and the content can be
 *                          read when the event is complete.
 * @param[in]  wait_count   copied; how many events the command waits for.
 * @param[in]  wait_events  borrowed, nullable, length wait_count; the events; NULL only when @p wait_count is 0.
 * @param[out] out_map      owned; the map, to be released by clmem_map_release().
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p image is not a live image.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p flags are not among those, @p blocking is neither
 *                                      0 nor 1, or the box does not lie in the image.
 * @error CLMEM_ERROR_UNSUPPORTED       the device is too old for a flag, or the image is over a block whose pool knows
 *                                      63 queues already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the memory, but has none.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueMapImage.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_map_image(clmem_image image, cl_command_queue queue, uint64_t flags,
                                                  const size_t *origin, const size_t *region, uint32_t blocking,
                                                  uint32_t wait_count, const cl_event *wait_events, clmem_map *out_map,
                                                  cl_event *out_event);

/**
 * Describes a map: its address, its size and its pitches.
 *
 * @param[in]  map       borrowed; the map.
 * @param[out] out_info  copied; the description.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p map is not a live map.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_info is NULL or its struct_size is wrong.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_map_describe(clmem_map map, clmem_map_info *out_info);

/**
 * Ends a map (clEnqueueUnmapMemObject, section "Unmapping Mapped Memory Objects", or clEnqueueSVMUnmap): when the
 * command is complete, the memory has what the host wrote. The host must no longer use the pointer.
 *
 * Unmapping again does nothing and is not an error: the event is then that of a marker.
 *
 * @param[in]  map          borrowed; the map.
 * @param[in]  queue        retained, nullable; the queue; NULL: the one on which it was mapped.
 * @param[in]  wait_count   copied; how many events the command waits for.
 * @param[in]  wait_events  borrowed, nullable, length wait_count; the events; NULL only when @p wait_count is 0.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p map is not a live map.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p wait_events is NULL with a count above 0, or the queue is of another context
 *                                      than the block.
 * @error CLMEM_ERROR_UNSUPPORTED       the pool knows 63 queues already, or, if it was already unmapped, the device is
 *                                      older than OpenCL 1.2 and has no marker for the event.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of the command; the memory is
 *                                      still mapped.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_map_unmap(clmem_map map, cl_command_queue queue, uint32_t wait_count,
                                                  const cl_event *wait_events, cl_event *out_event);

/**
 * Releases a map; if it is still mapped, unmaps it first, on the queue on which it was mapped.
 *
 * @param[in] map  owned, nullable; the map; the handle is stale at once, unless the call fails.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p map is not a live map.
 * @error CL_OUT_OF_RESOURCES         or another code of the command; the memory is still mapped.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_map_release(clmem_map map);

/* ==== transfer ======================================================================================================
 *
 * One call copies between the host, buffers, images and shared virtual memory, in bytes or in rectangles. Each side is
 * a place: which memory, and where in it. A copy beyond the end, or an overlap that OpenCL forbids, is refused before
 * the driver is called. A transfer blocks unless its options say otherwise; then its memory must stay unchanged until
 * the event is complete: clmem ensures that for its own memory, the program for the host's.
 * (docs/transfers-and-maps.md)
 *
 *     int numbers[256] = {1, 2, 3}, back[256];
 *     clmem_buffer block;
 *     clmem_transfer_place host = CLMEM_TRANSFER_PLACE_INIT, there = CLMEM_TRANSFER_PLACE_INIT;
 *     CHECK(clmem_pool_allocate(pool, queue, sizeof numbers, &block));
 *     host.pointer = numbers;
 *     host.bytes = sizeof numbers;
 *     there.memory = (clmem_memory)block;
 *     CHECK(clmem_transfer_copy(queue, &host, &there, NULL, 0, NULL, NULL)); // as much as fits both
 *     host.pointer = back;
 *     CHECK(clmem_transfer_copy(queue, &there, &host, NULL, 0, NULL, NULL));
 *     assert(back[2] == 3);
 *     CHECK(clmem_buffer_release(block));
 */

/** One side of a transfer: host memory or memory of any other kind, and where in it. */
typedef struct clmem_transfer_place {
    uint32_t struct_size;
    uint32_t reserved;   /**< zero */
    void *pointer;       /**< host memory; NULL: see memory; a source is only read */
    clmem_memory memory; /**< a buffer, shared virtual memory or an image; NULL: host memory at pointer */
    /** the size of the host memory at pointer; SIZE_MAX: unknown, assumed to suffice; 0, which *_INIT sets: none, so
     *  that nothing is copied; 0 with a memory */
    size_t bytes;
    size_t offset_bytes; /**< the offset; 0 for an image */
    size_t origin[3];    /**< of rectangles: byte, row and slice after the offset; of an image: pixel, row and slice */
    size_t row_pitch_bytes;   /**< of rectangles: distance of the rows; 0: no gaps; 0 for an image */
    size_t slice_pitch_bytes; /**< of rectangles: distance of the slices; 0: no gaps; 0 for an image */
} clmem_transfer_place;
/* clang-format off */
#define CLMEM_TRANSFER_PLACE_INIT {sizeof(clmem_transfer_place), 0, NULL, NULL, 0, 0, {0, 0, 0}, 0, 0}
/* clang-format on */

/** How to copy pageable host memory to and from buffers (flags of clmem_transfer_options); otherwise ignored. */
typedef enum clmem_transfer_flag {
    CLMEM_TRANSFER_STAGED = 1, /**< through clmem's page-locked chunks, whatever was measured */
    CLMEM_TRANSFER_DIRECT = 2  /**< by the driver's command, whatever was measured */
} clmem_transfer_flag;

/** How much to transfer, and how. As *_INIT sets it, as much as fits; zeroed by hand, nothing. */
typedef struct clmem_transfer_options {
    uint32_t struct_size;
    /** 0: returns when the transfer is complete; 1: returns at once, and the event completes later */
    uint32_t non_blocking;
    uint64_t flags; /**< clmem_transfer_flag bits */
    /** the size of a contiguous transfer; SIZE_MAX, which *_INIT sets: the region's, and without one as much as fits
     *  both sides, of images too; 0, as in a struct zeroed by hand: the region's, and without one nothing */
    size_t bytes;
    /** of a rectangle: bytes, rows, slices; of an image: pixels, rows, slices, each SIZE_MAX for as many as fit; all
     *  SIZE_MAX, which *_INIT sets: no region; all 0, as in a struct zeroed by hand: no region if @p bytes is a number,
     *  and nothing is copied if it is SIZE_MAX */
    size_t region[3];
} clmem_transfer_options;
/* clang-format off */
#define CLMEM_TRANSFER_OPTIONS_INIT {sizeof(clmem_transfer_options), 0, 0, SIZE_MAX, {SIZE_MAX, SIZE_MAX, SIZE_MAX}}
/* clang-format on */

/**
 * Copies memory from one place to another: between the host, buffers, images and shared virtual memory, in every pair
 * except host to host (pyopencl's enqueue_copy).
 *
 * With bytes in the options it copies contiguous bytes, with a region a rectangle: a row is region[0] bytes,
 * region[1] rows make a slice, and so on, and each side has its own origin and pitches. With an image the region counts
 * pixels, and the rows of the other side have no gaps unless it is the host's and has pitches. A region or a size of 0
 * copies nothing: the event is that of a marker. A copy beyond the end of either side, or an overlap that OpenCL
 * forbids (in one buffer, one image, or shared virtual memory), is refused before a command is enqueued.
 *
 * The commands are clEnqueueRead/Write/CopyBuffer(Rect) and ...Image, sections "Reading, Writing and Copying Buffer
 * Objects" and "... Image Objects", and clEnqueueSVMMemcpy or clEnqueueMemcpyINTEL between shared virtual memory and
 * the host or other shared virtual memory, where a rectangle takes one for each row. There is no command between shared
 * virtual memory and a buffer or an image: clmem maps the shared memory, uses it as the host's side, and unmaps it, all
 * in the queue. Blocks of page-locked pools count as the host's memory, and the transfer counts as a use of them, as of
 * any block: none is reused before it is complete.
 *
 * Contiguous pageable host memory goes to and from a buffer through page-locked chunks where that is faster than the
 * driver's command: several threads copy during the call, at the same time as the device. Which is faster is measured
 * once for each device and direction, at the first blocking transfer of 8 MiB or more; devices that share the host's
 * memory use the driver's command, and so do transfers that do not block, unless CLMEM_TRANSFER_STAGED requests
 * staging. A staged transfer is complete when the call returns, even if it need not block: it must not wait for
 * something that the calling thread will do later. The chunks are kept for the next transfer, and retain the context,
 * until clmem_transfer_trim() or clmem_context_release().
 *
 * @param[in]  queue        borrowed; the queue.
 * @param[in]  source       borrowed; the source.
 * @param[in]  destination  borrowed; the destination.
 * @param[in]  options      copied, nullable; the options; NULL: those of CLMEM_TRANSFER_OPTIONS_INIT, that is, as much
 *                          as fits, blocking.
 * @param[in]  wait_count   copied; how many events the transfer waits for.
 * @param[in]  wait_events  borrowed, nullable, length wait_count; the events; NULL only when @p wait_count is 0.
 * @param[out] out_event    owned, nullable; the transfer's event, to be released by clmem_event_release(). The host's
 *                          memory must stay until it is complete.
 * @error CLMEM_ERROR_INVALID_HANDLE    memory of a place is not live.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, a struct_size is wrong, a place names no memory or
 *                                      two, both are host memory, a size, an offset, an origin or a pitch is invalid or
 *                                      ends beyond the end, the two sides overlap, the formats of two images differ,
 *                                      flags are unknown or contradict each other, or the queue is of another context
 *                                      than a block.
 * @error CLMEM_ERROR_UNSUPPORTED       no command can access a memory (pipes, virtual memory, USM of a device to a
 *                                      buffer or an image), the library or device is too old for one, or a pool knows
 *                                      63 queues already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the memory, but has none.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of the command.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_transfer_copy(cl_command_queue queue, const clmem_transfer_place *source,
                                                      const clmem_transfer_place *destination,
                                                      const clmem_transfer_options *options, uint32_t wait_count,
                                                      const cl_event *wait_events, cl_event *out_event);

/**
 * Frees the page-locked chunks that staged transfers keep for a context, and releases their references to it.
 *
 * @param[in] context  borrowed; the context; without chunks the call does nothing.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p context is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_transfer_trim(cl_context context);

/**
 * Copies from a buffer on one AMD device to a buffer on another without the host (clEnqueueCopyBufferP2PAMD of the
 * platform's extension cl_amd_copy_buffer_p2p; pyopencl's enqueue_copy_buffer_p2p_amd).
 *
 * @param[in]  source       borrowed; the buffer to copy from.
 * @param[in]  destination  borrowed; the buffer to copy to.
 * @param[in]  queue        borrowed; the queue, on the source's device.
 * @param[in]  bytes        copied; how many bytes to copy; SIZE_MAX: the size of the smaller buffer; 0 copies nothing.
 * @param[in]  wait_count   copied; how many events the command waits for.
 * @param[in]  wait_events  borrowed, nullable, length wait_count; the events; NULL only when @p wait_count is 0.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p source or @p destination is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p bytes exceeds one of the buffers, or they
 *                                      overlap.
 * @error CLMEM_ERROR_UNSUPPORTED       the platform has no clEnqueueCopyBufferP2PAMD, one of them is an address, or a
 *                                      pool knows 63 queues already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the memory, but has none.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of the command.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_transfer_copy_peer_amd(clmem_buffer source, clmem_buffer destination,
                                                               cl_command_queue queue, size_t bytes,
                                                               uint32_t wait_count, const cl_event *wait_events,
                                                               cl_event *out_event);

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
 *     CHECK(clmem_map_buffer(shared, queue, CL_MAP_WRITE, 0, SIZE_MAX, 1, 0, NULL, &map, NULL));
 *     strcpy(pointer, "kernels find this at the same address");
 *     CHECK(clmem_map_release(map));
 *     CHECK(clmem_svm_release_enqueued(shared, NULL, 0, NULL, NULL)); // when its queue gets there
 */

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
 * @param[in]  wait_count   copied; how many events the release waits for.
 * @param[in]  wait_events  borrowed, nullable, length wait_count; the events, flushed by the program; NULL only when @p
 *                          wait_count is 0.
 * @param[out] out_event    owned, nullable; complete when the queue gets there; to be released by
 *                          clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p queue is NULL and the block belongs to no queue, the queue is of another
 *                                      context, or @p wait_events is NULL with a count above 0.
 * @error CLMEM_ERROR_UNSUPPORTED       the memory has no address, is a tag, or its provider has no queues or events.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueMarkerWithWaitList.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_release_enqueued(clmem_buffer buffer, cl_command_queue queue,
                                                             uint32_t wait_count, const cl_event *wait_events,
                                                             cl_event *out_event);

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
 * @param[in]  wait_count   copied; how many events the command waits for.
 * @param[in]  wait_events  borrowed, nullable, length wait_count; the events; NULL only when @p wait_count is 0.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    one of @p buffers is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p count is 0, or @p flags has other bits.
 * @error CLMEM_ERROR_UNSUPPORTED       the library or device is older than OpenCL 2.1, one of them is not shared
 *                                      virtual memory, or the device cannot access a tag's memory.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueSVMMigrateMem.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_svm_migrate(cl_command_queue queue, uint32_t count, const clmem_buffer *buffers,
                                                    uint64_t flags, uint32_t wait_count, const cl_event *wait_events,
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

/* ==== image =========================================================================================================
 *
 * Images of one, two and three dimensions, arrays of them, and images over buffers. Sizes are in pixels, pitches in
 * bytes, positions are x, y, z with the number in an array last. clmem checks formats, limits, pitches and flags, which
 * drivers do not check. An image keeps its source alive.
 *
 *     clmem_image image;
 *     clmem_image_description description = CLMEM_IMAGE_DESCRIPTION_INIT; // 2D, RGBA, 8 bits a channel
 *     const double grey[4] = {0.5, 0.5, 0.5, 1};
 *     description.width = 640;
 *     description.height = 480;
 *     CHECK(clmem_image_create(context, CL_MEM_READ_WRITE, &description, NULL, SIZE_MAX, &image));
 *     CHECK(clmem_image_fill(image, queue, grey, NULL, NULL, 0, NULL, NULL));
 *     CHECK(clmem_image_release(image));
 */

/** The format of an image's pixels (OpenCL, section "Image Format Descriptor"). */
typedef struct clmem_image_format_info {
    uint32_t struct_size;
    uint32_t channel_order;   /**< CL_R, CL_RGBA, ... */
    uint32_t channel_type;    /**< CL_UNORM_INT8, CL_FLOAT, ... */
    uint32_t channel_count;   /**< channels of a pixel, including ignored ones (x): CL_RGBx has 4 */
    uint32_t component_bytes; /**< size of one channel; 0 if they are packed */
    uint32_t pixel_bytes;     /**< size of a pixel; 0 for a format of an unknown extension */
    uint32_t is_packed;       /**< 1 if the channels share one number, as in CL_UNORM_SHORT_565 */
    uint32_t is_normalized;   /**< 1 if integers stand for 0 to 1 (UNORM) or -1 to 1 (SNORM): kernels use read_imagef */
    uint32_t is_integer;      /**< 1 if integers stand for themselves: kernels use read_imagei or read_imageui */
    uint32_t is_float;        /**< 1 if they are floating-point numbers: kernels use read_imagef */
    uint32_t is_signed;       /**< 1 if a channel can be negative */
    uint32_t is_depth;        /**< 1 for CL_DEPTH and CL_DEPTH_STENCIL */
    uint32_t is_srgb;         /**< 1 if red, green and blue are in the sRGB colour space */
    uint32_t reserved;        /**< zero */
    char name[64]; /**< order and type, for example "RGBA, UNORM_INT8"; unknown ones as hexadecimal numbers */
} clmem_image_format_info;
/* clang-format off */
#define CLMEM_IMAGE_FORMAT_INFO_INIT {sizeof(clmem_image_format_info), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}}
/* clang-format on */

/**
 * Describes an image format, without calling a device.
 *
 * The call describes every order and type that OpenCL 3.0 allows together, whether or not a device has the format:
 * packed types with CL_RGB or CL_RGBx, CL_UNORM_INT_101010_2 with CL_RGBA; sRGB orders with CL_UNORM_INT8, CL_DEPTH
 * with CL_UNORM_INT16 or CL_FLOAT, CL_DEPTH_STENCIL with CL_UNORM_INT24 or CL_FLOAT; CL_LUMINANCE and CL_INTENSITY with
 * all but unnormalised integers. It also describes pixels of three channels, although hardly any device has images of
 * them, since OpenCL requires a power of two of bits in a pixel.
 *
 * @param[in]  channel_order  copied; CL_R, CL_RGBA, ...
 * @param[in]  channel_type   copied; CL_UNORM_INT8, CL_FLOAT, ...
 * @param[out] out_info       copied; the description.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the order or the type is unknown, OpenCL does not allow the two together, or @p
 *                                      out_info is NULL or its struct_size is wrong.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_format_describe(uint32_t channel_order, uint32_t channel_type,
                                                              clmem_image_format_info *out_info);

/**
 * Lists the formats that images of a kind can have (clGetSupportedImageFormats), of all devices of a context together.
 *
 * In a context without a device that supports images the count is 0. Formats of extensions that clmem does not know are
 * listed too, as far as it can describe them.
 *
 * @param[in]  context       borrowed; the context.
 * @param[in]  memory_flags  copied; how kernels use the image: CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY
 *                           or CL_MEM_KERNEL_READ_AND_WRITE; 0 means CL_MEM_READ_WRITE. Flags of the host's access are
 *                           ignored.
 * @param[in]  type          copied; CL_MEM_OBJECT_IMAGE1D, _IMAGE1D_BUFFER, _IMAGE1D_ARRAY, _IMAGE2D, _IMAGE2D_ARRAY or
 *                           _IMAGE3D.
 * @param[in]  capacity      copied; the number of elements in @p out_formats; 0 to learn how many there are.
 * @param[in]  stride_bytes  copied; distance of one element to the next: the size of the struct as the caller knows it.
 * @param[out] out_formats   copied, nullable, length capacity; the formats. struct_size is set in each.
 * @param[out] out_count     copied; how many there are.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p type is not a kind of image, the flags contradict
 *                                      each other or have other bits, or the stride is too small.
 * @error CLMEM_ERROR_UNSUPPORTED       the kind came with OpenCL 1.2, and the library or the devices are older.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of
 *                                      clGetSupportedImageFormats.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_formats(cl_context context, uint64_t memory_flags, uint32_t type,
                                                      uint32_t capacity, size_t stride_bytes,
                                                      clmem_image_format_info *out_formats, uint32_t *out_count);

/** The image that clmem_image_create() creates (OpenCL, section "Image Descriptor"). */
typedef struct clmem_image_description {
    uint32_t struct_size;
    /** CL_MEM_OBJECT_IMAGE1D, _IMAGE1D_BUFFER, _IMAGE1D_ARRAY, _IMAGE2D, _IMAGE2D_ARRAY, _IMAGE3D; 0: _IMAGE2D */
    uint32_t type;
    uint32_t channel_order;   /**< CL_R, CL_RGBA, ...; 0: CL_RGBA */
    uint32_t channel_type;    /**< CL_UNORM_INT8, CL_FLOAT, ...; 0: CL_UNORM_INT8 */
    size_t width;             /**< in pixels, at least 1 */
    size_t height;            /**< of 2D and 3D images and 2D arrays, at least 1; 0 or 1 for others */
    size_t depth;             /**< of 3D images, at least 1; 0 or 1 for others */
    size_t array_size;        /**< images in an array, at least 1; 0 or 1 for other kinds */
    size_t row_pitch_bytes;   /**< from one row of the host memory, or of the source, to the next; 0: no gaps */
    size_t slice_pitch_bytes; /**< from one slice or image of an array to the next in the host memory; 0: no gaps */
    /** retained, nullable: the source of the image's memory: a buffer for 1D_BUFFER; for 2D a buffer, or an image whose
     *  pixels it shows in another order; NULL for other kinds */
    clmem_memory source;
} clmem_image_description;
/* clang-format off */
#define CLMEM_IMAGE_DESCRIPTION_INIT {sizeof(clmem_image_description), 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL}
/* clang-format on */

/**
 * Creates an image (clCreateImage, section "Creating Image Objects"; before OpenCL 1.2 clCreateImage2D and
 * clCreateImage3D).
 *
 * clmem checks what drivers do not check, before it calls them: clmem_image_formats() must list the format for the
 * flags and the kind; the size must be within the limits of a device; a pitch of the host's memory is 0 or at least a
 * row (or a slice) and a multiple of the pixel (or of the row pitch), and 0 without host memory; the flags follow
 * clmem_buffer_create()'s rules.
 *
 * An image over a source keeps the source alive, and prevents the reuse of a block; commands on the two are not
 * ordered.
 *
 * @param[in]  context       retained; the context.
 * @param[in]  memory_flags  copied; CL_MEM_* bits; 0 means CL_MEM_READ_WRITE, or with a source the source's flags,
 *                           which the image's must not exceed; a source excludes the flags of host memory.
 * @param[in]  description   copied; the image.
 * @param[in]  host_pointer  borrowed, nullable; the pixels: copied at once (CL_MEM_COPY_HOST_PTR), or used while the
 *                           image lives (CL_MEM_USE_HOST_PTR).
 * @param[in]  host_bytes    copied; how many bytes there are; SIZE_MAX: enough.
 * @param[out] out_image     owned; the image, to be released by clmem_image_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    the description's source is not live memory.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, a member of the description is out of its range, the
 *                                      flags contradict each other, the source or @p host_pointer, @p host_bytes is too
 *                                      small, or the source is too small, of another context, or of a kind that cannot
 *                                      be the source of such an image.
 * @error CLMEM_ERROR_UNSUPPORTED       no device supports the image: the format is not listed, the kind came with a
 *                                      later version, or 2D images cannot be created from buffers; or the source is an
 *                                      address, or a part of a buffer, which some drivers refuse: a block with
 *                                      CLMEM_ALLOCATION_DEDICATED is a whole buffer.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver is out of memory, or the image has more bytes than the devices allow
 *                                      in one allocation.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of clCreateImage.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_create(cl_context context, uint64_t memory_flags,
                                                     const clmem_image_description *description, void *host_pointer,
                                                     size_t host_bytes, clmem_image *out_image);

/** The type of an array's elements (clmem_image_array.element_kind). */
typedef enum clmem_element_kind {
    CLMEM_ELEMENT_SIGNED = 1,   /**< signed integers */
    CLMEM_ELEMENT_UNSIGNED = 2, /**< unsigned integers */
    CLMEM_ELEMENT_FLOAT = 3     /**< floating-point numbers */
} clmem_element_kind;

/** A host array from which clmem_image_from_array() creates an image. */
typedef struct clmem_image_array {
    uint32_t struct_size;
    uint32_t element_kind;  /**< a clmem_element_kind */
    uint32_t element_bytes; /**< size of an element, or of one number of a vector: 1, 2 or 4; 2 or 4 for FLOAT */
    uint32_t vector_length; /**< numbers in an element that is a vector, at most 4; 0 or 1 for plain numbers */
    /** channels of a pixel; 0: the vector's length. If above 1 for plain numbers, the last dimension is that long */
    uint32_t channel_count;
    uint32_t is_normalized;   /**< 1: integers stand for 0 to 1, or -1 to 1; ignored for FLOAT */
    uint32_t dimensions;      /**< how many dimensions the array has, at most 4 */
    uint32_t reserved;        /**< zero */
    size_t shape[4];          /**< its size in each, slowest first, as C and Python order them */
    int64_t strides_bytes[4]; /**< from one element of a dimension to the next; all 0: no gaps, in C's order */
    const void *data;         /**< borrowed: the first element; copied at once */
    size_t data_bytes;        /**< how many bytes there are; SIZE_MAX: enough */
} clmem_image_array;
/* clang-format off */
#define CLMEM_IMAGE_ARRAY_INIT {sizeof(clmem_image_array), 0, 0, 0, 0, 0, 0, 0, {0, 0, 0, 0}, {0, 0, 0, 0}, NULL, 0}
/* clang-format on */

/**
 * Creates an image from an array (pyopencl's image_from_array), and chooses its format.
 *
 * One channel is CL_R, or CL_LUMINANCE or CL_INTENSITY where only those are listed, whose first component reads the
 * same; two are CL_RG, three CL_RGB, four CL_RGBA. The channel type is that of the elements. The array's last dimension
 * (before the channels) is the image's width: a kernel's coordinates are in the reverse order of the array's indices.
 * One, two or three dimensions give a 1D, 2D or 3D image.
 *
 * @param[in]  context       retained; the context.
 * @param[in]  memory_flags  copied; how kernels and the host use the image: CL_MEM_READ_ONLY for pyopencl's mode "r",
 *                           CL_MEM_WRITE_ONLY for "w"; CL_MEM_COPY_HOST_PTR is added.
 * @param[in]  array         copied; the array.
 * @param[out] out_image     owned; the image, to be released by clmem_image_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, the array has gaps or is not in C's order, its last dimension
 *                                      is not the number of channels, no image supports such elements or so many
 *                                      dimensions, a dimension is beyond the devices' limits, there is not enough data,
 *                                      or the flags contradict each other.
 * @error CLMEM_ERROR_UNSUPPORTED       no device supports images, or the format (most do not support three channels),
 *                                      or images of one dimension (before OpenCL 1.2).
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver is out of memory, or the image has more bytes than the devices allow
 *                                      in one allocation.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of clCreateImage.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_from_array(cl_context context, uint64_t memory_flags,
                                                         const clmem_image_array *array, clmem_image *out_image);

/** An image as OpenCL sees it. clmem_memory_describe() returns what it has in common with other memory. */
typedef struct clmem_image_info {
    uint32_t struct_size;
    uint32_t type;            /**< CL_MEM_TYPE: CL_MEM_OBJECT_IMAGE2D, ... */
    uint32_t channel_order;   /**< CL_IMAGE_FORMAT: CL_RGBA, ... */
    uint32_t channel_type;    /**< CL_IMAGE_FORMAT: CL_UNORM_INT8, ... */
    size_t pixel_bytes;       /**< CL_IMAGE_ELEMENT_SIZE */
    size_t row_pitch_bytes;   /**< CL_IMAGE_ROW_PITCH, from the driver; a map has its own pitches */
    size_t slice_pitch_bytes; /**< CL_IMAGE_SLICE_PITCH, from the driver */
    size_t width;             /**< CL_IMAGE_WIDTH */
    size_t height;            /**< CL_IMAGE_HEIGHT, 0 for 1D images and arrays of those */
    size_t depth;             /**< CL_IMAGE_DEPTH, 0 for all but 3D images */
    size_t array_size;        /**< CL_IMAGE_ARRAY_SIZE, 0 for other kinds */
    cl_mem source;            /**< borrowed: the buffer or image that is its source, NULL if none */
    uint32_t mip_levels;      /**< CL_IMAGE_NUM_MIP_LEVELS */
    uint32_t samples;         /**< CL_IMAGE_NUM_SAMPLES */
    uint32_t dimensions;      /**< how many numbers its shape has: 1 to 3 */
    uint32_t reserved;        /**< zero */
    /** pyopencl's shape: width, then height, then depth or the number of images, as far as the kind has them */
    size_t shape[3];
} clmem_image_info;
/* clang-format off */
#define CLMEM_IMAGE_INFO_INIT {sizeof(clmem_image_info), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0, 0, 0, {0, 0, 0}}
/* clang-format on */

/**
 * Describes an image: its format, its shape and its pitches.
 *
 * @param[in]  image     borrowed; the image.
 * @param[out] out_info  copied; the description.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p image is not a live image.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_info is NULL or its struct_size is wrong.
 * @error CL_OUT_OF_HOST_MEMORY         or another code of clGetImageInfo.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_describe(clmem_image image, clmem_image_info *out_info);

/**
 * Queries OpenCL for one property of an image (clGetImageInfo), in OpenCL's format.
 *
 * @param[in]  image           borrowed; the image.
 * @param[in]  property        copied; CL_IMAGE_FORMAT, CL_IMAGE_WIDTH, ...
 * @param[in]  capacity_bytes  copied; the size of the memory at @p OUT.
 * @param[out] out_value       copied, nullable, length capacity_bytes; the value.
 * @param[out] out_bytes       copied; how many bytes the value has.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p image is not a live image.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL, or @p out_value is NULL with a capacity above 0.
 * @error CL_INVALID_VALUE              the driver does not know the property, or its value does not fit @p
 *                                      capacity_bytes.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_query(clmem_image image, uint32_t property, size_t capacity_bytes,
                                                    void *out_value, size_t *out_bytes);

/**
 * Fills a part of an image with one colour (clEnqueueFillImage, OpenCL 1.2, section "Filling Image Objects").
 *
 * The colour is red, green, blue, alpha, whatever the order of the channels; CL_DEPTH uses the first. It is converted
 * to the format: normalised integers take 0 to 1 (UNORM) or -1 to 1 (SNORM), floating-point formats any number; integer
 * formats take whole numbers only, and clamp them to their range.
 *
 * @param[in]  image        borrowed; the image.
 * @param[in]  queue        borrowed; the queue.
 * @param[in]  color        borrowed, length 4; the colour.
 * @param[in]  origin       borrowed, nullable, length 3; the first pixel: x, then y, then z or the image's number in
 *                          the array (for an array of 1D images that is the second); NULL: 0 each. 0 for dimensions
 *                          that the kind lacks.
 * @param[in]  region       borrowed, nullable, length 3; how many of each; SIZE_MAX or NULL: up to the end; 1 for
 *                          dimensions that the kind lacks; if one is 0 nothing is filled: the event is that of a
 *                          marker.
 * @param[in]  wait_count   copied; how many events the command waits for.
 * @param[in]  wait_events  borrowed, nullable, length wait_count; the events; NULL only when @p wait_count is 0.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p image is not a live image.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, the region ends beyond the end, or @p color is not a
 *                                      colour of the format: not a number, or a fraction for an integer format.
 * @error CLMEM_ERROR_UNSUPPORTED       the library or device is older than OpenCL 1.2, the format is an extension's, or
 *                                      the image is over a buffer and the driver is PoCL, which crashes: use
 *                                      clmem_buffer_fill() on the buffer.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the image, but has no memory for it.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueFillImage.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_fill(clmem_image image, cl_command_queue queue, const double *color,
                                                   const size_t *origin, const size_t *region, uint32_t wait_count,
                                                   const cl_event *wait_events, cl_event *out_event);

/**
 * Releases an image. The driver keeps it until commands that use it are complete, and clmem keeps its source.
 *
 * @param[in] image  owned, nullable; the image; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p image is not a live image.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_release(clmem_image image);

/* ==== sampler =======================================================================================================
 *
 * A sampler determines how kernels read an image: whether coordinates range from 0 to 1, and what they read beyond the
 * edge and between pixels. It never changes, and any number of kernels and threads may use it.
 *
 *     clmem_sampler sampler;
 *     cl_sampler object;
 *     CHECK(clmem_sampler_create(context, 1, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, &sampler));
 *     CHECK(clmem_sampler_object(sampler, &object)); // borrowed, for any OpenCL call
 *     CHECK(clmem_sampler_release(sampler));
 */

/** How kernels read images between and beyond pixels. A token, never a pointer. */
typedef struct clmem_sampler_token *clmem_sampler;

/** A sampler as OpenCL sees it. */
typedef struct clmem_sampler_info {
    uint32_t struct_size;
    uint32_t is_normalized;   /**< CL_SAMPLER_NORMALIZED_COORDS: 1 if coordinates range from 0 to 1 */
    uint32_t addressing;      /**< CL_SAMPLER_ADDRESSING_MODE: CL_ADDRESS_CLAMP, ... */
    uint32_t filter;          /**< CL_SAMPLER_FILTER_MODE: CL_FILTER_NEAREST or CL_FILTER_LINEAR */
    uint32_t reference_count; /**< CL_SAMPLER_REFERENCE_COUNT, which includes references of the implementation */
    uint32_t reserved;        /**< zero */
    cl_sampler object;        /**< borrowed: the OpenCL object */
    cl_context context;       /**< borrowed: CL_SAMPLER_CONTEXT */
} clmem_sampler_info;
/* clang-format off */
#define CLMEM_SAMPLER_INFO_INIT {sizeof(clmem_sampler_info), 0, 0, 0, 0, 0, NULL, NULL}
/* clang-format on */

/**
 * Creates a sampler (clCreateSampler, section "Creating Sampler Objects").
 *
 * @param[in]  context        retained; the context.
 * @param[in]  is_normalized  copied; 1: coordinates range from 0 to 1; 0: they are pixels.
 * @param[in]  addressing     copied; how kernels read beyond the edge: CL_ADDRESS_NONE, _CLAMP_TO_EDGE, _CLAMP; with
 *                            normalised coordinates also _REPEAT and _MIRRORED_REPEAT.
 * @param[in]  filter         copied; how kernels read between pixels: CL_FILTER_NEAREST or CL_FILTER_LINEAR.
 * @param[out] out_sampler    owned; the sampler, to be released by clmem_sampler_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, @p is_normalized is neither 0 nor 1, @p addressing or @p
 *                                      filter is unknown, or @p addressing repeats, and the coordinates are pixels.
 * @error CLMEM_ERROR_UNSUPPORTED       no device of the context supports images.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of clCreateSampler.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_sampler_create(cl_context context, uint32_t is_normalized, uint32_t addressing,
                                                       uint32_t filter, clmem_sampler *out_sampler);

/**
 * Creates a sampler from a list of properties (clCreateSamplerWithProperties, OpenCL 2.0).
 *
 * A property that the list does not name has OpenCL's default: normalised coordinates, CL_ADDRESS_CLAMP,
 * CL_FILTER_NEAREST.
 *
 * @param[in]  context         retained; the context.
 * @param[in]  property_count  copied; how many numbers the list has.
 * @param[in]  properties      copied, nullable, length property_count; pairs of CL_SAMPLER_NORMALIZED_COORDS,
 *                             _ADDRESSING_MODE or _FILTER_MODE and a value, each name once; a closing 0 is optional.
 * @param[out] out_sampler     owned; the sampler, to be released by clmem_sampler_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, the list does not consist of pairs, a name or a
 *                                      value is unknown, a name occurs twice, or addressing repeats, and the
 *                                      coordinates are pixels.
 * @error CLMEM_ERROR_UNSUPPORTED       no device of the context supports images, or the library or every device is
 *                                      older than OpenCL 2.0.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of
 *                                      clCreateSamplerWithProperties.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_sampler_create_with_properties(cl_context context, uint32_t property_count,
                                                                       const uint64_t *properties,
                                                                       clmem_sampler *out_sampler);

/**
 * Creates a handle for an OpenCL sampler of the program or another library (pyopencl's from_int_ptr).
 *
 * @param[in]  object       retained; the sampler.
 * @param[in]  retain       copied; 1: clmem retains the object; 0: it takes the caller's reference, unless the call
 *                          fails.
 * @param[out] out_sampler  owned; the handle, to be released by clmem_sampler_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or @p retain is neither 0 nor 1.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_SAMPLER            @p object is not a valid sampler (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_sampler_import(cl_sampler object, uint32_t retain, clmem_sampler *out_sampler);

/**
 * Returns the OpenCL object of a sampler (pyopencl's int_ptr), for every OpenCL call.
 *
 * @param[in]  sampler     borrowed; the sampler.
 * @param[out] out_object  borrowed; the object; it may be retained.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p sampler is not a live sampler.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_object is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_sampler_object(clmem_sampler sampler, cl_sampler *out_object);

/**
 * Describes a sampler.
 *
 * @param[in]  sampler   borrowed; the sampler.
 * @param[out] out_info  copied; the description.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p sampler is not a live sampler.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_info is NULL or its struct_size is wrong.
 * @error CL_OUT_OF_HOST_MEMORY         or another code of clGetSamplerInfo.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_sampler_describe(clmem_sampler sampler, clmem_sampler_info *out_info);

/**
 * Queries OpenCL for one property of a sampler (clGetSamplerInfo), in OpenCL's format.
 *
 * @param[in]  sampler         borrowed; the sampler.
 * @param[in]  property        copied; CL_SAMPLER_ADDRESSING_MODE, ...
 * @param[in]  capacity_bytes  copied; the size of the memory at @p OUT.
 * @param[out] out_value       copied, nullable, length capacity_bytes; the value.
 * @param[out] out_bytes       copied; how many bytes the value has.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p sampler is not a live sampler.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL, or @p out_value is NULL with a capacity above 0.
 * @error CL_INVALID_VALUE              the driver does not know the property, or its value does not fit @p
 *                                      capacity_bytes.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_sampler_query(clmem_sampler sampler, uint32_t property, size_t capacity_bytes,
                                                      void *out_value, size_t *out_bytes);

/**
 * Returns whether two handles stand for the same OpenCL sampler.
 *
 * @param[in]  sampler    borrowed; the first.
 * @param[in]  other      borrowed; the second.
 * @param[out] out_equal  copied; 1 if they are the same, otherwise 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p sampler or @p other is not a live sampler.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_equal is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_sampler_equal(clmem_sampler sampler, clmem_sampler other, uint32_t *out_equal);

/**
 * Releases a sampler.
 *
 * @param[in] sampler  owned, nullable; the sampler; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p sampler is not a live sampler.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_sampler_release(clmem_sampler sampler);

/* ==== pipe ==========================================================================================================
 *
 * A pipe passes packets of a fixed size from one kernel to another, in order. The host can create it, describe it and
 * pass it to kernels, nothing more. Few devices support pipes; on others the calls return CLMEM_ERROR_UNSUPPORTED.
 *
 *     clmem_pipe pipe;
 *     clmem_status status = clmem_pipe_create(context, 0, 16, 64, 0, NULL, &pipe); // 64 packets of 16 bytes
 *     if (status != CLMEM_ERROR_UNSUPPORTED) { CHECK(status); }
 *     CHECK(clmem_pipe_release(pipe)); // NULL on a device without pipes
 */

/** A pipe as OpenCL sees it. clmem_memory_describe() returns what it has in common with other memory. */
typedef struct clmem_pipe_info {
    uint32_t struct_size;
    uint32_t packet_bytes; /**< CL_PIPE_PACKET_SIZE */
    uint32_t max_packets;  /**< CL_PIPE_MAX_PACKETS */
    uint32_t reserved;     /**< zero */
} clmem_pipe_info;
/* clang-format off */
#define CLMEM_PIPE_INFO_INIT {sizeof(clmem_pipe_info), 0, 0, 0}
/* clang-format on */

/**
 * Creates a pipe (clCreatePipe, OpenCL 2.0, section "Creating Pipe Objects").
 *
 * @param[in]  context         retained; the context.
 * @param[in]  memory_flags    copied; CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS or both; 0 means both.
 * @param[in]  packet_bytes    copied; size of a packet, at least 1.
 * @param[in]  max_packets     copied; how many packets it holds, at least 1.
 * @param[in]  property_count  copied; how many numbers the list has.
 * @param[in]  properties      copied, nullable, length property_count; a list without properties, since OpenCL defines
 *                             none; a closing 0 is optional.
 * @param[out] out_pipe        owned; the pipe, to be released by clmem_pipe_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, the flags have other bits, a size is 0 or beyond the
 *                                      devices' limit, or a property is given.
 * @error CLMEM_ERROR_UNSUPPORTED       no device of the context supports pipes, or the library is older than OpenCL
 *                                      2.0.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver is out of memory.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of clCreatePipe.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pipe_create(cl_context context, uint64_t memory_flags, uint32_t packet_bytes,
                                                    uint32_t max_packets, uint32_t property_count,
                                                    const uint64_t *properties, clmem_pipe *out_pipe);

/**
 * Describes a pipe.
 *
 * @param[in]  pipe      borrowed; the pipe.
 * @param[out] out_info  copied; the description.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pipe is not a live pipe.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_info is NULL or its struct_size is wrong.
 * @error CL_OUT_OF_HOST_MEMORY         or another code of clGetPipeInfo.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pipe_describe(clmem_pipe pipe, clmem_pipe_info *out_info);

/**
 * Queries OpenCL for one property of a pipe (clGetPipeInfo), in OpenCL's format.
 *
 * @param[in]  pipe            borrowed; the pipe.
 * @param[in]  property        copied; CL_PIPE_PACKET_SIZE, ...
 * @param[in]  capacity_bytes  copied; the size of the memory at @p OUT.
 * @param[out] out_value       copied, nullable, length capacity_bytes; the value.
 * @param[out] out_bytes       copied; how many bytes the value has.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pipe is not a live pipe.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL, or @p out_value is NULL with a capacity above 0.
 * @error CL_INVALID_VALUE              the driver does not know the property, or its value does not fit @p
 *                                      capacity_bytes.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pipe_query(clmem_pipe pipe, uint32_t property, size_t capacity_bytes,
                                                   void *out_value, size_t *out_bytes);

/**
 * Releases a pipe. The driver keeps it until commands that use it are complete.
 *
 * @param[in] pipe  owned, nullable; the pipe; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p pipe is not a live pipe.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pipe_release(clmem_pipe pipe);

/* ==== launch ========================================================================================================
 *
 * Enough to run a kernel on clmem's memory without another wrapper of OpenCL: programs from source, kernels, arguments,
 * launches. An argument's memory lives while it is set, and a launch counts as a use of all its blocks by its queue.
 * OpenCL's programs and kernels can be imported and exported. A kernel has one set of arguments: threads that set
 * arguments and launch need a kernel each.
 *
 *     const char *source = "kernel void twice(global int *all) { all[get_global_id(0)] *= 2; }";
 *     clmem_program program;
 *     clmem_kernel kernel;
 *     clmem_buffer block;
 *     clmem_launch_options options = CLMEM_LAUNCH_OPTIONS_INIT;
 *     options.global[0] = 256;
 *     CHECK(clmem_program_create(context, source, &program));
 *     CHECK(clmem_program_build(program, NULL, 0, NULL));
 *     CHECK(clmem_kernel_create(program, "twice", &kernel));
 *     CHECK(clmem_pool_allocate(pool, queue, 256 * sizeof(cl_int), &block));
 *     CHECK(clmem_kernel_set_memory(kernel, 0, (clmem_memory)block));
 *     CHECK(clmem_kernel_launch(kernel, queue, &options, NULL));
 *     CHECK(clmem_buffer_release(block)); // the launch may still be running
 *     CHECK(clmem_kernel_release(kernel));
 *     CHECK(clmem_program_release(program));
 */

/** A program: source that is built for devices and has kernels. */
typedef struct clmem_program_token *clmem_program;
/** A kernel with its arguments. */
typedef struct clmem_kernel_token *clmem_kernel;

/**
 * Creates a program from source (clCreateProgramWithSource, section "Creating Program Objects"); build it by
 * clmem_program_build().
 *
 * @param[in]  context      retained; the context.
 * @param[in]  source       copied; the program in OpenCL C.
 * @param[out] out_program  owned; the program, to be released by clmem_program_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of clCreateProgramWithSource.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_create(cl_context context, const char *source,
                                                       clmem_program *out_program);

/**
 * Creates a handle for an OpenCL program of any origin: source, a binary, SPIR-V.
 *
 * @param[in]  object       retained; the OpenCL program.
 * @param[in]  retain       copied; 1: clmem retains the object; 0: it takes the caller's reference, unless the call
 *                          fails.
 * @param[out] out_program  owned; the handle, to be released by clmem_program_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or @p retain is neither 0 nor 1.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_PROGRAM            @p object is not a valid program (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_import(cl_program object, uint32_t retain, clmem_program *out_program);

/**
 * Builds a program (clBuildProgram, section "Building, Compiling and Linking Program Objects"), and returns when the
 * build has ended.
 *
 * A failed build does not change the program. The error message has the compiler's whole log, which clmem_program_log()
 * returns too. Not every driver can build a program again with other options: if that fails, create a new program.
 *
 * @param[in] program       borrowed; the program.
 * @param[in] options       copied, nullable; the compiler's options, for example "-cl-kernel-arg-info"; NULL: none.
 * @param[in] device_count  copied; how many devices; 0: all devices of the program.
 * @param[in] devices       borrowed, nullable, length device_count; the devices; NULL only when @p device_count is 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p program is not a live program.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p devices is NULL with a count above 0.
 * @error CL_BUILD_PROGRAM_FAILURE      the source does not compile; the message has the whole log.
 * @error CL_INVALID_OPERATION          the program has kernels already, or another code of clBuildProgram.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_build(clmem_program program, const char *options, uint32_t device_count,
                                                      const cl_device_id *devices);

/**
 * Returns the compiler's log of the last build (clGetProgramBuildInfo, CL_PROGRAM_BUILD_LOG), which may have warnings
 * after a success.
 *
 * @param[in]  program         borrowed; the program.
 * @param[in]  device          borrowed, nullable; the device of the build; NULL: the first one for which the build
 *                             failed, otherwise the program's first.
 * @param[in]  capacity_bytes  copied; the size of the memory at @p OUT.
 * @param[out] out_text        copied, nullable, length capacity_bytes; the log, truncated to fit and ended by a 0;
 *                             empty before any build.
 * @param[out] out_bytes       copied; the size of the whole log, including its 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p program is not a live program.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL, or @p out_text is NULL with a capacity above 0.
 * @error CL_INVALID_DEVICE             @p device is not one of the program's (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_log(clmem_program program, cl_device_id device, size_t capacity_bytes,
                                                    char *out_text, size_t *out_bytes);

/**
 * Returns the OpenCL program, for every OpenCL call.
 *
 * @param[in]  program     borrowed; the program.
 * @param[out] out_object  borrowed; the OpenCL program, valid until the handle is released; may be retained.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p program is not a live program.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_object is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_object(clmem_program program, cl_program *out_object);

/**
 * Releases a program. Its kernels remain valid.
 *
 * @param[in] program  owned, nullable; the program; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p program is not a live program.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_release(clmem_program program);

/**
 * Creates a kernel of a built program (clCreateKernel, section "Creating Kernel Objects").
 *
 * Any thread may set an argument at any time, although OpenCL does not allow that during a launch. A launch runs with
 * the arguments that were set when it began. An argument that another thread sets meanwhile takes effect from the next
 * launch on: clmem sets it in a second OpenCL kernel and does not wait for the driver. Still, all threads share one set
 * of arguments, so threads that set their own arguments and launch need a kernel each.
 *
 * @param[in]  program     retained; the program.
 * @param[in]  name        copied; the name of the function.
 * @param[out] out_kernel  owned; the kernel, to be released by clmem_kernel_release().
 * @error CLMEM_ERROR_INVALID_HANDLE     @p program is not a live program.
 * @error CLMEM_ERROR_INVALID_ARGUMENT   a pointer is NULL.
 * @error CL_INVALID_PROGRAM_EXECUTABLE  the program is not built.
 * @error CL_INVALID_KERNEL_NAME         the program has no such kernel, or another code of clCreateKernel.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_create(clmem_program program, const char *name,
                                                      clmem_kernel *out_kernel);

/**
 * Creates a handle for an OpenCL kernel of the program.
 *
 * clmem does not know which of its arguments are set: the driver must check those that clmem has not set. From now on
 * set arguments through this handle, or while no call on it runs. Since clmem cannot copy arguments that it does not
 * know, a call that sets an argument waits until no other thread is inside a launch of the kernel.
 *
 * @param[in]  object      retained; the OpenCL kernel.
 * @param[in]  retain      copied; 1: clmem retains the object; 0: it takes the caller's reference, unless the call
 *                         fails.
 * @param[out] out_kernel  owned; the handle, to be released by clmem_kernel_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or @p retain is neither 0 nor 1.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_KERNEL             @p object is not a valid kernel (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_import(cl_kernel object, uint32_t retain, clmem_kernel *out_kernel);

/**
 * Returns the OpenCL kernel, for every OpenCL call. clmem does not see arguments that are set by such calls: a launch
 * then reports them as missing, unless the kernel was imported.
 *
 * @param[in]  kernel      borrowed; the kernel.
 * @param[out] out_object  borrowed; the OpenCL kernel, valid until the handle is released; may be retained.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_object is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_object(clmem_kernel kernel, cl_kernel *out_object);

/**
 * Sets an argument to memory of any kind (clSetKernelArg, clSetKernelArgSVMPointer, clSetKernelArgMemPointerINTEL).
 *
 * The memory stays alive, and a block is not reused, while it is set: until the argument is set again, the kernel is
 * released, or a launch with CLMEM_LAUNCH_CLEAR has finished.
 *
 * @param[in] kernel  borrowed; the kernel.
 * @param[in] index   copied; the number of the argument, counted from 0.
 * @param[in] memory  retained; a buffer, an image, a pipe, or shared or unified virtual memory, which is passed by its
 *                    address.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel, or @p memory not a live memory object.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the kernel has no such argument, or it is known to be a value or local memory.
 * @error CLMEM_ERROR_UNSUPPORTED       no kernel can access the memory (for example page-locked memory), or the library
 *                                      or platform lacks the call; the message names it.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the block's slab, but has no memory for it.
 * @error CL_INVALID_ARG_VALUE          the argument is of another type, or another code of clSetKernelArg; the message
 *                                      names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_memory(clmem_kernel kernel, uint32_t index, clmem_memory memory);

/**
 * Sets an argument to a sampler (clSetKernelArg).
 *
 * The sampler stays alive while it is set, like memory. For an OpenCL sampler, clmem_sampler_import() creates a handle,
 * which may be released as soon as the argument is set.
 *
 * @param[in] kernel   borrowed; the kernel.
 * @param[in] index    copied; the number of the argument, counted from 0.
 * @param[in] sampler  retained; the sampler.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel, or @p sampler not a live sampler.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the kernel has no such argument, or it is known to be memory.
 * @error CL_INVALID_ARG_SIZE           the argument is a value of another size, or another code of clSetKernelArg; the
 *                                      message names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_sampler(clmem_kernel kernel, uint32_t index, clmem_sampler sampler);

/**
 * Sets an argument to local memory of a size (clSetKernelArg with no value).
 *
 * @param[in] kernel  borrowed; the kernel.
 * @param[in] index   copied; the number of the argument, counted from 0.
 * @param[in] bytes   copied; the size, at least 1.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the kernel has no such argument, it is known not to be local memory, or @p bytes
 *                                      is 0.
 * @error CL_INVALID_ARG_SIZE           or another code of clSetKernelArg; the message names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_local(clmem_kernel kernel, uint32_t index, size_t bytes);

/**
 * Sets an argument to a value: a number, a vector, a struct (clSetKernelArg).
 *
 * @param[in] kernel  borrowed; the kernel.
 * @param[in] index   copied; the number of the argument, counted from 0.
 * @param[in] value   copied; the value: @p bytes bytes.
 * @param[in] bytes   copied; the size of the argument's type, at least 1.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p value is NULL, the kernel has no such argument, it is known to be memory, or
 *                                      @p bytes is 0.
 * @error CL_INVALID_ARG_SIZE           the argument's type has another size, or another code of clSetKernelArg; the
 *                                      message names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_bytes(clmem_kernel kernel, uint32_t index, const void *value,
                                                         size_t bytes);

/**
 * Sets an argument that is a pointer to global or constant memory to NULL (clSetKernelArg with a NULL cl_mem).
 *
 * @param[in] kernel  borrowed; the kernel.
 * @param[in] index   copied; the number of the argument, counted from 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the kernel has no such argument, or it is known not to be such a pointer.
 * @error CL_INVALID_ARG_SIZE           or another code of clSetKernelArg; the message names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_null(clmem_kernel kernel, uint32_t index);

/**
 * Names the memory that a kernel accesses through pointers in other memory (clSetKernelExecInfo:
 * CL_KERNEL_EXEC_INFO_SVM_PTRS, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM for tags of the host's memory, and for USM
 * CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL and similar).
 *
 * Arguments need not be named. Each call replaces the memory named before of the same kind, SVM or USM; OpenCL has no
 * way to name none. Named memory counts as used by each launch, and lives until the kernel is released or other memory
 * is named.
 *
 * @param[in] kernel   borrowed; the kernel.
 * @param[in] count    copied; how many, at least 1.
 * @param[in] buffers  retained, length count; shared or unified virtual memory.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel, or one of @p buffers not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p buffers is NULL, or @p count is 0.
 * @error CLMEM_ERROR_UNSUPPORTED       no kernel can access one of them by an address, or the library has no
 *                                      clSetKernelExecInfo.
 * @error CL_INVALID_OPERATION          a device lacks a feature, or another code of clSetKernelExecInfo.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_use_svm(clmem_kernel kernel, uint32_t count,
                                                       const clmem_buffer *buffers);

/** Flags of a launch (bits of clmem_launch_options.flags). */
typedef enum clmem_launch_flag {
    /** arguments are released after the launch is enqueued, and must be set again for the next one */
    CLMEM_LAUNCH_CLEAR = 1
} clmem_launch_flag;

/** The options of a launch. Only the first @p dimensions members of the arrays count. */
typedef struct clmem_launch_options {
    uint32_t struct_size;
    uint32_t dimensions;         /**< 1 to 3; 0: 1 */
    size_t offset[3];            /**< where the global ids begin */
    size_t global[3];            /**< how many work-items; if one is 0, which *_INIT sets, nothing runs */
    size_t local[3];             /**< how many in a group; 0 in all: the driver chooses */
    const cl_event *wait_events; /**< events that the launch waits for; NULL only when wait_count is 0 */
    uint32_t wait_count;         /**< how many events */
    uint32_t flags;              /**< clmem_launch_flag bits */
} clmem_launch_options;
/* clang-format off */
#define CLMEM_LAUNCH_OPTIONS_INIT {sizeof(clmem_launch_options), 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, NULL, 0, 0}
/* clang-format on */

/**
 * Enqueues a kernel (clEnqueueNDRangeKernel, section "Executing Kernels").
 *
 * Every block among its arguments or named by clmem_kernel_use_svm() counts as used by the queue, as by
 * clmem_pool_record_use(): after its release it is not reused before this kernel has finished.
 *
 * @param[in]  kernel     borrowed; the kernel, all of whose arguments are set.
 * @param[in]  queue      borrowed; the queue.
 * @param[in]  options    copied, nullable; the options; NULL: one work-item.
 * @param[out] out_event  owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p queue is NULL or of another context than a block, an option is out of its
 *                                      range, or an argument is not set: the message gives its number, and its name if
 *                                      the program was built with "-cl-kernel-arg-info".
 * @error CLMEM_ERROR_UNSUPPORTED       the device cannot access a tag's memory, or a pool knows 63 queues already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the memory, but has none.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue.
 * @error CL_INVALID_WORK_GROUP_SIZE    or another code of clEnqueueNDRangeKernel.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_launch(clmem_kernel kernel, cl_command_queue queue,
                                                      const clmem_launch_options *options, cl_event *out_event);

/**
 * Releases a kernel, and the memory that is set. Enqueued launches still run.
 *
 * @param[in] kernel  owned, nullable; the kernel; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p kernel is not a live kernel.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_release(clmem_kernel kernel);

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
 *     CHECK(clmem_pool_allocate_with(pool, 1 << 20, &options, &weights));
 *     CHECK(clmem_pool_statistics(pool, &now));
 *     printf("%zu bytes in use, %zu from the driver\n", now.active_bytes, now.managed_bytes);
 *     CHECK(clmem_buffer_release(weights));
 */

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

/* ==== occupancy =====================================================================================================
 *
 * How many thread blocks of a kernel a multiprocessor runs at once, and what limits them: arithmetic on device data,
 * which needs neither a device nor OpenCL.
 *
 *     clmem_device_data data = CLMEM_DEVICE_DATA_INIT;
 *     clmem_occupancy occupancy = CLMEM_OCCUPANCY_INIT;
 *     CHECK(clmem_device_data_for_capability(9, 0, &data)); // clmem_device_get_data() queries a device
 *     CHECK(clmem_occupancy_compute(&data, 1024, 0, 64, &occupancy)); // 1024 threads with 64 registers each
 *     assert(occupancy.occupancy_ppm == 500000 && occupancy.limited_by == CLMEM_OCCUPANCY_REGISTERS);
 */

/** The limits on the number of thread blocks on a multiprocessor. If several apply, the first of them here is named. */
typedef enum clmem_occupancy_limit {
    CLMEM_OCCUPANCY_DEVICE = 1,        /**< the device's limit on blocks ("device") */
    CLMEM_OCCUPANCY_REGISTERS = 2,     /**< its registers ("regs") */
    CLMEM_OCCUPANCY_SHARED_MEMORY = 3, /**< its shared memory ("smem") */
    CLMEM_OCCUPANCY_WARPS = 4          /**< its room for warps ("warps") */
} clmem_occupancy_limit;

/** How well a kernel fills a multiprocessor (pyopencl's OccupancyRecord). */
typedef struct clmem_occupancy {
    uint32_t struct_size;
    uint32_t limited_by;          /**< clmem_occupancy_limit: the limit of tb_per_mp */
    uint32_t tb_per_mp;           /**< thread blocks that run on a multiprocessor at once; 0: the kernel cannot run */
    uint32_t warps_per_mp;        /**< warps that run on a multiprocessor at once */
    uint32_t warps_bound;         /**< the maximum: the occupancy is warps_per_mp / warps_bound */
    uint32_t occupancy_ppm;       /**< the same in parts per million, rounded to the nearest */
    uint32_t blocks_by_device;    /**< blocks that the device's limit allows */
    uint32_t blocks_by_registers; /**< blocks that the registers allow; UINT32_MAX if they are not a limit */
    uint32_t blocks_by_shared_memory; /**< blocks that the shared memory allows; UINT32_MAX if it is not a limit */
    uint32_t blocks_by_warps;         /**< blocks that the room for warps allows */
} clmem_occupancy;
/* clang-format off */
#define CLMEM_OCCUPANCY_INIT {sizeof(clmem_occupancy), 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/**
 * Computes how well a kernel fills a device's multiprocessors; needs neither a device nor OpenCL.
 *
 * Registers are allocated to whole warps, in multiples of the granularity and each from one partition of the
 * multiprocessor; shared memory is allocated to whole blocks, plus what the system reserves for each. This is how
 * NVIDIA's devices work.
 *
 * @param[in]  data           borrowed; the device's data.
 * @param[in]  threads        copied; threads in a block, at least 1.
 * @param[in]  shared_bytes   copied; shared memory of a block.
 * @param[in]  registers      copied; 32-bit registers of a thread; 0: registers are not a limit.
 * @param[out] out_occupancy  copied; the record.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, a struct_size is wrong, a reserved member is not zero, a
 *                                      value that the data calls known is 0 and must not be, or the threads, the shared
 *                                      memory or the registers are 0 or more than one block or one thread can have.
 * @error CLMEM_ERROR_UNSUPPORTED       the data lacks a required value; the message names it.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_occupancy_compute(const clmem_device_data *data, uint32_t threads,
                                                          size_t shared_bytes, uint32_t registers,
                                                          clmem_occupancy *out_occupancy);

/* ==== characterize ==================================================================================================
 *
 * Properties of devices that OpenCL does not report. Each value has a source: the driver, clmem's table, a measurement,
 * or none, in which case it is 0. clmem never overrules the driver, and a table never fills in what it does not know.
 * Measurements run once for each device in a process, and only on request.
 *
 *     uint32_t size, source;
 *     CHECK(clmem_characterize_simd_group_size(device, sizeof(cl_float), &size, &source));
 *     if (source == CLMEM_CHARACTERIZE_UNKNOWN) { CHECK(clmem_characterize_measure_simd(device, &size, &source)); }
 */

/** The source of a value about a device. The first that has it is used: a query, a measurement, the table. */
typedef enum clmem_characterize_source {
    CLMEM_CHARACTERIZE_UNKNOWN = 0, /**< unknown; the value is 0 */
    CLMEM_CHARACTERIZE_QUERIED = 1, /**< reported by the driver */
    CLMEM_CHARACTERIZE_TABLE = 2,   /**< from clmem's table, for the device's family */
    CLMEM_CHARACTERIZE_MEASURED = 3 /**< measured with kernels on this device in this process */
} clmem_characterize_source;

/** Faults in how a driver counts arguments that are structs. */
typedef enum clmem_characterize_struct_bug {
    CLMEM_CHARACTERIZE_STRUCT_BUG_NONE = 0,  /**< none is known ("False") */
    CLMEM_CHARACTERIZE_STRUCT_BUG_APPLE = 1, /**< as in Apple's OpenCL for CPUs ("apple") */
    CLMEM_CHARACTERIZE_STRUCT_BUG_POCL = 2   /**< as in PoCL before 0.15 ("pocl") */
} clmem_characterize_struct_bug;

/** Kinds of shared virtual memory that a device has (bits). */
typedef enum clmem_characterize_svm_feature {
    CLMEM_CHARACTERIZE_SVM_COARSE_BUFFER = 1,       /**< coarse-grain buffers (has_coarse_grain_buffer_svm) */
    CLMEM_CHARACTERIZE_SVM_FINE_BUFFER = 2,         /**< fine-grain buffers (has_fine_grain_buffer_svm) */
    CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM = 4,         /**< all host memory (has_fine_grain_system_svm) */
    CLMEM_CHARACTERIZE_SVM_FINE_BUFFER_ATOMICS = 8, /**< fine-grain buffers with atomics between host and device */
    CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM_ATOMICS = 16 /**< all host memory with such atomics */
} clmem_characterize_svm_feature;

/**
 * Returns the build options for faster and less accurate kernels (get_fast_inaccurate_build_options): those that every
 * device accepts, and for the drivers of NVIDIA and AMD -cl-strict-aliasing, deprecated since OpenCL 1.1, as pyopencl
 * does.
 *
 * @param[in]  device       borrowed; the device.
 * @param[out] out_options  borrowed; the options, separated by spaces, as clBuildProgram takes them; valid until the
 *                          process ends.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_fast_math_options(cl_device_id device, const char **out_options);

/**
 * Returns how many work-items a processor runs in step on its SIMD lanes (get_simd_group_size): a warp, a wavefront.
 * OpenCL's vector types do not count. A processor that runs each work-item alone has 1.
 *
 * The value comes from the driver (cl_nv_device_attribute_query, cl_amd_device_attribute_query,
 * cl_intel_required_subgroup_size if that names only one size); otherwise from clmem_characterize_measure_simd(), if it
 * was called; otherwise from clmem's table.
 *
 * @param[in]  device      borrowed; the device.
 * @param[in]  type_bytes  copied; size of the kernel's type, at least 1. No current device depends on it.
 * @param[out] out_size    copied; the number; 0 if unknown.
 * @param[out] out_source  copied, nullable; a clmem_characterize_source.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_size is NULL, or @p type_bytes is 0.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_simd_group_size(cl_device_id device, uint32_t type_bytes,
                                                                     uint32_t *out_size, uint32_t *out_source);

/**
 * Returns whether kernels can use double (has_double_support): CL_DEVICE_DOUBLE_FP_CONFIG, or cl_khr_fp64 on older
 * devices.
 *
 * @param[in]  device      borrowed; the device.
 * @param[out] out_has     copied; 1 if they can, otherwise 0.
 * @param[out] out_source  copied, nullable; a clmem_characterize_source.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_has is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_has_double(cl_device_id device, uint32_t *out_has,
                                                                uint32_t *out_source);

/**
 * Returns whether kernels on an AMD device can use double, at least in part (has_amd_double_support): cl_amd_fp64, or
 * full support on an AMD device.
 *
 * @param[in]  device      borrowed; the device.
 * @param[out] out_has     copied; 1 if they can, otherwise 0.
 * @param[out] out_source  copied, nullable; a clmem_characterize_source.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_has is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_has_amd_double(cl_device_id device, uint32_t *out_has,
                                                                    uint32_t *out_source);

/**
 * Returns whether the driver is expected to miscount arguments that are structs (has_struct_arg_count_bug): Apple's for
 * CPUs, and old versions of PoCL. For PoCL 0.13 and 0.14 a kernel is built to find out.
 *
 * @param[in]  device      borrowed; the device.
 * @param[in]  context     borrowed, nullable; a context of the device to build that kernel in; NULL: clmem creates one.
 * @param[out] out_bug     copied; a clmem_characterize_struct_bug.
 * @param[out] out_source  copied, nullable; a clmem_characterize_source.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_bug is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, where it is needed (reported by the driver);
 *                                      or another code of building a kernel.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_has_struct_bug(cl_device_id device, cl_context context,
                                                                    uint32_t *out_bug, uint32_t *out_source);

/**
 * Returns how many banks local memory has (local_memory_bank_count).
 *
 * Local memory that is cached global memory (CL_DEVICE_LOCAL_MEM_TYPE), as on CPUs, has none: 0, with another source
 * than CLMEM_CHARACTERIZE_UNKNOWN. Otherwise the value comes from the driver (CL_DEVICE_LOCAL_MEM_BANKS_AMD); otherwise
 * from clmem_characterize_measure_banks(), if it was called; otherwise from clmem's table.
 *
 * @param[in]  device      borrowed; the device.
 * @param[out] out_count   copied; the number; 0 if there are none or it is unknown.
 * @param[out] out_source  copied, nullable; a clmem_characterize_source.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_count is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_local_memory_banks(cl_device_id device, uint32_t *out_count,
                                                                        uint32_t *out_source);

/**
 * Returns how many bytes of local memory lie in one bank before the next bank's (local_memory_access_granularity).
 *
 * @param[in]  device      borrowed; the device.
 * @param[out] out_bytes   copied; the number; 4, the size of a word, where local memory has no banks; 0 if unknown.
 * @param[out] out_source  copied, nullable; a clmem_characterize_source, as for
 *                         clmem_characterize_local_memory_banks().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_bytes is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_local_memory_granularity(cl_device_id device, uint32_t *out_bytes,
                                                                              uint32_t *out_source);

/**
 * Returns how many work-items access local memory at once and may conflict (simultaneous_work_items_on_local_access).
 *
 * @param[in]  device      borrowed; the device.
 * @param[out] out_items   copied; the number; 1 where conflicts are impossible; 0 if unknown.
 * @param[out] out_source  copied, nullable; a clmem_characterize_source.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_items is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_simultaneous_items(cl_device_id device, uint32_t *out_items,
                                                                        uint32_t *out_source);

/**
 * Returns how much local memory a kernel can use (usable_local_mem_size): CL_DEVICE_LOCAL_MEM_SIZE, minus the part that
 * arguments occupy on NVIDIA's devices of compute capability 1.
 *
 * @param[in]  device          borrowed; the device.
 * @param[in]  argument_count  copied; how many 32-bit arguments the kernel has; below 0: unknown, 256 bytes are
 *                             reserved there.
 * @param[out] out_bytes       copied; the size.
 * @param[out] out_source      copied, nullable; a clmem_characterize_source.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_bytes is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_usable_local_memory(cl_device_id device, int32_t argument_count,
                                                                         size_t *out_bytes, uint32_t *out_source);

/**
 * Returns the compute capability of an NVIDIA GPU (nv_compute_capability): cl_nv_device_attribute_query.
 *
 * @param[in]  device      borrowed; the device.
 * @param[out] out_major   copied; its major number; 0 if the device is not an NVIDIA GPU or does not report it.
 * @param[out] out_minor   copied; its minor number.
 * @param[out] out_source  copied, nullable; CLMEM_CHARACTERIZE_QUERIED or CLMEM_CHARACTERIZE_UNKNOWN.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device, @p out_major or @p out_minor is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_nvidia_capability(cl_device_id device, uint32_t *out_major,
                                                                       uint32_t *out_minor, uint32_t *out_source);

/**
 * Explains how an array in local memory makes work-items wait for one another (why_not_local_access_conflict_free).
 *
 * Along each axis in turn, as many work-items as access local memory at once read neighbouring elements. Those that
 * need different words of one bank wait for each other; those that need the same word do not. Elements larger than a
 * word are read by fewer work-items at a time, and in pieces of at most 16 bytes. A device without banks never has a
 * conflict.
 *
 * @param[in]  device            borrowed; the device.
 * @param[in]  item_bytes        copied; size of an element, at least 1.
 * @param[in]  dimensions        copied; how many axes the array has, at least 1.
 * @param[in]  shape             borrowed, length dimensions; its extent along each axis, the fastest-varying last; at
 *                               least 1 each.
 * @param[in]  stored_shape      borrowed, length dimensions; the extents with padding, as the array is stored; @p shape
 *                               if there is no padding. None is smaller than that of @p shape.
 * @param[in]  capacity          copied; the size of @p out_text, including its closing 0.
 * @param[out] out_text          copied, nullable, length capacity; the conflicts, in English, truncated to fit; empty
 *                               if there are none.
 * @param[out] out_length        copied, nullable; the size of the whole text without its closing 0.
 * @param[out] out_multiplicity  copied; how many work-items wait for one bank, 1 if none does.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device, a shape or @p out_multiplicity is NULL, @p out_text is NULL with a
 *                                      capacity above 0, @p item_bytes, @p dimensions or an extent is 0, a stored
 *                                      extent is smaller than the array's, or the array is too large for a size_t.
 * @error CLMEM_ERROR_UNSUPPORTED       the device's banks are unknown: clmem_characterize_measure_banks() may find out.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_local_conflicts(cl_device_id device, size_t item_bytes,
                                                                     uint32_t dimensions, const size_t *shape,
                                                                     const size_t *stored_shape, uint32_t capacity,
                                                                     char *out_text, size_t *out_length,
                                                                     uint32_t *out_multiplicity);

/**
 * Returns the kinds of shared virtual memory that a device has (CL_DEVICE_SVM_CAPABILITIES). Devices below OpenCL 2.0
 * have none.
 *
 * @param[in]  device        borrowed; the device.
 * @param[out] out_features  copied; clmem_characterize_svm_feature bits.
 * @param[out] out_source    copied, nullable; a clmem_characterize_source.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_features is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_svm(cl_device_id device, uint64_t *out_features,
                                                         uint32_t *out_source);

/**
 * Measures how many work-items run in step, by timing a kernel whose work-items take two branches in turn.
 *
 * The measurement runs once for each device in a process: concurrent callers wait for it, and later callers get the
 * same answer. It takes some tenths of a second and creates a context. If the times show no clear step, the result is
 * unknown: 0.
 *
 * @param[in]  device      borrowed; the device.
 * @param[out] out_size    copied; the number; 1 if each runs alone; 0 if the times show no step.
 * @param[out] out_source  copied, nullable; CLMEM_CHARACTERIZE_MEASURED or CLMEM_CHARACTERIZE_UNKNOWN.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device or @p out_size is NULL.
 * @error CLMEM_ERROR_UNSUPPORTED       the device has no compiler.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver), or another code of
 *                                      running a kernel; the next call measures again.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_measure_simd(cl_device_id device, uint32_t *out_size,
                                                                  uint32_t *out_source);

/**
 * Measures the banks of local memory, by timing loads at growing distances.
 *
 * It runs once for each device, like clmem_characterize_measure_simd(). Equal times at all distances mean that there
 * are no banks: the result is 0, and the source CLMEM_CHARACTERIZE_MEASURED.
 *
 * @param[in]  device           borrowed; the device.
 * @param[out] out_count        copied; how many banks; 0 if there are none or the times show no step.
 * @param[out] out_granularity  copied; bytes of one bank before the next bank's; 0 in the same cases.
 * @param[out] out_source       copied, nullable; CLMEM_CHARACTERIZE_MEASURED or CLMEM_CHARACTERIZE_UNKNOWN.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p device, @p out_count or @p out_granularity is NULL.
 * @error CLMEM_ERROR_UNSUPPORTED       the device has no compiler.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_DEVICE             @p device is not a valid device (reported by the driver), or another code of
 *                                      running a kernel; the next call measures again.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_characterize_measure_banks(cl_device_id device, uint32_t *out_count,
                                                                   uint32_t *out_granularity, uint32_t *out_source);

/* ==== cache =========================================================================================================
 *
 * Values that are created once for a context, a device or a handle, and looked up by many threads: programs, kernels,
 * tables. A value is identified by an object, which the cache treats as a number, and a key of any bytes. If threads
 * race, one of them wins. A value is released by its own callback when its entry is removed; the entries of an object
 * are removed before the object ends, or with a watched context.
 *
 *     clmem_cache cache;
 *     clmem_cache_value made = CLMEM_CACHE_VALUE_INIT;
 *     void *value;
 *     CHECK(clmem_cache_create(&cache));
 *     made.value = "made once for this context";
 *     CHECK(clmem_cache_put(cache, (uintptr_t)context, "key", 3, &made, &value, NULL));
 *     CHECK(clmem_cache_get(cache, (uintptr_t)context, "key", 3, &value, NULL)); // the same, on any thread
 *     CHECK(clmem_cache_drop(cache, (uintptr_t)context, NULL));
 *     CHECK(clmem_cache_release(cache));
 */

/** A table of values by object and key, for example of a context or a device (first_arg_dependent_memoize). */
typedef struct clmem_cache_token *clmem_cache;

/**
 * Adds a reference to a value for a caller that is about to receive it. clmem holds no lock during the call. It must
 * not call clmem's allocating functions.
 *
 * @param[in] user   borrowed; the pointer of clmem_cache_value.
 * @param[in] value  borrowed; the value, which is alive during the call.
 */
typedef void(CLMEM_CALL *clmem_value_retain_fn)(void *user, void *value);

/**
 * Releases a value that left the cache or did not enter it. clmem holds no lock during the call. It must not call
 * clmem's allocating functions.
 *
 * @param[in] user   borrowed; the pointer of clmem_cache_value.
 * @param[in] value  owned; the value.
 */
typedef void(CLMEM_CALL *clmem_value_release_fn)(void *user, void *value);

/** A value for the cache, with its callbacks. */
typedef struct clmem_cache_value {
    uint32_t struct_size;
    uint32_t reserved; /**< zero */
    void *value;       /**< any pointer, including NULL; clmem never dereferences it */
    void *user;        /**< passed to the callbacks */
    /** called for each value that a call returns, which the caller then owns; may be NULL: the value is then borrowed
     *  until its entry is removed */
    clmem_value_retain_fn retain;
    clmem_value_release_fn release; /**< called once when the entry is removed; may be NULL */
} clmem_cache_value;
/* clang-format off */
#define CLMEM_CACHE_VALUE_INIT {sizeof(clmem_cache_value), 0, NULL, NULL, NULL, NULL}
/* clang-format on */

/**
 * Creates an empty cache. It never loads OpenCL.
 *
 * @param[out] out_cache  owned; the cache, to be released by clmem_cache_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT    @p out_cache is NULL.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_create(clmem_cache *out_cache);

/**
 * Looks for a value.
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[in]  object     copied; the object for which the value was inserted, as a number; 0: none.
 * @param[in]  key        borrowed, nullable, length key_bytes; the key: any bytes; NULL only when @p key_bytes is 0.
 * @param[in]  key_bytes  copied; the number.
 * @param[out] out_value  borrowed; the value, until its entry is removed; owned by the caller if the value has a retain
 *                        callback. NULL if there is none.
 * @param[out] out_found  copied, nullable; 1 if there is one, otherwise 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p cache is not a live cache.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_value is NULL, @p key is NULL with a length above 0, or @p key_bytes is
 *                                      2^62 or more.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_get(clmem_cache cache, uint64_t object, const char *key, size_t key_bytes,
                                                  void **out_value, uint32_t *out_found);

/**
 * Inserts a value, unless there is one already. If threads race, one of them wins, and all get its value.
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[in]  object     copied; the object of the value, as a number: an OpenCL object's address or a handle; 0: none.
 *                        The cache does not retain it.
 * @param[in]  key        borrowed, nullable, length key_bytes; the key: any bytes, which are copied; NULL only when @p
 *                        key_bytes is 0.
 * @param[in]  key_bytes  copied; the number.
 * @param[in]  value      owned; the value. On success the cache owns it: if there was one already, the cache calls this
 *                        one's release callback before the call returns. On failure the caller still owns it.
 * @param[out] out_value  borrowed; the value that is in the cache now, as from clmem_cache_get().
 * @param[out] out_added  copied, nullable; 1 if that is the given value, otherwise 0.
 * @error CLMEM_ERROR_INVALID_HANDLE      @p cache is not a live cache.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    @p value or @p out_value is NULL, @p key is NULL with a length above 0, @p
 *                                        key_bytes is 2^62 or more, struct_size is wrong, or a reserved member is not
 *                                        zero.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 * @threadsafety any thread; any thread that uses the cache may call the callbacks
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_put(clmem_cache cache, uint64_t object, const char *key, size_t key_bytes,
                                                  const clmem_cache_value *value, void **out_value,
                                                  uint32_t *out_added);

/**
 * Removes the entries of a context when the context ends (clSetContextDestructorCallback, OpenCL 3.0).
 *
 * The entries are those whose object is the context's address. A thread of the driver then calls their release
 * callbacks, which must not call OpenCL. Where this is not supported, call clmem_cache_drop() before the context is
 * released.
 *
 * @param[in] cache    borrowed; the cache. It may be released before the context.
 * @param[in] context  borrowed; the context. Watching it twice is the same as once.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p cache is not a live cache.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p context is NULL.
 * @error CLMEM_ERROR_UNSUPPORTED       the OpenCL library or a device of the context is older than OpenCL 3.0.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver), or another code of
 *                                      clSetContextDestructorCallback.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_watch(clmem_cache cache, cl_context context);

/**
 * Removes the entries of one object. Their release callbacks have been called when the call returns, except for values
 * that another thread is receiving at this moment: that thread calls them.
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[in]  object     copied; the object, as a number.
 * @param[out] out_count  copied, nullable; how many entries were removed.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p cache is not a live cache.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_drop(clmem_cache cache, uint64_t object, size_t *out_count);

/**
 * Removes all entries, as clmem_cache_drop() does (clear_first_arg_caches).
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[out] out_count  copied, nullable; how many entries were removed.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p cache is not a live cache.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_clear(clmem_cache cache, size_t *out_count);

/**
 * Returns how many entries a cache has.
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[out] out_count  copied; the number.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p cache is not a live cache.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_count is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_count(clmem_cache cache, size_t *out_count);

/**
 * Releases a cache and removes its entries, as clmem_cache_clear() does.
 *
 * @param[in] cache  owned, nullable; the cache; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p cache is not a live cache.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_release(clmem_cache cache);

#ifdef __cplusplus
}
#endif

#endif /* CLMEM_H */
