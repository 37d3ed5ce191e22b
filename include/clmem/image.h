/* SPDX-License-Identifier: MIT */
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
 *     CHECK(clmem_image_fill(image, queue, grey, NULL, NULL));
 *     CHECK(clmem_image_release(image));
 */
#ifndef CLMEM_IMAGE_H
#define CLMEM_IMAGE_H

#include "provider.h"

CLMEM_BEGIN_DECLARATIONS

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

/** Which part of an image is filled. */
typedef struct clmem_image_fill_options {
    uint32_t struct_size;
    uint32_t wait_count;         /**< how many events the command waits for; 0, which *_INIT sets: none */
    const cl_event *wait_events; /**< the events; NULL only when wait_count is 0 */
    /** the first pixel: x, then y, then z or the image's number in the array (for an array of 1D images that is the
     *  second); 0 for dimensions that the kind lacks */
    size_t origin[3];
    /** how many of each; 1 for dimensions that the kind lacks; SIZE_MAX, which *_INIT sets: up to the end; if one is 0,
     *  as in a struct zeroed by hand, nothing is filled: the event is that of a marker */
    size_t region[3];
} clmem_image_fill_options;
/* clang-format off */
#define CLMEM_IMAGE_FILL_OPTIONS_INIT                                                                                  \
    {sizeof(clmem_image_fill_options), 0, NULL, {0, 0, 0}, {SIZE_MAX, SIZE_MAX, SIZE_MAX}}
/* clang-format on */

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
 * @param[in]  options      copied, nullable; the options; NULL: those of CLMEM_IMAGE_FILL_OPTIONS_INIT, that is, all of
 *                          it.
 * @param[out] out_event    owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p image is not a live image.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a required pointer is NULL, an option is out of its range, or @p color is not a
 *                                      colour of the format: not a number, or a fraction for an integer format.
 * @error CLMEM_ERROR_UNSUPPORTED       the library or device is older than OpenCL 1.2, the format is an extension's, or
 *                                      the image is over a buffer and the driver is PoCL, which crashes: use
 *                                      clmem_buffer_fill() on the buffer.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the image, but has no memory for it.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue, or another code of clEnqueueFillImage.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_fill(clmem_image image, cl_command_queue queue, const double *color,
                                                   const clmem_image_fill_options *options, cl_event *out_event);

/**
 * Releases an image. The driver keeps it until commands that use it are complete, and clmem keeps its source.
 *
 * @param[in] image  owned, nullable; the image; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p image is not a live image.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_image_release(clmem_image image);

CLMEM_END_DECLARATIONS

#endif
