#include "cl/query.hpp"

namespace clmem_core::cl::detail {

void check(cl_int code, const question &what) {
    if (code != CL_SUCCESS) { fail_opencl(code, "the query of %s failed: %s", what.name, status_name(code)); }
}

void check_property(cl_int code, cl_uint property, std::size_t capacity) {
    if (code != CL_SUCCESS) {
        fail_opencl(code, "property 0x%x: expected a known property whose value fits in %zu bytes, got %s", property,
                    capacity, status_name(code));
    }
}

} // namespace clmem_core::cl::detail
