#include "opencl.hpp"

#include "failure.hpp"

#include <clmem.h>
#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>

namespace clmem::command {
namespace {

// clmem has already loaded the library; opening it again by the same search returns the same one.
void *open_library() {
    const char *wanted = secure_getenv("CLMEM_OPENCL_LIBRARY");
    const bool is_wanted = wanted != nullptr && *wanted != '\0';
    if (!is_wanted && dlsym(RTLD_DEFAULT, "clGetPlatformIDs") != nullptr) { return RTLD_DEFAULT; }
    void *library = dlopen(is_wanted ? wanted : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) { throw failure{exit_status::failed, dlerror()}; }
    return library;
}

template <class Function>
void find(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) {
        throw failure{
            exit_status::failed,
            fmt::format("expected {}, got an OpenCL library without it; install one for OpenCL 2.0 or newer", name)};
    }
}

opencl_functions load() {
    void *library = open_library();
    opencl_functions functions;
#define CLMEM_COMMAND_FIND(name) find(library, #name, functions.name);
    CLMEM_COMMAND_OPENCL(CLMEM_COMMAND_FIND)
#undef CLMEM_COMMAND_FIND
    return functions;
}

template <class Function>
void find_extension(cl_platform_id platform, const char *name, Function &function) {
    function = reinterpret_cast<Function>(opencl().clGetExtensionFunctionAddressForPlatform(platform, name));
    if (function == nullptr) {
        throw failure{exit_status::failed,
                      fmt::format("expected {}, got a platform without it; choose another --provider", name)};
    }
}

} // namespace

const opencl_functions &opencl() {
    static const opencl_functions functions = load();
    return functions;
}

usm_functions load_usm(cl_device_id device) {
    cl_platform_id platform = nullptr;
    check_opencl(opencl().clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr),
                 "clGetDeviceInfo");
    usm_functions functions;
#define CLMEM_COMMAND_FIND(name) find_extension(platform, #name, functions.name);
    CLMEM_COMMAND_USM(CLMEM_COMMAND_FIND)
#undef CLMEM_COMMAND_FIND
    return functions;
}

owned_mem make_buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void *content) {
    owned_mem made;
    cl_int code = CL_SUCCESS;
    *made.out() = opencl().clCreateBuffer(context, flags, bytes, content, &code);
    check_opencl(code, "clCreateBuffer");
    return made;
}

void check_opencl(cl_int code, const char *function) {
    if (code == CL_SUCCESS) { return; }
    const char *name = "unknown status";
    clmem_status_name(code, &name);
    throw failure{exit_status::failed, fmt::format("{} failed: {} ({})", function, name, code)};
}

} // namespace clmem::command
