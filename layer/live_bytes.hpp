// The bytes of live memory that a program, or what is below the pools, has asked for: for faults beyond a total.
#pragma once

#include "fault_calls.hpp"

#include <CL/cl_icd.h>
#include <atomic>
#include <cstdint>
#include <tuple>

namespace clmem::layer {

namespace detail {

using live_total = std::atomic<std::uint64_t>;

// Memory counts until its object is deleted, or its address is freed.
void count_object(const cl_icd_dispatch &functions, live_total &total, cl_mem made, std::uint64_t bytes) noexcept;
void count_address(live_total &total, bool is_below, void *made, std::uint64_t bytes) noexcept;
void forget_address(live_total &total, bool is_below, void *address) noexcept;

} // namespace detail

template <bool IsBelow>
class live_bytes {
  public:
    [[nodiscard]] static std::uint64_t now() noexcept { return total.load(std::memory_order_relaxed); }

    template <call_index Which, class Result>
    static void begun(const cl_icd_dispatch &functions, Result result, std::uint64_t bytes) noexcept {
        if constexpr (std::is_same_v<Result, cl_mem>) {
            if (result != nullptr && bytes != 0) { detail::count_object(functions, total, result, bytes); }
        } else if constexpr (Which == call_index::clSVMAlloc) {
            if (result != nullptr) { detail::count_address(total, IsBelow, result, bytes); }
        }
    }

    // Before the driver can use the address again.
    template <call_index Which, class... Arguments>
    static void ended(Arguments... arguments) noexcept {
        if constexpr (Which == call_index::clSVMFree) {
            detail::forget_address(total, IsBelow, std::get<1>(std::tuple{arguments...}));
        }
    }

  private:
    static inline detail::live_total total{0};
};

} // namespace clmem::layer
