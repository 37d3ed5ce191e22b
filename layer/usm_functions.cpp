#include "usm_functions.hpp"

#include "driver.hpp"
#include "shield.hpp"

#include <vector>

namespace clmem::layer {

namespace {

// OpenCL has no question for a context's platform.
cl_platform_id platform_of(cl_context context) {
    std::size_t bytes = 0;
    if (driver().clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes) != CL_SUCCESS) { return nullptr; }
    std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
    const cl_int code = driver().clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr);
    if (code != CL_SUCCESS || devices.empty()) { return nullptr; }
    cl_platform_id platform = nullptr;
    (void)driver().clGetDeviceInfo(devices[0], CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
    return platform;
}

} // namespace

usm_functions usm_functions_of(cl_context context) noexcept {
    cl_platform_id const platform =
        shielded([&] { return platform_of(context); }, []() -> cl_platform_id { return nullptr; });
    const auto find = [platform](const char *name) { // OpenCL 1.1 has one function for all platforms
        const auto in_platform = driver().clGetExtensionFunctionAddressForPlatform;
        return in_platform != nullptr ? in_platform(platform, name) : driver().clGetExtensionFunctionAddress(name);
    };
    usm_functions found;
#define CLMEM_LAYER_LOAD(name) found.name = reinterpret_cast<name##_fn>(find(#name));
    CLMEM_LAYER_USM(CLMEM_LAYER_LOAD)
#undef CLMEM_LAYER_LOAD
    return found;
}

} // namespace clmem::layer
