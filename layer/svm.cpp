#include "svm.hpp"

#include "calls.hpp"
#include "clmem_calls.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "memory_table.hpp"
#include "recorder.hpp"
#include "report.hpp"
#include "room.hpp"
#include "settings.hpp"
#include "shield.hpp"

#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <span>

namespace clmem::layer {

namespace {

// An allocation of the program.
struct allocation {
    context_state *context = nullptr; // held
    clmem_buffer block = nullptr;     // NULL: the driver's own
    std::size_t bytes = 0;
    cl_svm_mem_flags flags = 0;
    std::uint64_t recorded = 0;
};

struct allocation_table {
    std::mutex mutex;
    std::map<void *, allocation> allocations;
};

// Never destroyed: the program may call OpenCL while it exits.
allocation_table &known() {
    static auto &made = *new allocation_table;
    return made;
}

bool is_known(void *pointer) {
    allocation_table &table = known();
    const std::lock_guard lock{table.mutex};
    return table.allocations.contains(pointer);
}

// Takes a pointer out of the table; an allocation without a context for one that the layer does not know.
allocation forget(void *pointer) noexcept {
    allocation_table &table = known();
    const std::lock_guard lock{table.mutex};
    const auto at = table.allocations.find(pointer);
    if (at == table.allocations.end()) { return {}; }
    const allocation found = at->second;
    table.allocations.erase(at);
    return found;
}

void remember(void *pointer, context_state &context, clmem_buffer block, cl_svm_mem_flags flags, std::size_t bytes) {
    allocation_table &table = known();
    {
        const std::lock_guard lock{table.mutex};
        table.allocations.insert_or_assign(
            pointer,
            allocation{&context, block, bytes, flags, recorder::allocated(kind::svm, bytes, block != nullptr)});
    }
    if (block == nullptr) { context.drivers_objects.fetch_add(1); }
    context.hold();
}

// Whether the call is legal and asks for nothing that pools cannot give. The driver judges all others.
bool suits_pools(const context_state &context, cl_svm_mem_flags flags, std::size_t bytes, cl_uint alignment) noexcept {
    constexpr cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    constexpr cl_svm_mem_flags grain = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    return context.is_pooled() && (flags & ~(access | grain)) == 0 && std::popcount(flags & access) <= 1 &&
           (flags & grain) != CL_MEM_SVM_ATOMICS && bytes > 0 && bytes <= context.largest &&
           (alignment == 0 || std::has_single_bit(alignment));
}

// The host may read fine-grained memory at once, without a command that a fill could come before.
bool clear(context_state &context, cl_svm_mem_flags flags, void *pointer, std::size_t bytes) {
    constexpr unsigned char zero = 0;
    if ((flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0) {
        std::memset(pointer, zero, bytes);
        return true;
    }
    return context.fill(uses::complete, [&](cl_command_queue queue, cl_event *done) {
        return driver().clEnqueueSVMMemFill(queue, pointer, &zero, sizeof zero, bytes, 0, nullptr, done);
    });
}

void *allocate_pooled(context_state &context, cl_svm_mem_flags flags, std::size_t bytes, cl_uint alignment) {
    context.trim_unneeded();
    clmem_buffer block = context.svm.allocate(flags, bytes, alignment);
    if (block == nullptr) { return nullptr; }
    void *pointer = nullptr;
    // Another thread may have stopped pooling, and freed this block since, when the caller looked.
    if (!context.is_pooled() || clmem_svm_pointer(block, &pointer) != CLMEM_SUCCESS ||
        (current_settings().zero &&
         !shielded([&] { return clear(context, flags, pointer, bytes); }, [] { return false; }))) {
        (void)clmem_buffer_release(block);
        return nullptr;
    }
    return shielded(
        [&] {
            remember(pointer, context, block, flags, bytes);
            return pointer;
        },
        [&]() -> void * {
            (void)clmem_buffer_release(block);
            return nullptr;
        });
}

void *allocate_by_driver(cl_context handle, context_state *context, cl_svm_mem_flags flags, std::size_t bytes,
                         cl_uint alignment) noexcept {
    const std::uint64_t begin = report::now_ns();
    // OpenCL tells no code.
    const auto is_short = [&] {
        return limit::has_refused() || (context != nullptr && suits_pools(*context, flags, bytes, alignment));
    };
    void *const pointer =
        create_in_room([&] { return driver().clSVMAlloc(handle, flags, bytes, alignment); }, is_short);
    if (pointer != nullptr && context != nullptr) {
        shielded([&] { remember(pointer, *context, nullptr, flags, bytes); }, [] {});
        report::created(kind::svm, handle, bytes, false, true, report::now_ns() - begin);
        report::passed_on(!context->is_pooled()                            ? passed::context
                          : bytes > context->largest                       ? passed::large
                          : suits_pools(*context, flags, bytes, alignment) ? passed::scarce
                                                                           : passed::special,
                          bytes);
    }
    return pointer;
}

void free_known(const allocation &ended, void *pointer) noexcept {
    const std::uint64_t begin = report::now_ns();
    recorder::freed(ended.recorded, 0);
    const bool is_pooled = ended.block != nullptr;
    if (is_pooled) {
        (void)clmem_buffer_release(ended.block);
    } else {
        driver().clSVMFree(ended.context->handle, pointer);
        ended.context->drivers_objects.fetch_sub(1);
    }
    report::released(kind::svm, ended.context->handle, ended.bytes, is_pooled, !is_pooled, report::now_ns() - begin);
    ended.context->drop();
}

// What clEnqueueSVMFree does if the program passes no function.
void CL_CALLBACK free_all(cl_command_queue queue, cl_uint count, void *pointers[], void * /*user*/) {
    cl_context handle = nullptr;
    (void)driver().clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof handle, &handle, nullptr);
    for (void *pointer : std::span{pointers, count}) {
        const allocation ended = forget(pointer);
        if (ended.context == nullptr) {
            driver().clSVMFree(handle, pointer);
            continue;
        }
        context_state &context = *ended.context;
        context.hold(); // beyond free_known()
        free_known(ended, pointer);
        if (ended.block != nullptr) { context.svm.trim_after(ended.bytes); }
        context.drop();
    }
}

// Pooled SVM with an address in it.
struct place_in_svm {
    allocation in; // its block is NULL if there is none
    std::size_t offset = 0;
};

place_in_svm find_place(const void *host) noexcept {
    allocation_table &table = known();
    const std::lock_guard lock{table.mutex};
    auto at = table.allocations.upper_bound(const_cast<void *>(host));
    if (at == table.allocations.begin()) { return {}; }
    --at;
    const auto offset = static_cast<std::size_t>(static_cast<const char *>(host) - static_cast<char *>(at->first));
    return offset < at->second.bytes ? place_in_svm{at->second, offset} : place_in_svm{};
}

} // namespace

cl_int judge_host_pointer(cl_mem_flags flags, std::size_t bytes, void *host) noexcept {
    if (host == nullptr || (flags & CL_MEM_USE_HOST_PTR) == 0) { return CL_SUCCESS; }
    const auto [in, offset] = find_place(host);
    if (in.block == nullptr || bytes <= in.bytes - offset) { return CL_SUCCESS; }
    cl_context context = in.context->handle;
    const limit::uncounted scope;
    auto *const alone = static_cast<char *>(driver().clSVMAlloc(context, in.flags, in.bytes, 0));
    if (alone == nullptr) { return CL_SUCCESS; }
    cl_int code = CL_SUCCESS;
    cl_mem made = driver().clCreateBuffer(context, flags, bytes, alone + offset, &code);
    if (made != nullptr) { (void)driver().clReleaseMemObject(made); }
    driver().clSVMFree(context, alone);
    return code;
}

void note_host_pointer(cl_mem handle, cl_mem_flags flags, const void *host) noexcept {
    if (host == nullptr || (flags & CL_MEM_USE_HOST_PTR) == 0) { return; }
    const auto [in, offset] = find_place(host);
    // In the middle of an allocation, drivers answer for themselves: some only know its beginning.
    if (in.block == nullptr || offset != 0) { return; }
    with_memory(handle, [](memory &object) { object.is_over_svm = true; });
}

namespace calls {

void *CL_API_CALL clSVMAlloc(cl_context handle, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment) {
    context_state *const context = find_context(handle);
    if (context != nullptr && suits_pools(*context, flags, bytes, alignment)) {
        const std::uint64_t begin = report::now_ns();
        const unsigned slabs = slabs_of_thread();
        void *const pointer = allocate_pooled(*context, flags, bytes, alignment);
        if (pointer != nullptr) {
            report::created(kind::svm, handle, bytes, true, slabs_of_thread() != slabs, report::now_ns() - begin);
            return pointer;
        }
    }
    return allocate_by_driver(handle, context, flags, bytes, alignment);
}

void CL_API_CALL clSVMFree(cl_context handle, void *pointer) {
    const allocation ended = forget(pointer);
    if (ended.context == nullptr) {
        driver().clSVMFree(handle, pointer);
    } else {
        free_known(ended, pointer);
    }
}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint count, void *pointers[],
                                    void(CL_CALLBACK *function)(cl_command_queue, cl_uint, void *[], void *),
                                    void *user, cl_uint events_count, const cl_event *events, cl_event *out_event) {
    bool are_known = false;
    if (function == nullptr && pointers != nullptr) {
        for (void *pointer : std::span{pointers, count}) {
            are_known = are_known || is_known(pointer);
        }
    }
    return driver().clEnqueueSVMFree(queue, count, pointers, are_known ? free_all : function, user, events_count,
                                     events, out_event);
}

} // namespace calls

} // namespace clmem::layer
