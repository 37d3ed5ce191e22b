// What the threads of a round share: a context, queues, pools of each kind of memory, and a place for blocks that pass
// from one thread to another.
#pragma once

#include "../random/dice.hpp"
#include "violations.hpp"

#include <CL/cl.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <clmem_extras.h>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace clmem::soak {

using random_programs::dice;
using test::need;
using test::report;
using test::reports;

enum class kind { buffer, immediate, coarse, fine, pinned, usm_device, usm_host, usm_shared };
[[nodiscard]] const char *name_of(kind of) noexcept;
[[nodiscard]] std::vector<std::string> names_of_kinds();

struct memory_pool {
    kind of = kind::buffer;
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;
};

struct named_queue {
    cl_command_queue queue = nullptr; // NULL: none
    bool is_out_of_order = false;
    bool is_temporary = false; // of one thread, which releases it
};

// What a block holds: its word i is first + i * step, if it is known.
struct contents {
    std::uint32_t first = 0;
    std::uint32_t step = 0;
    bool is_known = false;
};

// One of the commands that a block's contents come from.
struct past_command {
    const char *what = "";
    cl_command_queue queue = nullptr;
    kind other = kind::buffer; // the other block's, of copies
    contents holds;            // after it
};

struct block {
    clmem_buffer buffer = nullptr;
    const memory_pool *from = nullptr;
    std::size_t words = 0;
    bool is_dedicated = false;
    named_queue home;
    contents holds;
    cl_event last = nullptr;        // its last command, for which the next one waits
    std::vector<past_command> past; // the newest last
    // Its release must name its last command: its queue runs out of order, and clmem has not seen all of its commands.
    bool must_name = false;
};

// Takes a block out of a list, whose order means nothing.
[[nodiscard]] inline block take_out(std::vector<block> &from, std::size_t index) {
    block taken = std::move(from[index]);
    if (index + 1 != from.size()) { from[index] = std::move(from.back()); }
    from.pop_back();
    return taken;
}

// Makes user events, and completes them milliseconds later, so that commands pile up behind them.
class gates {
  public:
    gates();
    ~gates();
    gates(const gates &) = delete;
    gates &operator=(const gates &) = delete;
    // An event that is completed after this time; owned by the caller.
    [[nodiscard]] cl_event make(cl_context context, std::chrono::milliseconds closed);

  private:
    struct closed_gate {
        std::chrono::steady_clock::time_point until;
        cl_event event;
    };
    void serve();
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<closed_gate> closed_;
    bool ends_ = false;
    std::thread thread_; // the last member: it uses the others
};

// The settings of a round.
struct round_plan {
    std::string faults;                 // "off": none
    bool may_fail = false;              // whether calls may fail
    std::vector<std::string> only{};    // the kinds of memory; none: all that the devices have
    std::vector<std::string> without{}; // steps that are left out, by name
    bool is_late = false;  // commands fail late: drivers disagree on what that does to those that wait for them
    bool in_order = false; // no queue is out-of-order
    unsigned threads = 4;  // at a time
};

class world {
  public:
    world(const std::vector<cl_device_id> &devices, const round_plan &plan, std::uint64_t seed);
    ~world();
    world(const world &) = delete;
    world &operator=(const world &) = delete;

    [[nodiscard]] bool compares() const noexcept { return !plan_.is_late; }
    [[nodiscard]] bool has_faults() const noexcept { return plan_.may_fail; }
    [[nodiscard]] const std::string &faults() const noexcept { return plan_.faults; }
    [[nodiscard]] bool leaves_out(std::string_view step) const {
        return std::ranges::find(plan_.without, step) != plan_.without.end();
    }
    [[nodiscard]] const std::vector<memory_pool> &pools() const noexcept { return pools_; }
    [[nodiscard]] const std::vector<named_queue> &queues() const noexcept { return queues_; }
    [[nodiscard]] std::optional<named_queue> make_queue(dice &random) const;

    // Puts the offered block, if there is one, into the market, where other threads find it, and takes out another one;
    // none if the market is empty.
    [[nodiscard]] std::optional<block> trade(std::optional<block> offered, dice &random);

    cl_context context = nullptr;
    std::vector<cl_device_id> devices;
    clmem_program program = nullptr;
    gates delays;

  private:
    void make_queues(dice &random);
    void make_pools(dice &random);
    [[nodiscard]] clmem_provider make_provider(kind of) const;

    round_plan plan_;
    std::vector<named_queue> queues_;
    std::vector<memory_pool> pools_;
    clmem_recorder recorder_ = nullptr;
    std::mutex market_mutex_;
    std::vector<block> market_;
};

} // namespace clmem::soak
