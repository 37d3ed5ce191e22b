// Kernels on a driver with quirk svm_arguments_stay: an argument that has been SVM is a buffer only in another cl_kernel.
#include "one_queue.hpp"

#include <atomic>
#include <clmem.h>
#include <clmem_extras.h>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <thread>
#include <utility>

namespace {

std::function<void()> during_launch; // called once, inside the next clEnqueueNDRangeKernel

void on_call(const char *function) {
    if (std::strcmp(function, "clEnqueueNDRangeKernel") != 0 || during_launch == nullptr) { return; }
    std::exchange(during_launch, nullptr)();
}

class svm_arguments : public mock::one_queue {
  protected:
    svm_arguments() {
        mock::behave_as_nvidia();
        mock::set_hook(on_call);
    }
    ~svm_arguments() override {
        mock::set_hook(nullptr);
        clFinish(queue); // SVM lives as long as commands use it
        for (clmem_buffer memory : {buffer, svm}) {
            EXPECT_EQ(clmem_buffer_release(memory), CLMEM_SUCCESS);
        }
        EXPECT_EQ(clmem_kernel_release(kernel), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_program_release(program), CLMEM_SUCCESS);
        release_queue();
        while (mock::live() != 0) { // a background thread may still free the memory; ctest bounds the wait
            std::this_thread::yield();
        }
    }
    void SetUp() override {
        ASSERT_EQ(clmem_buffer_create(context, CL_MEM_READ_WRITE, bytes, nullptr, &buffer), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_svm_allocate(context, CL_MEM_READ_WRITE, bytes, 0, nullptr, &svm), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_program_create(context, "", &program), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_program_build(program, nullptr, 0, nullptr), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_kernel_create(program, "mm", &kernel), CLMEM_SUCCESS);
        set(1, buffer);
    }

    static clmem_status try_set(clmem_kernel in, std::uint32_t index, clmem_buffer memory) {
        return clmem_kernel_set_memory(in, index, reinterpret_cast<clmem_memory>(memory));
    }
    void set(std::uint32_t index, clmem_buffer memory) const {
        EXPECT_EQ(try_set(kernel, index, memory), CLMEM_SUCCESS) << message();
    }
    [[nodiscard]] clmem_status launch(std::uint32_t flags = 0) const {
        clmem_launch_options how = CLMEM_LAUNCH_OPTIONS_INIT;
        how.global[0] = 1;
        how.flags = flags;
        return clmem_kernel_launch(kernel, queue, &how, nullptr);
    }
    // As a program does that goes past clmem.
    [[nodiscard]] cl_int launch_object() const {
        cl_kernel object = nullptr;
        EXPECT_EQ(clmem_kernel_object(kernel, &object), CLMEM_SUCCESS);
        const std::size_t one = 1;
        return clEnqueueNDRangeKernel(queue, object, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    }

    static constexpr std::size_t bytes = 4096;
    clmem_program program = nullptr;
    clmem_kernel kernel = nullptr;
    clmem_buffer buffer = nullptr;
    clmem_buffer svm = nullptr;
};

TEST_F(svm_arguments, become_buffers) {
    for (int round = 0; round < 3; ++round) {
        set(0, svm);
        EXPECT_EQ(launch(), CLMEM_SUCCESS);
        EXPECT_EQ(launch_object(), CL_SUCCESS);
        set(0, buffer);
        EXPECT_EQ(launch(), CLMEM_SUCCESS) << message();
        EXPECT_EQ(launch(), CLMEM_SUCCESS) << message();
        EXPECT_EQ(launch_object(), CL_INVALID_KERNEL_ARGS) << "not with the SVM of before";
    }
}

TEST_F(svm_arguments, become_buffers_after_a_launch_that_clears) {
    set(0, svm);
    EXPECT_EQ(launch(CLMEM_LAUNCH_CLEAR), CLMEM_SUCCESS);
    EXPECT_EQ(launch(), CLMEM_ERROR_INVALID_ARGUMENT);
    set(0, buffer);
    set(1, svm);
    EXPECT_EQ(launch(CLMEM_LAUNCH_CLEAR), CLMEM_SUCCESS) << message();
    set(0, buffer);
    set(1, buffer);
    EXPECT_EQ(launch(), CLMEM_SUCCESS) << message();
}

TEST_F(svm_arguments, become_null) {
    set(0, svm);
    EXPECT_EQ(launch(), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_kernel_set_null(kernel, 0), CLMEM_SUCCESS);
    EXPECT_EQ(launch(), CLMEM_SUCCESS) << message();
}

TEST_F(svm_arguments, become_buffers_during_a_launch) {
    set(0, svm);
    during_launch = [this] { std::thread{[this] { set(0, buffer); }}.join(); };
    EXPECT_EQ(launch(), CLMEM_SUCCESS);
    EXPECT_EQ(launch(), CLMEM_SUCCESS) << message();
    during_launch = [this] {
        std::thread{[this] {
            set(0, svm);
            set(1, svm);
            set(0, buffer);
        }}.join();
    };
    EXPECT_EQ(launch(), CLMEM_SUCCESS);
    EXPECT_EQ(launch(), CLMEM_SUCCESS) << message();
}

TEST_F(svm_arguments, stay_if_the_copy_fails) {
    set(0, svm);
    EXPECT_EQ(launch(), CLMEM_SUCCESS);
    for (const char *function : {"clCreateKernel", "clSetKernelArg"}) {
        mock::fail_nth(function, 1, CL_OUT_OF_HOST_MEMORY);
        EXPECT_EQ(try_set(kernel, 0, buffer), CL_OUT_OF_HOST_MEMORY) << function;
        EXPECT_EQ(launch(), CLMEM_SUCCESS) << message();
        EXPECT_EQ(launch_object(), CL_SUCCESS);
    }
    set(0, buffer);
    EXPECT_EQ(launch(), CLMEM_SUCCESS) << message();
}

TEST_F(svm_arguments, stay_in_a_kernel_that_others_set_too) {
    cl_kernel object = nullptr;
    ASSERT_EQ(clmem_kernel_object(kernel, &object), CLMEM_SUCCESS);
    clmem_kernel imported = nullptr;
    ASSERT_EQ(clmem_kernel_import(object, 1, &imported), CLMEM_SUCCESS);
    set(0, svm);
    EXPECT_EQ(launch(), CLMEM_SUCCESS);
    EXPECT_EQ(try_set(imported, 0, buffer), CLMEM_ERROR_UNSUPPORTED);
    EXPECT_NE(message().find("argument 0"), std::string::npos) << message();
    EXPECT_EQ(clmem_kernel_set_null(imported, 0), CLMEM_ERROR_UNSUPPORTED);
    EXPECT_EQ(launch(), CLMEM_SUCCESS);
    EXPECT_EQ(launch_object(), CL_SUCCESS);
    EXPECT_EQ(clmem_kernel_release(imported), CLMEM_SUCCESS);
}

TEST_F(svm_arguments, that_are_buffers_now_keep_others_out) {
    set(0, svm);
    EXPECT_EQ(launch(), CLMEM_SUCCESS);
    set(0, buffer);
    cl_kernel object = nullptr;
    ASSERT_EQ(clmem_kernel_object(kernel, &object), CLMEM_SUCCESS);
    clmem_kernel imported = nullptr;
    EXPECT_EQ(clmem_kernel_import(object, 1, &imported), CLMEM_ERROR_UNSUPPORTED);
    EXPECT_EQ(imported, nullptr);
    EXPECT_EQ(launch(), CLMEM_SUCCESS) << message();
    set(0, svm);
    EXPECT_EQ(launch(), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_kernel_import(object, 1, &imported), CLMEM_SUCCESS) << message();
    EXPECT_EQ(clmem_kernel_release(imported), CLMEM_SUCCESS);
}

// Kinds at random, in two arguments, sometimes from another thread during a launch.
TEST_F(svm_arguments, change_at_random) {
    std::mt19937 random{1};
    const auto change = [this, &random] {
        for (auto left = random() % 3; left > 0; --left) {
            set(static_cast<std::uint32_t>(random() % 2), random() % 2 == 0 ? svm : buffer);
        }
    };
    set(0, buffer);
    for (int step = 0; step < 500; ++step) {
        if (random() % 4 == 0) {
            during_launch = [&change] { std::thread{change}.join(); };
        } else {
            change();
        }
        ASSERT_EQ(launch(), CLMEM_SUCCESS) << message() << " in step " << step;
    }
}

} // namespace
