// Images made from arrays: their formats, and arrays that cannot become an image.
#include "images.hpp"

#include <functional>
#include <string>

namespace {

using namespace clmem::test;

class image_array_api : public image_making {
  protected:
    pixels data_ = numbered(4096);

    clmem_image_array array(cl_uint kind, std::uint32_t bytes, std::vector<std::size_t> shape) {
        clmem_image_array made = CLMEM_IMAGE_ARRAY_INIT;
        made.element_kind = kind;
        made.element_bytes = bytes;
        made.dimensions = static_cast<std::uint32_t>(shape.size());
        std::copy(shape.begin(), shape.end(), made.shape);
        made.data = data_.data();
        made.data_bytes = data_.size();
        return made;
    }

    void refused_array(clmem_status expected, const std::string &named, const clmem_image_array &given,
                       std::uint64_t flags = CL_MEM_READ_ONLY) {
        SCOPED_TRACE(named);
        const auto before = counting().calls("clCreateImage");
        auto image = reinterpret_cast<clmem_image>(this);
        CHECK_STATUS(expected, clmem_image_from_array(context_, flags, &given, &image));
        EXPECT_EQ(image, nullptr);
        EXPECT_NE(last_error().message.find(named), std::string::npos) << last_error().message;
        EXPECT_EQ(counting().calls("clCreateImage"), before);
    }
};

TEST_F(image_array_api, picks_the_channel_type_of_the_elements) {
    constexpr struct {
        cl_uint kind, bytes, normalized, type;
    } cases[] = {{CLMEM_ELEMENT_SIGNED, 1, 0, CL_SIGNED_INT8},
                 {CLMEM_ELEMENT_SIGNED, 2, 0, CL_SIGNED_INT16},
                 {CLMEM_ELEMENT_SIGNED, 4, 0, CL_SIGNED_INT32},
                 {CLMEM_ELEMENT_UNSIGNED, 1, 0, CL_UNSIGNED_INT8},
                 {CLMEM_ELEMENT_UNSIGNED, 2, 0, CL_UNSIGNED_INT16},
                 {CLMEM_ELEMENT_UNSIGNED, 4, 0, CL_UNSIGNED_INT32},
                 {CLMEM_ELEMENT_SIGNED, 1, 1, CL_SNORM_INT8},
                 {CLMEM_ELEMENT_SIGNED, 2, 1, CL_SNORM_INT16},
                 {CLMEM_ELEMENT_UNSIGNED, 1, 1, CL_UNORM_INT8},
                 {CLMEM_ELEMENT_UNSIGNED, 2, 1, CL_UNORM_INT16},
                 {CLMEM_ELEMENT_FLOAT, 2, 0, CL_HALF_FLOAT},
                 {CLMEM_ELEMENT_FLOAT, 4, 0, CL_FLOAT},
                 {CLMEM_ELEMENT_FLOAT, 4, 1, CL_FLOAT}};
    for (const auto &c : cases) {
        SCOPED_TRACE(c.type);
        if (!lists(CL_RGBA, c.type, CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY)) { continue; }
        clmem_image_array given = array(c.kind, c.bytes, {3, 5, 4});
        given.channel_count = 4;
        given.is_normalized = c.normalized;
        given.data_bytes = std::size_t{60} * c.bytes; // exactly enough
        image_owner image;
        REQUIRE_OK(clmem_image_from_array(context_, CL_MEM_READ_ONLY, &given, image.out()));
        const clmem_image_info info = info_of(image);
        EXPECT_EQ(info.channel_order, static_cast<cl_uint>(CL_RGBA));
        EXPECT_EQ(info.channel_type, c.type);
        EXPECT_EQ(info.dimensions, 2U);
        EXPECT_EQ(info.width, 5U); // the array's last dimension is the image's width
        EXPECT_EQ(info.height, 3U);
        EXPECT_EQ(read(image), pixels(data_.begin(), data_.begin() + static_cast<std::ptrdiff_t>(60 * c.bytes)));
        --given.data_bytes;
        refused_array(CLMEM_ERROR_INVALID_ARGUMENT, "host_bytes", given);
    }
}

TEST_F(image_array_api, picks_the_order_and_the_kind) {
    struct {
        std::vector<std::size_t> shape;
        std::uint32_t vector_length, channels;
        cl_uint kind, order;
        triple size;
    } const cases[] = {
        {{6}, 1, 0, CL_MEM_OBJECT_IMAGE1D, CL_R, {6, 0, 0}},
        {{4, 6}, 1, 0, CL_MEM_OBJECT_IMAGE2D, CL_R, {6, 4, 0}},
        {{4, 6}, 1, 1, CL_MEM_OBJECT_IMAGE2D, CL_R, {6, 4, 0}},
        {{2, 4, 6}, 1, 1, CL_MEM_OBJECT_IMAGE3D, CL_R, {6, 4, 2}},
        {{4, 6, 2}, 1, 2, CL_MEM_OBJECT_IMAGE2D, CL_RG, {6, 4, 0}},
        {{4, 6}, 2, 0, CL_MEM_OBJECT_IMAGE2D, CL_RG, {6, 4, 0}},
        {{4, 6}, 4, 0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, {6, 4, 0}},
        {{4, 6}, 4, 4, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, {6, 4, 0}},
        {{2, 4, 6, 4}, 1, 4, CL_MEM_OBJECT_IMAGE3D, CL_RGBA, {6, 4, 2}},
    };
    for (const auto &c : cases) {
        clmem_image_array given = array(CLMEM_ELEMENT_FLOAT, 4, c.shape);
        given.vector_length = c.vector_length;
        given.channel_count = c.channels;
        if (!lists(c.order, CL_FLOAT, c.kind)) {
            if (c.order != CL_R) { refused_array(CLMEM_ERROR_UNSUPPORTED, "clmem_image_formats()", given, 0); }
            continue;
        }
        image_owner image;
        REQUIRE_OK(clmem_image_from_array(context_, 0, &given, image.out()));
        const clmem_image_info info = info_of(image);
        EXPECT_EQ(info.type, c.kind);
        EXPECT_EQ(info.channel_order, c.order);
        EXPECT_EQ((triple{info.width, info.height, info.depth}), c.size);
        const pixels all = read(image);
        EXPECT_EQ(all, pixels(data_.begin(), data_.begin() + static_cast<std::ptrdiff_t>(all.size())));
    }
    clmem_image_array three = array(CLMEM_ELEMENT_FLOAT, 4, {4, 6, 3});
    three.channel_count = 3;
    if (!lists(CL_RGB, CL_FLOAT)) { refused_array(CLMEM_ERROR_UNSUPPORTED, "add a fourth channel", three, 0); }
}

TEST_F(image_array_api, refuses) {
    const auto bad = CLMEM_ERROR_INVALID_ARGUMENT;
    const clmem_image_array good = array(CLMEM_ELEMENT_UNSIGNED, 1, {4, 6, 4});
    const auto changed = [&](const std::function<void(clmem_image_array &)> &change) {
        clmem_image_array other = good;
        other.channel_count = 4;
        change(other);
        return other;
    };
    refused_array(bad,
                  "element_kind: expected CLMEM_ELEMENT_SIGNED, CLMEM_ELEMENT_UNSIGNED or CLMEM_ELEMENT_FLOAT, got 0",
                  changed([](auto &a) { a.element_kind = 0; }));
    refused_array(bad,
                  "element_kind: expected CLMEM_ELEMENT_SIGNED, CLMEM_ELEMENT_UNSIGNED or CLMEM_ELEMENT_FLOAT, got 4",
                  changed([](auto &a) { a.element_kind = 4; }));
    refused_array(bad, "floating-point numbers, got 3", changed([](auto &a) { a.element_bytes = 3; }));
    refused_array(bad, "floating-point numbers, got 8", changed([](auto &a) { a.element_bytes = 8; }));
    refused_array(bad, "floating-point numbers, got 17", changed([](auto &a) { a.element_bytes = 17; }));
    refused_array(bad, "floating-point numbers, got 8", changed([](auto &a) {
                      a.element_kind = CLMEM_ELEMENT_FLOAT;
                      a.element_bytes = 8;
                  }));
    refused_array(bad, "floating-point numbers, got 4",
                  changed([](auto &a) { a.element_bytes = 4, a.is_normalized = 1; }));
    refused_array(bad, "is_normalized: expected 0 or 1, got 2", changed([](auto &a) { a.is_normalized = 2; }));
    refused_array(bad, "vector_length: expected 1, 2 or 4, got 3", changed([](auto &a) { a.vector_length = 3; }));
    refused_array(bad, "vector_length: expected 1, 2 or 4, got 5", changed([](auto &a) { a.vector_length = 5; }));
    refused_array(bad, "channel_count: expected 1 to 4, or for vectors 0 or their length, got 5",
                  changed([](auto &a) { a.channel_count = 5; }));
    refused_array(bad, "channel_count: expected 1 to 4, or for vectors 0 or their length, got 4",
                  changed([](auto &a) { a.vector_length = 2; }));
    refused_array(bad, "dimensions: expected 1 to 3, plus at most one for the channels, got 0",
                  changed([](auto &a) { a.dimensions = 0; }));
    refused_array(bad, "dimensions: expected 1 to 3, plus at most one for the channels, got 5",
                  changed([](auto &a) { a.dimensions = 5; }));
    refused_array(bad, "dimensions: expected 1 to 3 besides that of the channels, got 4 of 4",
                  changed([](auto &a) { a.dimensions = 4, a.shape[3] = 1, a.channel_count = 1; }));
    refused_array(bad, "dimensions: expected 1 to 3 besides that of the channels, got 0 of 1",
                  changed([](auto &a) { a.dimensions = 1; }));
    refused_array(bad, "shape[2], the last dimension: expected channel_count, 2, got 4",
                  changed([](auto &a) { a.channel_count = 2; }));
    refused_array(bad, "shape[1]: expected at least 1, got 0", changed([](auto &a) { a.shape[1] = 0; }));
    refused_array(bad, "array.data: expected a pointer to the array, got NULL",
                  changed([](auto &a) { a.data = nullptr; }));
    refused_array(bad, "reserved", changed([](auto &a) { a.reserved = 1; }));
    refused_array(bad, "host_bytes: expected at least 96, the size of the image with its pitches, got 95",
                  changed([](auto &a) { a.data_bytes = 95; }));
    refused_array(bad, "image with its pitches, got 0", changed([](auto &a) { a.data_bytes = 0; }));
    refused_array(bad, "memory_flags", changed([](auto &) {}), CL_MEM_USE_HOST_PTR);
    refused_array(bad, "memory_flags", changed([](auto &) {}), CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
    refused_array(bad, "width: expected at most", changed([](auto &a) { a.shape[1] = std::size_t{1} << 40; }));
    clmem_image image = nullptr;
    CHECK_STATUS(bad, clmem_image_from_array(nullptr, 0, &good, &image));
    CHECK_STATUS(bad, clmem_image_from_array(context_, 0, nullptr, &image));
    CHECK_STATUS(bad, clmem_image_from_array(context_, 0, &good, nullptr));
}

TEST_F(image_array_api, wants_arrays_without_gaps_in_cs_order) {
    clmem_image_array given = array(CLMEM_ELEMENT_UNSIGNED, 1, {4, 6, 4});
    given.channel_count = 4;
    const auto set = [&](std::int64_t a, std::int64_t b, std::int64_t c) {
        given.strides_bytes[0] = a;
        given.strides_bytes[1] = b;
        given.strides_bytes[2] = c;
    };
    image_owner image;
    set(24, 4, 1);
    CHECK_OK(clmem_image_from_array(context_, 0, &given, image.out()));
    set(1, 4, 24); // Fortran order
    refused_array(CLMEM_ERROR_INVALID_ARGUMENT, "strides_bytes[2]: expected 1, as in C order without gaps, got 24",
                  given, 0);
    set(32, 4, 1);
    refused_array(CLMEM_ERROR_INVALID_ARGUMENT, "strides_bytes[0]: expected 24, as in C order without gaps, got 32",
                  given, 0);
    set(-24, 4, 1);
    refused_array(CLMEM_ERROR_INVALID_ARGUMENT, "strides_bytes[0]: expected 24, as in C order without gaps, got -24",
                  given, 0);
    // A dimension with one element may have any stride.
    given.shape[0] = 1;
    set(4711, 4, 1);
    CHECK_OK(clmem_image_from_array(context_, 0, &given, image.out()));
}

TEST_F(image_array_api, passes_the_drivers_refusals_on) {
    clmem_image_array given = array(CLMEM_ELEMENT_UNSIGNED, 1, {4, 6, 4});
    given.channel_count = 4;
    clmem_image image = nullptr;
    counting().fail("clCreateImage", 1, CL_OUT_OF_HOST_MEMORY, false);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_image_from_array(context_, 0, &given, &image));
    counting().fail("clGetContextInfo", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_image_from_array(context_, 0, &given, &image));
}

} // namespace
