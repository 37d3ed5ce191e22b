#include "formats/merge.hpp"

#include <algorithm>
#include <optional>
#include <queue>
#include <tuple>

namespace clmem::command {
namespace {

using event = recording::event;

// What an event does to its block: an allocation begins its life, a free ends it.
enum class change { none, begins, ends };

change change_of(const event &which) {
    switch (which.kind) {
    case event_kind::allocate:
    case event_kind::outside_allocation:
        return change::begins;
    case event_kind::free:
    case event_kind::outside_free:
        return change::ends;
    default:
        return change::none;
    }
}

// Outside allocations and blocks may have the same numbers.
std::uint64_t key_of(const event &which) {
    const bool is_outside = which.kind == event_kind::outside_allocation || which.kind == event_kind::outside_free;
    return which.block ^ (is_outside ? std::uint64_t{1} << 63 : 0);
}

class merger {
  public:
    merger(const std::vector<event> &events, const std::vector<std::size_t> &ends,
           std::unordered_set<std::uint64_t> live, std::uint64_t window)
        : events_{events}, live_{std::move(live)}, window_{window} {
        std::size_t begin = 0;
        for (const std::size_t end : ends) {
            threads_.push_back({begin, end});
            begin = end;
        }
    }

    // The indices of the events in their order.
    std::vector<std::size_t> order() {
        std::vector<std::size_t> result;
        result.reserve(events_.size());
        for (std::size_t i = 0; i < threads_.size(); ++i) {
            make_ready(i);
        }
        while (!ready_.empty() || !parked_.empty()) {
            if (ready_.empty()) { // they wait for each other
                threads_[parked_.front()].patient = false;
                unpark(0);
            }
            const std::size_t which = ready_.top().thread;
            ready_.pop();
            if (const auto awaited = awaited_by(which)) {
                threads_[which].awaited_thread = awaited->first;
                threads_[which].awaited_event = awaited->second;
                parked_.push_back(which);
                continue;
            }
            take(which);
            result.push_back(threads_[which].next++);
            threads_[which].patient = true;
            make_ready(which);
            unpark_those_that_waited(which);
        }
        return result;
    }

  private:
    struct thread_events {
        std::size_t next, end;
        bool patient = true; // its next event may wait for one of another thread
        std::size_t awaited_thread = 0, awaited_event = 0;
    };
    struct entry {
        std::uint64_t time;
        std::size_t thread;
        bool operator>(const entry &other) const { return std::tie(time, thread) > std::tie(other.time, other.thread); }
    };

    void make_ready(std::size_t which) {
        const thread_events &its = threads_[which];
        if (its.next < its.end) { ready_.push({events_[its.next].time_ns, which}); }
    }

    void unpark(std::size_t position) {
        make_ready(parked_[position]);
        parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(position));
    }

    void unpark_those_that_waited(std::size_t for_which) {
        for (std::size_t i = parked_.size(); i-- > 0;) {
            const thread_events &its = threads_[parked_[i]];
            if (its.awaited_thread == for_which && its.awaited_event < threads_[for_which].next) { unpark(i); }
        }
    }

    void take(std::size_t which) {
        const event &now = events_[threads_[which].next];
        if (change_of(now) == change::begins) { live_.insert(key_of(now)); }
        if (change_of(now) == change::ends) { live_.erase(key_of(now)); }
    }

    // The event of another thread that must come before this thread's next one, and that thread.
    std::optional<std::pair<std::size_t, std::size_t>> awaited_by(std::size_t which) const {
        const event &now = events_[threads_[which].next];
        const change its = change_of(now);
        const bool is_complete = now.kind == event_kind::complete;
        if (!threads_[which].patient || (its == change::none && !is_complete)) { return {}; }
        const bool must_be_live = its == change::ends;
        if (live_.contains(key_of(now)) == must_be_live) { return {}; }
        const change wanted = must_be_live ? change::begins : change::ends;
        for (std::size_t other = 0; other < threads_.size(); ++other) {
            if (other == which) { continue; }
            const std::size_t end = std::min(threads_[other].end, threads_[other].next + most_looked_at);
            for (std::size_t i = threads_[other].next; i < end; ++i) {
                const event &candidate = events_[i];
                if (candidate.time_ns > now.time_ns && candidate.time_ns - now.time_ns > window_) { break; }
                if (change_of(candidate) == wanted && key_of(candidate) == key_of(now)) { return {{other, i}}; }
            }
        }
        return {};
    }

    static constexpr std::size_t most_looked_at = 256; // events of each other thread

    const std::vector<event> &events_;
    std::unordered_set<std::uint64_t> live_;
    std::uint64_t window_;
    std::vector<thread_events> threads_;
    std::priority_queue<entry, std::vector<entry>, std::greater<>> ready_;
    std::vector<std::size_t> parked_;
};

// Moves each event to its place without a second copy of all.
void arrange(std::vector<event> &events, std::vector<std::size_t> &order) {
    for (std::size_t first = 0; first < order.size(); ++first) {
        if (order[first] == first) { continue; }
        const event kept = events[first];
        std::size_t to = first;
        while (order[to] != first) {
            const std::size_t from = order[to];
            events[to] = events[from];
            order[to] = to;
            to = from;
        }
        events[to] = kept;
        order[to] = to;
    }
}

} // namespace

void merge_threads(std::vector<event> &events, const std::vector<std::size_t> &ends,
                   std::unordered_set<std::uint64_t> live, std::uint64_t window) {
    if (ends.size() > 1) {
        std::vector<std::size_t> order = merger{events, ends, std::move(live), window}.order();
        arrange(events, order);
    }
    std::uint64_t latest = 0;
    for (event &each : events) {
        latest = std::max(latest, each.time_ns);
        each.time_ns = latest;
    }
}

} // namespace clmem::command
