// Steps with holds of a block: parts, buffers over SVM, maps. A block that is released meanwhile is freed with the last
// of them.
#include "../support/options.hpp"
#include "actor.hpp"

namespace random_programs {

namespace {
constexpr std::size_t most_holds = 3;
}

bool actor::map(owned_block &b, hold &made) {
    named_queue on = b.home;
    wait_list waits;
    cl_event order = nullptr;
    if (on.queue == nullptr || random_.once_in(3)) {
        on = any_queue();
        order = order_of(b);
        if (order != nullptr) { waits.push_back(order); }
    }
    made.what = hold::form::map;
    made.queue = on.queue;
    // An out-of-order queue may run the unmap before the map, unless the map has completed.
    const bool is_blocking = on.is_out_of_order || random_.once_in(8);
    const in_clmem here{*this};
    const mock::owner_scope mine{b.owner};
    const bool done = check(
        clmem_map_buffer(b.handle, on.queue, CL_MAP_WRITE,
                         clmem::test::map_part(0, SIZE_MAX, is_blocking ? 0 : 1, static_cast<cl_uint>(waits.size()),
                                               waits.empty() ? nullptr : waits.data()),
                         &made.map, nullptr),
        "clmem_map_buffer");
    if (order != nullptr) { clReleaseEvent(order); }
    return done;
}

bool actor::set_argument(owned_block &b, hold &made) {
    made.what = hold::form::argument;
    const in_clmem here{*this};
    if (!check(clmem_kernel_create(in_.program, "any", &made.kernel), "clmem_kernel_create")) { return false; }
    if (check(clmem_kernel_set_memory(made.kernel, 0, reinterpret_cast<clmem_memory>(b.handle)),
              "clmem_kernel_set_memory")) {
        return true;
    }
    check(clmem_kernel_release(made.kernel), "clmem_kernel_release");
    return false;
}

bool actor::make_part(owned_block &b, hold &made) {
    const in_clmem here{*this};
    if (in_.is_svm()) {
        made.what = hold::form::buffer_over_svm;
        return check(clmem_svm_as_buffer(b.handle, in_.context, 0, SIZE_MAX, &made.buffer), "clmem_svm_as_buffer");
    }
    made.what = hold::form::part;
    const std::size_t offset = b.bytes > 8192 ? 4096 : 0;
    return check(clmem_buffer_sub_region(b.handle, offset, b.bytes - offset, 0, &made.buffer),
                 "clmem_buffer_sub_region");
}

void actor::take_hold(owned_block &b) {
    if (!in_.has_kernels() || b.holds.size() == most_holds) { return; }
    hold made{};
    const bool done = random_.once_in(3) || !in_.has_parts() ? set_argument(b, made)
                      : random_.once_in(2)                   ? map(b, made)
                                                             : make_part(b, made);
    if (done) { b.holds.push_back(made); }
}

void actor::use(owned_block &b, const hold &used, cl_command_queue queue, const wait_list &waits) {
    if (used.what != hold::form::argument) { // the pool tracks what is derived from a block
        use_by_clmem(used.buffer, b.owner, queue, waits, nullptr);
        return;
    }
    clmem_launch_options how = CLMEM_LAUNCH_OPTIONS_INIT;
    how.global[0] = 1;
    how.wait_events = waits.empty() ? nullptr : waits.data();
    how.wait_count = static_cast<std::uint32_t>(waits.size());
    cl_event event = nullptr;
    {
        const in_clmem here{*this};
        const mock::owner_scope mine{b.owner};
        check(clmem_kernel_launch(used.kernel, queue, &how, &event), "clmem_kernel_launch");
    }
    if (event != nullptr) { keep(b, queue, event); }
}

void actor::use_hold(owned_block &b) {
    if (b.holds.empty()) { return; }
    const hold &used = random_.pick(b.holds);
    if (used.what == hold::form::map) { return; }
    wait_list waits = any_gate();
    if (b.home.queue != nullptr && !random_.once_in(3)) {
        use(b, used, b.home.queue, waits);
        return;
    }
    const named_queue there = any_queue();
    cl_event order = order_of(b);
    if (order != nullptr) { waits.push_back(order); }
    use(b, used, there.queue, waits);
    if (order != nullptr) { clReleaseEvent(order); }
}

void actor::end_any_hold(owned_block &b) {
    if (!b.holds.empty()) { end_hold(b, random_.below(b.holds.size())); }
}

// A queue that is about to be forgotten gets no more commands.
void actor::end_maps_of(cl_command_queue queue) {
    for (owned_block &b : blocks_) {
        for (std::size_t i = b.holds.size(); i-- > 0;) {
            if (b.holds[i].queue == queue) { end_hold(b, i); }
        }
    }
}

void actor::end_hold(owned_block &b, std::size_t index) {
    const hold ended = b.holds[index];
    if (ended.is_offered && !in_.withdraw(ended.buffer)) { return; }
    b.holds.erase(b.holds.begin() + static_cast<std::ptrdiff_t>(index));
    if (ended.what == hold::form::map) { return end_map(b, ended); }
    const in_clmem here{*this};
    if (ended.what == hold::form::argument) {
        check(clmem_kernel_release(ended.kernel), "clmem_kernel_release");
        return;
    }
    check(clmem_buffer_release(ended.buffer), "clmem_buffer_release of a part");
}

void actor::end_map(owned_block &b, const hold &ended) {
    cl_event event = nullptr;
    {
        const in_clmem here{*this};
        const mock::owner_scope mine{b.owner};
        check(clmem_map_unmap(ended.map, nullptr, nullptr, &event), "clmem_map_unmap");
        if (!check(clmem_map_release(ended.map), "clmem_map_release")) { // it is still mapped
            const mock::own_calls no_faults;
            need(clmem_map_release(ended.map), "clmem_map_release without faults");
        }
    }
    if (event != nullptr) { keep(b, ended.queue, event); }
}

void actor::offer_hold(owned_block &b) {
    for (hold &held : b.holds) {
        if (held.buffer == nullptr || held.is_offered) { continue; }
        held.is_offered = true;
        return in_.put_offer({held.buffer, b.owner, order_of(b)});
    }
}

} // namespace random_programs
