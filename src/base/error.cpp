#include "base/error.hpp"

#include "base/log.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <pthread.h>

namespace clmem_core {

namespace {

// Static thread-local storage is scarce (see base/thread.hpp), so the message itself lies elsewhere.
struct thread_record {
    error_record told;
    char *memory; // for messages; kept for the next one, and freed when the thread ends
    std::size_t capacity;
};
constinit thread_local thread_record record{{CLMEM_SUCCESS, 0, "", ""}, nullptr, 0};

void free_message(void *memory) noexcept {
    record = {{record.told.status, record.told.opencl_code, record.told.function, ""}, nullptr, 0};
    std::free(memory);
}

// Frees the thread's memory when it ends. False if the process has no key left.
bool free_at_the_end(char *memory) noexcept {
    struct at_end {
        pthread_key_t key{};
        bool made = pthread_key_create(&key, free_message) == 0;
    };
    static const at_end hook;
    return hook.made && pthread_setspecific(hook.key, memory) == 0;
}

// Allocates memory for a message; false, with the old memory unchanged, if that fails.
bool make_room(std::size_t bytes) noexcept {
    if (bytes <= record.capacity) { return true; }
    const std::size_t capacity = bytes < 512 ? 512 : bytes;
    auto *const memory = static_cast<char *>(std::malloc(capacity));
    if (memory == nullptr || !free_at_the_end(memory)) {
        std::free(memory);
        return false;
    }
    std::free(record.memory);
    record.memory = memory;
    record.capacity = capacity;
    return true;
}

[[noreturn]] void throw_formatted(clmem_status status, cl_int code, const char *format, std::va_list arguments) {
    error failure{status, code};
    failure.set_message(format, arguments);
    throw failure;
}

} // namespace

void error::set_message(const char *format, std::va_list arguments) noexcept {
    std::va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(short_, sizeof short_, format, arguments);
    if (length >= static_cast<int>(sizeof short_)) {
        const auto bytes = static_cast<std::size_t>(length) + 1;
        try {
            long_ = std::shared_ptr<char>{new char[bytes], std::default_delete<char[]>{}};
            std::vsnprintf(long_.get(), bytes, format, again);
        } catch (const std::bad_alloc &) {
            // The beginning must suffice.
        }
    }
    va_end(again);
}

void fail(clmem_status status, const char *format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    throw_formatted(status, 0, format, arguments);
}

void fail_opencl(cl_int code, const char *format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    throw_formatted(code, code, format, arguments);
}

void fail_because(clmem_status status, cl_int code, const char *format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    throw_formatted(status, code, format, arguments);
}

bool is_out_of_memory(clmem_status status) noexcept {
    return status == CLMEM_ERROR_OUT_OF_MEMORY || status == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
           status == CL_OUT_OF_RESOURCES || status == CL_OUT_OF_HOST_MEMORY;
}

const error_record &last_error() noexcept {
    return record.told;
}

clmem_status report(const char *function, clmem_status status, cl_int opencl_code, const char *message) noexcept {
    // First, since a callback that receives the line may make a call that fails and writes the record.
    if (log::is_on(log::level::error)) {
        log::write(log::level::error, "%s() fails with %s: %s", function, status_name(status), message);
    }
    const std::size_t bytes = std::strlen(message) + 1;
    const bool fits = make_room(bytes);
    if (fits) { std::memcpy(record.memory, message, bytes); }
    record.told = {status, opencl_code, function,
                   fits ? record.memory : "the process is out of memory, even for this error message"};
    return status;
}

} // namespace clmem_core
