#include "queue/background_release.hpp"

#include "base/fork.hpp"
#include "base/own_thread.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <new>
#include <utility>

namespace clmem_core {

namespace {

using counter = std::atomic<std::uint32_t>;

// The queues of the whole process that still have memory to free and must finish.
constinit counter all_pending{0};

void take_off(counter &pending) noexcept {
    pending.fetch_sub(1, std::memory_order_release);
    pending.notify_all();
}

bool wait_for(const counter &pending) noexcept {
    bool any = false;
    std::uint32_t count = 0;
    // In a forked child the threads do not exist.
    while (!in_forked_child() && (count = pending.load(std::memory_order_acquire)) != 0) {
        any = true;
        pending.wait(count, std::memory_order_acquire);
    }
    return any;
}

void wait_at_exit() {
    wait_for(all_pending);
}

// Process exit must not shut a driver down while a thread is in it. Memory that commands may still use, which is not in
// this list, is waited for next, by its thread, but not forever.
void watch_exit() {
    [[maybe_unused]] static const bool once = [] {
        own_thread::watch_exit();
        if (std::atexit(wait_at_exit) != 0) { throw std::bad_alloc{}; }
        return true;
    }();
}

} // namespace

struct background_release::state {
    at_end how;
    free_memory work;
    counter pending{0};
    std::mutex mutex; // for what follows
    std::deque<load> queue;
    bool running = false;
    std::shared_ptr<own_thread> thread; // the last one

    void run(load &given) noexcept {
        work(given);
        given.uses = {};
        // Before other threads learn of it: no thread that nothing waits for may still hold OpenCL objects.
        given.keep.reset();
        take_off(pending);
        if (how == at_end::wait) { take_off(all_pending); }
    }
};

background_release::background_release(at_end how, free_memory work) : state_{std::make_shared<state>()} {
    watch_forks();
    state_->how = how;
    state_->work = std::move(work);
}

background_release::~background_release() {
    if (state_->how == at_end::leave || in_forked_child()) { return; }
    wait();
    if (state_->thread != nullptr) { state_->thread->join(); } // its destruction may need what the caller releases next
}

void background_release::release(load given) noexcept {
    if (in_forked_child()) { return; }
    state_->pending.fetch_add(1, std::memory_order_relaxed);
    if (state_->how == at_end::wait) { all_pending.fetch_add(1, std::memory_order_relaxed); }
    try {
        watch_exit();
        const std::lock_guard lock{state_->mutex};
        state_->queue.push_back(given); // a copy, since the caller may have to do it itself
        if (state_->running) { return; }
        try {
            start(state_);
        } catch (...) {
            state_->queue.pop_back(); // the only one, since no thread runs
            throw;
        }
        state_->running = true;
        return;
    } catch (const std::exception &) { // no thread available: the caller must do it
        state_->run(given);
    }
}

bool background_release::wait() const noexcept {
    if (in_forked_child()) { return false; } // where the lock may never be released
    const bool any = give_queued(*state_);
    return wait_for(state_->pending) || any;
}

void background_release::start(const std::shared_ptr<state> &s) {
    s->thread = own_thread::start([s] { run(s); });
}

void background_release::run(const std::shared_ptr<state> &s) noexcept {
    give_queued(*s, true);
}

// Empties the queue; returns true if it had entries. The thread clears its running flag when it ends.
bool background_release::give_queued(state &s, bool is_thread) noexcept {
    bool any = false;
    std::unique_lock lock{s.mutex};
    while (!s.queue.empty()) {
        load given = std::move(s.queue.front());
        s.queue.pop_front();
        lock.unlock();
        s.run(given);
        any = true;
        lock.lock();
    }
    if (is_thread) { s.running = false; }
    return any;
}

} // namespace clmem_core
