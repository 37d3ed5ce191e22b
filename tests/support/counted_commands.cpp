// The counting library's commands and waits.
#include "counting_forward.hpp"

using namespace clmem::test::counted;

FORWARD(cl_int, clEnqueueFillImage,
        (cl_command_queue queue, cl_mem image, const void *color, const size_t *origin, const size_t *region,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, image, color, origin, region, count, events, event)
FORWARD(cl_int, clEnqueueReadBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *host, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, buffer, blocking, offset, size, host, count, events, event)
FORWARD(cl_int, clEnqueueWriteBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, const void *host,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, buffer, blocking, offset, size, host, count, events, event)
FORWARD(cl_int, clEnqueueCopyBuffer,
        (cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, from, to, from_offset, to_offset, size, count, events, event)
FORWARD(cl_int, clEnqueueReadBufferRect,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *origin, const size_t *host_origin,
         const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, void *host, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice, host, count, events,
        event)
FORWARD(cl_int, clEnqueueWriteBufferRect,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *origin, const size_t *host_origin,
         const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, const void *host,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice, host, count, events,
        event)
FORWARD(cl_int, clEnqueueCopyBufferRect,
        (cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin,
         const size_t *region, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, from, to, from_origin, to_origin, region, from_row, from_slice, to_row, to_slice, count, events, event)
FORWARD(cl_int, clEnqueueReadImage,
        (cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region, size_t row,
         size_t slice, void *host, cl_uint count, const cl_event *events, cl_event *event),
        queue, image, blocking, origin, region, row, slice, host, count, events, event)
FORWARD(cl_int, clEnqueueWriteImage,
        (cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region, size_t row,
         size_t slice, const void *host, cl_uint count, const cl_event *events, cl_event *event),
        queue, image, blocking, origin, region, row, slice, host, count, events, event)
FORWARD(cl_int, clEnqueueCopyImage,
        (cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin,
         const size_t *region, cl_uint count, const cl_event *events, cl_event *event),
        queue, from, to, from_origin, to_origin, region, count, events, event)
FORWARD(cl_int, clEnqueueCopyImageToBuffer,
        (cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t *origin, const size_t *region, size_t offset,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, image, buffer, origin, region, offset, count, events, event)
FORWARD(cl_int, clEnqueueCopyBufferToImage,
        (cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset, const size_t *origin, const size_t *region,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, buffer, image, offset, origin, region, count, events, event)
FORWARD(void *, clEnqueueMapImage,
        (cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags, const size_t *origin,
         const size_t *region, size_t *row, size_t *slice, cl_uint count, const cl_event *events, cl_event *event,
         cl_int *error),
        queue, image, blocking, flags, origin, region, row, slice, count, events, event, error)
FORWARD(cl_int, clEnqueueFillBuffer,
        (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, buffer, pattern, pattern_size, offset, size, count, events, event)
FORWARD(void *, clEnqueueMapBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset, size_t size,
         cl_uint count, const cl_event *events, cl_event *event, cl_int *error),
        queue, buffer, blocking, flags, offset, size, count, events, event, error)
FORWARD(cl_int, clEnqueueUnmapMemObject,
        (cl_command_queue queue, cl_mem memory, void *mapped, cl_uint count, const cl_event *events, cl_event *event),
        queue, memory, mapped, count, events, event)
FORWARD(cl_int, clEnqueueMigrateMemObjects,
        (cl_command_queue queue, cl_uint objects, const cl_mem *memory, cl_mem_migration_flags flags, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, objects, memory, flags, count, events, event)
FORWARD(cl_int, clEnqueueMarkerWithWaitList,
        (cl_command_queue queue, cl_uint count, const cl_event *events, cl_event *event), queue, count, events, event)
FORWARD(cl_int, clEnqueueBarrierWithWaitList,
        (cl_command_queue queue, cl_uint count, const cl_event *events, cl_event *event), queue, count, events, event)
FORWARD(cl_int, clEnqueueNDRangeKernel,
        (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
         const size_t *local, cl_uint count, const cl_event *events, cl_event *event),
        queue, kernel, dimensions, offset, global, local, count, events, event)
FORWARD(cl_int, clFlush, (cl_command_queue queue), queue)
FORWARD(cl_int, clFinish, (cl_command_queue queue), queue)
FORWARD(cl_int, clEnqueueSVMFree,
        (cl_command_queue queue, cl_uint pointers, void **svm,
         void(CL_CALLBACK *free_function)(cl_command_queue, cl_uint, void **, void *), void *user, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, pointers, svm, free_function, user, count, events, event)
FORWARD(cl_int, clEnqueueSVMMemcpy,
        (cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t size, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, blocking, to, from, size, count, events, event)
FORWARD(cl_int, clEnqueueSVMMemFill,
        (cl_command_queue queue, void *svm, const void *pattern, size_t pattern_size, size_t size, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, svm, pattern, pattern_size, size, count, events, event)
FORWARD(cl_int, clEnqueueSVMMap,
        (cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *svm, size_t size, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, blocking, flags, svm, size, count, events, event)
FORWARD(cl_int, clEnqueueSVMUnmap,
        (cl_command_queue queue, void *svm, cl_uint count, const cl_event *events, cl_event *event), queue, svm, count,
        events, event)
FORWARD(cl_int, clEnqueueSVMMigrateMem,
        (cl_command_queue queue, cl_uint pointers, const void **svm, const size_t *sizes, cl_mem_migration_flags flags,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, pointers, svm, sizes, flags, count, events, event)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // for devices below OpenCL 1.2
FORWARD(cl_int, clEnqueueMarker, (cl_command_queue queue, cl_event *event), queue, event)
FORWARD(cl_int, clEnqueueWaitForEvents, (cl_command_queue queue, cl_uint count, const cl_event *events), queue, count,
        events)
#pragma GCC diagnostic pop
FORWARD(cl_int, clWaitForEvents, (cl_uint count, const cl_event *events), count, events)
FORWARD(cl_int, clRetainEvent, (cl_event event), event)
FORWARD(cl_int, clReleaseEvent, (cl_event event), event)
FORWARD(cl_int, clSetEventCallback,
        (cl_event event, cl_int status, void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *user), event, status,
        notify, user)
FORWARD(cl_int, clGetEventProfilingInfo,
        (cl_event event, cl_profiling_info name, size_t size, void *value, size_t *out_size), event, name, size, value,
        out_size)

namespace {

cl_int CL_API_CALL event_info(cl_event event, cl_event_info name, size_t size, void *value, size_t *out_size) {
    static const auto call = reinterpret_cast<decltype(&clGetEventInfo)>(real("clGetEventInfo"));
    const cl_int code = call(event, name, size, value, out_size);
    if (order_ignored && code == CL_SUCCESS && name == CL_EVENT_COMMAND_EXECUTION_STATUS && value != nullptr) {
        *static_cast<cl_int *>(value) = CL_COMPLETE;
    }
    return code;
}

} // namespace

EXPORTED cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value,
                                           size_t *out_size) {
    static function self{"clGetEventInfo"};
    return forward(self, &event_info, event, name, size, value, out_size);
}
