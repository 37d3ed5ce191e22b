// Commands on buffers, and kernels.
#include "world.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>

namespace over_mock {

namespace {
unsigned char host[64]; // the mock copies nothing
} // namespace

// Events of other queues must be flushed before anything waits for them.
world::wait_list world::any_events(cl_command_queue queue) {
    wait_list made;
    if (plan_.has_user_events && !user_events_.empty() && dice_.once_in(4)) {
        made.events.push_back(dice_.pick(user_events_));
    }
    if (!events_.empty() && dice_.once_in(4)) {
        const known_event &chosen = dice_.pick(events_);
        if (chosen.queue == queue || cl_.clFlush(chosen.queue) == CL_SUCCESS) { made.events.push_back(chosen.handle); }
    }
    return made;
}

cl_event *world::wanted(cl_event &event) {
    return dice_.once_in(2) ? &event : nullptr;
}

void world::keep(cl_int code, const cl_event &event, cl_command_queue queue) {
    if (code != CL_SUCCESS || event == nullptr) { return; }
    if (events_.size() > 30) {
        cl_.clReleaseEvent(event);
    } else {
        events_.push_back({event, queue});
    }
}

void world::transfer() {
    object *const of = any_object();
    if (of == nullptr || queues_.empty()) { return; }
    cl_command_queue queue = queues_[dice_.below(queues_.size())].handle;
    const wait_list waits = any_events(queue);
    const std::size_t offset = dice_.below(of->bytes);
    const std::size_t bytes = 1 + dice_.below(of->bytes - offset);
    cl_event event = nullptr;
    cl_event *const out = wanted(event);
    cl_int code = CL_SUCCESS;
    const auto scope = without_waits();
    switch (dice_.below(3)) {
    case 0:
        code = cl_.clEnqueueFillBuffer(queue, of->handle, host, 1, offset, bytes, waits.count(), waits.data(), out);
        break;
    case 1:
        code = cl_.clEnqueueWriteBuffer(queue, of->handle, CL_FALSE, offset, bytes, host, waits.count(), waits.data(),
                                        out);
        break;
    default:
        code =
            cl_.clEnqueueReadBuffer(queue, of->handle, CL_FALSE, offset, bytes, host, waits.count(), waits.data(), out);
    }
    keep(code, event, queue);
}

void world::copy() {
    const object *const from = any_object();
    const object *const to = any_object();
    if (from == nullptr || from == to || queues_.empty()) { return; }
    cl_command_queue queue = queues_[dice_.below(queues_.size())].handle;
    const wait_list waits = any_events(queue);
    const std::size_t bytes = 1 + dice_.below(std::min(from->bytes, to->bytes));
    cl_event event = nullptr;
    cl_event *const out = wanted(event);
    const auto scope = without_waits();
    keep(cl_.clEnqueueCopyBuffer(queue, from->handle, to->handle, 0, 0, bytes, waits.count(), waits.data(), out), event,
         queue);
}

void world::map() {
    object *const of = any_object();
    if (of == nullptr || queues_.empty() || !of->maps.empty()) { return; }
    cl_command_queue queue = queues_[dice_.below(queues_.size())].handle;
    const wait_list waits = any_events(queue);
    cl_int code = CL_SUCCESS;
    cl_event event = nullptr;
    cl_event *const out = wanted(event);
    const auto scope = without_waits();
    void *const mapped = cl_.clEnqueueMapBuffer(queue, of->handle, CL_FALSE, CL_MAP_WRITE, 0, of->bytes, waits.count(),
                                                waits.data(), out, &code);
    keep(code, event, queue);
    if (code == CL_SUCCESS) { of->maps.push_back(mapped); }
}

// A wait opens what holds the command back: another thread has set the user events, as it were.
void world::read_blocking() {
    const object *const of = any_object();
    if (of == nullptr || queues_.empty()) { return; }
    cl_command_queue queue = queues_[dice_.below(queues_.size())].handle;
    if (dice_.once_in(2)) {
        cl_.clEnqueueReadBuffer(queue, of->handle, CL_TRUE, 0, of->bytes, host, 0, nullptr, nullptr);
    } else {
        cl_.clEnqueueWriteBuffer(queue, of->handle, CL_TRUE, 0, of->bytes, host, 0, nullptr, nullptr);
    }
}

void world::create_kernel() {
    constexpr const char *names[] = {"m", "mm", "nm", "mmmmm"};
    if (program_ == nullptr || kernels_.size() > 5) { return; }
    const std::string name = names[dice_.below(std::size(names))];
    known_kernel made{cl_.clCreateKernel(program_, name.c_str(), nullptr), {}, {}};
    if (made.handle == nullptr) { return; }
    for (cl_uint at = 0; at < name.size(); ++at) {
        if (name[at] != 'm') { continue; }
        made.places.push_back(at);
        made.arguments.push_back(nullptr);
    }
    kernels_.push_back(made);
    if (!dice_.once_in(2)) { return; }
    known_kernel clone = made;
    clone.handle = cl_.clCloneKernel(made.handle, nullptr);
    if (clone.handle != nullptr) { kernels_.push_back(clone); }
}

void world::set_argument() {
    if (kernels_.empty()) { return; }
    known_kernel &of = dice_.pick(kernels_);
    if (of.places.front() != 0) { // a number, which may be that of any object
        const object *const any = any_object();
        const auto number = any != nullptr ? reinterpret_cast<std::uintptr_t>(any->handle) : dice_.next();
        cl_.clSetKernelArg(of.handle, 0, sizeof number, &number);
    }
    const std::size_t at = dice_.below(of.places.size());
    const object *const chosen = dice_.once_in(5) ? nullptr : any_object();
    cl_mem const handle = chosen != nullptr ? chosen->handle : nullptr;
    const cl_int code =
        cl_.clSetKernelArg(of.handle, of.places[at], sizeof handle, chosen != nullptr ? &handle : nullptr);
    if (code == CL_SUCCESS) { of.arguments[at] = handle; }
}

// Objects that are released must not be arguments of a kernel that is launched.
void world::forget_argument(cl_mem handle) {
    for (known_kernel &each : kernels_) {
        for (std::size_t at = 0; at < each.arguments.size(); ++at) {
            if (each.arguments[at] != handle) { continue; }
            const mock::own_calls sure;
            if (cl_.clSetKernelArg(each.handle, each.places[at], sizeof(cl_mem), nullptr) != CL_SUCCESS) {
                report("an argument cannot be cleared");
            }
            each.arguments[at] = nullptr;
        }
    }
}

void world::launch() {
    if (kernels_.empty() || queues_.empty()) { return; }
    const known_kernel &chosen = dice_.pick(kernels_);
    cl_command_queue queue = queues_[dice_.below(queues_.size())].handle;
    const wait_list waits = any_events(queue);
    constexpr std::size_t items = 1;
    cl_event event = nullptr;
    cl_event *const out = wanted(event);
    const auto scope = without_waits();
    const cl_int code = dice_.once_in(4) ? cl_.clEnqueueTask(queue, chosen.handle, waits.count(), waits.data(), out)
                                         : cl_.clEnqueueNDRangeKernel(queue, chosen.handle, 1, nullptr, &items, nullptr,
                                                                      waits.count(), waits.data(), out);
    keep(code, event, queue);
}

void world::native_kernel() {
    const object *const of = any_object();
    if (of == nullptr || queues_.empty()) { return; }
    cl_command_queue queue = queues_[dice_.below(queues_.size())].handle;
    const wait_list waits = any_events(queue);
    void *arguments[1] = {};
    const void *places[1] = {static_cast<const void *>(arguments)};
    cl_event event = nullptr;
    cl_event *const out = wanted(event);
    const auto scope = without_waits();
    keep(cl_.clEnqueueNativeKernel(
             queue, [](void *) {}, static_cast<void *>(arguments), sizeof arguments, 1, &of->handle, places,
             waits.count(), waits.data(), out),
         event, queue);
}

} // namespace over_mock
