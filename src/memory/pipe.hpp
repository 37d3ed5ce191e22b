// Creates and describes pipes.
#pragma once

#include "memory/object.hpp"

#include <span>

namespace clmem_core {

[[nodiscard]] std::shared_ptr<memory_object> make_pipe(cl_context context, std::uint64_t flags,
                                                       std::uint32_t packet_bytes, std::uint32_t max_packets,
                                                       std::span<const std::uint64_t> properties);

[[nodiscard]] clmem_pipe_info describe_pipe(const memory_object &pipe);

// clGetPipeInfo; returns the size of the value. Throws error.
std::size_t query_pipe(const memory_object &pipe, cl_pipe_info property, std::size_t capacity, void *out);

} // namespace clmem_core
