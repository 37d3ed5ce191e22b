#include "clmem_calls.hpp"

#include "contexts.hpp"
#include "driver.hpp"
#include "memory_table.hpp"
#include "report.hpp"
#include "settings.hpp"

#include <atomic>
#include <clmem.h>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace clmem::layer {

namespace {

thread_local unsigned slabs_created = 0;

// Counts an object that clmem has created or is about to release, or a reference to the context.
void count(cl_context context, std::atomic<int> own_references::*which, int change) noexcept {
    if (context_state *const known = find_context(context)) { (known->own.*which).fetch_add(change); }
}

cl_mem CL_API_CALL create_slab(cl_context context, cl_mem_flags flags, std::size_t bytes, void *host,
                               cl_int *out_code) {
    ++slabs_created;
    const std::uint64_t begin = report::now_ns();
    cl_mem made = driver().clCreateBuffer(context, flags, bytes, host, out_code);
    report::driver_call(report::driver_function::create, context, made != nullptr ? bytes : 0,
                        report::now_ns() - begin);
    if (made != nullptr) { count(context, &own_references::objects, 1); }
    return made;
}

// The sizes of SVM slabs, which OpenCL does not tell; only for the report.
struct svm_slabs {
    std::mutex mutex;
    std::unordered_map<void *, std::size_t> bytes;
};
svm_slabs &counted_slabs() {
    static auto &made = *new svm_slabs; // never destroyed: slabs are freed while the program exits
    return made;
}

void *CL_API_CALL create_svm_slab(cl_context context, cl_svm_mem_flags flags, std::size_t bytes, cl_uint alignment) {
    ++slabs_created;
    const std::uint64_t begin = report::now_ns();
    void *const made = driver().clSVMAlloc(context, flags, bytes, alignment);
    report::driver_call(report::driver_function::create, context, made != nullptr ? bytes : 0,
                        report::now_ns() - begin);
    if (made != nullptr) { count(context, &own_references::svm_slabs, 1); }
    if (made != nullptr && report::active()) {
        svm_slabs &counted = counted_slabs();
        const std::lock_guard lock{counted.mutex};
        counted.bytes.insert_or_assign(made, bytes);
    }
    return made;
}

void CL_API_CALL free_svm_slab(cl_context context, void *pointer) {
    count(context, &own_references::svm_slabs, -1);
    if (!report::active()) { return driver().clSVMFree(context, pointer); }
    std::size_t bytes = 0;
    {
        svm_slabs &counted = counted_slabs();
        const std::lock_guard lock{counted.mutex};
        if (const auto at = counted.bytes.find(pointer); at != counted.bytes.end()) {
            bytes = at->second;
            counted.bytes.erase(at);
        }
    }
    const std::uint64_t begin = report::now_ns();
    driver().clSVMFree(context, pointer);
    report::driver_call(report::driver_function::release, context, bytes, report::now_ns() - begin);
}

template <class Value>
Value ask(cl_mem handle, cl_mem_info question) noexcept {
    Value value{};
    (void)driver().clGetMemObjectInfo(handle, question, sizeof value, &value, nullptr);
    return value;
}

// A slab, or the cl_mem of a block that is idle: its address may stand for another object from now on.
cl_int CL_API_CALL release(cl_mem handle) {
    forget_memory(handle);
    const auto context = ask<cl_context>(handle, CL_MEM_CONTEXT);
    count(context, &own_references::objects, -1);
    if (!report::active()) { return driver().clReleaseMemObject(handle); }
    const bool is_slab = ask<cl_mem>(handle, CL_MEM_ASSOCIATED_MEMOBJECT) == nullptr;
    const auto bytes = ask<std::size_t>(handle, CL_MEM_SIZE);
    const std::uint64_t begin = report::now_ns();
    const cl_int code = driver().clReleaseMemObject(handle);
    if (is_slab) { report::driver_call(report::driver_function::release, context, bytes, report::now_ns() - begin); }
    return code;
}

cl_mem CL_API_CALL create_block(cl_mem slab, cl_mem_flags flags, cl_buffer_create_type type, const void *region,
                                cl_int *out_code) {
    cl_mem made = driver().clCreateSubBuffer(slab, flags, type, region, out_code);
    if (made != nullptr) { count(ask<cl_context>(slab, CL_MEM_CONTEXT), &own_references::objects, 1); }
    return made;
}

cl_int CL_API_CALL retain_context(cl_context context) {
    count(context, &own_references::retains, 1);
    return driver().clRetainContext(context);
}

cl_int CL_API_CALL release_context(cl_context context) {
    count(context, &own_references::retains, -1);
    return driver().clReleaseContext(context);
}

cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int *out_code) {
    cl_command_queue made = driver().clCreateCommandQueue(context, device, properties, out_code);
    if (made != nullptr) { count(context, &own_references::objects, 1); }
    return made;
}

cl_command_queue CL_API_CALL create_queue_with_properties(cl_context context, cl_device_id device,
                                                          const cl_queue_properties *properties, cl_int *out_code) {
    cl_command_queue made = driver().clCreateCommandQueueWithProperties(context, device, properties, out_code);
    if (made != nullptr) { count(context, &own_references::objects, 1); }
    return made;
}

// An event that is complete, NULL if the driver refuses.
cl_event complete_event(cl_context context, cl_int *out_code) noexcept {
    cl_event made = driver().clCreateUserEvent(context, out_code);
    if (made == nullptr) { return nullptr; }
    *out_code = driver().clSetUserEventStatus(made, CL_COMPLETE);
    if (*out_code == CL_SUCCESS) { return made; }
    (void)driver().clReleaseEvent(made);
    return nullptr;
}

// Before the first sub-buffer of a slab, clmem makes the slab resident, and waits until it is. Only NVIDIA's driver
// needs that. On a device that is busy with the program's kernels the wait may be long, or without end if a kernel
// waits for the host.
cl_int CL_API_CALL make_resident(cl_command_queue queue, cl_uint count, const cl_mem *slabs,
                                 cl_mem_migration_flags flags, cl_uint waits, const cl_event *events,
                                 cl_event *out_event) {
    cl_context context = nullptr;
    const cl_int refusal = driver().clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    if (refusal != CL_SUCCESS) { return refusal; }
    const context_state *const known = find_context(context);
    if (current_settings().immediate || known == nullptr || known->is_nvidia) {
        return driver().clEnqueueMigrateMemObjects(queue, count, slabs, flags, waits, events, out_event);
    }
    cl_int code = CL_SUCCESS;
    *out_event = complete_event(context, &code);
    return code;
}

// clmem asks for a marker only to see whether a queue holds commands back for a user event (quirk sub_buffers_race): in
// the layer's own queue, where none wait for one. The layer sees the program's user events itself
// (expect_user_event()), so one marker does for all looks; in NVIDIA's driver each takes 20 us.
cl_int CL_API_CALL enqueue_marker_once(cl_command_queue queue, cl_uint waits, const cl_event *events,
                                       cl_event *out_event) {
    cl_context context = nullptr;
    const cl_int refusal = driver().clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    if (refusal != CL_SUCCESS) { return refusal; }
    context_state *const known = find_context(context);
    if (known == nullptr || waits != 0) {
        return driver().clEnqueueMarkerWithWaitList(queue, waits, events, out_event);
    }
    *out_event = known->blocks.marker();
    return *out_event != nullptr ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

template <class Function>
struct replaced {
    const char *name;
    Function *drivers;
    Function *own;
};

// Sets the layer's function, or NULL if the driver has none, and returns whether the name is this function's.
template <class Function>
bool is_found(const char *name, const replaced<Function> &function, void **out_function) noexcept {
    if (std::strcmp(name, function.name) != 0) { return false; }
    *out_function = function.drivers != nullptr ? reinterpret_cast<void *>(function.own) : nullptr;
    return true;
}

std::int32_t CLMEM_CALL find(void * /*user*/, const char *name, void **out_function) {
    const cl_icd_dispatch &below = driver();
    const bool is_replaced =
        is_found(name, replaced{"clCreateBuffer", below.clCreateBuffer, create_slab}, out_function) ||
        is_found(name, replaced{"clReleaseMemObject", below.clReleaseMemObject, release}, out_function) ||
        is_found(name, replaced{"clCreateSubBuffer", below.clCreateSubBuffer, create_block}, out_function) ||
        is_found(name, replaced{"clRetainContext", below.clRetainContext, retain_context}, out_function) ||
        is_found(name, replaced{"clReleaseContext", below.clReleaseContext, release_context}, out_function) ||
        is_found(name, replaced{"clCreateCommandQueue", below.clCreateCommandQueue, create_queue}, out_function) ||
        is_found(name,
                 replaced{"clCreateCommandQueueWithProperties", below.clCreateCommandQueueWithProperties,
                          create_queue_with_properties},
                 out_function) ||
        is_found(name, replaced{"clEnqueueMigrateMemObjects", below.clEnqueueMigrateMemObjects, make_resident},
                 out_function) ||
        is_found(name, replaced{"clEnqueueMarkerWithWaitList", below.clEnqueueMarkerWithWaitList, enqueue_marker_once},
                 out_function) ||
        is_found(name, replaced{"clSVMAlloc", below.clSVMAlloc, create_svm_slab}, out_function) ||
        is_found(name, replaced{"clSVMFree", below.clSVMFree, free_svm_slab}, out_function);
    if (!is_replaced) { *out_function = driver_function(name); }
    return 0;
}

} // namespace

bool set_clmem_functions() noexcept {
    return clmem_opencl_set_functions(find, nullptr) == CLMEM_SUCCESS;
}

unsigned slabs_of_thread() noexcept {
    return slabs_created;
}

} // namespace clmem::layer
