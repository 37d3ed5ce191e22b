// Memory objects that kernels and other commands get by lists or by their addresses.
#include "calls.hpp"
#include "commands.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "kernel_arguments.hpp"
#include "shield.hpp"
#include "whole.hpp"

#include <cstring>
#include <span>
#include <vector>

namespace clmem::layer {

namespace {

// Whether an argument is a number, which may happen to equal a handle. Drivers need not know.
bool is_number(cl_kernel kernel, cl_uint index) noexcept {
    cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_GLOBAL;
    return driver().clGetKernelArgInfo != nullptr &&
           driver().clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, nullptr) ==
               CL_SUCCESS &&
           space == CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

std::vector<cl_mem> all_used(command &issued, const cl_mem *handles, cl_uint count) {
    std::vector<cl_mem> result;
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
    cl_mem real = handle;
    if (handle != nullptr && watches_uses()) {
        real = real_of(handle);
        if (real != handle && is_number(kernel, index)) { real = handle; }
        if (real == handle) { detail::note_use(handle, true); }
    }
    const cl_int code = driver().clSetKernelArg(kernel, index, bytes, real != handle ? &real : value);
    if (code == CL_SUCCESS) { set_argument(kernel, index, handle); }
    return code;
}

cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *), void *arguments,
                                         size_t bytes, cl_uint objects, const cl_mem *handles, const void **places,
                                         cl_uint count, const cl_event *events, cl_event *out_event) {
    context_state *const context = context_of(queue);
    const auto pass_on = [&](const cl_mem *passed) {
        if (context != nullptr) {
            shielded([&] { context->expect_native_kernel(); }, [] { give_up_pooling(); });
        }
        const cl_int code = driver().clEnqueueNativeKernel(queue, function, arguments, bytes, objects, passed, places,
                                                           count, events, out_event);
        if (context != nullptr) {
            shielded([&] { context->add_native_kernel(queue, code == CL_SUCCESS); }, [] { give_up_pooling(); });
        }
        return code;
    };
    if (handles == nullptr || objects == 0) { return pass_on(handles); }
    command issued{queue};
    return shielded([&] { return pass_on(all_used(issued, handles, objects).data()); },
                    [] { return CL_OUT_OF_HOST_MEMORY; });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint objects, const cl_mem *handles,
                                              cl_mem_migration_flags flags, cl_uint count, const cl_event *events,
                                              cl_event *out_event) {
    const auto pass_on = [&](const cl_mem *passed) {
        return driver().clEnqueueMigrateMemObjects(queue, objects, passed, flags, count, events, out_event);
    };
    if (handles == nullptr || objects == 0) { return pass_on(handles); }
    command issued{queue};
    return shielded([&] { return pass_on(all_used(issued, handles, objects).data()); },
                    [] { return CL_OUT_OF_HOST_MEMORY; });
}

} // namespace calls

} // namespace clmem::layer
