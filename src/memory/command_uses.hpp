// The blocks that the commands of one call use, and whose end only the commands' own events tell, for
// quirk::markers_end_early.
#pragma once

#include "pool/block_hold.hpp"

#include <memory>
#include <vector>

namespace clmem_core {

// Exists during a call that enqueues commands; its thread enters the blocks.
class command_uses {
  public:
    command_uses() noexcept : outer_{current} { current = this; }
    ~command_uses() { current = outer_; }
    command_uses(const command_uses &) = delete;
    command_uses &operator=(const command_uses &) = delete;

    // A command that the thread is about to enqueue uses a block. Throws std::bad_alloc.
    static void add(const std::shared_ptr<block_hold> &used);
    // The blocks wait for the last command's event, before which the call's other commands end.
    void end_with(cl_event event) noexcept;

  private:
    static thread_local constinit command_uses *current;

    command_uses *outer_;
    std::vector<std::shared_ptr<block_hold>> used_;
};

} // namespace clmem_core
