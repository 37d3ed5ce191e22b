#include "user_events.hpp"

#include "contexts.hpp"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <unordered_map>

namespace clmem::layer {

namespace {

struct user_event {
    context_state *context;
    cl_uint references;
};

struct event_table {
    std::mutex mutex;
    std::unordered_map<cl_event, user_event> events;
};

// Never destroyed: the program may call OpenCL while it exits.
event_table &known_events() {
    static event_table &made = *new event_table;
    return made;
}

// Most programs have none, and must not pay for a lock at each release of an event.
std::atomic<std::size_t> count{0};

// Calls function(entry) for a known event, with the table locked.
template <class Function>
void with_event(cl_event event, Function &&function) noexcept {
    if (count.load(std::memory_order_relaxed) == 0) { return; }
    event_table &events = known_events();
    const std::lock_guard lock{events.mutex};
    if (const auto at = events.events.find(event); at != events.events.end()) { function(at); }
}

template <class Entry>
context_state *erase(Entry at) noexcept {
    context_state *const context = at->second.context;
    known_events().events.erase(at);
    count.fetch_sub(1, std::memory_order_relaxed);
    return context;
}

} // namespace

void put_user_event(cl_event event, context_state *context) {
    event_table &events = known_events();
    const std::lock_guard lock{events.mutex};
    events.events.insert_or_assign(event, user_event{context, 1});
    count.store(events.events.size(), std::memory_order_relaxed);
}

context_state *hold_context_of(cl_event event) noexcept {
    context_state *context = nullptr;
    with_event(event, [&](auto at) {
        context = at->second.context;
        context->hold();
    });
    return context;
}

void retain_user_event(cl_event event) noexcept {
    with_event(event, [](auto at) { ++at->second.references; });
}

context_state *release_user_event(cl_event event) noexcept {
    context_state *last = nullptr;
    with_event(event, [&](auto at) {
        if (--at->second.references == 0) { last = erase(at); }
    });
    return last;
}

context_state *forget_user_event(cl_event event) noexcept {
    context_state *context = nullptr;
    with_event(event, [&](auto at) { context = erase(at); });
    return context;
}

} // namespace clmem::layer
