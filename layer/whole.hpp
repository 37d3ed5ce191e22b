// Buffers that take the place of blocks. A driver may refuse an image over a sub-buffer, which most blocks are. When
// the program asks for such an image, its block gets a whole buffer instead. The program keeps the block's cl_mem, for
// which every call passes the whole buffer on.
#pragma once

#include "contexts.hpp"

#include <CL/cl.h>
#include <atomic>

namespace clmem::layer {

namespace detail {
inline std::atomic<bool> has_whole{false};
inline std::atomic<bool> watches_uses{false};
[[nodiscard]] cl_mem find_whole(cl_mem handle) noexcept;
void note_use(cl_mem handle, bool is_argument) noexcept;
} // namespace detail

// The object to pass on for one of the program's.
[[nodiscard]] inline cl_mem real_of(cl_mem handle) noexcept {
    return detail::has_whole.load(std::memory_order_acquire) ? detail::find_whole(handle) : handle;
}

// The same for an object that a command uses.
[[nodiscard]] inline cl_mem used(cl_mem handle) noexcept {
    if (detail::watches_uses.load(std::memory_order_relaxed)) { detail::note_use(handle, false); }
    return real_of(handle);
}

// A context's driver refuses images over sub-buffers: from now on the layer watches which objects are used.
void watch_uses() noexcept;
[[nodiscard]] inline bool watches_uses() noexcept {
    return detail::watches_uses.load(std::memory_order_relaxed);
}

// Gives a block a whole buffer with the same content. False if something may use the block's own memory: a map, an
// object over it, a kernel that has it as an argument, or a command whose order the layer does not know.
[[nodiscard]] bool make_whole(context_state &context, cl_mem handle);

} // namespace clmem::layer
