/* SPDX-License-Identifier: MIT */
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
#ifndef CLMEM_EXTRAS_CHARACTERIZE_H
#define CLMEM_EXTRAS_CHARACTERIZE_H

#include "../base.h"

CLMEM_BEGIN_DECLARATIONS

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

CLMEM_END_DECLARATIONS

#endif
