#include "device/characterize/kernel_timer.hpp"

#include "cl/query.hpp"
#include "device/creation.hpp"

#include <algorithm>
#include <vector>

namespace clmem_core {

namespace {

constexpr int runs = 7; // other programs disturb some of them

void check(cl_int code, const char *function) {
    if (code != CL_SUCCESS) { fail_opencl(code, "%s failed: %s", function, status_name(code)); }
}

std::string build_log(cl_program program, cl_device_id device) {
    std::vector<char> log(400);
    // The log may be truncated or missing: it is only a part of another failure's message.
    std::size_t bytes = 0;
    const auto get = cl::dispatch().clGetProgramBuildInfo;
    if (get(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes) != CL_SUCCESS) { return {}; }
    log.resize(bytes + 1);
    if (get(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr) != CL_SUCCESS) { return {}; }
    log[bytes] = '\0';
    return log.data();
}

cl_ulong profile(cl_event event, cl_profiling_info what) {
    cl_ulong time = 0;
    check(cl::dispatch().clGetEventProfilingInfo(event, what, sizeof time, &time, nullptr), "clGetEventProfilingInfo");
    return time;
}

} // namespace

cl::program build_program(cl_context context, cl_device_id device, const char *source, const char *options) {
    if (cl::value<cl_bool>(device, CLMEM_CL_ASK(CL_DEVICE_COMPILER_AVAILABLE)) == CL_FALSE) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a device with a compiler, which measurements need, got one without "
                                      "(CL_DEVICE_COMPILER_AVAILABLE)");
    }
    const cl::table &opencl = cl::dispatch();
    cl_int code = CL_SUCCESS;
    cl::program program{opencl.clCreateProgramWithSource(context, 1, &source, nullptr, &code)};
    check(code, "clCreateProgramWithSource");
    code = opencl.clBuildProgram(program.get(), 1, &device, options, nullptr, nullptr);
    if (code != CL_SUCCESS) {
        fail_opencl(code, "cannot build clmem's measuring kernel: %s: %s", status_name(code),
                    build_log(program.get(), device).c_str());
    }
    return program;
}

cl::kernel make_kernel(cl_program program, const char *name) {
    cl_int code = CL_SUCCESS;
    cl::kernel kernel{cl::dispatch().clCreateKernel(program, name, &code)};
    check(code, "clCreateKernel");
    return kernel;
}

kernel_timer::kernel_timer(cl_device_id device, const char *source, const char *options)
    : context_{make_context(device)}, queue_{make_queue(context_.get(), device, CLMEM_QUEUE_PROFILING)} {
    cl_int code = CL_SUCCESS;
    results_ = cl::memory{
        cl::dispatch().clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, most_items * sizeof(cl_uint), nullptr, &code)};
    check(code, "clCreateBuffer");
    program_ = build_program(context_.get(), device, source, options);
}

std::uint64_t kernel_timer::time(const char *name, std::size_t items, std::initializer_list<cl_uint> numbers) {
    const cl::kernel kernel = make_kernel(program_.get(), name);
    const auto set = cl::dispatch().clSetKernelArg;
    cl_mem results = results_.get();
    check(set(kernel.get(), 0, sizeof results, &results), "clSetKernelArg"); // NOLINT(bugprone-sizeof-expression)
    cl_uint index = 1;
    for (const cl_uint number : numbers) {
        check(set(kernel.get(), index++, sizeof number, &number), "clSetKernelArg");
    }
    std::uint64_t best = run(kernel.get(), items);
    for (int i = 1; i < runs; ++i) {
        best = std::min(best, run(kernel.get(), items));
    }
    return best;
}

std::uint64_t kernel_timer::run(cl_kernel kernel, std::size_t items) {
    const cl::table &opencl = cl::dispatch();
    cl_event started = nullptr;
    check(opencl.clEnqueueNDRangeKernel(queue_.get(), kernel, 1, nullptr, &items, &items, 0, nullptr, &started),
          "clEnqueueNDRangeKernel");
    const cl::event done{started};
    check(opencl.clWaitForEvents(1, &started), "clWaitForEvents");
    return profile(started, CL_PROFILING_COMMAND_END) - profile(started, CL_PROFILING_COMMAND_START);
}

} // namespace clmem_core
