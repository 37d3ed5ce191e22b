/* SPDX-License-Identifier: MIT */
/* ==== peer ===========================================================================================================
 *
 * Copies between the memories of two devices without the host, by extensions of drivers.
 *
 *     clmem_buffer from, to;
 *     CHECK(clmem_pool_allocate(pool, queue, 4096, &from));
 *     CHECK(clmem_pool_allocate(pool, queue, 4096, &to));
 *     if (clmem_transfer_copy_peer_amd(from, to, queue, SIZE_MAX, NULL, NULL) == CLMEM_ERROR_UNSUPPORTED) {
 *         puts("this platform cannot");
 *     }
 *     CHECK(clmem_buffer_release(from));
 *     CHECK(clmem_buffer_release(to));
 */
#ifndef CLMEM_EXTRAS_PEER_H
#define CLMEM_EXTRAS_PEER_H

#include "../provider.h"

CLMEM_BEGIN_DECLARATIONS

/**
 * Copies from a buffer on one AMD device to a buffer on another without the host (clEnqueueCopyBufferP2PAMD of the
 * platform's extension cl_amd_copy_buffer_p2p; pyopencl's enqueue_copy_buffer_p2p_amd).
 *
 * @param[in]  source       borrowed; the buffer to copy from.
 * @param[in]  destination  borrowed; the buffer to copy to.
 * @param[in]  queue        borrowed; the queue, on the source's device.
 * @param[in]  bytes        copied; how many bytes to copy; SIZE_MAX: the size of the smaller buffer; 0 copies nothing.
 * @param[in]  options      copied, nullable; the events that it waits for; NULL: none.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p source or @p destination is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p bytes exceeds one of the buffers, they overlap,
 *                                      or an option is out of its range.
 * @error CLMEM_ERROR_UNSUPPORTED       the platform has no clEnqueueCopyBufferP2PAMD, one of them is an address, or a
 *                                      pool knows 63 queues already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the memory, but has none.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of the command.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_transfer_copy_peer_amd(clmem_buffer source, clmem_buffer destination,
                                                               cl_command_queue queue, size_t bytes,
                                                               const clmem_enqueue_options *options,
                                                               cl_event *out_event);

CLMEM_END_DECLARATIONS

#endif
