#include "base/own_thread.hpp"

#include "base/signals.hpp"

#include <list>
#include <utility>

namespace clmem {

namespace {

struct registry {
    std::mutex mutex;
    std::list<std::shared_ptr<own_thread>> threads;
};

registry &all() {
    static auto *const threads = new registry; // outlives static destructors: threads do
    return *threads;
}

} // namespace

std::shared_ptr<own_thread> own_thread::start(std::function<void()> body) {
    auto made = std::make_shared<own_thread>();
    const signals_blocked blocked;
    const std::lock_guard lock{all().mutex};
    all().threads.push_back(made);
    try {
        const std::lock_guard own{made->mutex_};
        made->thread_ = std::thread{[self = made.get(), work = std::move(body)] { // the list keeps it
            join_done();                                                          // here, where nobody waits for it
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

} // namespace clmem
