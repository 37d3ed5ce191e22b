// Contexts, queues and user events: what decides when released memory may be used again.
#include "calls.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "queue_functions.hpp"
#include "replaced.hpp"
#include "shield.hpp"
#include "user_events.hpp"

#include <cstring>

namespace clmem::layer {

namespace {

cl_context made_context(cl_context made) noexcept {
    if (made != nullptr) {
        shielded([&] { add_context(made); }, [] {});
    }
    return made;
}

// Creates something after which the context's order of commands is no longer that of one queue.
template <class Create, class Add>
auto create_in(context_state *context, Create &&create, Add &&add) noexcept {
    if (context == nullptr) { return create(); }
    shielded([&] { context->leave_single_mode(); }, [] { give_up_pooling(); });
    auto made = create();
    if (made != nullptr) {
        shielded([&] { add(made); }, [] { give_up_pooling(); });
    }
    context->settle();
    return made;
}

// `properties` has CL_QUEUE_... bits. Host commands cannot be enqueued in a queue on the device.
template <class Create>
cl_command_queue create_queue(cl_context handle, cl_command_queue_properties properties, Create &&create) noexcept {
    if ((properties & CL_QUEUE_ON_DEVICE) != 0) { return create(); }
    context_state *const context = find_context(handle);
    const bool in_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
    return create_in(context, create, [&](cl_command_queue made) { context->add_queue(made, in_order); });
}

cl_command_queue_properties bits_of(const cl_queue_properties *list) noexcept {
    for (; list != nullptr && *list != 0; list += 2) {
        if (*list == CL_QUEUE_PROPERTIES) { return list[1]; }
    }
    return 0;
}

// clCreateCommandQueueWithPropertiesKHR of cl_khr_create_command_queue, which has the properties of OpenCL 2.0.
std::atomic<cl_api_clCreateCommandQueueWithProperties> create_by_extension{nullptr};

cl_command_queue CL_API_CALL create_khr(cl_context context, cl_device_id device, const cl_queue_properties *properties,
                                        cl_int *out_code) {
    return create_queue(context, bits_of(properties),
                        [&] { return create_by_extension.load()(context, device, properties, out_code); });
}

} // namespace

void *queue_function(void *found, const char *name) noexcept {
    const bool is_replaced = std::strcmp(name, "clCreateCommandQueueWithPropertiesKHR") == 0;
    return is_replaced ? replaced(create_by_extension, found, &create_khr) : nullptr;
}

context_state *context_of(cl_command_queue queue) noexcept {
    const queue_uses *const known = find_queue_uses(queue);
    return known != nullptr ? known->context : nullptr;
}

namespace calls {

cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint count,
                                       const cl_device_id *devices,
                                       void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                                       void *user, cl_int *out_code) {
    return made_context(driver().clCreateContext(properties, count, devices, notify, user, out_code));
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                               void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                                               void *user, cl_int *out_code) {
    return made_context(driver().clCreateContextFromType(properties, type, notify, user, out_code));
}

cl_int CL_API_CALL clRetainContext(cl_context handle) {
    const cl_int code = driver().clRetainContext(handle);
    context_state *const known = code == CL_SUCCESS ? find_context(handle) : nullptr;
    if (known != nullptr && known->references.fetch_add(1) == 0) { known->hold(); }
    return code;
}

cl_int CL_API_CALL clReleaseContext(cl_context handle) {
    context_state *const known = find_context(handle);
    if (known != nullptr && known->references.load() != 0 && known->references.fetch_sub(1) == 1) {
        known->trim();
        known->usm.close();
        known->drop();
    }
    return driver().clReleaseContext(handle);
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int *out_code) {
    return create_queue(context, properties,
                        [&] { return driver().clCreateCommandQueue(context, device, properties, out_code); });
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                const cl_queue_properties *properties,
                                                                cl_int *out_code) {
    return create_queue(context, bits_of(properties), [&] {
        return driver().clCreateCommandQueueWithProperties(context, device, properties, out_code);
    });
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue queue) {
    const cl_int code = driver().clRetainCommandQueue(queue);
    context_state *const known = code == CL_SUCCESS ? context_of(queue) : nullptr;
    if (known != nullptr) { known->retain_queue(queue); }
    return code;
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) {
    context_state *const known = context_of(queue);
    if (known != nullptr) {
        shielded([&] { known->release_queue(queue); }, [] { give_up_pooling(); });
    }
    return driver().clReleaseCommandQueue(queue);
}

// clSetCommandQueueProperty, of OpenCL 1.0, may let a queue run out of order.
cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties properties,
                                             cl_bool enable, cl_command_queue_properties *out_old) {
    shielded([] { give_up_single_mode(); }, [] { give_up_pooling(); });
    give_up_uses(); // a blocking call no longer shows that earlier commands are complete
    return driver().clSetCommandQueueProperty(queue, properties, enable, out_old);
}

cl_event CL_API_CALL clCreateUserEvent(cl_context handle, cl_int *out_code) {
    context_state *const context = find_context(handle);
    if (context != nullptr) { context->expect_user_event(); }
    return create_in(
        context, [&] { return driver().clCreateUserEvent(handle, out_code); },
        [&](cl_event made) {
            put_user_event(made, context);
            context->add_user_event();
        });
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int status) {
    context_state *const held = hold_context_of(event);
    if (held == nullptr) { return driver().clSetUserEventStatus(event, status); }
    if (status < 0) { held->stop_pooling(); }
    // Another thread may release the event as soon as it is set. With this reference, its address stands for no other
    // event before it is forgotten.
    const bool is_retained = driver().clRetainEvent(event) == CL_SUCCESS;
    const cl_int code = driver().clSetUserEventStatus(event, status);
    context_state *const context = is_retained && code == CL_SUCCESS ? forget_user_event(event) : nullptr;
    if (context != nullptr) { context->end_user_event(); }
    if (is_retained) { (void)driver().clReleaseEvent(event); }
    held->drop();
    return code;
}

cl_int CL_API_CALL clRetainEvent(cl_event event) {
    const cl_int code = driver().clRetainEvent(event);
    if (code == CL_SUCCESS) { retain_user_event(event); }
    return code;
}

cl_int CL_API_CALL clReleaseEvent(cl_event event) {
    if (context_state *const context = release_user_event(event); context != nullptr) {
        shielded([&] { context->abandon_user_event(); }, [] { give_up_pooling(); });
        context->end_user_event();
    }
    return driver().clReleaseEvent(event);
}

} // namespace calls

} // namespace clmem::layer
