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
[[nodiscard]] cl_mem find_whole(cl_mem handle) noexcept;
} // namespace detail

// Whether any block of the process has been replaced. The load may be relaxed: a program that creates an image in one
// thread and uses its buffer in another has synchronized the two.
[[nodiscard]] inline bool has_wholes() noexcept {
    return detail::has_whole.load(std::memory_order_relaxed);
}

// The object to pass on for one of the program's.
[[nodiscard]] inline cl_mem real_of(cl_mem handle) noexcept {
    return detail::has_whole.load(std::memory_order_acquire) ? detail::find_whole(handle) : handle;
}

// From now on no block gets a whole buffer: the program may set arguments of kernels by an extension.
void give_up_wholes() noexcept;

// Gives a block a whole buffer with the same content. Kernels that have the block as an argument get the whole buffer
// when they are enqueued next. False if something may use the block's own memory: a map, an object over it, a function
// of an extension, or a command that may wait for the program's help.
[[nodiscard]] bool make_whole(context_state &context, cl_mem handle);

} // namespace clmem::layer
