/* SPDX-License-Identifier: MIT */
/* ==== device_data ====================================================================================================
 *
 * Data of devices that OpenCL does not report: what a multiprocessor of NVIDIA's has room for, by compute capability,
 * and the alignments and counts of channels that suit a device (pycuda's DeviceData).
 *
 *     clmem_device_data data = CLMEM_DEVICE_DATA_INIT;
 *     size_t aligned;
 *     CHECK(clmem_device_data_for_capability(9, 0, &data)); // clmem_device_get_data() queries a device
 *     CHECK(clmem_device_align(&data, 100, 4, &aligned));
 *     assert(aligned >= 100 && (data.known & CLMEM_DEVICE_DATA_WARP_SIZE) != 0);
 */
#ifndef CLMEM_EXTRAS_DEVICE_DATA_H
#define CLMEM_EXTRAS_DEVICE_DATA_H

#include "../base.h"

CLMEM_BEGIN_DECLARATIONS

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

CLMEM_END_DECLARATIONS

#endif
