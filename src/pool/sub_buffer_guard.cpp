#include "pool/sub_buffer_guard.hpp"

#include <algorithm>
#include <vector>

namespace clmem_core {

// The queue that wants memory, and now and then the one whose turn it is.
std::vector<queue_reference> sub_buffer_guard::next_queues(const known_queue *wanting) {
    std::vector<queue_reference> next;
    std::vector<queue_reference> others;
    for (const auto &known : ranges_.order().all()) {
        if (known->reference != nullptr) { (known.get() == wanting ? next : others).push_back(known->reference); }
    }
    const bool is_turn_of_other = turn_++ % looks_for_each_other == 0;
    if (!others.empty() && (next.empty() || is_turn_of_other)) {
        next.push_back(others[turn_ / looks_for_each_other % others.size()]);
    }
    return next;
}

void sub_buffer_guard::look(const known_queue *wanting, biased_lock &lock) {
    until_due_ = taken_ < looks_at_first ? 0 : misses_apart;
    taken_ += taken_ < looks_at_first ? 1 : 0;
    std::vector<queue_reference> queues = next_queues(wanting);
    bool is_held_back = false;
    {
        const unlocked_scope unlocked{lock};
        queue_driver &driver = *source_.queues();
        is_held_back =
            std::ranges::any_of(queues, [&](const queue_reference &queue) { return driver.holds_back(*queue); });
        queues.clear();
        if (is_held_back) { log_.uses_whole_buffers(); }
    }
    if (!is_held_back) { return; }
    looks_ = false;
    ranges_.use_whole_slabs();
}

} // namespace clmem_core
