// A kernel holds no lock while the driver processes a launch, and an argument set meanwhile counts as used by the
// launch.
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "launch/kernel.hpp"
#include "opencl_table.hpp"

#include <atomic>
#include <chrono>
#include <clmem.h>
#include <gtest/gtest.h>
#include <thread>

namespace {

using namespace clmem;

class launch_lock : public clmem::test::opencl_table {
  protected:
    static inline std::atomic<bool> inside{false};
    static inline std::atomic<bool> may_leave{false};
    static inline std::atomic<bool> gave_up{false};
    static inline std::atomic<int> barriers{0};

    cl::context context_;
    cl::queue queue_;
    std::shared_ptr<kernel> kernel_;

    void SetUp() override {
        opencl_table::SetUp();
        cl_device_id device = choose_device(nullptr);
        context_ = make_context(device);
        queue_ = make_queue(context_.get(), device, 0);
        const auto built =
            make_program(context_.get(), "kernel void k(global int *out, int value) { out[0] = value; }");
        built->build(nullptr, {});
        kernel_ = make_kernel(*built, "k");
        inside = may_leave = gave_up = false;
        barriers = 0;
        // Enqueues nothing and returns when told to, or in any case after a long time, so that a held lock fails the
        // test.
        cl::dispatch().clEnqueueNDRangeKernel = [](auto...) -> cl_int {
            inside = true;
            for (int looks = 0; looks < 5000 && !may_leave; ++looks) {
                std::this_thread::sleep_for(std::chrono::milliseconds{1});
            }
            gave_up = !may_leave;
            return CL_SUCCESS;
        };
        cl::dispatch().clEnqueueMarkerWithWaitList = [](cl_command_queue queue, cl_uint count, const cl_event *waits,
                                                        cl_event *event) {
            ++barriers;
            return real.clEnqueueMarkerWithWaitList(queue, count, waits, event);
        };
    }

    std::thread start_launch(bool clears) {
        std::thread launching{[this, clears] {
            const std::size_t one = 1;
            kernel_->run(queue_.get(), {1, &one, &one, nullptr, {}, clears}, nullptr);
        }};
        while (!inside) {
            std::this_thread::yield();
        }
        return launching;
    }

    void set_value(int value) { kernel_->set_value(1, &value, sizeof value); }
};

TEST_F(launch_lock, lets_others_set_arguments_meanwhile) {
    kernel_->set_null(0);
    set_value(1);
    std::thread launching = start_launch(true);
    kernel_->set_null(0);
    may_leave = true;
    launching.join();
    EXPECT_FALSE(gave_up) << "the setter waited for the driver";
    // The launch cleared the arguments that it found, not those set after it began.
    const auto failure = clmem::test::failure_of([&] {
        const std::size_t one = 1;
        kernel_->run(queue_.get(), {1, &one, &one, nullptr, {}, false}, nullptr);
        return 0;
    });
    EXPECT_TRUE(failure.says("argument 1")) << failure.message;
}

TEST_F(launch_lock, counts_memory_that_is_set_meanwhile_as_used) {
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;
    clmem_buffer block = nullptr;
    clmem_kernel handle = nullptr;
    cl::queue owner = make_queue(context_.get(), choose_device(nullptr), 0);
    ASSERT_EQ(clmem_provider_create_buffer(context_.get(), CL_MEM_READ_WRITE, &provider), CLMEM_SUCCESS);
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = owner.get();
    options.limit_bytes = 4 << 20;
    ASSERT_EQ(clmem_pool_create(provider, &options, &pool), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_pool_allocate(pool, owner.get(), 4 << 20, &block), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_kernel_import(kernel_->object(), 1, &handle), CLMEM_SUCCESS);
    kernel_->set_null(0);
    set_value(1);
    std::thread launching = start_launch(true);
    EXPECT_EQ(clmem_kernel_set_memory(handle, 0, reinterpret_cast<clmem_memory>(block)), CLMEM_SUCCESS);
    may_leave = true;
    launching.join();
    kernel_->set_null(0);
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    barriers = 0;
    ASSERT_EQ(clmem_pool_allocate(pool, owner.get(), 4 << 20, &block), CLMEM_SUCCESS);
    EXPECT_GT(barriers, 0) << "the launch may have used the block, so the next owner must wait for it";
    EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_kernel_release(handle), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_pool_release(pool), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_provider_release(provider), CLMEM_SUCCESS);
}

} // namespace
