// Image formats: the pixels for every pair of an order and a type; and the formats that the device lists.
#include "opencl.hpp"

#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace clmem::test;

constexpr cl_uint depth_stencil = 0x10BE;
constexpr cl_uint unorm_int24 = 0x10DF;

constexpr cl_uint orders[] = {CL_R,     CL_A,          CL_RG,        CL_RA,        CL_RGB,   CL_RGBA, CL_BGRA,
                              CL_ARGB,  CL_ABGR,       CL_INTENSITY, CL_LUMINANCE, CL_Rx,    CL_RGx,  CL_RGBx,
                              CL_DEPTH, depth_stencil, CL_sRGB,      CL_sRGBx,     CL_sRGBA, CL_sBGRA};
constexpr cl_uint types[] = {CL_SNORM_INT8,
                             CL_SNORM_INT16,
                             CL_UNORM_INT8,
                             CL_UNORM_INT16,
                             CL_UNORM_SHORT_565,
                             CL_UNORM_SHORT_555,
                             CL_UNORM_INT_101010,
                             CL_UNORM_INT_101010_2,
                             unorm_int24,
                             CL_SIGNED_INT8,
                             CL_SIGNED_INT16,
                             CL_SIGNED_INT32,
                             CL_UNSIGNED_INT8,
                             CL_UNSIGNED_INT16,
                             CL_UNSIGNED_INT32,
                             CL_HALF_FLOAT,
                             CL_FLOAT};

clmem_image_format_info described(cl_uint order, cl_uint type) {
    clmem_image_format_info info = CLMEM_IMAGE_FORMAT_INFO_INIT;
    CHECK_OK(clmem_image_format_describe(order, type, &info));
    return info;
}

struct expected_format {
    cl_uint order, type, channels, component, pixel;
    const char *kinds; // p packed, n normalised, i integer, f float, s signed, d depth, r sRGB
    const char *name;
};

std::string kinds_of(const clmem_image_format_info &info) {
    std::string kinds;
    const auto add = [&](std::uint32_t flag, char letter) {
        EXPECT_LE(flag, 1U);
        if (flag != 0) { kinds += letter; }
    };
    add(info.is_packed, 'p');
    add(info.is_normalized, 'n');
    add(info.is_integer, 'i');
    add(info.is_float, 'f');
    add(info.is_signed, 's');
    add(info.is_depth, 'd');
    add(info.is_srgb, 'r');
    return kinds;
}

TEST(image_format_api, describes_what_a_pixel_consists_of) {
    constexpr expected_format expected[] = {
        {CL_R, CL_SNORM_INT8, 1, 1, 1, "ns", "R, SNORM_INT8"},
        {CL_A, CL_UNORM_INT16, 1, 2, 2, "n", "A, UNORM_INT16"},
        {CL_RG, CL_SIGNED_INT32, 2, 4, 8, "is", "RG, SIGNED_INT32"},
        {CL_RA, CL_UNSIGNED_INT8, 2, 1, 2, "i", "RA, UNSIGNED_INT8"},
        {CL_Rx, CL_UNSIGNED_INT16, 2, 2, 4, "i", "Rx, UNSIGNED_INT16"},
        {CL_RGB, CL_UNORM_SHORT_565, 3, 0, 2, "pn", "RGB, UNORM_SHORT_565"},
        {CL_RGBx, CL_UNORM_SHORT_555, 4, 0, 2, "pn", "RGBx, UNORM_SHORT_555"},
        {CL_RGB, CL_UNORM_INT_101010, 3, 0, 4, "pn", "RGB, UNORM_INT_101010"},
        {CL_RGBx, CL_UNORM_INT8, 4, 1, 4, "n", "RGBx, UNORM_INT8"},
        {CL_RGB, CL_UNORM_INT8, 3, 1, 3, "n", "RGB, UNORM_INT8"},
        {CL_RGx, CL_UNORM_INT8, 3, 1, 3, "n", "RGx, UNORM_INT8"},
        {CL_sRGB, CL_UNORM_INT8, 3, 1, 3, "nr", "sRGB, UNORM_INT8"},
        {CL_RGBA, CL_UNORM_INT_101010_2, 4, 0, 4, "pn", "RGBA, UNORM_INT_101010_2"},
        {CL_RGBA, CL_UNORM_INT8, 4, 1, 4, "n", "RGBA, UNORM_INT8"},
        {CL_RGBA, CL_UNSIGNED_INT32, 4, 4, 16, "i", "RGBA, UNSIGNED_INT32"},
        {CL_BGRA, CL_SNORM_INT16, 4, 2, 8, "ns", "BGRA, SNORM_INT16"},
        {CL_ARGB, CL_SIGNED_INT8, 4, 1, 4, "is", "ARGB, SIGNED_INT8"},
        {CL_ABGR, CL_SIGNED_INT16, 4, 2, 8, "is", "ABGR, SIGNED_INT16"},
        {CL_INTENSITY, CL_HALF_FLOAT, 1, 2, 2, "fs", "INTENSITY, HALF_FLOAT"},
        {CL_LUMINANCE, CL_FLOAT, 1, 4, 4, "fs", "LUMINANCE, FLOAT"},
        {CL_DEPTH, CL_UNORM_INT16, 1, 2, 2, "nd", "DEPTH, UNORM_INT16"},
        {CL_DEPTH, CL_FLOAT, 1, 4, 4, "fsd", "DEPTH, FLOAT"},
        {depth_stencil, unorm_int24, 2, 0, 4, "pnd", "DEPTH_STENCIL, UNORM_INT24"},
        {depth_stencil, CL_FLOAT, 2, 0, 8, "pfsd", "DEPTH_STENCIL, FLOAT"},
        {CL_sRGBx, CL_UNORM_INT8, 4, 1, 4, "nr", "sRGBx, UNORM_INT8"},
        {CL_sRGBA, CL_UNORM_INT8, 4, 1, 4, "nr", "sRGBA, UNORM_INT8"},
        {CL_sBGRA, CL_UNORM_INT8, 4, 1, 4, "nr", "sBGRA, UNORM_INT8"},
    };
    for (const expected_format &e : expected) {
        SCOPED_TRACE(e.name);
        const clmem_image_format_info info = described(e.order, e.type);
        EXPECT_EQ(info.channel_order, e.order);
        EXPECT_EQ(info.channel_type, e.type);
        EXPECT_EQ(info.channel_count, e.channels);
        EXPECT_EQ(info.component_bytes, e.component);
        EXPECT_EQ(info.pixel_bytes, e.pixel);
        EXPECT_EQ(kinds_of(info), e.kinds);
        EXPECT_STREQ(info.name, e.name);
        EXPECT_EQ(info.reserved, 0U);
    }
}

// The number of types valid for each order, counted by hand in the specification's tables.
TEST(image_format_api, refuses_what_opencl_forbids) {
    constexpr struct {
        cl_uint order;
        unsigned allowed;
    } expected[] = {{CL_R, 12},         {CL_A, 12},    {CL_RG, 12},   {CL_RA, 12},   {CL_RGB, 15},
                    {CL_RGBA, 13},      {CL_BGRA, 12}, {CL_ARGB, 12}, {CL_ABGR, 12}, {CL_INTENSITY, 6},
                    {CL_LUMINANCE, 6},  {CL_Rx, 12},   {CL_RGx, 12},  {CL_RGBx, 15}, {CL_DEPTH, 2},
                    {depth_stencil, 2}, {CL_sRGB, 1},  {CL_sRGBx, 1}, {CL_sRGBA, 1}, {CL_sBGRA, 1}};
    ASSERT_EQ(std::size(expected), std::size(orders));
    for (const auto &[order, allowed] : expected) {
        unsigned count = 0;
        for (const cl_uint type : types) {
            clmem_image_format_info info = CLMEM_IMAGE_FORMAT_INFO_INIT;
            const clmem_status status = clmem_image_format_describe(order, type, &info);
            if (status == CLMEM_SUCCESS) {
                ++count;
                EXPECT_EQ(info.pixel_bytes,
                          info.is_packed ? info.pixel_bytes : info.channel_count * info.component_bytes);
            } else {
                EXPECT_EQ(status, CLMEM_ERROR_INVALID_ARGUMENT);
                EXPECT_EQ(last_error().opencl_code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
                EXPECT_NE(last_error().message.find("channel_order"), std::string::npos);
                EXPECT_EQ(info.pixel_bytes, 0U);
            }
        }
        EXPECT_EQ(count, allowed) << std::hex << order;
    }
}

TEST(image_format_api, refuses_numbers_that_are_no_formats) {
    clmem_image_format_info info = CLMEM_IMAGE_FORMAT_INFO_INIT;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_format_describe(0x4711, CL_FLOAT, &info));
    EXPECT_NE(last_error().message.find("expected a channel_order such as CL_R or CL_RGBA, got 0x4711"),
              std::string::npos)
        << last_error().message;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_format_describe(CL_R, 0x4711, &info));
    EXPECT_NE(last_error().message.find("expected a channel_type such as CL_UNORM_INT8 or CL_FLOAT, got 0x4711"),
              std::string::npos)
        << last_error().message;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_format_describe(CL_R, CL_FLOAT, nullptr));
    info.struct_size = 4;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_format_describe(CL_R, CL_FLOAT, &info));
}

class image_formats_api : public on_device {
  protected:
    void SetUp() override {
        on_device::SetUp();
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &info));
        has_images_ = (info.features & CLMEM_DEVICE_IMAGE) != 0;
    }

    std::vector<clmem_image_format_info> listed(std::uint64_t flags, cl_uint type) {
        std::uint32_t count = 0;
        CHECK_OK(clmem_image_formats(context_, flags, type, 0, 0, nullptr, &count));
        std::vector<clmem_image_format_info> all(count, CLMEM_IMAGE_FORMAT_INFO_INIT);
        std::uint32_t again = 0;
        CHECK_OK(
            clmem_image_formats(context_, flags, type, count, sizeof(clmem_image_format_info), all.data(), &again));
        EXPECT_EQ(again, count);
        return all;
    }

    std::vector<cl_image_format> raw(cl_mem_flags flags, cl_uint type) {
        cl_uint count = 0;
        EXPECT_EQ(REAL(clGetSupportedImageFormats)(context_, flags, type, 0, nullptr, &count), CL_SUCCESS);
        std::vector<cl_image_format> all(count);
        if (count > 0) {
            EXPECT_EQ(REAL(clGetSupportedImageFormats)(context_, flags, type, count, all.data(), nullptr), CL_SUCCESS);
        }
        return all;
    }

    bool has_images_ = false;
};

constexpr cl_uint kinds[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                             CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D};

TEST_F(image_formats_api, lists_what_the_driver_lists) {
    if (!has_images_) { GTEST_SKIP() << "the device has no images"; }
    for (const cl_uint kind : kinds) {
        for (const cl_mem_flags use :
             {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_KERNEL_READ_AND_WRITE}) {
            SCOPED_TRACE(std::to_string(kind) + " " + std::to_string(use));
            const auto expected = raw(use, kind);
            const auto given = listed(use, kind);
            ASSERT_EQ(given.size(), expected.size());
            for (std::size_t i = 0; i < given.size(); ++i) {
                EXPECT_EQ(given[i].channel_order, expected[i].image_channel_order);
                EXPECT_EQ(given[i].channel_type, expected[i].image_channel_data_type);
                EXPECT_EQ(given[i].struct_size, sizeof given[i]);
                EXPECT_STRNE(given[i].name, "");
            }
        }
    }
    const auto some = listed(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D);
    EXPECT_FALSE(some.empty());
    // Flags about the host's access and the creation do not matter; 0 means read and write.
    EXPECT_EQ(listed(CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_COPY_HOST_PTR, CL_MEM_OBJECT_IMAGE2D).size(),
              some.size());
    EXPECT_EQ(listed(0, CL_MEM_OBJECT_IMAGE2D).size(), listed(CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D).size());
}

TEST_F(image_formats_api, agrees_with_the_driver_on_the_size_of_pixels) {
    if (!has_images_) { GTEST_SKIP() << "the device has no images"; }
    for (const clmem_image_format_info &info : listed(0, CL_MEM_OBJECT_IMAGE2D)) {
        SCOPED_TRACE(info.name);
        const cl_image_format format = {info.channel_order, info.channel_type};
        cl_image_desc desc{};
        desc.image_type = CL_MEM_OBJECT_IMAGE2D;
        desc.image_width = desc.image_height = 2;
        cl_int code = CL_SUCCESS;
        cl_mem image = REAL(clCreateImage)(context_, CL_MEM_READ_WRITE, &format, &desc, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        std::size_t bytes = 0;
        EXPECT_EQ(REAL(clGetImageInfo)(image, CL_IMAGE_ELEMENT_SIZE, sizeof bytes, &bytes, nullptr), CL_SUCCESS);
        if (info.pixel_bytes != 0) { EXPECT_EQ(bytes, info.pixel_bytes); }
        REAL(clReleaseMemObject)(image);
    }
}

TEST_F(image_formats_api, lists_as_many_as_fit) {
    const auto all = listed(0, CL_MEM_OBJECT_IMAGE2D);
    if (all.size() < 2) { GTEST_SKIP() << "the device lists fewer than two formats"; }
    clmem_image_format_info room[2];
    std::memset(room, 0xA5, sizeof room);
    std::uint32_t count = 0;
    CHECK_OK(clmem_image_formats(context_, 0, CL_MEM_OBJECT_IMAGE2D, 1, sizeof room[0], room, &count));
    EXPECT_EQ(count, all.size());
    EXPECT_EQ(room[0].channel_order, all[0].channel_order);
    EXPECT_EQ(room[1].channel_order, 0xA5A5A5A5U);
}

TEST_F(image_formats_api, refuses) {
    const auto list = [&](std::uint64_t flags, cl_uint type) {
        std::uint32_t count = 7;
        const clmem_status status = clmem_image_formats(context_, flags, type, 0, 0, nullptr, &count);
        EXPECT_EQ(count, 0U);
        return status;
    };
    EXPECT_EQ(list(0, CL_MEM_OBJECT_BUFFER), CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(last_error().message.find("such as CL_MEM_OBJECT_IMAGE2D, got 0x10f0"), std::string::npos)
        << last_error().message;
    EXPECT_EQ(list(0, 0), CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(list(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D), CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(list(CL_MEM_READ_ONLY | CL_MEM_KERNEL_READ_AND_WRITE, CL_MEM_OBJECT_IMAGE2D),
              CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(last_error().message.find("memory_flags"), std::string::npos) << last_error().message;
    EXPECT_EQ(list(std::uint64_t{1} << 40, CL_MEM_OBJECT_IMAGE2D), CLMEM_ERROR_INVALID_ARGUMENT);
    std::uint32_t count = 0;
    clmem_image_format_info room = CLMEM_IMAGE_FORMAT_INFO_INIT;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_image_formats(nullptr, 0, CL_MEM_OBJECT_IMAGE2D, 0, 0, nullptr, &count));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_image_formats(context_, 0, CL_MEM_OBJECT_IMAGE2D, 0, 0, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_image_formats(context_, 0, CL_MEM_OBJECT_IMAGE2D, 1, sizeof room, nullptr, &count));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_image_formats(context_, 0, CL_MEM_OBJECT_IMAGE2D, 1, 8, &room, &count));
    counting().fail("clGetContextInfo", 1, CL_INVALID_CONTEXT, true);
    EXPECT_EQ(list(0, CL_MEM_OBJECT_IMAGE2D), CL_INVALID_CONTEXT);
    counting().reset();
    if (!has_images_) { return; }
    counting().fail("clGetSupportedImageFormats", 1, CL_OUT_OF_RESOURCES, true);
    EXPECT_EQ(list(0, CL_MEM_OBJECT_IMAGE2D), CL_OUT_OF_RESOURCES);
}

} // namespace
