// The clmem pools of one context, and what returns to them.
#pragma once

#include "commands.hpp"
#include "settings.hpp"

#include <CL/cl.h>
#include <atomic>
#include <clmem.h>
#include <mutex>

namespace clmem::layer {

// What is known of the commands that used a pool's free memory.
enum class uses : std::uint8_t {
    early,    // all are in the context's only queue, which runs in order: its later commands may use the memory
    complete, // all are complete: every queue and the host may use the memory
};

// The pools for one combination of memory flags.
struct pool_pair {
    cl_mem_flags flags;
    bool is_whole; // each block is a whole buffer
    clmem_pool early = nullptr;
    clmem_pool complete = nullptr;
    pool_pair *next = nullptr;

    [[nodiscard]] clmem_pool of(uses which) const noexcept { return which == uses::early ? early : complete; }
};

// A pool's block that the program owns or has released.
struct owned_block {
    clmem_buffer buffer = nullptr;
    pool_pair *pools = nullptr;
    uses from = uses::complete;
    std::size_t bytes = 0; // as the program asked
    block_uses *commands = nullptr;
};

class block_source {
  public:
    block_source(cl_context context, cl_device_id device) noexcept : context_{context}, device_{device} {}
    ~block_source();
    block_source(const block_source &) = delete;
    block_source &operator=(const block_source &) = delete;

    // The pools for some flags; NULL if clmem refuses them.
    [[nodiscard]] pool_pair *pools_for(cl_mem_flags flags) noexcept;

    // The layer's queue, in which no command waits for the program's; NULL if there is none.
    [[nodiscard]] cl_command_queue own_queue() noexcept;
    // A reference to one marker there; NULL if the driver refuses.
    [[nodiscard]] cl_event marker() noexcept;

    // From now on every new block is a whole buffer: the driver refuses something for parts of one.
    void use_whole_buffers() noexcept;

    // What the pools have reserved together.
    [[nodiscard]] std::size_t reserved_bytes() const noexcept;

    template <class Use>
    void for_each_pool(Use &&use) const noexcept {
        for (const pool_pair *pools = first_.load(std::memory_order_acquire); pools != nullptr; pools = pools->next) {
            use(pools->early);
            use(pools->complete);
        }
    }

    // Returns idle memory to the driver.
    void trim() noexcept;
    void trim_others(clmem_pool kept) noexcept; // of all pools but this one
    void trim_early() noexcept;

  private:
    [[nodiscard]] pool_pair *make_pools(cl_mem_flags flags, bool whole) noexcept;
    [[nodiscard]] cl_command_queue make_queue() noexcept; // with the mutex

    cl_context context_;
    cl_device_id device_;
    std::mutex making_;
    std::atomic<pool_pair *> first_{nullptr};
    std::atomic<cl_command_queue> queue_{nullptr};
    cl_event marker_ = nullptr; // with the mutex
    std::atomic<bool> uses_whole_buffers_{current_settings().dedicated};
};

} // namespace clmem::layer
