#include "whole.hpp"

#include "driver.hpp"
#include "memory_table.hpp"
#include "report.hpp"

namespace clmem::layer {

cl_mem detail::find_whole(cl_mem handle) noexcept {
    cl_mem found = handle;
    with_memory(handle, [&](const memory &known) {
        if (known.whole != nullptr) { found = known.whole; }
    });
    return found;
}

void detail::note_use(cl_mem handle, bool is_argument) noexcept {
    with_memory(handle, [&](memory &known) {
        known.is_used = true;
        known.is_argument = known.is_argument || is_argument;
    });
}

void watch_uses() noexcept {
    detail::watches_uses.store(true, std::memory_order_relaxed);
}

namespace {

cl_mem create_whole(const context_state &context, const memory &block) noexcept {
    const std::uint64_t begin = report::now_ns();
    cl_mem made = driver().clCreateBuffer(context.handle, block.flags, block.bytes, nullptr, nullptr);
    if (made != nullptr) {
        report::driver_call(report::driver_function::create, context.handle, block.bytes, report::now_ns() - begin);
    }
    return made;
}

// In the context's only queue, behind the commands that have written the block.
bool copy_content(context_state &context, cl_mem from, cl_mem to, std::size_t bytes) {
    return context.fill(uses::early, [&](cl_command_queue queue, cl_event *done) {
        return driver().clEnqueueCopyBuffer(queue, from, to, 0, 0, bytes, 0, nullptr, done);
    });
}

} // namespace

bool make_whole(context_state &context, cl_mem handle) {
    memory block;
    bool is_possible = false;
    with_memory(handle, [&](const memory &known) {
        is_possible =
            watches_uses() && known.is_pooled() && known.whole == nullptr && known.holds == 0 && !known.is_argument;
        block.flags = known.flags;
        block.bytes = known.bytes;
        block.is_used = known.is_used;
    });
    // Functions of extensions would get the block's cl_mem.
    if (!is_possible || !pooling_is_possible()) { return false; }
    cl_mem made = create_whole(context, block);
    if (made == nullptr) { return false; }
    if (block.is_used && !copy_content(context, handle, made, block.bytes)) {
        (void)driver().clReleaseMemObject(made);
        report::driver_call(report::driver_function::release, context.handle, block.bytes, 0);
        return false;
    }
    context.own.objects.fetch_add(1);
    with_memory(handle, [&](memory &known) {
        known.whole = made;
        known.block.commands->queues.store(all_queues); // the layer's copy may still run
    });
    detail::has_whole.store(true, std::memory_order_release);
    return true;
}

} // namespace clmem::layer
