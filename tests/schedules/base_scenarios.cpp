// Scenarios of src/base and of the handles.
#include "base/biased_mutex.hpp"
#include "base/latch_once.hpp"
#include "handle/claim.hpp"
#include "scenarios.hpp"
#include "scheduler.hpp"

#include <array>
#include <mutex>
#include <new>

namespace clmem_core::schedules {

namespace {

// ---- the bias ------------------------------------------------------------------------------------------------------

// The first thread that shares it has the right; the others take it away, and use a lock from then on.
void take_bias_away() {
    bias right;
    sync::mutex lock;
    exclusive section;
    const auto work = [&] {
        for (int i = 0; i < 3; ++i) {
            if (right.enter()) {
                section.visit();
                right.leave();
            } else {
                right.share();
                const std::lock_guard held{lock};
                section.visit();
            }
        }
    };
    run({work, work, work});
    expect(section.visits() == 9, "a visit was lost");
}

// The owner is inside most of the time when another thread comes.
void take_bias_from_busy_owner() {
    bias right;
    exclusive section;
    const auto owner = [&] {
        (void)thread_id();
        right.share();
        for (int i = 0; i < 3 && right.enter(); ++i) {
            section.visit();
            right.leave();
        }
    };
    const auto taker = [&] {
        (void)thread_id();
        right.share();
        if (right.enter()) { // it came first
            section.visit();
            right.leave();
        } else if (right.is_shared()) {
            section.visit();
        }
    };
    run({owner, taker});
}

// ---- the mutex -----------------------------------------------------------------------------------------------------

void visit_by_lock(biased_mutex &mutex, exclusive &section) {
    for (int i = 0; i < 3; ++i) {
        const biased_lock lock{mutex};
        section.visit();
    }
}

void lock_biased_mutex() {
    biased_mutex mutex;
    exclusive section;
    const auto work = [&] { visit_by_lock(mutex, section); };
    run({work, work, work});
    expect(section.visits() == 9, "a visit was lost");
}

// The threads sleep in each other's way: each that goes to sleep must be woken.
void sleep_for_shared_mutex() {
    biased_mutex mutex;
    exclusive section;
    const auto work = [&] {
        {
            biased_lock lock{mutex};
            section.visit();
            {
                const unlocked_scope unlocked{lock};
                point();
            }
            section.visit();
        }
        visit_by_lock(mutex, section);
    };
    run({work, work, work});
    expect(section.visits() == 15, "a visit was lost");
}

// ---- the latch -----------------------------------------------------------------------------------------------------

void run_latch_once() {
    latch_once latch;
    exclusive section;
    int tries = 0;
    int refusals = 0;
    bool is_made = false;
    const auto work = [&] {
        struct refusal {};
        try {
            latch.run([&] {
                section.visit();
                if (++tries == 1) { throw refusal{}; }
                expect(!is_made, "the work was done twice");
                is_made = true;
            });
            expect(is_made, "a thread passed the latch before the work was done");
        } catch (const refusal &) { ++refusals; }
    };
    run({work, work, work});
    expect(is_made && tries == 2 && refusals == 1, "the work was not tried again");
}

// ---- handles -------------------------------------------------------------------------------------------------------

// A live block, and the bias of handles as no thread has used it.
class live_handle {
  public:
    live_handle() {
        new (&handle_bias) bias{};
        value_ = block_->token.load() | token::live;
        block_->token.store(value_);
    }
    ~live_handle() {
        block_->token.store(block_->token.load() & ~token::live);
        block_table::recycle(block_);
    }
    live_handle(const live_handle &) = delete;
    live_handle &operator=(const live_handle &) = delete;

    [[nodiscard]] std::uint64_t get() const noexcept { return value_; }

  private:
    block *block_ = block_table::take(1);
    std::uint64_t value_ = 0;
};

void release_twice() {
    const live_handle handle;
    std::array<int, 3> wins{};
    const auto release = [&](std::size_t self) {
        (void)thread_id();
        if (self == 0) { handle_bias.share(); } // mostly the owner
        wins[self] += claim(handle.get()) != nullptr ? 1 : 0;
        wins[self] += claim(handle.get()) != nullptr ? 1 : 0;
    };
    run({[&] { release(0); }, [&] { release(1); }, [&] { release(2); }});
    expect(wins[0] + wins[1] + wins[2] == 1, "of several releases exactly one must succeed");
}

void release_used_handle() {
    const live_handle handle;
    bool is_released = false;
    int wins = 0;
    const auto use = [&] {
        (void)thread_id();
        for (int i = 0; i < 2; ++i) {
            const pinned_block pinned{handle.get()};
            if (pinned.get() == nullptr) { continue; }
            expect(!is_released, "a call works with a released block");
            point();
            expect(!is_released, "a block was released while a call worked with it");
        }
    };
    const auto release = [&] {
        (void)thread_id();
        handle_bias.share();
        point();
        if (claim(handle.get()) == nullptr) { return; }
        is_released = true;
        ++wins;
    };
    run({use, release, use});
    expect(wins == 1, "the only release failed");
}

constexpr std::array<scenario, 7> all{{
    {"bias-taken-away", "three threads, of which the first has a bias", take_bias_away},
    {"bias-of-busy-owner", "a bias is taken away while its owner enters and leaves", take_bias_from_busy_owner},
    {"biased-mutex", "three threads lock a new biased mutex", lock_biased_mutex},
    {"biased-mutex-sleep", "three threads sleep for a biased mutex", sleep_for_shared_mutex},
    {"latch-once", "three threads run a latch whose work fails once", run_latch_once},
    {"double-release", "three threads release one handle", release_twice},
    {"release-of-used", "a handle is released while two calls use it", release_used_handle},
}};

} // namespace

std::span<const scenario> base_scenarios() noexcept {
    return all;
}

} // namespace clmem_core::schedules
