/* SPDX-License-Identifier: MIT */
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
 *     CHECK(clmem_transfer_copy(queue, &host, &there, NULL, NULL)); // as much as fits both
 *     host.pointer = back;
 *     CHECK(clmem_transfer_copy(queue, &there, &host, NULL, NULL));
 *     assert(back[2] == 3);
 *     CHECK(clmem_buffer_release(block));
 */
#ifndef CLMEM_TRANSFER_H
#define CLMEM_TRANSFER_H

#include "provider.h"

CLMEM_BEGIN_DECLARATIONS

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
    uint32_t wait_count;         /**< how many events the command waits for; 0, which *_INIT sets: none */
    const cl_event *wait_events; /**< the events; NULL only when wait_count is 0 */
    /** 0: returns when the transfer is complete; 1: returns at once, and the event completes later */
    uint32_t non_blocking;
    uint32_t flags; /**< clmem_transfer_flag bits */
    /** the size of a contiguous transfer; SIZE_MAX, which *_INIT sets: the region's, and without one as much as fits
     *  both sides, of images too; 0, as in a struct zeroed by hand: the region's, and without one nothing */
    size_t bytes;
    /** of a rectangle: bytes, rows, slices; of an image: pixels, rows, slices, each SIZE_MAX for as many as fit; all
     *  SIZE_MAX, which *_INIT sets: no region; all 0, as in a struct zeroed by hand: no region if @p bytes is a number,
     *  and nothing is copied if it is SIZE_MAX */
    size_t region[3];
} clmem_transfer_options;
/* clang-format off */
#define CLMEM_TRANSFER_OPTIONS_INIT                                                                                    \
    {sizeof(clmem_transfer_options), 0, NULL, 0, 0, SIZE_MAX, {SIZE_MAX, SIZE_MAX, SIZE_MAX}}
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
                                                      const clmem_transfer_options *options, cl_event *out_event);

/**
 * Frees the page-locked chunks that staged transfers keep for a context, and releases their references to it.
 *
 * @param[in] context  borrowed; the context; without chunks the call does nothing.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p context is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_transfer_trim(cl_context context);

CLMEM_END_DECLARATIONS

#endif
