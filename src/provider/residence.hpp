// Makes buffers real: drivers promise memory that they find at the first use only.
#pragma once

#include "base/latch_once.hpp"
#include "cl/raii.hpp"

#include <cstddef>

namespace clmem {

class residence {
  public:
    // The context must outlive this.
    residence(cl_context context, cl_device_id device) noexcept : context_{context}, device_{device} {}

    // Gives a buffer whose content is undefined its memory on the device, and returns when it is there: CL_SUCCESS or OpenCL's
    // code. Throws error if no queue can be made.
    [[nodiscard]] cl_int make_real(cl_mem buffer, std::size_t bytes);

  private:
    [[nodiscard]] cl_int migrate(cl_mem buffer) const;
    [[nodiscard]] cl_int touch(cl_mem buffer, std::size_t bytes) const;

    cl_context context_;
    cl_device_id device_;
    latch_once once_;
    // A queue of its own: on the program's, the buffers would have to wait for the program's commands, and for ever if those wait
    // for the program.
    cl::queue queue_;
    bool migrates_ = false;
};

} // namespace clmem
