/* SPDX-License-Identifier: MIT */
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
#ifndef CLMEM_SAMPLER_H
#define CLMEM_SAMPLER_H

#include "base.h"

CLMEM_BEGIN_DECLARATIONS

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

CLMEM_END_DECLARATIONS

#endif
