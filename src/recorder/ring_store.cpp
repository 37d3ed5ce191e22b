#include "recorder/chunk_store.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <new>

namespace clmem_core::recording {

namespace {

struct free_memory {
    void operator()(chunk *memory) const noexcept { std::free(memory); }
};
using chunk_memory = std::unique_ptr<chunk, free_memory>;

chunk_memory make_chunk() noexcept {
    constexpr std::size_t line = 64;
    chunk_memory made{static_cast<chunk *>(std::aligned_alloc(line, chunk_bytes))};
    if (made != nullptr) { new (made.get()) chunk{}; }
    return made;
}

// Full chunks of events are overwritten, the oldest first. What describes events stays, as far as it has room: as much
// again as the events have.
class ring final : public chunk_store {
  public:
    explicit ring(std::size_t bytes) : most_{std::max(bytes / chunk_bytes, std::size_t{4})} {
        events_.reserve(most_);
        others_.reserve(most_);
    }

    taken take_for_events() noexcept override {
        if (events_.size() < most_) {
            chunk_memory made = make_chunk();
            if (made == nullptr) { return {nullptr}; }
            events_.push_back({std::move(made), 0, false});
            return {events_.back().memory.get()};
        }
        entry *oldest = nullptr;
        for (entry &each : events_) {
            const bool is_older = oldest == nullptr || each.retired < oldest->retired;
            if (each.is_full && is_older) { oldest = &each; }
        }
        if (oldest == nullptr) { return {nullptr}; } // more threads than chunks
        const std::uint64_t lost = oldest->events;
        oldest->is_full = false;
        oldest->memory->used.store(0, std::memory_order_relaxed);
        oldest->memory->kind = chunk_kind::unused;
        return {oldest->memory.get(), lost};
    }

    chunk *take() noexcept override {
        if (others_.size() == most_) { return nullptr; }
        chunk_memory made = make_chunk();
        if (made == nullptr) { return nullptr; }
        others_.push_back(std::move(made));
        return others_.back().get();
    }

    void retire(chunk *full, std::uint64_t events) noexcept override {
        const auto found = std::ranges::find_if(events_, [&](const entry &e) { return e.memory.get() == full; });
        if (found == events_.end()) { return; }
        found->events = events;
        found->is_full = true;
        found->retired = ++retirements_;
    }

    std::uint64_t bytes() const noexcept override { return (events_.size() + others_.size()) * chunk_bytes; }

    void for_each(void (*visit)(const chunk &, void *), void *context) const override {
        for (const chunk_memory &each : others_) {
            visit(*each, context);
        }
        for (const entry &each : events_) {
            visit(*each.memory, context);
        }
    }

  private:
    struct entry {
        chunk_memory memory;
        std::uint64_t events = 0;
        bool is_full = false;
        std::uint64_t retired = 0; // counts the retirements
    };

    const std::size_t most_;
    std::vector<entry> events_; // never grow, so that taking one needs no other memory
    std::vector<chunk_memory> others_;
    std::uint64_t retirements_ = 0;
};

} // namespace

std::unique_ptr<chunk_store> make_ring(std::size_t bytes) {
    return std::make_unique<ring>(bytes);
}

} // namespace clmem_core::recording
