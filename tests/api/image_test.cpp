// Images of every kind: created with and without host memory, or over buffers; and their descriptions.
#include "images.hpp"

#include <string>

namespace {

using namespace clmem::test;

class image_api : public image_making {};

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

// Host memory with gaps of each kind: only the pixels are read back.
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
    buffer.reset(); // the image keeps it alive
    EXPECT_EQ(read(image), pixels(data.begin(), data.begin() + 60));
}

// Blocks are parts of slabs, over which PoCL creates no images, or dedicated buffers.
TEST_F(image_of_buffer_api, keep_a_block_from_being_used_again) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    for (const std::uint32_t flags : {0U, static_cast<std::uint32_t>(CLMEM_ALLOCATION_DEDICATED)}) {
        SCOPED_TRACE(flags);
        pool_owner pool = make_pool(provider);
        const auto allocate = [&](std::size_t bytes) {
            clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
            options.flags = flags;
            buffer_owner block;
            CHECK_OK(clmem_pool_allocate_with(pool, &options, bytes, block.out()));
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
        // A block's size is the requested one, even if its range is larger.
        buffer_owner small = allocate(100);
        wanted.source = reinterpret_cast<clmem_memory>(small.get());
        wanted.width = 26;
        refused(CLMEM_ERROR_INVALID_ARGUMENT, "the size of the image, got 100", wanted);
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
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "source: expected at least", wanted);
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
    EXPECT_NE(last_error().message.find("expected an image"), std::string::npos) << last_error().message;
    // An imported image of the program works too.
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

} // namespace
