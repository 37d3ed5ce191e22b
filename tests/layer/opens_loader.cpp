// Opens the OpenCL loader that its argument names, by name or by path, and creates and releases a buffer.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <dlfcn.h>

namespace {
void *loader;
}

#define FUNCTION(name) reinterpret_cast<decltype(&name)>(::dlsym(loader, #name))

int main(int count, char **words) {
    loader = count == 2 ? ::dlopen(words[1], RTLD_LAZY | RTLD_LOCAL) : nullptr;
    if (loader == nullptr) {
        std::fprintf(stderr, "no loader\n");
        return 99;
    }
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    if (FUNCTION(clGetPlatformIDs)(1, &platform, nullptr) != CL_SUCCESS ||
        FUNCTION(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) {
        return 98;
    }
    cl_context const context = FUNCTION(clCreateContext)(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_mem const buffer = FUNCTION(clCreateBuffer)(context, CL_MEM_READ_WRITE, 1000, nullptr, nullptr);
    if (buffer == nullptr || FUNCTION(clReleaseMemObject)(buffer) != CL_SUCCESS) { return 97; }
    return FUNCTION(clReleaseContext)(context) == CL_SUCCESS ? 0 : 96;
}
