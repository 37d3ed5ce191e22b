// A command buffer uses the memory of its commands at each execution, though the program has released it meanwhile.
#include "core_program.hpp"

#include <CL/cl_ext.h>
#include <cstring>
#include <string>

namespace {

constexpr std::size_t bytes = 4096;
constexpr int rounds = 20;

struct functions {
    clCreateCommandBufferKHR_fn create;
    clFinalizeCommandBufferKHR_fn finalize;
    clReleaseCommandBufferKHR_fn release;
    clEnqueueCommandBufferKHR_fn enqueue;
    clCommandNDRangeKernelKHR_fn kernel;

    explicit functions(cl_platform_id platform) {
        const auto find = [&](auto &function, const char *name) {
            void *const found = clGetExtensionFunctionAddressForPlatform(platform, name);
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
            expect(function != nullptr, name);
        };
        find(create, "clCreateCommandBufferKHR");
        find(finalize, "clFinalizeCommandBufferKHR");
        find(release, "clReleaseCommandBufferKHR");
        find(enqueue, "clEnqueueCommandBufferKHR");
        find(kernel, "clCommandNDRangeKernelKHR");
    }
};

bool has_command_buffers(cl_device_id device) {
    std::size_t length = 0;
    check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &length), "clGetDeviceInfo");
    std::string names(length, '\0');
    check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, length, names.data(), nullptr), "clGetDeviceInfo");
    names.back() = ' ';
    return names.find("cl_khr_command_buffer ") != std::string::npos;
}

class program {
  public:
    program() {
        const char *const source = "kernel void copy(global const uchar *from, global uchar *to) {"
                                   "    to[get_global_id(0)] = from[get_global_id(0)];"
                                   "}";
        cl_int code = CL_SUCCESS;
        program_ = clCreateProgramWithSource(in_.context, 1, const_cast<const char **>(&source), nullptr, &code);
        check(code, "clCreateProgramWithSource");
        check(clBuildProgram(program_, 1, &in_.device, "", nullptr, nullptr), "clBuildProgram");
        copy_ = clCreateKernel(program_, "copy", &code);
        check(code, "clCreateKernel");
    }
    ~program() {
        check(clReleaseKernel(copy_), "clReleaseKernel");
        check(clReleaseProgram(program_), "clReleaseProgram");
    }
    program(const program &) = delete;
    program &operator=(const program &) = delete;

    void run() {
        const functions recorded{in_.platform};
        cl_command_queue queue = in_.queue();
        for (unsigned char value = 1; value <= rounds; ++value) {
            round(recorded, queue, value);
        }
        finish(queue);
        release(queue);
    }
    [[nodiscard]] const environment &in() const { return in_; }

  private:
    cl_mem filled(cl_command_queue queue, unsigned char value) {
        cl_mem made = in_.buffer(bytes);
        check(clEnqueueFillBuffer(queue, made, &value, 1, 0, bytes, 0, nullptr, nullptr), "clEnqueueFillBuffer");
        return made;
    }
    cl_command_buffer_khr record(const functions &recorded, cl_command_queue queue, cl_mem from, cl_mem to) {
        cl_int code = CL_SUCCESS;
        cl_command_buffer_khr made = recorded.create(1, &queue, nullptr, &code);
        check(code, "clCreateCommandBufferKHR");
        check(clSetKernelArg(copy_, 0, sizeof from, &from), "clSetKernelArg");
        check(clSetKernelArg(copy_, 1, sizeof to, &to), "clSetKernelArg");
        const std::size_t count = bytes;
        cl_sync_point_khr point = 0; // PoCL 3.1 demands it
        check(recorded.kernel(made, nullptr, nullptr, copy_, 1, nullptr, &count, nullptr, 0, nullptr, &point, nullptr),
              "clCommandNDRangeKernelKHR");
        check(recorded.finalize(made), "clFinalizeCommandBufferKHR");
        return made;
    }
    void round(const functions &recorded, cl_command_queue queue, unsigned char value) {
        cl_mem from = filled(queue, value);
        cl_mem to = filled(queue, 0);
        cl_command_buffer_khr made = record(recorded, queue, from, to);
        finish(queue);
        release(from); // the command buffer still reads it
        std::vector<cl_mem> others;
        for (int n = 0; n < 8; ++n) {
            others.push_back(filled(queue, 255));
        }
        for (int n = 0; n < 2; ++n) {
            finish(queue); // an execution must not begin while another one is pending
            check(recorded.enqueue(0, nullptr, made, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
        }
        check(recorded.release(made), "clReleaseCommandBufferKHR");
        std::vector<unsigned char> host(bytes);
        check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, bytes, host.data(), 0, nullptr, nullptr),
              "clEnqueueReadBuffer");
        expect(host == std::vector<unsigned char>(bytes, value), "the execution has read what was recorded");
        others.push_back(to);
        for (cl_mem each : others) {
            release(each);
        }
    }

    environment in_;
    cl_program program_ = nullptr;
    cl_kernel copy_ = nullptr;
};

} // namespace

int main() {
    program here;
    if (!has_command_buffers(here.in().device)) {
        std::puts("the device has no command buffers");
        return 0;
    }
    here.run();
    std::puts("all contents are right");
}
