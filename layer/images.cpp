// Commands on images, which may lie over pooled buffers.
#include "calls.hpp"
#include "commands.hpp"
#include "driver.hpp"

namespace clmem::layer::calls {

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
                                      const size_t *region, size_t row, size_t slice, void *host, cl_uint count,
                                      const cl_event *events, cl_event *out_event) {
    auto wait = wait_for_queue::in_order(queue, blocking);
    command issued{queue};
    issued.stamp(image);
    const cl_int code =
        driver().clEnqueueReadImage(queue, image, blocking, origin, region, row, slice, host, count, events, out_event);
    wait.returned(code, issued);
    return code;
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
                                       const size_t *region, size_t row, size_t slice, const void *host, cl_uint count,
                                       const cl_event *events, cl_event *out_event) {
    command issued{queue};
    issued.stamp(image);
    return driver().clEnqueueWriteImage(queue, image, blocking, origin, region, row, slice, host, count, events,
                                        out_event);
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                                      const size_t *to_origin, const size_t *region, cl_uint count,
                                      const cl_event *events, cl_event *out_event) {
    command issued{queue};
    issued.stamp(from);
    issued.stamp(to);
    return driver().clEnqueueCopyImage(queue, from, to, from_origin, to_origin, region, count, events, out_event);
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *color, const size_t *origin,
                                      const size_t *region, cl_uint count, const cl_event *events,
                                      cl_event *out_event) {
    command issued{queue};
    issued.stamp(image);
    return driver().clEnqueueFillImage(queue, image, color, origin, region, count, events, out_event);
}

} // namespace clmem::layer::calls
