// Runs the contract's cases on a device: clmem-contract-tests [--report FILE] [--case PART OF A TITLE] [--list] [--verbose] [--self-test]
#include "cases.hpp"
#include "script.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace clmem::contract {
namespace {

enum class outcome { passed, skipped, excused, failed };
const char *const outcome_names[] = {"passed", "skipped", "excused", "failed"};

struct options {
    std::string report;
    std::string only;
    bool list = false;
    bool verbose = false;
    bool self_test = false;
};

// A case that sets environment variables runs in a child process, since the library is loaded only once.
outcome run_in_child(const one_case &each) {
    std::vector<std::string> variables{"CLMEM_CONTRACT_CHILD=1"};
    for (const auto &[name, value] : each.test["environment"].items()) {
        variables.push_back(name + "=" + value.get<std::string>());
    }
    std::vector<char *> environment;
    for (char **variable = environ; *variable != nullptr; ++variable) {
        const std::string name{*variable, std::strcspn(*variable, "=") + 1};
        if (std::none_of(variables.begin(), variables.end(),
                         [&](const std::string &own) { return own.starts_with(name); })) {
            environment.push_back(*variable);
        }
    }
    for (std::string &variable : variables) {
        environment.push_back(variable.data());
    }
    environment.push_back(nullptr);
    std::string program = "/proc/self/exe";
    std::string option = "--case";
    std::string title = each.title();
    char *arguments[] = {program.data(), option.data(), title.data(), nullptr};
    pid_t child = 0;
    int status = 0;
    std::cout.flush();
    if (posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, environment.data()) != 0 ||
        waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        std::cout << "FAILED " << each.title() << "\n    its process failed\n";
        return outcome::failed;
    }
    return WEXITSTATUS(status) == 0 ? outcome::passed : outcome::failed;
}

outcome run(const interface &api, const json &given, const one_case &each, const excuse &excuse) {
    if (excuse.crashes) { return outcome::excused; }
    try {
        if (each.test.contains("environment") && std::getenv("CLMEM_CONTRACT_CHILD") == nullptr) {
            return run_in_child(each);
        }
        script{api, given}.run(each.test);
        return outcome::passed;
    } catch (const std::exception &problem) {
        const bool is_excused = !excuse.reason.empty();
        std::cout << (is_excused ? "excused " : "FAILED ") << each.title() << "\n    " << problem.what() << '\n';
        if (is_excused) { std::cout << "    " << excuse.reason << '\n'; }
        return is_excused ? outcome::excused : outcome::failed;
    }
}

// Runs the cases of must_fail.json; the runner must find a fault in each.
int test_runner(const interface &api, const json &given, const json &cases) {
    int missed = 0;
    for (const json &test : cases) {
        std::string problem;
        try {
            script{api, given}.run(test);
        } catch (const std::exception &found) { problem = found.what(); }
        if (problem.find(test.at("says").get<std::string>()) == std::string::npos) {
            std::cout << "not noticed: " << test.at("name") << "\n    " << problem << '\n';
            ++missed;
        }
    }
    std::cout << cases.size() - static_cast<std::size_t>(missed) << " faults noticed, " << missed << " not\n";
    return missed == 0 ? 0 : 1;
}

int run_all(const options &wanted) {
    const std::filesystem::path folder = CLMEM_CONTRACT_FOLDER;
    interface api {
        CLMEM_CONTRACT_API
    };
    const json common = read_json(folder / "common.json");
    api.add_constants(common.at("constants"));
    if (wanted.self_test) {
        return test_runner(api, common.at("given"), read_json(folder / "must_fail.json").at("cases"));
    }
    const std::vector<one_case> cases = read_cases(folder / "cases");
    const json exceptions = read_json(folder / "exceptions.json").at("exceptions");
    const machine here = find_machine();
    json report = {{"device", here.device}, {"cases", json::array()}};
    int counts[4] = {};
    for (const one_case &each : cases) {
        if (!wanted.only.empty() && each.title().find(wanted.only) == std::string::npos) { continue; }
        if (wanted.list) {
            std::cout << each.title() << '\n';
            continue;
        }
        const auto lacks = missing(each.test, here.features);
        const bool is_child = std::getenv("CLMEM_CONTRACT_CHILD") != nullptr; // its environment hides devices
        const excuse excuse = excuse_for(each, exceptions, here.device);
        if (wanted.verbose) { std::cout << each.title() << std::endl; } // flushed, since the driver may crash
        const outcome result =
            lacks.empty() || is_child ? run(api, common.at("given"), each, excuse) : outcome::skipped;
        ++counts[static_cast<int>(result)];
        json entry = {{"title", each.title()}, {"outcome", outcome_names[static_cast<int>(result)]}};
        if (!lacks.empty()) { entry["lacks"] = lacks; }
        if (result == outcome::excused) { entry["reason"] = excuse.reason; }
        report["cases"].push_back(entry);
    }
    if (!wanted.report.empty()) { std::ofstream{wanted.report} << report.dump(1) << '\n'; }
    if (wanted.list) { return 0; }
    if (std::getenv("CLMEM_CONTRACT_CHILD") == nullptr) {
        std::cout << counts[0] << " passed, " << counts[1] << " skipped, " << counts[2] << " excused, " << counts[3]
                  << " failed on " << here.device.value("name", "no device") << '\n';
    }
    if (counts[0] + counts[1] + counts[2] + counts[3] == 0) { throw fault{"no such case: " + wanted.only}; }
    return counts[3] == 0 ? 0 : 1;
}

options read_options(int count, char **arguments) {
    options wanted;
    for (int i = 1; i < count; ++i) {
        const std::string option = arguments[i];
        if (option == "--list") {
            wanted.list = true;
        } else if (option == "--verbose") {
            wanted.verbose = true;
        } else if (option == "--self-test") {
            wanted.self_test = true;
        } else if (option == "--report" && i + 1 < count) {
            wanted.report = arguments[++i];
        } else if (option == "--case" && i + 1 < count) {
            wanted.only = arguments[++i];
        } else {
            throw fault{"usage: clmem-contract-tests [--report FILE] [--case PART OF A TITLE] [--list] [--verbose]"
                        " [--self-test]"};
        }
    }
    return wanted;
}

} // namespace
} // namespace clmem::contract

int main(int count, char **arguments) {
    try {
        return clmem::contract::run_all(clmem::contract::read_options(count, arguments));
    } catch (const std::exception &problem) {
        std::cerr << problem.what() << '\n';
        return 2;
    }
}
