// Kernels: every sort of argument, what is checked before the driver sees it, launches, and how long arguments live.
#include "figures.hpp"
#include "kernels.hpp"
#include "opencl.hpp"
#include "svm_device.hpp"

#include <array>
#include <thread>
#include <vector>

namespace clmem::test {
namespace {

constexpr const char *source =
    "kernel void set(global int *out, int value) { out[get_global_id(0)] = value; }\n"
    "kernel void add(global int *out, global const int *first, constant int *second) {\n"
    "    const int i = get_global_id(0);\n"
    "    out[i] = first[i] + (second != 0 ? second[i] : 1000);\n"
    "}\n"
    "kernel void turn(global int *out, local int *room) {\n"
    "    const int i = get_local_id(0);\n"
    "    room[i] = out[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[get_global_id(0)] = room[get_local_size(0) - 1 - i];\n"
    "}\n"
    "kernel void place(global int *out) {\n"
    "    const size_t at = get_global_id(0) + 16 * get_global_id(1) + 64 * get_global_id(2);\n"
    "    out[at] = 1 + get_local_size(0) * 10 + get_local_size(1) * 100 + get_local_size(2) * 1000;\n"
    "}\n"
    "struct link { global int *to; };\n"
    "kernel void follow(global const struct link *from, int value) { from->to[get_global_id(0)] = value; }\n";
constexpr const char *image_source = "kernel void look(global float *out, read_only image2d_t image, sampler_t how) {\n"
                                     "    const int i = get_global_id(0);\n"
                                     "    out[i] = read_imagef(image, how, (float2)(i + 0.5f, 0.5f)).x;\n"
                                     "}\n";

template <class Handle>
clmem_memory memory_of(Handle handle) {
    return reinterpret_cast<clmem_memory>(handle);
}

class kernel_api : public svm_device {
  protected:
    static constexpr std::size_t count = 64;
    program_owner program_;
    buffer_owner out_;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        REQUIRE_OK(clmem_device_describe(device_, &info_));
        REQUIRE_OK(clmem_program_create(context_, source, program_.out()));
        REQUIRE_OK(clmem_program_build(program_, "-cl-kernel-arg-info", 0, nullptr));
        out_ = make_memory();
    }
    void TearDown() override {
        out_.reset();
        program_.reset();
        on_device::TearDown();
    }

    buffer_owner make_memory(std::size_t bytes = count * sizeof(int)) {
        buffer_owner made;
        CHECK_OK(clmem_buffer_create(context_, 0, bytes, nullptr, made.out()));
        const int zero = 0;
        CHECK_OK(clmem_buffer_fill(made, queue_, &zero, 4, 0, SIZE_MAX, 0, nullptr, nullptr));
        return made;
    }
    kernel_owner kernel(const char *name) {
        kernel_owner made;
        CHECK_OK(clmem_kernel_create(program_, name, made.out()));
        return made;
    }
    static clmem_launch_options options(std::size_t global = count) {
        clmem_launch_options how = CLMEM_LAUNCH_OPTIONS_INIT;
        how.global[0] = global;
        return how;
    }
    static void set(clmem_kernel k, std::uint32_t index, int value) {
        CHECK_OK(clmem_kernel_set_bytes(k, index, &value, sizeof value));
    }
    void launch(clmem_kernel k, const clmem_launch_options &how = options()) {
        CHECK_OK(clmem_kernel_launch(k, queue_, &how, nullptr));
    }
    std::vector<int> found(clmem_buffer buffer) {
        std::vector<int> numbers(count);
        cl_mem mem = nullptr;
        CHECK_OK(clmem_buffer_mem(buffer, &mem));
        EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue_, mem, CL_TRUE, 0, count * sizeof(int), numbers.data(), 0, nullptr,
                                            nullptr),
                  CL_SUCCESS);
        return numbers;
    }
    static std::vector<int> all(int value) { return std::vector<int>(count, value); }
    // Only what an address is passed for, and what lies there afterwards.
    void need_svm() {
        if ((info_.features & CLMEM_DEVICE_SVM_COARSE) == 0) { GTEST_SKIP() << info_.name << " has no SVM"; }
    }
    static bool says(const char *text) { return last_error().message.find(text) != std::string::npos; }
};

// ---- arguments -------------------------------------------------------------------------------------------------------

TEST_F(kernel_api, takes_buffers_values_and_null) {
    const kernel_owner set_value = kernel("set");
    const buffer_owner first = make_memory();
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(first.get())));
    set(set_value, 1, 30);
    launch(set_value);
    const kernel_owner add = kernel("add");
    CHECK_OK(clmem_kernel_set_memory(add, 0, memory_of(out_.get())));
    CHECK_OK(clmem_kernel_set_memory(add, 1, memory_of(first.get())));
    CHECK_OK(clmem_kernel_set_memory(add, 2, memory_of(first.get())));
    launch(add);
    EXPECT_EQ(found(out_), all(60));
    CHECK_OK(clmem_kernel_set_null(add, 2));
    launch(add);
    EXPECT_EQ(found(out_), all(1030));
}

TEST_F(kernel_api, takes_local_memory) {
    const kernel_owner turn = kernel("turn");
    CHECK_OK(clmem_kernel_set_memory(turn, 0, memory_of(out_.get())));
    CHECK_OK(clmem_kernel_set_local(turn, 1, 16 * sizeof(int)));
    std::vector<int> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
        numbers[i] = static_cast<int>(i);
    }
    cl_mem mem = nullptr;
    CHECK_OK(clmem_buffer_mem(out_, &mem));
    EXPECT_EQ(
        REAL(clEnqueueWriteBuffer)(queue_, mem, CL_TRUE, 0, count * sizeof(int), numbers.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    clmem_launch_options how = options();
    how.local[0] = 16;
    launch(turn, how);
    const auto turned = found(out_);
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(turned[i], static_cast<int>(i / 16 * 16 + 15 - i % 16));
    }
}

TEST_F(kernel_api, takes_images_and_samplers) {
    if ((info_.features & CLMEM_DEVICE_IMAGE) == 0) { GTEST_SKIP() << info_.name << " has no images"; }
    program_owner program;
    REQUIRE_OK(clmem_program_create(context_, image_source, program.out()));
    REQUIRE_OK(clmem_program_build(program, nullptr, 0, nullptr));
    kernel_owner look;
    REQUIRE_OK(clmem_kernel_create(program, "look", look.out()));
    std::vector<float> pixels(count * 4);
    for (std::size_t i = 0; i < count; ++i) {
        pixels[4 * i] = static_cast<float>(i) / 4;
    }
    const cl_image_format format{CL_RGBA, CL_FLOAT};
    cl_image_desc shape{};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = count;
    shape.image_height = 1;
    cl_int code = CL_SUCCESS;
    cl_mem image =
        REAL(clCreateImage)(context_, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, &format, &shape, pixels.data(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    memory_owner imported;
    REQUIRE_OK(clmem_memory_import(image, 1, imported.out()));
    EXPECT_EQ(REAL(clReleaseMemObject)(image), CL_SUCCESS);
    const cl_sampler_properties nothing_special[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_FILTER_MODE,
                                                     CL_FILTER_NEAREST, 0};
    cl_sampler sampler = REAL(clCreateSamplerWithProperties)(context_, nothing_special, &code);
    ASSERT_EQ(code, CL_SUCCESS);

    CHECK_OK(clmem_kernel_set_memory(look, 0, memory_of(out_.get())));
    CHECK_OK(clmem_kernel_set_memory(look, 1, imported));
    counting().fail("clRetainSampler", 1, CL_INVALID_SAMPLER, false);
    CHECK_STATUS(CL_INVALID_SAMPLER, clmem_kernel_set_sampler(look, 2, sampler));
    CHECK_OK(clmem_kernel_set_sampler(look, 2, sampler));
    EXPECT_EQ(REAL(clReleaseSampler)(sampler), CL_SUCCESS); // the kernel has its own reference
    imported.reset();
    launch(look);
    const auto bits = found(out_);
    for (std::size_t i = 0; i < count; ++i) {
        float value = 0;
        std::memcpy(&value, &bits[i], sizeof value);
        ASSERT_EQ(value, static_cast<float>(i) / 4);
    }
}

TEST_F(kernel_api, takes_svm_by_its_address) {
    need_svm();
    if (IsSkipped()) { return; }
    const kernel_owner set_value = kernel("set");
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_svm(context_, 0, provider.out()));
    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, count * sizeof(int));
    buffer_owner alone;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, count * sizeof(int), 0, queue_, alone.out()));
    buffer_owner tag;
    REQUIRE_OK(clmem_svm_wrap(nullptr, static_cast<char *>(pointer_of(alone)) + 4, SIZE_MAX, 0, tag.out()));
    int value = 100;
    for (clmem_buffer buffer : {block.get(), alone.get(), tag.get()}) {
        CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(buffer)));
        set(set_value, 1, ++value);
        launch(set_value, options(count - 1));
        EXPECT_EQ(numbers_in(pointer_of(buffer), count - 1), std::vector<std::uint32_t>(count - 1, value));
    }
    counting().fail("clSetKernelArgSVMPointer", 1, CL_INVALID_ARG_VALUE, false);
    CHECK_STATUS(CL_INVALID_ARG_VALUE, clmem_kernel_set_memory(set_value, 0, memory_of(block.get())));
}

TEST_F(kernel_api, takes_usm_by_its_address) {
    if ((info_.features & CLMEM_DEVICE_USM) == 0) { GTEST_SKIP() << info_.name << " has no USM"; }
    const kernel_owner set_value = kernel("set");
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_usm(context_, nullptr, CLMEM_USM_HOST, provider.out()));
    buffer_owner memory;
    REQUIRE_OK(clmem_provider_allocate(provider, count * sizeof(int), memory.out()));
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(memory.get())));
    set(set_value, 1, 55);
    launch(set_value);
    CHECK_OK(clmem_queue_finish(queue_));
    EXPECT_EQ(static_cast<int *>(pointer_of(memory))[count - 1], 55);

    const kernel_owner follow = kernel("follow");
    buffer_owner link;
    REQUIRE_OK(clmem_provider_allocate(provider, sizeof(void *), link.out()));
    *static_cast<void **>(pointer_of(link)) = pointer_of(memory);
    CHECK_OK(clmem_kernel_set_memory(follow, 0, memory_of(link.get())));
    set(follow, 1, 66);
    const clmem_buffer reached = memory;
    CHECK_OK(clmem_kernel_use_svm(follow, 1, &reached));
    launch(follow);
    CHECK_OK(clmem_queue_finish(queue_));
    EXPECT_EQ(static_cast<int *>(pointer_of(memory))[count - 1], 66);
}

TEST_F(kernel_api, refuses_memory_that_no_kernel_reaches) {
    const kernel_owner set_value = kernel("set");
    const provider_owner of_nothing = make_provider();
    provider_owner pinned;
    REQUIRE_OK(clmem_provider_create_pinned(queue_, CL_MEM_READ_WRITE, pinned.out()));
    for (clmem_provider provider : {of_nothing.get(), pinned.get()}) {
        buffer_owner memory;
        REQUIRE_OK(clmem_provider_allocate(provider, 256, memory.out()));
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_set_memory(set_value, 0, memory_of(memory.get())));
        EXPECT_TRUE(says("no kernel reaches")) << last_error().message;
        const clmem_buffer one = memory;
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_use_svm(set_value, 1, &one));
    }
    const clmem_buffer object = out_;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_use_svm(set_value, 1, &object));
}

// What is known of an argument is checked before the driver takes one thing for another.
TEST_F(kernel_api, names_an_argument_that_is_of_another_sort) {
    const kernel_owner turn = kernel("turn");
    const kernel_owner set_value = kernel("set");
    const long pointer = 0;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_bytes(turn, 0, &pointer, sizeof pointer));
    EXPECT_TRUE(says("argument 0 (\"out\")")) << last_error().message;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_bytes(turn, 1, &pointer, sizeof pointer));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_memory(turn, 1, memory_of(out_.get())));
    EXPECT_TRUE(says("argument 1 (\"room\")")) << last_error().message;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_memory(set_value, 1, memory_of(out_.get())));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_local(turn, 0, 64));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_null(turn, 1));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_null(set_value, 1));
    CHECK_STATUS(CL_INVALID_ARG_SIZE, clmem_kernel_set_bytes(set_value, 1, &pointer, 1));
    EXPECT_TRUE(says("argument 1 (\"value\")")) << last_error().message;
    for (const char *what : {"index 2", "sizes"}) {
        SCOPED_TRACE(what);
        const bool is_index = what[0] == 'i';
        const std::uint32_t index = is_index ? 2 : 1;
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                     clmem_kernel_set_bytes(set_value, index, &pointer, is_index ? 4 : 0));
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_local(turn, index, is_index ? 4 : 0));
        if (!is_index) { continue; }
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_memory(set_value, index, memory_of(out_.get())));
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_null(set_value, index));
        EXPECT_TRUE(says("has 2 arguments")) << last_error().message;
    }
    for (const cl_int code : {CL_INVALID_ARG_VALUE, CL_INVALID_ARG_SIZE}) {
        const auto refuse = [code] { counting().fail("clSetKernelArg", 1, code, false); };
        refuse();
        CHECK_STATUS(code, clmem_kernel_set_memory(turn, 0, memory_of(out_.get())));
        refuse();
        CHECK_STATUS(code, clmem_kernel_set_local(turn, 1, 64));
        refuse();
        CHECK_STATUS(code, clmem_kernel_set_null(turn, 0));
        refuse();
        CHECK_STATUS(code, clmem_kernel_set_bytes(set_value, 1, &pointer, 4));
    }
}

TEST_F(kernel_api, names_an_argument_that_is_missing) {
    const kernel_owner add = kernel("add");
    const auto missing = [&](const char *name) {
        const clmem_launch_options how = options();
        auto event = reinterpret_cast<cl_event>(this);
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_launch(add, queue_, &how, &event));
        EXPECT_EQ(event, nullptr);
        EXPECT_TRUE(says(name)) << last_error().message;
    };
    missing("argument 0 (\"out\")");
    CHECK_OK(clmem_kernel_set_memory(add, 0, memory_of(out_.get())));
    CHECK_OK(clmem_kernel_set_memory(add, 2, memory_of(out_.get())));
    missing("argument 1 (\"first\") of the kernel's 3 is not set");
    EXPECT_EQ(counting().calls("clEnqueueNDRangeKernel"), 0U);
    // Where the driver does not know the name, the number is left.
    counting().fail("clGetKernelArgInfo", 1, CL_KERNEL_ARG_INFO_NOT_AVAILABLE, true);
    missing("argument 1 of the kernel's 3 is not set");
    counting().fail(nullptr, 0, CL_SUCCESS, false);
}

// A kernel of whose arguments nothing is known works too, and leaves the checks to the driver.
TEST_F(kernel_api, needs_no_information_on_arguments) {
    counting().fail("clGetKernelArgInfo", 1, CL_KERNEL_ARG_INFO_NOT_AVAILABLE, true);
    const kernel_owner set_value = kernel("set");
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(out_.get())));
    const int value = 12;
    CHECK_STATUS(CL_INVALID_ARG_SIZE, clmem_kernel_set_bytes(set_value, 1, &value, 1));
    EXPECT_TRUE(says("argument 1 of the kernel")) << last_error().message;
    set(set_value, 1, value);
    launch(set_value);
    EXPECT_EQ(found(out_), all(12));
}

// ---- launches --------------------------------------------------------------------------------------------------------

TEST_F(kernel_api, runs_in_as_many_dimensions_as_it_is_told) {
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

TEST_F(kernel_api, waits_for_events_and_gives_one) {
    const kernel_owner set_value = kernel("set");
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(out_.get())));
    set(set_value, 1, 8);
    for (const std::size_t global : {count, std::size_t{0}}) { // where nothing runs there is an event still
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

TEST_F(kernel_api, of_one_work_item_needs_no_options) {
    const kernel_owner set_value = kernel("set");
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(out_.get())));
    set(set_value, 1, 8);
    CHECK_OK(clmem_kernel_launch(set_value, queue_, nullptr, nullptr));
    const auto numbers = found(out_);
    EXPECT_EQ(numbers[0], 8);
    EXPECT_EQ(numbers[1], 0);
}

TEST_F(kernel_api, refuses_options_that_make_no_sense) {
    const kernel_owner set_value = kernel("set");
    CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(out_.get())));
    set(set_value, 1, 8);
    const auto refused = [&](clmem_status expected, const clmem_launch_options &how, const char *text) {
        CHECK_STATUS(expected, clmem_kernel_launch(set_value, queue_, &how, nullptr));
        EXPECT_TRUE(says(text)) << last_error().message;
    };
    for (const std::uint32_t dimensions : {0U, 4U}) {
        clmem_launch_options how = options();
        how.dimensions = dimensions;
        refused(CLMEM_ERROR_INVALID_ARGUMENT, how, "options.dimensions");
    }
    clmem_launch_options how = options();
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
    launch(set_value); // nothing was lost
    EXPECT_EQ(found(out_), all(8));
}

TEST_F(kernel_api, refuses_queues_and_devices_that_cannot_reach_its_memory) {
    const kernel_owner set_value = kernel("set");
    set(set_value, 1, 8);
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, CL_MEM_READ_WRITE, provider.out()));
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

TEST_F(kernel_api, reaches_svm_through_addresses_in_other_memory) {
    need_svm();
    if (IsSkipped()) { return; }
    const kernel_owner follow = kernel("follow");
    buffer_owner link;
    buffer_owner target;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, sizeof(void *), 0, queue_, link.out()));
    REQUIRE_OK(clmem_svm_allocate(context_, 0, count * sizeof(int), 0, queue_, target.out()));
    void *const address = pointer_of(target);
    CHECK_OK(clmem_buffer_fill(link, queue_, &address, sizeof address, 0, SIZE_MAX, 0, nullptr, nullptr));
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
    target.reset(); // lives on, as the kernel may reach it
    EXPECT_EQ(counting().calls("clSVMFree"), 0U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_kernel_use_svm(follow, 1, &stale));
    reached = link;
    CHECK_OK(clmem_kernel_use_svm(follow, 1, &reached));
    CHECK_OK(clmem_queue_finish(queue_));
    for (int waits = 0; waits < 500 && counting().calls("clSVMFree") == 0; ++waits) {
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    EXPECT_EQ(counting().calls("clSVMFree"), 1U) << "told anew, the kernel does not reach it any more";

    std::array<int, 4> own{};
    buffer_owner tag;
    REQUIRE_OK(clmem_svm_wrap(nullptr, own.data(), sizeof own, CLMEM_SVM_SYSTEM, tag.out()));
    reached = tag;
    const clmem_status status = clmem_kernel_use_svm(follow, 1, &reached);
    if (has_system()) {
        EXPECT_EQ(status, CLMEM_SUCCESS) << last_error().message;
    } else if (status == CLMEM_SUCCESS) { // PoCL takes it; the launch knows better
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_launch(follow, queue_, nullptr, nullptr));
    } else {
        EXPECT_EQ(last_error().opencl_code, status);
    }
}

// ---- how long arguments live -----------------------------------------------------------------------------------------

TEST_F(kernel_api, keeps_its_arguments) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, CL_MEM_READ_WRITE, provider.out()));
    const pool_owner pool = make_pool(provider);
    kernel_owner set_value = kernel("set");
    set(set_value, 1, 8);
    const auto set_block = [&] {
        const buffer_owner block = make_buffer(pool, 256);
        CHECK_OK(clmem_kernel_set_memory(set_value, 0, memory_of(block.get())));
    };
    set_block();
    EXPECT_EQ(statistics(pool).active_blocks, 1U) << "the block was released, but the kernel has it";
    launch(set_value);
    set_block();
    EXPECT_EQ(statistics(pool).active_blocks, 1U) << "the one before is back";
    counting().fail("clSetKernelArg", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_kernel_set_memory(set_value, 0, memory_of(out_.get())));
    EXPECT_EQ(statistics(pool).active_blocks, 1U) << "a call that fails leaves the argument";
    launch(set_value);
    set_value.reset();
    EXPECT_EQ(statistics(pool).active_blocks, 0U);
    EXPECT_EQ(statistics(pool).releases, 2U);
}

TEST_F(kernel_api, lets_its_arguments_go_after_a_launch_that_clears) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, CL_MEM_READ_WRITE, provider.out()));
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

TEST_F(kernel_api, is_imported_with_what_others_have_set) {
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
    cl_uint references = 0;
    EXPECT_EQ(REAL(clGetKernelInfo)(object, CL_KERNEL_REFERENCE_COUNT, sizeof references, &references, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(references, 1U);
    auto none = reinterpret_cast<clmem_kernel>(this);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_import(object, 2, &none));
    counting().fail("clRetainKernel", 1, CL_INVALID_KERNEL, false);
    CHECK_STATUS(CL_INVALID_KERNEL, clmem_kernel_import(object, 1, &none));
    EXPECT_EQ(none, nullptr);
}

TEST_F(kernel_api, that_fails_leaves_nothing_behind) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, CL_MEM_READ_WRITE, provider.out()));
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
            EXPECT_EQ(clmem_kernel_launch(set_value, queue_, nullptr, done.out()) == CLMEM_SUCCESS,
                      done.get() != nullptr);
        }
        const bool failed = counting().failed();
        counting().fail(nullptr, 0, CL_SUCCESS, false);
        if (!failed) { break; }
    }
    CHECK_OK(clmem_queue_finish(queue_));
    check_figures(pool);
}

// Threads that share a kernel: each call is whole, so that a launch writes one of the values into one of the buffers.
TEST_F(kernel_api, is_shared_by_threads) {
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
