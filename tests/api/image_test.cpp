// Images of every kind: made with and without the host's memory, of buffers, of arrays; described; refused before the driver
// sees what it might take.
#include "images.hpp"

#include <functional>
#include <string>

namespace {

using namespace clmem::test;

constexpr std::size_t unknown = SIZE_MAX;

class image_api : public with_images {
  protected:
    clmem_status create(const clmem_image_description &wanted, std::uint64_t flags, void *host, std::size_t bytes,
                        clmem_image *out) {
        return clmem_image_create(context_, flags, &wanted, host, bytes, out);
    }

    // A call that must be refused before the driver is asked to make anything; the message names what is wrong.
    void refused(clmem_status expected, const std::string &named, const clmem_image_description &wanted,
                 std::uint64_t flags = 0, void *host = nullptr, std::size_t bytes = unknown) {
        SCOPED_TRACE(named);
        const auto before = counting().calls("clCreateImage");
        auto image = reinterpret_cast<clmem_image>(&counting);
        CHECK_STATUS(expected, clmem_image_create(context_, flags, &wanted, host, bytes, &image));
        EXPECT_EQ(image, nullptr);
        EXPECT_NE(last_error().message.find(named), std::string::npos) << last_error().message;
        EXPECT_EQ(counting().calls("clCreateImage"), before);
    }

    clmem_image_info info_of(clmem_image image) {
        clmem_image_info info = CLMEM_IMAGE_INFO_INIT;
        CHECK_OK(clmem_image_describe(image, &info));
        return info;
    }

    // A pixel of four bytes in most tests.
    static clmem_image_description rgba(cl_uint kind, std::size_t width, std::size_t height = 0, std::size_t last = 0) {
        return describe(kind, CL_RGBA, CL_UNORM_INT8, width, height, last);
    }
};

struct shape_case {
    const char *name;
    cl_uint kind;
    std::size_t width, height, last;
    std::vector<std::size_t> shape;
};
const shape_case shapes[] = {
    {"1D", CL_MEM_OBJECT_IMAGE1D, 7, 0, 0, {7}},       {"1D array", CL_MEM_OBJECT_IMAGE1D_ARRAY, 7, 0, 3, {7, 3}},
    {"2D", CL_MEM_OBJECT_IMAGE2D, 7, 5, 0, {7, 5}},    {"2D array", CL_MEM_OBJECT_IMAGE2D_ARRAY, 7, 5, 3, {7, 5, 3}},
    {"3D", CL_MEM_OBJECT_IMAGE3D, 7, 5, 3, {7, 5, 3}},
};

TEST_F(image_api, makes_every_kind) {
    for (const shape_case &c : shapes) {
        SCOPED_TRACE(c.name);
        image_owner image;
        REQUIRE_OK(create(rgba(c.kind, c.width, c.height, c.last), 0, nullptr, 0, image.out()));
        const clmem_image_info info = info_of(image);
        EXPECT_EQ(info.type, c.kind);
        EXPECT_EQ(info.channel_order, static_cast<cl_uint>(CL_RGBA));
        EXPECT_EQ(info.channel_type, static_cast<cl_uint>(CL_UNORM_INT8));
        EXPECT_EQ(info.pixel_bytes, 4U);
        EXPECT_EQ(info.width, c.width);
        EXPECT_EQ(info.height, c.height);
        EXPECT_EQ(info.depth, c.kind == CL_MEM_OBJECT_IMAGE3D ? c.last : 0);
        EXPECT_EQ(info.array_size, c.kind == CL_MEM_OBJECT_IMAGE3D ? 0 : c.last);
        ASSERT_EQ(info.dimensions, c.shape.size());
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(info.shape[i], i < c.shape.size() ? c.shape[i] : 0);
        }
        EXPECT_EQ(info.source, nullptr);
        EXPECT_EQ(info.mip_levels, 0U);
        EXPECT_EQ(info.reserved, 0U);
        std::size_t pitch = 0;
        EXPECT_EQ(REAL(clGetImageInfo)(mem_of(image), CL_IMAGE_ROW_PITCH, sizeof pitch, &pitch, nullptr), CL_SUCCESS);
        EXPECT_EQ(info.row_pitch_bytes, pitch);
        EXPECT_EQ(REAL(clGetImageInfo)(mem_of(image), CL_IMAGE_SLICE_PITCH, sizeof pitch, &pitch, nullptr), CL_SUCCESS);
        EXPECT_EQ(info.slice_pitch_bytes, pitch);
    }
}

// The host's memory with gaps of each sort: what is read back are the pixels alone.
TEST_F(image_api, takes_the_hosts_pixels_with_pitches) {
    for (const shape_case &c : shapes) {
        for (const bool has_gaps : {false, true}) {
            SCOPED_TRACE(std::string{c.name} + (has_gaps ? " with gaps" : ""));
            clmem_image_description wanted = rgba(c.kind, c.width, c.height, c.last);
            const std::size_t rows = c.height != 0 ? c.height : 1;
            const std::size_t slices = c.last != 0 ? c.last : 1;
            std::size_t row = c.width * 4;
            std::size_t slice = row * rows;
            if (has_gaps) {
                wanted.row_pitch_bytes = row = c.width * 4 + 8;
                slice = row * rows;
                if (c.last != 0) { wanted.slice_pitch_bytes = slice = row * (rows + 1); }
            }
            pixels host = numbered(slice * slices);
            pixels expected;
            for (std::size_t z = 0; z < slices; ++z) {
                for (std::size_t y = 0; y < rows; ++y) {
                    const auto begin = host.begin() + static_cast<std::ptrdiff_t>(z * slice + y * row);
                    expected.insert(expected.end(), begin, begin + static_cast<std::ptrdiff_t>(c.width * 4));
                }
            }
            image_owner image;
            REQUIRE_OK(create(wanted, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, host.data(), host.size(), image.out()));
            std::fill(host.begin(), host.end(), 0); // it was copied
            EXPECT_EQ(read(image), expected);
        }
    }
}

TEST_F(image_api, uses_the_hosts_memory) {
    pixels host = numbered(16 * 8 * 4);
    const pixels before = host;
    image_owner image;
    REQUIRE_OK(create(rgba(CL_MEM_OBJECT_IMAGE2D, 16, 8), CL_MEM_USE_HOST_PTR, host.data(), host.size(), image.out()));
    EXPECT_EQ(read(image), before);
    clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
    CHECK_OK(clmem_memory_describe(reinterpret_cast<clmem_memory>(image.get()), &info));
    EXPECT_EQ(info.host_pointer, host.data());
    EXPECT_EQ(info.type, static_cast<cl_uint>(CL_MEM_OBJECT_IMAGE2D));
    EXPECT_EQ(info.is_pooled, 0U);
    EXPECT_GE(info.bytes, host.size());
}

class image_of_buffer_api : public image_api {
    leaks_of_the_driver ignored_;
};

TEST_F(image_of_buffer_api, makes_images_of_buffers) {
    buffer_owner buffer;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 64, nullptr, buffer.out()));
    cl_mem mem = nullptr;
    REQUIRE_OK(clmem_buffer_mem(buffer, &mem));
    const pixels data = numbered(64);
    ASSERT_EQ(REAL(clEnqueueWriteBuffer)(queue_, mem, CL_TRUE, 0, 64, data.data(), 0, nullptr, nullptr), CL_SUCCESS);
    clmem_image_description wanted = rgba(CL_MEM_OBJECT_IMAGE1D_BUFFER, 15);
    wanted.source = reinterpret_cast<clmem_memory>(buffer.get());
    image_owner image;
    REQUIRE_OK(create(wanted, 0, nullptr, 0, image.out()));
    EXPECT_EQ(info_of(image).source, mem);
    EXPECT_EQ(info_of(image).type, static_cast<cl_uint>(CL_MEM_OBJECT_IMAGE1D_BUFFER));
    EXPECT_EQ(info_of(image).dimensions, 1U);
    EXPECT_EQ(info_of(image).shape[0], 15U);
    buffer.reset(); // the image keeps it
    EXPECT_EQ(read(image), pixels(data.begin(), data.begin() + 60));
}

// Blocks are parts of slabs, which PoCL makes no images of, or whole buffers of their own.
TEST_F(image_of_buffer_api, keep_a_block_from_being_used_again) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, CL_MEM_READ_WRITE, provider.out()));
    for (const std::uint32_t flags : {0U, static_cast<std::uint32_t>(CLMEM_ALLOCATION_DEDICATED)}) {
        SCOPED_TRACE(flags);
        pool_owner pool = make_pool(provider);
        const auto allocate = [&](std::size_t bytes) {
            clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
            options.flags = flags;
            buffer_owner block;
            CHECK_OK(clmem_pool_allocate_with(pool, bytes, &options, block.out()));
            return block;
        };
        const auto place = [](clmem_buffer block) {
            clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
            CHECK_OK(clmem_buffer_describe(block, &info));
            return std::pair{info.slab, info.offset_bytes};
        };
        buffer_owner block = allocate(4096);
        const auto first = place(block);
        clmem_image_description wanted = rgba(CL_MEM_OBJECT_IMAGE1D_BUFFER, 1024);
        wanted.source = reinterpret_cast<clmem_memory>(block.get());
        image_owner image;
        const clmem_status status = create(wanted, 0, nullptr, 0, image.out());
        if (status == CLMEM_ERROR_UNSUPPORTED && flags == 0) {
            EXPECT_EQ(last_error().opencl_code, CL_INVALID_MEM_OBJECT);
            EXPECT_NE(last_error().message.find("CLMEM_ALLOCATION_DEDICATED"), std::string::npos);
            continue;
        }
        ASSERT_EQ(status, CLMEM_SUCCESS) << last_error().message;
        cl_mem mem = nullptr;
        CHECK_OK(clmem_buffer_mem(block, &mem));
        const pixels data = numbered(4096);
        EXPECT_EQ(REAL(clEnqueueWriteBuffer)(queue_, mem, CL_TRUE, 0, 4096, data.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        block.reset();
        std::vector<buffer_owner> others;
        for (int i = 0; i < 8; ++i) {
            others.push_back(allocate(4096));
            EXPECT_NE(place(others.back()), first);
        }
        EXPECT_EQ(read(image), data);
        image.reset();
        CHECK_OK(clmem_queue_finish(queue_));
        bool came_back = false;
        for (int i = 0; i < 64 && !came_back; ++i) {
            others.push_back(allocate(4096));
            came_back = place(others.back()) == first;
        }
        EXPECT_TRUE(came_back);
        // A block's size is what was asked for, whatever its range has.
        buffer_owner small = allocate(100);
        wanted.source = reinterpret_cast<clmem_memory>(small.get());
        wanted.width = 26;
        refused(CLMEM_ERROR_INVALID_ARGUMENT, "the source has 100 bytes", wanted);
    }
}

TEST_F(image_api, makes_2d_images_of_buffers_where_the_device_can) {
    cl_uint alignment = 0;
    if (REAL(clGetDeviceInfo)(device_, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof alignment, &alignment, nullptr) !=
        CL_SUCCESS) {
        alignment = 0;
    }
    buffer_owner buffer;
    const std::size_t width = alignment != 0 ? alignment : 4;
    REQUIRE_OK(clmem_buffer_create(context_, 0, width * 4 * 3, nullptr, buffer.out()));
    clmem_image_description wanted = rgba(CL_MEM_OBJECT_IMAGE2D, width, 3);
    wanted.source = reinterpret_cast<clmem_memory>(buffer.get());
    if (alignment == 0) { return refused(CLMEM_ERROR_UNSUPPORTED, "cl_khr_image2d_from_buffer", wanted); }
    cl_mem mem = nullptr;
    REQUIRE_OK(clmem_buffer_mem(buffer, &mem));
    const pixels data = numbered(width * 4 * 3);
    ASSERT_EQ(REAL(clEnqueueWriteBuffer)(queue_, mem, CL_TRUE, 0, data.size(), data.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    image_owner image;
    REQUIRE_OK(create(wanted, 0, nullptr, 0, image.out()));
    EXPECT_EQ(read(image), data);
    wanted.height = 4;
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "the source has", wanted);
    wanted.height = 1;
    wanted.row_pitch_bytes = width * 4 + 2;
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "row_pitch_bytes", wanted);
}

TEST_F(image_api, answers_opencls_questions) {
    image_owner image;
    REQUIRE_OK(create(rgba(CL_MEM_OBJECT_IMAGE2D, 9, 2), 0, nullptr, 0, image.out()));
    std::size_t width = 0;
    std::size_t bytes = 0;
    CHECK_OK(clmem_image_query(image, CL_IMAGE_WIDTH, sizeof width, &width, &bytes));
    EXPECT_EQ(width, 9U);
    EXPECT_EQ(bytes, sizeof width);
    CHECK_OK(clmem_image_query(image, CL_IMAGE_FORMAT, 0, nullptr, &bytes));
    EXPECT_EQ(bytes, sizeof(cl_image_format));
    CHECK_STATUS(CL_INVALID_VALUE, clmem_image_query(image, 0x4711, sizeof width, &width, &bytes));
    EXPECT_EQ(bytes, 0U);
    CHECK_STATUS(CL_INVALID_VALUE, clmem_image_query(image, CL_IMAGE_WIDTH, 1, &width, &bytes));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_query(image, CL_IMAGE_WIDTH, 8, nullptr, &bytes));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_query(image, CL_IMAGE_WIDTH, 8, &width, nullptr));
    clmem_image_info info = CLMEM_IMAGE_INFO_INIT;
    counting().fail("clGetImageInfo", 1, CL_OUT_OF_HOST_MEMORY, false);
    CHECK_STATUS(CL_OUT_OF_HOST_MEMORY, clmem_image_describe(image, &info));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_describe(image, nullptr));
}

TEST_F(image_api, handles_are_of_memory_but_not_of_buffers) {
    image_owner image;
    REQUIRE_OK(create(rgba(CL_MEM_OBJECT_IMAGE2D, 2, 2), 0, nullptr, 0, image.out()));
    auto as_buffer = reinterpret_cast<clmem_buffer>(image.get());
    std::size_t bytes = 0;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_size(as_buffer, &bytes));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_release(as_buffer));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pipe_release(reinterpret_cast<clmem_pipe>(image.get())));
    buffer_owner buffer;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 4, nullptr, buffer.out()));
    auto as_image = reinterpret_cast<clmem_image>(buffer.get());
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_image_release(as_image));
    clmem_image_info info = CLMEM_IMAGE_INFO_INIT;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_image_describe(as_image, &info));
    EXPECT_NE(last_error().message.find("an image is needed"), std::string::npos) << last_error().message;
    // An image of the program's own is one too.
    memory_owner imported;
    REQUIRE_OK(clmem_memory_import(mem_of(image), 1, imported.out()));
    CHECK_OK(clmem_image_describe(reinterpret_cast<clmem_image>(imported.get()), &info));
    EXPECT_EQ(info.width, 2U);
    std::uint32_t equal = 0;
    CHECK_OK(clmem_memory_equal(imported, reinterpret_cast<clmem_memory>(image.get()), &equal));
    EXPECT_EQ(equal, 1U);
    clmem_image stale = image.give_up();
    CHECK_OK(clmem_image_release(stale));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_image_release(stale));
    CHECK_OK(clmem_image_release(nullptr));
}

TEST_F(image_api, refuses_sizes) {
    const auto bad = CLMEM_ERROR_INVALID_ARGUMENT;
    refused(bad, "type 0x10f0", rgba(CL_MEM_OBJECT_BUFFER, 4, 4));
    refused(bad, "width is 0", rgba(CL_MEM_OBJECT_IMAGE2D, 0, 4));
    refused(bad, "height is 0", rgba(CL_MEM_OBJECT_IMAGE2D, 4, 0));
    refused(bad, "depth is 0", rgba(CL_MEM_OBJECT_IMAGE3D, 4, 4, 0));
    refused(bad, "array_size is 0", rgba(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 0));
    refused(bad, "array_size is 0", rgba(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 0));
    refused(bad, "height is 2", rgba(CL_MEM_OBJECT_IMAGE1D, 4, 2));
    refused(bad, "array_size is 2", rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4, 2));
    clmem_image_description deep = rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    deep.depth = 2;
    refused(bad, "depth is 2", deep);
    const auto limit = [&](cl_device_info what) {
        std::size_t value = 0;
        EXPECT_EQ(REAL(clGetDeviceInfo)(device_, what, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    };
    const std::size_t width = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH);
    refused(bad, "width is", rgba(CL_MEM_OBJECT_IMAGE2D, width + 1, 1));
    EXPECT_EQ(last_error().opencl_code, CL_INVALID_IMAGE_SIZE);
    refused(bad, "width is", rgba(CL_MEM_OBJECT_IMAGE1D, width + 1));
    refused(bad, "height is", rgba(CL_MEM_OBJECT_IMAGE2D, 1, limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT) + 1));
    refused(bad, "width is", rgba(CL_MEM_OBJECT_IMAGE3D, limit(CL_DEVICE_IMAGE3D_MAX_WIDTH) + 1, 1, 1));
    refused(bad, "height is", rgba(CL_MEM_OBJECT_IMAGE3D, 1, limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT) + 1, 1));
    refused(bad, "depth is", rgba(CL_MEM_OBJECT_IMAGE3D, 1, 1, limit(CL_DEVICE_IMAGE3D_MAX_DEPTH) + 1));
    refused(bad, "array_size is", rgba(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE) + 1));
    image_owner widest;
    CHECK_OK(create(rgba(CL_MEM_OBJECT_IMAGE2D, width, 1), 0, nullptr, 0, widest.out()));
    const clmem_image_description huge =
        describe(CL_MEM_OBJECT_IMAGE3D, CL_RGBA, CL_FLOAT, limit(CL_DEVICE_IMAGE3D_MAX_WIDTH),
                 limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT), limit(CL_DEVICE_IMAGE3D_MAX_DEPTH));
    refused(CLMEM_ERROR_OUT_OF_MEMORY, "in one piece", huge);
}

TEST_F(image_api, refuses_pitches_and_short_memory) {
    const auto bad = CLMEM_ERROR_INVALID_ARGUMENT;
    pixels host(4096);
    const auto with = [&](cl_uint kind, std::size_t row, std::size_t slice) {
        clmem_image_description wanted =
            rgba(kind, 5, kind == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 0 : 4, kind == CL_MEM_OBJECT_IMAGE2D ? 0 : 3);
        wanted.row_pitch_bytes = row;
        wanted.slice_pitch_bytes = slice;
        return wanted;
    };
    const auto copy = CL_MEM_COPY_HOST_PTR;
    refused(bad, "row_pitch_bytes is 16", with(CL_MEM_OBJECT_IMAGE2D, 16, 0), copy, host.data());
    refused(bad, "row_pitch_bytes is 22", with(CL_MEM_OBJECT_IMAGE2D, 22, 0), copy, host.data());
    refused(bad, "row_pitch_bytes is 20, but there is no host memory", with(CL_MEM_OBJECT_IMAGE2D, 20, 0));
    refused(bad, "slice_pitch_bytes is 80", with(CL_MEM_OBJECT_IMAGE2D, 20, 80), copy, host.data());
    refused(bad, "slice_pitch_bytes is 80", with(CL_MEM_OBJECT_IMAGE3D, 0, 80));
    refused(bad, "slice_pitch_bytes is 60", with(CL_MEM_OBJECT_IMAGE3D, 20, 60), copy, host.data());
    refused(bad, "slice_pitch_bytes is 90", with(CL_MEM_OBJECT_IMAGE2D_ARRAY, 20, 90), copy, host.data());
    refused(bad, "slice_pitch_bytes is 12", with(CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 12), copy, host.data());
    refused(bad, "more bytes than there are addresses", with(CL_MEM_OBJECT_IMAGE2D, SIZE_MAX - 3, 0), copy,
            host.data());
    // The least that is enough, and a byte less.
    const struct {
        clmem_image_description wanted;
        std::size_t enough;
    } cases[] = {{with(CL_MEM_OBJECT_IMAGE2D, 0, 0), 80},
                 {with(CL_MEM_OBJECT_IMAGE2D, 24, 0), 96},
                 {with(CL_MEM_OBJECT_IMAGE3D, 24, 120), 360},
                 {with(CL_MEM_OBJECT_IMAGE2D_ARRAY, 0, 100), 300},
                 {with(CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 0), 60}};
    for (const auto &c : cases) {
        refused(bad, "host_bytes is " + std::to_string(c.enough - 1), c.wanted, copy, host.data(), c.enough - 1);
        image_owner image;
        CHECK_OK(create(c.wanted, copy, host.data(), c.enough, image.out()));
        CHECK_OK(create(c.wanted, copy, host.data(), unknown, image.out()));
    }
}

TEST_F(image_api, refuses_flags) {
    const auto bad = CLMEM_ERROR_INVALID_ARGUMENT;
    const clmem_image_description wanted = rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    pixels host(64);
    refused(bad, "memory_flags", wanted, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
    refused(bad, "memory_flags", wanted, CL_MEM_KERNEL_READ_AND_WRITE);
    refused(bad, "memory_flags", wanted, CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY);
    refused(bad, "memory_flags", wanted, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host.data());
    refused(bad, "host_pointer is NULL", wanted, CL_MEM_COPY_HOST_PTR);
    refused(bad, "host_pointer is given", wanted, 0, host.data());
}

TEST_F(image_api, refuses_formats_that_are_not_listed) {
    clmem_image_description wanted = describe(CL_MEM_OBJECT_IMAGE2D, 0x4711, CL_FLOAT, 4, 4);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "channel_order 0x4711", wanted);
    wanted = describe(CL_MEM_OBJECT_IMAGE2D, CL_R, 0x4711, 4, 4);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "channel_type 0x4711", wanted);
    unsigned unlisted = 0;
    for (const cl_uint order : {CL_RGB, CL_RGx, CL_RGBx, CL_sRGB, CL_ABGR, CL_INTENSITY}) {
        for (const cl_uint type : {CL_FLOAT, CL_UNORM_INT8, CL_UNORM_SHORT_565}) {
            if (lists(order, type)) { continue; }
            refused(CLMEM_ERROR_UNSUPPORTED, "clmem_image_formats()",
                    describe(CL_MEM_OBJECT_IMAGE2D, order, type, 4, 4));
            EXPECT_EQ(last_error().opencl_code, CL_IMAGE_FORMAT_NOT_SUPPORTED);
            ++unlisted;
        }
    }
    EXPECT_GT(unlisted, 0U);
}

TEST_F(image_api, refuses_sources) {
    const auto bad = CLMEM_ERROR_INVALID_ARGUMENT;
    buffer_owner buffer;
    REQUIRE_OK(clmem_buffer_create(context_, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 64, nullptr, buffer.out()));
    clmem_image_description wanted = rgba(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
    refused(bad, "source is NULL", wanted);
    wanted.source = reinterpret_cast<clmem_memory>(buffer.get());
    refused(bad, "memory_flags", wanted, CL_MEM_READ_WRITE);
    refused(bad, "memory_flags", wanted, CL_MEM_HOST_READ_ONLY);
    refused(bad, "memory_flags", wanted, CL_MEM_ALLOC_HOST_PTR);
    pixels host(64);
    refused(bad, "host_pointer is given", wanted, CL_MEM_COPY_HOST_PTR, host.data());
    wanted.width = 17;
    refused(bad, "the source has 64 bytes, and the image takes 68", wanted);
    wanted.width = 16;
    wanted.row_pitch_bytes = 64;
    refused(bad, "row_pitch_bytes is 64", wanted);
    wanted = rgba(CL_MEM_OBJECT_IMAGE1D, 16);
    wanted.source = reinterpret_cast<clmem_memory>(buffer.get());
    refused(bad, "source is of the wrong kind (buffer)", wanted);
    image_owner image;
    REQUIRE_OK(create(rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4), 0, nullptr, 0, image.out()));
    wanted = rgba(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
    wanted.source = reinterpret_cast<clmem_memory>(image.get());
    refused(bad, "source is of the wrong kind (image)", wanted);
    provider_owner provider = make_provider();
    pool_owner pool = make_pool(provider);
    buffer_owner block = make_buffer(pool, 64);
    wanted.source = reinterpret_cast<clmem_memory>(block.get());
    refused(CLMEM_ERROR_UNSUPPORTED, "", wanted);
    wanted.source = reinterpret_cast<clmem_memory>(block.give_up());
    CHECK_OK(clmem_memory_release(wanted.source));
    refused(CLMEM_ERROR_INVALID_HANDLE, "the description's source", wanted);
    context_owner other;
    REQUIRE_OK(clmem_context_create(device_, other.out()));
    buffer_owner foreign;
    REQUIRE_OK(clmem_buffer_create(other, 0, 64, nullptr, foreign.out()));
    wanted.source = reinterpret_cast<clmem_memory>(foreign.get());
    refused(bad, "source is of another context", wanted);
}

TEST_F(image_api, refuses_views_that_are_none) {
    image_owner image;
    REQUIRE_OK(create(rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4), 0, nullptr, 0, image.out()));
    clmem_image_description wanted = describe(CL_MEM_OBJECT_IMAGE2D, CL_sRGBA, CL_UNORM_INT8, 4, 3);
    wanted.source = reinterpret_cast<clmem_memory>(image.get());
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "the new one must be 2D", wanted);
    wanted.height = 4;
    wanted.channel_order = CL_BGRA;
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "sRGB twin", wanted);
    EXPECT_EQ(last_error().opencl_code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    wanted.channel_order = CL_sRGBA;
    if (!lists(CL_sRGBA, CL_UNORM_INT8)) { return refused(CLMEM_ERROR_UNSUPPORTED, "sRGBA", wanted); }
    image_owner view;
    REQUIRE_OK(create(wanted, 0, nullptr, 0, view.out()));
    EXPECT_EQ(info_of(view).channel_order, static_cast<cl_uint>(CL_sRGBA));
}

TEST_F(image_api, passes_the_drivers_refusals_on) {
    const clmem_image_description wanted = rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    clmem_image image = nullptr;
    const auto with_code = [&](cl_int code, clmem_status expected) {
        counting().fail("clCreateImage", 1, code, false);
        CHECK_STATUS(expected, clmem_image_create(context_, 0, &wanted, nullptr, 0, &image));
        EXPECT_EQ(last_error().opencl_code, code);
        EXPECT_EQ(image, nullptr);
    };
    with_code(CL_MEM_OBJECT_ALLOCATION_FAILURE, CLMEM_ERROR_OUT_OF_MEMORY);
    with_code(CL_IMAGE_FORMAT_NOT_SUPPORTED, CLMEM_ERROR_UNSUPPORTED);
    with_code(CL_INVALID_CONTEXT, CL_INVALID_CONTEXT);
    counting().fail("clGetContextInfo", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_image_create(context_, 0, &wanted, nullptr, 0, &image));
    // What was made goes when a later step fails; the fixture counts the references.
    counting().fail("clGetMemObjectInfo", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_image_create(context_, 0, &wanted, nullptr, 0, &image));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_create(nullptr, 0, &wanted, nullptr, 0, &image));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_create(context_, 0, nullptr, nullptr, 0, &image));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_create(context_, 0, &wanted, nullptr, 0, nullptr));
}

// ---- arrays ----------------------------------------------------------------------------------------------------------

class image_array_api : public image_api {
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
        auto image = reinterpret_cast<clmem_image>(&counting);
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
        given.data_bytes = std::size_t{60} * c.bytes; // just enough
        image_owner image;
        REQUIRE_OK(clmem_image_from_array(context_, CL_MEM_READ_ONLY, &given, image.out()));
        const clmem_image_info info = info_of(image);
        EXPECT_EQ(info.channel_order, static_cast<cl_uint>(CL_RGBA));
        EXPECT_EQ(info.channel_type, c.type);
        EXPECT_EQ(info.dimensions, 2U);
        EXPECT_EQ(info.width, 5U); // the array's last dimension is the image's first
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
    refused_array(bad, "element_kind is 0", changed([](auto &a) { a.element_kind = 0; }));
    refused_array(bad, "element_kind is 4", changed([](auto &a) { a.element_kind = 4; }));
    refused_array(bad, "element_bytes is 3", changed([](auto &a) { a.element_bytes = 3; }));
    refused_array(bad, "element_bytes is 8", changed([](auto &a) { a.element_bytes = 8; }));
    refused_array(bad, "element_bytes is 17", changed([](auto &a) { a.element_bytes = 17; }));
    refused_array(bad, "element_bytes is 8", changed([](auto &a) {
                      a.element_kind = CLMEM_ELEMENT_FLOAT;
                      a.element_bytes = 8;
                  }));
    refused_array(bad, "element_bytes is 4", changed([](auto &a) { a.element_bytes = 4, a.is_normalized = 1; }));
    refused_array(bad, "is_normalized is 2", changed([](auto &a) { a.is_normalized = 2; }));
    refused_array(bad, "vector_length is 0", changed([](auto &a) { a.vector_length = 0; }));
    refused_array(bad, "vector_length is 3", changed([](auto &a) { a.vector_length = 3; }));
    refused_array(bad, "vector_length is 5", changed([](auto &a) { a.vector_length = 5; }));
    refused_array(bad, "channel_count is 5", changed([](auto &a) { a.channel_count = 5; }));
    refused_array(bad, "channel_count is 4", changed([](auto &a) { a.vector_length = 2; }));
    refused_array(bad, "dimensions is 0", changed([](auto &a) { a.dimensions = 0; }));
    refused_array(bad, "dimensions is 5", changed([](auto &a) { a.dimensions = 5; }));
    refused_array(bad, "dimensions is 4",
                  changed([](auto &a) { a.dimensions = 4, a.shape[3] = 1, a.channel_count = 1; }));
    refused_array(bad, "dimensions is 1", changed([](auto &a) { a.dimensions = 1; }));
    refused_array(bad, "shape[2], the last dimension, is 4: it must be channel_count, 2",
                  changed([](auto &a) { a.channel_count = 2; }));
    refused_array(bad, "shape[1] is 0", changed([](auto &a) { a.shape[1] = 0; }));
    refused_array(bad, "data is NULL", changed([](auto &a) { a.data = nullptr; }));
    refused_array(bad, "reserved", changed([](auto &a) { a.reserved = 1; }));
    refused_array(bad, "host_bytes is 95", changed([](auto &a) { a.data_bytes = 95; }));
    refused_array(bad, "memory_flags", changed([](auto &) {}), CL_MEM_USE_HOST_PTR);
    refused_array(bad, "memory_flags", changed([](auto &) {}), CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
    refused_array(bad, "width is", changed([](auto &a) { a.shape[1] = std::size_t{1} << 40; }));
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
    set(1, 4, 24); // Fortran's order
    refused_array(CLMEM_ERROR_INVALID_ARGUMENT, "strides_bytes[2] is 24", given, 0);
    set(32, 4, 1);
    refused_array(CLMEM_ERROR_INVALID_ARGUMENT, "strides_bytes[0] is 32", given, 0);
    set(-24, 4, 1);
    refused_array(CLMEM_ERROR_INVALID_ARGUMENT, "strides_bytes[0] is -24", given, 0);
    // A dimension of one element has any stride.
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
