// Commands and their order.
//
// A command is over when all that it waits for is over: because the host waits for it, or because the test lets some complete. It is
// settled when the host has waited for it, or for one behind it: then all that is enqueued later is ordered behind it. What is
// over but not settled was seen to be so by polling at most, and that orders nothing.
#pragma once

#include "memory.hpp"

#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace mock {

struct dependency {
    command_id on;
    bool is_listed; // in the wait list: its failure fails the command, too
};

struct command {
    command_id id = 0;
    const char *function = "";
    std::uint64_t owner = 0;
    std::uint64_t queue = 0; // 0: a user event's
    cl_event event = nullptr;
    std::vector<range> ranges;
    std::vector<dependency> after;
    cl_int status = CL_QUEUED;
    bool is_flushed = false;
    bool fails = false; // once it is over, since what it waits for has failed before
    bool is_settled = false;
    std::uint64_t mark = 0; // of the last walk that has come by

    [[nodiscard]] bool is_user_event() const noexcept { return queue == 0; }
    [[nodiscard]] bool is_over() const noexcept { return status <= CL_COMPLETE; }
};

class history {
  public:
    // Takes a command in; its id is set here. Reports if it is not ordered behind earlier owners of its bytes.
    command_id add(command &&made);
    // nullptr once it is settled and forgotten.
    [[nodiscard]] command *find(command_id id) noexcept;

    // The host waits for a command. User events that hold it up are set to complete: a wait never lasts.
    void wait(command_id id, const char *function);
    // Lets a command complete, and what it waits for, unless a user event or an unflushed command holds it up.
    void try_complete(command_id id);
    void advance(std::uint64_t seed, unsigned count);
    void end_user_event(command_id id, cl_int status);

    // Reports commands that still access an allocation which is about to end.
    void check_free(std::uint64_t allocation, const char *function);
    // Reports commands of other owners that the host has not waited for.
    void check_host_access(const range &what, std::uint64_t owner);
    void end_allocation(std::uint64_t allocation) { uses_.erase(allocation); }

    [[nodiscard]] std::uint64_t commands() const noexcept { return last_; }
    [[nodiscard]] std::uint64_t checks() const noexcept { return checks_; }

  private:
    enum class gates { open, keep };
    bool complete(command_id id, gates how);
    void finish(command &c);
    void settle(command_id id, const char *function);
    void check_order(const command &made);
    void mark_ancestors(const command &of, command_id oldest);
    void forget_settled() noexcept;
    template <class Visit>
    void each_use(const range &what, Visit &&visit);

    std::deque<command> commands_; // oldest first; ids go up by one
    command_id first_ = 1;         // of the oldest one here
    command_id last_ = 0;
    std::unordered_map<std::uint64_t, std::vector<command_id>> uses_; // of each allocation
    std::unordered_set<command_id> failed_;
    std::vector<command_id> stack_; // of a walk
    std::uint64_t mark_ = 0;
    std::uint64_t checks_ = 0;
};

[[nodiscard]] history &commands() noexcept;
[[nodiscard]] std::uint64_t current_owner() noexcept;

} // namespace mock
