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

const char *last_message() {
    clmem_error error = CLMEM_ERROR_INIT;
    return clmem_error_last(&error) == CLMEM_SUCCESS ? error.message : "";
}

[[noreturn]] void leave(bool passed) {
    std::_Exit(passed ? 0 : 1);
}

class opencl_functions : public testing::Test {
  protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(opencl_functions, are_those_that_the_program_finds) {
    EXPECT_EXIT(
        {
            search known;
            const bool is_set = clmem_opencl_set_functions(find, &known) == CLMEM_SUCCESS;
            const bool makes_no_call = platform_calls == 0;
            const unsigned questions = known.questions;
            std::uint32_t devices = 1;
            const bool lists = clmem_device_list(0, nullptr, &devices) == CLMEM_SUCCESS && devices == 0;
            const bool asks_once = known.questions == questions;
            void *finish = nullptr;
            const bool finds = clmem_opencl_function("clFinish", &finish) == CLMEM_SUCCESS;
            leave(is_set && makes_no_call && lists && platform_calls > 0 && asks_once && finds &&
                  finish == dlsym(known.library, "clFinish"));
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(opencl_functions, must_all_be_there) {
    EXPECT_EXIT(
        {
            search known;
            known.hidden = "clFinish";
            const bool lacks = clmem_opencl_set_functions(find, &known) == CLMEM_ERROR_NO_OPENCL;
            const bool named = std::strstr(last_message(), "clFinish") != nullptr;
            known.hidden = "clSVMAlloc"; // of OpenCL 2.0
            leave(lacks && named && clmem_opencl_set_functions(find, &known) == CLMEM_SUCCESS);
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(opencl_functions, are_not_taken_from_a_callback_that_fails) {
    EXPECT_EXIT(
        {
            search known;
            known.result = 1;
            const bool failed = clmem_opencl_set_functions(find, &known) == CLMEM_ERROR_CALLBACK;
            known.result = 0;
            leave(failed && clmem_opencl_set_functions(find, &known) == CLMEM_SUCCESS);
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(opencl_functions, cannot_be_set_after_their_first_use) {
    EXPECT_EXIT(
        {
            search known;
            std::uint32_t devices = 0;
            const bool used = clmem_device_list(0, nullptr, &devices) == CLMEM_SUCCESS;
            const bool late = clmem_opencl_set_functions(find, &known) == CLMEM_ERROR_UNSUPPORTED;
            leave(used && late && known.questions == 0);
        },
        testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace clmem::test
