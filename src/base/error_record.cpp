#include "base/error_record.hpp"

#include "base/error.hpp"
#include "base/log.hpp"

#include <cstdlib>
#include <cstring>
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

} // namespace

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
