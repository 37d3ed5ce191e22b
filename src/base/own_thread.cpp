#include "base/own_thread.hpp"

#include "base/fork.hpp"
#include "base/signals.hpp"

#include <chrono>
#include <cstdlib>
#include <list>
#include <new>
#include <utility>
#include <vector>

namespace clmem_core {

namespace {

struct registry {
    std::mutex mutex;
    std::list<std::shared_ptr<own_thread>> threads;
};

registry &all() {
    static auto *const threads = new registry; // outlives static destructors, as threads do
    return *threads;
}

} // namespace

std::shared_ptr<own_thread> own_thread::start(std::function<void()> body, std::function<void()> leave) {
    watch_exit();
    auto made = std::make_shared<own_thread>();
    made->leave_ = std::move(leave);
    const signals_blocked blocked;
    const std::lock_guard lock{all().mutex};
    all().threads.push_back(made);
    try {
        const std::lock_guard own{made->mutex_};
        made->thread_ = std::thread{[self = made.get(), work = std::move(body)] { // the list owns it
            // Here, where no other thread waits for it.
            join_done();
            work();
            self->is_done_.store(true, std::memory_order_release);
        }};
    } catch (...) {
        all().threads.pop_back();
        throw;
    }
    return made;
}

void own_thread::join() noexcept {
    const std::lock_guard lock{mutex_};
    if (thread_.joinable() && thread_.get_id() != std::this_thread::get_id()) { thread_.join(); }
}

// The drivers' handlers that were registered before the first thread run after this one.
void own_thread::watch_exit() {
    [[maybe_unused]] static const bool once = [] {
        watch_forks();
        if (std::atexit(wait_at_exit) != 0) { throw std::bad_alloc{}; }
        return true;
    }();
}

// A thread may wait for something that never happens, so the wait for it is limited.
void own_thread::wait_at_exit() {
    if (in_forked_child()) { return; } // in which the threads do not exist
    std::vector<std::shared_ptr<own_thread>> living;
    {
        const std::lock_guard lock{all().mutex};
        living.assign(all().threads.begin(), all().threads.end());
    }
    for (const auto &thread : living) {
        if (thread->leave_) { thread->leave_(); }
    }
    for (int looks = 0; looks < 2000 && join_done(); ++looks) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

// Joins all threads that have finished. Returns true if others remain.
bool own_thread::join_done() noexcept {
    std::list<std::shared_ptr<own_thread>> done;
    bool any_left = false;
    {
        const std::lock_guard lock{all().mutex};
        auto &threads = all().threads;
        for (auto at = threads.begin(); at != threads.end();) {
            const auto next = std::next(at);
            if ((*at)->is_done_.load(std::memory_order_acquire)) { done.splice(done.end(), threads, at); }
            at = next;
        }
        any_left = !threads.empty();
    }
    for (const auto &thread : done) {
        thread->join();
    }
    return any_left;
}

} // namespace clmem_core
