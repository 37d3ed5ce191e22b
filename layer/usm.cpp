#include "usm.hpp"

#include "contexts.hpp"
#include "driver.hpp"
#include "limit.hpp"
#include "recorder.hpp"
#include "report.hpp"
#include "room.hpp"
#include "settings.hpp"
#include "shield.hpp"

#include <atomic>
#include <bit>
#include <cstring>
#include <type_traits>

namespace clmem::layer {

namespace {

using type = cl_unified_shared_memory_type_intel;
using properties = const cl_mem_properties_intel *;

// What the program has found last, for calls with a context that the layer does not know.
struct {
#define CLMEM_LAYER_DECLARE(name) std::atomic<name##_fn> name{nullptr};
    CLMEM_LAYER_USM(CLMEM_LAYER_DECLARE)
#undef CLMEM_LAYER_DECLARE
} found_last;

usm_functions functions_for(context_state *context) noexcept {
    if (context != nullptr) { return context->usm.functions(); }
    usm_functions found;
#define CLMEM_LAYER_LOAD(name) found.name = found_last.name.load();
    CLMEM_LAYER_USM(CLMEM_LAYER_LOAD)
#undef CLMEM_LAYER_LOAD
    return found;
}

// What the program asks for.
struct request {
    type of;
    cl_context context;
    cl_device_id device; // NULL for memory of the host
    properties with;
    std::size_t bytes;
    cl_uint alignment;
};

// Whether the call is legal and any free allocation of its type does for it. The driver judges all others. Nothing
// could clear memory of a device before commands that the program enqueues now.
bool suits_reuse(const context_state &context, const request &wanted) noexcept {
    const bool is_plain = wanted.with == nullptr || *wanted.with == 0;
    const bool is_owned = wanted.device == (wanted.of == CL_MEM_TYPE_HOST_INTEL ? nullptr : context.device);
    const bool can_clear = !current_settings().zero || wanted.of != CL_MEM_TYPE_DEVICE_INTEL;
    return context.is_pooled() && is_plain && is_owned && can_clear && wanted.bytes > 0 &&
           (wanted.alignment == 0 || std::has_single_bit(wanted.alignment));
}

void *ask_driver(const usm_functions &driver, const request &wanted, cl_int *code) noexcept {
    const auto &[of, context, device, with, bytes, alignment] = wanted;
    switch (of) {
    case CL_MEM_TYPE_HOST_INTEL:
        return driver.clHostMemAllocINTEL(context, with, bytes, alignment, code);
    case CL_MEM_TYPE_DEVICE_INTEL:
        return driver.clDeviceMemAllocINTEL(context, device, with, bytes, alignment, code);
    default:
        return driver.clSharedMemAllocINTEL(context, device, with, bytes, alignment, code);
    }
}

void *created(context_state &context, const request &wanted, void *begin, bool is_reusable, bool is_new,
              std::uint64_t start) noexcept {
    if (is_reusable && current_settings().zero) { std::memset(begin, 0, wanted.bytes); }
    if (const std::uint64_t number = recorder::allocated(kind::usm, wanted.bytes, false); number != 0) {
        context.usm.set_recorded(begin, number);
    }
    const std::uint64_t taken = report::now_ns() - start;
    if (is_reusable && is_new) {
        report::driver_call(report::driver_function::create, wanted.context, wanted.bytes, taken);
    }
    context.drivers_objects.fetch_add(1);
    if (!is_reusable) { report::passed_on(context.is_pooled() ? passed::special : passed::context, wanted.bytes); }
    report::created(kind::usm, wanted.context, wanted.bytes, is_reusable, is_new, taken);
    context.hold();
    return begin;
}

void *allocate(const request &wanted, cl_int *out_code) noexcept {
    context_state *const context = find_context(wanted.context);
    const usm_functions driver = functions_for(context);
    if (context == nullptr) { return ask_driver(driver, wanted, out_code); }
    const std::uint64_t start = report::now_ns();
    const bool is_reusable = suits_reuse(*context, wanted);
    cl_int code = CL_SUCCESS;
    void *begin = nullptr;
    if (is_reusable) {
        context->trim_unneeded();
        begin = context->usm.take(wanted.of, wanted.bytes, wanted.alignment);
        if (begin == nullptr) { context->usm.prepare_growth(wanted.bytes); }
    }
    const bool is_new = begin == nullptr;
    if (is_new) {
        const auto create = [&] {
            code = CL_SUCCESS;
            return limit::allocating_usm(wanted.context, wanted.of == CL_MEM_TYPE_HOST_INTEL, wanted.bytes, code,
                                         [&] { return ask_driver(driver, wanted, &code); });
        };
        begin = create_in_room(create, [&] { return is_shortage(code); });
    }
    if (out_code != nullptr) { *out_code = code; }
    if (begin == nullptr) { return nullptr; }
    const usm_allocation made{wanted.of, wanted.bytes, wanted.bytes, is_reusable, 0};
    const auto remember = [&] {
        if (is_new) { context->usm.add(begin, made); }
        return true;
    };
    // The program has memory that the layer does not know.
    if (!shielded(remember, [] { return false; })) { return begin; }
    return created(*context, wanted, begin, is_reusable, is_new, start);
}

using free_function = cl_int(CL_API_CALL *)(cl_context, void *);

cl_int free_by_driver(free_function free, context_state &context, const usm_memory::place &ended) noexcept {
    if (!context.usm.forget(ended.begin)) { return CL_INVALID_VALUE; }
    const cl_int code = limit::freeing_usm(ended.begin, [&] { return free(context.handle, ended.begin); });
    if (code != CL_SUCCESS) {
        shielded([&] { context.usm.add(ended.begin, ended.in); }, [] {});
    }
    return code;
}

// Whether no command uses memory that the program frees by a call that waits for such commands. Drivers allocate and
// free little memory in less time than a marker takes. PoCL's own call waits for all commands of the context, and a
// marker of an idle queue is complete only after another thread has run.
bool is_unused(context_state &context, std::size_t bytes) noexcept {
    constexpr std::size_t little = 16384;
    const auto look = [&] { return context.is_pocl ? context.finish() : bytes >= little && context.is_idle(); };
    return shielded(look, [] { return false; });
}

cl_int free_live(free_function free, context_state &context, const usm_memory::place &ended, bool waits) noexcept {
    const std::uint64_t start = report::now_ns();
    const bool is_kept = ended.in.is_reusable && context.is_pooled() &&
                         (!waits || is_unused(context, ended.in.capacity)) && context.usm.keep(ended.begin);
    const cl_int code = is_kept ? CL_SUCCESS : free_by_driver(free, context, ended);
    if (code != CL_SUCCESS) { return code; }
    recorder::freed(ended.in.recorded, 0);
    context.drivers_objects.fetch_sub(1);
    const std::uint64_t taken = report::now_ns() - start;
    if (ended.in.is_reusable && !is_kept) {
        report::driver_call(report::driver_function::release, context.handle, ended.in.capacity, taken);
    }
    report::released(kind::usm, context.handle, ended.in.bytes, ended.in.is_reusable, !is_kept, taken);
    context.trim_unneeded();
    context.drop();
    return CL_SUCCESS;
}

cl_int free_any(free_function usm_functions::*which, cl_context handle, void *pointer, bool waits) noexcept {
    context_state *const context = find_context(handle);
    free_function const free = functions_for(context).*which;
    if (context == nullptr) { return free(handle, pointer); }
    const usm_memory::place found = context->usm.find(pointer);
    if (found.begin == nullptr || (found.begin != pointer && !found.is_free)) { return free(handle, pointer); }
    return found.is_free ? CL_INVALID_VALUE : free_live(free, *context, found, waits);
}

void *CL_API_CALL allocate_host(cl_context context, properties with, std::size_t bytes, cl_uint alignment,
                                cl_int *code) {
    return allocate({CL_MEM_TYPE_HOST_INTEL, context, nullptr, with, bytes, alignment}, code);
}
void *CL_API_CALL allocate_device(cl_context context, cl_device_id device, properties with, std::size_t bytes,
                                  cl_uint alignment, cl_int *code) {
    return allocate({CL_MEM_TYPE_DEVICE_INTEL, context, device, with, bytes, alignment}, code);
}
void *CL_API_CALL allocate_shared(cl_context context, cl_device_id device, properties with, std::size_t bytes,
                                  cl_uint alignment, cl_int *code) {
    return allocate({CL_MEM_TYPE_SHARED_INTEL, context, device, with, bytes, alignment}, code);
}
cl_int CL_API_CALL free_memory(cl_context context, void *pointer) {
    return free_any(&usm_functions::clMemFreeINTEL, context, pointer, false);
}
cl_int CL_API_CALL free_after_commands(cl_context context, void *pointer) {
    return free_any(&usm_functions::clMemBlockingFreeINTEL, context, pointer, true);
}

// The driver's answer, but for what the layer alone knows: free memory is in no allocation, and a reused allocation may
// be a little larger than what the program has asked for.
cl_int CL_API_CALL get_info(cl_context handle, const void *pointer, cl_mem_info_intel question, std::size_t capacity,
                            void *value, std::size_t *out_bytes) {
    static const char in_no_allocation = 0;
    context_state *const context = find_context(handle);
    const usm_memory::place found = context != nullptr ? context->usm.find(pointer) : usm_memory::place{};
    const bool is_beyond =
        found.is_live() && static_cast<std::size_t>(static_cast<const char *>(pointer) -
                                                    static_cast<char *>(found.begin)) >= found.in.bytes;
    const void *const asked = found.is_free || is_beyond ? &in_no_allocation : pointer;
    const cl_int code =
        functions_for(context).clGetMemAllocInfoINTEL(handle, asked, question, capacity, value, out_bytes);
    if (code == CL_SUCCESS && value != nullptr && asked == pointer && found.is_live() &&
        question == CL_MEM_ALLOC_SIZE_INTEL) {
        std::memcpy(value, &found.in.bytes, sizeof found.in.bytes);
    }
    return code;
}

template <class Function>
void *replaced(std::atomic<Function> &last, void *found, std::type_identity_t<Function> own) noexcept {
    last.store(reinterpret_cast<Function>(found));
    return reinterpret_cast<void *>(own);
}

} // namespace

void *usm_function(void *found, const char *name) noexcept {
    const auto is = [name](const char *its) { return std::strcmp(name, its) == 0; };
    auto &last = found_last;
    if (is("clHostMemAllocINTEL")) { return replaced(last.clHostMemAllocINTEL, found, &allocate_host); }
    if (is("clDeviceMemAllocINTEL")) { return replaced(last.clDeviceMemAllocINTEL, found, &allocate_device); }
    if (is("clSharedMemAllocINTEL")) { return replaced(last.clSharedMemAllocINTEL, found, &allocate_shared); }
    if (is("clMemFreeINTEL")) { return replaced(last.clMemFreeINTEL, found, &free_memory); }
    if (is("clMemBlockingFreeINTEL")) { return replaced(last.clMemBlockingFreeINTEL, found, &free_after_commands); }
    if (is("clGetMemAllocInfoINTEL")) { return replaced(last.clGetMemAllocInfoINTEL, found, &get_info); }
    return nullptr;
}

} // namespace clmem::layer
