#include "places.hpp"

#include <string_view>

namespace clmem::layer {

bool is_on_pocl(cl_command_queue queue) noexcept {
    cl_device_id device = nullptr;
    cl_platform_id platform = nullptr;
    char name[64] = "";
    (void)driver().clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr);
    (void)driver().clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
    (void)driver().clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
    return std::string_view{name} == "Portable Computing Language";
}

} // namespace clmem::layer
