#include "residence.hpp"

#include "driver.hpp"
#include "settings.hpp"

namespace clmem::layer {

namespace {

// The code of the command that the driver allocates for. It is CL_SUCCESS where no such command can be had.
cl_int migrate(cl_command_queue queue, cl_mem buffer, cl_mem_migration_flags flags) noexcept {
    cl_event done = nullptr;
    // NVIDIA's driver reads the list when the command runs; the wait ends only after that, unless it fails.
    cl_int code = driver().clEnqueueMigrateMemObjects(queue, 1, &buffer, flags, 0, nullptr, &done);
    if (code != CL_SUCCESS) { return code; }
    code = driver().clWaitForEvents(1, &done);
    if (code == CL_SUCCESS || code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        // The cause of a failure; after a wait that succeeds, too: some drivers hide failures from it.
        cl_int status = CL_COMPLETE;
        (void)driver().clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        if (status < 0) { code = status; }
    }
    (void)driver().clReleaseEvent(done);
    return code;
}

} // namespace

bool must_be_resident(const context_state *context, cl_mem_flags flags) noexcept {
    return current_settings().immediate && context != nullptr && context->is_poolable &&
           (flags & CL_MEM_USE_HOST_PTR) == 0 && driver().clEnqueueMigrateMemObjects != nullptr;
}

cl_int make_resident(context_state &context, cl_mem made, cl_mem_flags flags) noexcept {
    cl_command_queue const queue = context.blocks.own_queue();
    if (queue == nullptr) { return CL_SUCCESS; }
    const bool has_content = (flags & CL_MEM_COPY_HOST_PTR) != 0;
    if (migrate(queue, made, has_content ? 0 : CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) == CL_SUCCESS) {
        return CL_SUCCESS;
    }
    (void)driver().clReleaseMemObject(made);
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

} // namespace clmem::layer
