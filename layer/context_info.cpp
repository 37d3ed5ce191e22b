// clGetContextInfo.
#include "calls.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "limit.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace clmem::layer {

namespace {

cl_uint references_of(cl_context context) noexcept {
    cl_uint count = 0;
    (void)driver().clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
    return count;
}

// How much an object adds to the reference count of its context. Creates several objects to find out, since other
// threads may create some at the same time.
template <class Create, class Release>
int count_references(cl_context context, Create &&create, Release &&release) noexcept {
    const limit::uncounted scope;
    std::array<decltype(create()), 4> made{};
    const cl_uint before = references_of(context);
    for (auto &each : made) {
        each = create();
    }
    const cl_uint after = references_of(context);
    for (auto each : made) {
        if (each != nullptr) { release(each); }
    }
    return static_cast<int>((std::max(after, before) - before) / made.size());
}

int known(std::atomic<int> &answer, auto &&ask) noexcept {
    if (answer.load() < 0) { answer.store(ask()); }
    return answer.load();
}

int references_of_object(context_state &in) noexcept {
    return known(in.own.of_object, [&] {
        return count_references(
            in.handle, [&] { return driver().clCreateBuffer(in.handle, CL_MEM_READ_WRITE, 1, nullptr, nullptr); },
            [](cl_mem made) { (void)driver().clReleaseMemObject(made); });
    });
}

// 2 in PoCL 6.0, which creates a buffer for each allocation.
int references_of_svm(context_state &in) noexcept {
    return known(in.own.of_svm, [&] {
        return count_references(
            in.handle, [&] { return driver().clSVMAlloc(in.handle, CL_MEM_READ_WRITE, 1, 0); },
            [&](void *made) { driver().clSVMFree(in.handle, made); });
    });
}

// What the driver would answer if it had created all of the program's objects, and nothing else.
cl_uint as_without_layer(context_state &in) noexcept {
    auto count = static_cast<long>(references_of(in.handle)) - in.own.retains.load();
    if (references_of_object(in) > 0) {
        count += static_cast<long>(in.pooled_objects()) - in.own.objects.load() - static_cast<long>(in.kept_queues()) -
                 static_cast<long>(in.usm.count_free());
    }
    if (const int slabs = in.own.svm_slabs.load(); slabs != 0) { count -= long{slabs} * references_of_svm(in); }
    return static_cast<cl_uint>(std::max<long>(count, in.references.load()));
}

} // namespace

cl_int CL_API_CALL calls::clGetContextInfo(cl_context handle, cl_context_info question, size_t capacity, void *value,
                                           size_t *out_bytes) {
    const cl_int code = driver().clGetContextInfo(handle, question, capacity, value, out_bytes);
    if (question != CL_CONTEXT_REFERENCE_COUNT || code != CL_SUCCESS || value == nullptr) { return code; }
    context_state *const found = find_context(handle);
    if (found != nullptr) { *static_cast<cl_uint *>(value) = as_without_layer(*found); }
    return code;
}

} // namespace clmem::layer
