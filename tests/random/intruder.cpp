#include "intruder.hpp"

#include <cstring>

namespace random_programs {

namespace {

intruder *waiting = nullptr; // for a call to interrupt

// Whether the pool holds no lock here, nor anything that a step without an allocation may wait for.
bool is_open_place(const char *function) {
    for (const char *name : {"clEnqueueMarkerWithWaitList", "clEnqueueBarrierWithWaitList", "clFlush", "clCreateBuffer",
                             "clSVMAlloc", "clRetainCommandQueue", "clReleaseCommandQueue", "clReleaseEvent"}) {
        if (std::strcmp(function, name) == 0) { return true; }
    }
    return false;
}

} // namespace

intruder::intruder(world &in, std::uint64_t seed) : actor_{in, seed}, random_{seed}, thread_{[this] { serve(); }} {
    run([seed] { mock::seed_thread(seed); });
    waiting = this;
    mock::set_hook(break_in);
}

intruder::~intruder() {
    mock::set_hook(nullptr);
    waiting = nullptr;
    {
        const std::lock_guard guard{mutex_};
        ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void intruder::break_in(const char *function) {
    actor *const first = actor::current();
    if (first == nullptr || waiting == nullptr || first == &waiting->actor_ || !is_open_place(function)) { return; }
    if (waiting->random_.once_in(8)) { waiting->step(actor::manner::intruder); }
}

void intruder::step(actor::manner how) {
    run([this, how] { actor_.step(how); });
}

void intruder::end() {
    run([this] { actor_.end(); });
}

// Runs work on the intruder's thread, and waits for it.
void intruder::run(std::function<void()> work) {
    std::unique_lock lock{mutex_};
    work_ = std::move(work);
    changed_.notify_all();
    changed_.wait(lock, [this] { return work_ == nullptr; });
}

void intruder::serve() {
    std::unique_lock lock{mutex_};
    for (;;) {
        changed_.wait(lock, [this] { return ends_ || work_ != nullptr; });
        if (work_ == nullptr) { return; }
        const std::function<void()> work = work_; // stays set until the work is done
        lock.unlock();
        work();
        lock.lock();
        work_ = nullptr;
        changed_.notify_all();
    }
}

} // namespace random_programs
