#include "commands.hpp"

#include "faults.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace mock {

namespace {

thread_local std::uint64_t owner_now = 0;
thread_local std::vector<std::function<void()>> due; // callbacks, as soon as the thread has released the lock

void announce(command &over) {
    for (auto &function : std::exchange(over.when_over, {})) {
        due.push_back([called = std::move(function), status = over.reported()] { called(status); });
    }
}

using number = unsigned long long; // for printing

void print(const command &c) {
    std::fprintf(stderr, "command %llu %s owner %llu queue %llu after", static_cast<number>(c.id), c.function,
                 static_cast<number>(c.owner), static_cast<number>(c.queue));
    for (const dependency &d : c.after) {
        std::fprintf(stderr, " %llu%s", static_cast<number>(d.on), d.is_listed ? "w" : "");
    }
    for (const range &r : c.ranges) {
        std::fprintf(stderr, " on %llu [%zu, %zu)", static_cast<number>(r.allocation), r.begin, r.end);
    }
    std::fputc('\n', stderr);
}

} // namespace

history &commands() noexcept {
    static auto *const one = new history;
    return *one;
}

std::uint64_t current_owner() noexcept {
    return owner_now;
}

void run_callbacks() {
    while (!due.empty()) {
        for (const auto &function : std::exchange(due, {})) {
            function();
        }
    }
}

void set_owner(std::uint64_t owner) {
    owner_now = owner;
}

command *history::find(command_id id) noexcept {
    return id >= first_ && id - first_ < commands_.size() ? &commands_[id - first_] : nullptr;
}

command_id history::add(command &&made) {
    made.id = ++last_;
    std::erase_if(made.after, [&](const dependency &d) {
        const command *const on = find(d.on);
        if (on != nullptr && on->ended_early) {
            made.fails |= d.is_listed && on->reported() < 0;
            return true;
        }
        return (on == nullptr || on->is_settled) && !failed_.contains(d.on);
    });
    std::erase_if(made.ranges, [](const range &r) { return r.allocation == 0; }); // memory of the program
    for (range &r : made.ranges) {
        if (r.owner == 0) { r.owner = made.owner; }
    }
    made.ended_early = made.may_end_early == early_markers::succeed &&
                       std::any_of(made.after.begin(), made.after.end(), [&](const dependency &d) {
                           const command *const on = find(d.on);
                           return on != nullptr && on->will_fail;
                       });
    if (is_traced()) { print(made); }
    check_order(made);
    for (const range &r : made.ranges) {
        uses_[r.allocation].push_back(made.id);
    }
    commands_.push_back(std::move(made));
    return last_;
}

// Calls `visit` with each command that accesses bytes of a range and for which the host has not waited.
template <class Visit>
void history::each_use(const range &what, Visit &&visit) {
    const auto at = uses_.find(what.allocation);
    if (at == uses_.end()) { return; }
    std::erase_if(at->second, [&](command_id id) {
        const command *const user = find(id);
        if (user == nullptr || user->is_settled) { return true; }
        const bool overlaps =
            std::any_of(user->ranges.begin(), user->ranges.end(), [&](const range &r) { return r.overlaps(what); });
        if (overlaps) { visit(*user); }
        return false;
    });
}

void history::check_order(const command &made) {
    struct clash {
        const command *user;
        std::uint64_t owner;    // of the range
        std::uint64_t of_other; // of the user's
    };
    std::vector<clash> earlier;
    for (const range &r : made.ranges) {
        if (r.owner == 0) { continue; }
        check_mappings(r, r.owner, made.function);
        each_use(r, [&](const command &user) {
            if (trusts_polling_ && user.is_over()) { return; }
            for (const range &used : user.ranges) {
                if (used.owner != 0 && used.owner != r.owner && used.overlaps(r)) {
                    earlier.push_back({&user, r.owner, used.owner});
                }
            }
        });
    }
    if (earlier.empty()) { return; }
    checks_ += earlier.size();
    const auto oldest = std::min_element(earlier.begin(), earlier.end(),
                                         [](const clash &a, const clash &b) { return a.user->id < b.user->id; });
    mark_ancestors(made, oldest->user->id);
    for (const auto &[user, owner, of_other] : earlier) {
        if (user->mark == mark_) { continue; }
        violation("command %llu (%s, owner %llu, queue %llu) does not wait for command %llu (%s, owner %llu, queue "
                  "%llu%s), which accesses the same bytes",
                  static_cast<number>(made.id), made.function, static_cast<number>(owner),
                  static_cast<number>(made.queue), static_cast<number>(user->id), user->function,
                  static_cast<number>(of_other), static_cast<number>(user->queue),
                  user->is_over() ? ", polled but not waited for" : "");
    }
}

void history::call_when_over(command_id id, std::function<void(cl_int)> function) {
    command *const c = find(id);
    if (c == nullptr) {
        due.push_back([called = std::move(function)] { called(CL_COMPLETE); });
        return;
    }
    c->when_over.push_back(std::move(function));
    if (c->reported() <= CL_COMPLETE) { announce(*c); }
}

// Marks everything that a command waits for, down to an id; a command only waits for older ones.
void history::mark_ancestors(const command &of, command_id oldest) {
    ++mark_;
    stack_.clear();
    const auto push = [&](const command &c) {
        for (const dependency &d : c.after) {
            command *const on = find(d.on);
            if (on == nullptr || on->id < oldest || on->mark == mark_ || on->is_settled) { continue; }
            on->mark = mark_;
            stack_.push_back(on->id);
        }
    };
    push(of);
    while (!stack_.empty()) {
        const command_id id = stack_.back();
        stack_.pop_back();
        push(*find(id));
    }
}

void history::finish(command &c) {
    const bool fails = c.fails || std::any_of(c.after.begin(), c.after.end(), [this](const dependency &d) {
                           return d.is_listed && failed_.contains(d.on);
                       });
    c.status = fails ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE;
    if (fails) { failed_.insert(c.id); }
    announce(c);
}

// Whether the command is over now. With gates::keep, user events and unflushed commands remain pending.
bool history::complete(command_id id, gates how) {
    stack_.assign(1, id);
    while (!stack_.empty()) {
        command *const c = find(stack_.back());
        if (c == nullptr || c->is_over()) {
            stack_.pop_back();
            continue;
        }
        if (how == gates::keep && (c->is_user_event() || !c->is_flushed)) { return false; }
        const std::size_t before = stack_.size();
        for (const dependency &d : c->after) {
            const command *const on = find(d.on);
            if (on != nullptr && !on->is_over()) { stack_.push_back(on->id); }
        }
        if (stack_.size() == before) { finish(*c); }
    }
    return true;
}

void history::try_complete(command_id id) {
    static_cast<void>(complete(id, gates::keep));
}

void history::wait(command_id id, const char *function) {
    const command *const awaited = find(id);
    if (awaited == nullptr || awaited->is_settled) { return; }
    if (!awaited->is_over() && must_not_wait()) {
        violation("%s waits for command %llu (%s) in a call that must not wait", function, static_cast<number>(id),
                  awaited->function);
    }
    static_cast<void>(complete(id, gates::open));
    settle(id, function);
    forget_settled();
}

// The host has waited for a command, and thus for everything that the command waits for.
void history::settle(command_id id, const char *function) {
    const std::uint64_t queue = find(id)->queue;
    stack_.assign(1, id);
    while (!stack_.empty()) {
        command &c = *find(stack_.back());
        stack_.pop_back();
        if (c.is_settled) { continue; }
        c.is_settled = true;
        if (!c.is_flushed && c.queue != queue) {
            violation("%s waits for command %llu (%s, queue %llu), which was not flushed", function,
                      static_cast<number>(c.id), c.function, static_cast<number>(c.queue));
        }
        for (const dependency &d : c.after) {
            const command *const on = find(d.on);
            if (on != nullptr && !on->is_settled) { stack_.push_back(on->id); }
        }
        c.after.clear();
    }
}

void history::forget_settled() noexcept {
    for (; !commands_.empty() && commands_.front().is_settled; commands_.pop_front(), ++first_) {
        if (cl_event event = commands_.front().event) {
            event->command = 0;
            event->status = commands_.front().status;
        }
    }
}

void history::advance(std::uint64_t seed, unsigned count) {
    for (; count > 0 && !commands_.empty(); --count) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        try_complete(first_ + (seed >> 33) % commands_.size());
    }
}

void history::end_user_event(command_id id, cl_int status) {
    command *const gate = find(id);
    if (gate == nullptr || gate->is_over()) { return; }
    gate->status = status;
    gate->is_settled = true; // it accesses nothing
    announce(*gate);
    if (status < 0) {
        failed_.insert(id);
        end_markers_early(id);
    }
}

// Ends the markers that may end early and wait for what fails with a user event. Later markers of their queue no longer
// wait for that.
void history::end_markers_early(command_id failed) {
    std::unordered_set<command_id> doomed{failed};
    for (command &c : commands_) {
        const bool may_end_early = c.may_end_early != early_markers::none;
        const bool fails = std::any_of(c.after.begin(), c.after.end(), [&](const dependency &d) {
            return (d.is_listed || may_end_early) && doomed.contains(d.on);
        });
        if (!fails || c.is_over()) { continue; }
        doomed.insert(c.id);
        c.will_fail = true;
        c.ended_early = may_end_early;
        if (c.ended_early) { announce(c); }
    }
}

void history::wait_for_users(std::uint64_t number_of_allocation, const char *function) {
    std::vector<command_id> users;
    each_use({number_of_allocation, 0, find_allocation(number_of_allocation)->bytes},
             [&](const command &user) { users.push_back(user.id); });
    for (const command_id user : users) {
        wait(user, function);
    }
}

void history::check_free(std::uint64_t number_of_allocation, const char *function) {
    const allocation &home = *find_allocation(number_of_allocation);
    each_use({number_of_allocation, 0, home.bytes}, [&](const command &user) {
        if (user.is_over()) { return; }
        violation("%s frees allocation %llu under command %llu (%s, owner %llu)", function,
                  static_cast<number>(number_of_allocation), static_cast<number>(user.id), user.function,
                  static_cast<number>(user.owner));
    });
    for (const mapping &map : home.maps) {
        if (map.owner == 0) { continue; }
        violation("%s frees allocation %llu, which owner %llu has mapped", function,
                  static_cast<number>(number_of_allocation), static_cast<number>(map.owner));
    }
}

bool history::is_held_back(command_id id) {
    ++mark_;
    stack_.assign(1, id);
    while (!stack_.empty()) {
        command *const c = find(stack_.back());
        stack_.pop_back();
        if (c == nullptr || c->mark == mark_ || c->is_over()) { continue; }
        if (c->is_user_event()) { return true; }
        c->mark = mark_;
        for (const dependency &d : c->after) {
            stack_.push_back(d.on);
        }
    }
    return false;
}

void history::check_sub_buffer(const range &what) {
    std::vector<command_id> users;
    each_use(what, [&](const command &user) {
        const bool is_same = std::all_of(user.ranges.begin(), user.ranges.end(), [&](const range &r) {
            return !r.overlaps(what) || (r.begin == what.begin && r.end == what.end);
        });
        if (!user.is_over() && !is_same) { users.push_back(user.id); }
    });
    for (const command_id id : users) {
        if (!is_held_back(id)) { continue; }
        violation("a sub-buffer of bytes %zu to %zu is created while command %llu (%s), which a user event holds back, "
                  "uses some of them",
                  what.begin, what.end, static_cast<number>(id), find(id)->function);
    }
}

void history::check_host_access(const range &what, std::uint64_t owner) {
    check_mappings(what, owner, "the host's access");
    each_use(what, [&](const command &user) {
        ++checks_;
        if (user.owner == 0 || user.owner == owner) { return; }
        violation("the host accesses memory for owner %llu before it has waited for command %llu (%s, owner %llu)",
                  static_cast<number>(owner), static_cast<number>(user.id), user.function,
                  static_cast<number>(user.owner));
    });
}

} // namespace mock
