#include "heap/heap.hpp"

#include <algorithm>
#include <utility>

namespace clmem_core {

namespace {

constexpr std::size_t spares_taken = 64;
constexpr std::size_t spares_kept = 256;

constexpr std::size_t aligned(std::size_t value, std::size_t multiple) noexcept {
    return (value + multiple - 1) & ~(multiple - 1);
}

} // namespace

heap::heap(std::size_t unit, std::size_t max_allocation) noexcept
    : unit_{unit}, policy_{max_allocation}, partial_{unit}, idle_{unit} {}

heap::~heap() {
    block_table::recycle(spares_);
}

void heap::refill_spares() {
    while (spare_count_ < spares_needed) {
        for (block *list = block_table::take(spares_taken); list != nullptr;) {
            block *const b = list;
            list = b->next;
            spare(b);
        }
    }
}

block *heap::spare() noexcept {
    block *const b = spares_;
    spares_ = b->next;
    --spare_count_;
    CLMEM_ASSERT(b->state == block_state::spare && b->held == block_hold_state::free);
    b->fresh = true;
    return b;
}

void heap::spare(block *b) noexcept {
    CLMEM_ASSERT(b->held == block_hold_state::free && b->object.load(std::memory_order_relaxed) == nullptr);
    b->state = block_state::spare;
    if (spare_count_ >= spares_kept || token::spent(b->token.load(std::memory_order_relaxed))) {
        b->next = nullptr;
        block_table::recycle(b);
        return;
    }
    b->next = spares_;
    spares_ = b;
    ++spare_count_;
}

void heap::insert_free(block *b) noexcept {
    CLMEM_ASSERT(b->held == block_hold_state::free && !b->has_events());
    const bool idle = b->home->used == 0;
    b->state = idle ? block_state::idle : block_state::free;
    (idle ? idle_ : partial_).insert(b);
}

// A slab has become idle, or is no longer idle: moves its free ranges, of which there are several if they were not
// coalesced.
void heap::reindex(slab *s) noexcept {
    for (block *b = s->edge->after; b != s->edge; b = b->after) {
        if (b->state != block_state::free && b->state != block_state::idle) { continue; }
        remove_free(b);
        insert_free(b);
    }
}

void heap::remove_free(block *b) noexcept {
    CLMEM_ASSERT(b->state == block_state::free || b->state == block_state::idle);
    (b->state == block_state::idle ? idle_ : partial_).remove(b);
}

void heap::count_object() {
    if (stale_objects_.capacity() < objects_ + 1) { stale_objects_.reserve(2 * objects_ + 64); }
    ++objects_;
}

block *heap::find_dedicated(const request &r) const noexcept {
    // A dedicated block takes a whole slab, so one much larger than the request would be wasted.
    block *const b = idle_.best_fit(r.bytes, [&](const block &c) { return c.bytes == c.home->bytes && r.may_use(c); });
    return b != nullptr && b->bytes - r.bytes <= r.bytes / 8 ? b : nullptr;
}

block *heap::find_last(const request &r) const noexcept {
    const auto suits = [&](const block &b) {
        // The bytes before the aligned start; find() assumes the maximum.
        const std::size_t front = aligned(b.offset, r.alignment) - b.offset;
        return b.bytes >= front + r.bytes && r.may_use(b);
    };
    block *const b = partial_.any_fit(r.bytes, suits);
    return b != nullptr ? b : idle_.any_fit(r.bytes, suits);
}

block *heap::find(const request &r, reach how) const noexcept {
    if (r.dedicated) { return find_dedicated(r); }
    if (how == reach::last) { return find_last(r); }
    const std::size_t wanted = r.bytes + (r.alignment - unit_);
    const auto search = [this, wanted](const auto &accept) {
        block *const b = partial_.best_fit(wanted, accept);
        return b != nullptr ? b : idle_.best_fit(wanted, accept);
    };
    const auto suits = [this, how, wanted](const block &b) {
        return how == reach::any || policy_.eligible(b.home->bytes, wanted);
    };
    if (r.view == nullptr) { return search(suits); }
    return search([suits, view = r.view](const block &b) { return suits(b) && view->is_usable(b); });
}

block *heap::allocate(const request &r, reach how) noexcept {
    block *const b = find(r, how);
    if (b == nullptr) { return nullptr; }
    const bool plain = !r.dedicated && b->state == block_state::free && b->bytes > r.bytes;
    if (plain && (b->offset & (r.alignment - 1)) == 0) { return take_front(b, r.bytes); }
    remove_free(b);
    return carve(b, r);
}

// The usual case: the front of a range in a partly used slab. The rest keeps its place in the index if possible.
block *heap::take_front(block *b, std::size_t bytes) noexcept {
    CLMEM_ASSERT(b->held == block_hold_state::free && bytes != 0 && bytes < b->bytes);
    block *const front = spare();
    front->home = b->home;
    front->offset = b->offset;
    front->bytes = bytes;
    front->queue_slots = b->queue_slots;
    front->sequence = b->sequence;
    front->before = b->before;
    front->after = b;
    front->before->after = front;
    front->state = block_state::used;
    b->before = front;
    b->offset += bytes;
    take_held(b, b);
    b->fresh = true;
    drop_object(b);
    partial_.resize(b, b->bytes - bytes);
    b->home->used += bytes;
    policy_.add(bytes);
    return front;
}

// Splits `b` in two; the first part keeps the block and has `bytes`. Returns the second part, linked but not indexed.
block *heap::split(block *b, std::size_t bytes) noexcept {
    block *const rest = spare();
    rest->home = b->home;
    rest->offset = b->offset + bytes;
    rest->bytes = b->bytes - bytes;
    rest->batch_count = 0;
    rest->queue_slots = b->queue_slots;
    rest->sequence = b->sequence;
    rest->before = b;
    rest->after = b->after;
    rest->after->before = rest;
    b->after = rest;
    b->bytes = bytes;
    b->fresh = true;
    drop_object(b);
    return rest;
}

// A block whose handles are used up passes its range to another one.
block *heap::replace_spent(block *b) noexcept {
    if (!token::spent(b->token.load(std::memory_order_relaxed))) { return b; }
    block *const heir = spare();
    heir->home = b->home;
    heir->offset = b->offset;
    heir->bytes = b->bytes;
    heir->queue_slots = b->queue_slots;
    heir->sequence = b->sequence;
    heir->batch_count = b->batch_count;
    heir->before = b->before;
    heir->after = b->after;
    heir->before->after = heir;
    heir->after->before = heir;
    drop_object(b);
    spare(b);
    return heir;
}

block *heap::carve(block *b, const request &r) noexcept {
    b = replace_spent(b);
    slab *const s = b->home;
    // Only while no block of the slab is live: a holder of one may read this without the lock.
    if (s->used == 0) { s->dedicated = r.dedicated; }
    const bool was_idle = s->used == 0;
    s->used += r.dedicated ? b->bytes : r.bytes;
    block *const range = b;
    block *left = nullptr;
    if (!r.dedicated) {
        const std::size_t front = aligned(b->offset, r.alignment) - b->offset;
        if (front != 0) {
            left = b;
            b = split(left, front);
            insert_free(left);
        }
        if (b->bytes > r.bytes) {
            left = split(b, r.bytes);
            insert_free(left);
        }
    }
    take_held(range, left);
    b->state = block_state::used;
    if (was_idle) {
        idle_bytes_ -= s->bytes;
        if (s->kept_apart) { reindex(s); }
    }
    policy_.add(b->bytes);
    return b;
}

block *heap::adopt(slab *s, const request &r) noexcept {
    s->previous = nullptr;
    s->next = slabs_;
    if (slabs_ != nullptr) { slabs_->previous = s; }
    slabs_ = s;
    ++slab_count_;
    reserved_ += s->bytes;
    idle_bytes_ += s->bytes; // until its first block is allocated
    block *const b = spare();
    b->home = s;
    b->offset = 0;
    b->bytes = s->bytes;
    b->batch_count = 0;
    b->queue_slots = 0;
    b->sequence = 0;
    b->before = b->after = s->edge = spare();
    s->edge->before = s->edge->after = b;
    s->edge->state = block_state::used;
    return carve(b, r);
}

// Takes one of the released blocks that a range consists of; the rest of the range, if any, keeps the others.
[[gnu::always_inline]] inline void heap::take_held(block *range, block *left) noexcept {
    const std::uint32_t count = range->batch_count;
    const std::uint32_t kept = left != nullptr ? std::max(count, 1U) - 1 : 0;
    range->batch_count = 0;
    if (left != nullptr) { left->batch_count = kept; }
    held_blocks_ -= count - kept;
}

// Coalesces a free neighbour into `b`.
[[gnu::always_inline]] inline void heap::join(block *b, block *neighbour) noexcept {
    CLMEM_ASSERT(neighbour == b->before ? neighbour->offset + neighbour->bytes == b->offset
                                        : b->offset + b->bytes == neighbour->offset);
    remove_free(neighbour);
    if (neighbour == b->before) {
        b->offset = neighbour->offset;
        b->before = neighbour->before;
        b->before->after = b;
    } else {
        b->after = neighbour->after;
        b->after->before = b;
    }
    b->bytes += neighbour->bytes;
    b->batch_count += neighbour->batch_count;
    b->queue_slots |= neighbour->queue_slots;
    b->sequence = std::max(b->sequence, neighbour->sequence);
    b->fresh = true;
    drop_object(b);
    drop_object(neighbour);
    spare(neighbour);
}

// Coalesces a freed block into the free range before it, which keeps its place in the index if possible.
void heap::extend(block *range, block *b) noexcept {
    CLMEM_ASSERT(range->state == block_state::free && range->offset + range->bytes == b->offset);
    range->after = b->after;
    range->after->before = range;
    range->batch_count += b->batch_count;
    range->queue_slots |= b->queue_slots;
    range->sequence = std::max(range->sequence, b->sequence);
    range->fresh = true;
    drop_object(range);
    drop_object(b);
    partial_.resize(range, range->bytes + b->bytes);
    spare(b);
}

void heap::postpone(block *b) noexcept {
    CLMEM_ASSERT(b->held == block_hold_state::free && b->has_events());
    policy_.subtract(b->bytes);
    ++held_blocks_;
    add_pending(b);
}

void heap::add_pending(block *b) noexcept {
    CLMEM_ASSERT(b->held == block_hold_state::free || b->held == block_hold_state::claimed);
    CLMEM_ASSERT(b->state == block_state::used && !token::is_handle(b->token.load(std::memory_order_relaxed)));
    b->held = block_hold_state::pending;
    b->home->pending += b->bytes;
    pending_bytes_ += b->bytes;
}

void heap::claim_pending(block *b) noexcept {
    CLMEM_ASSERT(b->state == block_state::used && b->held == block_hold_state::pending);
    b->held = block_hold_state::claimed;
    b->home->pending -= b->bytes;
    pending_bytes_ -= b->bytes;
}

bool heap::free(block *b, const queue_view *complete) noexcept {
    slab *const s = b->home;
    CLMEM_ASSERT(b->state == block_state::used && b->bytes <= s->used && !b->has_events());
    CLMEM_ASSERT(b->held == block_hold_state::free || b->held == block_hold_state::pending);
    CLMEM_ASSERT(!token::is_handle(b->token.load(std::memory_order_relaxed)));
    s->used -= b->bytes;
    b->fresh = false;
    b->batch_count = 1;
    if (b->held == block_hold_state::pending) {
        b->held = block_hold_state::free;
        s->pending -= b->bytes;
        pending_bytes_ -= b->bytes;
    } else {
        policy_.subtract(b->bytes);
        ++held_blocks_;
    }
    if (complete != nullptr && complete->is_usable(*b)) { b->queue_slots = 0; }
    const auto joins = [&](block *n) {
        if (n->state == block_state::used) { return false; }
        if (complete != nullptr && complete->is_usable(*n)) { n->queue_slots = 0; }
        if (complete == nullptr || n->queue_slots == b->queue_slots) { return true; }
        s->kept_apart = true;
        return false;
    };
    const bool joins_before = joins(b->before);
    if (joins(b->after)) { join(b, b->after); }
    if (joins_before && s->used != 0) {
        extend(b->before, b);
    } else {
        if (joins_before) { join(b, b->before); }
        insert_free(b);
    }
    if (s->used != 0) { return false; }
    idle_bytes_ += s->bytes;
    if (s->kept_apart) { reindex(s); }
    return true;
}

bool heap::coalesce(const queue_view *view) noexcept {
    bool any = false;
    for (slab *s = slabs_; s != nullptr; s = s->next) {
        any = (s->kept_apart && coalesce_slab(s, view)) || any;
    }
    return any;
}

bool heap::coalesce_slab(slab *s, const queue_view *view) noexcept {
    const auto is_meant = [&](const block *b) {
        return b->state != block_state::used && (view == nullptr || view->is_usable(*b));
    };
    bool any = false;
    for (block *b = s->edge->after; b != s->edge; b = b->after) {
        if (!is_meant(b) || !is_meant(b->after)) { continue; }
        remove_free(b);
        do {
            join(b, b->after);
        } while (is_meant(b->after));
        insert_free(b);
        any = true;
    }
    if (view == nullptr) { s->kept_apart = false; }
    return any;
}

slab *heap::detach_idle(std::size_t wanted) noexcept {
    block *b = idle_.best_fit(wanted, [](const block &) { return true; });
    if (b == nullptr) { b = idle_.largest(); }
    if (b == nullptr) { return nullptr; }
    return detach_idle(b->home);
}

slab *heap::detach_idle(slab *s) noexcept {
    if (s->kept_apart) { coalesce_slab(s); }
    return detach(s->edge->after);
}

slab *heap::detach_aged(std::uint64_t time, std::uint64_t &next) noexcept {
    next = ~std::uint64_t{0};
    for (slab *s = slabs_; s != nullptr; s = s->next) {
        if (s->used != 0) { continue; }
        if (s->idle_since <= time) {
            coalesce_slab(s);
            return detach(s->edge->after);
        }
        next = std::min(next, s->idle_since);
    }
    return nullptr;
}

slab *heap::detach(block *b) noexcept {
    CLMEM_ASSERT(b->home->used == 0 && b->bytes == b->home->bytes);
    remove_free(b);
    slab *const s = b->home;
    held_blocks_ -= b->batch_count;
    s->queue_slots = b->queue_slots;
    s->sequence = b->sequence;
    drop_object(b);
    spare(b);
    spare(s->edge);
    if (s->previous != nullptr) { s->previous->next = s->next; }
    if (s->next != nullptr) { s->next->previous = s->previous; }
    if (slabs_ == s) { slabs_ = s->next; }
    --slab_count_;
    reserved_ -= s->bytes;
    idle_bytes_ -= s->bytes;
    return s;
}

std::size_t heap::free_bytes_of(queue_slot_mask queue_slots, const queue_view &complete) const noexcept {
    std::size_t bytes = 0;
    for (const slab *s = slabs_; s != nullptr; s = s->next) {
        for (const block *b = s->edge->after; b != s->edge; b = b->after) {
            const bool waits =
                b->state != block_state::used && (b->queue_slots & queue_slots) != 0 && !complete.is_usable(*b);
            if (waits) { bytes += b->bytes; }
        }
    }
    return bytes;
}

block *heap::find_used(std::uintptr_t address) const noexcept {
    const slab *s = slabs_;
    while (s != nullptr && address - reinterpret_cast<std::uintptr_t>(s->memory) >= s->bytes) {
        s = s->next;
    }
    if (s == nullptr) { return nullptr; }
    block *b = s->edge->after;
    while (address - reinterpret_cast<std::uintptr_t>(s->memory) - b->offset >= b->bytes) {
        b = b->after;
    }
    return b->state == block_state::used ? b : nullptr;
}

std::size_t heap::largest_free() const noexcept {
    const block *const a = partial_.largest();
    const block *const b = idle_.largest();
    return std::max(a != nullptr ? a->bytes : 0, b != nullptr ? b->bytes : 0);
}

} // namespace clmem_core
