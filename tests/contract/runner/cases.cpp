#include "cases.hpp"

#include "opencl_objects.hpp"

#include <algorithm>
#include <clmem.h>

namespace clmem::contract {

machine find_machine() {
    machine found;
    cl_device_id device = nullptr;
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    if (clmem_device_choose(nullptr, &device) != CLMEM_SUCCESS ||
        clmem_device_describe(device, &info) != CLMEM_SUCCESS) {
        return found;
    }
    found.device = {{"name", info.name},
                    {"platform", info.platform_name},
                    {"driver", info.driver_version},
                    {"opencl_version", info.opencl_version}};
    found.features.insert("device");
    for (const auto &[name, bit] : std::initializer_list<std::pair<const char *, std::uint64_t>>{
             {"svm_coarse", CLMEM_DEVICE_SVM_COARSE},
             {"svm_fine", CLMEM_DEVICE_SVM_FINE},
             {"svm_system", CLMEM_DEVICE_SVM_SYSTEM},
             {"usm", CLMEM_DEVICE_USM},
             {"image", CLMEM_DEVICE_IMAGE},
             {"migrate", CLMEM_DEVICE_MIGRATE},
             {"out_of_order", CLMEM_DEVICE_OUT_OF_ORDER_QUEUE}}) {
        if ((info.features & bit) != 0) { found.features.insert(name); }
    }
    for (const std::uint32_t version : {110U, 120U, 200U, 210U, 300U}) {
        if (info.opencl_version >= version) { found.features.insert("opencl_" + std::to_string(version)); }
    }
    if (has_user_events(device)) { found.features.insert("user_event"); }
    if (has_pipes(device)) { found.features.insert("pipe"); }
    if (has_compiler(device)) { found.features.insert("compiler"); }
    return found;
}

std::vector<std::string> missing(const json &test, const std::set<std::string> &features) {
    static const std::set<std::string> known = {
        "pipe",    "compiler",     "device",     "svm_coarse", "svm_fine",   "svm_system", "usm",        "image",
        "migrate", "out_of_order", "user_event", "opencl_110", "opencl_120", "opencl_200", "opencl_210", "opencl_300"};
    std::vector<std::string> names;
    const json needs = test.value("needs", json::array());
    for (const std::string need : needs) {
        const bool is_absence = need.starts_with("no ");
        const std::string feature = is_absence ? need.substr(3) : need;
        if (!known.contains(feature)) { throw fault{"unknown feature " + need}; }
        if (features.contains(feature) == is_absence) { names.push_back(need); }
    }
    return names;
}

excuse excuse_for(const one_case &each, const json &exceptions, const json &device) {
    for (const json &exception : exceptions) {
        if (exception.at("case") == each.title() && exception.at("platform") == device.value("platform", "")) {
            return {exception.at("reason"), exception.value("crashes", false)};
        }
    }
    return {};
}

std::vector<one_case> read_cases(const std::filesystem::path &folder) {
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator{folder}) {
        if (entry.path().extension() == ".json") { files.push_back(entry.path()); }
    }
    std::sort(files.begin(), files.end());
    std::vector<one_case> cases;
    std::set<std::string> titles;
    for (const auto &file : files) {
        json content = read_json(file);
        for (json &test : content.at("cases")) {
            cases.push_back({file.stem().string(), std::move(test)});
            if (!titles.insert(cases.back().title()).second) { throw fault{"twice: " + cases.back().title()}; }
        }
    }
    return cases;
}

} // namespace clmem::contract
