// Lists and chooses devices.
#pragma once

#include <clmem.h>
#include <vector>

namespace clmem_core {

// All devices of all platforms, in the platforms' order.
[[nodiscard]] std::vector<cl_device_id> list_devices();

// The device that matches a selector, as the header describes it; NULL: the selector of the environment or the user's
// file, otherwise the first device that works.
[[nodiscard]] cl_device_id choose_device(const char *selector);

// The devices on which tests run, by a selector as the header describes it; NULL: the selector of the environment,
// otherwise all devices.
[[nodiscard]] std::vector<cl_device_id> list_test_devices(const char *selector);

} // namespace clmem_core
