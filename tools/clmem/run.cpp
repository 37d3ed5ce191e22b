#include "run.hpp"

#include "failure.hpp"
#include "layer/settings.hpp"
#include "run_diagnosis.hpp"
#include "run_loader.hpp"
#include "run_page.hpp"
#include "run_process.hpp"
#include "run_recordings.hpp"
#include "temporary_folder.hpp"
#include "view/page.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace clmem::command {
namespace {

// The options as CLI11 reads them. "true" stands for an option without a value.
struct run_arguments {
    std::string report, record, view, stacks, limit, idle, loader;
    bool immediate = false, dedicated = false, zero = false, observe = false;
};

// Next to this command: in lib of the build folder, in lib/clmem of an installation.
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

void set_file(const std::string &option, bool &asked, std::string &path) {
    if (option.empty()) { return; }
    asked = true;
    path = option == "true" ? "" : option;
}

bool prints_report(const layer::settings &asked) {
    return asked.report && asked.report_path.empty();
}

// The user wants to see what is in a recording, and no file.
bool needs_temporary_recording(const layer::settings &asked, const std::string &page) {
    return !asked.record && (!page.empty() || (asked.stacks != 0 && prints_report(asked)));
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

// Options take precedence over the environment's variables.
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

// The layers that are set already and this one, once. A loader puts each layer of the list before those to its left: the
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

// Whether CLMEM_LOG asks for what is worth knowing in ordinary runs.
bool logs_choices() {
    const char *const level = std::getenv("CLMEM_LOG");
    return level != nullptr && (std::string_view{level} == "info" || std::string_view{level} == "debug");
}

variables environment_of(const layer::settings &asked, const shared_page &page) {
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
    set("CLMEM_RUN_IMMEDIATE", asked.immediate, "");
    set("CLMEM_RUN_DEDICATED", asked.dedicated, "");
    set("CLMEM_RUN_ZERO", asked.zero, "");
    set("CLMEM_RUN_OBSERVE", asked.observe, "");
    if (asked.idle_ms) { set("CLMEM_RUN_IDLE", true, std::to_string(*asked.idle_ms)); }
    set("CLMEM_RUN", true, "1");
    set("CLMEM_RUN_PAGE", true, page.place());
    return result;
}

// Of recorded events: where they are, what `clmem report` says about them, and the page of `clmem view`.
void report_events(const layer::settings &asked, const std::string &view, const shared_page &page, bool is_temporary,
                   running_program &program) {
    page.say_what_was_recorded(asked.record_path, is_temporary);
    const std::vector<recorded_file> files = page.recorded_files(asked.record_path, is_temporary);
    if (files.empty()) { return; }
    if (prints_report(asked)) {
        const program_ending ending = program.do_after([&files] { return print_reports(files); });
        if (ending.by_signal) { say(fmt::format("the report of the recording is incomplete: {}", ending.text())); }
    }
    if (!view.empty()) {
        const program_ending ending = program.do_after([&files, &view] { return write_page_of(files, view); });
        if (ending.by_signal) { say(fmt::format("{} was not written: {}", view, ending.text())); }
    }
}

int run_program(const run_arguments &given, const std::vector<std::string> &words) {
    if (words.empty()) {
        throw failure{exit_status::run_failed, "expected -- and a program after the options, got none"};
    }
    layer::settings asked = settings_of(given);
    const std::string layer = find_layer();
    const loader_choice loader = choose_loader(loader_use_of(given), words.front(), layer);
    if (logs_choices()) { say(loader.reason); }
    shared_page page;
    std::optional<temporary_folder> temporary;
    if (needs_temporary_recording(asked, given.view)) {
        asked.record = true;
        asked.record_path =
            temporary.emplace(exit_status::run_failed, ", or use --record=FILE.clmem").file("recording.clmem");
    }
    variables environment = environment_of(asked, page);
    environment.emplace_back("OPENCL_LAYERS", layers_with(layer));
    environment.insert(environment.end(), loader.environment.begin(), loader.environment.end());
    running_program program{words, environment};
    diagnosis why;
    const program_ending ending = program.wait([&] {
        if (page.has_processes()) { return false; }
        why.look_at(program.pid());
        return true;
    });
    if (!page.has_processes()) {
        say(why.explain(words.front(), loader.reason + "; " + loader.advice));
    } else {
        try {
            page.write_outputs(asked, program.pid(), ending);
            if (asked.records_events()) { report_events(asked, given.view, page, temporary.has_value(), program); }
        } catch (const std::exception &failed) { say(failed.what()); }
    }
    return ending.exit_status();
}

class run_help : public CLI::Formatter {
  public:
    std::string make_usage(const CLI::App *, std::string name) const override {
        return "Usage: " + name + " [OPTIONS] -- PROGRAM [ARGUMENTS]\n";
    }
    std::string make_option_opts(const CLI::Option *option) const override { return option->get_option_text(); }
};

// Flags take a value after '=' only, so that no option swallows the word behind it.
void add_outputs(CLI::App &command, run_arguments &given) {
    command.formatter(std::make_shared<run_help>());
    command
        .add_flag("--report", given.report,
                  "At exit, print what was saved and what events were recorded, or write the former to a file")
        ->option_text("[=FILE.json]");
    command
        .add_flag("--record", given.record,
                  "Write all allocations and frees for clmem replay, or with FILE.clmem for clmem report")
        ->option_text("[=FILE]");
    command
        .add_flag("--view", given.view,
                  "At exit, write a page for a browser, which shows what was recorded of all processes")
        ->option_text("=PAGE.html");
    command
        .add_flag("--stacks", given.stacks,
                  "With --record=FILE.clmem, --report or --view: record where memory is allocated")
        ->option_text("[=FRAMES]");
}

} // namespace

run_words split_words(int count, char **words) {
    run_words result;
    const std::vector<std::string> all{words + 1, words + count};
    result.runs = !all.empty() && (all.front() == "run" || all.front() == "record");
    const auto mark = result.runs ? std::find(all.begin(), all.end(), "--") : all.end();
    result.options.assign(all.begin(), mark);
    if (mark != all.end()) { result.program.assign(mark + 1, all.end()); }
    return result;
}

void add_run(CLI::App &app, const run_words &words, int &status) {
    const auto given = std::make_shared<run_arguments>();
    CLI::App *run = app.add_subcommand("run", "Starts an OpenCL program, unchanged, with clmem's pools");
    CLI::App *record = app.add_subcommand("record", "Starts an OpenCL program, and only records its allocations");
    add_outputs(*run, *given);
    add_outputs(*record, *given);
    for (CLI::App *command : {run, record}) {
        command->add_flag("--loader", given->loader, "Which OpenCL loader the program gets if its own has no layers")
            ->option_text("=auto|program|clmem");
    }
    run->add_flag("--limit", given->limit, "Let the program see a device with this much memory")
        ->option_text("=4GiB|50%");
    run->add_flag("--idle", given->idle, "Return pooled memory that was not needed for this time; 0: keep it")
        ->option_text("=MILLISECONDS");
    run->add_flag("--immediate", given->immediate, "Let buffers fail when they are created, not when they are used");
    run->add_flag("--dedicated", given->dedicated, "Pool whole buffers only, for drivers with faulty sub-buffers");
    run->add_flag("--zero", given->zero, "Fill new memory with zeros");
    run->add_flag("--observe", given->observe, "Watch only: all memory comes from the driver");
    const auto start = [given, &words, &status] {
        try {
            status = run_program(*given, words.program);
        } catch (const failure &) { throw; } catch (const std::exception &why) {
            throw failure{exit_status::run_failed, why.what()};
        }
    };
    run->callback(start);
    record->callback([given, start] {
        given->observe = true;
        if (given->record.empty()) { given->record = "true"; }
        start();
    });
}

} // namespace clmem::command
