// Events that the program names, on their way to a pool: with a reference each, without those that are complete already.
#pragma once

#include "queue/held_event.hpp"
#include "queue/queue_driver.hpp"

#include <span>
#include <utility>

namespace clmem {

class named_events {
  public:
    // Throws error if one is none of the driver's, std::bad_alloc.
    named_events(queue_driver &driver, std::span<const cl_event> events);
    ~named_events();
    named_events(const named_events &) = delete;
    named_events &operator=(const named_events &) = delete;

    // Those that are not complete, as a list by `next`; they are the caller's.
    [[nodiscard]] held_event *detach() noexcept { return std::exchange(first_, nullptr); }

  private:
    void add(cl_event event);
    void release_all() noexcept;

    queue_driver &driver_;
    held_event *first_ = nullptr;
};

} // namespace clmem
