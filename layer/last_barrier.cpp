#include "last_barrier.hpp"

#include "events.hpp"

#include <utility>

namespace clmem::layer {

void last_barrier::keep(cl_event made) noexcept {
    cl_event const before = has_ended_ ? made : std::exchange(event_, made);
    if (before != nullptr) { release_event(before); }
}

void last_barrier::drop_if_complete() noexcept {
    if (event_ != nullptr && is_complete(event_)) { keep(nullptr); }
}

void last_barrier::end() noexcept {
    keep(nullptr);
    has_ended_ = true;
}

} // namespace clmem::layer
