#include "pool/recorded_path.hpp"

#include "handle/object_table.hpp"

namespace clmem_core {

recorded_stack find_stack(std::uint64_t pool_token) noexcept {
    const auto found = std::static_pointer_cast<pool>(object_table::find(token::type::pool, pool_token));
    return found != nullptr ? found->find_stack() : recorded_stack{};
}

std::uint64_t allocate_recorded(thread_cache &cache, std::size_t bytes, std::size_t rounded,
                                const recorded_stack &stack) noexcept {
    pool_recorder &record = *cache.recorder();
    const unsigned cls = cache.classes().of(rounded);
    block *b = cls < cache.classes().count() ? cache.pop(cls, rounded) : nullptr;
    if (b != nullptr) {
        cache.count_hit(cls, bytes);
        if (cache.queue_number == 0) { cache.queue_number = record.number_of(cache.queue()); }
        record.allocated(*b, bytes, cache.queue_number, true, miss_reason::empty, stack);
    } else {
        b = cache.owner()->allocate_recorded(
            {.requested = bytes, .rounded = rounded, .cls = cls, .queue = &cache.queue(), .stack = stack}, cache);
    }
    const std::uint64_t handle = b != nullptr ? make_live(b, bytes) : 0;
    cache.leave();
    return handle;
}

void free_recorded(block *b, thread_cache &cache) noexcept {
    pool_recorder &record = *cache.recorder();
    const bool is_plain = may_be_cached(*b, cache);
    if (is_plain && cache.push(b)) {
        // Nobody takes it from the cache before the thread has left.
        record.freed(*b, false, false);
        cache.count_release(b->requested.load(std::memory_order_relaxed));
        return cache.leave();
    }
    if (is_plain && cache.waits() && cache.holds()) {
        record.freed(*b, true, false);
        return free_into_waiting(b, cache);
    }
    pool &owner = *cache.owner();
    if (owner.release_recorded(b, cache)) { return settle_after(owner, cache); }
    cache.leave();
}

} // namespace clmem_core
