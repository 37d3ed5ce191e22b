// Objects over buffers: sub-buffers, and images that are made of a buffer. They keep the buffer's block.
#include "calls.hpp"
#include "driver.hpp"
#include "memory_table.hpp"
#include "places.hpp"
#include "report.hpp"
#include "shield.hpp"

#include <cstdint>

namespace clmem::layer {

namespace {

// The region in the slab. One that leaves the program's buffer also leaves the slab, so that the driver refuses it.
cl_buffer_region region_in_slab(const cl_buffer_region &wanted, std::size_t bytes,
                                const place_in_slab &place) noexcept {
    cl_buffer_region region{place.offset + wanted.origin, wanted.size};
    if (wanted.size != 0 && (wanted.origin > bytes || wanted.size > bytes - wanted.origin)) {
        region.size = SIZE_MAX / 2;
    }
    return region;
}

std::size_t bytes_of(cl_mem handle) noexcept {
    std::size_t bytes = 0;
    (void)driver().clGetMemObjectInfo(handle, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
    return bytes;
}

context_state *context_of(cl_mem handle) noexcept {
    cl_context context = nullptr;
    (void)driver().clGetMemObjectInfo(handle, CL_MEM_CONTEXT, sizeof context, &context, nullptr);
    return find_context(context);
}

// Creates an object over a pooled buffer, or over nothing.
template <class Create>
cl_mem create_over(cl_mem parent, kind what, std::size_t origin, cl_int *out_code, Create &&create) noexcept {
    const std::uint64_t begin = report::now_ns();
    const bool is_held = parent != nullptr && hold_memory(parent);
    cl_int code = CL_SUCCESS;
    cl_mem made = create(&code);
    if (out_code != nullptr) { *out_code = code; }
    if (made == nullptr) {
        if (is_held) {
            shielded([&] { drop_hold(parent); }, [] {});
        }
        return nullptr;
    }
    context_state *const context = context_of(made);
    const std::size_t bytes = bytes_of(made);
    track(made, context, what, bytes, is_held ? parent : nullptr, origin);
    report::created(what, context != nullptr ? context->handle : nullptr, bytes, false, true, report::now_ns() - begin);
    return made;
}

cl_mem buffer_of(const cl_image_desc *description) noexcept {
    return description != nullptr ? description->buffer : nullptr;
}

} // namespace

namespace calls {

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                                     cl_int *out_code) {
    const pooled_object parent = find_pooled(buffer);
    const auto *const wanted = static_cast<const cl_buffer_region *>(info);
    const bool is_region = wanted != nullptr && type == CL_BUFFER_CREATE_TYPE_REGION;
    cl_mem made = create_over(buffer, kind::sub_buffer, is_region ? wanted->origin : 0, out_code, [&](cl_int *code) {
        if (!parent) { return driver().clCreateSubBuffer(buffer, flags, type, info, code); }
        const place_in_slab place = slab_of(buffer);
        if (!is_region) { return driver().clCreateSubBuffer(place.memory, flags, type, info, code); }
        const cl_buffer_region region = region_in_slab(*wanted, parent.bytes, place);
        return driver().clCreateSubBuffer(place.memory, flags, type, &region, code);
    });
    if (made != nullptr) {
        with_memory(made, [&](memory &known) { known.copied = parent.copied; }); // it inherits the flag
    }
    return made;
}

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                                 const cl_image_desc *description, void *host, cl_int *out_code) {
    return create_over(buffer_of(description), kind::image, 0, out_code, [&](cl_int *code) {
        return driver().clCreateImage(context, flags, format, description, host, code);
    });
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                               cl_mem_flags flags, const cl_image_format *format,
                                               const cl_image_desc *description, void *host, cl_int *out_code) {
    return create_over(buffer_of(description), kind::image, 0, out_code, [&](cl_int *code) {
        return driver().clCreateImageWithProperties(context, properties, flags, format, description, host, code);
    });
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t pitch, void *host, cl_int *out_code) {
    return create_over(nullptr, kind::image, 0, out_code, [&](cl_int *code) {
        return driver().clCreateImage2D(context, flags, format, width, height, pitch, host, code);
    });
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t depth, size_t row_pitch, size_t slice_pitch, void *host,
                                   cl_int *out_code) {
    return create_over(nullptr, kind::image, 0, out_code, [&](cl_int *code) {
        return driver().clCreateImage3D(context, flags, format, width, height, depth, row_pitch, slice_pitch, host,
                                        code);
    });
}

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet_bytes, cl_uint packets,
                                const cl_pipe_properties *properties, cl_int *out_code) {
    return create_over(nullptr, kind::pipe, 0, out_code, [&](cl_int *code) {
        return driver().clCreatePipe(context, flags, packet_bytes, packets, properties, code);
    });
}

} // namespace calls

} // namespace clmem::layer
