// clmem's C API for this program: errors become exceptions, handles have owners.
#pragma once

#include <clmem.h>
#include <string>
#include <utility>

namespace clmem::command {

// Throws a failure with the message of clmem_error_last() unless the status is CLMEM_SUCCESS.
void check(clmem_status status);

// Owns a handle, or an OpenCL object that clmem releases.
template <class Handle, clmem_status (*release)(Handle)>
class owner {
  public:
    owner() = default;
    owner(owner &&other) noexcept : handle_{std::exchange(other.handle_, nullptr)} {}
    owner &operator=(owner &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner() {
        // A destructor cannot report a failure; the call that caused it has reported it already.
        if (handle_ != nullptr) { static_cast<void>(release(handle_)); }
    }

    [[nodiscard]] Handle get() const noexcept { return handle_; }
    [[nodiscard]] Handle detach() noexcept { return std::exchange(handle_, nullptr); }
    // Where a creating function writes the handle; the owner must be empty.
    [[nodiscard]] Handle *out() noexcept { return &handle_; }

  private:
    Handle handle_ = nullptr;
};

using owned_context = owner<cl_context, clmem_context_release>;
using owned_queue = owner<cl_command_queue, clmem_queue_release>;
using owned_provider = owner<clmem_provider, clmem_provider_release>;
using owned_pool = owner<clmem_pool, clmem_pool_release>;

[[nodiscard]] std::string version_text(); // of the library: "clmem 1.2.3"
[[nodiscard]] clmem_statistics statistics_of(clmem_pool pool);
[[nodiscard]] std::string dump_of(clmem_pool pool);

} // namespace clmem::command
