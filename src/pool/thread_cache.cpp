#include "pool/thread_cache.hpp"

namespace clmem_core {

bool thread_cache::enter_slowly() noexcept {
    const std::uint8_t before = state_.load(std::memory_order_relaxed);
    if ((before & (needs_fence | is_recorded)) != 0) {
        busy_.store(true, std::memory_order_relaxed);
        if ((before & needs_fence) != 0) {
            asymmetric::full();
        } else {
            asymmetric::light();
        }
        if ((state_.load(std::memory_order_acquire) & is_closed) == 0) { return true; }
    }
    leave();
    return false;
}

void thread_cache::wait_until_left() const noexcept {
    while (busy_.load(std::memory_order_acquire)) {
        sync::yield();
    }
}

block *thread_cache::take_class(unsigned cls, std::size_t most) noexcept {
    bin &from = bins_[cls];
    block *const list = from.head;
    block *last = nullptr;
    for (block *b = list; b != nullptr && most > 0; b = b->next, --most) {
        from.count.add(~std::uint64_t{0});
        bytes_.add(std::uint64_t{0} - b->bytes);
        last = b;
    }
    if (last == nullptr) { return nullptr; }
    from.head = last->next;
    last->next = nullptr;
    return list;
}

block *thread_cache::take_all() noexcept {
    block *list = take_large();
    std::size_t left = bytes_.get();
    for (bin *from = bins_.data(); left != 0; ++from) {
        if (from->head == nullptr) { continue; }
        while (block *const b = from->head) {
            from->head = b->next;
            left -= b->bytes;
            b->next = list;
            list = b;
        }
        from->count.set(0);
    }
    bytes_.set(0);
    return list;
}

} // namespace clmem_core
