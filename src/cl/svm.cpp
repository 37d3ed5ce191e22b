#include "cl/svm.hpp"

namespace clmem_core::cl {

namespace {

const char *advice(const svm_capability &missing) noexcept {
    switch (missing.bit) {
    case CL_DEVICE_SVM_COARSE_GRAIN_BUFFER:
        return "use a provider of buffers";
    case CL_DEVICE_SVM_FINE_GRAIN_SYSTEM:
        return "allocate with clmem_svm_allocate() instead of passing host memory";
    default:
        return "set fewer memory_flags";
    }
}

} // namespace

void need(cl_device_id device, const svm_capability &wanted) {
    const auto has = value_or<cl_device_svm_capabilities>(device, CLMEM_CL_ASK(CL_DEVICE_SVM_CAPABILITIES), 0);
    if ((has & wanted.bit) == 0) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected %s, got the device %s without it; %s", wanted.name,
             text(device, CLMEM_CL_ASK(CL_DEVICE_NAME)).c_str(), advice(wanted));
    }
}

} // namespace clmem_core::cl
