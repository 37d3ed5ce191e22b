// What is replayed and where: a trace as it is laid out, the memory, and the queues.
#pragma once

#include "schedule.hpp"
#include "source.hpp"

#include <vector>

namespace clmem::command {

// The queues of a replay: one for all blocks, or one for each stream of the trace.
class queue_set {
  public:
    queue_set(const source &from, const trace &recorded, bool by_stream);

    // The queue that an allocation is for.
    [[nodiscard]] cl_command_queue of(std::uint32_t allocation) const { return all_[index_of(allocation)]; }
    [[nodiscard]] std::size_t index_of(std::uint32_t allocation) const {
        return by_stream_ ? trace_.allocations[allocation].stream : 0;
    }
    [[nodiscard]] bool by_stream() const noexcept { return by_stream_; }
    [[nodiscard]] std::size_t count() const noexcept { return all_.size(); }

    // Waits until all of them are done; there must be a device.
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
    // Names a block for a message.
    [[nodiscard]] std::string name_of(std::uint32_t allocation) const { return block_name(recorded, plan, allocation); }
};

} // namespace clmem::command
