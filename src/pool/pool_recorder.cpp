#include "pool/pool_recorder.hpp"

#include <bit>
#include <utility>

namespace clmem_core {

using recording::event;

namespace {

std::uint64_t duration(const pool_recorder::call &by) noexcept {
    const std::uint64_t now = ticks::now();
    return now > by.begin ? now - by.begin : 0;
}

} // namespace

std::shared_ptr<recorder> pool_recorder::set(std::shared_ptr<recorder> to, std::uint64_t pool,
                                             std::size_t unit) noexcept {
    pool_ = pool;
    unit_shift_ = static_cast<unsigned>(std::countr_zero(unit));
    return std::exchange(recorder_, std::move(to));
}

void pool_recorder::allocated(block &b, std::size_t requested, std::uint64_t queue, bool is_hit, miss_reason why,
                              const recorded_stack &stack) noexcept {
    event_writer *const to = recorder_->writer();
    b.stack = number_of(stack);
    if (to == nullptr) { return; }
    // A hit follows its thread's earlier events. What another thread has released was freed before the lock was taken.
    const std::uint64_t now = is_hit ? ticks::now() : ticks::now_after_loads();
    const event_context about{pool_, queue, b.tag};
    const std::uint64_t more = b.bytes - requested;
    const auto reason = static_cast<std::uint64_t>(why);
    const auto append = [&](unsigned flags, auto... rest) {
        to->append(about, event::allocate, flags, now, number_in_recordings(b), requested, more, b.home->number,
                   units(b), rest...);
    };
    if (is_hit) {
        b.stack != 0 ? append(recording::is_hit | recording::has_stack, b.stack) : append(recording::is_hit);
    } else {
        b.stack != 0 ? append(recording::has_stack, b.stack, reason) : append(0, reason);
    }
}

void pool_recorder::add_freed(const block &b, bool waits, bool is_shared) noexcept {
    event_writer *const to = recorder_->writer();
    if (to == nullptr) { return; }
    const unsigned flags = (waits ? recording::waits : 0U) | (is_shared ? recording::is_shared : 0U);
    to->append_of(pool_, event::free, flags, ticks::now(), number_in_recordings(b));
}

void pool_recorder::add_completed(const block &b) noexcept {
    event_writer *const to = recorder_->writer();
    if (to != nullptr) { to->append_of(pool_, event::complete, 0, ticks::now_after_loads(), number_in_recordings(b)); }
}

template <class... Value>
void pool_recorder::add(std::uint64_t queue, event kind, Value... values) noexcept {
    event_writer *const to = recorder_->writer();
    if (to != nullptr) { to->append(event_context{pool_, queue, 0}, kind, 0, ticks::now_after_loads(), values...); }
}

void pool_recorder::slab_taken(const slab &s, bool has_pointer, const call &by) noexcept {
    const std::uint64_t address = has_pointer ? reinterpret_cast<std::uintptr_t>(s.memory) : 0;
    if (has_seen(by)) { add(0, event::slab_taken, s.number, s.bytes, address, duration(by)); }
}

void pool_recorder::slab_returned(const slab &s, const call &by) noexcept {
    if (has_seen(by)) { add(0, event::slab_returned, s.number, s.bytes, duration(by)); }
}

void pool_recorder::slab_refused(std::size_t bytes, const call &by) noexcept {
    if (has_seen(by)) { add(0, event::slab_refused, bytes, duration(by)); }
}

void pool_recorder::marked(const call &by) noexcept {
    if (has_seen(by)) { add(by.queue, event::marker, by.queue, duration(by)); }
}

void pool_recorder::ordered(std::size_t events, const call &by) noexcept {
    if (has_seen(by)) { add(by.queue, event::barrier, by.queue, events, duration(by)); }
}

void pool_recorder::waited_on_host(const call &by) noexcept {
    if (has_seen(by)) { add(0, event::host_wait, duration(by)); }
}

void pool_recorder::trimmed(std::size_t target, std::size_t released) noexcept {
    if (is_on()) { add(0, event::trim, target, released); }
}

void pool_recorder::exhausted(const allocation_request &r, const room &there) noexcept {
    event_writer *const to = is_on() ? recorder_->writer() : nullptr;
    if (to == nullptr) { return; }
    const event_context about{pool_, number_of(*r.queue), r.tag};
    const std::uint32_t stack = number_of(r.stack);
    const auto append = [&](unsigned flags, auto... rest) {
        to->append(about, event::shortage, flags, ticks::now_after_loads(), r.requested, there.reserved, there.live,
                   there.largest, rest...);
    };
    stack != 0 ? append(recording::has_stack, stack) : append(0);
}

void pool_recorder::reused(const block &b, const known_queue &queue) noexcept {
    if (is_on()) { add(number_of(queue), event::reuse, b.home->number, units(b), b.bytes); }
}

} // namespace clmem_core
