// The time of OpenCL calls that clmem's layer passes on or serves. Knows nothing of clmem; run.py starts it with the
// layer and without. Prints a line for each call: its nanoseconds, the minimum of several batches, and its name.
#include <CL/cl_ext.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr cl_uint buffers = 8;

void check(cl_int code, const char *call) {
    if (code == CL_SUCCESS) return;
    std::fprintf(stderr, "%s: code %d\n", call, code);
    std::exit(1);
}

// before() and after() of each batch are not measured.
template <class Before, class Call, class After>
void measure(const char *name, int calls, Before &&before, Call &&call, After &&after) {
    using clock = std::chrono::steady_clock;
    double least = 1e12;
    for (int batch = 0; batch < 40; ++batch) {
        before();
        const auto start = clock::now();
        for (int at = 0; at < calls; ++at)
            call(at);
        const std::chrono::duration<double, std::nano> taken = clock::now() - start;
        after();
        least = std::min(least, taken.count() / calls);
    }
    std::printf("%.1f %s\n", least, name);
}

template <class Call>
void measure(const char *name, int calls, Call &&call) {
    measure(
        name, calls, [] {}, call, [] {});
}

struct program {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_kernel kernel = nullptr;

    program() {
        cl_platform_id platform = nullptr;
        check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
        cl_int code = CL_SUCCESS;
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        check(code, "clCreateContext");
        queue = clCreateCommandQueue(context, device, 0, &code);
        check(code, "clCreateCommandQueue");
        const char *source = "kernel void add(global int *a, global int *b, global int *c, global int *d,\n"
                             "                global int *e, global int *f, global int *g, global int *h, int value)\n"
                             "{ a[0] = b[0] + c[0] + d[0] + e[0] + f[0] + g[0] + h[0] + value; }";
        cl_program built = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
        check(code, "clCreateProgramWithSource");
        check(clBuildProgram(built, 1, &device, "", nullptr, nullptr), "clBuildProgram");
        kernel = clCreateKernel(built, "add", &code);
        check(code, "clCreateKernel");
        clReleaseProgram(built);
    }

    cl_mem buffer(std::size_t bytes) const {
        cl_int code = CL_SUCCESS;
        cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
        check(code, "clCreateBuffer");
        return made;
    }
    void set_value(int value) const { check(clSetKernelArg(kernel, buffers, sizeof value, &value), "clSetKernelArg"); }
    void set_buffer(cl_uint index, cl_mem memory) const {
        check(clSetKernelArg(kernel, index, sizeof memory, &memory), "clSetKernelArg");
    }
    void enqueue(cl_uint waits = 0, const cl_event *events = nullptr, cl_event *out_event = nullptr) const {
        const std::size_t one = 1;
        check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, waits, events, out_event),
              "clEnqueueNDRangeKernel");
    }
    void finish() const { check(clFinish(queue), "clFinish"); }
};

// While the queue is held back, so that no command runs at the same time.
void measure_enqueues(const program &in) {
    cl_event gate = nullptr;
    const auto hold = [&] {
        cl_int code = CL_SUCCESS;
        gate = clCreateUserEvent(in.context, &code);
        check(code, "clCreateUserEvent");
        in.enqueue(1, &gate);
    };
    const auto open = [&] {
        check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
        in.finish();
        clReleaseEvent(gate);
    };
    measure(
        "clEnqueueNDRangeKernel, 8 buffers", 200, hold, [&](int) { in.enqueue(); }, open);
}

// As programs do that take temporary memory for each step: the buffer is released while the kernel may still run.
void measure_uses(const program &in) {
    measure(
        "a kernel, 8 buffers, while others run", 50, [] {}, [&](int) { in.enqueue(); }, [&] { in.finish(); });
    for (const std::size_t kib : {4, 1024, 16384}) {
        const std::string name = "a buffer's creation, use and release, " + std::to_string(kib) + " KiB";
        const auto use = [&](int) {
            cl_mem memory = in.buffer(kib << 10);
            in.set_buffer(0, memory);
            in.enqueue();
            check(clReleaseMemObject(memory), "clReleaseMemObject");
        };
        measure(
            name.c_str(), 50, [] {}, use, [&] { in.finish(); });
    }
}

template <class Function>
Function find(const program &in, const char *name) {
    cl_platform_id platform = nullptr;
    check(clGetDeviceInfo(in.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr), "clGetDeviceInfo");
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
}

// Where the driver has unified shared memory.
void measure_usm(const program &in) {
    const auto allocate = find<clDeviceMemAllocINTEL_fn>(in, "clDeviceMemAllocINTEL");
    const auto fill = find<clEnqueueMemFillINTEL_fn>(in, "clEnqueueMemFillINTEL");
    const auto free = find<clMemBlockingFreeINTEL_fn>(in, "clMemBlockingFreeINTEL");
    if (allocate == nullptr || fill == nullptr || free == nullptr) { return; }
    const auto use = [&](std::size_t bytes) {
        const unsigned char one = 1;
        cl_int code = CL_SUCCESS;
        void *memory = allocate(in.context, in.device, nullptr, bytes, 0, &code);
        check(code, "clDeviceMemAllocINTEL");
        check(fill(in.queue, memory, &one, 1, bytes, 0, nullptr, nullptr), "clEnqueueMemFillINTEL");
        in.finish();
        check(free(in.context, memory), "clMemBlockingFreeINTEL");
    };
    measure("unified shared memory, filled, 4 KiB", 500, [&](int) { use(4096); });
    measure("the same, 1024 KiB", 20, [&](int) { use(1 << 20); });
}

} // namespace

int main() {
    const program in;
    std::vector<cl_mem> memory;
    for (cl_uint index = 0; index < buffers; ++index) {
        memory.push_back(in.buffer(4096));
        in.set_buffer(index, memory.back());
    }
    in.set_value(1);
    cl_event done = nullptr;
    in.enqueue(0, nullptr, &done);
    in.finish();

    measure("clFinish of an idle queue", 5000, [&](int) { in.finish(); });
    measure("clGetEventInfo", 20000, [&](int) {
        cl_int status = 0;
        check(clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
              "clGetEventInfo");
    });
    measure("clSetKernelArg, a value", 20000, [&](int at) { in.set_value(at); });
    measure("clSetKernelArg, a buffer", 20000, [&](int at) {
        in.set_buffer(static_cast<cl_uint>(at) % buffers, memory[static_cast<std::size_t>(at) % 8]);
    });
    for (cl_uint index = 0; index < buffers; ++index)
        in.set_buffer(index, memory[index]);
    measure("clCreateBuffer and its release, 4 KiB", 2000,
            [&](int) { check(clReleaseMemObject(in.buffer(4096)), "clReleaseMemObject"); });
    measure("the same, 1 MiB", 500, [&](int) { check(clReleaseMemObject(in.buffer(1 << 20)), "clReleaseMemObject"); });

    measure_uses(in);
    measure_usm(in);
    for (cl_uint index = 0; index < buffers; ++index)
        in.set_buffer(index, memory[index]);
    measure_enqueues(in); // the last: after a user event, NVIDIA's driver needs longer for every command

    clReleaseEvent(done);
    for (cl_mem each : memory)
        clReleaseMemObject(each);
    clReleaseKernel(in.kernel);
    clReleaseCommandQueue(in.queue);
    clReleaseContext(in.context);
}
