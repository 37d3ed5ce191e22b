// Programs: built, failing with a log, imported, released before their kernels.
#include "opencl.hpp"

#include <string>
#include <thread>
#include <vector>

namespace clmem::test {
namespace {

constexpr const char *good = "kernel void set(global int *out, int value) { out[get_global_id(0)] = value; }";
constexpr const char *bad = "#ifndef GOOD\n#error this_is_not_good\n#endif\nkernel void none() {}";

class program_api : public on_device {
  protected:
    program_owner create(const char *source) {
        program_owner program;
        CHECK_OK(clmem_program_create(context_, source, program.out()));
        return program;
    }
    static cl_program object_of(clmem_program program) {
        cl_program object = nullptr;
        CHECK_OK(clmem_program_object(program, &object));
        return object;
    }
    static std::string log_of(clmem_program program, cl_device_id device = nullptr) {
        std::size_t bytes = 0;
        CHECK_OK(clmem_program_log(program, device, 0, nullptr, &bytes));
        std::string text(bytes, 'x');
        CHECK_OK(clmem_program_log(program, device, bytes, text.data(), &bytes));
        EXPECT_EQ(bytes, text.size());
        EXPECT_EQ(text.back(), '\0');
        text.pop_back();
        EXPECT_EQ(text.find('\0'), std::string::npos);
        return text;
    }
    static cl_uint references_of(cl_program object) {
        cl_uint count = 0;
        EXPECT_EQ(REAL(clGetProgramInfo)(object, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, nullptr),
                  CL_SUCCESS);
        return count;
    }
};

TEST_F(program_api, is_built_for_all_devices_or_some) {
    for (const bool named : {false, true}) {
        const program_owner program = create(good);
        const cl_device_id device = device_;
        CHECK_OK(clmem_program_build(program, nullptr, named ? 1 : 0, named ? &device : nullptr));
        kernel_owner kernel;
        CHECK_OK(clmem_kernel_create(program, "set", kernel.out()));
    }
}

TEST_F(program_api, that_does_not_build_has_a_log_and_may_be_built_again) {
    const program_owner program = create(bad);
    CHECK_STATUS(CL_BUILD_PROGRAM_FAILURE, clmem_program_build(program, nullptr, 0, nullptr));
    const error_copy failure = last_error();
    EXPECT_EQ(failure.opencl_code, CL_BUILD_PROGRAM_FAILURE);
    const std::string log = log_of(program);
    EXPECT_NE(log.find("this_is_not_good"), std::string::npos) << log;
    EXPECT_EQ(log_of(program, device_), log);
    EXPECT_TRUE(failure.message.ends_with(log)) << failure.message;

    if (clmem_program_build(program, "-DGOOD", 0, nullptr) == CL_BUILD_PROGRAM_FAILURE) {
        GTEST_SKIP() << "this driver builds a program only once";
    }
    kernel_owner kernel;
    CHECK_OK(clmem_kernel_create(program, "none", kernel.out()));
}

TEST_F(program_api, log_is_truncated_to_fit) {
    const program_owner program = create(bad);
    std::size_t bytes = 0;
    std::vector<char> text(8, 'x');
    CHECK_OK(clmem_program_log(program, nullptr, 8, text.data(), &bytes)); // not built yet
    EXPECT_EQ(bytes, 1U);
    EXPECT_EQ(text[0], '\0');
    CHECK_STATUS(CL_BUILD_PROGRAM_FAILURE, clmem_program_build(program, nullptr, 0, nullptr));
    const std::string log = log_of(program);
    CHECK_OK(clmem_program_log(program, nullptr, 6, text.data(), &bytes));
    EXPECT_EQ(bytes, log.size() + 1);
    EXPECT_EQ(std::string(text.data()), log.substr(0, 5));
    EXPECT_EQ(text[6], 'x') << "it wrote past the end";
}

// An error message may have any length; a shorter one that follows contains nothing of it.
TEST_F(program_api, whole_log_is_in_the_message) {
    std::string source;
    for (int i = 0; i < 15; ++i) { // clang stops at 20 errors
        source += "#error \xC3\xA4 mistake " + std::to_string(i) + ' ' + std::string(200, 'x') + '\n';
    }
    const program_owner program = create(source.c_str());
    CHECK_STATUS(CL_BUILD_PROGRAM_FAILURE, clmem_program_build(program, nullptr, 0, nullptr));
    const std::string message = last_error().message;
    const std::string log = log_of(program);
    EXPECT_GT(log.size(), 3000U);
    EXPECT_TRUE(message.ends_with(log)) << message;
    std::thread{[&] {
        CHECK_STATUS(CL_BUILD_PROGRAM_FAILURE, clmem_program_build(program, nullptr, 0, nullptr));
        EXPECT_TRUE(last_error().message.ends_with(log_of(program)));
    }}.join();
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_program_build(nullptr, nullptr, 0, nullptr));
    EXPECT_LT(last_error().message.size(), 200U);
}

TEST_F(program_api, stays_as_long_as_its_kernels) {
    program_owner program = create(good);
    CHECK_OK(clmem_program_build(program, nullptr, 0, nullptr));
    kernel_owner kernel;
    CHECK_OK(clmem_kernel_create(program, "set", kernel.out()));
    program.reset();
    buffer_owner out;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 64, nullptr, out.out()));
    const int value = 9;
    CHECK_OK(clmem_kernel_set_memory(kernel, 0, reinterpret_cast<clmem_memory>(out.get())));
    CHECK_OK(clmem_kernel_set_bytes(kernel, 1, &value, sizeof value));
    CHECK_OK(clmem_kernel_launch(kernel, queue_, nullptr, nullptr));
    CHECK_OK(clmem_queue_finish(queue_));
}

TEST_F(program_api, is_imported_with_a_reference_or_the_callers) {
    cl_int code = CL_SUCCESS;
    const char *source = good;
    cl_program object = REAL(clCreateProgramWithSource)(context_, 1, &source, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    program_owner program;
    REQUIRE_OK(clmem_program_import(object, 1, program.out()));
    EXPECT_EQ(object_of(program), object);
    EXPECT_EQ(references_of(object), 2U);
    CHECK_OK(clmem_program_build(program, nullptr, 0, nullptr));
    program.reset();
    EXPECT_EQ(references_of(object), 1U);

    EXPECT_EQ(COUNTED(clRetainProgram)(object), CL_SUCCESS);
    REQUIRE_OK(clmem_program_import(object, 0, program.out()));
    EXPECT_EQ(references_of(object), 2U) << "clmem now owns the caller's reference";
    program.reset();
    EXPECT_EQ(references_of(object), 1U);
    EXPECT_EQ(REAL(clReleaseProgram)(object), CL_SUCCESS);
}

// A kernel may need copies of itself, for calls during its launches, and Intel's runtime creates none from a program that
// has no reference left.
TEST_F(program_api, lives_as_long_as_its_kernels) {
    program_owner program = create(good);
    CHECK_OK(clmem_program_build(program, nullptr, 0, nullptr));
    cl_program object = object_of(program);
    EXPECT_EQ(REAL(clRetainProgram)(object), CL_SUCCESS); // to ask it until the end
    kernel_owner made;
    CHECK_OK(clmem_kernel_create(program, "set", made.out()));
    cl_int code = CL_SUCCESS;
    cl_kernel of_opencl = COUNTED(clCreateKernel)(object, "set", &code);
    ASSERT_EQ(code, CL_SUCCESS);
    kernel_owner imported;
    CHECK_OK(clmem_kernel_import(of_opencl, 0, imported.out()));
    const cl_uint of_all = references_of(object); // some drivers count those of kernels, too
    EXPECT_GE(of_all, 4U);
    program.reset();
    EXPECT_EQ(references_of(object), of_all - 1);
    made.reset();
    EXPECT_LE(references_of(object), of_all - 2);
    imported.reset();
    EXPECT_EQ(references_of(object), 1U);
    EXPECT_EQ(REAL(clReleaseProgram)(object), CL_SUCCESS);
}

TEST_F(program_api, needs_arguments_that_make_sense) {
    auto out = reinterpret_cast<clmem_program>(this);
    counting().fail("clCreateProgramWithSource", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_program_create(context_, good, &out));
    EXPECT_EQ(out, nullptr);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_program_import(reinterpret_cast<cl_program>(this), 2, &out)); // never dereferenced
    counting().fail("clRetainProgram", 1, CL_INVALID_PROGRAM, false);
    CHECK_STATUS(CL_INVALID_PROGRAM, clmem_program_import(reinterpret_cast<cl_program>(this), 1, &out));

    const program_owner program = create(good);
    counting().fail("clBuildProgram", 1, CL_INVALID_OPERATION, false);
    CHECK_STATUS(CL_INVALID_OPERATION, clmem_program_build(program, nullptr, 0, nullptr));
    counting().fail("clGetProgramBuildInfo", 1, CL_INVALID_DEVICE, false);
    std::size_t bytes = 1;
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_program_log(program, device_, 0, nullptr, &bytes));
    EXPECT_EQ(bytes, 0U);
    CHECK_OK(clmem_program_build(program, nullptr, 0, nullptr));
    auto kernel = reinterpret_cast<clmem_kernel>(this);
    CHECK_STATUS(CL_INVALID_KERNEL_NAME, clmem_kernel_create(program, "other", &kernel));
    EXPECT_EQ(kernel, nullptr);
    EXPECT_NE(last_error().message.find("\"other\""), std::string::npos) << last_error().message;
}

TEST_F(program_api, has_no_kernels_before_it_is_built) {
    const program_owner program = create(good);
    auto kernel = reinterpret_cast<clmem_kernel>(this);
    CHECK_STATUS(CL_INVALID_PROGRAM_EXECUTABLE, clmem_kernel_create(program, "set", &kernel));
    EXPECT_EQ(kernel, nullptr);
}

TEST_F(program_api, that_fails_leaves_nothing_behind) {
    for (const char *source : {good, bad}) {
        for (std::uint64_t nth = 1;; ++nth) {
            counting().fail(nullptr, nth, CL_OUT_OF_RESOURCES, false);
            program_owner program;
            kernel_owner kernel;
            if (clmem_program_create(context_, source, program.out()) == CLMEM_SUCCESS &&
                clmem_program_build(program, nullptr, 0, nullptr) == CLMEM_SUCCESS) {
                const clmem_status status = clmem_kernel_create(program, "set", kernel.out());
                EXPECT_EQ(status == CLMEM_SUCCESS, kernel.get() != nullptr);
            }
            const bool failed = counting().failed();
            counting().fail(nullptr, 0, CL_SUCCESS, false);
            if (!failed) { break; }
        }
    }
}

// Runs in a child that has not loaded anything yet and finds no OpenCL.
[[noreturn]] void make_programs_without_opencl() {
    setenv("CLMEM_OPENCL_LIBRARY", "/nonexistent/libOpenCL.so", 1);
    int number = 0;
    const auto context = reinterpret_cast<cl_context>(&number); // no call gets as far as using them
    const auto queue = reinterpret_cast<cl_command_queue>(&number);
    clmem_program program = nullptr;
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_program_create(context, good, &program));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_program_import(reinterpret_cast<cl_program>(&number), 1, &program));
    clmem_kernel kernel = nullptr;
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_kernel_import(reinterpret_cast<cl_kernel>(&number), 1, &kernel));
    clmem_buffer buffer = nullptr;
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_svm_allocate(context, 0, 64, 0, nullptr, &buffer));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_svm_wrap(context, &number, 4, CLMEM_SVM_SYSTEM, &buffer));
    clmem_buffer tag = nullptr;
    CHECK_OK(clmem_svm_wrap(nullptr, &number, 4, 0, &tag));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_svm_migrate(queue, 1, &tag, 0, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_svm_as_buffer(tag, context, 0, 4, &buffer));
    CHECK_OK(clmem_buffer_release(tag));
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST(program_api_without_opencl, says_so) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(make_programs_without_opencl(), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace clmem::test
