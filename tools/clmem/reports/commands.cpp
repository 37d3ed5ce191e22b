#include "reports/commands.hpp"

#include "failure.hpp"
#include "figures.hpp"
#include "formats/read.hpp"
#include "reports/pages.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <memory>

namespace clmem::command {
namespace {

struct report_arguments {
    std::vector<std::string> files;
    std::size_t top = report_options{}.top;
    std::uint64_t pool = 0;
    std::uint64_t short_lived_ms = report_options{}.short_lived_ns / 1'000'000;
    std::string fail_above; // empty: never
    bool json = false;
    bool no_stacks = false;
};

void add_shared(CLI::App &command, report_arguments &given) {
    command.add_option("--top", given.top, "Rows of each table")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
        ->capture_default_str();
    command.add_option("--pool", given.pool, "Only the pool of this number, as in the log");
    command.add_flag("--no-stacks", given.no_stacks, "Do not group by stack, and read no program's symbols");
    command.add_flag("--json", given.json, "Print a JSON object instead of text");
}

report_options options_of(const CLI::App &command, const report_arguments &given) {
    report_options options;
    options.top = given.top;
    if (command.count("--pool") != 0) { options.pool = given.pool; }
    options.stacks = !given.no_stacks;
    options.short_lived_ns = given.short_lived_ms * 1'000'000;
    return options;
}

void add_report(CLI::App &app, printer print) {
    const auto given = std::make_shared<report_arguments>();
    CLI::App *command = app.add_subcommand("report", "Says where the memory of a recorded program went");
    command->add_option("FILE", given->files, "A recording")->required()->expected(1);
    add_shared(*command, *given);
    command->add_option("--temporary", given->short_lived_ms, "Milliseconds: blocks freed within them are temporary")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{86'400'000}))
        ->capture_default_str();
    command->callback([command, given, print] {
        const recording recorded = read_recording(given->files.front());
        const summary report = summary_of(recorded, options_of(*command, *given));
        print(given->json ? json_of(report, given->top) : text_of(report, given->top));
    });
}

void run_diff(const CLI::App &command, const report_arguments &given, printer print, int &status) {
    const bool is_limited = command.count("--fail-above") != 0;
    const growth_limit limit{is_limited ? given.fail_above : "0"};
    report_options options = options_of(command, given);
    options.top =
        std::numeric_limits<std::size_t>::max(); // any stack may have changed most: find all inlined functions
    const auto summary_from = [&](const std::string &path) { return summary_of(read_recording(path), options); };
    const difference changed = difference_of(summary_from(given.files.at(0)), summary_from(given.files.at(1)));
    print(given.json ? json_of(changed, given.top) : text_of(changed, given.top));
    if (!is_limited || !limit.is_exceeded(changed.peak_before(), changed.peak_after())) { return; }
    say(fmt::format("the peak of live memory grew from {} to {}, by more than {}", human_bytes(changed.peak_before()),
                    human_bytes(changed.peak_after()), given.fail_above));
    status = static_cast<int>(exit_status::failed);
}

void add_diff(CLI::App &app, printer print, int &status) {
    const auto given = std::make_shared<report_arguments>();
    CLI::App *command = app.add_subcommand("diff", "Says what changed between two recordings of a program");
    command->add_option("FILE", given->files, "The recording before the change, and the one after it")
        ->required()
        ->expected(2);
    add_shared(*command, *given);
    command->add_option("--fail-above", given->fail_above,
                        "BYTES or PERCENT%: exit with 1 if the peak of live memory grew by more");
    command->footer("Exit status: 0, whatever changed; with --fail-above 1 if the peak grew by more than that.");
    command->callback([command, given, print, &status] { run_diff(*command, *given, print, status); });
}

} // namespace

void add_reports(CLI::App &app, printer print, int &status) {
    add_report(app, print);
    add_diff(app, print, status);
}

} // namespace clmem::command
