#include "doctor.hpp"

#include "doctor_files.hpp"
#include "doctor_findings.hpp"
#include "doctor_opencl.hpp"
#include "doctor_system.hpp"
#include "doctor_text.hpp"
#include "isolated.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clmem::command {
namespace {

using json = nlohmann::ordered_json;

// The end of what a driver printed before it failed.
void add_printed(const isolated_result &result, json &facts) {
    if (!result.printed.empty()) { facts["printed"] = result.printed; }
}

void add_opencl(std::chrono::milliseconds limit, json &report) {
    json library = json::object(), platforms = json::array(), devices = json::array(), chosen = json::object();
    const isolated_result result = run_isolated(limit, list_opencl);
    for (const json &record : result.records) {
        const json::const_iterator only = record.begin();
        const std::string &kind = only.key();
        const json &facts = only.value();
        if (kind == "opencl_library") { library.update(facts); }
        if (kind == "platform") { platforms.push_back(facts); }
        if (kind == "device") { devices.push_back(facts); }
        if (kind == "chosen") { chosen = {{"device", facts}, {"because", origin_of_choice()}}; }
        if (kind == "choice_failure") { chosen = {{"failure", facts}, {"because", origin_of_choice()}}; }
    }
    report["opencl_library"] = library;
    report["layers"] = list_layers(limit);
    report["drivers"] = list_drivers(limit);
    report["platforms"] = platforms;
    report["devices"] = devices;
    report["chosen_device"] = chosen;
    if (!result.succeeded()) {
        json why = {{"step", result.step}, {"failure", result.failure}, {"is_crash", result.is_crash}};
        add_printed(result, why);
        report["opencl_failure"] = why;
    }
}

void try_devices(std::chrono::milliseconds limit, json &report) {
    for (std::size_t i = 0; i < report["devices"].size(); ++i) {
        json &device = report["devices"][i];
        const isolated_result result =
            run_isolated(limit, [i](const isolated_output &output) { try_device(output, i); });
        device["quirks"] = json::array();
        for (const json &record : result.records) {
            device["quirks"].push_back(record["quirk"]);
        }
        device["test"] = result.succeeded() ? "passed" : fmt::format("{}: {}", result.step, result.failure);
        if (!result.succeeded()) { add_printed(result, device); }
    }
}

// The home folder has the user's name.
std::string without_home(const std::string &text, const std::string &home) {
    std::string result;
    for (std::size_t at = 0;;) {
        const std::size_t found = text.find(home, at);
        result += text.substr(at, found - at);
        if (found == text.npos) { return result; }
        at = found + home.size();
        const bool continues = at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                                    text[at] == '_' || text[at] == '-' || text[at] == '.');
        result += continues ? home : "~";
    }
}

void hide_home(json &value, const std::string &home) {
    if (value.is_string()) {
        value = without_home(value.get<std::string>(), home);
    } else if (value.is_structured()) {
        for (json &each : value) {
            hide_home(each, home);
        }
    }
}

} // namespace

doctor_report examine(std::chrono::milliseconds limit, bool as_json) {
    json report = {{"clmem", describe_clmem()}, {"system", describe_system()}};
    add_opencl(limit, report);
    try_devices(limit, report);
    report["environment"] = describe_environment();
    report["problems_found"] = find_problems(report);
    const json &problems = report["problems_found"];
    const bool is_usable = std::none_of(problems.begin(), problems.end(),
                                        [](const json &each) { return each["prevents_use"].get<bool>(); });
    std::string home = std::getenv("HOME") != nullptr ? std::getenv("HOME") : "";
    home.erase(home.find_last_not_of('/') + 1);
    if (!home.empty()) { hide_home(report, home); }
    if (!as_json) { return {text_of_report(report), is_usable}; }
    return {report.dump(2, ' ', false, json::error_handler_t::replace) + '\n', is_usable};
}

} // namespace clmem::command
