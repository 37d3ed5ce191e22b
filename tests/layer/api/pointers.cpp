// Memory that programs use by its address, and calls that few programs make.
#include "api.hpp"

#include <CL/cl_ext.h>
#include <cstdint>
#include <cstring>

namespace {

constexpr std::size_t bytes = 5000;

void wrong_svm(const device &in, cl_device_svm_capabilities can) {
    const auto show = [&](const char *what, cl_svm_mem_flags flags, std::size_t size, cl_uint alignment) {
        void *made = clSVMAlloc(in.context, flags, size, alignment);
        number(std::string("shared memory ") + what + " is NULL", made == nullptr);
        if (made != nullptr) { clSVMFree(in.context, made); }
    };
    show("of no bytes", CL_MEM_READ_WRITE, 0, 0);
    show("to read and to write only", CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, bytes, 0);
    show("with an unknown flag", cl_svm_mem_flags{1} << 50, bytes, 0);
    show("with an alignment of 3", CL_MEM_READ_WRITE, bytes, 3);
    show("with an alignment of 64", CL_MEM_READ_WRITE, bytes, 64);
    show("with an alignment of 4096", CL_MEM_READ_WRITE, bytes, 4096);
    show("with atomics only", CL_MEM_READ_WRITE | CL_MEM_SVM_ATOMICS, bytes, 0);
    show("of nearly all addresses", CL_MEM_READ_WRITE, ~std::size_t{0} - 64, 0);
    if ((can & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0) {
        show("of fine grain", CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes, 0);
    }
    number("shared memory of no context is NULL", clSVMAlloc(nullptr, CL_MEM_READ_WRITE, bytes, 0) == nullptr);
    clSVMFree(in.context, nullptr);
    line("a free of NULL returns");
}

void show_alignment(const device &in) {
    for (const cl_uint alignment : {1U, 4U, 64U, 128U}) {
        void *made = clSVMAlloc(in.context, CL_MEM_READ_WRITE, 100, alignment);
        number("shared memory is aligned to " + std::to_string(alignment),
               made != nullptr && reinterpret_cast<std::uintptr_t>(made) % alignment == 0);
        clSVMFree(in.context, made);
    }
}

void svm_commands(const device &in, void *first, void *second) {
    cl_event event = nullptr;
    const cl_uint pattern = 0x04030201;
    code("a fill", clEnqueueSVMMemFill(in.queue, first, &pattern, sizeof pattern, 4000, 0, nullptr, &event));
    code("a copy", clEnqueueSVMMemcpy(in.queue, CL_TRUE, second, first, 2000, 1, &event, nullptr));
    ask_event("a fill's event", event);
    code("its release", clReleaseEvent(event));
    std::vector<unsigned char> host(2000);
    code("a copy to the host", clEnqueueSVMMemcpy(in.queue, CL_TRUE, host.data(), second, 2000, 0, nullptr, nullptr));
    contents("the host's memory", host.data(), host.size());
    code("a copy from the host",
         clEnqueueSVMMemcpy(in.queue, CL_TRUE, first, counting(512).data(), 512, 0, nullptr, nullptr));
    code("a map", clEnqueueSVMMap(in.queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, first, 512, 0, nullptr, &event));
    contents("shared memory", first, 512);
    static_cast<unsigned char *>(first)[1] = 99;
    ask_event("a map's event", event);
    code("its release", clReleaseEvent(event));
    code("an unmap", clEnqueueSVMUnmap(in.queue, first, 0, nullptr, nullptr));
    code("finish", clFinish(in.queue));
    code("a copy that overlaps",
         clEnqueueSVMMemcpy(in.queue, CL_TRUE, static_cast<char *>(first) + 8, first, 64, 0, nullptr, nullptr));
    code("a copy from NULL", clEnqueueSVMMemcpy(in.queue, CL_TRUE, first, nullptr, 64, 0, nullptr, nullptr));
    code("a copy to NULL", clEnqueueSVMMemcpy(in.queue, CL_TRUE, nullptr, first, 64, 0, nullptr, nullptr));
    code("a fill of NULL", clEnqueueSVMMemFill(in.queue, nullptr, &pattern, 4, 64, 0, nullptr, nullptr));
    code("a fill with a pattern of 3 bytes",
         clEnqueueSVMMemFill(in.queue, first, &pattern, 3, 63, 0, nullptr, nullptr));
    code("a fill of half a pattern", clEnqueueSVMMemFill(in.queue, first, &pattern, 4, 66, 0, nullptr, nullptr));
    code("a map of NULL", clEnqueueSVMMap(in.queue, CL_TRUE, CL_MAP_READ, nullptr, 64, 0, nullptr, nullptr));
    code("a map of no bytes", clEnqueueSVMMap(in.queue, CL_TRUE, CL_MAP_READ, first, 0, 0, nullptr, nullptr));
    code("an unmap of NULL", clEnqueueSVMUnmap(in.queue, nullptr, 0, nullptr, nullptr));
    code("a copy without a queue", clEnqueueSVMMemcpy(nullptr, CL_TRUE, second, first, 64, 0, nullptr, nullptr));
    if (in.at_least(2, 1)) {
        const void *all[] = {first};
        code("a migration", clEnqueueSVMMigrateMem(in.queue, 1, all, nullptr, 0, 0, nullptr, nullptr));
        code("a migration of nothing", clEnqueueSVMMigrateMem(in.queue, 0, nullptr, nullptr, 0, 0, nullptr, nullptr));
    }
    code("finish", clFinish(in.queue));
}

void svm_kernel(const device &in, void *shared) {
    const char *text = "kernel void twice(global uint *to) { to[get_global_id(0)] *= 2; }\n";
    cl_int result = 1;
    cl_program program = clCreateProgramWithSource(in.context, 1, &text, nullptr, &result);
    code("a build", clBuildProgram(program, 1, &in.id, "", nullptr, nullptr));
    cl_kernel kernel = clCreateKernel(program, "twice", &result);
    code("a kernel", result);
    code("its argument", clSetKernelArgSVMPointer(kernel, 0, shared));
    code("an argument after the last", clSetKernelArgSVMPointer(kernel, 1, shared));
    code("an argument of no kernel", clSetKernelArgSVMPointer(nullptr, 0, shared));
    void *all[] = {shared};
    code("its other memory", clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof all, all));
    code("its other memory at NULL", clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof all, nullptr));
    code("unknown information", clSetKernelExecInfo(kernel, 0x7777, sizeof all, all));
    const std::size_t count = 64;
    code("the kernel", clEnqueueNDRangeKernel(in.queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr));
    unsigned char data[256] = {};
    code("a copy", clEnqueueSVMMemcpy(in.queue, CL_TRUE, data, shared, sizeof data, 0, nullptr, nullptr));
    contents("the result", data, sizeof data);
    code("release of the kernel", clReleaseKernel(kernel));
    code("release of the program", clReleaseProgram(program));
}

void buffer_over_svm(const device &in, void *shared) {
    cl_int result = 1;
    name(shared, "shared memory");
    cl_mem buffer = clCreateBuffer(in.context, CL_MEM_USE_HOST_PTR, 1024, shared, &result);
    code("a buffer over shared memory", result);
    if (buffer == nullptr) { return; }
    ask_memory("the buffer", buffer);
    in.contents("the buffer", buffer, 512);
    in.release("the buffer", buffer);
}

bool freed = false;

void CL_CALLBACK free_all(cl_command_queue queue, cl_uint count, void **all, void *) {
    cl_context context = nullptr;
    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    for (cl_uint i = 0; i < count; ++i) {
        clSVMFree(context, all[i]);
    }
    freed = true;
}

struct unified_calls {
    clHostMemAllocINTEL_fn host;
    clDeviceMemAllocINTEL_fn device;
    clSharedMemAllocINTEL_fn shared;
    clMemFreeINTEL_fn free;
    clMemBlockingFreeINTEL_fn blocking_free;
    clGetMemAllocInfoINTEL_fn info;
    clEnqueueMemFillINTEL_fn fill;
    clEnqueueMemcpyINTEL_fn copy;
};

template <class function>
function found(const device &in, const char *call) {
    return reinterpret_cast<function>(in.extension(call));
}

void use_unified(const device &in, const unified_calls &calls, const std::string &what, void *memory) {
    name(memory, what);
    ask(what,
        [&](cl_uint parameter, std::size_t size, void *answer, std::size_t *out_size) {
            return calls.info(in.context, memory, parameter, size, answer, out_size);
        },
        {{"CL_MEM_ALLOC_TYPE_INTEL", CL_MEM_ALLOC_TYPE_INTEL},
         {"CL_MEM_ALLOC_BASE_PTR_INTEL", CL_MEM_ALLOC_BASE_PTR_INTEL, kind::handle},
         {"CL_MEM_ALLOC_SIZE_INTEL", CL_MEM_ALLOC_SIZE_INTEL},
         {"CL_MEM_ALLOC_DEVICE_INTEL", CL_MEM_ALLOC_DEVICE_INTEL, kind::handle},
         {"CL_MEM_ALLOC_FLAGS_INTEL", CL_MEM_ALLOC_FLAGS_INTEL}});
    const unsigned char five = 5;
    unsigned char data[64] = {};
    code("a fill", calls.fill(in.queue, memory, &five, 1, 64, 0, nullptr, nullptr));
    code("a copy", calls.copy(in.queue, CL_TRUE, data, memory, 64, 0, nullptr, nullptr));
    contents(what, data, 64);
    code("a copy from NULL", calls.copy(in.queue, CL_TRUE, data, nullptr, 64, 0, nullptr, nullptr));
    code("a free that waits", calls.blocking_free(in.context, memory));
}

} // namespace

void shared() {
    const device in;
    cl_device_svm_capabilities can = 0;
    if (in.at_least(2, 0)) { clGetDeviceInfo(in.id, CL_DEVICE_SVM_CAPABILITIES, sizeof can, &can, nullptr); }
    number("what the device can", can);
    if (can == 0) { return; }
    wrong_svm(in, can);
    show_alignment(in);
    void *first = clSVMAlloc(in.context, CL_MEM_READ_WRITE, bytes, 0);
    void *second = clSVMAlloc(in.context, CL_MEM_READ_WRITE, bytes, 0);
    number("both are there", first != nullptr && second != nullptr);
    svm_commands(in, first, second);
    svm_kernel(in, first);
    buffer_over_svm(in, second);
    void *both[] = {first};
    cl_event event = nullptr;
    code("a free by a command", clEnqueueSVMFree(in.queue, 1, both, nullptr, nullptr, 0, nullptr, &event));
    code("finish", clFinish(in.queue));
    ask_event("a free's event", event);
    code("its release", clReleaseEvent(event));
    void *one[] = {second};
    code("a free by a callback", clEnqueueSVMFree(in.queue, 1, one, free_all, nullptr, 0, nullptr, nullptr));
    code("finish", clFinish(in.queue));
    number("the callback was called", freed);
    code("a free of nothing", clEnqueueSVMFree(in.queue, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr));
    code("a free of a list at NULL", clEnqueueSVMFree(in.queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr));
}

void unified() {
    const device in;
    std::string names(1 << 16, '\0');
    clGetDeviceInfo(in.id, CL_DEVICE_EXTENSIONS, names.size() - 1, names.data(), nullptr);
    if (names.find("cl_intel_unified_shared_memory") == std::string::npos) {
        return line("the device has no unified shared memory");
    }
    const unified_calls calls{found<clHostMemAllocINTEL_fn>(in, "clHostMemAllocINTEL"),
                              found<clDeviceMemAllocINTEL_fn>(in, "clDeviceMemAllocINTEL"),
                              found<clSharedMemAllocINTEL_fn>(in, "clSharedMemAllocINTEL"),
                              found<clMemFreeINTEL_fn>(in, "clMemFreeINTEL"),
                              found<clMemBlockingFreeINTEL_fn>(in, "clMemBlockingFreeINTEL"),
                              found<clGetMemAllocInfoINTEL_fn>(in, "clGetMemAllocInfoINTEL"),
                              found<clEnqueueMemFillINTEL_fn>(in, "clEnqueueMemFillINTEL"),
                              found<clEnqueueMemcpyINTEL_fn>(in, "clEnqueueMemcpyINTEL")};
    cl_int result = 1;
    void *memory = calls.host(in.context, nullptr, bytes, 0, &result);
    code("memory of the host", result);
    if (memory != nullptr) { use_unified(in, calls, "memory of the host", memory); }
    memory = calls.device(in.context, in.id, nullptr, bytes, 64, &result);
    code("memory of the device", result);
    if (memory != nullptr) { use_unified(in, calls, "memory of the device", memory); }
    memory = calls.shared(in.context, in.id, nullptr, bytes, 0, &result);
    code("memory of both", result);
    if (memory != nullptr) { use_unified(in, calls, "memory of both", memory); }
    calls.host(in.context, nullptr, 0, 0, &result);
    code("memory of no bytes", result);
    calls.host(nullptr, nullptr, bytes, 0, &result);
    code("memory of no context", result);
    calls.device(in.context, in.id, nullptr, bytes, 3, &result);
    code("memory with an alignment of 3", result);
    calls.device(in.context, nullptr, nullptr, bytes, 0, &result);
    code("memory of no device", result);
    code("a free of NULL", calls.free(in.context, nullptr));
}

void others() {
    const device in;
    for (const char *call :
         {"clCreateBuffer", "clHostMemAllocINTEL", "clCreateCommandBufferKHR", "clIcdGetPlatformIDsKHR",
          "clEnqueueAcquireExternalMemObjectsKHR", "clNoSuchFunction", ""}) {
        number(std::string("the function ") + call + " is there", in.extension(call) != nullptr);
    }
    number("a function of no platform is there",
           clGetExtensionFunctionAddressForPlatform(nullptr, "clHostMemAllocINTEL") != nullptr);
    cl_int result = 1;
    cl_mem buffer = in.counted(bytes);
    if (in.has_images()) {
        const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
        cl_mem image = clCreateImage2D(in.context, CL_MEM_READ_WRITE, &format, 8, 8, 0, nullptr, &result);
        code("an old image", result);
        if (image != nullptr) {
            ask_memory("the old image", image);
            in.release("the old image", image);
        }
        image = clCreateImage3D(in.context, CL_MEM_READ_ONLY, &format, 8, 8, 2, 0, 0, nullptr, &result);
        code("an old image of three dimensions", result);
        if (image != nullptr) { in.release("it", image); }
    }
    cl_uint pipes = 0;
    clGetDeviceInfo(in.id, CL_DEVICE_MAX_PIPE_ARGS, sizeof pipes, &pipes, nullptr);
    if (in.at_least(2, 0) && pipes > 0) {
        cl_mem pipe = clCreatePipe(in.context, 0, 4, 16, nullptr, &result);
        code("a pipe", result);
        if (pipe != nullptr) {
            ask_memory("the pipe", pipe);
            in.release("the pipe", pipe);
        }
        clCreatePipe(in.context, 0, 0, 16, nullptr, &result);
        code("a pipe of no bytes", result);
    }
    code("an unknown kind of objects", clEnqueueMigrateMemObjects(in.queue, 1, &buffer, 0, 1, nullptr, nullptr));
    in.contents("the buffer", buffer, 64);
    in.release("the buffer", buffer);
    cl_event event = nullptr; // last, as a driver may not have these
    code("an old marker", clEnqueueMarker(in.queue, &event));
    code("an old barrier", clEnqueueBarrier(in.queue));
    code("finish", clFinish(in.queue));
    code("release of the event", clReleaseEvent(event));
}
