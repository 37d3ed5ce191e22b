/* SPDX-License-Identifier: MIT */
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
#ifndef CLMEM_PIPE_H
#define CLMEM_PIPE_H

#include "provider.h"

CLMEM_BEGIN_DECLARATIONS

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

CLMEM_END_DECLARATIONS

#endif
