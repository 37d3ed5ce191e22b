#include "residence.hpp"

#include "driver.hpp"
#include "events.hpp"
#include "settings.hpp"
#include "shield.hpp"

#include <memory>
#include <utility>

namespace clmem::layer {

namespace {

void CL_CALLBACK free_list(cl_event /*event*/, cl_int /*status*/, void *list) {
    const std::unique_ptr<object_list> over{static_cast<object_list *>(list)};
}

// Migrates a buffer and waits. Returns the error of the call or of the command, or CL_SUCCESS.
cl_int migrate_now(cl_command_queue queue, cl_mem buffer, cl_mem_migration_flags flags) {
    cl_event done = nullptr;
    cl_int code = migrate_kept(queue, {buffer}, flags, 0, nullptr, &done);
    if (code != CL_SUCCESS) { return code; }
    code = driver().clWaitForEvents(1, &done);
    if (code == CL_SUCCESS || code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        // The event has the cause. quirk::wait_hides_failure: it is asked for even if the wait succeeds.
        cl_int status = CL_COMPLETE;
        (void)driver().clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        if (status < 0) { code = status; }
    }
    release_event(done);
    return code;
}

} // namespace

cl_int migrate_kept(cl_command_queue queue, object_list objects, cl_mem_migration_flags flags, cl_uint count,
                    const cl_event *events, cl_event *out_event) {
    auto kept = std::make_unique<object_list>(std::move(objects));
    cl_event made = nullptr;
    const cl_int code = driver().clEnqueueMigrateMemObjects(queue, static_cast<cl_uint>(kept->size()), kept->data(),
                                                            flags, count, events, &made);
    if (code != CL_SUCCESS) { return code; }
    // If the driver refuses the callback, the list is never freed.
    (void)driver().clSetEventCallback(made, CL_COMPLETE, free_list, kept.release());
    if (out_event != nullptr) {
        *out_event = made;
    } else {
        release_event(made);
    }
    return code;
}

bool must_be_resident(const context_state *context, cl_mem_flags flags) noexcept {
    return current_settings().immediate && context != nullptr && context->is_poolable &&
           (flags & CL_MEM_USE_HOST_PTR) == 0 && driver().clEnqueueMigrateMemObjects != nullptr;
}

cl_int make_resident(context_state &context, cl_mem made, cl_mem_flags flags) noexcept {
    cl_command_queue const queue = context.blocks.own_queue();
    if (queue == nullptr) { return CL_SUCCESS; }
    const bool has_content = (flags & CL_MEM_COPY_HOST_PTR) != 0;
    const cl_mem_migration_flags how = has_content ? 0 : CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    const cl_int code =
        shielded([&] { return migrate_now(queue, made, how); }, []() -> cl_int { return CL_OUT_OF_HOST_MEMORY; });
    if (code == CL_SUCCESS) { return CL_SUCCESS; }
    (void)driver().clReleaseMemObject(made);
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

} // namespace clmem::layer
