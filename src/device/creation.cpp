#include "device/creation.hpp"

#include "device/description.hpp"

#include <cinttypes>

namespace clmem_core {

cl::context make_context(cl_device_id device) {
    cl_int code = CL_SUCCESS;
    cl::context context{cl::dispatch().clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code)};
    if (code != CL_SUCCESS) { fail_opencl(code, "cannot create a context for the device: %s", status_name(code)); }
    return context;
}

cl::queue make_queue(cl_context context, cl_device_id device, std::uint64_t flags) {
    if ((flags & ~std::uint64_t{CLMEM_QUEUE_OUT_OF_ORDER | CLMEM_QUEUE_PROFILING}) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "flags: expected bits of CLMEM_QUEUE_OUT_OF_ORDER and CLMEM_QUEUE_PROFILING, got unknown bits 0x%" PRIx64,
             flags);
    }
    const cl::table &opencl = cl::dispatch();
    cl_command_queue_properties properties = 0;
    if ((flags & CLMEM_QUEUE_OUT_OF_ORDER) != 0) {
        if (!has_out_of_order_queues(device)) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "expected a device with out-of-order queues, got one without; omit CLMEM_QUEUE_OUT_OF_ORDER");
        }
        properties |= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    }
    if ((flags & CLMEM_QUEUE_PROFILING) != 0) { properties |= CL_QUEUE_PROFILING_ENABLE; }

    cl_int code = CL_SUCCESS;
    cl_command_queue queue = nullptr;
    if (opencl.clCreateCommandQueueWithProperties != nullptr && opencl_version(device) >= 200) {
        const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
        queue = opencl.clCreateCommandQueueWithProperties(context, device, list, &code);
    } else {
        queue = opencl.clCreateCommandQueue(context, device, properties, &code);
    }
    if (code != CL_SUCCESS) { fail_opencl(code, "cannot create the queue: %s", status_name(code)); }
    return cl::queue{queue};
}

} // namespace clmem_core
