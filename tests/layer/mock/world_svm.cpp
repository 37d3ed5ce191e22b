// Shared virtual memory, and unified shared memory (world_usm.cpp). One queue uses each allocation, whose commands the program has waited for when it frees it.
#include "world.hpp"

#include <atomic>

namespace over_mock {

namespace {
std::atomic<std::uint64_t> last_owner_of_svm{std::uint64_t{1} << 40}; // others than those of buffers
} // namespace

std::uint64_t world::new_owner_of_svm() noexcept {
    return last_owner_of_svm.fetch_add(1) + 1;
}

void world::allocate_shared() {
    if (queues_.empty() || shared_.size() > 8) { return; }
    if (plan_.has_usm && dice_.once_in(2)) { return allocate_usm(); }
    const known_queue &in = queues_[dice_.below(queues_.size())];
    if (!in.in_order) { return; }
    const std::size_t bytes = 1 + dice_.below(plan_.largest);
    auto *const made = static_cast<unsigned char *>(cl_.clSVMAlloc(context_, CL_MEM_READ_WRITE, bytes, 0));
    if (made == nullptr) { return; }
    shared_.push_back({made, bytes, new_owner_of_svm(), in.handle, false});
}

void world::use_shared() {
    if (shared_.empty()) { return; }
    shared_memory &of = dice_.pick(shared_);
    const mock::owner_scope mine{of.owner};
    const auto scope = without_waits();
    if (of.is_usm) { return use_usm(of); }
    unsigned char host[1] = {};
    switch (dice_.below(4)) {
    case 0:
        cl_.clEnqueueSVMMemFill(of.queue, of.pointer, host, 1, of.bytes, 0, nullptr, nullptr);
        break;
    case 1:
        cl_.clEnqueueSVMMemcpy(of.queue, CL_FALSE, of.pointer, host, 1, 0, nullptr, nullptr);
        break;
    case 2: {
        const void *pieces[] = {of.pointer};
        cl_.clEnqueueSVMMigrateMem(of.queue, 1, pieces, nullptr, 0, 0, nullptr, nullptr);
        break;
    }
    default:
        const cl_int code = of.is_mapped ? cl_.clEnqueueSVMUnmap(of.queue, of.pointer, 0, nullptr, nullptr)
                                         : cl_.clEnqueueSVMMap(of.queue, CL_FALSE, CL_MAP_WRITE, of.pointer, of.bytes,
                                                               0, nullptr, nullptr);
        of.is_mapped = (code == CL_SUCCESS) != of.is_mapped;
    }
}

void world::free_shared() {
    if (!shared_.empty()) { free_shared(dice_.below(shared_.size()), dice_.once_in(2)); }
}

// By a command, or after a wait for the queue.
void world::free_shared(std::size_t at, bool by_command) {
    const shared_memory ended = shared_[at];
    const mock::own_calls sure;
    if (ended.is_usm) {
        free_usm(ended);
        shared_.erase(shared_.begin() + static_cast<std::ptrdiff_t>(at));
        return;
    }
    if (ended.is_mapped) {
        const mock::owner_scope mine{ended.owner};
        cl_.clEnqueueSVMUnmap(ended.queue, ended.pointer, 0, nullptr, nullptr);
    }
    if (by_command) {
        void *pieces[] = {ended.pointer};
        if (cl_.clEnqueueSVMFree(ended.queue, 1, pieces, nullptr, nullptr, 0, nullptr, nullptr) != CL_SUCCESS) {
            report("clEnqueueSVMFree fails");
        }
    } else {
        cl_.clFinish(ended.queue);
        cl_.clSVMFree(context_, ended.pointer);
    }
    shared_.erase(shared_.begin() + static_cast<std::ptrdiff_t>(at));
}

void world::free_shared_of(cl_command_queue queue) {
    for (std::size_t at = shared_.size(); at-- > 0;) {
        if (shared_[at].queue == queue) { free_shared(at, dice_.once_in(2)); }
    }
}

} // namespace over_mock
