// A platform with one device.
#pragma once

#include "objects.hpp"

namespace mock {

[[nodiscard]] cl_platform_id the_platform() noexcept;
[[nodiscard]] cl_device_id the_device() noexcept;

[[nodiscard]] bool is_nvidia() noexcept;

// A function of cl_khr_command_buffer; NULL if it has none of that name.
[[nodiscard]] void *find_recording_function(const char *name) noexcept;
// A function of an extension; NULL if no extension has that name.
[[nodiscard]] void *find_extension(const char *name) noexcept;

constexpr std::size_t base_alignment = 128; // bytes

} // namespace mock
