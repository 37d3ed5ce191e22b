// References to memory objects, their callbacks, and what they tell.
#include "calls.hpp"
#include "driver.hpp"
#include "memory_table.hpp"
#include "places.hpp"
#include "platform.hpp"
#include "shield.hpp"
#include "whole.hpp"

namespace clmem::layer::calls {

namespace {

// The driver's answer, for an object whose context the layer knows.
cl_mem_flags flags_told(const memory &known, cl_mem_flags flags, const cl_mem_flags *part_flags) noexcept {
    if (known.context == nullptr) { return flags; }
    return shielded([&] { return known.context->told.of(known.context->handle, flags, part_flags); },
                    [&] { return flags; });
}

// In PoCL, parts of a buffer, images over it, and the maps of all of them each count as a reference to the buffer.
cl_uint references_told(const memory &known) noexcept {
    const bool counts_all = known.context != nullptr && known.context->is_pocl;
    return known.references + (counts_all ? known.holds + known.maps_over : 0);
}

// The driver's answer for a whole buffer of the block's kind, with what the program must not see replaced.
cl_int ask_pooled(cl_mem handle, const memory &known, cl_mem_info question, size_t capacity, void *value,
                  size_t *out_bytes) noexcept {
    cl_mem slab = slab_of(handle).memory;
    const cl_int code = driver().clGetMemObjectInfo(slab, question, capacity, value, out_bytes);
    if (code != CL_SUCCESS || value == nullptr) { return code; }
    switch (question) {
    case CL_MEM_SIZE:
        *static_cast<size_t *>(value) = known.bytes;
        break;
    case CL_MEM_FLAGS:
        *static_cast<cl_mem_flags *>(value) = flags_told(known, known.flags, nullptr);
        break;
    case CL_MEM_REFERENCE_COUNT:
        *static_cast<cl_uint *>(value) = references_told(known);
        break;
    case CL_MEM_MAP_COUNT:
        *static_cast<cl_uint *>(value) = known.maps;
        break;
    default:
        break;
    }
    return code;
}

cl_int ask_sub_buffer(cl_mem handle, const memory &known, cl_mem_info question, size_t capacity, void *value,
                      size_t *out_bytes) noexcept {
    const cl_int code = driver().clGetMemObjectInfo(handle, question, capacity, value, out_bytes);
    if (code != CL_SUCCESS || value == nullptr) { return code; }
    switch (question) {
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        *static_cast<cl_mem *>(value) = known.parent;
        break;
    case CL_MEM_OFFSET:
        *static_cast<size_t *>(value) = known.origin;
        break;
    case CL_MEM_FLAGS: {
        const pooled_object parent = find_pooled(known.parent);
        *static_cast<cl_mem_flags *>(value) = flags_told(known, parent.flags, &known.flags);
        break;
    }
    default:
        break;
    }
    return code;
}

// The program knows its own buffer, not the one that has replaced it.
void show_parent(cl_mem parent, void *answer) noexcept {
    auto *const told = static_cast<cl_mem *>(answer);
    if (parent != nullptr && *told == real_of(parent)) { *told = parent; }
}

} // namespace

cl_int CL_API_CALL clRetainMemObject(cl_mem handle) {
    cl_int code = CL_SUCCESS;
    bool is_drivers = true;
    with_memory(handle, [&](memory &known) {
        is_drivers = !known.is_pooled() && known.references != 0;
        if (known.references == 0) {
            code = CL_INVALID_MEM_OBJECT;
        } else {
            ++known.references;
        }
    });
    if (!is_drivers) { return code; }
    code = driver().clRetainMemObject(handle);
    if (code != CL_SUCCESS) {
        with_memory(handle, [](memory &known) { known.references -= known.references != 0 ? 1U : 0U; });
    }
    return code;
}

cl_int CL_API_CALL clReleaseMemObject(cl_mem handle) {
    return shielded(
        [&] {
            cl_int code = CL_SUCCESS;
            return release_reference(handle, code) ? code : driver().clReleaseMemObject(handle);
        },
        [] { return CL_OUT_OF_HOST_MEMORY; });
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem handle, cl_mem_info question, size_t capacity, void *value,
                                      size_t *out_bytes) {
    memory known;
    with_memory(handle, [&](const memory &found) {
        known.block = found.block;
        known.context = found.context;
        known.is_over_svm = found.is_over_svm;
        known.what = found.what;
        known.bytes = found.bytes;
        known.flags = found.flags;
        known.maps = found.maps;
        known.maps_over = found.maps_over;
        known.holds = found.holds;
        known.references = found.references;
        known.parent = found.parent;
        known.origin = found.origin;
    });
    if (known.is_pooled()) { return ask_pooled(handle, known, question, capacity, value, out_bytes); }
    if (known.what == kind::sub_buffer && known.parent != nullptr) {
        return ask_sub_buffer(handle, known, question, capacity, value, out_bytes);
    }
    const cl_int code = driver().clGetMemObjectInfo(handle, question, capacity, value, out_bytes);
    if (question == CL_MEM_ASSOCIATED_MEMOBJECT && code == CL_SUCCESS && value != nullptr) {
        show_parent(known.parent, value);
    }
    // A driver that looks for the pointer among its own allocations knows the slab alone.
    if (known.is_over_svm && code == CL_SUCCESS && value != nullptr) {
        if (question == CL_MEM_USES_SVM_POINTER) { *static_cast<cl_bool *>(value) = CL_TRUE; }
        if (question == CL_MEM_OFFSET) { *static_cast<std::size_t *>(value) = 0; }
    }
    return code;
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info question, size_t capacity, void *value,
                                  size_t *out_bytes) {
    const cl_int code = driver().clGetImageInfo(image, question, capacity, value, out_bytes);
    if (question == CL_IMAGE_BUFFER && code == CL_SUCCESS && value != nullptr) {
        cl_mem parent = nullptr;
        with_memory(image, [&](const memory &known) { parent = known.parent; });
        show_parent(parent, value);
    }
    return code;
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem handle, void(CL_CALLBACK *function)(cl_mem, void *),
                                                    void *user) {
    return shielded(
        [&] {
            bool is_drivers = true;
            with_memory(handle, [&](memory &known) {
                // The driver would call a part's callbacks at any time before or after those of its parent.
                is_drivers = !known.is_pooled() && known.parent == nullptr;
                if (is_drivers || function == nullptr) { return; }
                if (known.last == nullptr) { known.last = std::make_shared<farewell>(handle); }
                known.last->add(function, user);
            });
            if (is_drivers) { return driver().clSetMemObjectDestructorCallback(handle, function, user); }
            return function != nullptr ? CL_SUCCESS : CL_INVALID_VALUE;
        },
        [] { return CL_OUT_OF_HOST_MEMORY; });
}

} // namespace clmem::layer::calls
