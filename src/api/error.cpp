#include "api/guard.hpp"

using namespace clmem_core;

// Without guard(): it must neither write the record that it reads, nor fail after a fork, whose error it reports.
clmem_status clmem_error_last(clmem_error *out_error) {
    if (out_error == nullptr || out_error->struct_size < api::oldest_size<clmem_error> ||
        out_error->struct_size > api::largest_struct) {
        return CLMEM_ERROR_INVALID_ARGUMENT;
    }
    const error_record &record = last_error();
    clmem_error known = CLMEM_ERROR_INIT;
    known.status = record.status;
    known.opencl_code = record.opencl_code;
    known.function = record.function;
    known.message = record.message;
    api::write_struct(out_error, known, out_error->struct_size);
    return CLMEM_SUCCESS;
}

clmem_status clmem_status_name(clmem_status status, const char **out_name) {
    return api::guard(__func__, [&] { api::output(out_name, "out_name") = status_name(status); });
}
