// Page-locked memory that staged transfers borrow. It is kept for each context, since allocating it takes milliseconds.
#pragma once

#include "provider/provider.hpp"

#include <atomic>
#include <memory>

namespace clmem_core::staging {

// Page-locked memory for one transfer; the destructor returns it for the next one.
class chunks {
  public:
    // All calls use the same `bytes`. Throws error.
    chunks(cl_command_queue queue, std::size_t bytes);
    ~chunks();
    chunks(const chunks &) = delete;
    chunks &operator=(const chunks &) = delete;

    [[nodiscard]] unsigned char *memory() const noexcept { return memory_; }
    // Commands may use the memory after this is destroyed, for an unknown time: it is never reused. From any thread.
    void abandon() noexcept { is_abandoned_.store(true, std::memory_order_relaxed); }

  private:
    cl_context context_;
    std::size_t bytes_;
    std::shared_ptr<provider> source_;
    unsigned char *memory_;
    std::atomic<bool> is_abandoned_{false};
};

// `bytes` as above.
void forget_chunks(cl_context context, std::size_t bytes) noexcept;

} // namespace clmem_core::staging
