// Instead of src/base/atomic.hpp: every operation is a step of a simulated schedule. See scheduler.hpp.
#pragma once

#include "scheduler.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>

namespace clmem_core::sync {

// Has the place and the interface of std::atomic, as far as the library uses it. Only one thread runs at a time, so the
// value itself is a plain one.
template <class T>
class atomic {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));

  public:
    constexpr atomic() noexcept : value_{} {}
    constexpr atomic(T value) noexcept : value_{value} {} // NOLINT: as std::atomic
    constexpr ~atomic() {
        if (!std::is_constant_evaluated()) { schedules::destroyed(&value_); }
    }
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;

    [[nodiscard]] T load(std::memory_order = std::memory_order_seq_cst) const noexcept {
        schedules::point();
        return now();
    }
    void store(T value, std::memory_order order = std::memory_order_seq_cst) noexcept {
        schedules::point();
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof value);
        if (!schedules::delay_store(&value_, bits, sizeof value)) { value_ = value; }
        if (order == std::memory_order_seq_cst) { schedules::drain(); }
    }
    T exchange(T value, std::memory_order = std::memory_order_seq_cst) noexcept {
        return change([value](T) { return value; });
    }
    T fetch_add(T added, std::memory_order = std::memory_order_seq_cst) noexcept requires std::is_integral_v<T> {
        return change([added](T before) { return static_cast<T>(before + added); });
    }
    bool compare_exchange_strong(T &expected, T value, std::memory_order = std::memory_order_seq_cst,
                                 std::memory_order = std::memory_order_seq_cst) noexcept {
        schedules::point();
        schedules::drain();
        if (value_ != expected) {
            expected = value_;
            return false;
        }
        value_ = value;
        return true;
    }
    bool compare_exchange_weak(T &expected, T value, std::memory_order = std::memory_order_seq_cst,
                               std::memory_order = std::memory_order_seq_cst) noexcept {
        if (schedules::draw(16) == 0) { // for no reason, as other processors do it
            expected = load();
            return false;
        }
        return compare_exchange_strong(expected, value);
    }
    void wait(T before, std::memory_order = std::memory_order_seq_cst) const noexcept {
        while (load() == before) {
            schedules::block_on(&value_);
        }
    }
    void notify_one() noexcept { notify(false); }
    void notify_all() noexcept { notify(true); }

  private:
    [[nodiscard]] T now() const noexcept {
        std::uint64_t bits = 0;
        if (!schedules::find_delayed(&value_, bits)) { return value_; }
        T own;
        std::memcpy(&own, &bits, sizeof own);
        return own;
    }
    template <class Change>
    T change(Change &&to) noexcept {
        schedules::point();
        schedules::drain();
        const T before = value_;
        value_ = to(before);
        return before;
    }
    void notify(bool all) noexcept {
        schedules::point();
        schedules::drain();
        schedules::wake(&value_, all);
    }

    alignas(sizeof(T)) T value_;
};

class mutex {
  public:
    void lock() noexcept {
        schedules::point();
        schedules::drain();
        while (locked_) {
            schedules::block_on(this);
        }
        locked_ = true;
    }
    void unlock() noexcept {
        schedules::point();
        schedules::drain();
        locked_ = false;
        schedules::wake(this, false);
    }

  private:
    bool locked_ = false;
};

inline void yield() noexcept {
    schedules::give_way();
}

// A loop that only pauses is bounded: so a thread goes on to sleep before the others have moved.
inline void pause() noexcept {}

inline void full_fence() noexcept {
    schedules::point();
    schedules::drain();
}

inline void compiler_fence() noexcept {
    schedules::point();
}

} // namespace clmem_core::sync
