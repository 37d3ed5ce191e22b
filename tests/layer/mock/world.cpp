#include "world.hpp"

#include <atomic>
#include <cstdio>

namespace over_mock {

namespace {
std::atomic<std::uint64_t> reported{0};
} // namespace

void world::report(const char *what) {
    reported.fetch_add(1);
    std::fprintf(stderr, "wrong: %s\n", what);
}

std::uint64_t world::reports() noexcept {
    return reported.load();
}

world::world(const cl_icd_dispatch &functions, const plan &of, std::uint64_t seed, cl_context shared)
    : cl_{functions}, plan_{of}, dice_{seed}, context_{shared}, owns_context_{shared == nullptr} {
    cl_platform_id platform = nullptr;
    {
        const mock::own_calls sure;
        cl_.clGetPlatformIDs(1, &platform, nullptr);
        cl_.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr);
    }
    if (owns_context_) { context_ = cl_.clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr); }
    if (context_ == nullptr) { return; }
    program_ = cl_.clCreateProgramWithSource(context_, 0, nullptr, nullptr, nullptr);
    create_queue();
}

void world::step() {
    using action = void (world::*)();
    struct choice {
        unsigned weight;
        action act;
    };
    static constexpr choice choices[] = {
        {14, &world::create_buffer},
        {10, &world::release_any_buffer},
        {2, &world::create_part},
        {1, &world::retain_any_buffer},
        {12, &world::transfer},
        {6, &world::copy},
        {3, &world::map},
        {1, &world::read_blocking},
        {1, &world::create_kernel},
        {6, &world::set_argument},
        {8, &world::launch},
        {1, &world::native_kernel},
        {1, &world::migrate},
        {4, &world::record},
        {3, &world::execute},
        {1, &world::retain_or_release_recording},
        {2, &world::allocate_shared},
        {4, &world::use_shared},
        {1, &world::free_shared},
        {2, &world::create_queue},
        {1, &world::retain_any_queue},
        {2, &world::create_user_event},
        {3, &world::release_any_event},
        {1, &world::wait_for_any},
        {2, &world::order},
        {6, &world::look_around},
    };
    static constexpr unsigned sum = [] {
        unsigned weights = 0;
        for (const choice &each : choices) {
            weights += each.weight;
        }
        return weights;
    }();
    auto at = static_cast<unsigned>(dice_.below(sum));
    for (const choice &each : choices) {
        if (at < each.weight) { return (this->*each.act)(); }
        at -= each.weight;
    }
}

void world::end() {
    mock::set_faults(0); // whatever fails now could not be repeated
    if (context_ == nullptr) { return; }
    if (queues_.empty()) { create_queue(); } // for maps that are left
    if (plan_.ends_finished) {
        for (const known_queue &each : queues_) {
            cl_.clFinish(each.handle);
        }
    }
    while (!shared_.empty()) {
        free_shared(shared_.size() - 1, dice_.once_in(2));
    }
    while (!recordings_.empty()) {
        release_recording(recordings_.size() - 1);
    }
    while (!user_events_.empty()) {
        end_user_event(dice_.below(user_events_.size()));
    }
    const bool context_first = owns_context_ && dice_.once_in(2);
    if (context_first) { cl_.clReleaseContext(context_); }
    while (!buffers_.empty()) {
        release_any_buffer();
    }
    for (const known_event &each : events_) {
        cl_.clReleaseEvent(each.handle);
    }
    events_.clear();
    for (const known_kernel &each : kernels_) {
        cl_.clReleaseKernel(each.handle);
    }
    if (program_ != nullptr) { cl_.clReleaseProgram(program_); }
    while (!queues_.empty()) {
        end_queue(dice_.below(queues_.size()));
    }
    if (owns_context_ && !context_first) { cl_.clReleaseContext(context_); }
}

} // namespace over_mock
