// A provider for tests that records its allocations and releases, and fails when told to.
#pragma once

#include "c_api.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

namespace clmem::test {

// It must outlive every handle made from it.
class recorder {
  public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    // Set before use.
    std::size_t alignment = 512;
    std::size_t max_allocation = 0;
    std::chrono::milliseconds delay{0}; // of each allocation

    recorder() = default;
    recorder(const recorder &) = delete;
    recorder &operator=(const recorder &) = delete;

    [[nodiscard]] provider_owner make_provider() {
        clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
        callbacks.alignment_bytes = alignment;
        callbacks.max_allocation_bytes = max_allocation;
        callbacks.user = this;
        callbacks.allocate = [](void *user, std::size_t bytes, void **out_memory) {
            return static_cast<recorder *>(user)->allocate(bytes, out_memory);
        };
        callbacks.release = [](void *user, void *memory, std::size_t bytes) {
            static_cast<recorder *>(user)->release(memory, bytes);
        };
        callbacks.user_release = [](void *user) { static_cast<recorder *>(user)->user_release(); };
        provider_owner provider;
        CHECK_OK(clmem_provider_create_user(&callbacks, provider.out()));
        return provider;
    }

    // Fails the nth allocation from now (1: the next) with a status, or all from it on.
    void fail(std::uint64_t nth, clmem_status status, bool lasting = false) {
        const std::lock_guard lock{mutex_};
        fail_at_ = calls_ + nth;
        fail_status_ = status;
        fail_lasting_ = lasting;
    }
    void stop_failing() { fail(never / 2, CLMEM_SUCCESS); }

    // Allocations that would make the sum exceed the capacity run out of memory.
    void set_capacity(std::size_t bytes) {
        const std::lock_guard lock{mutex_};
        capacity_ = bytes;
    }

    [[nodiscard]] std::uint64_t calls() const { return get(&recorder::calls_); }             // of allocate()
    [[nodiscard]] std::uint64_t allocations() const { return get(&recorder::allocations_); } // that succeeded
    [[nodiscard]] std::uint64_t releases() const { return get(&recorder::releases_); }
    [[nodiscard]] std::uint64_t user_releases() const { return get(&recorder::user_releases_); }
    [[nodiscard]] std::uint64_t wrong_calls() const { return get(&recorder::wrong_calls_); }
    [[nodiscard]] std::size_t live_bytes() const { return get(&recorder::live_bytes_); }
    [[nodiscard]] std::size_t live_bytes_peak() const { return get(&recorder::live_bytes_peak_); }
    [[nodiscard]] bool holds(void *memory) const {
        const std::lock_guard lock{mutex_};
        return live_.contains(memory);
    }

    // Whether all memory was released, each piece once and with its size, and user_release was called once after that.
    [[nodiscard]] testing::AssertionResult is_done() const {
        const std::lock_guard lock{mutex_};
        if (live_.empty() && allocations_ == releases_ && wrong_calls_ == 0 && user_releases_ == 1) {
            return testing::AssertionSuccess();
        }
        return testing::AssertionFailure()
               << live_.size() << " pieces not released, " << allocations_ << " allocations, " << releases_
               << " releases, " << wrong_calls_ << " wrong calls, " << user_releases_ << " calls of user_release";
    }

  private:
    template <class T>
    T get(T recorder::*member) const {
        const std::lock_guard lock{mutex_};
        return this->*member;
    }

    clmem_status allocate(std::size_t bytes, void **out_memory) {
        if (delay.count() != 0) { std::this_thread::sleep_for(delay); }
        const std::lock_guard lock{mutex_};
        ++calls_;
        if (bytes == 0 || user_releases_ != 0) { ++wrong_calls_; }
        if (calls_ == fail_at_ || (fail_lasting_ && calls_ > fail_at_)) { return fail_status_; }
        if (bytes > capacity_ - live_bytes_) { return CLMEM_ERROR_OUT_OF_MEMORY; }
        ++allocations_;
        live_bytes_ += bytes;
        live_bytes_peak_ = std::max(live_bytes_peak_, live_bytes_);
        *out_memory = reinterpret_cast<void *>(allocations_); // any value will do: it is never dereferenced
        live_.emplace(*out_memory, bytes);
        return CLMEM_SUCCESS;
    }

    void release(void *memory, std::size_t bytes) {
        const std::lock_guard lock{mutex_};
        ++releases_;
        const auto found = live_.find(memory);
        if (found == live_.end() || found->second != bytes || user_releases_ != 0) {
            ++wrong_calls_;
            return;
        }
        live_bytes_ -= bytes;
        live_.erase(found);
    }

    void user_release() {
        const std::lock_guard lock{mutex_};
        ++user_releases_;
    }

    mutable std::mutex mutex_;
    std::map<void *, std::size_t> live_;
    std::uint64_t calls_ = 0;
    std::uint64_t allocations_ = 0;
    std::uint64_t releases_ = 0;
    std::uint64_t user_releases_ = 0;
    std::uint64_t wrong_calls_ = 0;
    std::size_t live_bytes_ = 0;
    std::size_t live_bytes_peak_ = 0;
    std::size_t capacity_ = ~std::size_t{0};
    std::uint64_t fail_at_ = never;
    clmem_status fail_status_ = CLMEM_SUCCESS;
    bool fail_lasting_ = false;
};

} // namespace clmem::test
