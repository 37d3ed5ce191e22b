// Launches: what they run, wait for and refuse, what kernels access by address, and how long arguments live.
#include "kernel_device.hpp"

#include <array>
#include <thread>
#include <vector>

namespace clmem::test {
namespace {

class kernel_launch : public kernel_device {};

TEST_F(kernel_launch, runs_in_the_requested_dimensions) {
    const kernel_owner place = kernel("place");
    CHECK_OK(clmem_kernel_set_memory(place, 0, memory_of(out_.get())));
    launch(place, options(16));
    buffer_owner large = make_memory(4 * 64 * sizeof(int));
    CHECK_OK(clmem_kernel_set_memory(place, 0, memory_of(large.get())));
    clmem_launch_options how = CLMEM_LAUNCH_OPTIONS_INIT;
    how.dimensions = 3;
    const std::array<std::size_t, 3> offset{4, 1, 2};
    const std::array<std::size_t, 3> global{8, 2, 2};
    const std::array<std::size_t, 3> local{4, 2, 1};
    for (std::size_t i = 0; i < 3; ++i) {
        how.offset[i] = offset[i];
        how.global[i] = global[i];
        how.local[i] = local[i];
    }
    launch(place, how);
    cl_mem mem = nullptr;
    CHECK_OK(clmem_buffer_mem(large, &mem));
    std::vector<int> numbers(4 * 64);
    EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue_, mem, CL_TRUE, 0, numbers.size() * sizeof(int), numbers.data(), 0,
                                        nullptr, nullptr),
              CL_SUCCESS);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t x = i % 16;
        const std::size_t y = i / 16 % 4;
        const std::size_t z = i / 64;
        const bool inside = x >= 4 && x < 12 && y >= 1 && y < 3 && z >= 2;
        ASSERT_EQ(numbers[i], inside ? 1 + 40 + 200 + 1000 : 0) << x << ' ' << y << ' ' << z;
    }
}

TEST_F(kernel_launch, waits_for_events_and_gives_one) {
    const kernel_owner set_value = kernel("set");
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(out_.get())));
    set(set_value, 1, 8);
    for (const std::size_t global : {count, std::size_t{0}}) { // there is an event even if nothing runs
        gate held{context_};
        clmem_launch_options how = options(global);
        how.wait_count = 1;
        how.wait_events = &held.event();
        event_owner done;
        CHECK_OK(clmem_kernel_launch(set_value, queue_, &how, done.out()));
        ASSERT_NE(done.get(), nullptr);
        flush(queue_);
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
        cl_int status = CL_COMPLETE;
        EXPECT_EQ(REAL(clGetEventInfo)(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                  CL_SUCCESS);
        EXPECT_GT(status, CL_COMPLETE);
        held.open();
        const cl_event event = done;
        CHECK_OK(clmem_event_wait(1, &event));
        EXPECT_EQ(found(out_), all(8));
        if (global != 0) { set(set_value, 1, 9); }
    }
}

TEST_F(kernel_launch, of_one_work_item_needs_no_options) {
    const kernel_owner set_value = kernel("set");
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(out_.get())));
    set(set_value, 1, 8);
    const clmem_launch_options left_out = CLMEM_LAUNCH_OPTIONS_INIT; // no work-items
    CHECK_OK(clmem_kernel_launch(set_value, queue_, &left_out, nullptr));
    EXPECT_EQ(found(out_), all(0));
    CHECK_OK(clmem_kernel_launch(set_value, queue_, nullptr, nullptr));
    const auto numbers = found(out_);
    EXPECT_EQ(numbers[0], 8);
    EXPECT_EQ(numbers[1], 0);
}

TEST_F(kernel_launch, refuses_options_that_make_no_sense) {
    const kernel_owner set_value = kernel("set");
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(out_.get())));
    set(set_value, 1, 8);
    const auto refused = [&](clmem_status expected, const clmem_launch_options &how, const char *text) {
        CHECK_STATUS(expected, clmem_kernel_launch(set_value, queue_, &how, nullptr));
        EXPECT_TRUE(says(text)) << last_error().message;
    };
    clmem_launch_options how = options();
    how.dimensions = 4;
    refused(CLMEM_ERROR_INVALID_ARGUMENT, how, "options.dimensions");
    how = options();
    how.flags = 2;
    refused(CLMEM_ERROR_INVALID_ARGUMENT, how, "options.flags");
    how = options();
    how.dimensions = 2;
    how.local[0] = 4;
    refused(CLMEM_ERROR_INVALID_ARGUMENT, how, "options.local");
    how = options();
    how.wait_count = 1;
    refused(CLMEM_ERROR_INVALID_ARGUMENT, how, "wait_events");
    how = options();
    counting().fail("clEnqueueNDRangeKernel", 1, CL_INVALID_WORK_GROUP_SIZE, false);
    refused(CL_INVALID_WORK_GROUP_SIZE, how, "clEnqueueNDRangeKernel");
    counting().fail("clEnqueueNDRangeKernel", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
    refused(CLMEM_ERROR_OUT_OF_MEMORY, how, "clEnqueueNDRangeKernel");
    counting().fail("clEnqueueNDRangeKernel", 1, CL_INVALID_COMMAND_QUEUE, false);
    refused(CL_INVALID_COMMAND_QUEUE, how, "clEnqueueNDRangeKernel");
    EXPECT_EQ(found(out_), all(0));
    launch(set_value); // the arguments were kept
    EXPECT_EQ(found(out_), all(8));
}

TEST_F(kernel_launch, refuses_queues_and_devices_that_cannot_reach_its_memory) {
    const kernel_owner set_value = kernel("set");
    set(set_value, 1, 8);
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, 256);
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(block.get())));
    context_owner other;
    REQUIRE_OK(clmem_context_create(device_, other.out()));
    queue_owner foreign;
    REQUIRE_OK(clmem_queue_create(other, device_, 0, foreign.out()));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_launch(set_value, foreign, nullptr, nullptr));
    need_svm();
    if (IsSkipped()) { return; }
    alignas(128) std::array<int, count> own{};
    buffer_owner tag;
    REQUIRE_OK(clmem_svm_wrap(nullptr, own.data(), sizeof own, CLMEM_SVM_SYSTEM, tag.out()));
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(tag.get())));
    if (has_system()) {
        launch(set_value);
        CHECK_OK(clmem_queue_finish(queue_));
        EXPECT_EQ(own[count - 1], 8);
    } else {
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_launch(set_value, queue_, nullptr, nullptr));
        EXPECT_TRUE(says("CL_DEVICE_SVM_FINE_GRAIN_SYSTEM")) << last_error().message;
    }
}

TEST_F(kernel_launch, reaches_svm_through_addresses_in_other_memory) {
    need_svm();
    if (IsSkipped()) { return; }
    const kernel_owner follow = kernel("follow");
    buffer_owner link;
    buffer_owner target;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, sizeof(void *), 0, queue_, link.out()));
    REQUIRE_OK(clmem_svm_allocate(context_, 0, count * sizeof(int), 0, queue_, target.out()));
    void *const address = pointer_of(target);
    CHECK_OK(clmem_buffer_fill(link, queue_, &address, sizeof address, nullptr, nullptr));
    CHECK_OK(clmem_kernel_set_memory(follow, 0, memory_of(link.get())));
    set(follow, 1, 21);
    clmem_buffer reached = target;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_use_svm(follow, 0, &reached));
    counting().fail("clSetKernelExecInfo", 1, CL_INVALID_OPERATION, false);
    CHECK_STATUS(CL_INVALID_OPERATION, clmem_kernel_use_svm(follow, 1, &reached));
    CHECK_OK(clmem_kernel_use_svm(follow, 1, &reached));
    launch(follow);
    EXPECT_EQ(numbers_in(address, count), std::vector<std::uint32_t>(count, 21));

    const clmem_buffer stale = target;
    target.reset(); // stays alive, since the kernel may access it
    EXPECT_EQ(counting().calls("clSVMFree"), 0U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_kernel_use_svm(follow, 1, &stale));
    reached = link;
    CHECK_OK(clmem_kernel_use_svm(follow, 1, &reached));
    CHECK_OK(clmem_queue_finish(queue_));
    for (int waits = 0; waits < 500 && counting().calls("clSVMFree") == 0; ++waits) {
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    EXPECT_EQ(counting().calls("clSVMFree"), 1U) << "a new list replaces the previous one";

    std::array<int, 4> own{};
    buffer_owner tag;
    REQUIRE_OK(clmem_svm_wrap(nullptr, own.data(), sizeof own, CLMEM_SVM_SYSTEM, tag.out()));
    reached = tag;
    const clmem_status status = clmem_kernel_use_svm(follow, 1, &reached);
    if (has_system()) {
        EXPECT_EQ(status, CLMEM_SUCCESS) << last_error().message;
    } else if (status == CLMEM_SUCCESS) { // PoCL accepts it, but the launch refuses
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_launch(follow, queue_, nullptr, nullptr));
    } else {
        EXPECT_EQ(last_error().opencl_code, status);
    }
}

// ---- how long arguments live -----------------------------------------------------------------------------------------

TEST_F(kernel_launch, keeps_its_arguments) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    kernel_owner set_value = kernel("set");
    set(set_value, 1, 8);
    const auto set_block = [&] {
        const buffer_owner block = make_buffer(pool, 256);
        CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(block.get())));
    };
    set_block();
    EXPECT_EQ(statistics(pool).active_blocks, 1U) << "the block was released, but the kernel keeps it";
    launch(set_value);
    set_block();
    EXPECT_EQ(statistics(pool).active_blocks, 1U) << "the previous one is released";
    counting().fail("clSetKernelArg", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_kernel_set_memory(set_value, 0, memory_of(out_.get())));
    EXPECT_EQ(statistics(pool).active_blocks, 1U) << "a failed call leaves the argument unchanged";
    launch(set_value);
    set_value.reset();
    EXPECT_EQ(statistics(pool).active_blocks, 0U);
    EXPECT_EQ(statistics(pool).releases, 2U);
}

TEST_F(kernel_launch, lets_its_arguments_go_after_a_launch_that_clears) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    const kernel_owner set_value = kernel("set");
    buffer_owner block = make_buffer(pool, 256);
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(block.get())));
    set(set_value, 1, 8);
    block.reset();
    clmem_launch_options how = options();
    how.flags = CLMEM_LAUNCH_CLEAR;
    counting().fail("clEnqueueNDRangeKernel", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_kernel_launch(set_value, queue_, &how, nullptr));
    EXPECT_EQ(statistics(pool).active_blocks, 1U) << "a launch that fails clears nothing";
    launch(set_value, how);
    EXPECT_EQ(statistics(pool).active_blocks, 0U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_launch(set_value, queue_, &how, nullptr));
    EXPECT_TRUE(says("argument 0")) << last_error().message;
}

TEST_F(kernel_launch, is_imported_with_what_others_have_set) {
    const kernel_owner made = kernel("set");
    cl_kernel object = nullptr;
    CHECK_OK(clmem_kernel_object(made, &object));
    cl_mem mem = nullptr;
    CHECK_OK(clmem_buffer_mem(out_, &mem));
    EXPECT_EQ(REAL(clSetKernelArg)(object, 0, sizeof mem, &mem), CL_SUCCESS);
    kernel_owner imported;
    REQUIRE_OK(clmem_kernel_import(object, 1, imported.out()));
    cl_kernel same = nullptr;
    CHECK_OK(clmem_kernel_object(imported, &same));
    EXPECT_EQ(same, object);
    set(imported, 1, 3);
    launch(imported);
    EXPECT_EQ(found(out_), all(3));
    imported.reset();

    EXPECT_EQ(COUNTED(clRetainKernel)(object), CL_SUCCESS);
    REQUIRE_OK(clmem_kernel_import(object, 0, imported.out()));
    imported.reset();
    const auto references = [object] {
        cl_uint number = 0;
        EXPECT_EQ(REAL(clGetKernelInfo)(object, CL_KERNEL_REFERENCE_COUNT, sizeof number, &number, nullptr),
                  CL_SUCCESS);
        return number;
    };
    for (int waits = 0; waits < 500 && references() != 1; ++waits) { // a driver may hold one for a while
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    EXPECT_EQ(references(), 1U);
    cl_program program = nullptr;
    CHECK_OK(clmem_program_object(program_, &program));
    object = REAL(clCreateKernel)(program, "set", nullptr);
    auto none = reinterpret_cast<clmem_kernel>(this);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_import(object, 2, &none));
    counting().fail("clRetainKernel", 1, CL_INVALID_KERNEL, false);
    CHECK_STATUS(CL_INVALID_KERNEL, clmem_kernel_import(object, 1, &none));
    EXPECT_EQ(none, nullptr);
    EXPECT_EQ(REAL(clReleaseKernel)(object), CL_SUCCESS);
}

// OpenCL has one list of arguments per kernel. What one handle sets stays alive as long as another may launch it.
TEST_F(kernel_launch, by_another_handle_finds_the_arguments_alive) {
    kernel_owner made = kernel("set");
    cl_kernel object = nullptr;
    CHECK_OK(clmem_kernel_object(made, &object));
    kernel_owner imported;
    REQUIRE_OK(clmem_kernel_import(object, 1, imported.out()));
    CHECK_OK(clmem_kernel_set_memory(made, 0, memory_of(out_.get())));
    set(made, 1, 3);
    cl_mem mem = nullptr;
    CHECK_OK(clmem_buffer_mem(out_, &mem));
    EXPECT_EQ(COUNTED(clRetainMemObject)(mem), CL_SUCCESS); // keeps it for the check afterwards
    out_.reset();
    made.reset();
    launch(imported);
    std::vector<int> seen(count);
    EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue_, mem, CL_TRUE, 0, 4 * count, seen.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(seen, all(3));
    EXPECT_EQ(COUNTED(clReleaseMemObject)(mem), CL_SUCCESS);
}

TEST_F(kernel_launch, that_fails_leaves_nothing_behind) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    for (std::uint64_t nth = 1;; ++nth) {
        kernel_owner set_value;
        const buffer_owner block = make_buffer(pool, 256);
        const int value = 1;
        counting().fail(nullptr, nth, CL_OUT_OF_RESOURCES, false);
        event_owner done;
        if (clmem_kernel_create(program_, "set", set_value.out()) == CLMEM_SUCCESS &&
            clmem_kernel_set_memory(set_value, 0, memory_of(block.get())) == CLMEM_SUCCESS &&
            clmem_kernel_set_bytes(set_value, 1, &value, sizeof value) == CLMEM_SUCCESS) {
            const clmem_status status = clmem_kernel_launch(set_value, queue_, nullptr, done.out());
            EXPECT_EQ(status == CLMEM_SUCCESS, done.get() != nullptr);
        }
        const bool failed = counting().failed();
        counting().fail(nullptr, 0, CL_SUCCESS, false);
        if (!failed) { break; }
    }
    CHECK_OK(clmem_queue_finish(queue_));
    check_figures(pool);
}

// Threads share a kernel: calls are atomic, so each launch writes one of the values into one of the buffers.
TEST_F(kernel_launch, is_shared_by_threads) {
    const kernel_owner set_value = kernel("set");
    std::vector<buffer_owner> outs;
    for (int i = 0; i < 4; ++i) {
        outs.push_back(make_memory());
    }
    CHECK_OK(clmem_queue_finish(queue_));
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(outs[0].get())));
    set(set_value, 1, 1);
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&, number] {
            for (int i = 0; i < 200; ++i) {
                const int value = number + 1;
                const clmem_launch_options how = options();
                EXPECT_EQ(clmem_kernel_set_memory(set_value, 0, memory_of(outs[number].get())), CLMEM_SUCCESS);
                EXPECT_EQ(clmem_kernel_set_bytes(set_value, 1, &value, sizeof value), CLMEM_SUCCESS);
                EXPECT_EQ(clmem_kernel_launch(set_value, queue_, &how, nullptr), CLMEM_SUCCESS);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    for (const buffer_owner &out : outs) {
        const auto numbers = found(out);
        EXPECT_EQ(numbers, all(numbers[0]));
        EXPECT_GE(numbers[0], 0);
        EXPECT_LE(numbers[0], 4);
    }
}

} // namespace
} // namespace clmem::test
