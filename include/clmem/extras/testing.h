/* SPDX-License-Identifier: MIT */
/* ==== testing ========================================================================================================
 *
 * The devices on which a program's tests should run.
 *
 *     cl_device_id tested[8];
 *     uint32_t count;
 *     CHECK(clmem_device_list_for_tests(NULL, 8, tested, &count)); // CLMEM_TEST chooses them
 */
#ifndef CLMEM_EXTRAS_TESTING_H
#define CLMEM_EXTRAS_TESTING_H

#include "../base.h"

CLMEM_BEGIN_DECLARATIONS

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

CLMEM_END_DECLARATIONS

#endif
