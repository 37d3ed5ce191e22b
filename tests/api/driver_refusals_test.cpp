// If the driver refuses an object, clmem passes its error code on and loses nothing. Invalid objects cannot be passed
// safely, since libraries dereference them: the counting library refuses in the driver's place.
#include "figures.hpp"
#include "opencl.hpp"

namespace clmem::test {
namespace {

class driver_refusals : public on_device {
  protected:
    // Makes the next call of a function, or of any function, fail.
    static void refuse(cl_int code, const char *function = nullptr) { counting().fail(function, 1, code, false); }

    void TearDown() override {
        EXPECT_EQ(last_error().opencl_code, last_error().status) << last_error().message;
        on_device::TearDown();
    }
};

TEST_F(driver_refusals, of_devices) {
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_device_describe(device_, &info));
    clmem_device_memory_info memory = CLMEM_DEVICE_MEMORY_INFO_INIT;
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_device_memory(device_, &memory));
    cl_context made = context_;
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_context_create(device_, &made));
    EXPECT_EQ(made, nullptr);
}

TEST_F(driver_refusals, of_devices_whose_figures_are_queried) {
    const char *text = nullptr;
    std::uint32_t number = 0;
    std::uint32_t minor = 0;
    std::uint64_t features = 0;
    std::size_t bytes = 0;
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_fast_math_options(device_, &text));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_simd_group_size(device_, 4, &number, nullptr));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_has_double(device_, &number, nullptr));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_has_amd_double(device_, &number, nullptr));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_has_struct_bug(device_, nullptr, &number, nullptr));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_local_memory_banks(device_, &number, nullptr));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_local_memory_granularity(device_, &number, nullptr));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_simultaneous_items(device_, &number, nullptr));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_usable_local_memory(device_, 0, &bytes, nullptr));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_nvidia_capability(device_, &number, &minor, nullptr));
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_characterize_svm(device_, &features, nullptr));
    const std::size_t shape[] = {4, 4};
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE,
                 clmem_characterize_local_conflicts(device_, 4, 2, shape, shape, 0, nullptr, nullptr, &number));
    clmem_device_data data = CLMEM_DEVICE_DATA_INIT;
    refuse(CL_INVALID_DEVICE);
    CHECK_STATUS(CL_INVALID_DEVICE, clmem_device_get_data(device_, &data));
    std::uint32_t count = 0;
    refuse(CL_INVALID_CONTEXT);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_image_formats(context_, 0, CL_MEM_OBJECT_IMAGE2D, 0,
                                                         sizeof(clmem_image_format_info), nullptr, &count));
}

// Devices older than OpenCL 2.0 do not report when a command was complete, but the other times.
TEST_F(driver_refusals, of_the_last_time_of_an_event) {
    queue_owner measured;
    REQUIRE_OK(clmem_queue_create(context_, device_, CLMEM_QUEUE_PROFILING, measured.out()));
    buffer_owner buffer;
    REQUIRE_OK(clmem_buffer_create(context_, CL_MEM_READ_WRITE, 4096, nullptr, buffer.out()));
    const int zero = 0;
    cl_event event = nullptr;
    CHECK_OK(clmem_buffer_fill(buffer, measured, &zero, sizeof zero, nullptr, &event));
    CHECK_OK(clmem_event_wait(1, &event));
    clmem_event_times times = CLMEM_EVENT_TIMES_INIT;
    refuse(CL_INVALID_EVENT, "clGetEventProfilingInfo");
    CHECK_STATUS(CL_INVALID_EVENT, clmem_event_profile(event, &times));
    EXPECT_EQ(times.ended_ns, 0U);
    counting().fail("clGetEventProfilingInfo", 5, CL_INVALID_VALUE, false);
    CHECK_OK(clmem_event_profile(event, &times));
    EXPECT_GT(times.ended_ns, 0U);
    EXPECT_EQ(times.completed_ns, times.ended_ns);
    CHECK_OK(clmem_event_release(event));
}

TEST_F(driver_refusals, of_contexts) {
    cl_command_queue queue = queue_;
    refuse(CL_INVALID_CONTEXT, "clCreateCommandQueueWithProperties");
    const auto create = [&] { return clmem_queue_create(context_, device_, 0, &queue); };
    if (create() == CLMEM_SUCCESS) { // a device below OpenCL 2.0
        CHECK_OK(clmem_queue_release(queue));
        refuse(CL_INVALID_CONTEXT, "clCreateCommandQueue");
    } else {
        refuse(CL_INVALID_CONTEXT, "clCreateCommandQueueWithProperties");
    }
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_queue_create(context_, device_, 0, &queue));
    EXPECT_EQ(queue, nullptr);
    refuse(CL_INVALID_CONTEXT, "clReleaseContext");
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_context_release(context_));
}

TEST_F(driver_refusals, of_queues) {
    refuse(CL_INVALID_COMMAND_QUEUE);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_queue_finish(queue_));
    refuse(CL_INVALID_COMMAND_QUEUE, "clFlush");
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_queue_flush(queue_));
    refuse(CL_INVALID_COMMAND_QUEUE, "clReleaseCommandQueue");
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_queue_release(queue_));
}

TEST_F(driver_refusals, of_events) {
    cl_event event = nullptr;
    ASSERT_EQ(REAL(clEnqueueMarkerWithWaitList)(queue_, 0, nullptr, &event), CL_SUCCESS);
    refuse(CL_INVALID_EVENT, "clWaitForEvents");
    CHECK_STATUS(CL_INVALID_EVENT, clmem_event_wait(1, &event));
    refuse(CL_INVALID_COMMAND_QUEUE, "clFlush"); // which the driver's own wait also calls
    CHECK_OK(clmem_event_wait(1, &event));
    clmem_event_times times = CLMEM_EVENT_TIMES_INIT;
    CHECK_STATUS(CL_PROFILING_INFO_NOT_AVAILABLE, clmem_event_profile(event, &times)); // the queue does not profile
    refuse(CL_INVALID_EVENT, "clReleaseEvent");
    CHECK_STATUS(CL_INVALID_EVENT, clmem_event_release(event));
    EXPECT_EQ(REAL(clReleaseEvent)(event), CL_SUCCESS);
}

TEST_F(driver_refusals, of_what_providers_are_made_of) {
    clmem_buffer memory = nullptr;
    refuse(CL_INVALID_CONTEXT);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_svm_allocate(context_, 0, 100, 0, nullptr, &memory));
    clmem_program program = nullptr;
    refuse(CL_INVALID_CONTEXT);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_program_create(context_, "", &program));
    clmem_provider provider = nullptr;
    refuse(CL_INVALID_CONTEXT);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_provider_create_buffer(context_, nullptr, &provider));
    refuse(CL_INVALID_COMMAND_QUEUE);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_provider_create_immediate(queue_, nullptr, &provider));
    refuse(CL_INVALID_CONTEXT);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_provider_create_svm(context_, nullptr, &provider));
    refuse(CL_INVALID_CONTEXT);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_provider_create_usm(context_, nullptr, CLMEM_USM_HOST, nullptr, &provider));
    refuse(CL_INVALID_COMMAND_QUEUE);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_provider_create_pinned(queue_, nullptr, &provider));
    EXPECT_EQ(provider, nullptr);
}

TEST_F(driver_refusals, of_queues_that_are_recorded) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = queue_;
    clmem_pool none = nullptr;
    refuse(CL_INVALID_COMMAND_QUEUE, "clRetainCommandQueue");
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_pool_create(provider, &options, &none));
    EXPECT_EQ(none, nullptr);

    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, 1000);
    clmem_buffer refused = nullptr;
    refuse(CL_INVALID_COMMAND_QUEUE, "clRetainCommandQueue");
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_pool_allocate(pool, queue_, 1000, &refused));
    EXPECT_EQ(refused, nullptr);
    refuse(CL_INVALID_COMMAND_QUEUE, "clRetainCommandQueue");
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_pool_record_use(pool, block, queue_));
    EXPECT_EQ(statistics(pool).queues, 0U);
    check_figures(pool);
}

TEST_F(driver_refusals, of_events_that_blocks_are_released_after) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, 1000);
    cl_event event = nullptr;
    ASSERT_EQ(REAL(clEnqueueMarkerWithWaitList)(queue_, 0, nullptr, &event), CL_SUCCESS);
    refuse(CL_INVALID_EVENT);
    CHECK_STATUS(CL_INVALID_EVENT, clmem_buffer_release_after(block, 1, &event));
    EXPECT_EQ(describe(block).bytes, 1000U) << "the caller still owns the block";
    EXPECT_EQ(REAL(clReleaseEvent)(event), CL_SUCCESS);
}

TEST_F(driver_refusals, of_parts_and_moves) {
    buffer_owner whole;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 65536, nullptr, whole.out()));
    clmem_buffer part = nullptr;
    refuse(CL_MISALIGNED_SUB_BUFFER_OFFSET, "clCreateSubBuffer");
    CHECK_STATUS(CL_MISALIGNED_SUB_BUFFER_OFFSET, clmem_buffer_sub_region(whole, 0, 100, 0, &part));
    refuse(CL_MISALIGNED_SUB_BUFFER_OFFSET, "clCreateSubBuffer");
    CHECK_STATUS(CL_MISALIGNED_SUB_BUFFER_OFFSET, clmem_buffer_slice(whole, 0, 100, &part));
    EXPECT_EQ(part, nullptr);

    const clmem_memory memory = reinterpret_cast<clmem_memory>(whole.get());
    refuse(CL_INVALID_COMMAND_QUEUE);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_memory_migrate(queue_, 1, &memory, 0, nullptr, nullptr));
}

// Any driver error that is not a lack of memory is passed on.
TEST_F(driver_refusals, of_memory) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    clmem_buffer memory = nullptr;
    refuse(CL_INVALID_OPERATION, "clCreateBuffer");
    CHECK_STATUS(CL_INVALID_OPERATION, clmem_provider_allocate(provider, 1000, &memory));
    const pool_owner pool = make_pool(provider);
    refuse(CL_INVALID_OPERATION, "clCreateBuffer");
    CHECK_STATUS(CL_INVALID_OPERATION, clmem_pool_allocate(pool, nullptr, 1000, &memory));
    EXPECT_EQ(memory, nullptr);
    check_figures(pool);
}

TEST_F(driver_refusals, of_queues_that_memory_is_bound_to) {
    provider_owner provider;
    if (clmem_provider_create_svm(context_, nullptr, provider.out()) != CLMEM_SUCCESS) {
        refuse(CL_INVALID_DEVICE); // for the error record that TearDown() checks
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        CHECK_STATUS(CL_INVALID_DEVICE, clmem_device_describe(device_, &info));
        GTEST_SKIP() << "the device has no shared virtual memory";
    }
    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, 1000);
    refuse(CL_INVALID_COMMAND_QUEUE, "clRetainCommandQueue");
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_svm_bind(block, queue_));
    EXPECT_EQ(describe(block).queue, nullptr);
}

// Memory that the driver promised but does not have is missed when the block's object is created.
class driver_shortage : public on_device {
  protected:
    provider_owner provider_;
    pool_owner pool_;
    buffer_owner block_;

    void SetUp() override {
        on_device::SetUp();
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &info));
        if ((info.features & CLMEM_DEVICE_MIGRATE) == 0) { GTEST_SKIP() << "the device does not support migration"; }
        REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider_.out()));
        pool_ = make_pool(provider_);
        block_ = make_buffer(pool_, 1000);
        refuse();
    }
    void TearDown() override {
        block_.reset();
        pool_.reset();
        provider_.reset();
        on_device::TearDown();
    }

    static void refuse() { counting().fail("clEnqueueMigrateMemObjects", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false); }
    static void expect_the_driver_said_so() { EXPECT_EQ(last_error().opencl_code, CL_MEM_OBJECT_ALLOCATION_FAILURE); }
    [[nodiscard]] clmem_memory memory() const { return reinterpret_cast<clmem_memory>(block_.get()); }
};

TEST_F(driver_shortage, shows_in_the_object) {
    cl_mem mem = reinterpret_cast<cl_mem>(1);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_buffer_mem(block_, &mem));
    expect_the_driver_said_so();
    EXPECT_EQ(mem, nullptr);
    refuse();
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_memory_mem(memory(), &mem));
    expect_the_driver_said_so();
    counting().fail("clCreateSubBuffer", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_memory_mem(memory(), &mem)); // the object is the part's, not its parent's
    EXPECT_EQ(mem, nullptr);
    CHECK_OK(clmem_buffer_mem(block_, &mem)); // now memory is available
}

TEST_F(driver_shortage, shows_in_descriptions_and_comparisons) {
    clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_memory_describe(memory(), &info));
    expect_the_driver_said_so();
    const buffer_owner other = make_buffer(pool_, 1000);
    std::uint32_t equal = 7;
    refuse();
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY,
                 clmem_memory_equal(memory(), reinterpret_cast<clmem_memory>(other.get()), &equal));
    expect_the_driver_said_so();
    EXPECT_EQ(equal, 0U);
    CHECK_OK(clmem_memory_describe(memory(), &info));
}

TEST_F(driver_shortage, shows_in_arguments) {
    program_owner program;
    REQUIRE_OK(clmem_program_create(context_, "kernel void none(global int *out) {}", program.out()));
    REQUIRE_OK(clmem_program_build(program, nullptr, 0, nullptr));
    kernel_owner kernel;
    REQUIRE_OK(clmem_kernel_create(program, "none", kernel.out()));
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_kernel_set_memory(kernel, 0, memory()));
    expect_the_driver_said_so();
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_kernel_launch(kernel, queue_, nullptr, nullptr)); // the argument is not set
    CHECK_OK(clmem_kernel_set_memory(kernel, 0, memory()));
}

TEST_F(driver_shortage, shows_in_parts) {
    clmem_buffer part = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_buffer_slice(block_, 0, 100, &part));
    expect_the_driver_said_so();
    EXPECT_EQ(part, nullptr);
    CHECK_OK(clmem_buffer_slice(block_, 0, 100, &part));
    CHECK_OK(clmem_buffer_release(part));
}

} // namespace
} // namespace clmem::test
