#include "transfer/staging_threads.hpp"

#include "base/own_thread.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <new>

namespace clmem_core::staging {

namespace {

constexpr std::chrono::milliseconds patience{200}; // of an idle thread
constexpr unsigned most_threads = 16;              // of the process

struct call {
    const std::function<void()> *work;
    unsigned wanted;   // threads that may still join
    unsigned busy = 0; // threads that joined and have not finished
};

class team {
  public:
    void help(unsigned others, const std::function<void()> &work) noexcept {
        call own{&work, others};
        const bool is_known = announce(own);
        work();
        if (!is_known) { return; }
        std::unique_lock lock{mutex_};
        calls_.remove(&own); // threads that have not joined by now have no work
        done_.wait(lock, [&] { return own.busy == 0; });
    }

  private:
    bool announce(call &own) noexcept {
        unsigned more = 0;
        try {
            const std::lock_guard lock{mutex_};
            calls_.push_back(&own);
            more = std::min(own.wanted - std::min(own.wanted, idle_), most_threads - threads_);
            threads_ += more;
        } catch (const std::bad_alloc &) { return false; }
        come_.notify_all();
        for (; more > 0 && start(); --more) {}
        if (more > 0) {
            const std::lock_guard lock{mutex_};
            threads_ -= more;
        }
        return true;
    }

    bool start() noexcept {
        try {
            own_thread::start([this] { serve(); }, [this] { end(); });
            return true;
        } catch (const std::exception &) { return false; } // no thread, or no memory for one
    }

    void serve() noexcept {
        std::unique_lock lock{mutex_};
        ++idle_;
        const auto is_called = [this] { return !calls_.empty(); };
        while (come_.wait_for(lock, patience, [&] { return is_called() || is_ending_; }) && is_called()) {
            call &next = *calls_.front();
            if (--next.wanted == 0) { calls_.pop_front(); }
            ++next.busy;
            --idle_;
            lock.unlock();
            (*next.work)();
            lock.lock();
            ++idle_;
            if (--next.busy == 0) { done_.notify_all(); }
        }
        --idle_;
        --threads_;
    }

    // The process is about to end: no thread waits for the next call.
    void end() noexcept {
        const std::lock_guard lock{mutex_};
        is_ending_ = true;
        come_.notify_all();
    }

    std::mutex mutex_; // for what follows
    std::condition_variable come_;
    std::condition_variable done_;
    std::list<call *> calls_; // jobs that still want threads
    unsigned idle_ = 0;
    unsigned threads_ = 0;
    bool is_ending_ = false;
};

} // namespace

void together(unsigned others, const std::function<void()> &work) noexcept {
    if (others == 0) { return work(); }
    static auto *const all = new (std::nothrow) team; // outlives static destructors, as its threads do
    if (all == nullptr) { return work(); }
    all->help(others, work);
}

} // namespace clmem_core::staging
