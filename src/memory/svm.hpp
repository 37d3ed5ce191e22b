// Shared virtual memory: allocations without a pool, tags of the program's memory, and operations on both.
#pragma once

#include "cl/enqueue.hpp"
#include "memory/object.hpp"

#include <span>

namespace clmem_core {

// The handle of a lone block. `alignment`: a power of two, or 0. Throws error.
[[nodiscard]] std::uint64_t allocate_svm(cl_context context, std::uint64_t flags, std::size_t bytes,
                                         std::size_t alignment, cl_command_queue queue);

// Throws error if a device of the context, if one is given, cannot access such memory.
[[nodiscard]] std::shared_ptr<memory_object> wrap_svm(cl_context context, void *pointer, std::size_t bytes,
                                                      std::uint64_t flags);

// An OpenCL buffer over it. `bytes`: ~0: all of it.
[[nodiscard]] std::shared_ptr<memory_object> make_buffer_of(const std::shared_ptr<memory_object> &svm,
                                                            cl_context context, std::uint64_t flags, std::size_t bytes);

void migrate_svm(cl_command_queue queue, std::span<const std::shared_ptr<memory_object>> memories, std::uint64_t flags,
                 const cl::wait_list &waits, cl_event *out_event);

// An event that is complete when a queue gets to the point where a block can be released; NULL: the block's queue. The
// queue is flushed.
[[nodiscard]] cl::event mark_for_release(const memory_object &memory, cl_command_queue queue,
                                         const cl::wait_list &waits);

} // namespace clmem_core
