// clGetContextInfo.
#include "calls.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "limit.hpp"

#include <algorithm>
#include <array>

namespace clmem::layer {

namespace {

cl_uint references_of(cl_context context) noexcept {
    cl_uint count = 0;
    (void)driver().clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
    return count;
}

// Whether a context's objects count as references to it. Several objects are created, as other threads may create some,
// too.
bool counts_objects(cl_context context) noexcept {
    const limit::uncounted scope;
    std::array<cl_mem, 4> made{};
    const cl_uint before = references_of(context);
    for (cl_mem &each : made) {
        each = driver().clCreateBuffer(context, CL_MEM_READ_WRITE, 1, nullptr, nullptr);
    }
    const cl_uint after = references_of(context);
    for (cl_mem each : made) {
        if (each != nullptr) { (void)driver().clReleaseMemObject(each); }
    }
    return after >= before + made.size();
}

// What the driver would answer if it had created all of the program's objects, and nothing else.
cl_uint as_without_layer(context_state &known) noexcept {
    int counts = known.own.counts_objects.load();
    if (counts < 0) {
        counts = counts_objects(known.handle) ? 1 : 0;
        known.own.counts_objects.store(counts);
    }
    auto count = static_cast<long>(references_of(known.handle)) - known.own.retains.load();
    if (counts > 0) {
        count += static_cast<long>(known.pooled_objects()) - known.own.objects.load() -
                 static_cast<long>(known.kept_queues()) - static_cast<long>(known.usm.count_free());
    }
    return static_cast<cl_uint>(std::max<long>(count, known.references.load()));
}

} // namespace

cl_int CL_API_CALL calls::clGetContextInfo(cl_context handle, cl_context_info question, size_t capacity, void *value,
                                           size_t *out_bytes) {
    const cl_int code = driver().clGetContextInfo(handle, question, capacity, value, out_bytes);
    if (question != CL_CONTEXT_REFERENCE_COUNT || code != CL_SUCCESS || value == nullptr) { return code; }
    context_state *const known = find_context(handle);
    if (known != nullptr) { *static_cast<cl_uint *>(value) = as_without_layer(*known); }
    return code;
}

} // namespace clmem::layer
