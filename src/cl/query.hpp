// Typed queries of OpenCL's objects.
#pragma once

#include "base/error.hpp"
#include "cl/loader.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace clmem_core::cl {

// A property, with its name for error messages.
struct question {
    cl_uint code;
    const char *name;
};
#define CLMEM_CL_ASK(code)                                                                                             \
    ::clmem_core::cl::question {                                                                                       \
        code, #code                                                                                                    \
    }

// A memory object for queries that only images, or only pipes, support.
struct image_object {
    cl_mem object;
    operator cl_mem() const noexcept { return object; } // NOLINT(google-explicit-constructor): it is one
};
struct pipe_object {
    cl_mem object;
    operator cl_mem() const noexcept { return object; } // NOLINT(google-explicit-constructor)
};

namespace detail {

inline auto getter(cl_platform_id) {
    return dispatch().clGetPlatformInfo;
}
inline auto getter(cl_device_id) {
    return dispatch().clGetDeviceInfo;
}
inline auto getter(cl_context) {
    return dispatch().clGetContextInfo;
}
inline auto getter(cl_command_queue) {
    return dispatch().clGetCommandQueueInfo;
}
inline auto getter(cl_mem) {
    return dispatch().clGetMemObjectInfo;
}
inline auto getter(cl_event) {
    return dispatch().clGetEventInfo;
}
inline auto getter(image_object) {
    return dispatch().clGetImageInfo;
}
inline auto getter(pipe_object) {
    return dispatch().clGetPipeInfo;
}
inline auto getter(cl_sampler) {
    return dispatch().clGetSamplerInfo;
}
inline auto getter(cl_program) {
    return dispatch().clGetProgramInfo;
}
inline auto getter(cl_kernel) {
    return dispatch().clGetKernelInfo;
}

void check(cl_int code, const question &what);
void check_property(cl_int code, cl_uint property, std::size_t capacity);

} // namespace detail

template <class T, class Object>
[[nodiscard]] T value(Object object, const question &what) {
    T answer{};
    // NOLINTNEXTLINE(bugprone-sizeof-expression): the answer may be a pointer
    detail::check(detail::getter(object)(object, what.code, sizeof answer, &answer, nullptr), what);
    return answer;
}

// The same for properties that older versions do not know: if they return CL_INVALID_VALUE, the result is `absent`.
template <class T, class Object>
[[nodiscard]] T value_or(Object object, const question &what, T absent) {
    T answer{};
    // NOLINTNEXTLINE(bugprone-sizeof-expression)
    const cl_int code = detail::getter(object)(object, what.code, sizeof answer, &answer, nullptr);
    if (code == CL_INVALID_VALUE) { return absent; }
    detail::check(code, what);
    return answer;
}

template <class T, class Object>
[[nodiscard]] std::vector<T> list(Object object, const question &what) {
    std::size_t bytes = 0;
    detail::check(detail::getter(object)(object, what.code, 0, nullptr, &bytes), what);
    std::vector<T> answer(bytes / sizeof(T)); // NOLINT(bugprone-sizeof-expression)
    detail::check(detail::getter(object)(object, what.code, bytes, answer.data(), nullptr), what);
    return answer;
}

// One property in OpenCL's format; returns its size. Throws error.
template <class Object>
std::size_t property(Object object, cl_uint code, std::size_t capacity, void *out) {
    std::size_t bytes = 0;
    detail::check_property(detail::getter(object)(object, code, out != nullptr ? capacity : 0, out, &bytes), code,
                           capacity);
    return bytes;
}

template <class Object>
[[nodiscard]] std::string text(Object object, const question &what) {
    const std::vector<char> characters = list<char>(object, what);
    return {characters.begin(), std::find(characters.begin(), characters.end(), '\0')};
}

} // namespace clmem_core::cl
