#include "cl/usm.hpp"

namespace clmem_core::cl::usm {

namespace {

template <class Function>
void find(cl_platform_id platform, const char *name, Function &function) {
    const auto address = dispatch().clGetExtensionFunctionAddressForPlatform;
    function = address != nullptr ? reinterpret_cast<Function>(address(platform, name)) : nullptr;
    if (function == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected %s, a function of cl_intel_unified_shared_memory, got a platform without it; update the driver",
             name);
    }
}

} // namespace

table load(cl_device_id device) {
    const auto platform = value<cl_platform_id>(device, CLMEM_CL_ASK(CL_DEVICE_PLATFORM));
    table functions{};
    find(platform, "clHostMemAllocINTEL", functions.clHostMemAllocINTEL);
    find(platform, "clDeviceMemAllocINTEL", functions.clDeviceMemAllocINTEL);
    find(platform, "clSharedMemAllocINTEL", functions.clSharedMemAllocINTEL);
    find(platform, "clMemFreeINTEL", functions.clMemFreeINTEL);
    return functions;
}

commands load_commands(cl_device_id device) {
    const auto platform = value<cl_platform_id>(device, CLMEM_CL_ASK(CL_DEVICE_PLATFORM));
    commands functions{};
    find(platform, "clEnqueueMemFillINTEL", functions.clEnqueueMemFillINTEL);
    find(platform, "clEnqueueMemcpyINTEL", functions.clEnqueueMemcpyINTEL);
    return functions;
}

set_pointer_argument load_set_pointer_argument(cl_device_id device) {
    set_pointer_argument function = nullptr;
    find(value<cl_platform_id>(device, CLMEM_CL_ASK(CL_DEVICE_PLATFORM)), "clSetKernelArgMemPointerINTEL", function);
    return function;
}

} // namespace clmem_core::cl::usm
