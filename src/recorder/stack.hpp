// A stack of calls, as an allocation finds it.
#pragma once

#include "base/assert.hpp"
#include "recorder/format.hpp"

#include <array>
#include <cstdint>

namespace clmem_core {

struct native_stack {
    // Functions of clmem between the program and capture(): more if none of them is inline.
    static constexpr unsigned most_own = assertions_enabled ? 16 : 8;
    static constexpr unsigned capacity = recording::most_frames + most_own;
    std::array<std::uintptr_t, capacity> addresses; // return addresses, innermost first
    unsigned count = 0;
};

enum class unwinder : std::uint32_t {
    frame_pointers, // for programs built with them: follows a list on the stack
    libunwind,      // by tables, with a cache
    system,         // by tables, as exceptions do
};

// The best way of this process, if the program does not choose; loads libunwind if there is one. Before the first
// capture.
[[nodiscard]] unwinder choose_unwinder() noexcept;

// This thread's stack, at most `most` frames. It takes no lock of clmem.
void capture(native_stack &out, unsigned most, unwinder how) noexcept;

} // namespace clmem_core
