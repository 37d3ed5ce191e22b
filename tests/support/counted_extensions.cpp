// The counting library's extension functions, which are looked up by name, and the list of all functions that it must
// have. The platform is that of the one device used by tests.
#include "counting_forward.hpp"

using namespace clmem::test::counted;

using usm_properties = const cl_bitfield *;
#define EXTENSION(result, name, parameters, ...)                                                                       \
    std::atomic<result(CL_API_CALL *) parameters> real_##name{nullptr};                                                \
    result CL_API_CALL name parameters {                                                                               \
        static function self{#name};                                                                                   \
        return forward(self, real_##name.load(), __VA_ARGS__);                                                         \
    }

namespace {

EXTENSION(void *, clHostMemAllocINTEL,
          (cl_context context, usm_properties properties, size_t size, cl_uint alignment, cl_int *error), context,
          properties, size, alignment, error)
EXTENSION(void *, clDeviceMemAllocINTEL,
          (cl_context context, cl_device_id device, usm_properties properties, size_t size, cl_uint alignment,
           cl_int *error),
          context, device, properties, size, alignment, error)
EXTENSION(void *, clSharedMemAllocINTEL,
          (cl_context context, cl_device_id device, usm_properties properties, size_t size, cl_uint alignment,
           cl_int *error),
          context, device, properties, size, alignment, error)
EXTENSION(cl_int, clMemFreeINTEL, (cl_context context, void *pointer), context, pointer)
EXTENSION(cl_int, clSetKernelArgMemPointerINTEL, (cl_kernel kernel, cl_uint index, const void *pointer), kernel, index,
          pointer)

// An extension of AMD, which none of the tested platforms has.
cl_int CL_API_CALL clEnqueueCopyBufferP2PAMD(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                                             size_t to_offset, size_t size, cl_uint count, const cl_event *events,
                                             cl_event *event) {
    static function self{"clEnqueueCopyBufferP2PAMD"};
    static const auto call = reinterpret_cast<decltype(&clEnqueueCopyBuffer)>(real("clEnqueueCopyBuffer"));
    return forward(self, call, queue, from, to, from_offset, to_offset, size, count, events, event);
}

// The counting function that wraps a real one.
void *CL_API_CALL extension(cl_platform_id platform, const char *name) {
    static const auto call = reinterpret_cast<decltype(&clGetExtensionFunctionAddressForPlatform)>(
        real("clGetExtensionFunctionAddressForPlatform"));
    if (peer_copy_offered && std::strcmp(name, "clEnqueueCopyBufferP2PAMD") == 0) {
        return reinterpret_cast<void *>(&clEnqueueCopyBufferP2PAMD);
    }
    void *address = call(platform, name);
    if (address == nullptr) { return nullptr; }
#define STAND_BEFORE(function)                                                                                         \
    if (std::strcmp(name, #function) == 0) {                                                                           \
        real_##function = reinterpret_cast<decltype(&(function))>(address);                                            \
        return reinterpret_cast<void *>(&(function));                                                                  \
    }
    STAND_BEFORE(clHostMemAllocINTEL)
    STAND_BEFORE(clDeviceMemAllocINTEL)
    STAND_BEFORE(clSharedMemAllocINTEL)
    STAND_BEFORE(clMemFreeINTEL)
    STAND_BEFORE(clSetKernelArgMemPointerINTEL)
    return address;
}

} // namespace

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
    static function self{"clGetExtensionFunctionAddressForPlatform"};
    return forward(self, &extension, platform, name);
}

// Everything that clmem's loader looks up: linking fails if one of these is not defined above.
#define ADDRESS(name) reinterpret_cast<void *>(&name),
EXPORTED void *const clmem_test_all_functions[];
void *const clmem_test_all_functions[] = {CLMEM_CL_REQUIRED(ADDRESS) CLMEM_CL_OPTIONAL(ADDRESS)};
