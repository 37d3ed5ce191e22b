#include "job.hpp"

#include "failure.hpp"

#include <fmt/format.h>

namespace clmem::command {

queue_set::queue_set(const source &from, const trace &recorded, bool by_stream)
    : trace_{recorded}, by_stream_{by_stream}, all_{from.queue()} {
    constexpr std::size_t most = 63; // queues per pool
    const std::size_t wanted = by_stream ? recorded.streams : 1;
    if (wanted > most) {
        throw failure{
            exit_status::bad_input,
            fmt::format("{}: --queues stream: expected at most {} streams, as many as a pool has queues, got {}",
                        recorded.path, most, wanted)};
    }
    if (!from.has_device() && by_stream) { all_.clear(); }
    while (all_.size() < wanted) {
        if (from.has_device()) {
            own_.push_back(from.make_queue());
            all_.push_back(own_.back().get());
        } else {
            // Any address other than NULL stands for a queue.
            all_.push_back(reinterpret_cast<cl_command_queue>(all_.size() + 1));
        }
    }
}

void queue_set::finish() const {
    for (cl_command_queue queue : all_) {
        check(clmem_queue_finish(queue));
    }
}

} // namespace clmem::command
