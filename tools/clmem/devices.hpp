// The command `clmem devices`: lists the devices and which of their features clmem can use.
#pragma once

#include <CL/cl.h>
#include <clmem.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace clmem::command {

// The description of a device. `selector` is accepted by --device and CLMEM_DEVICE.
struct listed_device {
    std::string selector;
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    clmem_device_memory_info memory = CLMEM_DEVICE_MEMORY_INFO_INIT;
};
[[nodiscard]] nlohmann::ordered_json json_of(const listed_device &device);

// Calls before() with a device's selector, describes the device, and calls visit(). Throws failure.
using device_visitor = std::function<void(cl_device_id, const listed_device &)>;
void for_each_device(const std::function<void(const std::string &)> &before, const device_visitor &visit);

[[nodiscard]] std::string text_of_devices();
[[nodiscard]] std::string json_of_devices();

} // namespace clmem::command
