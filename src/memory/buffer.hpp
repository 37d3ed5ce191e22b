// Buffers that are no blocks: of the program's own, and parts of others.
#pragma once

#include "memory/object.hpp"

namespace clmem {

// The flags of which an object has one.
constexpr std::uint64_t kernel_access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;

// Throws error if the flags of a buffer or an image contradict each other or the host pointer.
void check_object_flags(std::uint64_t flags, const void *host_pointer);

// The same for what is made of other memory, which has the flags `whole`: no access that this does not have.
void check_part_flags(std::uint64_t flags, std::uint64_t whole);

// `from`: what the host pointer belongs to, which lives as long.
[[nodiscard]] std::shared_ptr<memory_object> make_buffer(cl_context context, std::uint64_t flags, std::size_t bytes,
                                                         void *host_pointer, std::shared_ptr<memory_object> from = {});

// Cut from the whole that the buffer is a part of.
[[nodiscard]] std::shared_ptr<memory_object>
make_sub_region(const std::shared_ptr<memory_object> &from, std::size_t offset, std::size_t bytes, std::uint64_t flags);

// As Python's from[start:stop].
[[nodiscard]] std::shared_ptr<memory_object> make_slice(const std::shared_ptr<memory_object> &from, std::int64_t start,
                                                        std::int64_t stop);

} // namespace clmem
