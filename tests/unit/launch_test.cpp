// The errors of launches and SVM commands on libraries and devices that are too old for them, and the device whose log
// a program reports.
#include "cl/query.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "launch/kernel.hpp"
#include "memory/svm.hpp"
#include "opencl_table.hpp"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

using namespace clmem_core;
using clmem_core::test::answer;
using clmem_core::test::caught;
using clmem_core::test::failure_of;

// OpenCL objects that are never dereferenced: the functions below answer for them.
template <class Object>
Object fake(int number) {
    static std::array<char, 16> objects{};
    return reinterpret_cast<Object>(&objects.at(static_cast<std::size_t>(number)));
}

// A kernel with two arguments, on a device whose version the test sets.
class launch_on_old_devices : public clmem_core::test::opencl_table {
  protected:
    static inline const char *version = "OpenCL 1.1 fake";
    static inline int device = 0;

    void SetUp() override {
        opencl_table::SetUp();
        ++device; // clmem caches the version of each device
        cl::table &table = cl::dispatch();
        table.clGetDeviceInfo = [](cl_device_id, cl_device_info info, size_t size, void *out, size_t *out_size) {
            if (info != CL_DEVICE_VERSION) { return CL_INVALID_VALUE; }
            const std::size_t bytes = std::strlen(version) + 1;
            if (out != nullptr) { std::memcpy(out, version, std::min(size, bytes)); }
            if (out_size != nullptr) { *out_size = bytes; }
            return CL_SUCCESS;
        };
        table.clGetCommandQueueInfo = [](cl_command_queue, cl_command_queue_info, size_t size, void *out,
                                         size_t *out_size) {
            return answer(fake<cl_device_id>(device), size, out, out_size);
        };
        table.clGetContextInfo = [](cl_context, cl_context_info, size_t size, void *out, size_t *out_size) {
            return answer(fake<cl_device_id>(device), size, out, out_size);
        };
        table.clGetKernelInfo = [](cl_kernel, cl_kernel_info info, size_t size, void *out, size_t *out_size) {
            if (info == CL_KERNEL_NUM_ARGS) { return answer(cl_uint{2}, size, out, out_size); }
            return answer(fake<cl_context>(0), size, out, out_size);
        };
        table.clGetKernelArgInfo = [](cl_kernel, cl_uint, cl_kernel_arg_info, size_t, void *, size_t *) {
            ADD_FAILURE() << "this came with OpenCL 1.2";
            return CL_INVALID_OPERATION;
        };
        table.clReleaseKernel = [](cl_kernel) { return CL_SUCCESS; };
        table.clSetKernelArg = [](cl_kernel, cl_uint, size_t, const void *) { return CL_SUCCESS; };
    }

    static std::shared_ptr<memory_object> tag() {
        static int memory = 0;
        return std::make_shared<memory_object>(&memory, sizeof memory);
    }
};

TEST_F(launch_on_old_devices, names_what_came_later) {
    kernel k{cl::kernel{fake<cl_kernel>(0)}, kernel::setters::clmem_alone};
    const int value = 0;
    k.set_value(0, &value, sizeof value);
    const caught svm = failure_of([&] { k.set_memory(1, tag()); });
    EXPECT_EQ(svm.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(svm.says("OpenCL 1.1") && svm.says("clSetKernelArgSVMPointer: expected a device with OpenCL 2.0"))
        << svm.message;
    const caught indirect = failure_of([&] { k.set_indirect({tag()}); });
    EXPECT_EQ(indirect.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(indirect.says("clSetKernelExecInfo: expected a device with OpenCL 2.0")) << indirect.message;
    const std::array<std::shared_ptr<memory_object>, 1> one{tag()};
    const caught moved = failure_of([&] { migrate_svm(fake<cl_command_queue>(0), one, 0, {}, nullptr); });
    EXPECT_EQ(moved.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(moved.says("clEnqueueSVMMigrateMem: expected a device with OpenCL 2.1")) << moved.message;
    const std::size_t nothing = 0;
    const launch how{
        .dimensions = 1, .offset = &nothing, .global = &nothing, .local = nullptr, .waits = {}, .clears = false};
    const caught missing = failure_of([&] { k.run(fake<cl_command_queue>(0), how, nullptr); });
    EXPECT_TRUE(missing.says("expected all 2 arguments of the kernel to be set, got none for argument 1"))
        << missing.message;
}

TEST_F(launch_on_old_devices, names_what_the_library_lacks) {
    version = "OpenCL 3.0 fake";
    cl::table &table = cl::dispatch();
    table.clGetKernelArgInfo = nullptr; // every library with the others has it, but clmem must not depend on it
    table.clSetKernelArgSVMPointer = nullptr;
    table.clSetKernelExecInfo = nullptr;
    table.clEnqueueSVMMigrateMem = nullptr;
    kernel k{cl::kernel{fake<cl_kernel>(0)}, kernel::setters::clmem_alone};
    const std::array<std::shared_ptr<memory_object>, 1> one{tag()};
    for (const caught &failure :
         {failure_of([&] { k.set_memory(1, tag()); }), failure_of([&] { k.set_indirect({tag()}); }),
          failure_of([&] { migrate_svm(fake<cl_command_queue>(0), one, 0, {}, nullptr); })}) {
        EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED);
        EXPECT_TRUE(failure.says("got an OpenCL library without it")) << failure.message;
    }
    version = "OpenCL 1.1 fake";
}

// The log is that of the device whose build failed, not that of the first device.
class program_of_two_devices : public clmem_core::test::opencl_table {
  protected:
    static inline cl_build_status statuses[2];

    void SetUp() override {
        opencl_table::SetUp();
        cl::table &table = cl::dispatch();
        table.clGetProgramInfo = [](cl_program, cl_program_info, size_t size, void *out, size_t *out_size) {
            return answer(std::array{fake<cl_device_id>(10), fake<cl_device_id>(11)}, size, out, out_size);
        };
        table.clGetProgramBuildInfo = [](cl_program, cl_device_id device, cl_program_build_info info, size_t size,
                                         void *out, size_t *out_size) {
            const bool is_second = device == fake<cl_device_id>(11);
            if (info == CL_PROGRAM_BUILD_STATUS) { return answer(statuses[is_second ? 1 : 0], size, out, out_size); }
            return answer(is_second ? std::array{'t', 'w', 'o', '\0'} : std::array{'o', 'n', 'e', '\0'}, size, out,
                          out_size);
        };
        table.clBuildProgram = [](cl_program, cl_uint, const cl_device_id *, const char *,
                                  void(CL_CALLBACK *)(cl_program, void *),
                                  void *) -> cl_int { return CL_BUILD_PROGRAM_FAILURE; };
        table.clReleaseProgram = [](cl_program) { return CL_SUCCESS; };
    }
};

// PoCL 3.0 compiles nothing on processors that are newer than its LLVM.
TEST_F(program_of_two_devices, says_what_to_do_if_the_compiler_does_not_know_the_processor) {
    cl::dispatch().clGetProgramBuildInfo = [](cl_program, cl_device_id, cl_program_build_info info, size_t size,
                                              void *out, size_t *out_size) {
        if (info == CL_PROGRAM_BUILD_STATUS) { return answer(cl_build_status{CL_BUILD_ERROR}, size, out, out_size); }
        std::array<char, 64> log{};
        std::strcpy(log.data(), "error: unknown target CPU 'generic'");
        return answer(log, size, out, out_size);
    };
    const program p{cl::program{fake<cl_program>(0)}};
    const caught failure = failure_of([&] { p.build(nullptr, {}); });
    EXPECT_EQ(failure.status, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_TRUE(failure.says("does not know the processor; install a newer one")) << failure.message;
    EXPECT_TRUE(failure.says("unknown target CPU 'generic'")) << failure.message;
}

TEST_F(program_of_two_devices, reports_the_log_of_the_failed_device) {
    const program p{cl::program{fake<cl_program>(0)}};
    statuses[0] = CL_BUILD_SUCCESS;
    statuses[1] = CL_BUILD_ERROR;
    EXPECT_EQ(p.log(nullptr), "two");
    EXPECT_EQ(p.log(fake<cl_device_id>(10)), "one");
    const caught failure = failure_of([&] { p.build(nullptr, {}); });
    EXPECT_EQ(failure.status, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_TRUE(failure.says("correct what the compiler reports:\ntwo")) << failure.message;
    statuses[1] = CL_BUILD_SUCCESS;
    EXPECT_EQ(p.log(nullptr), "one");
    statuses[0] = CL_BUILD_NONE;
    EXPECT_EQ(p.log(nullptr), "");
}

} // namespace
