// Steps that concern images, queues and pools.
#include "layer_faults.hpp"
#include "worker.hpp"

#include <algorithm>

namespace clmem::soak {

// An image without a block: filled with one colour, and read.
void worker::image() {
    clmem_image_description what = CLMEM_IMAGE_DESCRIPTION_INIT;
    what.type = CL_MEM_OBJECT_IMAGE2D;
    what.channel_order = CL_RGBA;
    what.channel_type = CL_UNSIGNED_INT8;
    what.width = 1 + random_.below(128);
    what.height = 1 + random_.below(64);
    clmem_image made = nullptr;
    const clmem_status status = clmem_image_create(in_.context, 0, &what, nullptr, SIZE_MAX, &made);
    if (status == CLMEM_ERROR_UNSUPPORTED || !check(status, "clmem_image_create")) { return; }
    const double color[4] = {static_cast<double>(random_.below(256)), 1, 2, 3};
    const std::uint32_t pixel = static_cast<std::uint32_t>(color[0]) | 1U << 8 | 2U << 16 | 3U << 24;
    cl_command_queue queue = any_queue().queue;
    words host(what.width * what.height);
    clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT, to = CLMEM_TRANSFER_PLACE_INIT;
    from.memory = reinterpret_cast<clmem_memory>(made);
    to.pointer = host.data();
    to.bytes = host.size() * sizeof pixel;
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    cl_event filled = nullptr;
    if (check(clmem_image_fill(made, queue, color, nullptr, &filled), "clmem_image_fill")) {
        how.wait_count = 1;
        how.wait_events = &filled;
        done.commands += 2;
        if (check(clmem_transfer_copy(queue, &from, &to, &how, nullptr), "a transfer from an image") &&
            (in_.has_faults() ? clmem_event_wait(1, &filled) == CLMEM_SUCCESS : true)) {
            done.compared_bytes += to.bytes;
            if (in_.compares() && std::ranges::any_of(host, [&](std::uint32_t each) { return each != pixel; })) {
                report("an image of %zu times %zu pixels does not hold its colour", what.width, what.height);
            }
        }
    }
    const test::shield own;
    if (filled != nullptr) { need(clReleaseEvent(filled), "clReleaseEvent"); }
    need(clmem_image_release(made), "clmem_image_release");
}

// An image over a block shows what the block holds.
void worker::image_over(block &b) {
    if (!b.is_dedicated || (b.from->of != kind::buffer && b.from->of != kind::immediate) || b.words > 16384) { return; }
    clmem_image_description what = CLMEM_IMAGE_DESCRIPTION_INIT;
    what.type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    what.channel_order = CL_R;
    what.channel_type = CL_UNSIGNED_INT32;
    what.width = b.words;
    what.source = reinterpret_cast<clmem_memory>(b.buffer);
    clmem_image made = nullptr;
    const clmem_status status = clmem_image_create(in_.context, 0, &what, nullptr, SIZE_MAX, &made);
    if (status == CLMEM_ERROR_UNSUPPORTED || !check(status, "an image over a block", &b)) { return; }
    words host(b.words);
    clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT, to = CLMEM_TRANSFER_PLACE_INIT;
    from.memory = reinterpret_cast<clmem_memory>(made);
    to.pointer = host.data();
    to.bytes = host.size() * sizeof(std::uint32_t);
    begin_with_queue(b);
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    how.wait_count = b.last != nullptr ? 1 : 0;
    how.wait_events = b.last != nullptr ? &b.last : nullptr;
    cl_event event = nullptr;
    const bool is_done =
        check(clmem_transfer_copy(queue_for(b), &from, &to, &how, &event), "a transfer from an image", &b);
    is_done ? ordered(b, event) : spoil(b);
    if (is_done && wait_for(b)) { compare(b, 0, host.data(), b.words, "an image over a block"); }
    const test::shield own;
    need(clmem_image_release(made), "clmem_image_release");
}

void worker::pipe() {
    clmem_pipe made = nullptr;
    const clmem_status status = clmem_pipe_create(in_.context, 0, 16, 64, 0, nullptr, &made);
    if (status == CLMEM_ERROR_UNSUPPORTED || !check(status, "clmem_pipe_create")) { return; }
    clmem_pipe_info info = CLMEM_PIPE_INFO_INIT;
    check(clmem_pipe_describe(made, &info), "clmem_pipe_describe");
    const test::shield own;
    need(clmem_pipe_release(made), "clmem_pipe_release");
}

void worker::bind(block &b) {
    if (b.from->of < kind::coarse) { return; }
    const named_queue to = any_queue();
    if (to.is_out_of_order) { return; }
    if (check(clmem_svm_bind(b.buffer, to.queue), "clmem_svm_bind", &b)) { b.home = to; }
}

void worker::unbind(block &b) {
    if (b.from->of < kind::coarse) { return; }
    if (check(clmem_svm_unbind(b.buffer), "clmem_svm_unbind", &b)) { b.home = {}; }
}

void worker::add_queue() {
    if (own_queue_.queue != nullptr) { return; }
    if (const auto made = in_.make_queue(random_)) { own_queue_ = *made; }
}

// The pools forget the queue, and its blocks belong to none.
void worker::end_queue() {
    if (own_queue_.queue == nullptr) { return; }
    const test::shield own;
    for (const memory_pool &each : in_.pools()) {
        const clmem_status status = clmem_pool_forget_queue(each.pool, own_queue_.queue);
        if (status != CLMEM_ERROR_INVALID_ARGUMENT) { need(status, "clmem_pool_forget_queue"); } // it does not know it
    }
    for (block &b : blocks_) {
        if (b.home.queue == own_queue_.queue) { b.home = {}; }
    }
    need(clmem_queue_release(own_queue_.queue), "clmem_queue_release");
    own_queue_ = {};
}

void worker::manage_pool() {
    const memory_pool &one = in_.pools()[random_.below(in_.pools().size())];
    std::size_t released = 0;
    std::vector<char> text(std::size_t{1} << 16);
    switch (random_.below(5)) {
    case 0:
        check(clmem_pool_free_held(one.pool), "clmem_pool_free_held");
        return;
    case 1:
        check(clmem_pool_trim(one.pool, random_.below(std::size_t{8} << 20), &released), "clmem_pool_trim");
        return;
    case 2:
        check(clmem_pool_dump(one.pool, text.size(), text.data(), &released), "clmem_pool_dump");
        return;
    case 3:
        check(clmem_pool_set_limit(one.pool, (std::size_t{4} << 20) << random_.below(5)), "clmem_pool_set_limit");
        return;
    default:
        check(clmem_pool_reset_peaks(one.pool), "clmem_pool_reset_peaks");
        return;
    }
}

} // namespace clmem::soak
