#include "device/choice.hpp"

#include "base/error.hpp"
#include "device/creation.hpp"
#include "device/inventory.hpp"
#include "device/selector.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace clmem_core {

namespace {

[[noreturn]] void fail_unmatched(const std::vector<device_entry> &entries, std::string_view part,
                                 const device_selector &wanted) {
    if (entries.empty()) {
        fail(CLMEM_ERROR_NO_DEVICE,
             "expected a device that matches \"%.*s\" (%s), got no OpenCL device; install a driver",
             static_cast<int>(part.size()), part.data(), wanted.origin.c_str());
    }
    fail(CLMEM_ERROR_NO_DEVICE, "expected a device that matches \"%.*s\" (%s), got none; the devices are: %s",
         static_cast<int>(part.size()), part.data(), wanted.origin.c_str(), inventory(entries).c_str());
}

// Only some parts can contain a separator: the device of a selector in clmem's syntax extends to the end, since names
// may have any character.
std::vector<std::string_view> device_parts(std::string_view devices, selector_syntax syntax) {
    return syntax == selector_syntax::pyopencl ? split(devices, ',') : std::vector{devices};
}

cl_device_id choose_numbered(const std::vector<device_entry> &entries, const device_selector &wanted) {
    const std::string_view text = trim(wanted.text);
    std::size_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure == std::errc{} && end == text.data() + text.size() && number < entries.size()) {
        return entries[number].device;
    }
    fail(CLMEM_ERROR_NO_DEVICE,
         "expected the number of a device, from 0 to %zu, got \"%.*s\" (%s); the devices, in order: %s",
         entries.size() - 1, static_cast<int>(text.size()), text.data(), wanted.origin.c_str(),
         inventory(entries).c_str());
}

cl_device_id choose_wanted(const std::vector<device_entry> &entries, const device_selector &wanted) {
    const std::string_view text = wanted.text;
    if (wanted.syntax == selector_syntax::number || (wanted.syntax == selector_syntax::clmem && is_number(text))) {
        return choose_numbered(entries, wanted);
    }
    const std::size_t colon = text.find(':');
    const std::string_view platform = text.substr(0, colon);
    const std::string_view devices = colon == text.npos ? std::string_view{} : text.substr(colon + 1);
    cl_device_id chosen = nullptr;
    for (const std::string_view part : device_parts(devices, wanted.syntax)) {
        const auto found = std::find_if(entries.begin(), entries.end(), [&](const device_entry &e) {
            return platform_matches(platform, e) && device_matches(part, e);
        });
        if (found == entries.end()) { fail_unmatched(entries, text, wanted); }
        if (chosen == nullptr) { chosen = found->device; }
    }
    return chosen;
}

cl_device_id choose_usable(const std::vector<device_entry> &entries) {
    std::string tried;
    cl_int code = CL_SUCCESS;
    for (const device_entry &e : entries) {
        try {
            (void)make_context(e.device);
            return e.device;
        } catch (const error &failure) { // try the next one
            code = failure.opencl_code();
            tried += (tried.empty() ? "" : "; ") + description_of(e) + ": " + failure.what();
        }
    }
    fail_because(CLMEM_ERROR_NO_DEVICE, code, "expected a device that works, got none; tried in turn: %s",
                 tried.c_str());
}

// A part of one entry of a selector for tests: adds the devices that match it, each once.
bool add_matching(const std::vector<device_entry> &entries, std::string_view platform, std::string_view part,
                  std::vector<cl_device_id> &chosen) {
    bool found = false;
    for (const device_entry &e : entries) {
        if (!platform_matches(platform, e) || !device_matches(part, e)) { continue; }
        found = true;
        if (std::find(chosen.begin(), chosen.end(), e.device) == chosen.end()) { chosen.push_back(e.device); }
    }
    return found;
}

} // namespace

std::vector<cl_device_id> list_devices() {
    std::vector<cl_device_id> devices;
    for (const device_entry &e : list_entries()) {
        devices.push_back(e.device);
    }
    return devices;
}

cl_device_id choose_device(const char *text) {
    const std::vector<device_entry> entries = list_entries();
    if (entries.empty()) {
        fail(CLMEM_ERROR_NO_DEVICE,
             "expected an OpenCL device, got none; install the driver of your GPU, or for the CPU the package "
             "pocl-opencl-icd (Debian and Ubuntu); `clinfo` shows what OpenCL finds");
    }
    if (text != nullptr) { return choose_wanted(entries, {text, selector_syntax::clmem, "the selector", true}); }
    const device_selector surrounding = environment_selector();
    return surrounding.is_there ? choose_wanted(entries, surrounding) : choose_usable(entries);
}

std::vector<cl_device_id> list_test_devices(const char *text) {
    const std::vector<device_entry> entries = list_entries();
    const device_selector wanted = text != nullptr ? device_selector{text, selector_syntax::clmem, "the selector", true}
                                                   : environment_test_selector();
    if (!wanted.is_there) { return list_devices(); }
    std::vector<cl_device_id> chosen;
    for (const std::string_view entry : split(wanted.text, ';')) {
        if (trim(entry).empty()) { continue; }
        const std::size_t separator = entry.find_first_of(":=");
        const std::string_view platform = trim(entry.substr(0, separator));
        const std::string_view devices = separator == entry.npos ? std::string_view{} : entry.substr(separator + 1);
        const auto parts = split(devices, ',');
        for (const std::string_view part : parts) {
            if (trim(part).empty() && parts.size() > 1) { continue; } // a superfluous comma
            if (!add_matching(entries, platform, trim(part), chosen)) { fail_unmatched(entries, entry, wanted); }
        }
    }
    return chosen.empty() ? list_devices() : chosen; // an empty selector
}

} // namespace clmem_core
