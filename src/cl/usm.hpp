// The used part of cl_intel_unified_shared_memory, which <CL/cl.h> does not declare. Any vendor may support it.
#pragma once

#include "cl/query.hpp"

namespace clmem_core::cl::usm {

// The values are cl_bitfield; 0: the device lacks this kind of memory.
inline constexpr question host_capabilities{0x4190, "CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL"};
inline constexpr question device_capabilities{0x4191, "CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL"};
inline constexpr question shared_capabilities{0x4192, "CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL"};

using properties = const cl_bitfield *;

struct table {
    void *(CL_API_CALL *clHostMemAllocINTEL)(cl_context, properties, size_t bytes, cl_uint alignment, cl_int *);
    void *(CL_API_CALL *clDeviceMemAllocINTEL)(cl_context, cl_device_id, properties, size_t, cl_uint, cl_int *);
    void *(CL_API_CALL *clSharedMemAllocINTEL)(cl_context, cl_device_id, properties, size_t, cl_uint, cl_int *);
    cl_int(CL_API_CALL *clMemFreeINTEL)(cl_context, void *);
};

struct commands {
    cl_int(CL_API_CALL *clEnqueueMemFillINTEL)(cl_command_queue, void *, const void *pattern, size_t pattern_bytes,
                                               size_t bytes, cl_uint, const cl_event *, cl_event *);
    cl_int(CL_API_CALL *clEnqueueMemcpyINTEL)(cl_command_queue, cl_bool blocking, void *to, const void *from,
                                              size_t bytes, cl_uint, const cl_event *, cl_event *);
};

using set_pointer_argument = cl_int(CL_API_CALL *)(cl_kernel, cl_uint index, const void *pointer);

// For clSetKernelExecInfo: a kernel accesses memory of a kind indirectly, where a device has that kind.
struct indirect {
    question capabilities;
    cl_kernel_exec_info property; // CL_KERNEL_EXEC_INFO_INDIRECT_*_ACCESS_INTEL
};
inline constexpr indirect indirect_access[] = {
    {host_capabilities, 0x4200}, {device_capabilities, 0x4201}, {shared_capabilities, 0x4202}};

// Find the functions of a device's platform. Throw CLMEM_ERROR_UNSUPPORTED if it lacks one.
[[nodiscard]] table load(cl_device_id device);
[[nodiscard]] commands load_commands(cl_device_id device);
[[nodiscard]] set_pointer_argument load_set_pointer_argument(cl_device_id device); // clSetKernelArgMemPointerINTEL

} // namespace clmem_core::cl::usm
