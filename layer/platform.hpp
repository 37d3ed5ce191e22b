// Which implementation a device belongs to.
#pragma once

#include <CL/cl.h>
#include <string_view>

namespace clmem::layer {

[[nodiscard]] bool is_platform(cl_device_id device, std::string_view name) noexcept;

[[nodiscard]] inline bool is_pocl(cl_device_id device) noexcept {
    return is_platform(device, "Portable Computing Language");
}
[[nodiscard]] inline bool is_intels_runtime(cl_device_id device) noexcept {
    return is_platform(device, "Intel(R) OpenCL");
}
[[nodiscard]] bool is_on_pocl(cl_command_queue queue) noexcept;

} // namespace clmem::layer
