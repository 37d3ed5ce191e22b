#include "run_torture.hpp"

#include "failure.hpp"
#include "layer/fault_calls.hpp"
#include "run_page.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <unistd.h>

namespace clmem::command {
namespace {

using std::chrono::steady_clock;

// What became of a run in which a call failed.
enum class outcome { passed, failed, aborted, crashed, hung };
constexpr std::size_t outcomes = 5;
constexpr std::array<std::string_view, outcomes> outcome_names{"passed", "failed", "aborted", "crashed", "hung"};

struct tortured_run {
    program_ending ending;
    bool hung = false;
    int signal = 0; // the user's, which ends the torture
    double seconds = 0;
    fault_counts counts;
};

// Runs of one manner: a call fails once, or for good.
struct series {
    series(std::string_view of_spec, std::string_view of_column) : key{of_spec}, name{of_column} {}
    std::string_view key;  // of the spec
    std::string_view name; // of its column
    std::array<std::uint64_t, outcomes> counts{};
    std::uint64_t leaks = 0;
    std::array<std::string, outcomes> first;
    std::string first_leak;
};

class torturer {
  public:
    torturer(const run_arguments &given, const layer::settings &asked, const std::vector<std::string> &words)
        : asked_{asked}, words_{words}, calls_{given.torture == "true" ? "all" : given.torture} {
        const auto read = layer::parse_faults(calls_);
        if (!read.error.empty()) { throw failure{exit_status::run_failed, "--torture: " + read.error}; }
        const std::string layer = find_layer();
        const loader_choice loader = choose_loader(loader_use_of(given), words.front(), layer);
        common_ = loader.environment;
        common_.emplace_back("OPENCL_LAYERS", layers_with(layer));
    }

    int work();

  private:
    [[nodiscard]] std::string spec(std::string_view key, std::uint64_t n) const {
        return fmt::format("{}:{}={}", calls_, key, n);
    }
    [[nodiscard]] tortured_run run(const std::string &faults) const;
    void do_series(series &of);
    [[nodiscard]] outcome outcome_of(const tortured_run &of) const;
    [[nodiscard]] std::string leak_of(const tortured_run &of) const;
    void note(series &of, std::uint64_t n, const tortured_run &what) const;
    void show_progress(const series &of, std::uint64_t n) const;

    layer::settings asked_;
    std::vector<std::string> words_;
    std::string calls_;
    variables common_;
    double limit_s_ = 0; // of a run; 0: none
    tortured_run untouched_;
};

tortured_run torturer::run(const std::string &faults) const {
    const shared_page page;
    variables environment = environment_of(asked_, faults, page.place());
    environment.insert(environment.end(), common_.begin(), common_.end());
    tortured_run result;
    const auto begin = steady_clock::now();
    const auto seconds = [begin] { return std::chrono::duration<double>{steady_clock::now() - begin}.count(); };
    running_program program{words_, environment, running_program::manner::silent};
    result.ending = program.wait([&] {
        const bool is_over = limit_s_ != 0 && seconds() > limit_s_;
        if (is_over || program.asked_to_end() != 0) { program.kill_group(); }
        result.hung |= is_over;
        return true;
    });
    result.signal = program.asked_to_end();
    result.seconds = seconds();
    program.kill_group(); // what it has left running
    result.counts = page.faults();
    if (!page.has_processes()) {
        throw failure{exit_status::run_failed,
                      fmt::format("{} ended without a call of OpenCL that the layer saw: {}; clmem run without "
                                  "--torture says why",
                                  words_.front(), result.ending.text())};
    }
    return result;
}

outcome torturer::outcome_of(const tortured_run &of) const {
    if (of.hung) { return outcome::hung; }
    // An exception that nothing catches, and an assertion, end a program so.
    if (of.ending.by_signal) { return of.ending.number == SIGABRT ? outcome::aborted : outcome::crashed; }
    return of.ending.number == untouched_.ending.number ? outcome::passed : outcome::failed;
}

// The objects that a run has left and the untouched one has not. A run that a signal has ended releases nothing.
std::string torturer::leak_of(const tortured_run &of) const {
    if (of.hung || of.ending.by_signal) { return ""; }
    constexpr std::array<std::string_view, layer::object_kinds> names{"context", "queue",   "memory object", "event",
                                                                      "kernel",  "program", "sampler"};
    std::string text;
    for (std::size_t kind = 0; kind < names.size(); ++kind) {
        const std::int64_t more = of.counts.live[kind] - std::max<std::int64_t>(0, untouched_.counts.live[kind]);
        if (more <= 0) { continue; }
        text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", more, names[kind], more == 1 ? "" : "s");
    }
    return text;
}

void torturer::note(series &of, std::uint64_t n, const tortured_run &what) const {
    const outcome became = outcome_of(what);
    const auto at = static_cast<std::size_t>(became);
    const std::string where = fmt::format("call {}, {}: ", n, what.counts.first);
    const std::string again = fmt::format("\n    clmem run --fault={} -- {}", spec(of.key, n), words_.front());
    if (of.counts[at]++ == 0 && became != outcome::passed) {
        of.first[at] =
            where + (what.hung ? fmt::format("no end after {:.0f} s", what.seconds) : what.ending.text()) + again;
    }
    const std::string leak = leak_of(what);
    if (!leak.empty() && of.leaks++ == 0) { of.first_leak = where + leak + again; }
}

void torturer::show_progress(const series &of, std::uint64_t n) const {
    if (::isatty(STDERR_FILENO) == 0) { return; }
    std::fprintf(stderr, "\rclmem: call %llu fails %.*s ", static_cast<unsigned long long>(n),
                 static_cast<int>(of.name.size()), of.name.data());
}

void torturer::do_series(series &of) {
    for (std::uint64_t n = 1;; ++n) {
        show_progress(of, n);
        const tortured_run what = run(spec(of.key, n));
        if (what.signal != 0) {
            throw failure{exit_status::run_failed,
                          fmt::format("ended by a signal ({}) at call {}", ::strsignal(what.signal), n)};
        }
        if (what.counts.failures == 0) { break; }
        note(of, n, what);
    }
    if (::isatty(STDERR_FILENO) != 0) { std::fputs("\r\x1b[K", stderr); }
}

// For people, on standard error as all that clmem run says.
void print(const std::string &program, const std::array<series, 2> &all) {
    std::uint64_t runs = 0;
    for (const series &each : all) {
        for (const std::uint64_t count : each.counts) {
            runs += count;
        }
    }
    say(fmt::format("{} runs of {}, in each of which calls failed", runs, program));
    const auto row = [](std::string_view name, const auto &first, const auto &second) {
        std::fputs(fmt::format("{:<10}{:>12}{:>12}\n", name, first, second).c_str(), stderr);
    };
    row("", all[0].name, all[1].name);
    for (std::size_t at = 0; at < outcomes; ++at) {
        row(outcome_names[at], all[0].counts[at], all[1].counts[at]);
    }
    row("leaked", all[0].leaks, all[1].leaks);
    for (const series &each : all) {
        for (std::size_t at = 0; at < outcomes; ++at) {
            if (each.first[at].empty()) { continue; }
            say(fmt::format("first that {} ({}): {}", outcome_names[at], each.name, each.first[at]));
        }
        if (!each.first_leak.empty()) { say(fmt::format("first that leaked ({}): {}", each.name, each.first_leak)); }
    }
}

int torturer::work() {
    // Counts what the program leaves when nothing fails.
    untouched_ = run(spec("nth", std::numeric_limits<std::uint64_t>::max()));
    if (untouched_.ending.by_signal) {
        throw failure{exit_status::run_failed,
                      fmt::format("expected a program that ends without a signal, got {} without any fault",
                                  untouched_.ending.text())};
    }
    constexpr double least_s = 10, factor = 10;
    limit_s_ = std::max(least_s, factor * untouched_.seconds);
    std::array<series, 2> all{series{"nth", "once"}, series{"from", "for good"}};
    for (series &each : all) {
        do_series(each);
    }
    print(words_.front(), all);
    const auto is_bad = [](const series &each) {
        return each.leaks + each.counts[static_cast<std::size_t>(outcome::crashed)] +
                   each.counts[static_cast<std::size_t>(outcome::hung)] !=
               0;
    };
    return static_cast<int>(std::ranges::any_of(all, is_bad) ? exit_status::failed : exit_status::success);
}

} // namespace

int torture(const run_arguments &given, const layer::settings &asked, const std::vector<std::string> &words) {
    if (asked.report || asked.record || !given.view.empty() || asked.faults) {
        throw failure{exit_status::run_failed,
                      "--torture: expected none of --report, --record, --view and --fault with it, got one"};
    }
    return torturer{given, asked, words}.work();
}

} // namespace clmem::command
