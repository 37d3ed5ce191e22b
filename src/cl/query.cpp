#include "cl/query.hpp"

namespace clmem::cl::detail {

void check(cl_int code, const question &what) {
    if (code != CL_SUCCESS) { fail_opencl(code, "the query of %s failed: %s", what.name, status_name(code)); }
}

void check_property(cl_int code, cl_uint property, std::size_t capacity) {
    if (code != CL_SUCCESS) {
        fail_opencl(code, "the query of property 0x%x gave %s: the property is unknown, or %zu bytes are too few",
                    property, status_name(code), capacity);
    }
}

} // namespace clmem::cl::detail
