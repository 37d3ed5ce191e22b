#include "pool/queue_driver.hpp"

namespace clmem {

namespace {

constexpr int most_attempts = 8;

template <class Call>
bool try_often(Call &&call) noexcept {
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        if (call() == CL_SUCCESS) { return true; }
    }
    return false;
}

} // namespace

bool queue_driver::wait_for(const last_uses &uses) noexcept {
    bool all = true;
    for (cl_event event : uses.events) {
        all = try_often([&] { return wait(event); }) && all;
        release_event(event);
    }
    for (const queue_reference &queue : uses.queues) {
        all = try_often([&] { return finish(*queue); }) && all;
    }
    return all;
}

} // namespace clmem
