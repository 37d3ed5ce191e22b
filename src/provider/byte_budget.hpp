// Limits the total of allocations, for memory whose driver promises more than there is, or that has no driver.
#pragma once

#include "base/error.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace clmem_core {

class byte_budget {
  public:
    // 0: no limit.
    explicit byte_budget(std::size_t bound) noexcept : bound_{bound != 0 ? bound : SIZE_MAX} {}

    // Takes bytes from the budget, or throws CLMEM_ERROR_OUT_OF_MEMORY and takes none.
    void reserve(std::size_t bytes) {
        std::size_t taken = taken_.load(std::memory_order_relaxed);
        do {
            if (bytes > bound_ - taken) {
                fail(CLMEM_ERROR_OUT_OF_MEMORY,
                     "%zu bytes exceed what is left of the device's memory: of its %zu bytes %zu are allocated", bytes,
                     bound_, taken);
            }
        } while (!taken_.compare_exchange_weak(taken, taken + bytes, std::memory_order_relaxed));
    }

    void release(std::size_t bytes) noexcept { taken_.fetch_sub(bytes, std::memory_order_relaxed); }

  private:
    std::size_t bound_;
    std::atomic<std::size_t> taken_{0};
};

} // namespace clmem_core
