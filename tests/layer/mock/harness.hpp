// The layer in front of the mock OpenCL: what a test calls by through_layer() goes through the layer to the mock, as if
// OpenCL's loader had put it there.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <CL/cl_icd.h>

namespace over_mock {

// The mock's own functions; NULL where it has none.
[[nodiscard]] const cl_icd_dispatch &plainly();
// Those of the layer above it. The first call opens the layer, which reads its variables then.
[[nodiscard]] const cl_icd_dispatch &through_layer();

} // namespace over_mock
