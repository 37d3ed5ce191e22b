// Shared by tests of the C API: checks of a call's status together with the error record, and owners that release their
// handles.
//
//     CHECK_OK(clmem_pool_trim(pool, 0, nullptr));
//     CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_trim(nullptr, 0, nullptr));
//     REQUIRE_OK(clmem_pool_create(provider, nullptr, pool.out()));   // ends the test if it fails
#pragma once

#include <clmem_extras.h>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <utility>

namespace clmem::test {

constexpr std::size_t kib = 1024;
constexpr std::size_t mib = 1024 * kib;
constexpr std::size_t too_large = std::size_t{1} << 62; // exceeds every device

// A copy of a thread's error record, which later calls do not change.
struct error_copy {
    clmem_status status;
    std::int32_t opencl_code;
    std::string function;
    std::string message;
    bool operator==(const error_copy &) const = default;
};

inline error_copy last_error() {
    clmem_error record = CLMEM_ERROR_INIT;
    const clmem_status status = clmem_error_last(&record);
    if (status != CLMEM_SUCCESS || record.function == nullptr || record.message == nullptr) {
        ADD_FAILURE() << "clmem_error_last() gave " << status << " or a NULL string";
        return {status, 0, {}, {}};
    }
    return {record.status, record.opencl_code, record.function, record.message};
}

inline std::string status_text(clmem_status status) {
    const char *name = nullptr;
    clmem_status_name(status, &name);
    return std::to_string(status) + " (" + (name == nullptr ? "no name" : name) + ")";
}

// Makes one call and checks its status and the error record: a failure must write the whole record, with the name of
// the called function, and a success must not touch it. `text` is the source of the call.
template <class Call>
testing::AssertionResult gives(clmem_status expected, std::string_view text, Call &&call) {
    const error_copy before = last_error();
    const clmem_status status = std::forward<Call>(call)();
    const error_copy after = last_error();
    if (status != expected) {
        return testing::AssertionFailure() << text << "\n  gave " << status_text(status) << ": " << after.message
                                           << "\n  expected " << status_text(expected);
    }
    if (status == CLMEM_SUCCESS) {
        if (after == before) { return testing::AssertionSuccess(); }
        return testing::AssertionFailure() << text << "\n  succeeded, but wrote the error record: " << after.message;
    }
    const std::string_view function = text.substr(0, text.find('('));
    if (after.status != status || after.function != function || after.message.empty()) {
        return testing::AssertionFailure()
               << text << "\n  gave " << status_text(status) << ", but the record says " << status_text(after.status)
               << " in '" << after.function << "': '" << after.message << "'";
    }
    return testing::AssertionSuccess();
}

#define CLMEM_TEST_GIVES_(expected, ...)                                                                               \
    clmem::test::gives(expected, #__VA_ARGS__, [&]() -> clmem_status { return __VA_ARGS__; })
#define CHECK_STATUS(expected, ...) EXPECT_TRUE(CLMEM_TEST_GIVES_(expected, __VA_ARGS__))
#define REQUIRE_STATUS(expected, ...) ASSERT_TRUE(CLMEM_TEST_GIVES_(expected, __VA_ARGS__))
#define CHECK_OK(...) CHECK_STATUS(CLMEM_SUCCESS, __VA_ARGS__)
#define REQUIRE_OK(...) REQUIRE_STATUS(CLMEM_SUCCESS, __VA_ARGS__)

// Owns a handle or an OpenCL object and releases it at the end of the scope. If the release fails, the test fails.
template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
class owner {
  public:
    owner() = default;
    explicit owner(Handle handle) noexcept : handle_{handle} {}
    owner(owner &&other) noexcept : handle_{other.give_up()} {}
    owner &operator=(owner &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner() { reset(); }

    operator Handle() const noexcept { return handle_; }
    [[nodiscard]] Handle get() const noexcept { return handle_; }

    // Where a function stores a new handle; the previous one is released first.
    Handle *out() {
        reset();
        return &handle_;
    }
    Handle give_up() noexcept { return std::exchange(handle_, nullptr); }
    void reset() {
        const clmem_status status = Release(give_up());
        if (status != CLMEM_SUCCESS) {
            ADD_FAILURE() << "a release gave " << status_text(status) << ": " << last_error().message;
        }
    }

  private:
    Handle handle_ = nullptr;
};

using provider_owner = owner<clmem_provider, clmem_provider_release>;
using pool_owner = owner<clmem_pool, clmem_pool_release>;
using buffer_owner = owner<clmem_buffer, clmem_buffer_release>;
using memory_owner = owner<clmem_memory, clmem_memory_release>;
using image_owner = owner<clmem_image, clmem_image_release>;
using sampler_owner = owner<clmem_sampler, clmem_sampler_release>;
using pipe_owner = owner<clmem_pipe, clmem_pipe_release>;
using cache_owner = owner<clmem_cache, clmem_cache_release>;
using recorder_owner = owner<clmem_recorder, clmem_recorder_release>;
using program_owner = owner<clmem_program, clmem_program_release>;
using kernel_owner = owner<clmem_kernel, clmem_kernel_release>;
using event_owner = owner<cl_event, clmem_event_release>;
using map_owner = owner<clmem_map, clmem_map_release>;
using context_owner = owner<cl_context, clmem_context_release>;
using queue_owner = owner<cl_command_queue, clmem_queue_release>;

// Handles that need no device. They are NULL if creating them failed, which fails the test.
inline provider_owner make_provider(const clmem_virtual_options *options = nullptr) {
    provider_owner provider;
    CHECK_OK(clmem_provider_create_virtual(options, provider.out()));
    return provider;
}

inline pool_owner make_pool(clmem_provider provider, const clmem_pool_options *options = nullptr) {
    pool_owner pool;
    CHECK_OK(clmem_pool_create(provider, options, pool.out()));
    return pool;
}

inline recorder_owner make_recorder() {
    recorder_owner recorder;
    CHECK_OK(clmem_recorder_create(nullptr, recorder.out()));
    return recorder;
}
inline cache_owner make_cache() {
    cache_owner cache;
    CHECK_OK(clmem_cache_create(cache.out()));
    return cache;
}

inline buffer_owner make_buffer(clmem_pool pool, std::size_t bytes) {
    buffer_owner buffer;
    CHECK_OK(clmem_pool_allocate(pool, nullptr, bytes, buffer.out()));
    return buffer;
}

} // namespace clmem::test
