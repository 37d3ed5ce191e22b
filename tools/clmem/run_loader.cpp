#include "run_loader.hpp"

#include "loader_platforms.hpp"
#include "program_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <vector>

namespace clmem::command {
namespace {

// The loader that a program linked with OpenCL gets with these variables; none if it is not linked.
std::optional<std::string> linked_loader(const std::string &program, const variables &environment) {
    const std::vector<std::string> libraries = libraries_of(program, environment);
    const auto linked = std::find_if(libraries.begin(), libraries.end(), is_loader);
    return linked != libraries.end() ? std::optional{*linked} : std::nullopt;
}

// The loader that a program would find: by its own file if it is linked with OpenCL, else by OpenCL's name.
std::string loader_of(const std::string &program) {
    const std::optional<std::string> linked = linked_loader(program, {});
    return linked ? *linked : loader_by_name();
}

std::string variable(const char *name) {
    const char *const value = std::getenv(name);
    return value != nullptr ? value : "";
}

void prepend(variables &to, const char *name, const std::string &value) {
    const std::string before = variable(name);
    to.emplace_back(name, before.empty() ? value : value + ':' + before);
}

// The same drivers for Khronos' loader. It takes a folder alone in OCL_ICD_VENDORS: ocl-icd also takes an .icd file or a
// driver there. Conda's ocl-icd has its own folder if the variable is not set, in the environment that it belongs to.
variables same_drivers(const std::string &found, const std::string &no_vendors) {
    const std::string vendors = variable("OCL_ICD_VENDORS");
    std::error_code code;
    if (vendors.empty()) {
        const auto own = std::filesystem::path{found}.parent_path().parent_path() / "etc" / "OpenCL" / "vendors";
        if (!std::filesystem::is_directory(own, code)) { return {}; }
        return {{"OCL_ICD_VENDORS", own.string()}};
    }
    if (std::filesystem::is_directory(vendors, code)) { return {}; }
    std::string driver = vendors;
    if (std::filesystem::path{vendors}.extension() == ".icd") { std::getline(std::ifstream{vendors}, driver); }
    variables result;
    prepend(result, "OCL_ICD_FILENAMES", driver);
    result.emplace_back("OCL_ICD_VENDORS", no_vendors);
    return result;
}

std::string list(const std::optional<std::vector<std::string>> &platforms) {
    if (!platforms) { return "an error"; }
    return platforms->empty() ? "none" : fmt::format("{}", fmt::join(*platforms, "; "));
}

} // namespace

std::optional<loader_use> parse_loader_use(std::string_view text) noexcept {
    if (text == "auto") { return loader_use::automatic; }
    if (text == "program") { return loader_use::program; }
    if (text == "clmem") { return loader_use::clmem; }
    return std::nullopt;
}

loader_choice choose_loader(loader_use use, const std::string &program, const std::string &layer) {
    constexpr const char *kept = "the program keeps its OpenCL loader";
    constexpr const char *explicitly = "use --loader=clmem";
    if (use == loader_use::program) {
        return {{}, fmt::format("{}, as --loader=program asks", kept), "use --loader=auto"};
    }
    const std::string file = find_program(program);
    const std::string found = loader_of(file);
    if (found.empty()) { return {{}, fmt::format("{}: none was found by name", kept), explicitly}; }
    const bool has_layers = knows_layers(found);
    if (has_layers && use == loader_use::automatic) {
        return {{}, fmt::format("{}: {} has layers", kept, found), explicitly};
    }
    const std::filesystem::path folder = std::filesystem::path{layer}.parent_path() / CLMEM_LOADER_FOLDER;
    const std::string own = (folder / "libOpenCL.so.1").string();
    loader_choice choice{same_drivers(found, folder.string()), {}, explicitly};
    const auto before = platforms_of(found, {});
    const auto after = platforms_of(own, choice.environment);
    if (!before || before != after) {
        return {{},
                fmt::format("{}: {} finds {}, but clmem's finds {}", kept, found, list(before), list(after)),
                "use ocl-icd 2.3.1 or newer, or the Khronos loader of 2021 or newer"};
    }
    if (use == loader_use::clmem) { prepend(choice.environment, "LD_AUDIT", (folder / "libclmem_audit.so").string()); }
    if (has_layers) { // only other loaders that the program may open are replaced
        choice.reason =
            fmt::format("the program gets {} in place of loaders without layers, as --loader=clmem asks", own);
        return choice;
    }
    prepend(choice.environment, "LD_LIBRARY_PATH", folder.string());
    choice.reason = fmt::format("the program gets {} in place of {}, which has no layers", own, found);
    if (use == loader_use::automatic && linked_loader(file, choice.environment).value_or(own) != own) {
        return {{}, fmt::format("{}: its file names the folder of {} (RPATH)", kept, found), explicitly};
    }
    return choice;
}

} // namespace clmem::command
