// Which devices there are, and which one to take.
#pragma once

#include <clmem.h>
#include <vector>

namespace clmem {

// All devices of all platforms, in the platforms' order.
[[nodiscard]] std::vector<cl_device_id> list_devices();

// Answers to a wish as the header describes it; NULL: to that of the environment or the user's file, else the first device that
// can be used.
[[nodiscard]] cl_device_id choose_device(const char *wish);

// The devices that tests are to run on, by a wish as the header describes it; NULL: by that of the environment, else all.
[[nodiscard]] std::vector<cl_device_id> list_test_devices(const char *wish);

} // namespace clmem
