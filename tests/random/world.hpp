// Shared by the actors of a round: a context, a pool, and queues that last.
#pragma once

#include "dice.hpp"
#include "mock.hpp"
#include "options.hpp"
#include "violations.hpp"

#include <atomic>
#include <clmem.h>
#include <mutex>
#include <vector>

namespace random_programs {

using clmem::test::need;
using clmem::test::report;
using clmem::test::reports;

// A queue that an actor may use.
struct named_queue {
    cl_command_queue queue = nullptr;
    bool is_out_of_order = false;
};

// A part, map or buffer of a block that another actor may use in commands, but not release.
struct offer {
    clmem_buffer buffer = nullptr;
    std::uint64_t owner = 0;
    cl_event ready = nullptr; // the block's owner may use it once this is complete
    unsigned users = 0;       // actors that use it now
};

class world {
  public:
    world(const options &wanted, memory_kind kind, std::uint64_t seed);
    ~world();
    world(const world &) = delete;
    world &operator=(const world &) = delete;

    [[nodiscard]] bool has_faults() const noexcept { return has_faults_; }
    [[nodiscard]] bool has_pointers() const noexcept { return kind_ >= memory_kind::coarse; }
    [[nodiscard]] bool is_svm() const noexcept { return kind_ == memory_kind::coarse || kind_ == memory_kind::fine; }
    [[nodiscard]] bool is_host_reachable() const noexcept {
        return kind_ >= memory_kind::fine && kind_ != memory_kind::usm_device;
    }
    // Whether blocks can be mapped, and divided into parts or buffers.
    [[nodiscard]] bool has_parts() const noexcept { return kind_ < memory_kind::pinned; }
    // Whether kernels can access blocks.
    [[nodiscard]] bool has_kernels() const noexcept { return kind_ != memory_kind::pinned; }
    // Whether clmem_buffer_fill() accepts blocks.
    [[nodiscard]] bool has_fills() const noexcept { return kind_ != memory_kind::pinned; }
    // Whether clmem_transfer_copy() copies between blocks and the host, and between blocks and buffers.
    [[nodiscard]] bool copies_with_host() const noexcept { return kind_ != memory_kind::pinned; }
    [[nodiscard]] bool copies_with_buffers() const noexcept { return kind_ != memory_kind::usm_device; }
    [[nodiscard]] memory_kind kind() const noexcept { return kind_; }

    cl_context context = nullptr;
    cl_device_id device = nullptr;
    clmem_pool pool = nullptr;
    clmem_program program = nullptr;
    cl_mem scratch = nullptr;              // over memory of the test, which the mock does not check
    clmem_memory scratch_memory = nullptr; // the same
    std::vector<named_queue> lasting;
    cl_command_queue own_queue = nullptr; // the pool's default queue; NULL if it has none

    [[nodiscard]] cl_command_queue make_queue(bool is_out_of_order) const;
    [[nodiscard]] std::uint64_t next_owner() noexcept { return ++last_owner_; }
    void release_pool();

    // Offers of one actor to the others.
    void put_offer(const offer &made);
    // Records that a block is about to be bound or unbound, so that others use it meanwhile.
    void set_bound(std::uint64_t owner) noexcept { bound_ = owner; }
    // Withdraws an offer, so that no actor uses it from now on; false if it is in use.
    [[nodiscard]] bool withdraw(clmem_buffer buffer);
    // Calls `use` with an offer, which cannot be withdrawn meanwhile.
    template <class Use>
    void use_offer(dice &random, Use &&use) {
        offer chosen;
        {
            const std::lock_guard guard{offers_mutex_};
            if (offers_.empty()) { return; }
            auto found = offers_.begin() + static_cast<std::ptrdiff_t>(random.below(offers_.size()));
            if (const auto bound = find_bound(); bound != offers_.end() && random.once_in(2)) { found = bound; }
            ++found->users;
            chosen = *found;
        }
        use(chosen);
        const std::lock_guard guard{offers_mutex_};
        --find_offer(chosen.buffer)->users;
    }

  private:
    void make_provider();
    void make_pool(dice &random);
    [[nodiscard]] std::vector<offer>::iterator find_offer(clmem_buffer buffer);
    [[nodiscard]] std::vector<offer>::iterator find_bound();

    memory_kind kind_;
    bool has_faults_;
    clmem_provider provider_ = nullptr;
    std::atomic<std::uint64_t> last_owner_{0};
    std::mutex offers_mutex_;
    std::vector<offer> offers_;
    std::atomic<std::uint64_t> bound_{0};
};

} // namespace random_programs
