// Fills of buffers with a pattern.
#pragma once

#include "cl/enqueue.hpp"
#include "memory/object.hpp"

namespace clmem_core {

struct fill_pattern {
    const void *bytes;
    std::size_t size;
};
// `bytes`: ~0: to the end.
void fill(const memory_object &buffer, cl_command_queue queue, const fill_pattern &pattern, std::size_t offset,
          std::size_t bytes, const cl::wait_list &waits, cl_event *out_event);

} // namespace clmem_core
