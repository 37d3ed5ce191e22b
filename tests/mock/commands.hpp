// Commands and their order.
//
// A command is over once everything that it waits for is over, either because the host waits for it or because the test
// lets commands complete. It is settled once the host has waited for it or for a command that depends on it; everything
// enqueued later is then ordered after it. A command that is over but not settled can only have been polled, and
// polling orders nothing.
#pragma once

#include "memory.hpp"

#include <deque>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace mock {

struct dependency {
    command_id on;
    bool is_listed; // in the wait list: its failure fails the command too
};

struct command {
    command_id id = 0;
    const char *function = "";
    std::uint64_t owner = 0;
    std::uint64_t queue = 0; // 0 for a user event
    cl_event event = nullptr;
    std::vector<range> ranges;
    std::vector<dependency> after;
    cl_int status = CL_QUEUED;
    bool is_flushed = false;
    bool fails = false; // once it is over, since something it waits for has failed
    bool is_settled = false;
    early_markers may_end_early = early_markers::none;
    bool will_fail = false;   // a user event that it waits for has failed
    bool ended_early = false; // its event says that it has ended; it is over when all that it waits for is
    std::uint64_t mark = 0;   // of the last walk that visited it
    std::vector<std::function<void(cl_int)>> when_over; // called once its event says so

    [[nodiscard]] bool is_user_event() const noexcept { return queue == 0; }
    [[nodiscard]] bool is_over() const noexcept { return status <= CL_COMPLETE; }
    [[nodiscard]] cl_int reported() const noexcept {
        if (!ended_early) { return status; }
        return may_end_early == early_markers::fail ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE;
    }
};

class history {
  public:
    // Adds a command and sets its id. Reports a violation if it is not ordered after earlier owners of its bytes.
    command_id add(command &&made);
    // nullptr once it is settled and removed.
    [[nodiscard]] command *find(command_id id) noexcept;

    // The host waits for a command. User events that block it are completed: a wait always ends.
    void wait(command_id id, const char *function);
    // Completes a command and what it waits for, unless a user event or an unflushed command blocks it.
    void try_complete(command_id id);
    void advance(std::uint64_t seed, unsigned count);
    void end_user_event(command_id id, cl_int status);
    // Calls the function once the command's event says that it is over, which may be now.
    void call_when_over(command_id id, std::function<void(cl_int)> function);
    void trust_polling(bool on) noexcept { trusts_polling_ = on; }

    // Reports commands that still access an allocation which is about to be freed.
    void check_free(std::uint64_t allocation, const char *function);
    // The host waits for those commands.
    void wait_for_users(std::uint64_t allocation, const char *function);
    // Whether a command waits, maybe through others, for a user event.
    [[nodiscard]] bool is_held_back(command_id id);
    // Reports commands held back that access other bytes than exactly these, but some of them.
    void check_sub_buffer(const range &what);
    // Reports commands of other owners for which the host has not waited.
    void check_host_access(const range &what, std::uint64_t owner);
    void end_allocation(std::uint64_t allocation) { uses_.erase(allocation); }

    [[nodiscard]] std::uint64_t commands() const noexcept { return last_; }
    [[nodiscard]] std::uint64_t checks() const noexcept { return checks_; }

  private:
    enum class gates { open, keep };
    bool complete(command_id id, gates how);
    void finish(command &c);
    void end_markers_early(command_id failed);
    void settle(command_id id, const char *function);
    void check_order(const command &made);
    void mark_ancestors(const command &of, command_id oldest);
    void forget_settled() noexcept;
    template <class Visit>
    void each_use(const range &what, Visit &&visit);

    std::deque<command> commands_; // oldest first; ids are consecutive
    command_id first_ = 1;         // the id of the oldest one
    command_id last_ = 0;
    std::unordered_map<std::uint64_t, std::vector<command_id>> uses_; // by allocation
    std::unordered_set<command_id> failed_;
    std::vector<command_id> stack_; // of a walk
    std::uint64_t mark_ = 0;
    std::uint64_t checks_ = 0;
    bool trusts_polling_ = false;
};

[[nodiscard]] history &commands() noexcept;
// Calls what has become due in this thread's calls; without the lock.
void run_callbacks();
[[nodiscard]] std::uint64_t current_owner() noexcept;

} // namespace mock
