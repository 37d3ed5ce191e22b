#include "recorder/recorder.hpp"

#include "base/fork.hpp"
#include "base/thread.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <new>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace clmem_core {

constinit thread_local detail::last_writer detail::this_threads_writer{0, nullptr};

namespace {

using namespace recording;

// All recorders of the process, so that a thread's end finds those that have a writer of it.
std::mutex registry;
std::vector<recorder *> &recorders() noexcept {
    using list = std::vector<recorder *>;
    alignas(list) static std::byte place[sizeof(list)]; // never destroyed: threads may end after static objects
    static auto &all = *new (place) list;
    return all;
}

void end_this_thread(void *) noexcept {
    if (in_forked_child()) { return; } // another thread may have held a lock when the process forked
    detail::this_threads_writer = {0, nullptr};
    recorder::end_thread(known_thread_id());
}

// Lets end_thread() be called when the thread ends.
bool watch_thread() noexcept {
    struct ends {
        pthread_key_t key{};
        bool is_made = pthread_key_create(&key, end_this_thread) == 0;
    };
    static const ends known;
    return known.is_made && pthread_setspecific(known.key, &known.key) == 0;
}

std::uint64_t time_of_day_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

// gettid() is newer than the oldest glibc that clmem runs on.
std::uint64_t system_id() noexcept {
    return static_cast<std::uint64_t>(syscall(SYS_gettid));
}

std::uint64_t new_id() noexcept {
    static constinit std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

} // namespace

recorder::recorder(const options &wanted)
    : options_{wanted}, id_{new_id()}, start_ticks_{ticks::now()}, start_clock_ns_{ticks::clock_ns()} {
    std::copy_n("clmemrec", sizeof begin_.magic, begin_.magic);
    begin_.version = version;
    begin_.chunk_bytes = chunk_bytes;
    begin_.ticks_per_second = ticks::per_second();
    begin_.start_ticks = start_ticks_;
    begin_.start_ns = time_of_day_ns();
    begin_.pid = static_cast<std::uint32_t>(getpid());
    begin_.flags = wanted.path.empty() ? file_header::is_ring : 0;
    store_ = wanted.path.empty() ? make_ring(wanted.ring_bytes) : make_file(wanted.path, begin_);
    const std::lock_guard lock{registry};
    recorders().push_back(this);
}

recorder::~recorder() {
    {
        const std::lock_guard lock{registry};
        std::erase(recorders(), this);
    }
}

void recorder::end() noexcept {
    const std::lock_guard lock{mutex_};
    if (file_header *const header = store_->header()) { header->flags.fetch_or(file_header::is_ended); }
}

void recorder::end_thread(std::uint64_t thread) noexcept {
    const std::lock_guard all{registry};
    for (recorder *each : recorders()) {
        const std::lock_guard lock{each->mutex_};
        for (const auto &writer : each->writers_) {
            if (writer->owner_ == thread) { writer->owner_ = 0; }
        }
    }
}

event_writer *recorder::find_writer() noexcept {
    const std::uint64_t thread = thread_id();
    event_writer *found = nullptr;
    bool continues = false; // the chunk of a thread that has ended
    try {
        if (!watch_thread()) { return nullptr; }
        const std::lock_guard lock{mutex_};
        const auto is_of = [](std::uint64_t owner) {
            return [owner](const auto &writer) { return writer->owner_ == owner; };
        };
        auto at = std::ranges::find_if(writers_, is_of(thread));
        if (at == writers_.end()) {
            at = std::ranges::find_if(writers_, is_of(0));
            if (at == writers_.end()) {
                writers_.push_back(std::make_unique<event_writer>(*this));
                at = writers_.end() - 1;
            }
            event_writer &taken = **at;
            taken.owner_ = thread;
            taken.thread_ = ++threads_;
            (void)define(record{definition::thread}.add(taken.thread_).add(system_id()).add(0));
            continues = taken.chunk_ != nullptr;
        }
        found = at->get();
    } catch (const std::bad_alloc &) { return nullptr; }
    detail::this_threads_writer = {id_, found};
    if (continues) { found->append(event::thread, 0, ticks::now(), found->thread_); }
    return found;
}

bool event_writer::make_room() noexcept {
    return of_.next_chunk(*this);
}

void recorder::begin_chunk(chunk &made, chunk_kind kind, std::uint32_t thread, std::uint32_t number) noexcept {
    made.used.store(0, std::memory_order_relaxed);
    made.thread = thread;
    made.number = number;
    made.ticks = ticks::now();
    made.ns = ticks::clock_ns() - start_clock_ns_;
    made.kind = kind;
}

void recorder::lose(std::uint64_t events) noexcept {
    lost_ += events;
    if (file_header *const header = store_->header()) { header->lost.store(lost_, std::memory_order_relaxed); }
}

// False if there is no room: then more and more events are lost before it asks again.
bool recorder::next_chunk(event_writer &of) noexcept {
    constexpr std::uint32_t most_doublings = 12;
    const std::lock_guard lock{mutex_};
    if (of.skip_ != 0) {
        --of.skip_;
        lose(1);
        return false;
    }
    if (of.chunk_ != nullptr) {
        store_->retire(of.chunk_, of.events() - of.events_before_);
        of.chunk_ = nullptr;
        of.room_ = 0;
    }
    const auto [made, overwritten] = store_->take_for_events();
    lose(overwritten);
    if (made == nullptr) {
        of.refused_ = std::min(of.refused_ + 1, most_doublings);
        of.skip_ = (1U << of.refused_) - 1;
        lose(1);
        return false;
    }
    of.refused_ = 0;
    begin_chunk(*made, chunk_kind::events, of.thread_, ++event_chunks_);
    of.chunk_ = made;
    of.at_ = made->records();
    of.room_ = record_room;
    of.last_ = made->ticks;
    of.context_ = {};
    of.events_before_ = of.events();
    return true;
}

void recorder::mark(event kind, std::string_view text) noexcept {
    const std::uint32_t number = string(text);
    if (event_writer *const to = writer()) { to->append(kind, 0, ticks::now(), number); }
}

void recorder::end_range() noexcept {
    if (event_writer *const to = writer()) { to->append(event::range_end, 0, ticks::now()); }
}

std::uint64_t recorder::add_outside(std::string_view kind, std::size_t bytes) noexcept {
    const std::uint32_t text = string(kind);
    const std::uint32_t stack = stack_here();
    const std::uint64_t number = last_outside_.fetch_add(1, std::memory_order_relaxed) + 1;
    event_writer *const to = writer();
    if (to == nullptr) { return number; }
    const std::uint64_t now = ticks::now();
    if (stack != 0) {
        to->append(event::outside_allocation, has_stack, now, number, bytes, text, stack);
    } else {
        to->append(event::outside_allocation, 0, now, number, bytes, text);
    }
    return number;
}

bool recorder::remove_outside(std::uint64_t number) noexcept {
    if (number > last_outside_.load(std::memory_order_relaxed)) { return false; }
    if (event_writer *const to = number != 0 ? writer() : nullptr) {
        to->append(event::outside_free, 0, ticks::now(), number);
    }
    return true;
}

recorder::figures recorder::statistics() noexcept {
    const std::lock_guard lock{mutex_};
    figures all{.events = 0, .lost = lost_, .bytes = store_->bytes(), .stacks = stacks_.size()};
    for (const auto &writer : writers_) {
        all.events += writer->events();
    }
    return all;
}

} // namespace clmem_core
