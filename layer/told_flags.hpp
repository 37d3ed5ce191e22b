// What a driver answers for CL_MEM_FLAGS, which need not be the flags that the program passed.
#pragma once

#include <CL/cl.h>
#include <mutex>
#include <vector>

namespace clmem::layer {

// The answers of one context's driver. To ask for one, the layer has to create an object.
class told_flags {
  public:
    // The flags that the driver reports for a buffer created with `flags`, or for a sub-buffer of it created with
    // `part_flags`.
    [[nodiscard]] cl_mem_flags of(cl_context context, cl_mem_flags flags, const cl_mem_flags *part_flags);

  private:
    struct answer {
        cl_mem_flags flags;
        bool is_part;
        cl_mem_flags part_flags;
        cl_mem_flags told;
    };
    std::mutex mutex_;
    std::vector<answer> answers_;
};

} // namespace clmem::layer
