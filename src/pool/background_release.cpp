#include "pool/background_release.hpp"

#include "base/fork.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <new>
#include <pthread.h>
#include <signal.h>
#include <thread>
#include <utility>

namespace clmem {

namespace {

using counter = std::atomic<std::uint32_t>;

// What all threads of this kind have not given back yet.
constinit counter all_pending{0};

void take_off(counter &pending) noexcept {
    pending.fetch_sub(1, std::memory_order_release);
    pending.notify_all();
}

void wait_for(const counter &pending) noexcept {
    std::uint32_t count = 0;
    // In a forked child the threads are not there.
    while (!in_forked_child() && (count = pending.load(std::memory_order_acquire)) != 0) {
        pending.wait(count, std::memory_order_acquire);
    }
}

// A driver must not be taken down by the end of the process while a thread is in it. It came before the first release, so that
// its own handlers run after this one.
void watch_exit() {
    [[maybe_unused]] static const bool once = [] {
        if (std::atexit([] { wait_for(all_pending); }) != 0) { throw std::bad_alloc{}; }
        return true;
    }();
}

// The program's signals are for the program's threads: new ones inherit what is blocked here.
class signals_blocked {
  public:
    signals_blocked() noexcept {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~signals_blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    signals_blocked(const signals_blocked &) = delete;
    signals_blocked &operator=(const signals_blocked &) = delete;

  private:
    sigset_t before_;
};

} // namespace

struct background_release::state {
    give_back work;
    counter pending{0};
    std::mutex mutex; // for what follows
    std::deque<std::pair<void *, std::size_t>> queue;
    bool running = false;

    void give(void *memory, std::size_t bytes) noexcept {
        work(memory, bytes);
        take_off(pending);
        take_off(all_pending);
    }
};

background_release::background_release(give_back work) : state_{std::make_shared<state>()} {
    watch_forks();
    state_->work = std::move(work);
}

void background_release::release(void *memory, std::size_t bytes) noexcept {
    if (in_forked_child()) { return; }
    state_->pending.fetch_add(1, std::memory_order_relaxed);
    all_pending.fetch_add(1, std::memory_order_relaxed);
    try {
        watch_exit();
        const std::lock_guard lock{state_->mutex};
        state_->queue.emplace_back(memory, bytes);
        if (state_->running) { return; }
        try {
            start(state_);
        } catch (...) {
            state_->queue.pop_back(); // the only one, since nobody runs
            throw;
        }
        state_->running = true;
        return;
    } catch (const std::exception &) { // no thread to be had: the caller has to do it
        state_->give(memory, bytes);
    }
}

void background_release::wait() const noexcept {
    wait_for(state_->pending);
}

void background_release::start(const std::shared_ptr<state> &s) {
    const signals_blocked blocked;
    std::thread{[s] { run(s); }}.detach();
}

void background_release::run(const std::shared_ptr<state> &s) noexcept {
    std::unique_lock lock{s->mutex};
    while (!s->queue.empty()) {
        const auto [memory, bytes] = s->queue.front();
        s->queue.pop_front();
        lock.unlock();
        s->give(memory, bytes);
        lock.lock();
    }
    s->running = false;
}

} // namespace clmem
