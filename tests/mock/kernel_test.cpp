// Kernels shared by threads: one sets arguments while another is inside clEnqueueNDRangeKernel. The mock reports each argument
// that is set in a cl_kernel during a launch of it.
#include "one_queue.hpp"

#include <atomic>
#include <clmem.h>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <utility>

namespace {

std::function<void()> during_launch; // called once, inside the next clEnqueueNDRangeKernel
std::atomic<bool> sets{false};       // clSetKernelArg was called

void on_call(const char *function) {
    if (std::strcmp(function, "clSetKernelArg") == 0) { sets = true; }
    if (std::strcmp(function, "clEnqueueNDRangeKernel") != 0 || during_launch == nullptr) { return; }
    std::exchange(during_launch, nullptr)();
}

class kernel_over_mock : public mock::one_queue {
  protected:
    kernel_over_mock() { mock::set_hook(on_call); }
    ~kernel_over_mock() override {
        for (clmem_buffer memory : {a, b}) {
            EXPECT_EQ(clmem_buffer_release(memory), CLMEM_SUCCESS);
        }
        EXPECT_EQ(clmem_kernel_release(kernel), CLMEM_SUCCESS);
        EXPECT_EQ(clmem_program_release(program), CLMEM_SUCCESS);
        mock::set_hook(nullptr);
        release_queue();
        EXPECT_EQ(mock::live(), 0U) << "a copy of the kernel was left";
    }
    void SetUp() override {
        for (clmem_buffer *memory : {&a, &b}) {
            ASSERT_EQ(clmem_buffer_create(context, CL_MEM_READ_WRITE, bytes, nullptr, memory), CLMEM_SUCCESS);
        }
        ASSERT_EQ(clmem_program_create(context, "", &program), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_program_build(program, nullptr, 0, nullptr), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_kernel_create(program, "any", &kernel), CLMEM_SUCCESS);
        set(a);
    }

    [[nodiscard]] clmem_status try_set(clmem_buffer memory) const {
        return clmem_kernel_set_memory(kernel, 0, reinterpret_cast<clmem_memory>(memory));
    }
    void set(clmem_buffer memory) const { EXPECT_EQ(try_set(memory), CLMEM_SUCCESS); }
    void launch(std::uint32_t flags = 0) const {
        const mock::owner_scope mine{1};
        clmem_launch_options how = CLMEM_LAUNCH_OPTIONS_INIT;
        how.global[0] = 1;
        how.flags = flags;
        EXPECT_EQ(clmem_kernel_launch(kernel, queue, &how, nullptr), CLMEM_SUCCESS);
    }
    // Has another thread do something while the next launch is inside the driver; hangs if that waits for the launch.
    static void meanwhile(const std::function<void()> &what) {
        during_launch = [what] { std::thread{what}.join(); };
    }
    // The memory that launches have accessed since the last call.
    std::string accessed() const {
        std::string names;
        for (const auto &[memory, name] : {std::pair{a, 'a'}, std::pair{b, 'b'}}) {
            const std::uint64_t before = mock::count().checks;
            cl_mem object = nullptr;
            EXPECT_EQ(clmem_buffer_mem(memory, &object), CLMEM_SUCCESS);
            const mock::owner_scope other{2};
            const unsigned char zero = 0;
            clEnqueueFillBuffer(queue, object, &zero, 1, 0, bytes, 0, nullptr, nullptr);
            if (mock::count().checks != before) { names += name; }
        }
        clFinish(queue);
        return names;
    }
    // A launch that goes past clmem, with the arguments that the program's own cl_kernel has.
    void launch_object() const {
        cl_kernel object = nullptr;
        EXPECT_EQ(clmem_kernel_object(kernel, &object), CLMEM_SUCCESS);
        const std::size_t one = 1;
        const mock::owner_scope mine{1};
        clEnqueueNDRangeKernel(queue, object, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    }

    static constexpr std::size_t bytes = 4096;
    clmem_program program = nullptr;
    clmem_kernel kernel = nullptr;
    clmem_buffer a = nullptr;
    clmem_buffer b = nullptr;
};

TEST_F(kernel_over_mock, has_what_is_set_during_a_launch_in_the_next_one) {
    meanwhile([this] { set(b); });
    launch();
    EXPECT_EQ(accessed(), "a");
    launch();
    EXPECT_EQ(accessed(), "b");
    launch_object();
    EXPECT_EQ(accessed(), "b");
}

TEST_F(kernel_over_mock, is_set_and_launched_during_a_launch) {
    std::string inner;
    meanwhile([this, &inner] {
        set(b);
        meanwhile([this] { set(a); });
        launch();
        inner = accessed();
        launch();
        inner += accessed();
        set(b);
    });
    launch();
    EXPECT_EQ(inner, "ba");
    EXPECT_EQ(accessed(), "a");
    launch_object();
    EXPECT_EQ(accessed(), "b");
}

TEST_F(kernel_over_mock, keeps_what_is_set_during_a_launch_that_clears) {
    meanwhile([this] { set(b); });
    launch(CLMEM_LAUNCH_CLEAR);
    EXPECT_EQ(accessed(), "a");
    launch(CLMEM_LAUNCH_CLEAR);
    EXPECT_EQ(accessed(), "b");
    EXPECT_EQ(clmem_kernel_launch(kernel, queue, nullptr, nullptr), CLMEM_ERROR_INVALID_ARGUMENT);
    set(a);
}

// Memory that a launch uses lives until the launch returns, even if another thread replaces it meanwhile.
TEST_F(kernel_over_mock, keeps_memory_until_the_launch_returns) {
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;
    clmem_buffer block = nullptr;
    ASSERT_EQ(clmem_provider_create_buffer(context, nullptr, &provider), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_pool_create(provider, nullptr, &pool), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_pool_allocate(pool, queue, bytes, &block), CLMEM_SUCCESS);
    set(block);
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    const auto active_blocks = [pool] {
        clmem_statistics now = CLMEM_STATISTICS_INIT;
        EXPECT_EQ(clmem_pool_statistics(pool, &now), CLMEM_SUCCESS);
        return now.active_blocks;
    };
    meanwhile([&] {
        set(b);
        EXPECT_EQ(active_blocks(), 1U);
    });
    launch();
    EXPECT_EQ(active_blocks(), 0U);
    EXPECT_EQ(clmem_pool_release(pool), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_provider_release(provider), CLMEM_SUCCESS);
}

TEST_F(kernel_over_mock, is_left_as_it_was_by_a_set_that_fails_during_a_launch) {
    for (const char *function : {"clGetKernelInfo", "clCreateKernel", "clSetKernelArg"}) {
        meanwhile([this, function] {
            mock::fail_nth(function, 1, CL_OUT_OF_RESOURCES);
            EXPECT_EQ(try_set(b), CL_OUT_OF_RESOURCES) << function;
        });
        launch();
        launch();
        EXPECT_EQ(accessed(), "a") << function;
    }
    meanwhile([this] {
        mock::fail_nth("clSetKernelArg", 2, CL_INVALID_ARG_VALUE); // the copy has its arguments; the new one is refused
        EXPECT_EQ(try_set(b), CL_INVALID_ARG_VALUE);
    });
    launch();
    launch();
    launch_object();
    EXPECT_EQ(accessed(), "a");
}

// If the driver refuses to set an argument again in the program's own cl_kernel, launches go on with the copy.
TEST_F(kernel_over_mock, goes_on_with_a_copy_as_long_as_it_must) {
    meanwhile([this] {
        set(b);
        mock::fail_nth("clSetKernelArg", 1, CL_OUT_OF_RESOURCES);
    });
    launch();
    EXPECT_EQ(accessed(), "a");
    launch();
    EXPECT_EQ(accessed(), "b");
    launch_object();
    EXPECT_EQ(accessed(), "b") << "the second launch has ended";
}

// clmem cannot copy arguments that others have set in an imported kernel, so that setting one waits for the launch.
TEST_F(kernel_over_mock, waits_for_a_launch_if_it_was_imported) {
    cl_kernel object = nullptr;
    clmem_kernel imported = nullptr;
    ASSERT_EQ(clmem_kernel_object(kernel, &object), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_kernel_import(object, 1, &imported), CLMEM_SUCCESS);
    std::thread setter;
    std::atomic<bool> begun{false};
    sets = false;
    during_launch = [&] {
        setter = std::thread{[&] {
            begun = true;
            set(b);
        }};
        while (!begun) {
            std::this_thread::yield();
        }
        for (int looks = 0; looks < 10000 && !sets; ++looks) { // long enough to see a set that does not wait
            std::this_thread::yield();
        }
        EXPECT_FALSE(sets);
    };
    launch();
    setter.join();
    EXPECT_EQ(accessed(), "a");
    launch();
    EXPECT_EQ(accessed(), "b");
    EXPECT_EQ(clmem_kernel_release(imported), CLMEM_SUCCESS);
}

} // namespace
