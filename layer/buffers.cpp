#include "calls.hpp"
#include "driver.hpp"

namespace clmem::layer::calls {

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *out_code) {
    return driver().clCreateBuffer(context, flags, bytes, host, out_code);
}

} // namespace clmem::layer::calls
