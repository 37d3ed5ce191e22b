// clEnqueueNativeKernel. PoCL 3.1 gives the program's function the address of a slab in place of that of a block in it,
// and the addresses of several objects in the order of their creation. Therefore native kernels of the layer, with one
// object each, find the addresses there, and another one calls the program's function.
#include "calls.hpp"
#include "commands.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "events.hpp"
#include "memory_table.hpp"
#include "places.hpp"
#include "platform.hpp"
#include "shield.hpp"
#include "whole.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace clmem::layer {

namespace {

using native_function = void(CL_CALLBACK *)(void *);

// A call as the program makes it, with the objects that stand for its own.
struct native_call {
    cl_command_queue queue;
    native_function called;
    void *arguments;
    std::size_t bytes;
    std::vector<cl_mem> objects;
    const void **places;
    cl_uint count;
    const cl_event *events;
};

// What the program's function gets. It ends with the command.
struct native_arguments {
    struct address {
        std::size_t at; // in the arguments
        std::size_t offset;
        void *begin; // of the memory object, found by a command
    };
    native_function called;
    std::unique_ptr<std::byte[]> bytes;
    std::vector<address> addresses;
    std::vector<cl_mem> kept;

    ~native_arguments() {
        for (cl_mem each : kept) {
            (void)driver().clReleaseMemObject(each);
        }
    }
};

struct probe {
    void *begin; // the driver puts an object's address here
    void **found;
};

void CL_CALLBACK run_probe(void *arguments) {
    const auto *const of = static_cast<const probe *>(arguments);
    *of->found = of->begin;
}

void CL_CALLBACK run_program(void *arguments) {
    const std::unique_ptr<native_arguments> of{*static_cast<native_arguments **>(arguments)};
    for (const native_arguments::address &each : of->addresses) {
        const void *const address = static_cast<std::byte *>(each.begin) + each.offset;
        std::memcpy(of->bytes.get() + each.at, &address, sizeof address);
    }
    of->called(of->bytes.get());
}

bool is_over_pooled(cl_mem handle) noexcept {
    bool found = false;
    with_memory(handle, [&](const memory &known) { found = known.is_pooled() || known.parent != nullptr; });
    return found;
}

// Whether the driver would give the function other addresses than without the layer.
bool needs_probes(const native_call &call, const cl_mem *handles) noexcept {
    const auto count = static_cast<std::ptrdiff_t>(call.objects.size());
    if (call.places == nullptr || call.arguments == nullptr || !std::any_of(handles, handles + count, is_over_pooled)) {
        return false;
    }
    const auto *const first = static_cast<const std::byte *>(call.arguments);
    const auto is_inside = [&](const void *place) {
        const auto *const at = static_cast<const std::byte *>(place);
        return at >= first && at + sizeof(void *) <= first + call.bytes;
    };
    return std::all_of(call.places, call.places + count, is_inside) && is_on_pocl(call.queue);
}

// The program's arguments, and its objects for as long as the command may use them.
std::unique_ptr<native_arguments> copy_arguments(const native_call &call) {
    auto made = std::make_unique<native_arguments>();
    made->called = call.called;
    made->bytes = std::make_unique<std::byte[]>(call.bytes);
    std::memcpy(made->bytes.get(), call.arguments, call.bytes);
    made->addresses.reserve(call.objects.size());
    made->kept.reserve(2 * call.objects.size());
    for (std::size_t at = 0; at < call.objects.size(); ++at) {
        const auto *const place = static_cast<const std::byte *>(call.places[at]);
        const auto offset = static_cast<std::size_t>(place - static_cast<const std::byte *>(call.arguments));
        const place_in_slab in = slab_of(call.objects[at]);
        made->addresses.push_back({offset, in.offset, nullptr});
        for (cl_mem each : {in.memory, call.objects[at]}) {
            if (driver().clRetainMemObject(each) == CL_SUCCESS) { made->kept.push_back(each); }
        }
    }
    return made;
}

cl_int enqueue_with_probes(const native_call &call, cl_event *out_event) {
    std::unique_ptr<native_arguments> arguments = copy_arguments(call);
    std::vector<cl_event> before(call.events, call.events + call.count);
    before.reserve(before.size() + call.objects.size());
    cl_int code = CL_SUCCESS;
    for (std::size_t at = 0; code == CL_SUCCESS && at < call.objects.size(); ++at) {
        probe of{nullptr, &arguments->addresses[at].begin};
        const void *place = static_cast<const void *>(&of.begin);
        cl_mem memory = slab_of(call.objects[at]).memory;
        cl_event found = nullptr;
        code = driver().clEnqueueNativeKernel(call.queue, run_probe, &of, sizeof of, 1, &memory, &place, call.count,
                                              call.events, &found);
        if (found != nullptr) { before.push_back(found); }
    }
    native_arguments *passed = arguments.get();
    if (code == CL_SUCCESS) {
        code = driver().clEnqueueNativeKernel(call.queue, run_program, static_cast<void *>(&passed), sizeof passed, 0,
                                              nullptr, nullptr, static_cast<cl_uint>(before.size()), before.data(),
                                              out_event);
    }
    std::for_each(before.begin() + call.count, before.end(), release_event);
    // A command has the arguments, even if another one was refused.
    if (code == CL_SUCCESS || before.size() > call.count) { (void)arguments.release(); }
    return code;
}

} // namespace

cl_int CL_API_CALL calls::clEnqueueNativeKernel(cl_command_queue queue, native_function called, void *arguments,
                                                size_t bytes, cl_uint objects, const cl_mem *handles,
                                                const void **places, cl_uint count, const cl_event *events,
                                                cl_event *out_event) {
    context_state *const context = context_of(queue);
    const auto bracketed = [&](const auto &enqueue) {
        if (context != nullptr) {
            shielded([&] { context->expect_native_kernel(); }, [] { give_up_pooling(); });
        }
        const cl_int code = enqueue();
        if (context != nullptr) {
            shielded([&] { context->add_native_kernel(queue, code == CL_SUCCESS); }, [] { give_up_pooling(); });
        }
        return code;
    };
    const auto pass_on = [&](const cl_mem *passed) {
        return bracketed([&] {
            return driver().clEnqueueNativeKernel(queue, called, arguments, bytes, objects, passed, places, count,
                                                  events, out_event);
        });
    };
    if (handles == nullptr || objects == 0) { return pass_on(handles); }
    command issued{queue};
    return shielded(
        [&] {
            native_call call{queue, called, arguments, bytes, {}, places, count, events};
            for (cl_mem handle : std::span{handles, objects}) {
                call.objects.push_back(issued.uses(handle));
            }
            if (!needs_probes(call, handles)) { return pass_on(call.objects.data()); }
            return bracketed([&] { return enqueue_with_probes(call, out_event); });
        },
        [] { return CL_OUT_OF_HOST_MEMORY; });
}

} // namespace clmem::layer
