// The cases of the contract, and which of them the machine can run.
#pragma once

#include "interface.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace clmem::contract {

struct one_case {
    std::string section;
    json test;

    [[nodiscard]] std::string title() const { return section + ": " + test.at("name").get<std::string>(); }
};

// The features of the device, by the names that cases use; and its description for the report.
struct machine {
    std::set<std::string> features;
    json device;
};

[[nodiscard]] machine find_machine();

// The features that the case needs and the machine lacks.
[[nodiscard]] std::vector<std::string> missing(const json &test, const std::set<std::string> &features);

// The reason why a platform cannot pass a case, from exceptions.json.
struct excuse {
    std::string reason;
    bool crashes = false; // it crashes the process, so the case is not run
};

[[nodiscard]] excuse excuse_for(const one_case &each, const json &exceptions, const json &device);

[[nodiscard]] std::vector<one_case> read_cases(const std::filesystem::path &folder);

} // namespace clmem::contract
