// The entry of every call, which counts it, and may delay it or fail it on demand.
#pragma once

#include "state.hpp"

namespace mock {

enum class may_fail { yes, no };

// A call of OpenCL. It holds the mock's lock for its lifetime, unless it fails.
class call {
  public:
    explicit call(const char *function, may_fail how = may_fail::yes);
    ~call();
    call(const call &) = delete;
    call &operator=(const call &) = delete;

    // CL_SUCCESS, or the code with which the call must fail at once.
    [[nodiscard]] cl_int code() const noexcept { return code_; }
    [[nodiscard]] bool failed() const noexcept { return code_ != CL_SUCCESS; }
    [[nodiscard]] const char *function() const noexcept { return function_; }
    void unlock() { lock_.unlock(); }

  private:
    const char *function_;
    cl_int code_;
    std::unique_lock<std::mutex> lock_;
};

// Whether this thread must not wait for commands at the moment.
[[nodiscard]] bool must_not_wait() noexcept;
// How a marker may end early that this thread enqueues.
[[nodiscard]] early_markers early_markers_now() noexcept;

[[nodiscard]] std::uint64_t call_count() noexcept;
[[nodiscard]] std::uint64_t fault_count() noexcept;
[[nodiscard]] std::uint64_t violation_count() noexcept;

} // namespace mock
