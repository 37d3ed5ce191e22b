#include "device/inventory.hpp"

#include "cl/query.hpp"
#include "device/selector.hpp"

#include <CL/cl_ext.h>
#include <algorithm>

namespace clmem_core {

namespace {

std::vector<cl_platform_id> list_platforms() {
    cl_uint count = 0;
    cl_int code = cl::dispatch().clGetPlatformIDs(0, nullptr, &count);
    if (code == CL_PLATFORM_NOT_FOUND_KHR || (code == CL_SUCCESS && count == 0)) { return {}; }
    std::vector<cl_platform_id> platforms(count);
    if (code == CL_SUCCESS) { code = cl::dispatch().clGetPlatformIDs(count, platforms.data(), nullptr); }
    if (code != CL_SUCCESS) { fail_opencl(code, "cannot list the OpenCL platforms: %s", status_name(code)); }
    return platforms;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

std::vector<device_entry> list_entries() {
    std::vector<device_entry> entries;
    const std::vector<cl_platform_id> platforms = list_platforms();
    for (cl_uint p = 0; p < platforms.size(); ++p) {
        // A platform without devices fails here like a broken one: neither has a device to list.
        cl_uint count = 0;
        const auto get = cl::dispatch().clGetDeviceIDs;
        if (get(platforms[p], CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0) { continue; }
        std::vector<cl_device_id> devices(count);
        if (get(platforms[p], CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr) != CL_SUCCESS) { continue; }
        for (cl_uint d = 0; d < count; ++d) {
            entries.push_back({p, d, platforms[p], devices[d]});
        }
    }
    return entries;
}

std::string platform_name(const device_entry &entry) {
    return cl::text(entry.platform, CLMEM_CL_ASK(CL_PLATFORM_NAME));
}

std::string device_name(const device_entry &entry) {
    return cl::text(entry.device, CLMEM_CL_ASK(CL_DEVICE_NAME));
}

std::string description_of(const device_entry &entry) {
    return std::to_string(entry.platform_number) + ':' + std::to_string(entry.device_number) + ' ' +
           platform_name(entry) + ", " + device_name(entry);
}

std::string inventory(const std::vector<device_entry> &entries) {
    std::string text;
    for (const device_entry &entry : entries) {
        text += (text.empty() ? "" : "; ") + description_of(entry);
    }
    return text;
}

bool answers(std::string_view part, cl_uint number, const std::string &name) {
    if (part.empty()) { return true; }
    if (is_number(part)) { return part == std::to_string(number); }
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return std::search(name.begin(), name.end(), part.begin(), part.end(), same) != name.end();
}

} // namespace clmem_core
