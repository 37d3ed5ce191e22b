// Objects over buffers: sub-buffers, and images that are made of a buffer. They keep the buffer's block.
#include "calls.hpp"
#include "driver.hpp"
#include "memory_table.hpp"
#include "places.hpp"
#include "report.hpp"
#include "room.hpp"
#include "shield.hpp"
#include "svm.hpp"
#include "whole.hpp"

#include <cstdint>

namespace clmem::layer {

namespace {

std::size_t bytes_of(cl_mem handle) noexcept {
    std::size_t bytes = 0;
    (void)driver().clGetMemObjectInfo(handle, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
    return bytes;
}

bool leaves(const pooled_object &parent, const cl_buffer_region &region) noexcept {
    return region.origin > parent.bytes || region.size > parent.bytes - region.origin;
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
    cl_mem made = what == kind::sub_buffer ? create(&code) : create_in_room(code, create);
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
    if (what == kind::image && !is_held) { report::passed_on(passed::image, bytes); }
    if (what == kind::pipe) { report::passed_on(passed::pipe, bytes); }
    return made;
}

// Creates an image that may use a host pointer of the program.
template <class Create>
cl_mem create_with_host(cl_mem_flags flags, const void *host, Create &&create) noexcept {
    cl_mem made = create();
    if (made != nullptr) { note_host_pointer(made, flags, host); }
    return made;
}

template <class Value>
Value of_image(cl_mem image, cl_image_info question) noexcept {
    Value value{};
    (void)driver().clGetImageInfo(image, question, sizeof value, &value, nullptr);
    return value;
}

// The bytes of its buffer that an image uses.
std::size_t bytes_used(cl_mem image) noexcept {
    const auto height = of_image<std::size_t>(image, CL_IMAGE_HEIGHT);
    if (height != 0) { return of_image<std::size_t>(image, CL_IMAGE_ROW_PITCH) * height; }
    return of_image<std::size_t>(image, CL_IMAGE_WIDTH) * of_image<std::size_t>(image, CL_IMAGE_ELEMENT_SIZE);
}

// A buffer like the one that the program has, without its block: the driver judges by it what leaves the program's.
cl_mem stand_in(cl_context context, const pooled_object &of, cl_int *code) noexcept {
    const limit::uncounted scope;
    const cl_mem_flags flags = of.flags & ~static_cast<cl_mem_flags>(CL_MEM_COPY_HOST_PTR);
    return driver().clCreateBuffer(context, flags, of.bytes, nullptr, code);
}

// The driver's code for a region that leaves the program's buffer. NVIDIA's driver looks at its origin alone.
cl_int judge_region(cl_mem buffer, const pooled_object &parent, cl_mem_flags flags,
                    const cl_buffer_region &region) noexcept {
    const context_state *const known = context_of(buffer);
    cl_int code = CL_INVALID_CONTEXT;
    cl_mem whole = known != nullptr ? stand_in(known->handle, parent, &code) : nullptr;
    if (whole == nullptr) { return code; }
    cl_mem part = driver().clCreateSubBuffer(whole, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    if (part != nullptr) { (void)driver().clReleaseMemObject(part); }
    (void)driver().clReleaseMemObject(whole);
    return code;
}

// The driver's error for an image over a whole buffer of the size that the program asked for.
template <class Create>
cl_int judge_image(cl_context context, const pooled_object &parent, cl_image_desc description,
                   Create &&create) noexcept {
    cl_int code = CL_SUCCESS;
    description.buffer = stand_in(context, parent, &code);
    if (description.buffer == nullptr) { return code; }
    cl_mem image = create(&description, &code);
    if (image != nullptr) { (void)driver().clReleaseMemObject(image); }
    (void)driver().clReleaseMemObject(description.buffer);
    return code;
}

cl_uint references_of(cl_context context) noexcept {
    cl_uint count = 0;
    (void)driver().clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
    return count;
}

// An image over the object that stands for the program's buffer.
template <class Create>
cl_mem create_over_real(const cl_image_desc *description, cl_int *out_code, Create &&create) noexcept {
    cl_mem buffer = description != nullptr ? description->buffer : nullptr;
    return create_over(buffer, kind::image, 0, out_code, [&](cl_int *code) {
        if (buffer == nullptr) { return create(description, code); }
        cl_image_desc passed = *description;
        passed.buffer = real_of(buffer);
        return create(&passed, code);
    });
}

// An image may lie over a block, which is larger than the program's buffer, and a part of a slab.
template <class Create>
cl_mem create_image(cl_context context, const cl_image_desc *description, cl_int *out_code, Create &&create) noexcept {
    cl_mem buffer = description != nullptr ? description->buffer : nullptr;
    const pooled_object parent = find_pooled(buffer);
    cl_int code = CL_SUCCESS;
    cl_mem made = create_over_real(description, &code, create);
    const bool is_too_large = parent && made != nullptr && bytes_used(made) > parent.bytes;
    if (parent && (made == nullptr || is_too_large)) {
        const cl_int refusal = code;
        const cl_uint before = references_of(context);
        code = judge_image(context, parent, *description, create);
        context_state *const known = find_context(context);
        // With PoCL 3.1, an image over a buffer never ends its reference.
        if (known != nullptr && references_of(context) == before + 1) { known->own.objects.fetch_add(1); }
        if (is_too_large && code != CL_SUCCESS) {
            (void)calls::clReleaseMemObject(made);
            made = nullptr;
        } else if (made == nullptr && code == CL_SUCCESS && known != nullptr) {
            log_once("the driver refuses an image over a part of a buffer: new buffers of this context are whole ones; "
                     "CLMEM_RUN_DEDICATED=1 makes all of them whole");
            known->blocks.use_whole_buffers();
            code = refusal;
            const bool is_whole = shielded([&] { return make_whole(*known, buffer); }, [] { return false; });
            if (is_whole) { made = create_over_real(description, &code, create); }
        }
    }
    if (out_code != nullptr) { *out_code = code; }
    return made;
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
        const place_in_slab place = slab_of(real_of(buffer));
        if (place.code != CL_SUCCESS) {
            *code = place.code;
            return cl_mem{nullptr};
        }
        if (!is_region) { return driver().clCreateSubBuffer(place.memory, flags, type, info, code); }
        if (leaves(parent, *wanted)) { *code = judge_region(buffer, parent, flags, *wanted); }
        if (*code != CL_SUCCESS) { return cl_mem{nullptr}; }
        const cl_buffer_region region{place.offset + wanted->origin, wanted->size};
        return driver().clCreateSubBuffer(place.memory, flags, type, &region, code);
    });
    if (made != nullptr) {
        with_memory(made, [&](memory &known) { known.flags = flags; });
    }
    return made;
}

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                                 const cl_image_desc *description, void *host, cl_int *out_code) {
    return create_with_host(flags, host, [&] {
        return create_image(context, description, out_code, [&](const cl_image_desc *passed, cl_int *code) {
            return driver().clCreateImage(context, flags, format, passed, host, code);
        });
    });
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                               cl_mem_flags flags, const cl_image_format *format,
                                               const cl_image_desc *description, void *host, cl_int *out_code) {
    return create_with_host(flags, host, [&] {
        return create_image(context, description, out_code, [&](const cl_image_desc *passed, cl_int *code) {
            return driver().clCreateImageWithProperties(context, properties, flags, format, passed, host, code);
        });
    });
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t pitch, void *host, cl_int *out_code) {
    return create_with_host(flags, host, [&] {
        return create_over(nullptr, kind::image, 0, out_code, [&](cl_int *code) {
            return driver().clCreateImage2D(context, flags, format, width, height, pitch, host, code);
        });
    });
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t depth, size_t row_pitch, size_t slice_pitch, void *host,
                                   cl_int *out_code) {
    return create_with_host(flags, host, [&] {
        return create_over(nullptr, kind::image, 0, out_code, [&](cl_int *code) {
            return driver().clCreateImage3D(context, flags, format, width, height, depth, row_pitch, slice_pitch, host,
                                            code);
        });
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
