// The C boundary: every function of the header runs inside guard(), which turns exceptions into a status and an error
// record.
#pragma once

#include "api/oldest_sizes.hpp"
#include "base/error.hpp"
#include "base/error_record.hpp"
#include "base/fork.hpp"

#include <cstring>
#include <new>
#include <type_traits>

namespace clmem_core::api {

// Every function calls this, directly or not: after it has zeroed its outputs, or before it looks up a handle.
inline void refuse_forked() {
    if (in_forked_child()) {
        fail(CLMEM_ERROR_FORKED, "expected the process that started clmem, got a child forked from it, which cannot "
                                 "use its device memory; start clmem in the child only, or use exec");
    }
}

// Runs the body of an API function; `function` is its name.
template <class Body>
clmem_status guard(const char *function, Body &&body) noexcept {
    try {
        body();
        return CLMEM_SUCCESS;
    } catch (const error &failure) {
        return report(function, failure.status(), failure.opencl_code(), failure.what());
    } catch (const std::bad_alloc &) {
        return report(function, CLMEM_ERROR_OUT_OF_HOST_MEMORY, 0,
                      "the process is out of memory for clmem's own records");
    } catch (const std::exception &failure) {
        return report(function, CLMEM_ERROR_INTERNAL, 0, failure.what());
    } catch (...) {
        return report(function, CLMEM_ERROR_INTERNAL, 0, "unknown exception; please report this bug in clmem");
    }
}

// Checks an output pointer, zeroes the output and returns it as a reference.
template <class T>
T &output(T *out, const char *name) {
    if (out == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected a pointer to where the result goes, got NULL", name);
    }
    *out = T{};
    refuse_forked();
    return *out;
}

// Zeroes an optional output.
template <class T>
void optional_output(T *out) {
    if (out != nullptr) { *out = T{}; }
    refuse_forked();
}

// Zeroes the outputs that are not NULL: on failure every output is zero, including those after one that is NULL.
template <class... T>
void zero(T *...outs) {
    ((outs != nullptr ? void(*outs = T{}) : void()), ...);
}

// Writes an output that may be NULL.
template <class T, class Value>
void set_output(T *out, Value value) {
    if (out != nullptr) { *out = static_cast<T>(value); }
}

// Checks an input pointer that must not be NULL.
template <class T>
T *required(T *pointer, const char *name) {
    if (pointer == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected an object or a pointer, got NULL", name);
    }
    return pointer;
}

inline constexpr std::size_t largest_struct = 65536;

template <class T>
void check_struct_size(std::size_t size, const char *name) {
    if (size < oldest_size<T> || size > largest_struct) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "%s: expected a struct_size from %zu to %zu, got %zu; set it by the *_INIT macro", name, oldest_size<T>,
             largest_struct, size);
    }
}

// Reads the caller's struct, which may be an older or a newer version: members that the caller does not know are zero;
// members that this library does not know must be zero, otherwise the caller requests something unsupported. NULL: all
// members are zero.
template <class T>
T read_struct(const T *in, const char *name) {
    T known{};
    known.struct_size = sizeof(T);
    if (in == nullptr) { return known; }
    const std::size_t size = in->struct_size;
    check_struct_size<T>(size, name);
    std::memcpy(&known, in, size < sizeof(T) ? size : sizeof(T));
    for (std::size_t i = sizeof(T); i < size; ++i) {
        if (reinterpret_cast<const unsigned char *>(in)[i] != 0) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "%s: expected 0 in members that this version of the library does not know, got another value; update "
                 "the library",
                 name);
        }
    }
    known.struct_size = sizeof(T);
    return known;
}

template <class T>
void check_reserved(const T &in, const char *name) {
    if (in.reserved != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s.reserved: expected 0, got another value; set %s by the *_INIT macro",
             name, name);
    }
}

// Writes a struct into the caller's memory of the given size, which may be an older (truncated) or a newer version
// (zeroed).
template <class T>
void write_struct(T *out, T value, std::size_t size) {
    value.struct_size = static_cast<decltype(value.struct_size)>(size);
    std::memcpy(out, &value, size < sizeof(T) ? size : sizeof(T));
    if (size > sizeof(T)) { std::memset(reinterpret_cast<unsigned char *>(out) + sizeof(T), 0, size - sizeof(T)); }
}

// Checks an output struct's struct_size and returns it; zeroes the rest of the struct.
template <class T>
std::size_t output_struct(T *out, const char *name) {
    required(out, name);
    const std::size_t size = out->struct_size;
    check_struct_size<T>(size, name);
    std::memset(out, 0, size);
    out->struct_size = static_cast<decltype(out->struct_size)>(size);
    refuse_forked();
    return size;
}

} // namespace clmem_core::api
