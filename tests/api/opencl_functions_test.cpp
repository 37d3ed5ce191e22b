// clmem_opencl_set_functions(): in children, since a process has one set of OpenCL functions.
#include "figures.hpp"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace clmem::test {
namespace {

// What the program knows: where OpenCL is, what to hide, and what it was asked.
struct search {
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    const char *hidden = "";
    std::int32_t result = 0;
    unsigned questions = 0;
};
unsigned platform_calls = 0;

cl_int CL_API_CALL count_platforms(cl_uint /*capacity*/, cl_platform_id * /*out*/, cl_uint *out_count) {
    ++platform_calls;
    if (out_count != nullptr) { *out_count = 0; }
    return CL_SUCCESS;
}

std::int32_t CLMEM_CALL find(void *user, const char *name, void **out_function) {
    auto *const known = static_cast<search *>(user);
    ++known->questions;
    if (std::strcmp(name, "clGetPlatformIDs") == 0) {
        *out_function = reinterpret_cast<void *>(&count_platforms);
    } else if (std::strcmp(name, known->hidden) != 0) {
        *out_function = dlsym(known->library, name);
    }
    return known->result;
}

// Ends the child. It has printed the checks that failed.
[[noreturn]] void leave() {
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}

[[noreturn]] void find_all() {
    search known;
    CHECK_OK(clmem_opencl_set_functions(find, &known));
    EXPECT_EQ(platform_calls, 0U);
    const unsigned questions = known.questions;
    std::uint32_t devices = 1;
    CHECK_OK(clmem_device_list(0, nullptr, &devices));
    EXPECT_EQ(devices, 0U);
    EXPECT_GT(platform_calls, 0U);
    EXPECT_EQ(known.questions, questions);
    void *finish = nullptr;
    CHECK_OK(clmem_opencl_function("clFinish", &finish));
    EXPECT_EQ(finish, dlsym(known.library, "clFinish"));
    leave();
}

[[noreturn]] void hide_one() {
    search known;
    known.hidden = "clFinish";
    CHECK_STATUS(CLMEM_ERROR_NO_OPENCL, clmem_opencl_set_functions(find, &known));
    clmem_error error = CLMEM_ERROR_INIT;
    CHECK_OK(clmem_error_last(&error));
    EXPECT_NE(std::strstr(error.message, "clFinish"), nullptr) << error.message;
    known.hidden = "clSVMAlloc"; // of OpenCL 2.0
    CHECK_OK(clmem_opencl_set_functions(find, &known));
    leave();
}

[[noreturn]] void fail_once() {
    search known;
    known.result = 1;
    CHECK_STATUS(CLMEM_ERROR_CALLBACK, clmem_opencl_set_functions(find, &known));
    known.result = 0;
    CHECK_OK(clmem_opencl_set_functions(find, &known));
    leave();
}

[[noreturn]] void come_late() {
    search known;
    std::uint32_t devices = 0;
    CHECK_OK(clmem_device_list(0, nullptr, &devices));
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_opencl_set_functions(find, &known));
    EXPECT_EQ(known.questions, 0U);
    leave();
}

class opencl_functions : public testing::Test {
  protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(opencl_functions, are_those_that_the_program_finds) {
    EXPECT_EXIT(find_all(), testing::ExitedWithCode(0), "");
}

TEST_F(opencl_functions, must_all_be_there) {
    EXPECT_EXIT(hide_one(), testing::ExitedWithCode(0), "");
}

TEST_F(opencl_functions, are_not_taken_from_a_callback_that_fails) {
    EXPECT_EXIT(fail_once(), testing::ExitedWithCode(0), "");
}

TEST_F(opencl_functions, cannot_be_set_after_their_first_use) {
    EXPECT_EXIT(come_late(), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace clmem::test
