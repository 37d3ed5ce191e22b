// clmem's own programs and kernels, and the time that a kernel takes.
#pragma once

#include "cl/raii.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace clmem_core {

// Compiles a program. Throws with the compiler's log if that fails.
[[nodiscard]] cl::program build_program(cl_context context, cl_device_id device, const char *source,
                                        const char *options);
[[nodiscard]] cl::kernel make_kernel(cl_program program, const char *name);

// Runs kernels of one work-group on a separate queue, one at a time, and times them. Their first argument is a buffer
// for 1024 numbers, the others are numbers.
class kernel_timer {
  public:
    kernel_timer(cl_device_id device, const char *source, const char *options);

    // Nanoseconds of the fastest of several runs.
    [[nodiscard]] std::uint64_t time(const char *name, std::size_t items, std::initializer_list<cl_uint> numbers);

    static constexpr std::size_t most_items = 1024;

  private:
    [[nodiscard]] std::uint64_t run(cl_kernel kernel, std::size_t items);

    cl::context context_;
    cl::queue queue_;
    cl::memory results_;
    cl::program program_;
};

} // namespace clmem_core
