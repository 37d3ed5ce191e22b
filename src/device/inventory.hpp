// The existing devices, with the numbers and names that selectors use.
#pragma once

#include <clmem.h>
#include <string>
#include <string_view>
#include <vector>

namespace clmem_core {

struct device_entry {
    cl_uint platform_number;
    cl_uint device_number; // within the platform
    cl_platform_id platform;
    cl_device_id device;
};

// All devices of all platforms, in the platforms' order. A platform that fails to list its devices is omitted.
[[nodiscard]] std::vector<device_entry> list_entries();

[[nodiscard]] std::string platform_name(const device_entry &entry);
[[nodiscard]] std::string device_name(const device_entry &entry);

// "0:0 PLATFORM, DEVICE".
[[nodiscard]] std::string description_of(const device_entry &entry);

// The existing devices for a message, separated by "; ".
[[nodiscard]] std::string inventory(const std::vector<device_entry> &entries);

// One part of a selector: a number, or a part of the name in any case; an empty part matches every name.
[[nodiscard]] bool answers(std::string_view part, cl_uint number, const std::string &name);

[[nodiscard]] inline bool platform_matches(std::string_view part, const device_entry &entry) {
    return answers(part, entry.platform_number, platform_name(entry));
}
[[nodiscard]] inline bool device_matches(std::string_view part, const device_entry &entry) {
    return answers(part, entry.device_number, device_name(entry));
}

} // namespace clmem_core
