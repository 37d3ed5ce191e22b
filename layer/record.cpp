#include "record.hpp"

#include "attachment.hpp"
#include "report.hpp"

namespace clmem::layer::record {
namespace {

std::atomic<std::uint64_t> last_id{0};
std::atomic<event_chunk *> current{nullptr};

// A place for an event; null if there is no room, or nothing is recorded. A chunk of the parent is left behind after a
// fork.
recorded_event *claim_place() noexcept {
    const page_process *const process = section();
    if (process == nullptr) { return nullptr; }
    const std::uint64_t number = number_of(*attached_page(), *process);
    event_chunk *chunk = current.load(std::memory_order_acquire);
    for (;;) {
        if (chunk != nullptr && chunk->process.load(std::memory_order_relaxed) == number) {
            const std::uint64_t place = chunk->claimed.fetch_add(1, std::memory_order_relaxed);
            if (place < event_chunk::bound) { return &chunk->events[place]; }
        }
        event_chunk *const next = claim_chunk();
        if (next == nullptr) { return nullptr; }
        next->process.store(number, std::memory_order_relaxed);
        // If another thread was faster, its chunk is used and this one stays empty.
        if (current.compare_exchange_strong(chunk, next, std::memory_order_acq_rel)) { chunk = next; }
    }
}

void append(std::uint64_t word, std::uint64_t value) noexcept {
    recorded_event *const place = claim_place();
    if (place == nullptr) { return; }
    place->value = value;
    place->time_ns = report::now_ns();
    place->word.store(word, std::memory_order_release);
}

} // namespace

std::uint64_t allocated(std::size_t bytes) noexcept {
    if (!recording()) { return 0; }
    const std::uint64_t id = last_id.fetch_add(1, std::memory_order_relaxed) + 1;
    append(id * 2, bytes);
    return id;
}

void freed(std::uint64_t id, std::uint32_t stream) noexcept {
    if (id != 0) { append(id * 2 + 1, stream); }
}

} // namespace clmem::layer::record
