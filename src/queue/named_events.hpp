// Events that the program names for a release: retained, without those that are already complete.
#pragma once

#include "queue/held_event.hpp"
#include "queue/queue_driver.hpp"

#include <span>
#include <utility>

namespace clmem_core {

class named_events {
  public:
    // Throws error if one is not a valid event, std::bad_alloc.
    named_events(queue_driver &driver, std::span<const cl_event> events);
    ~named_events();
    named_events(const named_events &) = delete;
    named_events &operator=(const named_events &) = delete;

    // The incomplete ones, as a list by `next` that the caller owns.
    [[nodiscard]] held_event *detach() noexcept { return std::exchange(first_, nullptr); }

  private:
    void add(cl_event event);
    void release_all() noexcept;

    queue_driver &driver_;
    held_event *first_ = nullptr;
};

} // namespace clmem_core
