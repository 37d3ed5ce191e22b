// Arguments of kernels: every kind, the checks before the driver sees them, and their names in messages.
#include "kernel_device.hpp"

#include <array>
#include <vector>

namespace clmem::test {
namespace {

constexpr const char *image_source = "kernel void look(global float *out, read_only image2d_t image, sampler_t how) {\n"
                                     "    const int i = get_global_id(0);\n"
                                     "    out[i] = read_imagef(image, how, (float2)(i + 0.5f, 0.5f)).x;\n"
                                     "}\n";

class kernel_api : public kernel_device {
  protected:
    // A kernel that reads an image through a sampler.
    void make_look(program_owner &program, kernel_owner &look) {
        REQUIRE_OK(clmem_program_create(context_, image_source, program.out()));
        REQUIRE_OK(clmem_program_build(program, "-cl-kernel-arg-info", 0, nullptr));
        REQUIRE_OK(clmem_kernel_create(program, "look", look.out()));
    }
};

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
    sampler_owner sampler;
    REQUIRE_OK(clmem_sampler_create(context_, 0, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, sampler.out()));

    CHECK_OK(clmem_kernel_set_memory(look, 0, memory_of(out_.get())));
    CHECK_OK(clmem_kernel_set_memory(look, 1, imported));
    CHECK_OK(clmem_kernel_set_sampler(look, 2, sampler));
    sampler.reset();
    imported.reset();
    EXPECT_EQ(counting().calls("clReleaseSampler"), 0U) << "the kernel still keeps it";
    launch(look);
    const auto bits = found(out_);
    for (std::size_t i = 0; i < count; ++i) {
        float value = 0;
        std::memcpy(&value, &bits[i], sizeof value);
        ASSERT_EQ(value, static_cast<float>(i) / 4);
    }
}

// A driver dereferences an object of the wrong type, so clmem refuses it first.
TEST_F(kernel_api, refuses_objects_of_another_type) {
    if ((info_.features & CLMEM_DEVICE_IMAGE) == 0) { GTEST_SKIP() << info_.name << " has no images"; }
    program_owner program;
    kernel_owner look;
    ASSERT_NO_FATAL_FAILURE(make_look(program, look));
    clmem_image_description shape = CLMEM_IMAGE_DESCRIPTION_INIT;
    shape.width = shape.height = 4;
    image_owner image;
    REQUIRE_OK(clmem_image_create(context_, CL_MEM_READ_ONLY, &shape, nullptr, SIZE_MAX, image.out()));
    const clmem_memory pixels = reinterpret_cast<clmem_memory>(image.get());
    const std::uint64_t number = 0xdeadbeef;
    constexpr clmem_status wrong = CLMEM_ERROR_INVALID_ARGUMENT;
    CHECK_STATUS(wrong, clmem_kernel_set_memory(look, 0, pixels));
    EXPECT_TRUE(says("expected a pointer, got an image")) << last_error().message;
    CHECK_STATUS(wrong, clmem_kernel_set_memory(look, 1, memory_of(out_.get())));
    EXPECT_TRUE(says("expected an image, got memory of a buffer")) << last_error().message;
    CHECK_STATUS(wrong, clmem_kernel_set_null(look, 1));
    EXPECT_TRUE(says("expected an image, got NULL")) << last_error().message;
    CHECK_STATUS(wrong, clmem_kernel_set_memory(look, 2, pixels));
    EXPECT_TRUE(says("expected a sampler, got an image")) << last_error().message;
    CHECK_STATUS(wrong, clmem_kernel_set_bytes(look, 2, &number, sizeof number));
    EXPECT_TRUE(says("expected a sampler, got a value")) << last_error().message;
    CHECK_OK(clmem_kernel_set_memory(look, 1, pixels));
}

// An imported OpenCL sampler is kept alive exactly as long as it is set.
TEST_F(kernel_api, keeps_a_sampler_as_long_as_it_is_set) {
    if ((info_.features & CLMEM_DEVICE_IMAGE) == 0) { GTEST_SKIP() << info_.name << " has no images"; }
    program_owner program;
    kernel_owner look;
    ASSERT_NO_FATAL_FAILURE(make_look(program, look));
    sampler_owner first;
    REQUIRE_OK(clmem_sampler_create(context_, 0, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, first.out()));
    cl_sampler object = nullptr;
    CHECK_OK(clmem_sampler_object(first, &object));
    sampler_owner imported;
    REQUIRE_OK(clmem_sampler_import(object, 1, imported.out()));
    CHECK_OK(clmem_kernel_set_sampler(look, 2, imported));
    imported.reset();
    EXPECT_EQ(counting().calls("clReleaseSampler"), 0U);
    CHECK_OK(clmem_kernel_set_sampler(look, 2, first));
    EXPECT_EQ(counting().calls("clReleaseSampler"), 1U) << "the previous one is released";

    counting().fail("clSetKernelArg", 1, CL_INVALID_ARG_SIZE, false);
    CHECK_STATUS(CL_INVALID_ARG_SIZE, clmem_kernel_set_sampler(look, 2, first));
    EXPECT_TRUE(says("argument 2 (\"how\")")) << last_error().message;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_sampler(look, 0, first));
    EXPECT_TRUE(says("argument 0 (\"out\")")) << last_error().message;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_kernel_set_sampler(look, 3, first));
    const clmem_sampler stale = first.get();
    first.reset();
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_kernel_set_sampler(look, 2, stale));
    EXPECT_EQ(counting().calls("clReleaseSampler"), 1U) << "it is still set";
    look.reset();
    EXPECT_EQ(counting().calls("clReleaseSampler"), 2U);
}

TEST_F(kernel_api, takes_svm_by_its_address) {
    need_svm();
    if (IsSkipped()) { return; }
    const kernel_owner set_value = kernel("set");
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_svm(context_, nullptr, provider.out()));
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
    REQUIRE_OK(clmem_provider_create_usm(context_, nullptr, CLMEM_USM_HOST, nullptr, provider.out()));
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
    REQUIRE_OK(clmem_provider_create_pinned(queue_, nullptr, pinned.out()));
    for (clmem_provider provider : {of_nothing.get(), pinned.get()}) {
        buffer_owner memory;
        REQUIRE_OK(clmem_provider_allocate(provider, 256, memory.out()));
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_set_memory(set_value, 0, memory_of(memory.get())));
        EXPECT_TRUE(says("expected memory that kernels can access")) << last_error().message;
        const clmem_buffer one = memory;
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_use_svm(set_value, 1, &one));
    }
    const clmem_buffer object = out_;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_kernel_use_svm(set_value, 1, &object));
}

// Uses the information about an argument to refuse a wrong kind before the driver misinterprets it.
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
        EXPECT_TRUE(says("expected less than 2")) << last_error().message;
    }
    const auto refuse = [](cl_int code) { counting().fail("clSetKernelArg", 1, code, false); };
    refuse(CL_INVALID_ARG_VALUE);
    CHECK_STATUS(CL_INVALID_ARG_VALUE, clmem_kernel_set_memory(turn, 0, memory_of(out_.get())));
    refuse(CL_INVALID_ARG_SIZE);
    CHECK_STATUS(CL_INVALID_ARG_SIZE, clmem_kernel_set_local(turn, 1, 64));
    refuse(CL_INVALID_ARG_SIZE);
    CHECK_STATUS(CL_INVALID_ARG_SIZE, clmem_kernel_set_null(turn, 0));
    refuse(CL_INVALID_ARG_SIZE);
    CHECK_STATUS(CL_INVALID_ARG_SIZE, clmem_kernel_set_bytes(set_value, 1, &pointer, 4));
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
    missing("expected all 3 arguments of the kernel to be set, got none for argument 1 (\"first\")");
    EXPECT_EQ(counting().calls("clEnqueueNDRangeKernel"), 0U);
    // If the driver does not know the name, the message has the number.
    counting().fail("clGetKernelArgInfo", 1, CL_KERNEL_ARG_INFO_NOT_AVAILABLE, true);
    missing("expected all 3 arguments of the kernel to be set, got none for argument 1;");
    counting().fail(nullptr, 0, CL_SUCCESS, false);
}

// Without information about its arguments a kernel works too; the checks are then left to the driver.
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

} // namespace
} // namespace clmem::test
