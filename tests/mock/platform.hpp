// One platform with one device.
#pragma once

#include "objects.hpp"

namespace mock {

[[nodiscard]] cl_platform_id the_platform() noexcept;
[[nodiscard]] cl_device_id the_device() noexcept;

constexpr std::size_t base_alignment = 128; // bytes

} // namespace mock
