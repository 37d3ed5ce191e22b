// OpenCL's queues, for pools of a context.
#pragma once

#include "queue/queue_driver.hpp"

#include <atomic>

namespace clmem_core {

class opencl_queues final : public queue_driver {
  public:
    // The context must outlive this.
    explicit opencl_queues(cl_context context) noexcept : context_{context} {}

    traits retain(cl_command_queue queue) override;
    void release(cl_command_queue queue) noexcept override;
    cl_event enqueue_marker(cl_command_queue queue) override;
    void enqueue_barrier(cl_command_queue queue, std::span<const cl_event> events, cl_event *out_barrier) override;
    bool is_complete(cl_event event) noexcept override;
    bool has_failed(cl_event event) noexcept override;
    [[nodiscard]] cl_int wait(cl_event event) noexcept override;
    [[nodiscard]] cl_int finish(cl_command_queue queue) noexcept override;
    [[nodiscard]] bool holds_back(cl_command_queue queue) noexcept override;
    void retain_event(cl_event event) override;
    void release_event(cl_event event) noexcept override;

  private:
    cl_context context_;
    std::atomic<bool> keeps_pending_events_{false}; // quirk::unreferenced_failure_aborts
};

} // namespace clmem_core
