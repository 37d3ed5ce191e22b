/* SPDX-License-Identifier: MIT */
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
 *     CHECK(clmem_map_buffer(block, queue, CL_MAP_WRITE, NULL, &map, NULL));
 *     CHECK(clmem_map_describe(map, &info));
 *     memset(info.pointer, 1, info.bytes);
 *     CHECK(clmem_map_release(map)); // unmaps it: later commands in the queue see the changes
 *     CHECK(clmem_buffer_release(block));
 */
#ifndef CLMEM_MAP_H
#define CLMEM_MAP_H

#include "image.h"

CLMEM_BEGIN_DECLARATIONS

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

/** Which part of a buffer is mapped, and how. */
typedef struct clmem_map_buffer_options {
    uint32_t struct_size;
    uint32_t wait_count;         /**< how many events the command waits for; 0, which *_INIT sets: none */
    const cl_event *wait_events; /**< the events; NULL only when wait_count is 0 */
    size_t offset_bytes;         /**< the part's offset */
    /** the part's size; SIZE_MAX, which *_INIT sets: to the end; 0, as in a struct zeroed by hand: no map */
    size_t bytes;
    /** 0: returns when the content can be read; 1: returns at once, and the content can be read when the event is
     *  complete */
    uint32_t non_blocking;
    uint32_t reserved; /**< zero */
} clmem_map_buffer_options;
/* clang-format off */
#define CLMEM_MAP_BUFFER_OPTIONS_INIT {sizeof(clmem_map_buffer_options), 0, NULL, 0, SIZE_MAX, 0, 0}
/* clang-format on */

/** Which part of an image is mapped, and how. */
typedef struct clmem_map_image_options {
    uint32_t struct_size;
    uint32_t wait_count;         /**< how many events the command waits for; 0, which *_INIT sets: none */
    const cl_event *wait_events; /**< the events; NULL only when wait_count is 0 */
    /** the box's first pixel, row and slice. An array's images count as rows of a 1D array, as slices of a 2D array. 0
     *  for dimensions that the image lacks */
    size_t origin[3];
    /** how many pixels, rows and slices; 1 for dimensions that the image lacks; SIZE_MAX, which *_INIT sets: to the
     *  end; if one is 0, as in a struct zeroed by hand, there is no map */
    size_t region[3];
    uint32_t non_blocking; /**< as in clmem_map_buffer_options */
    uint32_t reserved;     /**< zero */
} clmem_map_image_options;
/* clang-format off */
#define CLMEM_MAP_IMAGE_OPTIONS_INIT                                                                                   \
    {sizeof(clmem_map_image_options), 0, NULL, {0, 0, 0}, {SIZE_MAX, SIZE_MAX, SIZE_MAX}, 0, 0}
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
 * @param[in]  options       copied, nullable; the options; NULL: those of CLMEM_MAP_BUFFER_OPTIONS_INIT, that is, all
 *                           of it, blocking.
 * @param[out] out_map       owned; the map, to be released by clmem_map_release(); NULL if the part has 0 bytes.
 * @param[out] out_event     owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p buffer is not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p flags are not among the above, an option is out
 *                                      of its range, the part ends beyond the end, its size is SIZE_MAX for an address
 *                                      of unknown size, or the queue is of another context than the block.
 * @error CLMEM_ERROR_UNSUPPORTED       no map is needed (page-locked memory, USM) or there is no command for it, the
 *                                      library or device is too old for the command, or the pool knows 63 queues
 *                                      already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the memory, but has none.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of the command.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_map_buffer(clmem_buffer buffer, cl_command_queue queue, uint64_t flags,
                                                   const clmem_map_buffer_options *options, clmem_map *out_map,
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
 * @param[in]  options      copied, nullable; the options; NULL: those of CLMEM_MAP_IMAGE_OPTIONS_INIT, that is, the
 *                          whole image, blocking.
 * @param[out] out_map      owned; the map, to be released by clmem_map_release(); NULL if the box has no pixels.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p image is not a live image.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, @p flags are not among those, an option is out of
 *                                      its range, or the box does not lie in the image.
 * @error CLMEM_ERROR_UNSUPPORTED       the device is too old for a flag, or the image is over a block whose pool knows
 *                                      63 queues already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the memory, but has none.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueMapImage.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_map_image(clmem_image image, cl_command_queue queue, uint64_t flags,
                                                  const clmem_map_image_options *options, clmem_map *out_map,
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
 * @param[in]  options      copied, nullable; the events that it waits for; NULL: none.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p map is not a live map.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the options' struct_size is wrong or its events are NULL with a count above 0,
 *                                      or the queue is of another context than the block.
 * @error CLMEM_ERROR_UNSUPPORTED       the pool knows 63 queues already, or, if it was already unmapped, the device is
 *                                      older than OpenCL 1.2 and has no marker for the event.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of the command; the memory is
 *                                      still mapped.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_map_unmap(clmem_map map, cl_command_queue queue,
                                                  const clmem_enqueue_options *options, cl_event *out_event);

/**
 * Releases a map; if it is still mapped, unmaps it first, on the queue on which it was mapped.
 *
 * @param[in] map  owned, nullable; the map; the handle is stale at once, unless the call fails.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p map is not a live map.
 * @error CL_OUT_OF_RESOURCES         or another code of the command; the memory is still mapped.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_map_release(clmem_map map);

CLMEM_END_DECLARATIONS

#endif
