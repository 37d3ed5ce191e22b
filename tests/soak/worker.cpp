#include "worker.hpp"

#include "layer_faults.hpp"

#include <algorithm>

namespace clmem::soak {

namespace {

constexpr std::size_t most_blocks = 16;

std::size_t any_words(dice &random) {
    switch (random.below(8)) {
    case 0:
        return (std::size_t{1} << 18) + random.below(std::size_t{1} << 18); // 1 to 2 MiB
    case 1:
    case 2:
        return (std::size_t{1} << 14) << random.below(4);
    case 3:
        return 1 + random.below(std::size_t{1} << 16);
    default:
        return 1 + random.below(1024);
    }
}

} // namespace

worker::worker(world &in, std::uint64_t seed) : in_{in}, random_{seed} {
    const test::shield own;
    need(clmem_kernel_create(in_.program, "add", &kernel_), "clmem_kernel_create");
    ++done.threads;
}

worker::~worker() {
    while (!blocks_.empty()) {
        release(blocks_.size() - 1);
    }
    end_queue();
    const test::shield own;
    reap(true);
    need(clmem_kernel_release(kernel_), "clmem_kernel_release");
}

bool worker::check(clmem_status status, const char *what, const block *of) {
    if (status == CLMEM_SUCCESS) { return true; }
    if (in_.has_faults()) {
        ++done.failed_calls;
        return false;
    }
    if (status == CLMEM_ERROR_OUT_OF_MEMORY) { return false; } // a pool's limit, or the device
    clmem_error last = CLMEM_ERROR_INIT;
    clmem_error_last(&last);
    report("%s returned %d for memory of kind %s: %s", what, status, of != nullptr ? name_of(of->from->of) : "none",
           last.message);
    return false;
}

// Frees the host memory of transfers that are complete.
void worker::reap(bool all) {
    std::erase_if(running_, [&](running_transfer &each) {
        const test::shield own;
        cl_int status = CL_QUEUED;
        if (all) { clWaitForEvents(1, &each.event); } // a transfer may have failed
        need(clGetEventInfo(each.event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
             "clGetEventInfo");
        if (status > CL_COMPLETE) { return false; }
        need(clReleaseEvent(each.event), "clReleaseEvent");
        return true;
    });
}

named_queue worker::any_queue() {
    if (own_queue_.queue != nullptr && random_.once_in(3)) { return own_queue_; }
    return in_.queues()[random_.below(in_.queues().size())];
}

// Mostly the block's queue, otherwise any.
cl_command_queue worker::queue_for(const block &b) {
    return b.home.queue != nullptr && !random_.once_in(4) ? b.home.queue : any_queue().queue;
}

cl_command_queue worker::begin(const char *what, const block &b, const wait_list &waits) {
    cl_command_queue const queue = queue_for(b);
    activity_.now.what = what;
    activity_.now.queue = queue;
    for (std::size_t at = 0; at < std::size(activity_.now.waits_for); ++at) {
        activity_.now.waits_for[at] = at < waits.size() ? waits[at] : nullptr;
    }
    return queue;
}

block *worker::pick() {
    return blocks_.empty() ? nullptr : &random_.pick(blocks_);
}

void worker::allocate() {
    block made;
    made.from = &in_.pools()[random_.below(in_.pools().size())];
    made.words = any_words(random_);
    made.home = any_queue();
    clmem_allocation_options chosen = CLMEM_ALLOCATION_OPTIONS_INIT;
    chosen.queue = made.home.queue;
    if (random_.once_in(4)) { chosen.alignment_bytes = std::size_t{256} << random_.below(5); }
    made.is_dedicated = random_.once_in(12);
    chosen.flags = made.is_dedicated ? CLMEM_ALLOCATION_DEDICATED : 0;
    const std::size_t bytes = made.words * sizeof(std::uint32_t);
    const bool is_plain = chosen.alignment_bytes == 0 && chosen.flags == 0 && random_.once_in(2);
    const clmem_status status = is_plain ? clmem_pool_allocate(made.from->pool, made.home.queue, bytes, &made.buffer)
                                         : clmem_pool_allocate_with(made.from->pool, &chosen, bytes, &made.buffer);
    if (!check(status, "an allocation", &made)) { return; }
    ++done.allocations;
    blocks_.push_back(std::move(made));
    write(blocks_.back());
}

// If a fault lets the release fail, the block is still there, and is released again.
void worker::release(std::size_t index) {
    block b = take_out(blocks_, index);
    const cl_uint count = b.must_name && b.last != nullptr ? 1 : 0;
    const auto attempt = [&] {
        return count == 0 && random_.once_in(2)
                   ? clmem_buffer_release(b.buffer)
                   : clmem_buffer_release_after(b.buffer, count, count != 0 ? &b.last : nullptr);
    };
    if (!check(attempt(), "a release", &b)) {
        const test::shield own;
        need(attempt(), "a release without faults");
    }
    drop(b);
}

void worker::drop(block &of) {
    const test::shield own;
    if (of.last != nullptr) { need(clReleaseEvent(of.last), "clReleaseEvent"); }
}

// Only blocks that do not belong to this thread's own queue, which ends before they may.
void worker::trade() {
    std::optional<block> offered;
    if (!blocks_.empty()) {
        const std::size_t index = random_.below(blocks_.size());
        if (!blocks_[index].home.is_temporary) { offered = take_out(blocks_, index); }
    }
    if (auto taken = in_.trade(std::move(offered), random_)) { blocks_.push_back(std::move(*taken)); }
}

bool worker::take_over() {
    auto taken = in_.trade(std::nullopt, random_);
    if (!taken) { return false; }
    blocks_.push_back(std::move(*taken));
    return true;
}

void worker::step() {
    ++done.steps;
    activity_.now.what = "another step";
    if (!running_.empty()) { reap(running_.size() > 32); }
    const std::size_t chance = random_.below(100);
    if (chance < 22) {
        if (blocks_.size() < most_blocks) { return allocate(); }
        return release(random_.below(blocks_.size()));
    }
    if (chance < 38) {
        if (!blocks_.empty()) { release(random_.below(blocks_.size())); }
        return;
    }
    if (chance < 42) { return trade(); }
    if (chance < 43) { return add_queue(); }
    if (chance < 44) { return end_queue(); }
    if (chance < 45) { return manage_pool(); }
    if (chance < 46) { return image(); }
    if (chance < 47) { return pipe(); }
    block *const b = pick();
    if (b == nullptr) { return; }
    std::size_t end = 47;
    for (const block_step &each : block_steps()) {
        end += each.share;
        if (chance >= end) { continue; }
        if (!in_.leaves_out(each.name)) { (this->*each.run)(*b); }
        return;
    }
}

const std::vector<worker::block_step> &worker::block_steps() {
    static const std::vector<block_step> all{
        {"fill", 7, &worker::fill},        {"add", 8, &worker::add},   {"write", 6, &worker::write},
        {"read", 12, &worker::read},       {"copy", 6, &worker::copy}, {"map", 3, &worker::map},
        {"part", 3, &worker::part},        {"look", 2, &worker::look}, {"fill-by-opencl", 2, &worker::fill_by_opencl},
        {"image", 1, &worker::image_over}, {"bind", 1, &worker::bind}, {"unbind", 2, &worker::unbind},
    };
    return all;
}

std::vector<std::string> names_of_steps() {
    std::vector<std::string> names;
    for (const worker::block_step &each : worker::block_steps()) {
        names.emplace_back(each.name);
    }
    return names;
}

void worker::copy(block &from) {
    copy(from, *pick());
}

} // namespace clmem::soak
