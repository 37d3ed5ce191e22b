#include "commands.hpp"

#include "calls.hpp"
#include "driver.hpp"
#include "handle_map.hpp"

namespace clmem::layer {

namespace {

void raise(std::atomic<std::uint64_t> &to, std::uint64_t value) noexcept {
    std::uint64_t known = to.load(relaxed);
    while (known < value && !to.compare_exchange_weak(known, value)) {}
}

// Never destroyed: the program may call OpenCL while it exits.
handle_map<block_uses> &blocks() {
    static auto &made = *new handle_map<block_uses>;
    return made;
}
handle_map<queue_uses> &queues() {
    static auto &made = *new handle_map<queue_uses>;
    return made;
}

std::atomic<bool> are_known{true};

std::mutex recycling;
block_uses *unused = nullptr; // with the mutex
// New queues count on from here: a block may have stamps of a former queue with the same slot.
std::atomic<std::uint64_t> highest{1};
std::atomic<std::uint32_t> last_number{0};
std::atomic<std::uint64_t> era{1};

block_uses *take_unused() {
    const std::lock_guard lock{recycling};
    if (unused == nullptr) { return new block_uses; }
    block_uses *const taken = unused;
    unused = taken->next_unused;
    return taken;
}

} // namespace

void queue_uses::finish(std::uint64_t command) noexcept {
    raise(finished, command);
}

void block_uses::clear() noexcept {
    queues.store(0);
    for (auto &each : last) {
        each.store(0, relaxed);
    }
    first.store(0, relaxed);
    is_filled.store(false, relaxed);
    born = era.load();
}

bool block_uses::are_over(const queue_uses &queue) const noexcept {
    return queue.slot < counted_slots ? last[queue.slot].load() <= queue.finished.load() : queue.is_idle();
}

block_uses *add_uses(cl_mem handle) {
    block_uses *uses = blocks().find(handle);
    if (uses == nullptr || uses->owner != handle) {
        uses = take_unused();
        uses->owner = handle;
        (void)blocks().put(handle, uses);
    }
    uses->clear();
    return uses;
}

block_uses *find_uses(const void *handle) noexcept {
    return blocks().find(handle);
}

std::uint32_t first_queue_of(cl_mem handle) noexcept {
    const block_uses *const uses = find_uses(handle);
    return uses != nullptr ? uses->first.load(relaxed) : 0;
}

void share_uses(cl_mem handle, cl_mem parent) {
    if (block_uses *const of_parent = blocks().find(parent)) { (void)blocks().put(handle, of_parent); }
}

void forget_uses(cl_mem handle) noexcept {
    block_uses *const forgotten = blocks().forget(handle);
    if (forgotten == nullptr || forgotten->owner != handle) { return; }
    const std::lock_guard lock{recycling};
    forgotten->owner = nullptr;
    forgotten->next_unused = unused;
    unused = forgotten;
}

std::unique_ptr<queue_uses> add_queue_uses(cl_command_queue queue, unsigned slot, bool in_order, context_state *context,
                                           std::atomic<queue_mask> &of_all_blocks) {
    auto made = std::make_unique<queue_uses>();
    made->slot = slot;
    made->in_order = in_order;
    made->number = last_number.fetch_add(1, relaxed) + 1;
    made->context = context;
    made->of_all_blocks = &of_all_blocks;
    for (auto *each : {&made->begun, &made->ended, &made->finished}) {
        each->store(highest.load(relaxed), relaxed);
    }
    (void)queues().put(queue, made.get());
    return made;
}

queue_uses *find_queue_uses(cl_command_queue queue) noexcept {
    return queues().find(queue);
}

void forget_queue_uses(cl_command_queue queue) noexcept {
    const queue_uses *const forgotten = queues().forget(queue);
    if (forgotten != nullptr) { raise(highest, forgotten->begun.load(relaxed)); }
}

std::uint64_t end_era() noexcept {
    return era.fetch_add(1);
}

void give_up_uses() noexcept {
    are_known.store(false);
}

bool uses_are_known() noexcept {
    return are_known.load(relaxed);
}

// Before any stamp: until the command has ended, no call that waits shows that it is complete.
void command::begin() noexcept {
    if (number_ == 0 && queue_ != nullptr) { number_ = queue_->begun.fetch_add(1) + 1; }
}

void command::stamp(block_uses &block) noexcept {
    if (queue_ == nullptr) {
        block.queues.store(all_queues);
        return;
    }
    begin();
    if (queue_->slot < block_uses::counted_slots) { raise(block.last[queue_->slot], number_); }
    const queue_mask bit = bit_of(queue_->slot);
    const queue_mask known = block.queues.load(relaxed);
    if (block.first.load(relaxed) == 0) { block.first.store(queue_->number, relaxed); }
    if ((known & bit) != bit) { block.queues.fetch_or(bit); }
}

void command::uses_all_blocks() noexcept {
    if (queue_ == nullptr) {
        give_up_uses();
        return;
    }
    begin();
    queue_->of_all_blocks->fetch_or(bit_of(queue_->slot));
}

namespace calls {

cl_int CL_API_CALL clFinish(cl_command_queue queue) {
    wait_for_queue wait{queue, true};
    const cl_int code = driver().clFinish(queue);
    wait.returned(code);
    return code;
}

} // namespace calls

} // namespace clmem::layer
