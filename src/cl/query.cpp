#include "cl/query.hpp"

namespace clmem::cl::detail {

void check(cl_int code, const question &what) {
    if (code != CL_SUCCESS) { fail_opencl(code, "the query of %s failed: %s", what.name, status_name(code)); }
}

} // namespace clmem::cl::detail
