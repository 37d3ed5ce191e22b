// A replay's work: the prepared trace, the memory, and the queues.
#pragma once

#include "schedule.hpp"
#include "source.hpp"

#include <vector>

namespace clmem::command {

// The queues of a replay: one for all blocks, or one per stream of the trace.
class queue_set {
  public:
    queue_set(const source &from, const trace &recorded, bool by_stream);

    // The queue of an allocation.
    [[nodiscard]] cl_command_queue of(std::uint32_t allocation) const { return all_[index_of(allocation)]; }
    [[nodiscard]] std::size_t index_of(std::uint32_t allocation) const {
        return by_stream_ ? trace_.allocations[allocation].stream : 0;
    }
    [[nodiscard]] bool by_stream() const noexcept { return by_stream_; }
    [[nodiscard]] std::size_t count() const noexcept { return all_.size(); }

    // Waits until all commands in the queues have completed; needs a device.
    void finish() const;

  private:
    const trace &trace_;
    bool by_stream_;
    std::vector<owned_queue> own_;
    std::vector<cl_command_queue> all_;
};

struct job {
    const trace &recorded;
    const schedule &plan;
    const source &from;
    const queue_set &queues;

    [[nodiscard]] std::uint64_t bytes_of(std::uint32_t allocation) const {
        return scaled(recorded.allocations[allocation].bytes, plan.scale);
    }
    // Describes a block for a message.
    [[nodiscard]] std::string name_of(std::uint32_t allocation) const { return block_name(recorded, plan, allocation); }
};

} // namespace clmem::command
