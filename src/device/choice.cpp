#include "device/choice.hpp"

#include "cl/query.hpp"
#include "device/creation.hpp"

#include <CL/cl_ext.h>
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

namespace clmem {

namespace {

struct entry {
    cl_uint platform_number;
    cl_uint device_number; // within the platform
    cl_platform_id platform;
    cl_device_id device;
};

std::vector<cl_platform_id> list_platforms() {
    cl_uint count = 0;
    cl_int code = cl::dispatch().clGetPlatformIDs(0, nullptr, &count);
    if (code == CL_PLATFORM_NOT_FOUND_KHR || (code == CL_SUCCESS && count == 0)) { return {}; }
    std::vector<cl_platform_id> platforms(count);
    if (code == CL_SUCCESS) { code = cl::dispatch().clGetPlatformIDs(count, platforms.data(), nullptr); }
    if (code != CL_SUCCESS) { fail_opencl(code, "the OpenCL platforms cannot be listed: %s", status_name(code)); }
    return platforms;
}

std::vector<entry> list_entries() {
    std::vector<entry> entries;
    const std::vector<cl_platform_id> platforms = list_platforms();
    for (cl_uint p = 0; p < platforms.size(); ++p) {
        // A platform without devices fails here as well as a broken one: neither has anything to offer.
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

std::string platform_name(const entry &e) {
    return cl::text(e.platform, CLMEM_CL_ASK(CL_PLATFORM_NAME));
}

std::string device_name(const entry &e) {
    return cl::text(e.device, CLMEM_CL_ASK(CL_DEVICE_NAME));
}

// What a message says of the devices that there are: "0:0 PLATFORM, DEVICE; 0:1 ...".
std::string inventory(const std::vector<entry> &entries) {
    std::string text;
    for (const entry &e : entries) {
        text += (text.empty() ? "" : "; ") + std::to_string(e.platform_number) + ':' + std::to_string(e.device_number) +
                ' ' + platform_name(e) + ", " + device_name(e);
    }
    return text;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// One part of a wish: a number, or a piece of the name; an empty one is a piece of every name.
bool answers(std::string_view part, cl_uint number, const std::string &name) {
    if (part.empty()) { return true; }
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (std::all_of(part.begin(), part.end(), is_digit)) { return part == std::to_string(number); }
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return std::search(name.begin(), name.end(), part.begin(), part.end(), same) != name.end();
}

cl_device_id choose_wanted(const std::vector<entry> &entries, std::string_view wish, const char *origin) {
    const std::size_t colon = wish.find(':');
    const std::string_view platform = wish.substr(0, colon);
    const std::string_view device = colon == wish.npos ? std::string_view{} : wish.substr(colon + 1);
    for (const entry &e : entries) {
        if (answers(platform, e.platform_number, platform_name(e)) &&
            answers(device, e.device_number, device_name(e))) {
            return e.device;
        }
    }
    fail(CLMEM_ERROR_NO_DEVICE, "no device answers to \"%.*s\" (%s); there is: %s", static_cast<int>(wish.size()),
         wish.data(), origin, inventory(entries).c_str());
}

cl_device_id choose_usable(const std::vector<entry> &entries) {
    std::string reason;
    cl_int code = CL_SUCCESS;
    for (const entry &e : entries) {
        try {
            (void)make_context(e.device);
            return e.device;
        } catch (const error &failure) { // the next one may do
            code = failure.opencl_code();
            reason = failure.what();
        }
    }
    fail_because(CLMEM_ERROR_NO_DEVICE, code, "no device can be used, of the last one: %s; there is: %s",
                 reason.c_str(), inventory(entries).c_str());
}

} // namespace

std::vector<cl_device_id> list_devices() {
    std::vector<cl_device_id> devices;
    for (const entry &e : list_entries()) {
        devices.push_back(e.device);
    }
    return devices;
}

cl_device_id choose_device(const char *wish) {
    const std::vector<entry> entries = list_entries();
    if (entries.empty()) {
        fail(CLMEM_ERROR_NO_DEVICE,
             "there is no OpenCL device: install the driver of your GPU, or for the CPU the package "
             "pocl-opencl-icd (Debian and Ubuntu); `clinfo` shows what OpenCL finds");
    }
    if (wish != nullptr) { return choose_wanted(entries, wish, "the wish"); }
    const char *variable = std::getenv("CLMEM_DEVICE"); // NOLINT(concurrency-mt-unsafe): unsafe only beside a setenv
    if (variable != nullptr && *variable != '\0') {
        return choose_wanted(entries, variable, "the environment variable CLMEM_DEVICE");
    }
    return choose_usable(entries);
}

} // namespace clmem
