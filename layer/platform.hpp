// Which implementation a device belongs to.
#pragma once

#include <CL/cl.h>
#include <array>
#include <string_view>

namespace clmem::layer {

// The name of a device's platform, empty if the driver does not tell it.
struct platform_name {
    explicit platform_name(cl_device_id device) noexcept;
    [[nodiscard]] bool is_known() const noexcept { return text[0] != 0; }
    [[nodiscard]] bool is(std::string_view name) const noexcept { return text.data() == name; }
    std::array<char, 256> text{};
};

inline constexpr std::string_view pocl = "Portable Computing Language";
inline constexpr std::string_view intels_runtime = "Intel(R) OpenCL";
inline constexpr std::string_view nvidia = "NVIDIA CUDA";

[[nodiscard]] inline bool is_pocl(cl_device_id device) noexcept {
    return platform_name{device}.is(pocl);
}
[[nodiscard]] bool is_on_pocl(cl_command_queue queue) noexcept;

} // namespace clmem::layer
