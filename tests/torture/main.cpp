// Tortures the contract's cases: each OpenCL call, each allocation of host memory, each thread and each callback of a
// case fails, once, and then for good until the case ends. After each: no crash, no hang, no object that is not
// released, the pools' invariants hold, and the case passes again. The program runs with clmem's layer, which injects
// the faults of OpenCL and counts objects.
#include "cases.hpp"
#include "faults.hpp"
#include "host_faults.hpp"
#include "last_words.hpp"
#include "layer_faults.hpp"
#include "opencl_objects.hpp"
#include "pool/pool.hpp"
#include "pool/pool_list.hpp"
#include "script.hpp"

#include <CLI/CLI.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <unistd.h>

namespace clmem::torture {
namespace {

using test::live_objects;
using test::live_objects_by_kind;
using test::now_text;

constexpr const char *victim_names[victims] = {"OpenCL call", "allocation", "thread", "callback"};

struct counts {
    std::uint64_t cases = 0, unfit = 0, runs = 0, violations = 0;
    std::uint64_t of_victim[victims] = {};
};

class torturer {
  public:
    torturer(const contract::interface &api, const contract::json &given) : api_{api}, given_{given} {}

    void torture(const contract::one_case &each);
    [[nodiscard]] const counts &done() const noexcept { return counts_; }

  private:
    // "" if the case passes; otherwise what does not.
    [[nodiscard]] std::string run(const contract::json &test) const;
    void fail_each(const contract::one_case &each, victim what, bool for_good);
    [[nodiscard]] bool run_with_fault(const contract::one_case &each, victim what, std::uint64_t n, bool for_good);
    void violation(const std::string &text);
    void check_pools();
    void check_objects(std::int64_t before, std::uint64_t lost);

    const contract::interface &api_;
    const contract::json &given_;
    counts counts_;
};

std::string torturer::run(const contract::json &test) const {
    try {
        contract::script{api_, given_}.run(test);
        return "";
    } catch (const std::exception &problem) { return problem.what(); }
}

void torturer::violation(const std::string &text) {
    ++counts_.violations;
    std::printf("%s\n    %s\n", now_text, text.c_str());
    std::fflush(stdout);
}

void torturer::check_pools() {
    for (const auto &each : clmem_core::pool_list::live()) {
        const clmem_core::violation found = each->check();
        if (found) { violation(std::string{"a pool is damaged: "} + found.text()); }
    }
}

// A background thread of clmem may still be releasing objects, so the count gets a moment.
void torturer::check_objects(std::int64_t before, std::uint64_t lost) {
    const std::int64_t most = before + static_cast<std::int64_t>(lost);
    for (int wait = 0; wait < 2000 && live_objects() > most; ++wait) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    const std::int64_t after = live_objects();
    if (after > most) {
        violation(std::to_string(after - most) + " OpenCL objects are not released, besides " + std::to_string(lost) +
                  " whose release failed; there are " + live_objects_by_kind());
    }
}

// Completes the events of a case that takes long, as another thread of a program would: if clmem cannot enqueue a
// barrier, it waits for them itself.
class rescuer {
  public:
    explicit rescuer(contract::script &script)
        : thread_{[this, &script] {
              const contract::runner_scope now;
              std::unique_lock lock{mutex_};
              if (!over_.wait_for(lock, std::chrono::milliseconds{300}, [this] { return is_over_; })) {
                  script.complete_open_events();
              }
          }} {}
    ~rescuer() {
        {
            const std::lock_guard lock{mutex_};
            is_over_ = true;
        }
        over_.notify_one();
        thread_.join();
    }
    rescuer(const rescuer &) = delete;
    rescuer &operator=(const rescuer &) = delete;

  private:
    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::thread thread_; // the last member: it uses the others
};

// What no fault excuses.
bool is_violation(std::string_view problem) {
    for (const char *const part :
         {"is not zeroed", "the error record", "after the known members", "was written past"}) {
        if (problem.find(part) != problem.npos) { return true; }
    }
    return false;
}

// Whether anything failed.
bool torturer::run_with_fault(const contract::one_case &each, victim what, std::uint64_t n, bool for_good) {
    std::snprintf(now_text, sizeof now_text, "%s; %s %llu fails %s", each.title().c_str(),
                  victim_names[static_cast<unsigned>(what)], static_cast<unsigned long long>(n),
                  for_good ? "for good" : "once");
    const std::int64_t before = live_objects();
    injected failed;
    {
        contract::script script{api_, given_};
        const rescuer rescue{script};
        std::string problem;
        arm(what, n, for_good);
        try {
            script.run(each.test);
        } catch (const std::exception &found) { problem = found.what(); }
        failed = disarm();
        if (is_violation(problem)) { violation(problem); }
        check_pools();
    }
    if (failed.failures == 0) { return false; }
    if (what == victim::opencl_call) {
        const std::size_t used = std::strlen(now_text);
        std::snprintf(now_text + used, sizeof now_text - used, " (%s)", failed.first);
    }
    ++counts_.runs;
    ++counts_.of_victim[static_cast<unsigned>(what)];
    check_objects(before, failed.lost);
    if (const std::string problem = run(each.test); !problem.empty()) {
        violation("the case does not pass any more: " + problem);
    }
    return true;
}

void torturer::fail_each(const contract::one_case &each, victim what, bool for_good) {
    constexpr unsigned limit_s = 120;
    for (std::uint64_t n = 1;; ++n) {
        ::alarm(limit_s);
        if (!run_with_fault(each, what, n, for_good)) { break; }
    }
    ::alarm(0);
}

void torturer::torture(const contract::one_case &each) {
    // Twice: the first run may create what clmem keeps, such as a context's tables.
    if (!run(each.test).empty() || !run(each.test).empty()) {
        ++counts_.unfit;
        return;
    }
    ++counts_.cases;
    for (unsigned what = 0; what < victims; ++what) {
        fail_each(each, static_cast<victim>(what), false);
        fail_each(each, static_cast<victim>(what), true);
    }
}

struct options {
    std::uint64_t seed = std::random_device{}();
    unsigned one_of = 1; // so many cases, at random
    std::string only;
};

int work(const options &wanted) {
    const contract::runner_scope now;
    find_own_code();
    contract::interface api { CLMEM_CONTRACT_API };
    const std::filesystem::path folder = CLMEM_CONTRACT_FOLDER;
    const contract::json common = contract::read_json(folder / "common.json");
    api.add_constants(common.at("constants"));
    const contract::json exceptions = contract::read_json(folder / "exceptions.json").at("exceptions");
    const contract::machine here = contract::find_machine();
    contract::runner_calls = [](bool begins) {
        thread_local std::optional<test::shield> own;
        if (begins) {
            own.emplace();
        } else {
            own.reset();
        }
    };
    test::print_last_words();
    torturer all{api, common.at("given")};
    std::mt19937_64 random{wanted.seed};
    for (const contract::one_case &each : contract::read_cases(folder / "cases")) {
        const bool is_drawn = random() % wanted.one_of == 0;
        if (!is_drawn || (!wanted.only.empty() && each.title().find(wanted.only) == std::string::npos)) { continue; }
        // Those with an environment run in a process that hides the layer; those with excuses may crash.
        if (each.test.contains("environment") || !contract::missing(each.test, here.features).empty() ||
            !contract::excuse_for(each, exceptions, here.device).reason.empty()) {
            continue;
        }
        all.torture(each);
    }
    const counts &done = all.done();
    std::printf("%llu cases, %llu that do not fit, %llu runs with a fault", static_cast<unsigned long long>(done.cases),
                static_cast<unsigned long long>(done.unfit), static_cast<unsigned long long>(done.runs));
    for (unsigned what = 0; what < victims; ++what) {
        std::printf("%s %s: %llu", what == 0 ? " (" : ",", victim_names[what],
                    static_cast<unsigned long long>(done.of_victim[what]));
    }
    std::printf("), %llu violations; seed %llu\n", static_cast<unsigned long long>(done.violations),
                static_cast<unsigned long long>(wanted.seed));
    return done.violations == 0 && done.cases != 0 ? 0 : 1;
}

} // namespace
} // namespace clmem::torture

int main(int count, char **words) {
    CLI::App app{"Lets each call, allocation, thread and callback of the contract's cases fail"};
    clmem::torture::options wanted;
    app.add_option("--seed", wanted.seed, "Draws the cases of a part");
    app.add_option("--one-of", wanted.one_of, "Tortures so many cases only: one of N")->check(CLI::PositiveNumber);
    app.add_option("--case", wanted.only, "Only cases with this in their title");
    CLI11_PARSE(app, count, words);
    return clmem::torture::work(wanted);
}
