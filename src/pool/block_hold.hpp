// A live block that an operation uses or that has derived objects: while this lives, the block is not freed, even if
// the program releases it.
#pragma once

#include "pool/pool.hpp"

#include <memory>
#include <span>

namespace clmem_core {

class block_hold {
  public:
    // Holds no block if the handle is not that of a live one.
    explicit block_hold(std::uint64_t handle) noexcept;
    ~block_hold();
    block_hold(const block_hold &) = delete;
    block_hold &operator=(const block_hold &) = delete;

    [[nodiscard]] block *get() const noexcept { return block_; }
    [[nodiscard]] pool &owner() const noexcept { return *owner_; }

    // Reports to the pool that commands of a queue use the block, or an object derived from it. Throws error if the
    // pool has no queues, or too many. True: use_own() must follow, with the command's event.
    bool use(cl_command_queue queue, block_uses::use_of what) const;
    // The same of commands that are over when the events are complete.
    void use_until(std::span<const cl_event> events) const;
    void use_own(cl_event event) const;

    // Before a map of the block, or of an object derived from it; throws error if the provider refuses.
    void before_map(std::size_t bytes) const { owner_->before_map(bytes); }

    // The block as an OpenCL buffer; throws error.
    [[nodiscard]] cl_mem mem() const;
    // Its address; nullptr if its memory has none.
    [[nodiscard]] void *pointer() const noexcept;
    // The whole OpenCL buffer that contains it, and the block's offset; throws error. For pools of buffers.
    [[nodiscard]] cl_mem whole() const;
    [[nodiscard]] std::size_t offset() const noexcept { return block_->offset; }
    [[nodiscard]] std::size_t bytes() const noexcept { return block_->requested.load(std::memory_order_relaxed); }
    [[nodiscard]] const provider::traits &traits() const noexcept { return owner_->source().properties(); }

  private:
    std::uint64_t handle_;
    block *block_ = nullptr;
    std::shared_ptr<pool> owner_;
};

} // namespace clmem_core
