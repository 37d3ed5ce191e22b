#include "opencl_objects.hpp"

#include "interface.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace clmem::contract {

namespace {

// Functions of the library that clmem uses too; nothing is linked, as in a program of another language.
template <class Function>
Function *find(const char *name) {
    const char *path = std::getenv("CLMEM_OPENCL_LIBRARY"); // NOLINT(concurrency-mt-unsafe): no thread changes it
    static void *const library = dlopen(path != nullptr ? path : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    void *address = library != nullptr ? dlsym(library, name) : nullptr;
    if (address == nullptr) { throw mismatch{std::string{name} + " is not in the OpenCL library"}; }
    return reinterpret_cast<Function *>(address);
}
#define OPENCL(name) find<decltype(::name)>(#name)

void check(const char *what, cl_int code) {
    if (code != CL_SUCCESS) { throw mismatch{std::string{what} + " returned " + std::to_string(code)}; }
}

} // namespace

cl_event make_user_event(cl_context context) {
    cl_int code = CL_SUCCESS;
    cl_event event = OPENCL(clCreateUserEvent)(context, &code);
    check("clCreateUserEvent", code);
    return event;
}

void set_user_event(cl_event event, cl_int status) {
    check("clSetUserEventStatus", OPENCL(clSetUserEventStatus)(event, status));
}

cl_event enqueue_marker(cl_command_queue queue, cl_event after) {
    cl_event event = nullptr;
    if (after == nullptr) {
        check("clEnqueueMarker", OPENCL(clEnqueueMarker)(queue, &event));
    } else { // later commands wait too, like a command that needs the event
        check("clEnqueueMarkerWithWaitList", OPENCL(clEnqueueMarkerWithWaitList)(queue, 1, &after, &event));
    }
    check("clFlush", OPENCL(clFlush)(queue));
    return event;
}

cl_int status_of(cl_event event) {
    cl_int status = 0;
    check("clGetEventInfo",
          OPENCL(clGetEventInfo)(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr));
    return status;
}

bool has_user_events(cl_device_id device) {
    cl_platform_id platform = nullptr;
    check("clGetDeviceInfo", OPENCL(clGetDeviceInfo)(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr));
    char name[128] = {};
    check("clGetPlatformInfo", OPENCL(clGetPlatformInfo)(platform, CL_PLATFORM_NAME, sizeof name - 1, name, nullptr));
    return std::string_view{name} != "Oclgrind"; // Oclgrind runs commands only on the thread that waits
}

bool has_pipes(cl_device_id device) {
    cl_uint bytes = 0; // 0 without pipes; older devices do not know the query
    const cl_int code = OPENCL(clGetDeviceInfo)(device, CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof bytes, &bytes, nullptr);
    cl_bool supported = CL_TRUE; // optional since OpenCL 3.0
    if (OPENCL(clGetDeviceInfo)(device, CL_DEVICE_PIPE_SUPPORT, sizeof supported, &supported, nullptr) != CL_SUCCESS) {
        supported = CL_TRUE;
    }
    return code == CL_SUCCESS && bytes > 0 && supported == CL_TRUE;
}

bool has_compiler(cl_device_id device) {
    cl_bool available = CL_FALSE;
    check("clGetDeviceInfo",
          OPENCL(clGetDeviceInfo)(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof available, &available, nullptr));
    return available == CL_TRUE;
}

} // namespace clmem::contract
