#include "api/guard.hpp"
#include "base/asymmetric_fence.hpp"
#include "cl/event_times.hpp"
#include "cl/raii.hpp"
#include "device/characterize/data.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "device/description.hpp"
#include "device/memory/device_memory.hpp"
#include "device/shared_context.hpp"
#include "pool/finish_watch.hpp"
#include "transfer/staging.hpp"

#include <algorithm>
#include <clmem_extras.h>

using namespace clmem_core;
using namespace clmem_core::api;

namespace {

// OpenCL, for the functions without an output or a clmem handle.
const cl::table &opencl() {
    refuse_forked();
    return cl::dispatch();
}

// Throws if an OpenCL function failed.
void check(cl_int code, const char *function) {
    if (code != CL_SUCCESS) { fail_opencl(code, "%s failed: %s", function, status_name(code)); }
}

clmem_device_data read_data(const clmem_device_data *data) {
    const clmem_device_data known = read_struct(required(data, "data"), "data");
    api::check_reserved(known, "data");
    return known;
}

// Lists as many devices as fit the output.
void list(const std::vector<cl_device_id> &devices, uint32_t capacity, cl_device_id *out_devices, uint32_t &count) {
    std::copy_n(devices.begin(), std::min<std::size_t>(capacity, devices.size()), out_devices);
    count = static_cast<uint32_t>(devices.size());
}

} // namespace

clmem_status clmem_device_list(uint32_t capacity, cl_device_id *out_devices, uint32_t *out_count) {
    return guard(__func__, [&] {
        uint32_t &count = output(out_count, "out_count");
        if (capacity > 0) { required(out_devices, "out_devices"); }
        list(list_devices(), capacity, out_devices, count);
    });
}

clmem_status clmem_device_list_for_tests(const char *selector, uint32_t capacity, cl_device_id *out_devices,
                                         uint32_t *out_count) {
    return guard(__func__, [&] {
        uint32_t &count = output(out_count, "out_count");
        if (capacity > 0) { required(out_devices, "out_devices"); }
        list(list_test_devices(selector), capacity, out_devices, count);
    });
}

clmem_status clmem_device_describe(cl_device_id device, clmem_device_info *out_info) {
    return guard(__func__, [&] {
        const std::size_t size = output_struct(out_info, "out_info");
        write_struct(out_info, describe(required(device, "device")), size);
    });
}

clmem_status clmem_device_memory(cl_device_id device, clmem_device_memory_info *out_memory) {
    return guard(__func__, [&] {
        const std::size_t size = output_struct(out_memory, "out_memory");
        write_struct(out_memory, device_memory(required(device, "device")), size);
    });
}

clmem_status clmem_device_choose(const char *selector, cl_device_id *out_device) {
    return guard(__func__, [&] {
        cl_device_id &device = output(out_device, "out_device");
        device = choose_device(selector);
    });
}

clmem_status clmem_device_get_data(cl_device_id device, clmem_device_data *out_data) {
    return guard(__func__, [&] {
        const std::size_t size = output_struct(out_data, "out_data");
        write_struct(out_data, data_of(required(device, "device")), size);
    });
}

clmem_status clmem_device_data_for_capability(uint32_t major, uint32_t minor, clmem_device_data *out_data) {
    return guard(__func__, [&] {
        const std::size_t size = output_struct(out_data, "out_data");
        write_struct(out_data, data_of_capability(major, minor), size);
    });
}

clmem_status clmem_device_align_bytes(const clmem_device_data *data, uint32_t word_bytes, size_t *out_bytes) {
    return guard(__func__, [&] {
        size_t &bytes = output(out_bytes, "out_bytes");
        bytes = align_bytes(read_data(data), word_bytes, "word_bytes");
    });
}

clmem_status clmem_device_align(const clmem_device_data *data, size_t bytes, uint32_t word_bytes, size_t *out_bytes) {
    return guard(__func__, [&] {
        size_t &rounded = output(out_bytes, "out_bytes");
        rounded = round_up(bytes, align_bytes(read_data(data), word_bytes, "word_bytes"));
    });
}

clmem_status clmem_device_align_words(const clmem_device_data *data, uint32_t word_bytes, size_t *out_words) {
    return guard(__func__, [&] {
        size_t &words = output(out_words, "out_words");
        words = align_words(read_data(data), word_bytes, "word_bytes");
    });
}

clmem_status clmem_device_align_dtype(const clmem_device_data *data, size_t elements, uint32_t element_bytes,
                                      size_t *out_elements) {
    return guard(__func__, [&] {
        size_t &rounded = output(out_elements, "out_elements");
        rounded = round_up(elements, align_words(read_data(data), element_bytes, "element_bytes"));
    });
}

clmem_status clmem_device_texture_channels(uint32_t channels, uint32_t *out_channels) {
    return guard(__func__, [&] {
        uint32_t &valid = output(out_channels, "out_channels");
        valid = texture_channels(channels);
    });
}

clmem_status clmem_context_create(cl_device_id device, cl_context *out_context) {
    return guard(__func__, [&] {
        cl_context &context = output(out_context, "out_context");
        context = make_context(required(device, "device")).detach();
    });
}

clmem_status clmem_context_shared(cl_context *out_context, cl_device_id *out_device) {
    return guard(__func__, [&] {
        zero(out_device);
        cl_context &context = output(out_context, "out_context");
        shared_context shared = share_context();
        context = shared.context.detach();
        set_output(out_device, shared.device);
    });
}

clmem_status clmem_context_release(cl_context context) {
    return guard(__func__, [&] {
        if (context == nullptr) { return; }
        const cl::table &functions = opencl();
        staging::forget(context); // the chunks of staged transfers would retain the context
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
        run_watched(true, queue, [&] { check(opencl().clFinish(queue), "clFinish"); });
    });
}

clmem_status clmem_queue_flush(cl_command_queue queue) {
    return guard(__func__, [&] {
        required(queue, "queue");
        check(opencl().clFlush(queue), "clFlush");
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
            refuse_forked();
            cl::wait_for(count, events);
        }
    });
}

clmem_status clmem_event_profile(cl_event event, clmem_event_times *out_times) {
    return guard(__func__, [&] {
        const size_t size = output_struct(out_times, "out_times");
        write_struct(out_times, cl::times_of(required(event, "event")), size);
    });
}

clmem_status clmem_event_release(cl_event event) {
    return guard(__func__, [&] {
        if (event != nullptr) { check(opencl().clReleaseEvent(event), "clReleaseEvent"); }
    });
}

clmem_status clmem_opencl_function(const char *name, void **out_function) {
    return guard(__func__, [&] {
        void *&function = output(out_function, "out_function");
        function = cl::function(required(name, "name"));
        if (function == nullptr) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "expected a function of the installed OpenCL library, got %s, which it lacks; update the library",
                 name);
        }
    });
}

clmem_status clmem_opencl_set_functions(clmem_opencl_find_fn find, void *user) {
    return guard(__func__, [&] {
        refuse_forked();
        cl::set_functions(required(find, "find"), user);
        asymmetric::prepare(); // takes milliseconds once the process has several threads
    });
}
