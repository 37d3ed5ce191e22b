#include "queue/named_events.hpp"

#include <memory>

namespace clmem_core {

named_events::named_events(queue_driver &driver, std::span<const cl_event> events) : driver_{driver} {
    try {
        for (cl_event event : events) {
            add(event);
        }
    } catch (...) {
        release_all();
        throw;
    }
}

named_events::~named_events() {
    release_all();
}

void named_events::add(cl_event event) {
    auto made = std::make_unique<held_event>(event);
    driver_.retain_event(event);
    // Polling an event does not synchronise; waiting does.
    if (driver_.is_complete(event) && driver_.wait(event) == CL_SUCCESS) { return driver_.release_event(event); }
    made->next = first_;
    first_ = made.release();
}

void named_events::release_all() noexcept {
    while (first_ != nullptr) {
        const std::unique_ptr<held_event> gone{std::exchange(first_, first_->next)};
        driver_.release_event(gone->event);
    }
}

} // namespace clmem_core
