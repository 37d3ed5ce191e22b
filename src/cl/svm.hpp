// The capabilities of devices for shared virtual memory.
#pragma once

#include "cl/query.hpp"

namespace clmem_core::cl {

struct svm_capability {
    cl_device_svm_capabilities bit;
    const char *name;
};
inline constexpr svm_capability svm_coarse{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, "CL_DEVICE_SVM_COARSE_GRAIN_BUFFER"};
inline constexpr svm_capability svm_fine{CL_DEVICE_SVM_FINE_GRAIN_BUFFER, "CL_DEVICE_SVM_FINE_GRAIN_BUFFER"};
inline constexpr svm_capability svm_system{CL_DEVICE_SVM_FINE_GRAIN_SYSTEM, "CL_DEVICE_SVM_FINE_GRAIN_SYSTEM"};
inline constexpr svm_capability svm_atomics{CL_DEVICE_SVM_ATOMICS, "CL_DEVICE_SVM_ATOMICS"};

// Throws CLMEM_ERROR_UNSUPPORTED, with a message that names the device, the capability and the next step, if the device
// lacks it.
void need(cl_device_id device, const svm_capability &wanted);

} // namespace clmem_core::cl
