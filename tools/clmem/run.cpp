#include "run.hpp"

#include "failure.hpp"
#include "layer/settings.hpp"
#include "run_diagnosis.hpp"
#include "run_loader.hpp"
#include "run_page.hpp"
#include "run_process.hpp"
#include "run_recordings.hpp"
#include "run_settings.hpp"
#include "run_torture.hpp"
#include "temporary_folder.hpp"
#include "view/page.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string_view>

namespace clmem::command {
namespace {

// Whether CLMEM_LOG asks for what is worth knowing in ordinary runs.
bool logs_choices() {
    const char *const level = std::getenv("CLMEM_LOG");
    return level != nullptr && (std::string_view{level} == "info" || std::string_view{level} == "debug");
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
    if (!given.torture.empty()) { return torture(given, asked, words); }
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
    variables environment = environment_of(asked, given.fault, page.place());
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
            if (asked.faults) { say(text_of(page.faults())); }
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
    run->add_flag("--fault", given->fault, "Delay calls or let them fail, as in --fault=clCreateBuffer:nth=3")
        ->option_text("=SPEC");
    run->add_flag("--torture", given->torture,
                  "Run the program again and again: let its first call fail, then its second one, and so on")
        ->option_text("[=CALLS]");
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
