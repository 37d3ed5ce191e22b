#include "devices.hpp"
#include "doctor.hpp"
#include "failure.hpp"
#include "file.hpp"
#include "formats/convert.hpp"
#include "formats/read.hpp"
#include "progress.hpp"
#include "replay.hpp"
#include "report.hpp"
#include "reports/commands.hpp"
#include "run.hpp"
#include "view/commands.hpp"
#include "view/page.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace clmem::command {
namespace {

struct arguments {
    std::vector<std::string> traces;
    std::string provider = "buffer";
    std::string device;
    std::string queues = "one";
    std::string lag; // as passed; empty: the default
    std::string pace = "none";
    std::string view;
    std::string dump;
    bool json = false;
    unsigned timeout_s = 30;
    replay_options options;
    convert_options conversion;
};

void print(const std::string &text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
        throw failure{exit_status::failed, "cannot write the output"};
    }
}

std::uint64_t lag_ns(const std::string &text) {
    constexpr std::uint64_t default_us = 1000, most_us = std::uint64_t{1} << 53;
    if (text.empty()) { return default_us * 1000; }
    if (text == "inf") { return std::numeric_limits<std::uint64_t>::max(); }
    std::uint64_t us = 0;
    const char *const end = text.data() + text.size();
    const auto [rest, code] = std::from_chars(text.data(), end, us);
    if (code != std::errc{} || rest != end || us >= most_us) {
        throw failure{exit_status::bad_input,
                      fmt::format("--lag: expected a number of microseconds below 2^53, or 'inf', got {}", text)};
    }
    return us * 1000;
}

void write_view(const std::string &path, std::vector<replay_result> &results) {
    std::vector<std::string> shown;
    for (replay_result &each : results) {
        shown.push_back(std::move(each.view));
    }
    write_page(path, shown);
}

void run_replay(const arguments &given) {
    // Validate all arguments before the work begins.
    if (!given.view.empty()) { check_page_name("--view", given.view, exit_status::bad_input); }
    if (!given.dump.empty() && given.traces.size() != 1) {
        throw failure{
            exit_status::bad_input,
            fmt::format("--dump: expected one TRACE, got {}; replay them one at a time", given.traces.size())};
    }
    if (given.options.compare && given.provider == "virtual") {
        throw failure{exit_status::bad_input,
                      "--compare: expected a provider with a driver, got virtual; choose another --provider"};
    }
    if (!given.lag.empty() && given.provider != "virtual") {
        throw failure{
            exit_status::bad_input,
            "--lag: expected --provider virtual, which simulates queues, got another; use that, or omit --lag"};
    }
    const std::uint64_t marker_lag_ns = lag_ns(given.lag);
    std::vector<trace> traces;
    for (const std::string &path : given.traces) {
        traces.push_back(read_as_trace(path));
    }

    const source from{given.provider, given.device, marker_lag_ns};
    std::vector<replay_result> results;
    {
        progress shown;
        for (const trace &recorded : traces) {
            results.push_back(replay(recorded, from, given.options, shown));
        }
    }
    if (!given.view.empty()) { write_view(given.view, results); }
    if (!given.dump.empty()) { write_file(given.dump, results.front().dump); }
    if (given.json) {
        print(json_of(results));
        return;
    }
    print(fmt::format("memory: {}\n\n{}\n{}\n", from.description(), text_of(table_of(results)), table_notes(results)));
}

void add_replay(CLI::App &app, arguments &given) {
    CLI::App *command =
        app.add_subcommand("replay", "Replays recorded allocations through a pool and prints statistics");
    command->add_option("TRACE", given.traces, "Recorded allocations: .csv, .csv.gz, or what clmem convert reads")
        ->required();
    command->add_option("--provider", given.provider, "Where the pool's memory comes from")
        ->check(CLI::IsMember(provider_names()))
        ->capture_default_str();
    command->add_option("--queues", given.queues, "One queue for all blocks, or one per stream of the trace")
        ->check(CLI::IsMember({"one", "stream"}))
        ->capture_default_str();
    command->add_option("--lag", given.lag,
                        "Microseconds of trace time until a marker completes, or inf for never; "
                        "only with --provider virtual, 1000 by default");
    command->add_option("--pace", given.pace, "real: replay no event earlier than the trace recorded it")
        ->check(CLI::IsMember({"none", "real"}))
        ->capture_default_str();
    command->add_option("--device", given.device, "PLATFORM:DEVICE, each a number or a part of the name");
    command
        ->add_option("--scale", given.options.scale,
                     "Divide sizes by this number; default: the smallest power of two that makes the trace fit")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
    command->add_option("--repeat", given.options.repeat, "Number of passes through one pool; the first is cold")
        ->check(CLI::Range(1u, 1'000'000u))
        ->capture_default_str();
    command->add_flag("--verify", given.options.verify, "Check that no two blocks share memory");
    command->add_flag("--compare", given.options.compare, "Also time driver calls alone, touching every block");
    command->add_flag("--json", given.json, "Print a JSON array instead of a table");
    command->add_option("--view", given.view,
                        "Write a page for a browser, PAGE.html, which shows the first pass of each trace");
    command->add_option("--dump", given.dump,
                        "Write what the pool has after the last event to FILE, as JSON: options, counters, ranges");
    command->callback([&given] {
        given.options.dump = !given.dump.empty();
        given.options.by_stream = given.queues == "stream";
        given.options.real_pace = given.pace == "real";
        given.options.view = !given.view.empty();
        run_replay(given);
    });
}

void add_convert(CLI::App &app, convert_options &given) {
    CLI::App *command = app.add_subcommand("convert", "Writes a recording in another format");
    command
        ->add_option("RECORDING", given.from,
                     "A recording of clmem, a memory snapshot of PyTorch, trace events that clmem wrote, a log of RMM, "
                     "or a trace")
        ->required();
    command
        ->add_option(
            "-o,--output", given.to,
            "The file to write; its extension names the format: .clmem, .pickle (PyTorch), .json (trace events "
            "for Perfetto), .rmm.csv, .csv or .csv.gz (a trace)")
        ->required();
    command->add_flag("--no-stacks", given.without_stacks, "Leave out stacks, and names and paths of the program");
    command->callback([&given] { convert(given); });
}

void add_doctor(CLI::App &app, arguments &given, int &status) {
    CLI::App *command = app.add_subcommand("doctor", "Prints what a report of a problem needs, and what is wrong here");
    command->add_flag("--json", given.json, "Print a JSON object instead of text");
    command->add_option("--timeout", given.timeout_s, "Seconds for each part that calls a driver")
        ->check(CLI::Range(1u, 3600u))
        ->capture_default_str();
    command->footer("Exit status: 0 if clmem can be used, 1 if a problem prevents it.");
    command->callback([&given, &status] {
        const doctor_report report = examine(std::chrono::seconds{given.timeout_s}, given.json);
        print(report.text);
        status = static_cast<int>(report.is_usable ? exit_status::success : exit_status::failed);
    });
}

std::string failure_of(const CLI::App &app, const CLI::Error &why) {
    const auto commands = app.get_subcommands();
    const auto words = app.remaining();
    if (commands.empty() && !words.empty() && !words.front().starts_with('-')) {
        return fmt::format("clmem: expected a command, got {} (clmem --help lists them)\n", words.front());
    }
    const std::string command = commands.empty() ? "clmem" : "clmem " + commands.front()->get_name();
    return fmt::format("clmem: {} ({} --help lists the options)\n", why.what(), command);
}

int run(int count, char **words) {
    CLI::App app{"The clmem command: what a memory pool does for real programs, on this machine", "clmem"};
    arguments given;
    app.set_version_flag("--version", version_text());
    app.failure_message([](const CLI::App *at, const CLI::Error &why) { return failure_of(*at, why); });
    CLI::App *devices = app.add_subcommand("devices", "Lists the OpenCL devices and what clmem can use of them");
    devices->add_flag("--json", given.json, "Print a JSON array instead of text");
    devices->callback([&given] { print(given.json ? json_of_devices() : text_of_devices()); });
    add_replay(app, given);
    add_convert(app, given.conversion);
    const run_words split = split_words(count, words);
    int status = static_cast<int>(exit_status::success);
    add_doctor(app, given, status);
    add_reports(app, print, status);
    add_view(app);
    add_run(app, split, status);
    // CLI11 would report a missing command even where an unknown word was passed.
    app.final_callback([&app] {
        if (app.get_subcommands().empty()) { throw CLI::RequiredError("A command"); }
    });
    try {
        app.parse(std::vector<std::string>{split.options.rbegin(), split.options.rend()}); // the last word comes first
    } catch (const CLI::ParseError &why) {
        const exit_status refused = split.runs ? exit_status::run_failed : exit_status::bad_input;
        return app.exit(why) == 0 ? 0 : static_cast<int>(refused);
    }
    return status;
}

} // namespace
} // namespace clmem::command

int main(int count, char **words) {
    using namespace clmem::command;
    try {
        return run(count, words);
    } catch (const failure &why) {
        say(why.what());
        return static_cast<int>(why.status());
    } catch (const std::exception &why) {
        say(why.what());
        return static_cast<int>(exit_status::failed);
    }
}
