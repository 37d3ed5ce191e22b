/* SPDX-License-Identifier: MIT */
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
#ifndef CLMEM_EXTRAS_OCCUPANCY_H
#define CLMEM_EXTRAS_OCCUPANCY_H

#include "device_data.h"

CLMEM_BEGIN_DECLARATIONS

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

CLMEM_END_DECLARATIONS

#endif
