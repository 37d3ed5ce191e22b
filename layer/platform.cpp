#include "platform.hpp"

#include "driver.hpp"

#include <array>

namespace clmem::layer {

bool is_platform(cl_device_id device, std::string_view name) noexcept {
    cl_platform_id platform = nullptr;
    std::array<char, 64> found{};
    return device != nullptr &&
           driver().clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr) == CL_SUCCESS &&
           driver().clGetPlatformInfo(platform, CL_PLATFORM_NAME, found.size(), found.data(), nullptr) == CL_SUCCESS &&
           found.data() == name;
}

bool is_on_pocl(cl_command_queue queue) noexcept {
    cl_device_id device = nullptr;
    (void)driver().clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr);
    return is_pocl(device);
}

} // namespace clmem::layer
