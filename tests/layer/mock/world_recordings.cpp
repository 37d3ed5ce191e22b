// Command buffers.
#include "world.hpp"

#include <algorithm>

namespace over_mock {

namespace {

constexpr unsigned char recorded_value = 1;

} // namespace

void world::create_recording() {
    if (!plan_.has_recordings || queues_.empty() || recordings_.size() > 4) { return; }
    cl_command_queue queue = queues_[dice_.below(queues_.size())].handle;
    const auto create = found<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR");
    cl_command_buffer_khr made = create(1, &queue, nullptr, nullptr);
    if (made != nullptr) { recordings_.push_back({made, queue, 1, false}); }
}

void world::record() {
    const auto open = std::ranges::find(recordings_, false, &recording::is_final);
    if (open == recordings_.end()) { return create_recording(); }
    if (dice_.once_in(3)) {
        const auto finalize = found<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR");
        open->is_final = finalize(open->handle) == CL_SUCCESS;
        return;
    }
    const object *const of = any_object();
    if (of == nullptr) { return; }
    if (dice_.once_in(2) || kernels_.empty()) {
        const auto fill = found<clCommandFillBufferKHR_fn>("clCommandFillBufferKHR");
        fill(open->handle, nullptr, of->handle, &recorded_value, 1, 0, 1 + dice_.below(of->bytes), 0, nullptr, nullptr,
             nullptr);
        return;
    }
    const known_kernel &chosen = dice_.pick(kernels_);
    if (chosen.has_svm) { return; }
    const auto kernel = found<clCommandNDRangeKernelKHR_fn>("clCommandNDRangeKernelKHR");
    constexpr std::size_t one = 1;
    kernel(open->handle, nullptr, nullptr, chosen.handle, 1, nullptr, &one, nullptr, 0, nullptr, nullptr, nullptr);
}

void world::execute() {
    if (recordings_.empty() || queues_.empty()) { return; }
    const recording &of = recordings_[dice_.below(recordings_.size())];
    if (!of.is_final) { return; }
    const bool has_own_queue = std::ranges::find(queues_, of.queue, &known_queue::handle) != queues_.end();
    cl_command_queue queue = has_own_queue ? of.queue : queues_[dice_.below(queues_.size())].handle;
    const bool is_named = !has_own_queue || dice_.once_in(2);
    if (is_named) { queue = queues_[dice_.below(queues_.size())].handle; }
    const wait_list waits = any_events(queue);
    const auto execute = found<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR");
    cl_event event = nullptr;
    cl_event *const out = wanted(event);
    const auto scope = without_waits();
    keep(execute(is_named ? 1 : 0, is_named ? &queue : nullptr, of.handle, waits.count(), waits.data(), out), event,
         queue);
}

void world::release_recording(std::size_t at) {
    const auto release = found<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR");
    recording &of = recordings_[at];
    const auto scope = without_waits();
    if (release(of.handle) == CL_SUCCESS && --of.references == 0) {
        recordings_.erase(recordings_.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

void world::retain_or_release_recording() {
    if (recordings_.empty()) { return; }
    const std::size_t at = dice_.below(recordings_.size());
    if (!dice_.once_in(3)) { return release_recording(at); }
    const auto retain = found<clRetainCommandBufferKHR_fn>("clRetainCommandBufferKHR");
    if (retain(recordings_[at].handle) == CL_SUCCESS) { ++recordings_[at].references; }
}

} // namespace over_mock
