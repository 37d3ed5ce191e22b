// Makes drivers allocate a buffer's memory, which they otherwise do at the first use.
#pragma once

#include "base/latch_once.hpp"
#include "cl/raii.hpp"

#include <cstddef>

namespace clmem_core {

class residence {
  public:
    // The context must outlive this.
    residence(cl_context context, cl_device_id device) noexcept : context_{context}, device_{device} {}

    // Allocates the device memory of a buffer with undefined content, and returns when that is complete: CL_SUCCESS or
    // OpenCL's code. Throws error if no queue can be created.
    [[nodiscard]] cl_int make_real(cl_mem buffer, std::size_t bytes);

  private:
    [[nodiscard]] cl_int migrate(cl_mem buffer) const;
    [[nodiscard]] cl_int touch(cl_mem buffer, std::size_t bytes) const;

    cl_context context_;
    cl_device_id device_;
    latch_once once_;
    // A separate queue: on the program's, the buffers would wait for the program's commands, forever if those wait for
    // the program.
    cl::queue queue_;
    bool migrates_ = false;
};

} // namespace clmem_core
