// The program's barriers in queues that run out of order. In PoCL 3.1, a barrier that waits for events replaces the
// barrier before it. If that one is the layer's, the program's barrier has to wait for the layer's events, too.
#include "calls.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "events.hpp"
#include "shield.hpp"

#include <vector>

namespace clmem::layer {

namespace {

// `enqueue(count, events)` returns OpenCL's code.
template <class Enqueue>
cl_int enqueue_behind(cl_command_queue queue, cl_uint count, const cl_event *events, Enqueue &&enqueue) noexcept {
    const queue_uses *const known = find_queue_uses(queue);
    if (count == 0 || events == nullptr || known == nullptr || known->in_order) { return enqueue(count, events); }
    std::vector<cl_event> before;
    const bool is_ordered = shielded([&] { return known->context->add_earlier(before); }, [] { return false; });
    cl_int code = CL_OUT_OF_HOST_MEMORY;
    if (is_ordered) {
        const std::size_t of_layer = before.size();
        code = shielded(
            [&] {
                before.insert(before.end(), events, events + count);
                return enqueue(static_cast<cl_uint>(before.size()), before.data());
            },
            [] { return CL_OUT_OF_HOST_MEMORY; });
        before.resize(of_layer);
    }
    release_events(before);
    return code;
}

} // namespace

namespace calls {

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *events,
                                                cl_event *out_event) {
    return enqueue_behind(queue, count, events, [&](cl_uint all_count, const cl_event *all) {
        return driver().clEnqueueBarrierWithWaitList(queue, all_count, all, out_event);
    });
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *events) {
    return enqueue_behind(queue, count, events, [&](cl_uint all_count, const cl_event *all) {
        return driver().clEnqueueWaitForEvents(queue, all_count, all);
    });
}

} // namespace calls

} // namespace clmem::layer
