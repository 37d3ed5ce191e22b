// Device selectors and their sources, on a simulated machine with only the platforms and devices of these tests.
#include "device/choice.hpp"
#include "device/selector.hpp"
#include "opencl_table.hpp"

#include <CL/cl_ext.h>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

// NOLINTBEGIN(concurrency-mt-unsafe): only one thread runs while the environment changes

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

struct machine {
    struct platform {
        const char *name;
        std::vector<const char *> devices;
    };
    std::vector<platform> platforms;
};

// Handles are the addresses of the names.
machine *there;

cl_int copy(const char *text, size_t size, void *out, size_t *out_size) {
    const size_t length = std::strlen(text) + 1;
    if (out_size != nullptr) { *out_size = length; }
    if (out != nullptr) { std::memcpy(out, text, size < length ? size : length); }
    return CL_SUCCESS;
}

class choice : public clmem_core::test::opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        there = &machine_;
        cl::table &table = cl::dispatch();
        table.clGetPlatformIDs = [](cl_uint capacity, cl_platform_id *platforms, cl_uint *count) -> cl_int {
            if (there->platforms.empty()) { return CL_PLATFORM_NOT_FOUND_KHR; }
            if (count != nullptr) { *count = static_cast<cl_uint>(there->platforms.size()); }
            for (cl_uint i = 0; i < capacity && i < there->platforms.size(); ++i) {
                platforms[i] = reinterpret_cast<cl_platform_id>(&there->platforms[i]);
            }
            return CL_SUCCESS;
        };
        table.clGetDeviceIDs = [](cl_platform_id id, cl_device_type, cl_uint capacity, cl_device_id *devices,
                                  cl_uint *count) -> cl_int {
            auto &names = reinterpret_cast<machine::platform *>(id)->devices;
            if (count != nullptr) { *count = static_cast<cl_uint>(names.size()); }
            for (cl_uint i = 0; i < capacity && i < names.size(); ++i) {
                devices[i] = reinterpret_cast<cl_device_id>(&names[i]);
            }
            return CL_SUCCESS;
        };
        table.clGetPlatformInfo = [](cl_platform_id id, cl_platform_info, size_t size, void *out, size_t *out_size) {
            return copy(reinterpret_cast<machine::platform *>(id)->name, size, out, out_size);
        };
        table.clGetDeviceInfo = [](cl_device_id id, cl_device_info, size_t size, void *out, size_t *out_size) {
            return copy(*reinterpret_cast<const char **>(id), size, out, out_size);
        };
        home_ = std::filesystem::temp_directory_path() / ("clmem-choice-" + std::to_string(getpid()));
        std::filesystem::create_directory(home_);
        if (const char *home = std::getenv("HOME")) { old_home_ = home; }
        setenv("HOME", home_.c_str(), 1);
        for (const char *name : variables) {
            unsetenv(name);
        }
    }
    void TearDown() override {
        for (const char *name : variables) {
            unsetenv(name);
        }
        setenv("HOME", old_home_.c_str(), 1);
        std::filesystem::remove_all(home_);
        opencl_table::TearDown();
    }

    [[nodiscard]] static std::string name_of(cl_device_id id) { return *reinterpret_cast<const char **>(id); }
    [[nodiscard]] static std::string chosen(const char *selector = nullptr) { return name_of(choose_device(selector)); }
    [[nodiscard]] static std::string for_tests(const char *selector = nullptr) {
        std::string names;
        for (cl_device_id id : list_test_devices(selector)) {
            names += (names.empty() ? "" : ", ") + name_of(id);
        }
        return names;
    }
    template <class Call>
    static void fails(Call &&call, std::initializer_list<const char *> words) {
        const auto failure = failure_of(call);
        EXPECT_EQ(failure.status, CLMEM_ERROR_NO_DEVICE);
        for (const char *word : words) {
            EXPECT_TRUE(failure.says(word)) << word << " is not in: " << failure.message;
        }
    }
    void write_file(const std::string &text, const char *name = ".clmem_device") const {
        std::ofstream{home_ / name} << text;
    }
    // Makes only one device usable for contexts.
    static void only_usable(const char *name) {
        usable = name;
        cl::dispatch().clCreateContext = [](auto, auto, const cl_device_id *devices, auto, auto, cl_int *code) {
            const bool is_it = usable != nullptr && name_of(devices[0]) == usable;
            *code = is_it ? CL_SUCCESS : CL_DEVICE_NOT_AVAILABLE;
            return is_it ? reinterpret_cast<cl_context>(&usable) : nullptr;
        };
        cl::dispatch().clReleaseContext = [](auto) -> cl_int { return CL_SUCCESS; };
    }

    static constexpr const char *variables[] = {"CLMEM_DEVICE", "PYOPENCL_CTX", "CUDA_DEVICE", "CLMEM_TEST",
                                                "PYOPENCL_TEST"};
    machine machine_{{{"Portable Computing", {"pthread EPYC"}},
                      {"Intel(R) OpenCL", {"Core i5", "Core i7", "Iris"}},
                      {"Empty", {}},
                      {"Intel(R) Graphics", {"Arc i7"}}}};
    std::filesystem::path home_;

  private:
    static inline const char *usable;
    std::string old_home_;
};

TEST_F(choice, follows_pyopencls_variable) {
    setenv("PYOPENCL_CTX", "1", 1);
    EXPECT_EQ(chosen(), "Core i5");
    setenv("PYOPENCL_CTX", "intel:1", 1);
    EXPECT_EQ(chosen(), "Core i7");
    setenv("PYOPENCL_CTX", "1:2,0", 1); // the first of several devices
    EXPECT_EQ(chosen(), "Iris");
    setenv("PYOPENCL_CTX", "1:iris,i5", 1);
    EXPECT_EQ(chosen(), "Iris");
    setenv("PYOPENCL_CTX", "1:0,9", 1); // all of them must exist
    fails([] { return choose_device(nullptr); }, {"PYOPENCL_CTX", "1:0,9", "1:2 Intel(R) OpenCL, Iris"});
    setenv("PYOPENCL_CTX", "1:0:5", 1); // one number too many
    fails([] { return choose_device(nullptr); }, {"PYOPENCL_CTX", "1:0:5"});
}

TEST_F(choice, takes_the_first_selector_that_is_set) {
    write_file("1\n", ".cuda-device");
    EXPECT_EQ(chosen(), "Core i5");
    write_file("3:0\n");
    EXPECT_EQ(chosen(), "Arc i7");
    setenv("CUDA_DEVICE", "2", 1);
    EXPECT_EQ(chosen(), "Core i7");
    setenv("PYOPENCL_CTX", "1:2", 1);
    EXPECT_EQ(chosen(), "Iris");
    setenv("CLMEM_DEVICE", "1:i7", 1);
    EXPECT_EQ(chosen(), "Core i7");
    EXPECT_EQ(chosen("0"), "pthread EPYC");
    setenv("CLMEM_DEVICE", "", 1); // the same as unset
    EXPECT_EQ(chosen(), "Iris");
    setenv("CLMEM_DEVICE", "1:0,1", 1); // only pyopencl's variable takes a list
    fails([] { return choose_device(nullptr); }, {"CLMEM_DEVICE", "1:0,1"});
}

TEST_F(choice, takes_a_number_alone_as_a_place_in_the_list_of_all_devices) {
    EXPECT_EQ(chosen("0"), "pthread EPYC");
    EXPECT_EQ(chosen("4"), "Arc i7");
    fails([] { return choose_device("5"); }, {"from 0 to 4", "\"5\"", "the selector", "1:2 Intel(R) OpenCL, Iris"});
    fails([] { return choose_device("99999999999999999999"); }, {"from 0 to 4"});
    write_file(" 2 \n");
    EXPECT_EQ(chosen(), "Core i7");
    setenv("CLMEM_DEVICE", "3", 1);
    EXPECT_EQ(chosen(), "Iris");
    setenv("CLMEM_DEVICE", "3:", 1); // the number of a platform
    EXPECT_EQ(chosen(), "Arc i7");
    EXPECT_EQ(for_tests("3"), "Arc i7"); // as pyopencl's tests read it
}

TEST_F(choice, takes_nothing_but_a_number_from_pycudas_variable_and_file) {
    for (const char *text : {"intel", "1:0", "-1", "1.0", "5"}) {
        setenv("CUDA_DEVICE", text, 1);
        fails([] { return choose_device(nullptr); }, {"CUDA_DEVICE", text, "from 0 to 4"});
    }
    setenv("CUDA_DEVICE", "", 1); // the same as unset
    write_file("intel", ".cuda-device");
    fails([] { return choose_device(nullptr); }, {".cuda-device", "intel"});
    write_file(" 4\n", ".cuda-device");
    EXPECT_EQ(chosen(), "Arc i7");
}

TEST_F(choice, reads_the_first_line_of_a_file) {
    write_file("  intel:core i7 \r\nthe rest does not matter");
    EXPECT_EQ(chosen(), "Core i7");
    write_file("no such");
    fails([] { return choose_device(nullptr); }, {".clmem_device", "no such", "0:0 Portable"});
    write_file("");
    fails([] { return choose_device(nullptr); }, {".clmem_device", "got none; write one"});
    write_file(" \n0:0\n");
    fails([] { return choose_device(nullptr); }, {".clmem_device", "got none; write one"});
    std::filesystem::remove(home_ / ".clmem_device");
    std::filesystem::create_directory(home_ / ".clmem_device");
    fails([] { return choose_device(nullptr); }, {".clmem_device", "cannot be read"});
    EXPECT_EQ(chosen("0"), "pthread EPYC"); // the environment was not read
}

TEST_F(choice, works_without_a_file_and_without_a_home) {
    only_usable("pthread EPYC");
    EXPECT_EQ(chosen(), "pthread EPYC");
    unsetenv("HOME");
    EXPECT_EQ(chosen(), "pthread EPYC");
}

TEST_F(choice, tries_every_device_in_turn_and_reports_it) {
    only_usable("Iris");
    EXPECT_EQ(chosen(), "Iris");
    only_usable(nullptr);
    fails([] { return choose_device(nullptr); },
          {"tried", "0:0 Portable Computing, pthread EPYC", "1:2 Intel(R) OpenCL, Iris", "CL_DEVICE_NOT_AVAILABLE"});
}

TEST_F(choice, for_tests_is_all_without_a_selector) {
    EXPECT_EQ(for_tests(), "pthread EPYC, Core i5, Core i7, Iris, Arc i7");
    EXPECT_EQ(for_tests(""), for_tests());
    EXPECT_EQ(for_tests(" ; "), for_tests());
}

TEST_F(choice, for_tests_understands_the_documents) {
    EXPECT_EQ(for_tests("0:0;intel=i5,i7"), "pthread EPYC, Core i5, Core i7, Arc i7");
    EXPECT_EQ(for_tests("1:0,2"), "Core i5, Iris");
    EXPECT_EQ(for_tests("1=2,0"), "Iris, Core i5");
    EXPECT_EQ(for_tests("3;1:1"), "Arc i7, Core i7");
    EXPECT_EQ(for_tests("intel"), "Core i5, Core i7, Iris, Arc i7");
    EXPECT_EQ(for_tests("1:0;1:0,1;"), "Core i5, Core i7"); // each device once
    EXPECT_EQ(for_tests(" portable : epyc "), "pthread EPYC");
}

TEST_F(choice, for_tests_follows_the_environment) {
    setenv("PYOPENCL_TEST", "1", 1);
    EXPECT_EQ(for_tests(), "Core i5, Core i7, Iris");
    setenv("CLMEM_TEST", "0", 1);
    EXPECT_EQ(for_tests(), "pthread EPYC");
    EXPECT_EQ(for_tests("3"), "Arc i7");
    setenv("CLMEM_TEST", "0:1", 1);
    fails([] { return list_test_devices(nullptr); }, {"CLMEM_TEST", "0:1", "0:0 Portable"});
}

TEST_F(choice, for_tests_demands_that_each_part_is_there) {
    for (const char *selector : {"0:0,1", "intel=i5,i9", "nvidia", "0;9", "2", "2:0"}) {
        fails([selector] { return list_test_devices(selector); }, {"the selector", "0:0 Portable"});
    }
    EXPECT_EQ(for_tests("1:i5,;"), "Core i5"); // empty parts are skipped
}

TEST_F(choice, on_a_machine_without_devices) {
    machine_.platforms.clear();
    EXPECT_EQ(for_tests(), "");
    fails([] { return list_test_devices("0"); }, {"got no OpenCL device"});
    fails([] { return choose_device(nullptr); }, {"OpenCL device, got none"});
}

} // namespace

// NOLINTEND(concurrency-mt-unsafe)
