#include "contexts.hpp"
#include "driver.hpp"
#include "event_releases.hpp"
#include "events.hpp"
#include "platform.hpp"
#include "settings.hpp"
#include "shield.hpp"

#include <shared_mutex>
#include <unordered_map>

namespace clmem::layer {

namespace {

struct context_table {
    std::shared_mutex mutex;
    std::unordered_map<cl_context, context_state *> contexts;
};

// Never destroyed: the program may call OpenCL while it exits.
context_table &known_contexts() {
    static context_table &made = *new context_table;
    return made;
}

// Calls use(state) for each context, without the table's lock.
template <class Use>
void for_each_context(Use &&use) {
    std::vector<context_state *> all;
    {
        context_table &contexts = known_contexts();
        const std::shared_lock lock{contexts.mutex};
        all.reserve(contexts.contexts.size());
        for (const auto &[handle, state] : contexts.contexts) {
            if (state->try_hold()) { all.push_back(state); }
        }
    }
    for (context_state *state : all) {
        use(*state);
        state->drop();
    }
}

std::atomic<bool> is_single_possible{true};
std::atomic<bool> is_pooling_possible{true};

} // namespace

context_state *find_context(cl_context handle) noexcept {
    context_table &contexts = known_contexts();
    const std::shared_lock lock{contexts.mutex};
    const auto at = contexts.contexts.find(handle);
    return at != contexts.contexts.end() ? at->second : nullptr;
}

void add_context(cl_context handle) {
    cl_uint devices = 0;
    cl_device_id device = nullptr;
    cl_ulong largest = 0;
    (void)driver().clGetContextInfo(handle, CL_CONTEXT_NUM_DEVICES, sizeof devices, &devices, nullptr);
    const auto find_device = [&] {
        return devices == 1 &&
               driver().clGetContextInfo(handle, CL_CONTEXT_DEVICES, sizeof device, &device, nullptr) == CL_SUCCESS &&
               driver().clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, nullptr) ==
                   CL_SUCCESS;
    };
    // Memory moves between the devices of a context, and not every driver moves sub-buffers correctly.
    const bool has_device = find_device() && !current_settings().observe;
    const platform_name platform{device};
    const bool is_poolable = has_device && platform.is_known(); // for the driver's quirks
    auto *const made = new context_state{handle, device, largest, is_poolable, platform};
    if (is_poolable && platform.is(pocl)) { keep_failing_events(); }
    if (is_poolable && platform.is(intels_runtime)) { defer_releases(); }
    context_table &contexts = known_contexts();
    const std::unique_lock lock{contexts.mutex};
    contexts.contexts.insert_or_assign(handle, made);
}

void forget_context(cl_context handle) noexcept {
    context_table &contexts = known_contexts();
    const std::unique_lock lock{contexts.mutex};
    contexts.contexts.erase(handle);
}

void give_up_single_mode() {
    if (!is_single_possible.exchange(false)) { return; }
    for_each_context([](context_state &state) {
        state.leave_single_mode();
        state.settle();
    });
}

void trim_contexts() noexcept {
    shielded([] { for_each_context([](context_state &state) { state.trim_complete(); }); }, [] {});
}

bool single_mode_is_possible() noexcept {
    return is_single_possible.load(std::memory_order_relaxed);
}

void give_up_pooling() noexcept {
    is_pooling_possible.store(false, std::memory_order_relaxed);
}

bool pooling_is_possible() noexcept {
    return is_pooling_possible.load(std::memory_order_relaxed);
}

} // namespace clmem::layer
