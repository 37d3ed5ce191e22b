#include "run_settings.hpp"

#include "failure.hpp"
#include "layer/fault_calls.hpp"
#include "view/page.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace clmem::command {
namespace {

void set_file(const std::string &option, bool &asked, std::string &path) {
    if (option.empty()) { return; }
    asked = true;
    path = option == "true" ? "" : option;
}

// A page shows recordings of events. One without a name is kept next to the page.
void set_view(const std::string &page, layer::settings &asked) {
    if (page.empty()) { return; }
    check_page_name("--view", page == "true" ? "nothing" : page, exit_status::run_failed);
    if (!asked.record) { return; }
    if (asked.record_path.empty()) { asked.record_path = page.substr(0, page.rfind('.')) + ".clmem"; }
    if (!asked.records_events()) {
        throw failure{
            exit_status::run_failed,
            fmt::format("--view: expected --record=FILE.clmem with it, or no --record, got --record={}, since "
                        "other recordings have too little for a page",
                        asked.record_path)};
    }
}

} // namespace

// It is next to this command: in lib of the build folder, in lib/clmem of an installation.
std::string find_layer() {
    std::error_code code;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", code).parent_path();
    const std::filesystem::path installed = folder / CLMEM_LAYER_FOLDER / "libclmem_layer.so";
    for (const auto &path : {installed, folder / "../lib/libclmem_layer.so"}) {
        if (std::filesystem::exists(path, code)) { return std::filesystem::canonical(path).string(); }
    }
    throw failure{exit_status::run_failed,
                  fmt::format("expected the layer in {}; install clmem with its layer", installed.string())};
}

bool prints_report(const layer::settings &asked) {
    return asked.report && asked.report_path.empty();
}

bool needs_temporary_recording(const layer::settings &asked, const std::string &page) {
    return !asked.record && (!page.empty() || (asked.stacks != 0 && prints_report(asked)));
}

layer::settings settings_of(const run_arguments &given) {
    layer::settings asked = layer::read_settings([](const char *name) -> const char * { return std::getenv(name); });
    set_file(given.report, asked.report, asked.report_path);
    set_file(given.record, asked.record, asked.record_path);
    if (!given.limit.empty()) {
        asked.limit = layer::parse_limit(given.limit);
        if (!asked.limit) {
            throw failure{exit_status::run_failed,
                          fmt::format("--limit: expected a size like --limit=4GiB, or a share like --limit=50%, got {}",
                                      given.limit == "true" ? "nothing" : given.limit)};
        }
    }
    if (!given.idle.empty()) {
        asked.idle_ms = layer::parse_idle(given.idle);
        if (!asked.idle_ms) {
            throw failure{exit_status::run_failed,
                          fmt::format("--idle: expected a time in milliseconds like --idle=100, or --idle=0, got {}",
                                      given.idle == "true" ? "nothing" : given.idle)};
        }
    }
    if (!given.stacks.empty()) {
        const auto frames = given.stacks == "true" ? layer::default_stacks : layer::parse_stacks(given.stacks);
        if (!frames) {
            throw failure{exit_status::run_failed,
                          fmt::format("--stacks: expected 1 to 32 frames like --stacks=16, got {}", given.stacks)};
        }
        asked.stacks = *frames;
    }
    if (!given.fault.empty()) {
        auto read = layer::parse_faults(given.fault == "true" ? "" : given.fault);
        if (!read.error.empty()) { throw failure{exit_status::run_failed, "--fault: " + read.error}; }
        asked.faults = std::move(read.value);
    }
    set_view(given.view, asked);
    if (asked.stacks != 0 && !asked.records_events() && !needs_temporary_recording(asked, given.view)) {
        throw failure{exit_status::run_failed,
                      "--stacks: expected --record=FILE.clmem with it, or --view, or --report without "
                      "files, since other recordings and reports have no stacks"};
    }
    asked.immediate |= given.immediate;
    asked.dedicated |= given.dedicated;
    asked.zero |= given.zero;
    asked.observe |= given.observe;
    return asked;
}

// A loader puts each layer of the list before those to its left: the
// last one is the nearest to the program.
std::string layers_with(const std::string &own) {
    const char *const set = std::getenv("OPENCL_LAYERS");
    std::string_view rest = set != nullptr ? set : "";
    std::string layers;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string_view layer = rest.substr(0, end);
        if (!layer.empty() && layer != own) { layers.append(layer).append(1, ':'); }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return layers + own;
}

loader_use loader_use_of(const run_arguments &given) {
    if (given.loader.empty()) { return loader_use::automatic; }
    if (const auto use = parse_loader_use(given.loader)) { return *use; }
    throw failure{exit_status::run_failed, fmt::format("--loader: expected --loader=auto, program or clmem, got {}",
                                                       given.loader == "true" ? "nothing" : given.loader)};
}

variables environment_of(const layer::settings &asked, const std::string &faults, const std::string &page) {
    variables result;
    const auto set = [&result](const char *name, bool is_asked, const std::string &value) {
        if (is_asked) { result.emplace_back(name, value.empty() ? "1" : value); }
    };
    set("CLMEM_RUN_REPORT", asked.report, asked.report_path);
    // The program may have changed its working directory when it opens the file.
    set("CLMEM_RUN_RECORD", asked.record,
        asked.records_events() ? std::filesystem::absolute(asked.record_path).string() : asked.record_path);
    set("CLMEM_RUN_STACKS", asked.stacks != 0, std::to_string(asked.stacks));
    if (asked.limit) {
        set("CLMEM_RUN_LIMIT", true,
            asked.limit->percent != 0 ? fmt::format("{}%", asked.limit->percent) : std::to_string(asked.limit->bytes));
    }
    set("CLMEM_RUN_FAULTS", !faults.empty(), faults);
    set("CLMEM_RUN_IMMEDIATE", asked.immediate, "");
    set("CLMEM_RUN_DEDICATED", asked.dedicated, "");
    set("CLMEM_RUN_ZERO", asked.zero, "");
    set("CLMEM_RUN_OBSERVE", asked.observe, "");
    if (asked.idle_ms) { set("CLMEM_RUN_IDLE", true, std::to_string(*asked.idle_ms)); }
    set("CLMEM_RUN", true, "1");
    set("CLMEM_RUN_PAGE", true, page);
    return result;
}

} // namespace clmem::command
