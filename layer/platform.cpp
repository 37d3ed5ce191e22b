#include "platform.hpp"

#include "driver.hpp"

namespace clmem::layer {

platform_name::platform_name(cl_device_id device) noexcept {
    cl_platform_id platform = nullptr;
    const bool is_told =
        device != nullptr &&
        driver().clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr) == CL_SUCCESS &&
        driver().clGetPlatformInfo(platform, CL_PLATFORM_NAME, text.size(), text.data(), nullptr) == CL_SUCCESS;
    if (!is_told) { text[0] = 0; }
}

bool is_on_pocl(cl_command_queue queue) noexcept {
    cl_device_id device = nullptr;
    (void)driver().clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr);
    return is_pocl(device);
}

} // namespace clmem::layer
