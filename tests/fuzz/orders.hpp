// What the models of pools know of the order of commands: all of it with simulated queues, and from the pool's
// statistics alone with those of the virtual provider.
#pragma once

#include "allocator_model.hpp"

#include <vector>

namespace clmem::fuzz {

class simulated_order final : public order_of_uses {
  public:
    simulated_order(simulated_queues &queues, bool host_reachable) noexcept
        : queues_{queues}, host_reachable_{host_reachable} {}

    std::uint32_t stamp(std::size_t queue) override { return queues_.enqueue(queue); }
    [[nodiscard]] bool may_follow(const use &earlier, std::size_t queue) const override {
        if (host_reachable_) { return queues_.is_done(earlier.unit, earlier.position); }
        return queues_.is_before(earlier.unit, earlier.position, queue);
    }
    [[nodiscard]] bool is_out_of_order(std::size_t queue) const override { return queues_.is_out_of_order(queue); }

  private:
    simulated_queues &queues_;
    bool host_reachable_; // the host accesses the memory, so that all uses must have ended
};

// A position is the number of an operation on the pool.
class virtual_order final : public order_of_uses {
  public:
    virtual_order(std::uint64_t lag, const std::uint64_t &time) noexcept : lag_{lag}, time_{time} {}
    void watch(clmem_pool pool) noexcept { pool_ = pool; }

    std::uint32_t stamp(std::size_t) override { return static_cast<std::uint32_t>(past_.size()); }
    [[nodiscard]] bool may_follow(const use &earlier, std::size_t queue) const override {
        if (earlier.unit == queue) { return true; }
        const moment now = look();
        const moment &before = past_[earlier.position - 1];
        if (now.barriers != before.barriers || now.waits != before.waits) { return true; }
        if (lag_ == UINT64_MAX) { return false; }
        if (now.markers != past_.back().markers) { return lag_ == 0; }
        for (std::size_t i = earlier.position; i < past_.size(); ++i) {
            if (past_[i].markers != past_[i - 1].markers && time_ - past_[i].time >= lag_) { return true; }
        }
        return false;
    }
    void observe(const clmem_statistics &all) override {
        past_.push_back({all.markers, all.barriers, all.host_waits, time_});
    }

  private:
    struct moment {
        std::uint64_t markers, barriers, waits, time;
    };
    [[nodiscard]] moment look() const {
        clmem_statistics all = CLMEM_STATISTICS_INIT;
        expect(clmem_pool_statistics(pool_, &all) == CLMEM_SUCCESS, "a pool has no statistics");
        return {all.markers, all.barriers, all.host_waits, time_};
    }

    std::uint64_t lag_;
    const std::uint64_t &time_;
    clmem_pool pool_ = nullptr;
    std::vector<moment> past_{moment{}};
};

} // namespace clmem::fuzz
