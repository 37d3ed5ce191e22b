#include "device/creation.hpp"

#include "device/description.hpp"

#include <cinttypes>

namespace clmem {

cl::context make_context(cl_device_id device) {
    cl_int code = CL_SUCCESS;
    cl::context context{cl::dispatch().clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code)};
    if (code != CL_SUCCESS) { fail_opencl(code, "a context of the device cannot be made: %s", status_name(code)); }
    return context;
}

cl::queue make_queue(cl_context context, cl_device_id device, std::uint64_t flags) {
    if ((flags & ~std::uint64_t{CLMEM_QUEUE_OUT_OF_ORDER | CLMEM_QUEUE_PROFILING}) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "flags has bits that mean nothing: 0x%" PRIx64 "; clmem_queue_flag has all",
             flags);
    }
    const cl::table &opencl = cl::dispatch();
    cl_command_queue_properties properties = 0;
    if ((flags & CLMEM_QUEUE_OUT_OF_ORDER) != 0) {
        if (!has_out_of_order_queues(device)) {
            fail(CLMEM_ERROR_UNSUPPORTED, "the device has no out-of-order queues: make the queue without the flag");
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
    if (code != CL_SUCCESS) { fail_opencl(code, "the queue cannot be made: %s", status_name(code)); }
    return cl::queue{queue};
}

} // namespace clmem
