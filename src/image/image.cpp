// Creates images. Checks here what drivers do not check, or report with unspecific codes.
#include "image/image.hpp"

#include "image/image_format.hpp"
#include "memory/buffer.hpp"
#include "provider/opencl_memory.hpp"

#include <algorithm>

namespace clmem_core {

namespace {

// The sizes that a kind of image has besides its width.
struct image_kind {
    bool height;
    bool depth;
    bool array;
};
image_kind kind_of(cl_mem_object_type type) {
    return {type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D,
            type == CL_MEM_OBJECT_IMAGE3D, type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY};
}

// The work of one make_image().
class construction {
  public:
    construction(const image_request &request, const clmem_image_description &wanted)
        : request_{request}, wanted_{wanted}, kind_{kind_of(wanted.type)}, format_{wanted.channel_order,
                                                                                   wanted.channel_type} {}

    std::shared_ptr<memory_object> make() {
        check_flags();
        check_image_type(request_.context, wanted_.type);
        find_devices();
        check_format();
        check_extents();
        check_source();
        check_pitches();
        check_bytes();
        return create();
    }

  private:
    void check_flags() const {
        if (request_.source == nullptr) { return check_object_flags(request_.flags, request_.host_pointer); }
        if (request_.host_pointer != nullptr) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "host_pointer: expected NULL, since the description has a source with the pixels, got a pointer");
        }
    }

    void find_devices() {
        devices_ = devices_with_images(request_.context);
        if (devices_.empty()) {
            fail(CLMEM_ERROR_UNSUPPORTED, "expected a device with images in the context, got none");
        }
    }

    // Both numbers must be known, for the size of a pixel; the list of formats says whether a device supports them.
    void check_format() {
        pixel_ = look_up(format_).pixel_bytes;
        if (pixel_ == 0) { static_cast<void>(describe_format(format_)); }
    }

    [[nodiscard]] std::size_t limit(const cl::question &what) const {
        std::size_t largest = 0;
        for (cl_device_id device : devices_) {
            largest = std::max(largest, cl::value<std::size_t>(device, what));
        }
        return largest;
    }

    void check_extent(const char *member, std::size_t value, const cl::question &what) const {
        if (value == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected at least 1, got 0", member); }
        if (const std::size_t most = limit(what); value > most) {
            fail_because(CLMEM_ERROR_INVALID_ARGUMENT, CL_INVALID_IMAGE_SIZE,
                         "%s: expected at most %zu, the devices' limit for this kind of image, got %zu", member, most,
                         value);
        }
    }
    static void check_absent(const char *member, std::size_t value) {
        if (value > 1) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected 0, since this kind of image does not have it, got %zu",
                 member, value);
        }
    }

    void check_extents() const {
        const bool is_3d = kind_.depth;
        const bool is_buffer = wanted_.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
        check_extent("width", wanted_.width,
                     is_3d       ? CLMEM_CL_ASK(CL_DEVICE_IMAGE3D_MAX_WIDTH)
                     : is_buffer ? CLMEM_CL_ASK(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE)
                                 : CLMEM_CL_ASK(CL_DEVICE_IMAGE2D_MAX_WIDTH));
        if (kind_.height) {
            check_extent("height", wanted_.height,
                         is_3d ? CLMEM_CL_ASK(CL_DEVICE_IMAGE3D_MAX_HEIGHT)
                               : CLMEM_CL_ASK(CL_DEVICE_IMAGE2D_MAX_HEIGHT));
        } else {
            check_absent("height", wanted_.height);
        }
        if (is_3d) {
            check_extent("depth", wanted_.depth, CLMEM_CL_ASK(CL_DEVICE_IMAGE3D_MAX_DEPTH));
        } else {
            check_absent("depth", wanted_.depth);
        }
        if (kind_.array) {
            check_extent("array_size", wanted_.array_size, CLMEM_CL_ASK(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE));
        } else {
            check_absent("array_size", wanted_.array_size);
        }
    }

    [[nodiscard]] std::size_t rows() const { return kind_.height ? wanted_.height : 1; }
    [[nodiscard]] std::size_t slices() const {
        return kind_.depth ? wanted_.depth : kind_.array ? wanted_.array_size : 1;
    }
    static std::size_t product(std::size_t a, std::size_t b) {
        std::size_t result = 0;
        if (__builtin_mul_overflow(a, b, &result)) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "expected an image whose sizes and pitches fit in the address space, got larger ones");
        }
        return result;
    }

    void check_source();
    void check_source_of_2d();
    void check_base(cl_mem source, std::size_t alignment) const;
    void check_view(const clmem_image_info &of);

    // A pitch is 0 or covers a whole row or slice, in whole units.
    static std::size_t pitch(const char *member, std::size_t wanted, std::size_t least, std::size_t unit) {
        if (wanted == 0) { return least; }
        if (wanted < least || wanted % unit != 0) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected 0 or a multiple of %zu, at least %zu, got %zu", member,
                 unit, least, wanted);
        }
        return wanted;
    }

    void check_pitches() {
        if (request_.host_pointer == nullptr && wanted_.row_pitch_bytes != 0 && request_.source == nullptr) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "row_pitch_bytes: expected 0, since there is no host memory, got %zu",
                 wanted_.row_pitch_bytes);
        }
        row_pitch_ = pitch("row_pitch_bytes", wanted_.row_pitch_bytes, product(wanted_.width, pixel_), pixel_);
        if (wanted_.slice_pitch_bytes != 0 && (request_.host_pointer == nullptr || !(kind_.depth || kind_.array))) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "slice_pitch_bytes: expected 0, since %s, got %zu",
                 request_.host_pointer == nullptr ? "there is no host memory" : "the image has one slice",
                 wanted_.slice_pitch_bytes);
        }
        slice_pitch_ = pitch("slice_pitch_bytes", wanted_.slice_pitch_bytes, product(row_pitch_, rows()), row_pitch_);
    }

    void check_bytes() const {
        const std::size_t bytes = product(slice_pitch_, slices());
        if (request_.host_pointer != nullptr && request_.host_bytes < bytes) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "host_bytes: expected at least %zu, the size of the image with its pitches, got %zu", bytes,
                 request_.host_bytes);
        }
        if (request_.source != nullptr) {
            if (request_.source->kind() == memory_kind::buffer && request_.source->bytes() < bytes) {
                fail(CLMEM_ERROR_INVALID_ARGUMENT,
                     "source: expected at least %zu bytes, the size of the image, got %zu", bytes,
                     request_.source->bytes());
            }
            return;
        }
        // quirk::oversize_accepted
        std::size_t most = 0;
        for (cl_device_id device : devices_) {
            most = std::max(most, static_cast<std::size_t>(
                                      cl::value<cl_ulong>(device, CLMEM_CL_ASK(CL_DEVICE_MAX_MEM_ALLOC_SIZE))));
        }
        const std::size_t packed = product(product(product(wanted_.width, pixel_), rows()), slices());
        if (packed > most) {
            fail_because(CLMEM_ERROR_OUT_OF_MEMORY, CL_INVALID_IMAGE_SIZE,
                         "expected an image of at most %zu bytes, the devices' largest allocation, got one of %zu",
                         most, packed);
        }
    }

    // For quirk::unlisted_format_accepted.
    void check_listed() const {
        std::uint64_t flags = request_.flags;
        if (request_.source != nullptr && (flags & kernel_access) == 0) { flags |= source_flags_ & kernel_access; }
        const auto listed = list_formats(request_.context, flags, wanted_.type);
        const bool is_listed = std::any_of(listed.begin(), listed.end(), [this](const cl_image_format &f) {
            return f.image_channel_order == format_.image_channel_order &&
                   f.image_channel_data_type == format_.image_channel_data_type;
        });
        if (!is_listed) {
            fail_because(CLMEM_ERROR_UNSUPPORTED, CL_IMAGE_FORMAT_NOT_SUPPORTED,
                         "expected a format that a device has for images of this kind and use, got %s; "
                         "clmem_image_formats() lists them",
                         look_up(format_).name);
        }
    }

    std::shared_ptr<memory_object> create() {
        check_listed();
        cl_int code = CL_SUCCESS;
        cl::memory made{call(code)};
        if (code == CL_IMAGE_FORMAT_NOT_SUPPORTED) {
            fail_because(CLMEM_ERROR_UNSUPPORTED, code,
                         "expected an image of the format %s, which the driver lists, got "
                         "CL_IMAGE_FORMAT_NOT_SUPPORTED; use another format",
                         look_up(format_).name);
        }
        if (code == CL_INVALID_MEM_OBJECT && is_part()) {
            fail_because(CLMEM_ERROR_UNSUPPORTED, code,
                         "expected a whole buffer, since the driver creates no images over parts of buffers, got a "
                         "part of one, such as a sub-region or most blocks of a pool; use a block with "
                         "CLMEM_ALLOCATION_DEDICATED, or a buffer without a pool");
        }
        if (code != CL_SUCCESS) { fail_allocation(code, "an image", product(slice_pitch_, slices())); }
        const auto bytes = cl::value<std::size_t>(made.get(), CLMEM_CL_ASK(CL_MEM_SIZE));
        return std::make_shared<memory_object>(memory_kind::image, std::move(made), bytes, request_.source);
    }

    // Whether the source is a sub-buffer.
    [[nodiscard]] bool is_part() const {
        return request_.source != nullptr && request_.source->kind() == memory_kind::buffer &&
               cl::value<cl_mem>(request_.source->mem(), CLMEM_CL_ASK(CL_MEM_ASSOCIATED_MEMOBJECT)) != nullptr;
    }

    cl_mem call(cl_int &code) const {
        const cl::table &opencl = cl::dispatch();
        if (opencl.clCreateImage == nullptr || newest_version(devices_) < 120) { return call_old(code); }
        cl_image_desc desc{};
        desc.image_type = wanted_.type;
        desc.image_width = wanted_.width;
        desc.image_height = kind_.height ? wanted_.height : 0;
        desc.image_depth = kind_.depth ? wanted_.depth : 0;
        desc.image_array_size = kind_.array ? wanted_.array_size : 0;
        desc.image_row_pitch = given_row_pitch_ != 0 ? given_row_pitch_ : wanted_.row_pitch_bytes;
        desc.image_slice_pitch = wanted_.slice_pitch_bytes;
        if (wanted_.type == CL_MEM_OBJECT_IMAGE1D_ARRAY && wanted_.slice_pitch_bytes != 0) {
            // The same layout, also for drivers with quirk::row_pitch_steps_images.
            desc.image_row_pitch = wanted_.slice_pitch_bytes;
        }
        desc.mem_object = request_.source != nullptr ? request_.source->mem() : nullptr;
        return opencl.clCreateImage(request_.context, request_.flags, &format_, &desc, request_.host_pointer, &code);
    }
    // Only 2D and 3D images get here.
    cl_mem call_old(cl_int &code) const {
        const cl::table &opencl = cl::dispatch();
        if (opencl.clCreateImage2D == nullptr || opencl.clCreateImage3D == nullptr) {
            fail(CLMEM_ERROR_UNSUPPORTED, "expected clCreateImage, or clCreateImage2D and clCreateImage3D, got an "
                                          "OpenCL library without them; update it");
        }
        if (kind_.depth) {
            return opencl.clCreateImage3D(request_.context, request_.flags, &format_, wanted_.width, wanted_.height,
                                          wanted_.depth, wanted_.row_pitch_bytes, wanted_.slice_pitch_bytes,
                                          request_.host_pointer, &code);
        }
        return opencl.clCreateImage2D(request_.context, request_.flags, &format_, wanted_.width, wanted_.height,
                                      wanted_.row_pitch_bytes, request_.host_pointer, &code);
    }

    const image_request &request_;
    const clmem_image_description &wanted_;
    image_kind kind_;
    cl_image_format format_;
    std::vector<cl_device_id> devices_; // devices that support images
    std::size_t pixel_ = 0;
    std::size_t row_pitch_ = 0;
    std::size_t slice_pitch_ = 0;
    std::size_t given_row_pitch_ = 0; // passed to the driver if that needs more than the program gave
    cl_mem_flags source_flags_ = 0;
};

void construction::check_source() {
    const bool is_1d_buffer = wanted_.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    if (request_.source == nullptr) {
        if (is_1d_buffer) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "source: expected a buffer for CL_MEM_OBJECT_IMAGE1D_BUFFER, got NULL");
        }
        return;
    }
    const memory_object &source = *request_.source;
    const bool fits = is_1d_buffer                            ? source.kind() != memory_kind::image
                      : wanted_.type == CL_MEM_OBJECT_IMAGE2D ? true
                                                              : false;
    if (!fits || source.kind() == memory_kind::pipe) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "source: expected a buffer for CL_MEM_OBJECT_IMAGE1D_BUFFER, a buffer or an image for "
             "CL_MEM_OBJECT_IMAGE2D, and NULL for other kinds, got %s",
             noun_of(source.kind()));
    }
    cl_mem mem = source.mem();
    if (cl::value<cl_context>(mem, CLMEM_CL_ASK(CL_MEM_CONTEXT)) != request_.context) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "source: expected memory of the image's context, got memory of another one");
    }
    source_flags_ = cl::value<cl_mem_flags>(mem, CLMEM_CL_ASK(CL_MEM_FLAGS));
    check_part_flags(request_.flags, source_flags_);
    if (!is_1d_buffer) { return check_source_of_2d(); }
    if (wanted_.row_pitch_bytes != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "row_pitch_bytes: expected 0, since the image is one row, got %zu",
             wanted_.row_pitch_bytes);
    }
}

void construction::check_source_of_2d() {
    if (request_.source->kind() == memory_kind::image) {
        if (newest_version(devices_) < 200) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "expected a device with OpenCL 2.0 for an image over another image, got none in the context");
        }
        return check_view(describe_image(*request_.source));
    }
    std::size_t pitch_alignment = 0;
    std::size_t base_alignment = 0;
    for (cl_device_id device : devices_) {
        pitch_alignment = std::max<std::size_t>(
            pitch_alignment, cl::value_or<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_IMAGE_PITCH_ALIGNMENT), 0));
        base_alignment = std::max<std::size_t>(
            base_alignment, cl::value_or<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT), 0));
    }
    if (pitch_alignment == 0) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a device that creates 2D images over buffers "
                                      "(cl_khr_image2d_from_buffer), got none; copy the buffer into an image");
    }
    const std::size_t row = wanted_.row_pitch_bytes != 0 ? wanted_.row_pitch_bytes : product(wanted_.width, pixel_);
    if (row % (pitch_alignment * pixel_) != 0) { // the alignment is in pixels
        fail_because(CLMEM_ERROR_INVALID_ARGUMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "row_pitch_bytes: expected a multiple of %zu for a 2D image over a buffer, got %zu",
                     pitch_alignment * pixel_, row);
    }
    given_row_pitch_ = row;
    check_base(request_.source->mem(), base_alignment * pixel_);
}

// The buffer's offset, as far as known before the driver places it.
void construction::check_base(cl_mem source, std::size_t alignment) const {
    if (alignment == 0) { return; }
    const auto offset = cl::value<std::size_t>(source, CLMEM_CL_ASK(CL_MEM_OFFSET));
    auto base = std::uintptr_t{offset};
    if ((source_flags_ & CL_MEM_USE_HOST_PTR) != 0) {
        base = reinterpret_cast<std::uintptr_t>(cl::value<void *>(source, CLMEM_CL_ASK(CL_MEM_HOST_PTR)));
    }
    if (base % alignment != 0) {
        fail_because(CLMEM_ERROR_INVALID_ARGUMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "source: expected a start at a multiple of %zu bytes for a 2D image over a buffer, got offset %zu "
                     "or an address that is not such a multiple",
                     alignment, offset);
    }
}

// An image of an image shows the same pixels: only the order of the channels may differ.
void construction::check_view(const clmem_image_info &of) {
    static constexpr cl_channel_order pairs[][2] = {{CL_sBGRA, CL_BGRA}, {CL_sRGBA, CL_RGBA}, {CL_sRGB, CL_RGB},
                                                    {CL_sRGBx, CL_RGBx}, {CL_BGRA, CL_sBGRA}, {CL_RGBA, CL_sRGBA},
                                                    {CL_RGB, CL_sRGB},   {CL_RGBx, CL_sRGBx}, {CL_DEPTH, CL_R}};
    const bool is_pair = std::any_of(std::begin(pairs), std::end(pairs), [&](const auto &pair) {
        return pair[0] == wanted_.channel_order && pair[1] == of.channel_order;
    });
    if (of.type != CL_MEM_OBJECT_IMAGE2D || wanted_.channel_type != of.channel_type || wanted_.width != of.width ||
        wanted_.height != of.height ||
        (wanted_.row_pitch_bytes != 0 && wanted_.row_pitch_bytes != of.row_pitch_bytes)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a 2D image with the source's size, channel type and row pitch (%zu x %zu, 0x%x, %zu), got "
             "another description",
             of.width, of.height, of.channel_type, of.row_pitch_bytes);
    }
    if (!is_pair) {
        fail_because(CLMEM_ERROR_INVALID_ARGUMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "channel_order: expected the sRGB or linear counterpart of the source's 0x%x, or CL_DEPTH over "
                     "CL_R, got 0x%x",
                     of.channel_order, wanted_.channel_order);
    }
    given_row_pitch_ = of.row_pitch_bytes;
}

} // namespace

std::shared_ptr<memory_object> make_image(const image_request &request, const clmem_image_description &description) {
    clmem_image_description wanted = description;
    if (wanted.type == 0) { wanted.type = CL_MEM_OBJECT_IMAGE2D; }
    if (wanted.channel_order == 0) { wanted.channel_order = CL_RGBA; }
    if (wanted.channel_type == 0) { wanted.channel_type = CL_UNORM_INT8; }
    return construction{request, wanted}.make();
}

} // namespace clmem_core
