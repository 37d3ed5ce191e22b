// What one thread appends to a recorder: events, into a chunk that no other thread writes.
#pragma once

#include "recorder/format.hpp"
#include "recorder/ticks.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace clmem_core {

class recorder;

// What an event is about, as far as those before it in the chunk were not.
struct event_context {
    std::uint64_t pool = 0;
    std::uint64_t queue = 0; // as the recorder numbers them
    std::uint64_t tag = 0;

    friend bool operator==(const event_context &, const event_context &) = default;
};

class event_writer {
  public:
    explicit event_writer(recorder &of) noexcept : of_{of} {}
    event_writer(const event_writer &) = delete;
    event_writer &operator=(const event_writer &) = delete;

    // Appends an event; its thread only, and not from inside another append. Counts it as lost if there is no room.
    template <class... Value>
    void append(const event_context &about, recording::event kind, unsigned flags, std::uint64_t ticks,
                Value... values) noexcept {
        static_assert((2 + sizeof...(values) + 4) * (recording::longest_varint + 1) <= most_bytes);
        if (room_ < most_bytes && !make_room()) [[unlikely]] { return; }
        const std::uint64_t now = std::max(ticks, last_);
        std::byte *at = at_;
        if (about != context_) [[unlikely]] {
            at = put(at, recording::event::context, 0, now, about.pool, about.queue, about.tag);
            context_ = about;
        }
        at = put(at, kind, flags, now, static_cast<std::uint64_t>(values)...);
        room_ -= static_cast<std::size_t>(at - at_);
        at_ = at;
        chunk_->used.store(static_cast<std::uint32_t>(recording::record_room - room_), std::memory_order_release);
        events_.store(events_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    // The same for events about no pool.
    template <class... Value>
    void append(recording::event kind, unsigned flags, std::uint64_t ticks, Value... values) noexcept {
        append(context_, kind, flags, ticks, values...);
    }

    // The same for events of which only the pool is told.
    template <class... Value>
    void append_of(std::uint64_t pool, recording::event kind, unsigned flags, std::uint64_t ticks,
                   Value... values) noexcept {
        append(context_.pool == pool ? context_ : event_context{pool, 0, 0}, kind, flags, ticks, values...);
    }

    // By any thread.
    [[nodiscard]] std::uint64_t events() const noexcept { return events_.load(std::memory_order_relaxed); }

  private:
    friend recorder;

    // What the longest event and a change of context take, and what the last varint writes behind it.
    static constexpr std::size_t most_bytes = 192;

    template <class... Value>
    std::byte *put(std::byte *at, recording::event kind, unsigned flags, std::uint64_t now, Value... values) noexcept {
        *at = static_cast<std::byte>(static_cast<unsigned>(kind) | flags << recording::flag_shift);
        at = recording::put_varint(at + 1, now - last_);
        ((at = recording::put_varint(at, values)), ...);
        last_ = now;
        return at;
    }
    [[nodiscard]] bool make_room() noexcept;

    recorder &of_;
    std::byte *at_ = nullptr;
    std::size_t room_ = 0;   // bytes of the chunk that are left
    std::uint64_t last_ = 0; // ticks
    event_context context_;
    recording::chunk *chunk_ = nullptr;
    std::atomic<std::uint64_t> events_{0};

    // Under the recorder's lock.
    std::uint64_t events_before_ = 0; // the chunk
    std::uint32_t thread_ = 0;        // number in the recording
    std::uint32_t refused_ = 0;       // attempts to get a chunk
    std::uint32_t skip_ = 0;          // events until the next attempt
    std::uint64_t owner_ = 0;         // thread_id(); 0: its thread has ended
};

} // namespace clmem_core
