#include "api/guard.hpp"
#include "cl/raii.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "memory/staging.hpp"
#include "device/description.hpp"

#include <algorithm>

using namespace clmem;
using namespace clmem::api;

namespace {

// OpenCL, for the functions that have neither an output nor a handle of clmem's.
const cl::table &opencl() {
    refuse_forked();
    return cl::dispatch();
}

// Throws if an OpenCL function failed.
void check(cl_int code, const char *function) {
    if (code != CL_SUCCESS) { fail_opencl(code, "%s failed: %s", function, status_name(code)); }
}

} // namespace

clmem_status clmem_device_info_init(clmem_device_info *out_info, size_t struct_size) {
    return guard(__func__, [&] {
        const clmem_device_info defaults = CLMEM_DEVICE_INFO_INIT;
        init_struct(out_info, struct_size, defaults, "out_info");
    });
}

clmem_status clmem_device_list(uint32_t capacity, cl_device_id *out_devices, uint32_t *out_count) {
    return guard(__func__, [&] {
        uint32_t &count = output(out_count, "out_count");
        if (capacity > 0) { required(out_devices, "out_devices"); }
        const std::vector<cl_device_id> devices = list_devices();
        std::copy_n(devices.begin(), std::min<std::size_t>(capacity, devices.size()), out_devices);
        count = static_cast<uint32_t>(devices.size());
    });
}

clmem_status clmem_device_describe(cl_device_id device, clmem_device_info *out_info) {
    return guard(__func__, [&] {
        const std::size_t size = output_struct(out_info, "out_info");
        write_struct(out_info, describe(required(device, "device")), size);
    });
}

clmem_status clmem_device_choose(const char *wish, cl_device_id *out_device) {
    return guard(__func__, [&] {
        cl_device_id &device = output(out_device, "out_device");
        device = choose_device(wish);
    });
}

clmem_status clmem_context_create(cl_device_id device, cl_context *out_context) {
    return guard(__func__, [&] {
        cl_context &context = output(out_context, "out_context");
        context = make_context(required(device, "device")).detach();
    });
}

clmem_status clmem_context_release(cl_context context) {
    return guard(__func__, [&] {
        if (context == nullptr) { return; }
        const cl::table &functions = opencl();
        staging::forget(context); // what staged transfers keep would keep the context
        check(functions.clReleaseContext(context), "clReleaseContext");
    });
}

clmem_status clmem_queue_create(cl_context context, cl_device_id device, uint64_t flags, cl_command_queue *out_queue) {
    return guard(__func__, [&] {
        cl_command_queue &queue = output(out_queue, "out_queue");
        queue = make_queue(required(context, "context"), required(device, "device"), flags).detach();
    });
}

clmem_status clmem_queue_finish(cl_command_queue queue) {
    return guard(__func__, [&] {
        required(queue, "queue");
        check(opencl().clFinish(queue), "clFinish");
    });
}

clmem_status clmem_queue_release(cl_command_queue queue) {
    return guard(__func__, [&] {
        if (queue != nullptr) { check(opencl().clReleaseCommandQueue(queue), "clReleaseCommandQueue"); }
    });
}

clmem_status clmem_event_wait(uint32_t count, const cl_event *events) {
    return guard(__func__, [&] {
        if (count > 0) {
            required(events, "events");
            check(opencl().clWaitForEvents(count, events), "clWaitForEvents");
        }
    });
}

clmem_status clmem_event_release(cl_event event) {
    return guard(__func__, [&] {
        if (event != nullptr) { check(opencl().clReleaseEvent(event), "clReleaseEvent"); }
    });
}
