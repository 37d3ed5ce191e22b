// Shared virtual memory.
#include "platform.hpp"
#include "queues.hpp"

#include <algorithm>

namespace mock {

namespace {

// Adds the range at an address; reports a violation and returns false if there is no SVM.
bool add_svm(const call &now, std::vector<range> &ranges, const void *address, std::size_t bytes) {
    const auto found = find_range(address, bytes);
    if (!found) {
        violation("%s of %zu bytes at %p, which are not SVM", now.function(), bytes, address);
        return false;
    }
    ranges.push_back(*found);
    return true;
}

} // namespace

cl_int pointer_command(const call &now, request what, const void *address, std::size_t bytes) {
    if (!add_svm(now, what.ranges, address, bytes)) { return CL_INVALID_VALUE; }
    return enqueue(now, what);
}

cl_int pointer_copy(const call &now, request what, const void *target, const void *source, std::size_t bytes) {
    for (const void *side : {target, source}) { // one of them may be host memory
        if (const auto found = find_range(side, bytes)) { what.ranges.push_back(*found); }
    }
    return enqueue(now, what);
}

bool free_allocation(const call &now, const void *address) {
    const auto found = find_range(address, 1);
    if (!found || found->begin != 0 || !find_allocation(found->allocation)->is_svm) {
        violation("%s of %p, which is not the start of an allocation", now.function(), address);
        return false;
    }
    commands().check_free(found->allocation, now.function());
    commands().end_allocation(found->allocation);
    give_memory(found->allocation);
    return true;
}

void touch(const void *address, std::size_t bytes) {
    const std::lock_guard guard{lock()};
    const auto found = find_range(address, bytes);
    if (!found) { return violation("the host accesses %zu bytes at %p, which are not memory", bytes, address); }
    commands().check_host_access(*found, current_owner());
}

} // namespace mock

using namespace mock;

extern "C" {

void *clSVMAlloc(cl_context context, cl_svm_mem_flags, std::size_t bytes, cl_uint alignment) {
    const call now{__func__};
    if (now.failed() || !is_valid(context, kind::context, now.function()) || bytes == 0) { return nullptr; }
    const std::uint64_t number = take_memory(bytes, std::max<std::size_t>(alignment, base_alignment), true);
    return number != 0 ? address_of({number, 0, bytes}) : nullptr;
}

void clSVMFree(cl_context context, void *address) {
    const call now{__func__, may_fail::no};
    if (address == nullptr || !is_valid(context, kind::context, now.function())) { return; }
    static_cast<void>(free_allocation(now, address));
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *address, const void *, std::size_t, std::size_t bytes,
                           cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    return pointer_command(now, {queue, CL_COMMAND_SVM_MEMFILL, {}, {count, events}, event}, address, bytes);
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *target, const void *source, std::size_t bytes,
                          cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    return pointer_copy(now, {queue, CL_COMMAND_SVM_MEMCPY, {}, {count, events}, event, blocking != CL_FALSE}, target,
                        source, bytes);
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags, void *address, std::size_t bytes,
                       cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    const cl_int code = pointer_command(
        now, {queue, CL_COMMAND_SVM_MAP, {}, {count, events}, event, blocking != CL_FALSE}, address, bytes);
    if (code == CL_SUCCESS) { add_mapping(*find_range(address, bytes), current_owner(), address); }
    return code;
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *address, cl_uint count, const cl_event *events,
                         cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    const auto found = find_range(address, 1);
    if (!found || !remove_mapping(found->allocation, address)) {
        violation("%s of %p, which is not mapped", now.function(), address);
        return CL_INVALID_VALUE;
    }
    return pointer_command(now, {queue, CL_COMMAND_SVM_UNMAP, {}, {count, events}, event}, address, 1);
}

// Frees the memory, or calls the program's function, once the command is over.
cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint pieces, void *addresses[],
                        void(CL_CALLBACK *function)(cl_command_queue, cl_uint, void *[], void *), void *user,
                        cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    const cl_int code = enqueue(now, {queue, CL_COMMAND_SVM_FREE, {}, {count, events}, event});
    if (code != CL_SUCCESS) { return code; }
    // Both live until then.
    ++queue->references;
    ++queue->context->references;
    commands().call_when_over(commands().commands(), [=, all = std::vector(addresses, addresses + pieces)](cl_int) {
        auto freed = all;
        cl_context context = queue->context;
        if (function != nullptr) { function(queue, pieces, freed.data(), user); }
        for (std::size_t at = 0; function == nullptr && at < freed.size(); ++at) {
            clSVMFree(context, freed[at]);
        }
        clReleaseCommandQueue(queue);
        clReleaseContext(context);
    });
    return CL_SUCCESS;
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint pieces, const void **addresses, const std::size_t *,
                              cl_mem_migration_flags, cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    request what{queue, CL_COMMAND_SVM_MIGRATE_MEM, {}, {count, events}, event};
    for (cl_uint i = 0; i < pieces; ++i) {
        if (!add_svm(now, what.ranges, addresses[i], 1)) { return CL_INVALID_VALUE; }
    }
    return enqueue(now, what);
}

} // extern "C"
