#include "doctor_findings.hpp"

#include <fmt/format.h>
#include <string>

namespace clmem::command {
namespace {

using json = nlohmann::ordered_json;

constexpr const char *install = "install the driver of your GPU, or for the CPU PoCL (pocl-opencl-icd on Debian and "
                                "Ubuntu) or Intel's (intel-opencl-rt on PyPI)";

class problems {
  public:
    void add(bool prevents_use, const std::string &problem, const std::string &remedy) {
        found_.push_back({{"problem", problem}, {"remedy", remedy}, {"prevents_use", prevents_use}});
    }
    [[nodiscard]] const json &found() const noexcept { return found_; }

  private:
    json found_ = json::array();
};

std::string text(const json &facts, const char *name) {
    const auto at = facts.find(name);
    return at != facts.end() && at->is_string() ? at->get<std::string>() : "";
}

// Whether this driver alone explains a crash of them all.
bool has_bad_driver(const json &report) {
    for (const json &driver : report["drivers"]) {
        if (driver.contains("failure") && driver.contains("file")) { return true; }
    }
    return false;
}

void look_at_versions(const json &clmem, problems &result) {
    if (clmem["library_version"] == clmem["command_version"]) { return; }
    result.add(false,
               fmt::format("the library has version {}, but the command has {}", text(clmem, "library_version"),
                           text(clmem, "command_version")),
               fmt::format("install both from the same build; LD_LIBRARY_PATH and LD_PRELOAD must not name {}",
                           text(clmem, "library")));
}

void look_at_loader(const json &report, problems &result) {
    const json &library = report["opencl_library"];
    if (library.contains("file") && !library["has_layers"].get<bool>()) {
        result.add(false, fmt::format("the OpenCL library {} has no layers", text(library, "file")),
                   "OPENCL_LAYERS needs an OpenCL loader with layers, such as ocl-icd 2.3.1 or newer; clmem run gives "
                   "programs "
                   "clmem's");
    }
}

void look_at_layers(const json &layers, problems &result) {
    for (const json &layer : layers) {
        if (!layer.contains("failure")) { continue; }
        result.add(false,
                   fmt::format("the layer {} ({}) is not usable: {}", text(layer, "library"), text(layer, "named_by"),
                               text(layer, "failure")),
                   fmt::format("correct {}, or leave the layer out", text(layer, "named_by")));
    }
}

void look_at_drivers(const json &drivers, problems &result) {
    for (const json &driver : drivers) {
        const std::string name = fmt::format("the driver {} ({})", text(driver, "library"), text(driver, "named_by"));
        if (driver.contains("failure")) {
            const bool opens = driver.contains("file");
            result.add(false, fmt::format("{} is not usable: {}", name, text(driver, "failure")),
                       fmt::format("{}, or remove it from {}",
                                   opens ? "update the driver" : "install the driver's package again",
                                   text(driver, "named_by")));
        } else if (driver["platforms"] == 0) {
            result.add(false, fmt::format("{} has no platform", name),
                       "check that its device is there and that this user may access it (/dev/dri, /dev/nvidia*, "
                       "/dev/kfd; the groups render and video)");
        }
    }
}

void look_at_opencl(const json &report, problems &result) {
    if (report.contains("opencl_failure")) {
        const json &why = report["opencl_failure"];
        const bool is_absent = !report["opencl_library"].contains("file") && !why["is_crash"].get<bool>();
        const char *const other =
            has_bad_driver(report) ? "remove or update the driver that the problems above name"
                                   : "update the drivers; OCL_ICD_VENDORS=FOLDER uses those alone that the .icd files "
                                     "in FOLDER name, which shows the one at fault";
        result.add(true, fmt::format("{}: {}", text(why, "step"), text(why, "failure")),
                   is_absent ? "install an OpenCL loader, on Debian and Ubuntu the package ocl-icd-libopencl1" : other);
    } else if (report["platforms"].empty()) {
        result.add(true, "there is no OpenCL platform", install);
    } else if (report["devices"].empty()) {
        result.add(true, "no OpenCL platform has a device", install);
    }
    for (const json &platform : report["platforms"]) {
        if (platform.contains("failure")) {
            result.add(false,
                       fmt::format("platform {} ({}): {}", text(platform, "platform"), text(platform, "name"),
                                   text(platform, "failure")),
                       "update its driver, and check that this user may access its devices");
        }
    }
}

void look_at_devices(const json &report, problems &result) {
    const json &chosen = report["chosen_device"];
    if (chosen.contains("failure")) {
        result.add(true, fmt::format("no device can be chosen: {}", text(chosen, "failure")),
                   fmt::format("if a selector is meant for another machine, correct or remove it ({})",
                               text(chosen, "because")));
    }
    for (const json &device : report["devices"]) {
        if (text(device, "test") == "passed") { continue; }
        const bool is_chosen = text(device, "device") == text(chosen, "device");
        result.add(is_chosen,
                   fmt::format("device {} ({}) does not work: {}", text(device, "device"), text(device, "name"),
                               text(device, "test")),
                   is_chosen ? "update its driver, or choose another device with CLMEM_DEVICE" : "update its driver");
    }
}

} // namespace

json find_problems(const json &report) {
    problems result;
    look_at_versions(report["clmem"], result);
    look_at_loader(report, result);
    look_at_layers(report["layers"], result);
    look_at_drivers(report["drivers"], result);
    look_at_opencl(report, result);
    look_at_devices(report, result);
    return result.found();
}

} // namespace clmem::command
