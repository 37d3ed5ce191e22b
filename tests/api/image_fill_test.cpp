// Filling images: the colour in every format of the device, boxes in every kind of image, order with other commands.
#include "images.hpp"
#include "kernels.hpp"
#include "options.hpp"

#include <cmath>
#include <limits>

namespace {

using namespace clmem::test;

// The components (red, green, blue, alpha) of an order's channels in memory; empty if the test does not know the order.
std::vector<int> components_of(cl_uint order) {
    switch (order) {
    case CL_R:
    case CL_INTENSITY:
    case CL_LUMINANCE:
    case CL_DEPTH:
        return {0};
    case CL_A:
        return {3};
    case CL_RG:
        return {0, 1};
    case CL_RA:
        return {0, 3};
    case CL_RGBA:
        return {0, 1, 2, 3};
    case CL_BGRA:
        return {2, 1, 0, 3};
    case CL_ARGB:
        return {3, 0, 1, 2};
    case CL_ABGR:
        return {3, 2, 1, 0};
    default:
        return {};
    }
}

// Converts a half-precision number to double precision.
double half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const double fraction = (bits & 1023) / 1024.0;
    const double size = exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
    return (bits & 0x8000) != 0 ? -size : size;
}

template <class T>
double number_at(const unsigned char *at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

// Reads a channel by the conversions of the specification.
double channel_at(const unsigned char *at, cl_uint type) {
    switch (type) {
    case CL_UNORM_INT8:
        return number_at<std::uint8_t>(at) / 255.0;
    case CL_UNORM_INT16:
        return number_at<std::uint16_t>(at) / 65535.0;
    case CL_SNORM_INT8:
        return std::max(-1.0, number_at<std::int8_t>(at) / 127.0);
    case CL_SNORM_INT16:
        return std::max(-1.0, number_at<std::int16_t>(at) / 32767.0);
    case CL_UNSIGNED_INT8:
        return number_at<std::uint8_t>(at);
    case CL_UNSIGNED_INT16:
        return number_at<std::uint16_t>(at);
    case CL_UNSIGNED_INT32:
        return number_at<std::uint32_t>(at);
    case CL_SIGNED_INT8:
        return number_at<std::int8_t>(at);
    case CL_SIGNED_INT16:
        return number_at<std::int16_t>(at);
    case CL_SIGNED_INT32:
        return number_at<std::int32_t>(at);
    case CL_HALF_FLOAT: {
        std::uint16_t bits;
        std::memcpy(&bits, at, sizeof bits);
        return half(bits);
    }
    default:
        return number_at<float>(at);
    }
}

double tolerance_of(const clmem_image_format_info &format) {
    if (format.is_integer != 0) { return 0; }
    if (format.is_float != 0) { return format.component_bytes == 2 ? 0.002 : 1e-6; }
    return 1.01 / (format.component_bytes == 1 ? 127 : 32767);
}

class image_fill_api : public with_images {
  protected:
    image_owner make(cl_uint kind, cl_uint order, cl_uint type, std::size_t width, std::size_t height = 0,
                     std::size_t last = 0) {
        const clmem_image_description wanted = describe(kind, order, type, width, height, last);
        image_owner image;
        CHECK_OK(clmem_image_create(context_, 0, &wanted, nullptr, 0, image.out()));
        return image;
    }

    // Fills an image of each format completely, and checks every channel of every pixel.
    void check_formats(const std::array<double, 4> &wanted, const std::array<double, 4> &held, char which) {
        unsigned checked = 0;
        for (const clmem_image_format_info &format : formats(CL_MEM_OBJECT_IMAGE2D)) {
            const char kind = format.is_integer != 0  ? (format.is_signed != 0 ? 's' : 'u')
                              : format.is_float != 0  ? 'f'
                              : format.is_signed != 0 ? 'S'
                                                      : 'U';
            const std::vector<int> components = components_of(format.channel_order);
            if (kind != which || components.empty() || format.is_packed != 0) { continue; }
            SCOPED_TRACE(format.name);
            image_owner image = make(CL_MEM_OBJECT_IMAGE2D, format.channel_order, format.channel_type, 5, 3);
            CHECK_OK(clmem_image_fill(image, queue_, wanted.data(), nullptr, nullptr));
            const pixels all = read(image);
            ASSERT_EQ(all.size(), 15 * format.pixel_bytes);
            for (std::size_t at = 0; at < all.size(); at += format.component_bytes) {
                const auto channel = at / format.component_bytes % components.size();
                ASSERT_NEAR(channel_at(&all[at], format.channel_type),
                            held[static_cast<std::size_t>(components[channel])], tolerance_of(format))
                    << "channel " << channel;
            }
            ++checked;
        }
        if (which != 'S') { EXPECT_GT(checked, 0U); } // some devices have no SNORM formats
    }
};

TEST_F(image_fill_api, converts_the_colour_to_each_format) {
    check_formats({1, 0, 0.2, 0.6}, {1, 0, 0.2, 0.6}, 'U');
    check_formats({1, -1, 0.2, -0.6}, {1, -1, 0.2, -0.6}, 'S');
    check_formats({1, -2.5, 0.2, 1000}, {1, -2.5, 0.2, 1000}, 'f');
    check_formats({3, 0, 7, 100}, {3, 0, 7, 100}, 'u');
    check_formats({3, 0, -7, 100}, {3, 0, -7, 100}, 's');
}

TEST_F(image_fill_api, takes_the_nearest_that_a_format_holds) {
    check_formats({7, -3, 0, 1}, {1, 0, 0, 1}, 'U');
    check_formats({7, -3, 0, 1}, {1, -1, 0, 1}, 'S');
    const auto check = [&](cl_uint type, const std::array<double, 4> &wanted, const auto &expected) {
        if (!lists(CL_RGBA, type)) { return; }
        SCOPED_TRACE(type);
        image_owner image = make(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, type, 1, 1);
        CHECK_OK(clmem_image_fill(image, queue_, wanted.data(), nullptr, nullptr));
        const pixels all = read(image);
        ASSERT_EQ(all.size(), sizeof expected);
        EXPECT_EQ(std::memcmp(all.data(), &expected, sizeof expected), 0);
    };
    const double infinite = std::numeric_limits<double>::infinity();
    check(CL_UNSIGNED_INT8, {300, -1, 255, infinite}, std::array<std::uint8_t, 4>{255, 0, 255, 255});
    check(CL_SIGNED_INT8, {300, -300, 127, -128}, std::array<std::int8_t, 4>{127, -128, 127, -128});
    check(CL_SIGNED_INT16, {1e9, -1e9, 32767, -32768}, std::array<std::int16_t, 4>{32767, -32768, 32767, -32768});
    check(CL_UNSIGNED_INT32, {4294967295.0, 1e20, -5, 4000000001.0},
          std::array<std::uint32_t, 4>{4294967295U, 4294967295U, 0, 4000000001U});
    check(CL_SIGNED_INT32, {2147483647, -2147483648.0, 1e20, -1e20},
          std::array<std::int32_t, 4>{2147483647, -2147483647 - 1, 2147483647, -2147483647 - 1});
    const auto most = std::numeric_limits<float>::infinity();
    check(CL_FLOAT, {1e300, -1e300, 0.5, infinite}, std::array<float, 4>{most, -most, 0.5F, most});
}

TEST_F(image_fill_api, fills_a_box_of_every_kind_and_nothing_else) {
    struct box {
        cl_uint kind;
        triple extent; // width, height, depth
        triple origin, region;
    };
    const box boxes[] = {
        {CL_MEM_OBJECT_IMAGE1D, {11, 1, 1}, {3, 0, 0}, {5, 1, 1}},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, {7, 4, 1}, {2, 1, 0}, {3, 2, 1}},
        {CL_MEM_OBJECT_IMAGE2D, {9, 6, 1}, {1, 2, 0}, {4, 3, 1}},
        {CL_MEM_OBJECT_IMAGE2D_ARRAY, {5, 4, 3}, {1, 1, 1}, {2, 3, 1}},
        {CL_MEM_OBJECT_IMAGE3D, {6, 5, 4}, {2, 1, 1}, {3, 2, 2}},
        {CL_MEM_OBJECT_IMAGE3D, {6, 5, 4}, {2, 1, 1}, {SIZE_MAX, SIZE_MAX, SIZE_MAX}}, // up to the end
        {CL_MEM_OBJECT_IMAGE2D, {9, 6, 1}, {1, 2, 0}, {4, 0, 1}},                      // nothing
    };
    for (const box &b : boxes) {
        if (!lists(CL_R, CL_UNSIGNED_INT8, b.kind)) { continue; }
        SCOPED_TRACE(b.kind);
        const auto before = numbered(b.extent[0] * b.extent[1] * b.extent[2], 2);
        const bool is_1d_array = b.kind == CL_MEM_OBJECT_IMAGE1D_ARRAY;
        const clmem_image_description wanted =
            describe(b.kind, CL_R, CL_UNSIGNED_INT8, b.extent[0], is_1d_array ? 0 : b.extent[1],
                     is_1d_array ? b.extent[1] : b.extent[2]);
        image_owner image;
        CHECK_OK(clmem_image_create(context_, CL_MEM_COPY_HOST_PTR, &wanted, const_cast<unsigned char *>(before.data()),
                                    before.size(), image.out()));
        const double color[4] = {0, 9, 9, 9};
        CHECK_OK(clmem_image_fill(image, queue_, color, fill_box(b.origin.data(), b.region.data()), nullptr));
        pixels expected = before;
        std::size_t at = 0;
        for (std::size_t z = 0; z < b.extent[2]; ++z) {
            for (std::size_t y = 0; y < b.extent[1]; ++y) {
                for (std::size_t x = 0; x < b.extent[0]; ++x, ++at) {
                    const triple place = {x, y, z};
                    bool is_inside = true;
                    for (std::size_t i = 0; i < 3; ++i) {
                        const std::size_t size = b.region[i] != SIZE_MAX ? b.region[i] : b.extent[i] - b.origin[i];
                        is_inside = is_inside && place[i] >= b.origin[i] && place[i] < b.origin[i] + size;
                    }
                    if (is_inside) { expected[at] = 0; }
                }
            }
        }
        EXPECT_EQ(read(image), expected);
    }
}

class image_of_buffer_fill_api : public image_fill_api {
    leaks_of_the_driver ignored_;
};

TEST_F(image_of_buffer_fill_api, fills_images_where_the_driver_survives_it) {
    buffer_owner buffer;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 64, nullptr, buffer.out()));
    clmem_image_description wanted = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_RGBA, CL_UNORM_INT8, 16);
    wanted.source = reinterpret_cast<clmem_memory>(buffer.get());
    image_owner image;
    REQUIRE_OK(clmem_image_create(context_, 0, &wanted, nullptr, 0, image.out()));
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device_, &info));
    const double color[4] = {1, 0, 1, 0};
    if (std::strcmp(info.platform_name, "Portable Computing Language") == 0) {
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_image_fill(image, queue_, color, nullptr, nullptr));
        EXPECT_NE(last_error().message.find("clmem_buffer_fill()"), std::string::npos) << last_error().message;
        return;
    }
    CHECK_OK(clmem_image_fill(image, queue_, color, nullptr, nullptr));
    pixels expected;
    for (int i = 0; i < 16; ++i) {
        expected.insert(expected.end(), {255, 0, 255, 0});
    }
    EXPECT_EQ(read(image), expected);
}

TEST_F(image_fill_api, waits_and_gives_an_event) {
    image_owner image = make(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNORM_INT8, 8, 8);
    const double color[4] = {1, 1, 1, 1};
    gate gate{context_};
    cl_event done = nullptr;
    CHECK_OK(clmem_image_fill(image, queue_, color, fill_box(nullptr, nullptr, 1, &gate.event()), &done));
    ASSERT_NE(done, nullptr);
    flush(queue_);
    cl_int status = CL_COMPLETE;
    EXPECT_EQ(REAL(clGetEventInfo)(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
              CL_SUCCESS);
    EXPECT_NE(status, CL_COMPLETE);
    gate.open();
    CHECK_OK(clmem_event_wait(1, &done));
    CHECK_OK(clmem_event_release(done));
    EXPECT_EQ(read(image), pixels(8 * 8 * 4, 255));
}

TEST_F(image_fill_api, refuses) {
    image_owner image = make(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 8, 4);
    image_owner normalized = make(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNORM_INT8, 8, 4);
    const double color[4] = {1, 2, 3, 4};
    const auto refused = [&](clmem_status expected, const char *named, clmem_image which, const double *c,
                             const triple &origin, const triple &region) {
        auto *event = reinterpret_cast<cl_event>(&counting);
        EXPECT_EQ(clmem_image_fill(which, queue_, c, fill_box(origin.data(), region.data()), &event), expected);
        EXPECT_NE(last_error().message.find(named), std::string::npos) << last_error().message;
        EXPECT_EQ(event, nullptr);
    };
    const auto bad = CLMEM_ERROR_INVALID_ARGUMENT;
    refused(bad, "origin[0]: expected less than 8, the image's size in this dimension, got 8", image, color, {8, 0, 0},
            {0, 0, 0});
    refused(bad, "origin[1]: expected less than 4, the image's size in this dimension, got 4", image, color, {0, 4, 0},
            {0, 0, 0});
    refused(bad, "origin[2]: expected less than 1, the image's size in this dimension, got 1", image, color, {0, 0, 1},
            {0, 0, 0});
    refused(bad, "region[0]: expected at most 7, the rest of the image after origin[0] = 1, got 8", image, color,
            {1, 0, 0}, {8, 1, 1});
    refused(bad, "region[1]: expected at most 4, the rest of the image after origin[1] = 0, got 5", image, color,
            {0, 0, 0}, {1, 5, 1});
    refused(bad, "region[2]: expected at most 1, the rest of the image after origin[2] = 0, got 2", image, color,
            {0, 0, 0}, {1, 1, 2});
    refused(bad, "region[0]", image, color, {1, 0, 0}, {SIZE_MAX - 1, 1, 1});
    const double fraction[4] = {1, 0.5, 0, 0};
    refused(bad, "color[1]: expected a whole number", image, fraction, {0, 0, 0}, {0, 0, 0});
    const double no_number[4] = {1, 0, std::nan(""), 0};
    refused(bad, "color[2]", image, no_number, {0, 0, 0}, {0, 0, 0});
    refused(bad, "color[2]", normalized, no_number, {0, 0, 0}, {0, 0, 0});
    EXPECT_EQ(counting().calls("clEnqueueFillImage"), 0U);
    CHECK_STATUS(bad, clmem_image_fill(image, nullptr, color, nullptr, nullptr));
    CHECK_STATUS(bad, clmem_image_fill(image, queue_, nullptr, nullptr, nullptr));
    CHECK_STATUS(bad, clmem_image_fill(image, queue_, color, fill_box(nullptr, nullptr, 1, nullptr), nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_image_fill(nullptr, queue_, color, nullptr, nullptr));
    counting().fail("clEnqueueFillImage", 1, CL_INVALID_COMMAND_QUEUE, false);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE, clmem_image_fill(image, queue_, color, nullptr, nullptr));
    counting().fail("clEnqueueFillImage", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_image_fill(image, queue_, color, nullptr, nullptr));
    EXPECT_EQ(last_error().opencl_code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(image_fill_api, takes_what_is_not_a_number_for_floats) {
    image_owner image = make(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, 1, 1);
    const double color[4] = {std::nan(""), 1, 2, 3};
    CHECK_OK(clmem_image_fill(image, queue_, color, nullptr, nullptr));
    std::array<float, 4> held{};
    const pixels all = read(image);
    ASSERT_EQ(all.size(), sizeof held);
    std::memcpy(held.data(), all.data(), sizeof held);
    EXPECT_TRUE(std::isnan(held[0]));
    EXPECT_EQ(held[3], 3);
}

} // namespace
