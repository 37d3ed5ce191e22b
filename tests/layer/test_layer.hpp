// A layer next to the driver, for tests: it passes on all calls but those that replace_calls() replaces. For one file of
// each such library.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <algorithm>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

const cl_icd_dispatch *target = nullptr;
cl_icd_dispatch own;

void replace_calls(cl_icd_dispatch &calls);

} // namespace

EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, std::size_t bytes, void *value, std::size_t *needed) {
    if (name != CL_LAYER_API_VERSION) { return CL_INVALID_VALUE; }
    if (value != nullptr && bytes < sizeof(cl_layer_api_version)) { return CL_INVALID_VALUE; }
    if (value != nullptr) { *static_cast<cl_layer_api_version *>(value) = CL_LAYER_API_VERSION_100; }
    if (needed != nullptr) { *needed = sizeof(cl_layer_api_version); }
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *next, cl_uint *entries_ret,
                                        const cl_icd_dispatch **dispatch) {
    target = next;
    std::copy_n(reinterpret_cast<void *const *>(next), std::min<std::size_t>(entries, sizeof own / sizeof(void *)),
                reinterpret_cast<void **>(&own));
    replace_calls(own);
    *entries_ret = sizeof own / sizeof(void *);
    *dispatch = &own;
    return CL_SUCCESS;
}

// What newer loaders call.
EXPORTED cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries, const cl_icd_dispatch *next,
                                                      cl_uint *entries_ret, const cl_icd_dispatch **dispatch,
                                                      const cl_properties *) {
    return clInitLayer(entries, next, entries_ret, dispatch);
}
