// Python's functions on a thread's stack, for recordings of Python programs.
#pragma once

#include <clmem_extras.h>
#include <cstdint>

namespace clmem::layer {

// A clmem_stack_fn: none if the process has no Python from 3.10 on, or if the thread does not hold its global lock.
std::uint32_t CLMEM_CALL describe_python_stack(void *user, std::uint32_t capacity, const char **out_functions,
                                               const char **out_files, std::uint32_t *out_lines);

} // namespace clmem::layer
