// Samplers: both ways to create them, imported ones, and a kernel that reads through one.
#include "images.hpp"

#include <string>

namespace {

using namespace clmem::test;

class sampler_api : public with_images {
  protected:
    void SetUp() override {
        with_images::SetUp();
        if (IsSkipped()) { return; }
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &info));
        has_lists_ = info.opencl_version >= 200;
    }

    clmem_sampler_info info_of(clmem_sampler sampler) {
        clmem_sampler_info info = CLMEM_SAMPLER_INFO_INIT;
        CHECK_OK(clmem_sampler_describe(sampler, &info));
        return info;
    }

    bool has_lists_ = false;
};

constexpr cl_uint modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                             CL_ADDRESS_MIRRORED_REPEAT};

TEST_F(sampler_api, makes_every_combination) {
    for (const cl_uint normalized : {0U, 1U}) {
        for (const cl_uint mode : modes) {
            for (const cl_uint filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
                SCOPED_TRACE(std::to_string(normalized) + " " + std::to_string(mode) + " " + std::to_string(filter));
                const bool repeats = mode == CL_ADDRESS_REPEAT || mode == CL_ADDRESS_MIRRORED_REPEAT;
                sampler_owner sampler;
                if (repeats && normalized == 0) {
                    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                                 clmem_sampler_create(context_, normalized, mode, filter, sampler.out()));
                    continue;
                }
                REQUIRE_OK(clmem_sampler_create(context_, normalized, mode, filter, sampler.out()));
                const clmem_sampler_info info = info_of(sampler);
                EXPECT_EQ(info.is_normalized, normalized);
                EXPECT_EQ(info.addressing, mode);
                EXPECT_EQ(info.filter, filter);
                EXPECT_GE(info.reference_count, 1U);
                EXPECT_EQ(info.context, context_.get());
                cl_sampler object = nullptr;
                CHECK_OK(clmem_sampler_object(sampler, &object));
                EXPECT_EQ(info.object, object);
                cl_addressing_mode raw = 0;
                EXPECT_EQ(REAL(clGetSamplerInfo)(object, CL_SAMPLER_ADDRESSING_MODE, sizeof raw, &raw, nullptr),
                          CL_SUCCESS);
                EXPECT_EQ(raw, mode);
            }
        }
    }
}

TEST_F(sampler_api, makes_them_of_lists) {
    const std::uint64_t list[] = {CL_SAMPLER_FILTER_MODE,
                                  CL_FILTER_LINEAR,
                                  CL_SAMPLER_NORMALIZED_COORDS,
                                  0,
                                  CL_SAMPLER_ADDRESSING_MODE,
                                  CL_ADDRESS_CLAMP_TO_EDGE,
                                  0};
    if (!has_lists_) {
        sampler_owner sampler;
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_sampler_create_with_properties(context_, 6, list, sampler.out()));
        return;
    }
    for (const std::uint32_t count : {6U, 7U}) { // without and with the final 0
        sampler_owner sampler;
        REQUIRE_OK(clmem_sampler_create_with_properties(context_, count, list, sampler.out()));
        EXPECT_EQ(info_of(sampler).is_normalized, 0U);
        EXPECT_EQ(info_of(sampler).addressing, static_cast<cl_uint>(CL_ADDRESS_CLAMP_TO_EDGE));
        EXPECT_EQ(info_of(sampler).filter, static_cast<cl_uint>(CL_FILTER_LINEAR));
    }
    const std::uint64_t nothing = 0;
    for (const std::uint32_t count : {0U, 1U}) {
        sampler_owner sampler;
        REQUIRE_OK(
            clmem_sampler_create_with_properties(context_, count, count != 0 ? &nothing : nullptr, sampler.out()));
        EXPECT_EQ(info_of(sampler).is_normalized, 1U);
        EXPECT_EQ(info_of(sampler).addressing, static_cast<cl_uint>(CL_ADDRESS_CLAMP));
        EXPECT_EQ(info_of(sampler).filter, static_cast<cl_uint>(CL_FILTER_NEAREST));
    }
}

TEST_F(sampler_api, refuses_invalid_modes) {
    const auto refused = [&](const char *named, clmem_status status, clmem_sampler sampler) {
        EXPECT_EQ(status, CLMEM_ERROR_INVALID_ARGUMENT) << named;
        EXPECT_EQ(sampler, nullptr);
        EXPECT_NE(last_error().message.find(named), std::string::npos) << last_error().message;
    };
    const auto create = [&](const char *named, cl_uint normalized, cl_uint mode, cl_uint filter) {
        auto sampler = reinterpret_cast<clmem_sampler>(&named);
        const clmem_status status = clmem_sampler_create(context_, normalized, mode, filter, &sampler);
        refused(named, status, sampler);
    };
    create("is_normalized: expected 0 or 1, got 2", 2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
    create("such as CL_ADDRESS_CLAMP, got 0x4711", 1, 0x4711, CL_FILTER_NEAREST);
    create("such as CL_ADDRESS_CLAMP, got 0x1140", 1, CL_FILTER_NEAREST, CL_FILTER_NEAREST);
    create("filter: expected CL_FILTER_NEAREST or CL_FILTER_LINEAR, got 0x0", 1, CL_ADDRESS_CLAMP, 0);
    create("normalised", 0, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST);
    const auto of_list = [&](const char *named, std::vector<std::uint64_t> list) {
        auto sampler = reinterpret_cast<clmem_sampler>(&named);
        const clmem_status status = clmem_sampler_create_with_properties(
            context_, static_cast<std::uint32_t>(list.size()), list.data(), &sampler);
        refused(named, status, sampler);
    };
    of_list("is_normalized: expected 0 or 1, got 2", {CL_SAMPLER_NORMALIZED_COORDS, 2});
    of_list("such as CL_ADDRESS_CLAMP, got 0x100001132",
            {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP | std::uint64_t{1} << 32});
    of_list("filter: expected CL_FILTER_NEAREST or CL_FILTER_LINEAR, got 0x7", {CL_SAMPLER_FILTER_MODE, 7});
    of_list("CL_SAMPLER_FILTER_MODE, got 0x4711", {0x4711, 1});
    of_list("properties[2]: expected each name once",
            {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR});
    of_list("properties[2]: expected a name with a value",
            {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_ADDRESSING_MODE});
    of_list("normalised", {CL_SAMPLER_NORMALIZED_COORDS, 0, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT});
    EXPECT_EQ(counting().calls("clCreateSampler"), 0U);
    EXPECT_EQ(counting().calls("clCreateSamplerWithProperties"), 0U);
    clmem_sampler sampler = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_sampler_create(nullptr, 1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &sampler));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_sampler_create(context_, 1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_sampler_create_with_properties(context_, 2, nullptr, &sampler));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_sampler_create_with_properties(nullptr, 0, nullptr, &sampler));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_sampler_create_with_properties(context_, 0, nullptr, nullptr));
}

TEST_F(sampler_api, passes_the_drivers_refusals_on) {
    clmem_sampler sampler = nullptr;
    counting().fail("clCreateSampler", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_sampler_create(context_, 1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &sampler));
    counting().fail("clGetContextInfo", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_sampler_create(context_, 1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &sampler));
    counting().fail("clGetContextInfo", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_sampler_create_with_properties(context_, 0, nullptr, &sampler));
    if (has_lists_) {
        counting().fail("clCreateSamplerWithProperties", 1, CL_OUT_OF_HOST_MEMORY, false);
        CHECK_STATUS(CL_OUT_OF_HOST_MEMORY, clmem_sampler_create_with_properties(context_, 0, nullptr, &sampler));
    }
    sampler_owner made;
    REQUIRE_OK(clmem_sampler_create(context_, 1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, made.out()));
    clmem_sampler_info info = CLMEM_SAMPLER_INFO_INIT;
    counting().fail("clGetSamplerInfo", 1, CL_OUT_OF_HOST_MEMORY, false);
    CHECK_STATUS(CL_OUT_OF_HOST_MEMORY, clmem_sampler_describe(made, &info));
}

TEST_F(sampler_api, takes_the_programs_own) {
    cl_int code = CL_SUCCESS;
    cl_sampler raw = REAL(clCreateSampler)(context_, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    {
        sampler_owner retained;
        REQUIRE_OK(clmem_sampler_import(raw, 1, retained.out()));
        EXPECT_EQ(info_of(retained).addressing, static_cast<cl_uint>(CL_ADDRESS_REPEAT));
        EXPECT_EQ(info_of(retained).object, raw);
        sampler_owner again;
        REQUIRE_OK(clmem_sampler_import(raw, 1, again.out()));
        std::uint32_t equal = 7;
        CHECK_OK(clmem_sampler_equal(retained, again, &equal));
        EXPECT_EQ(equal, 1U);
        sampler_owner other;
        REQUIRE_OK(clmem_sampler_create(context_, 1, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, other.out()));
        CHECK_OK(clmem_sampler_equal(retained, other, &equal));
        EXPECT_EQ(equal, 0U);
    }
    clmem_sampler refused = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_sampler_import(nullptr, 1, &refused));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_sampler_import(raw, 2, &refused));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_sampler_import(raw, 0, nullptr));
    counting().fail("clRetainSampler", 1, CL_INVALID_SAMPLER, false);
    CHECK_STATUS(CL_INVALID_SAMPLER, clmem_sampler_import(raw, 0, &refused));
    // The caller still owns it.
    EXPECT_EQ(REAL(clReleaseSampler)(raw), CL_SUCCESS);
}

// Has no fixture that counts references, since the test gives away a reference that was not counted.
TEST(sampler_taken_over, is_clmems_from_then_on) {
    cl_device_id device = nullptr;
    context_owner context;
    REQUIRE_OK(clmem_device_choose(nullptr, &device));
    REQUIRE_OK(clmem_context_create(device, context.out()));
    cl_int code = CL_SUCCESS;
    cl_sampler raw = REAL(clCreateSampler)(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &code);
    if (code == CL_INVALID_OPERATION) { GTEST_SKIP() << "the device has no images"; }
    ASSERT_EQ(code, CL_SUCCESS);
    const auto references = [raw] {
        cl_uint count = 0;
        EXPECT_EQ(REAL(clGetSamplerInfo)(raw, CL_SAMPLER_REFERENCE_COUNT, sizeof count, &count, nullptr), CL_SUCCESS);
        return count;
    };
    EXPECT_EQ(REAL(clRetainSampler)(raw), CL_SUCCESS); // for the test
    const cl_uint before = references();
    sampler_owner taken;
    REQUIRE_OK(clmem_sampler_import(raw, 0, taken.out()));
    EXPECT_EQ(references(), before);
    taken.reset();
    EXPECT_EQ(references(), before - 1);
    EXPECT_EQ(REAL(clReleaseSampler)(raw), CL_SUCCESS);
}

TEST_F(sampler_api, answers_opencls_questions) {
    sampler_owner sampler;
    REQUIRE_OK(clmem_sampler_create(context_, 1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, sampler.out()));
    cl_filter_mode filter = 0;
    std::size_t bytes = 0;
    CHECK_OK(clmem_sampler_query(sampler, CL_SAMPLER_FILTER_MODE, sizeof filter, &filter, &bytes));
    EXPECT_EQ(filter, static_cast<cl_filter_mode>(CL_FILTER_NEAREST));
    EXPECT_EQ(bytes, sizeof filter);
    CHECK_OK(clmem_sampler_query(sampler, CL_SAMPLER_CONTEXT, 0, nullptr, &bytes));
    EXPECT_EQ(bytes, sizeof(cl_context));
    CHECK_STATUS(CL_INVALID_VALUE, clmem_sampler_query(sampler, 0x4711, sizeof filter, &filter, &bytes));
    CHECK_STATUS(CL_INVALID_VALUE, clmem_sampler_query(sampler, CL_SAMPLER_FILTER_MODE, 1, &filter, &bytes));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_sampler_query(sampler, CL_SAMPLER_FILTER_MODE, 4, nullptr, &bytes));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_sampler_query(sampler, CL_SAMPLER_FILTER_MODE, 4, &filter, nullptr));
    clmem_sampler stale = sampler.give_up();
    CHECK_OK(clmem_sampler_release(stale));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_sampler_release(stale));
}

// A kernel reads an image beyond its edges through two samplers.
TEST_F(sampler_api, kernels_read_through_them) {
    const char *const source = "kernel void look(read_only image2d_t image, sampler_t s, global float *out) {\n"
                               "    const int i = get_global_id(0);\n"
                               "    out[i] = read_imagef(image, s, (int2)(i - 1, 0)).x;\n"
                               "}\n";
    cl_int code = CL_SUCCESS;
    cl_program program =
        REAL(clCreateProgramWithSource)(context_, 1, const_cast<const char **>(&source), nullptr, &code);
    ASSERT_EQ(REAL(clBuildProgram)(program, 1, &device_, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = REAL(clCreateKernel)(program, "look", &code);
    ASSERT_EQ(code, CL_SUCCESS);
    clmem_image_description wanted = describe(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, 2, 1);
    float host[8] = {5, 0, 0, 1, 7, 0, 0, 1};
    image_owner image;
    REQUIRE_OK(
        clmem_image_create(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &wanted, host, sizeof host, image.out()));
    buffer_owner out;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 16, nullptr, out.out()));
    cl_mem mem = nullptr;
    REQUIRE_OK(clmem_buffer_mem(out, &mem));
    cl_mem image_mem = mem_of(image);
    EXPECT_EQ(REAL(clSetKernelArg)(kernel, 0, sizeof image_mem, &image_mem), CL_SUCCESS);
    EXPECT_EQ(REAL(clSetKernelArg)(kernel, 2, sizeof mem, &mem), CL_SUCCESS);
    const auto seen_through = [&](cl_uint mode) {
        sampler_owner sampler;
        CHECK_OK(clmem_sampler_create(context_, 0, mode, CL_FILTER_NEAREST, sampler.out()));
        cl_sampler object = nullptr;
        CHECK_OK(clmem_sampler_object(sampler, &object));
        EXPECT_EQ(REAL(clSetKernelArg)(kernel, 1, sizeof object, &object), CL_SUCCESS);
        const std::size_t size = 4;
        EXPECT_EQ(REAL(clEnqueueNDRangeKernel)(queue_, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
        std::vector<float> seen(4);
        EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue_, mem, CL_TRUE, 0, 16, seen.data(), 0, nullptr, nullptr), CL_SUCCESS);
        return seen;
    };
    EXPECT_EQ(seen_through(CL_ADDRESS_CLAMP_TO_EDGE), (std::vector<float>{5, 5, 7, 7}));
    EXPECT_EQ(seen_through(CL_ADDRESS_CLAMP), (std::vector<float>{0, 5, 7, 0}));
    REAL(clReleaseKernel)(kernel);
    REAL(clReleaseProgram)(program);
}

} // namespace
