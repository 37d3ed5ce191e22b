#include "cl/loader.hpp"
#include "cl/query.hpp"
#include "cl/raii.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "opencl_table.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

// NOLINTBEGIN(concurrency-mt-unsafe): only one thread runs while the environment changes

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

// Children are new processes, so they have not loaded anything yet.
class loader : public testing::Test {
  protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

std::string library_of(const void *function) {
    Dl_info info{};
    return dladdr(function, &info) != 0 ? info.dli_fname : "";
}

std::string library_of(const cl::table &table) {
    return library_of(reinterpret_cast<const void *>(table.clGetPlatformIDs));
}

// A copy of the system's library with another file name and another soname, as packages rename theirs. The test makes
// it, and the test's child finds it through the environment; the child must not have loaded the original.
class renamed_copy {
  public:
    static constexpr const char *variable = "CLMEM_TEST_LIBRARY";

    explicit renamed_copy(const std::string &file) {
        if (std::getenv(variable) != nullptr) { return; }
        cl::table system;
        cl::load(system);
        std::ifstream in{library_of(system), std::ios::binary};
        std::string bytes{std::istreambuf_iterator<char>{in}, {}};
        const std::string name{"libOpenCL.so.1\0", 15};
        for (std::size_t at = bytes.find(name); at != bytes.npos; at = bytes.find(name, at)) {
            bytes[at + 13] = '9';
        }
        folder_ = std::filesystem::temp_directory_path() / ("clmem-loader-" + std::to_string(getpid()));
        std::filesystem::create_directory(folder_);
        const std::filesystem::path path = folder_ / file;
        std::ofstream{path, std::ios::binary} << bytes;
        setenv(variable, path.c_str(), 1);
    }
    ~renamed_copy() {
        unsetenv(variable);
        std::filesystem::remove_all(folder_);
    }
    renamed_copy(const renamed_copy &) = delete;
    renamed_copy &operator=(const renamed_copy &) = delete;

  private:
    std::filesystem::path folder_;
};

// Runs in a child: opens the copy, then lets clmem load, and reports where the functions come from.
[[noreturn]] void load_beside_copy(int flags) {
    const char *copy = std::getenv(renamed_copy::variable);
    const std::string path = copy != nullptr ? copy : "";
    const bool opened = dlopen(path.c_str(), RTLD_NOW | flags) != nullptr;
    cl::table table;
    cl::load(table);
    std::fprintf(stderr, "%s opened: %d; functions are from %s\n", path.c_str(), opened, library_of(table).c_str());
    std::_Exit(opened && library_of(table) == path ? 0 : 1);
}

TEST_F(loader, fills_the_table_once_for_all_threads) {
    std::vector<const cl::table *> tables(4);
    std::vector<std::thread> threads;
    threads.reserve(tables.size());
    for (const cl::table *&table : tables) {
        threads.emplace_back([&table] { table = &cl::dispatch(); });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    for (const cl::table *table : tables) {
        EXPECT_EQ(table, &cl::dispatch());
    }
#define CHECK_MEMBER(name) EXPECT_NE(cl::dispatch().name, nullptr) << #name;
    CLMEM_CL_REQUIRED(CHECK_MEMBER)
#undef CHECK_MEMBER
}

TEST_F(loader, takes_the_library_that_the_environment_names_and_no_other) {
    cl::table table;
    setenv("CLMEM_OPENCL_LIBRARY", "/nonexistent/libOpenCL.so", 1);
    const auto absent = failure_of([&] { return cl::load(table), 0; });
    setenv("CLMEM_OPENCL_LIBRARY", "./libm.so.6", 1);
    const auto relative = failure_of([&] { return cl::load(table), 0; });
    setenv("CLMEM_OPENCL_LIBRARY", "libm.so.6", 1);
    const auto other = failure_of([&] { return cl::load(table), 0; });
    unsetenv("CLMEM_OPENCL_LIBRARY");

    EXPECT_EQ(absent.status, CLMEM_ERROR_NO_OPENCL);
    EXPECT_TRUE(absent.says("CLMEM_OPENCL_LIBRARY")) << absent.message;
    EXPECT_TRUE(absent.says("/nonexistent/libOpenCL.so")) << absent.message;
    EXPECT_TRUE(relative.says("./libm.so.6: expected an absolute path")) << relative.message;
    EXPECT_EQ(other.status, CLMEM_ERROR_NO_OPENCL);
    EXPECT_TRUE(other.says("libm.so.6: has no clGetPlatformIDs")) << other.message;
    EXPECT_EQ(table.clGetPlatformIDs, nullptr);
}

TEST_F(loader, tries_again_after_a_failure) {
    EXPECT_EXIT(
        {
            setenv("CLMEM_OPENCL_LIBRARY", "/nonexistent/libOpenCL.so", 1);
            const bool failed = failure_of([] { return &cl::dispatch(); }).status == CLMEM_ERROR_NO_OPENCL;
            unsetenv("CLMEM_OPENCL_LIBRARY");
            std::_Exit(failed && cl::dispatch().clGetPlatformIDs != nullptr ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(loader, prefers_symbols_that_the_process_has) {
    const renamed_copy copy{"libtrace.so"};
    EXPECT_EXIT(load_beside_copy(RTLD_GLOBAL), testing::ExitedWithCode(0), "");
}

TEST_F(loader, prefers_a_library_that_is_open_already) {
    const renamed_copy copy{"libOpenCL-0123abcd.so.1.0.0"};
    EXPECT_EXIT(load_beside_copy(RTLD_LOCAL), testing::ExitedWithCode(0), "");
}

using query = clmem_core::test::opencl_table;

TEST_F(query, names_the_question_that_failed) {
    cl_device_id device = choose_device(nullptr);
    const auto failure = failure_of([&] { return cl::value<cl_uint>(device, CLMEM_CL_ASK(CL_CONTEXT_DEVICES)); });
    EXPECT_EQ(failure.status, CL_INVALID_VALUE);
    EXPECT_EQ(failure.opencl_code, CL_INVALID_VALUE);
    EXPECT_TRUE(failure.says("CL_CONTEXT_DEVICES")) << failure.message;
    EXPECT_TRUE(failure.says("CL_INVALID_VALUE")) << failure.message;
}

TEST_F(query, takes_only_an_unknown_question_as_absent) {
    cl_device_id device = choose_device(nullptr);
    EXPECT_EQ(cl::value_or<cl_uint>(device, CLMEM_CL_ASK(CL_CONTEXT_DEVICES), 7), 7U);
    EXPECT_NE(cl::value_or<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_MAX_COMPUTE_UNITS), 0), 0U);
    cl::dispatch().clGetDeviceInfo = [](auto...) -> cl_int { return CL_OUT_OF_HOST_MEMORY; };
    const auto failure = failure_of([&] { return cl::value_or<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_TYPE), 0); });
    EXPECT_EQ(failure.status, CL_OUT_OF_HOST_MEMORY);
}

TEST_F(query, owners_give_each_reference_back_once) {
    static int releases;
    releases = 0;
    cl::dispatch().clReleaseContext = [](cl_context context) {
        ++releases;
        return real.clReleaseContext(context);
    };
    {
        cl::context first = make_context(choose_device("0:0"));
        cl::context second = cl::context::retain(first.get());
        cl::context third{std::move(first)};
        EXPECT_EQ(first.get(), nullptr); // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
        EXPECT_EQ(second.get(), third.get());
        second = std::move(third);
        real.clReleaseContext(second.detach());
    }
    EXPECT_EQ(releases, 1);
}

TEST_F(query, an_owner_refuses_what_is_no_object) {
    const auto failure = failure_of([] { return cl::context::retain(nullptr); });
    EXPECT_EQ(failure.status, CL_INVALID_CONTEXT);
}

} // namespace

// NOLINTEND(concurrency-mt-unsafe)
