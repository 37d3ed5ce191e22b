// Imports OpenCL's memory objects, and queries that all kinds support.
#pragma once

#include "cl/enqueue.hpp"
#include "memory/object.hpp"

#include <span>

namespace clmem_core {

// Retains the object; throws error.
[[nodiscard]] std::shared_ptr<memory_object> import_memory(cl_mem mem);

[[nodiscard]] clmem_memory_info describe(const memory_object &memory);

// clGetMemObjectInfo; returns the size of the value. Throws error.
std::size_t query(const memory_object &memory, cl_mem_info property, std::size_t capacity, void *out);

[[nodiscard]] bool are_equal(const memory_object &a, const memory_object &b);

// Throws error if there are bits that no migration supports.
void check_migration_flags(std::uint64_t flags);

void migrate(cl_command_queue queue, std::span<const std::shared_ptr<memory_object>> memories, std::uint64_t flags,
             const cl::wait_list &waits, cl_event *out_event);

} // namespace clmem_core
