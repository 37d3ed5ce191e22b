// Steps that enqueue commands for a block.
#include "layer_faults.hpp"
#include "worker.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

namespace clmem::soak {

namespace {

constexpr std::size_t word = sizeof(std::uint32_t);

clmem_memory memory_of(clmem_buffer buffer) {
    return reinterpret_cast<clmem_memory>(buffer);
}

clmem_transfer_place place_of(clmem_buffer buffer, std::size_t first_word) {
    clmem_transfer_place made = CLMEM_TRANSFER_PLACE_INIT;
    made.memory = memory_of(buffer);
    made.offset_bytes = first_word * word;
    return made;
}

clmem_transfer_place place_of(std::vector<std::uint32_t> &host) {
    clmem_transfer_place made = CLMEM_TRANSFER_PLACE_INIT;
    made.pointer = host.data();
    made.bytes = host.size() * word;
    return made;
}

template <class Options>
void set_waits(Options &options, const std::vector<cl_event> &waits) {
    options.wait_count = static_cast<std::uint32_t>(waits.size());
    options.wait_events = waits.empty() ? nullptr : waits.data();
}

void write_ramp(std::uint32_t *to, std::size_t count, const contents &holds) {
    for (std::size_t at = 0; at < count; ++at) {
        to[at] = holds.first + static_cast<std::uint32_t>(at) * holds.step;
    }
}

bool is_host_memory(const block &b) {
    return b.from->of == kind::pinned;
}

bool has_cl_mem(const block &b) {
    return b.from->of == kind::buffer || b.from->of == kind::immediate;
}

} // namespace

// A new block may be used at once in its queue; other queues follow that one.
void worker::begin_with_queue(block &b) {
    if (b.last != nullptr || b.home.queue == nullptr) { return; }
    const test::shield own;
    need(clEnqueueMarkerWithWaitList(b.home.queue, 0, nullptr, &b.last), "clEnqueueMarkerWithWaitList");
    need(clFlush(b.home.queue), "clFlush");
}

// The block's last command, and sometimes a gate.
worker::wait_list worker::waits_for(block &b) {
    begin_with_queue(b);
    wait_list waits;
    if (b.last != nullptr) { waits.push_back(b.last); }
    if (random_.once_in(40)) {
        waits.push_back(in_.delays.make(in_.context, std::chrono::milliseconds{random_.below(20)}));
    }
    return waits;
}

// Releases what waits_for() has made beyond the first `own`.
void worker::release_gate(const wait_list &waits, std::size_t own) {
    const test::shield without_faults;
    for (std::size_t at = own; at < waits.size(); ++at) {
        need(clReleaseEvent(waits[at]), "clReleaseEvent");
    }
}

// The block's next command waits for this event; NULL: as before. It may be one of another queue, so this one is flushed.
void worker::ordered(block &b, cl_event event) {
    ++done.commands;
    if (event == nullptr) { return; }
    const test::shield own;
    cl_command_queue queue = nullptr;
    need(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue), &queue, nullptr), "clGetEventInfo");
    if (queue != nullptr) { need(clFlush(queue), "clFlush"); } // none: the event of a failure that comes late
    if (b.last != nullptr) { need(clReleaseEvent(b.last), "clReleaseEvent"); }
    b.last = event;
}

// A command has failed: whether a part of it runs is not known.
void worker::spoil(block &b) {
    b.holds.is_known = false;
    activity_.now.what = "a finish after a failure";
    const test::shield own;
    for (const named_queue &each : in_.queues()) {
        need(clFinish(each.queue), "clFinish");
    }
    if (own_queue_.queue != nullptr) { need(clFinish(own_queue_.queue), "clFinish"); }
}

void worker::note(block &b, const char *what, const block *copied_from) {
    constexpr std::size_t most = 12;
    if (b.past.size() == most) { b.past.erase(b.past.begin()); }
    const kind other = copied_from != nullptr ? copied_from->from->of : b.from->of;
    b.past.push_back({what, activity_.now.queue, other, b.holds});
}

// The block's commands, the newest last.
std::string worker::past_of(const block &b) {
    std::string text;
    for (const past_command &each : b.past) {
        char line[128];
        std::snprintf(line, sizeof line, "\n  %s (%s) in %p: %#x", each.what, name_of(each.other),
                      static_cast<void *>(each.queue), each.holds.first);
        text += line;
    }
    return text;
}

void worker::compare(const block &b, std::size_t first_word, const std::uint32_t *found, std::size_t count,
                     const char *what) const {
    if (!b.holds.is_known || !in_.compares()) { return; }
    done.compared_bytes += count * word;
    for (std::size_t at = 0; at < count; ++at) {
        const std::uint32_t expected = b.holds.first + static_cast<std::uint32_t>(first_word + at) * b.holds.step;
        if (found[at] == expected) { continue; }
        report("%s: word %zu of %zu of a block of kind %s is %#x, expected %#x (faults: %s) after%s\n  now in %p", what,
               first_word + at, b.words, name_of(b.from->of), found[at], expected, in_.faults().c_str(),
               past_of(b).c_str(), static_cast<void *>(activity_.now.queue.load()));
        return;
    }
}

// Whether the block's last command, and so each before it, was executed.
bool worker::wait_for(block &b) {
    if (b.last == nullptr) { return true; }
    activity_.now.what = "a wait";
    activity_.now.waits_for[0] = b.last;
    activity_.now.waits_for[1] = nullptr;
    const test::shield own;
    clWaitForEvents(1, &b.last);
    cl_int status = CL_QUEUED;
    need(clGetEventInfo(b.last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), "clGetEventInfo");
    if (status < 0) {
        if (!in_.has_faults()) { report("a command failed with %d", status); }
        need(clReleaseEvent(b.last), "clReleaseEvent");
        b.last = nullptr; // others would fail with it
        spoil(b);
    }
    return status == CL_COMPLETE;
}

void worker::fill(block &b) {
    if (is_host_memory(b)) { return; }
    const contents next{static_cast<std::uint32_t>(random_.next()), 0, true};
    const wait_list waits = waits_for(b);
    clmem_buffer_fill_options how = CLMEM_BUFFER_FILL_OPTIONS_INIT;
    set_waits(how, waits);
    cl_event event = nullptr;
    const bool is_done = check(clmem_buffer_fill(b.buffer, begin("a fill", b, waits), &next.first, word, &how, &event),
                               "clmem_buffer_fill", &b);
    release_gate(waits, b.last != nullptr ? 1 : 0);
    if (!is_done) { return spoil(b); }
    b.holds = next;
    note(b, "fill");
    ordered(b, event);
}

void worker::add(block &b) {
    if (is_host_memory(b)) { return; }
    const auto count = static_cast<cl_uint>(b.words);
    const auto added = static_cast<cl_uint>(random_.next());
    if (!check(clmem_kernel_set_memory(kernel_, 0, memory_of(b.buffer)), "clmem_kernel_set_memory", &b) ||
        !check(clmem_kernel_set_bytes(kernel_, 1, &count, sizeof count), "clmem_kernel_set_bytes", &b) ||
        !check(clmem_kernel_set_bytes(kernel_, 2, &added, sizeof added), "clmem_kernel_set_bytes", &b)) {
        return;
    }
    const wait_list waits = waits_for(b);
    clmem_launch_options how = CLMEM_LAUNCH_OPTIONS_INIT;
    set_waits(how, waits);
    how.global[0] = std::min<std::size_t>(b.words, 1024);
    how.flags = CLMEM_LAUNCH_CLEAR;
    cl_event event = nullptr;
    const bool is_done =
        check(clmem_kernel_launch(kernel_, begin("a kernel", b, waits), &how, &event), "clmem_kernel_launch", &b);
    release_gate(waits, b.last != nullptr ? 1 : 0);
    if (!is_done) { return spoil(b); }
    b.holds.first += added;
    note(b, "kernel");
    ordered(b, event);
}

void worker::write(block &b) {
    if (is_host_memory(b)) { return look(b); }
    const contents next{static_cast<std::uint32_t>(random_.next()), static_cast<std::uint32_t>(random_.below(3)), true};
    auto host = std::make_unique<words>(b.words);
    write_ramp(host->data(), b.words, next);
    const wait_list waits = waits_for(b);
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    set_waits(how, waits);
    how.non_blocking = random_.once_in(3) ? 0 : 1;
    const clmem_transfer_place from = place_of(*host), to = place_of(b.buffer, 0);
    cl_event event = nullptr;
    const bool is_done =
        check(clmem_transfer_copy(begin("a write", b, waits), &from, &to, &how, &event), "a transfer to a block", &b);
    release_gate(waits, b.last != nullptr ? 1 : 0);
    if (!is_done) { return spoil(b); }
    b.holds = next;
    note(b, how.non_blocking != 0 ? "write" : "blocking write");
    if (event != nullptr) {
        const test::shield own;
        need(clRetainEvent(event), "clRetainEvent");
        running_.push_back({event, std::move(host)});
    }
    ordered(b, event);
}

void worker::read(block &b) {
    if (is_host_memory(b)) { return look(b); }
    const std::size_t first = random_.below(b.words);
    words host(1 + random_.below(b.words - first));
    const wait_list waits = waits_for(b);
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    set_waits(how, waits);
    const clmem_transfer_place from = place_of(b.buffer, first), to = place_of(host);
    cl_event event = nullptr;
    const bool is_done =
        check(clmem_transfer_copy(begin("a read", b, waits), &from, &to, &how, &event), "a transfer from a block", &b);
    release_gate(waits, b.last != nullptr ? 1 : 0);
    if (!is_done) { return spoil(b); }
    ordered(b, event);
    if (wait_for(b)) { compare(b, first, host.data(), host.size(), "a transfer to the host"); }
    note(b, "read");
}

void worker::copy(block &from, block &to) {
    const bool are_host = is_host_memory(from) && is_host_memory(to);
    const bool is_device_only = from.from->of == kind::usm_device || to.from->of == kind::usm_device;
    if (&from == &to || are_host || (is_device_only && (has_cl_mem(from) || has_cl_mem(to)))) { return; }
    if (from.words < to.words) { return; } // it would leave words of both
    const std::size_t first = random_.below(from.words - to.words + 1);
    wait_list waits = waits_for(from);
    const std::size_t own = from.last != nullptr ? 1 : 0;
    begin_with_queue(to);
    if (to.last != nullptr) { waits.insert(waits.begin(), to.last); }
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    set_waits(how, waits);
    how.non_blocking = random_.once_in(4) ? 0 : 1;
    how.bytes = to.words * word;
    const clmem_transfer_place source = place_of(from.buffer, first), destination = place_of(to.buffer, 0);
    cl_event event = nullptr;
    const bool is_done = check(clmem_transfer_copy(begin("a copy", random_.once_in(2) ? from : to, waits), &source,
                                                   &destination, &how, &event),
                               "a transfer between blocks", &from);
    release_gate(waits, own + (to.last != nullptr ? 1 : 0));
    if (!is_done) {
        spoil(from);
        return spoil(to);
    }
    to.holds = from.holds;
    to.holds.first += static_cast<std::uint32_t>(first) * from.holds.step;
    note(to, how.non_blocking != 0 ? "copy to it" : "blocking copy to it", &from);
    note(from, "copy from it", &to);
    if (event != nullptr) {
        const test::shield without_faults;
        need(clRetainEvent(event), "clRetainEvent");
        ordered(from, event);
    }
    ordered(to, event);
}

void worker::map(block &b) {
    if (b.from->of > kind::fine) { return; } // the others need none
    const wait_list waits = waits_for(b);
    cl_command_queue const queue = begin("a map", b, waits);
    clmem_map_buffer_options how = CLMEM_MAP_BUFFER_OPTIONS_INIT;
    set_waits(how, waits);
    how.non_blocking = random_.once_in(2) ? 1 : 0;
    clmem_map mapped = nullptr;
    cl_event event = nullptr;
    const bool is_done =
        check(clmem_map_buffer(b.buffer, queue, CL_MAP_READ | CL_MAP_WRITE, &how, &mapped, &event), "a map", &b);
    release_gate(waits, b.last != nullptr ? 1 : 0);
    if (!is_done) { return spoil(b); }
    ordered(b, event);
    clmem_map_info info = CLMEM_MAP_INFO_INIT;
    const bool is_mapped = wait_for(b) && check(clmem_map_describe(mapped, &info), "clmem_map_describe", &b);
    if (is_mapped) {
        compare(b, 0, static_cast<const std::uint32_t *>(info.pointer), b.words, "a map");
        b.holds = {static_cast<std::uint32_t>(random_.next()), 1, true};
        write_ramp(static_cast<std::uint32_t *>(info.pointer), b.words, b.holds);
    }
    event = nullptr;
    const bool is_unmapped = check(clmem_map_unmap(mapped, nullptr, nullptr, &event), "clmem_map_unmap", &b);
    note(b, "map");
    if (is_unmapped) { ordered(b, event); }
    if (!check(clmem_map_release(mapped), "clmem_map_release", &b)) {
        const test::shield own;
        need(clmem_map_release(mapped), "clmem_map_release without faults");
    }
    if (!is_unmapped) { spoil(b); } // the release has unmapped it, without an event
}

// A part of the block is read alone.
void worker::part(block &b) {
    constexpr std::size_t apart = 4096 / word; // more than any device's alignment
    if (b.from->of > kind::fine || b.words <= apart) { return; }
    const bool is_svm = !has_cl_mem(b);
    const std::size_t first = is_svm ? 0 : apart * random_.below((b.words - 1) / apart + 1);
    const std::size_t count = 1 + random_.below(b.words - first);
    clmem_buffer derived = nullptr;
    const clmem_status status = is_svm ? clmem_svm_as_buffer(b.buffer, in_.context, 0, count * word, &derived)
                                       : clmem_buffer_sub_region(b.buffer, first * word, count * word, 0, &derived);
    if (!check(status, "a part of a block", &b)) { return; }
    words host(count);
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    const wait_list waits = waits_for(b);
    set_waits(how, waits);
    const clmem_transfer_place from = place_of(derived, 0), to = place_of(host);
    cl_event event = nullptr;
    const bool is_done =
        check(clmem_transfer_copy(begin("a part", b, waits), &from, &to, &how, &event), "a transfer from a part", &b);
    release_gate(waits, b.last != nullptr ? 1 : 0);
    is_done ? ordered(b, event) : spoil(b);
    if (is_done && wait_for(b)) { compare(b, first, host.data(), count, "a part"); }
    note(b, "part");
    if (!check(clmem_buffer_release(derived), "the release of a part", &b)) {
        const test::shield own;
        need(clmem_buffer_release(derived), "the release of a part without faults");
    }
}

// The host's own access.
void worker::look(block &b) {
    if (b.from->of < kind::fine || b.from->of == kind::usm_device) { return; }
    if (!wait_for(b)) { return; }
    void *pointer = nullptr;
    if (!check(clmem_svm_pointer(b.buffer, &pointer), "clmem_svm_pointer", &b)) { return; }
    compare(b, 0, static_cast<const std::uint32_t *>(pointer), b.words, "the host's own access");
    b.holds = {static_cast<std::uint32_t>(random_.next()), 1, true};
    write_ramp(static_cast<std::uint32_t *>(pointer), b.words, b.holds);
    note(b, "look");
}

// A command that clmem does not see, in any queue.
void worker::fill_by_opencl(block &b) {
    if (!has_cl_mem(b)) { return; }
    cl_command_queue queue = queue_for(b);
    cl_mem mem = nullptr;
    if (!check(clmem_buffer_mem(b.buffer, &mem), "clmem_buffer_mem", &b) ||
        !check(clmem_pool_record_use(b.from->pool, b.buffer, queue), "clmem_pool_record_use", &b)) {
        return;
    }
    begin_with_queue(b);
    const test::shield own;
    const contents next{static_cast<std::uint32_t>(random_.next()), 0, true};
    cl_event event = nullptr;
    const cl_int code = clEnqueueFillBuffer(queue, mem, &next.first, word, 0, b.words * word, b.last != nullptr ? 1 : 0,
                                            b.last != nullptr ? &b.last : nullptr, &event);
    if (code != CL_SUCCESS) {
        if (!in_.has_faults()) { report("clEnqueueFillBuffer returned %d", code); }
        return spoil(b);
    }
    need(clFlush(queue), "clFlush");
    b.must_name |= b.home.is_out_of_order && queue == b.home.queue;
    b.holds = next;
    activity_.now.queue = queue;
    note(b, "fill by OpenCL");
    ordered(b, event);
}

} // namespace clmem::soak
