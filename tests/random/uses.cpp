// Steps that enqueue commands.
#include "../support/options.hpp"
#include "actor.hpp"

#include <algorithm>

namespace random_programs {

void actor::release_all(wait_list &events) {
    for (cl_event event : events) {
        clReleaseEvent(event);
    }
    events.clear();
}

void actor::set_ready(owned_block &b, cl_event event) {
    if (b.ready != nullptr) { clReleaseEvent(b.ready); }
    b.ready = event;
}

cl_event actor::marker_in(cl_command_queue queue) {
    const mock::own_calls mine;
    cl_event marker = nullptr;
    need(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), "clEnqueueMarkerWithWaitList");
    need(clFlush(queue), "clFlush");
    return marker;
}

cl_event actor::order_of(const owned_block &b) {
    if (b.home.queue != nullptr) { return marker_in(b.home.queue); }
    const mock::own_calls mine;
    if (b.ready != nullptr) { need(clRetainEvent(b.ready), "clRetainEvent"); }
    return b.ready;
}

// A user event that a later step completes, or nothing.
actor::wait_list actor::any_gate() {
    if (!random_.once_in(6)) { return {}; }
    if (gates_.size() > 6) { open_gate(); }
    const mock::own_calls mine;
    cl_int code = CL_SUCCESS;
    gates_.push_back(clCreateUserEvent(in_.context, &code));
    need(code, "clCreateUserEvent");
    return {gates_.back()};
}

// Waits for events that have become too many to be named.
void actor::keep_few(wait_list &events) {
    if (events.size() < 12) { return; }
    const mock::own_calls mine;
    clWaitForEvents(static_cast<cl_uint>(events.size()), events.data());
    release_all(events);
}

// Enqueues a command of the program on some of the block's bytes.
void actor::command(const owned_block &b, cl_command_queue queue, const wait_list &waits, cl_event *out) {
    const mock::own_calls mine;
    const mock::owner_scope owner{b.owner};
    const auto count = static_cast<cl_uint>(waits.size());
    const cl_event *const list = waits.empty() ? nullptr : waits.data();
    const std::size_t offset = random_.once_in(2) ? 0 : random_.below(b.bytes);
    const std::size_t bytes = b.bytes - offset;
    const unsigned char pattern = 0;
    if (in_.is_svm()) {
        auto *const first = static_cast<unsigned char *>(b.pointer) + offset;
        return need(clEnqueueSVMMemFill(queue, first, &pattern, 1, bytes, count, list, out), "clEnqueueSVMMemFill");
    }
    if (in_.has_pointers()) { // host memory: the source and target of transfers
        return need(clEnqueueReadBuffer(queue, in_.scratch, CL_FALSE, 0, std::min<std::size_t>(b.bytes, 256), b.pointer,
                                        count, list, out),
                    "clEnqueueReadBuffer");
    }
    static unsigned char target[1];
    if (random_.once_in(2)) {
        return need(clEnqueueReadBuffer(queue, b.mem, CL_FALSE, offset, 1, target, count, list, out),
                    "clEnqueueReadBuffer");
    }
    need(clEnqueueFillBuffer(queue, b.mem, &pattern, 1, offset, bytes, count, list, out), "clEnqueueFillBuffer");
}

// Does the same through clmem, which records the use. Returns false on failure.
bool actor::use_by_clmem(clmem_buffer target, std::uint64_t owner, cl_command_queue queue, const wait_list &waits,
                         cl_event *out) {
    const bool copies = !in_.has_fills() || random_.once_in(2);
    const in_clmem here{*this};
    const mock::owner_scope mine{owner};
    if (copies) { return check(copy(target, queue, waits, out), "clmem_transfer_copy"); }
    return check(fill(target, queue, waits, out), "clmem_buffer_fill");
}

clmem_status actor::fill(clmem_buffer target, cl_command_queue queue, const wait_list &waits, cl_event *out) {
    const unsigned char pattern = 0;
    return clmem_buffer_fill(
        target, queue, &pattern, 1,
        clmem::test::fill_part(0, SIZE_MAX, static_cast<cl_uint>(waits.size()), waits.empty() ? nullptr : waits.data()),
        out);
}

// Copies to or from host memory, or a buffer that the mock does not check: as much as fits.
clmem_status actor::copy(clmem_buffer target, cl_command_queue queue, const wait_list &waits, cl_event *out) {
    static unsigned char bytes[64];
    clmem_transfer_place block = CLMEM_TRANSFER_PLACE_INIT;
    block.memory = reinterpret_cast<clmem_memory>(target);
    clmem_transfer_place other = CLMEM_TRANSFER_PLACE_INIT;
    if (!in_.copies_with_host() || (in_.copies_with_buffers() && random_.once_in(2))) {
        other.memory = in_.scratch_memory;
    } else {
        other.pointer = bytes;
        other.bytes = sizeof bytes;
    }
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    how.bytes = SIZE_MAX;
    how.non_blocking = random_.once_in(64) ? 0 : 1; // rare, since it settles everything in the queue
    how.wait_count = static_cast<cl_uint>(waits.size());
    how.wait_events = waits.empty() ? nullptr : waits.data();
    const bool reads = random_.once_in(2);
    return clmem_transfer_copy(queue, reads ? &block : &other, reads ? &other : &block, &how, out);
}

void actor::use_at_home(owned_block &b) {
    cl_command_queue queue = b.home.queue;
    if (queue == nullptr) { return use_elsewhere(b, true); }
    const wait_list waits = any_gate();
    cl_event event = nullptr;
    cl_event *const wanted = b.home.is_out_of_order ? &event : nullptr;
    if (random_.once_in(2)) {
        use_by_clmem(b.handle, b.owner, queue, waits, wanted);
    } else {
        command(b, queue, waits, wanted);
    }
    if (event != nullptr) { keep(b, queue, event); }
}

// Keeps the event of a command on the block for its release. Flushes the queue, since others may wait for the event.
void actor::keep(owned_block &b, cl_command_queue queue, cl_event event) {
    const mock::own_calls mine;
    need(clFlush(queue), "clFlush");
    keep_few(b.at_home);
    b.at_home.push_back(event);
}

void actor::use_elsewhere(owned_block &b, bool is_recorded) {
    const named_queue there = any_queue();
    wait_list waits = any_gate();
    cl_event order = order_of(b);
    if (order != nullptr) { waits.push_back(order); }
    cl_event event = nullptr;
    bool is_told = false;
    if (is_recorded && random_.once_in(2)) {
        is_told = true;
        use_by_clmem(b.handle, b.owner, there.queue, waits, &event);
    } else if (is_recorded) {
        const in_clmem here{*this};
        is_told = check(clmem_pool_record_use(in_.pool, b.handle, there.queue), "clmem_pool_record_use");
        if (is_told) { command(b, there.queue, waits, &event); }
    } else {
        command(b, there.queue, waits, &event);
    }
    if (order != nullptr) { clReleaseEvent(order); }
    if (event == nullptr) { return; }
    if (is_told) { return keep(b, there.queue, event); }
    const mock::own_calls mine;
    need(clFlush(there.queue), "clFlush");
    keep_few(b.named);
    b.named.push_back(event);
}

// Enqueues a command on the slab that contains the block.
void actor::use_slab(owned_block &b) {
    if (b.mem == nullptr || b.home.queue == nullptr || b.home.is_out_of_order) { return; }
    clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
    need(clmem_buffer_describe(b.handle, &info), "clmem_buffer_describe");
    const mock::own_calls mine;
    const mock::owner_scope owner{b.owner};
    const unsigned char pattern = 0;
    need(clEnqueueFillBuffer(b.home.queue, static_cast<cl_mem>(info.slab_memory), &pattern, 1, info.offset_bytes,
                             b.bytes, 0, nullptr, nullptr),
         "clEnqueueFillBuffer");
}

void actor::use_offer() {
    const named_queue there = any_queue();
    const wait_list gates = any_gate();
    in_.use_offer(random_, [&](const offer &found) {
        wait_list waits = gates;
        if (found.ready != nullptr) { waits.push_back(found.ready); }
        if (!use_by_clmem(found.buffer, found.owner, there.queue, waits, nullptr)) { return; }
        const mock::own_calls mine;
        need(clFlush(there.queue), "clFlush");
    });
}

} // namespace random_programs
