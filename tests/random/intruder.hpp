// An actor on a separate thread, which takes a step on request while the requesting thread waits: between two steps of
// the first actor, or in the middle of a call of clmem by the first actor.
#pragma once

#include "actor.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace random_programs {

class intruder {
  public:
    intruder(world &in, std::uint64_t seed);
    ~intruder();
    intruder(const intruder &) = delete;
    intruder &operator=(const intruder &) = delete;

    [[nodiscard]] actor &who() noexcept { return actor_; }
    void step(actor::manner how);
    void end();

  private:
    static void break_in(const char *function);
    void run(std::function<void()> work);
    void serve();

    actor actor_;
    dice random_; // decides when to interrupt
    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> work_; // empty: nothing to do
    bool ends_ = false;
    std::thread thread_;
};

} // namespace random_programs
