// Buffers that are not blocks: buffers without a pool, and parts of other buffers.
#pragma once

#include "memory/object.hpp"

namespace clmem_core {

// The groups of flags of which an object has one each.
constexpr std::uint64_t kernel_access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;

// Throws error if the flags of a buffer or an image contradict each other or the host pointer.
void check_object_flags(std::uint64_t flags, const void *host_pointer);

// The same for an object over other memory, whose flags are `whole`: its access must not exceed that memory's.
void check_part_flags(std::uint64_t flags, std::uint64_t whole);

// `from` owns the host pointer, and is kept alive.
[[nodiscard]] std::shared_ptr<memory_object> make_buffer(cl_context context, std::uint64_t flags, std::size_t bytes,
                                                         void *host_pointer, std::shared_ptr<memory_object> from = {});

// Creates the part from the whole buffer that `from` is a part of.
[[nodiscard]] std::shared_ptr<memory_object>
make_sub_region(const std::shared_ptr<memory_object> &from, std::size_t offset, std::size_t bytes, std::uint64_t flags);

// Like Python's from[start:stop].
[[nodiscard]] std::shared_ptr<memory_object> make_slice(const std::shared_ptr<memory_object> &from, std::int64_t start,
                                                        std::int64_t stop);

} // namespace clmem_core
