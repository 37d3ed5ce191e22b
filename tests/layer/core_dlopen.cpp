// A program that opens OpenCL's loader as a library, uses it, closes it, and opens it again.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/mman.h>

namespace {

void require(bool holds, const char *what) {
    if (holds) { return; }
    std::printf("expected: %s\n", what);
    std::_Exit(1);
}

template <class Function>
Function *function_of(void *library, const char *name) {
    void *const found = ::dlsym(library, name);
    require(found != nullptr, name);
    return reinterpret_cast<Function *>(found);
}

#define CLMEM_TEST_CALL(name) function_of<decltype(::name)>(library, #name)

// Fills a few buffers of one context, and reads them.
void use(void *library, unsigned char value) {
    constexpr std::size_t bytes = 70'000;
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    require(CLMEM_TEST_CALL(clGetPlatformIDs)(1, &platform, nullptr) == CL_SUCCESS, "a platform");
    require(CLMEM_TEST_CALL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
            "a device");
    cl_context context = CLMEM_TEST_CALL(clCreateContext)(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = CLMEM_TEST_CALL(clCreateCommandQueue)(context, device, 0, nullptr);
    require(queue != nullptr, "a queue");
    for (int i = 0; i < 10; ++i) {
        unsigned char found = 0;
        cl_mem buffer = CLMEM_TEST_CALL(clCreateBuffer)(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
        require(CLMEM_TEST_CALL(clEnqueueFillBuffer)(queue, buffer, &value, 1, 0, bytes, 0, nullptr, nullptr) ==
                    CL_SUCCESS,
                "a fill");
        require(CLMEM_TEST_CALL(clEnqueueReadBuffer)(queue, buffer, CL_TRUE, bytes - 1, 1, &found, 0, nullptr,
                                                     nullptr) == CL_SUCCESS,
                "a read");
        require(found == value, "the content that was filled in");
        CLMEM_TEST_CALL(clReleaseMemObject)(buffer);
    }
    CLMEM_TEST_CALL(clReleaseCommandQueue)(queue);
    CLMEM_TEST_CALL(clReleaseContext)(context);
}

} // namespace

int main() {
    for (unsigned char round = 1; round <= 3; ++round) {
        void *const library = ::dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
        require(library != nullptr, "OpenCL's loader");
        use(library, round);
        ::dlclose(library);
        // If the loader is no longer mapped, the next one gets another address.
        for (int i = 0; i < 3; ++i) {
            require(::mmap(nullptr, 300'000, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED, "memory");
        }
    }
    std::puts("all contents are right");
}
