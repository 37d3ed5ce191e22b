#include "whole.hpp"

#include "driver.hpp"
#include "memory_table.hpp"
#include "report.hpp"
#include "room.hpp"
#include "settings.hpp"

namespace clmem::layer {

cl_mem detail::find_whole(cl_mem handle) noexcept {
    cl_mem found = handle;
    with_memory(handle, [&](const memory &known) {
        if (known.whole != nullptr) { found = known.whole; }
    });
    return found;
}

cl_mem command::uses(cl_mem handle) noexcept {
    stamp(handle);
    return real_of(handle);
}

namespace {

std::atomic<bool> are_possible{true};

cl_mem create_whole(const context_state &context, const memory &block) noexcept {
    const std::uint64_t begin = report::now_ns();
    cl_int code = CL_SUCCESS;
    cl_mem made = create_in_room(code, [&](cl_int *out_code) {
        return driver().clCreateBuffer(context.handle, block.flags, block.bytes, nullptr, out_code);
    });
    if (made != nullptr) {
        report::driver_call(report::driver_function::create, context.handle, block.bytes, report::now_ns() - begin);
    }
    return made;
}

// Behind the commands that have written the block.
bool copy_content(context_state &context, const memory &block, cl_mem from, cl_mem to) {
    const auto copy = [&](cl_command_queue queue, const std::vector<cl_event> &before, cl_event *done) {
        return driver().clEnqueueCopyBuffer(queue, from, to, 0, 0, block.bytes, static_cast<cl_uint>(before.size()),
                                            before.empty() ? nullptr : before.data(), done);
    };
    return context.fill_behind(block.block, copy);
}

bool clear_if_wanted(context_state &context, cl_mem made, std::size_t bytes) {
    constexpr unsigned char zero = 0;
    if (!current_settings().zero) { return true; }
    return context.fill(uses::complete, [&](cl_command_queue queue, cl_event *done) {
        return driver().clEnqueueFillBuffer(queue, made, &zero, sizeof zero, 0, bytes, 0, nullptr, done);
    });
}

} // namespace

void give_up_wholes() noexcept {
    are_possible.store(false);
}

bool make_whole(context_state &context, cl_mem handle) {
    memory block;
    bool is_possible = false;
    with_memory(handle, [&](const memory &known) {
        is_possible = known.is_pooled() && known.whole == nullptr && known.holds == 0;
        block.block = known.block;
        block.flags = known.flags;
        block.bytes = known.bytes;
    });
    // Functions of extensions would get the block's cl_mem.
    if (!is_possible || !are_possible.load() || !uses_are_known() || !pooling_is_possible()) { return false; }
    cl_mem made = create_whole(context, block);
    if (made == nullptr) { return false; }
    const bool has_content = context.may_have_content(block.block) ? copy_content(context, block, handle, made)
                                                                   : clear_if_wanted(context, made, block.bytes);
    if (!has_content) {
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
