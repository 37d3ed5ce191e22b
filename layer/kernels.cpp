// Memory objects that kernels and other commands get by lists or by their addresses.
#include "calls.hpp"
#include "commands.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "events.hpp"
#include "kernel_arguments.hpp"
#include "residence.hpp"
#include "shield.hpp"
#include "whole.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace clmem::layer {

bool is_number(cl_kernel kernel, cl_uint index) noexcept {
    cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_GLOBAL;
    if (driver().clGetKernelArgInfo != nullptr &&
        driver().clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, nullptr) ==
            CL_SUCCESS) {
        return space == CL_KERNEL_ARG_ADDRESS_PRIVATE;
    }
    // Without -cl-kernel-arg-info drivers need not know. Only a buffer's argument may be NULL.
    return driver().clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr) != CL_SUCCESS;
}

namespace {

bool has_blocks(std::span<const cl_mem> handles) noexcept {
    return std::ranges::any_of(handles, [](cl_mem handle) { return find_uses(handle) != nullptr; });
}

object_list all_used(command &issued, const cl_mem *handles, cl_uint count) {
    object_list result;
    for (cl_mem handle : std::span{handles, count}) {
        result.push_back(issued.uses(handle));
    }
    return result;
}

} // namespace

namespace calls {

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    cl_mem handle = nullptr;
    if (bytes == sizeof(cl_mem) && value != nullptr) { std::memcpy(&handle, value, sizeof handle); }
    cl_mem real = handle != nullptr ? real_of(handle) : nullptr;
    if (real != handle && is_number(kernel, index)) { real = handle; }
    const cl_int code = driver().clSetKernelArg(kernel, index, bytes, real != handle ? &real : value);
    if (code == CL_SUCCESS) { set_argument(kernel, index, handle, real); }
    return code;
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *pointer) {
    const cl_int code = driver().clSetKernelArgSVMPointer(kernel, index, pointer);
    if (code == CL_SUCCESS) { set_argument(kernel, index, nullptr, nullptr); }
    return code;
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint objects, const cl_mem *handles,
                                              cl_mem_migration_flags flags, cl_uint count, const cl_event *events,
                                              cl_event *out_event) {
    if (handles == nullptr || objects == 0) {
        return driver().clEnqueueMigrateMemObjects(queue, objects, handles, flags, count, events, out_event);
    }
    // quirk::migration_of_parts_crashes: blocks are parts, which stay on the device.
    if (has_blocks({handles, objects})) { flags &= ~cl_mem_migration_flags{CL_MIGRATE_MEM_OBJECT_HOST}; }
    command issued{queue};
    return shielded(
        [&] {
            object_list passed = all_used(issued, handles, objects);
            if (!std::ranges::equal(passed, std::span{handles, objects})) {
                return migrate_kept(queue, std::move(passed), flags, count, events, out_event);
            }
            return driver().clEnqueueMigrateMemObjects(queue, objects, handles, flags, count, events, out_event);
        },
        [] { return CL_OUT_OF_HOST_MEMORY; });
}

} // namespace calls

} // namespace clmem::layer
