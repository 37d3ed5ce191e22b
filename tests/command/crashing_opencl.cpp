// An OpenCL library that crashes in the call that CRASHING_CALL names; the system's library serves the others.
#include <CL/cl.h>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace {

template <class Function>
Function next(const char *name) {
    const char *const wanted = std::getenv("CRASHING_CALL");
    if (wanted != nullptr && std::strcmp(wanted, name) == 0) { std::abort(); }
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint capacity,
                                             cl_device_id *devices, cl_uint *count) {
    return next<decltype(&::clGetDeviceIDs)>("clGetDeviceIDs")(platform, type, capacity, devices, count);
}

extern "C" cl_int CL_API_CALL clFinish(cl_command_queue queue) {
    return next<decltype(&::clFinish)>("clFinish")(queue);
}
