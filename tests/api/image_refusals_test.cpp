// Invalid images, refused by clmem before the driver could accept them, or by the driver.
#include "images.hpp"

#include <string>

namespace {

using namespace clmem::test;

class image_refusals : public image_making {};

TEST_F(image_refusals, refuses_sizes) {
    const auto bad = CLMEM_ERROR_INVALID_ARGUMENT;
    refused(bad, "such as CL_MEM_OBJECT_IMAGE2D, got 0x10f0", rgba(CL_MEM_OBJECT_BUFFER, 4, 4));
    refused(bad, "width: expected at least 1, got 0", rgba(CL_MEM_OBJECT_IMAGE2D, 0, 4));
    refused(bad, "height: expected at least 1, got 0", rgba(CL_MEM_OBJECT_IMAGE2D, 4, 0));
    refused(bad, "depth: expected at least 1, got 0", rgba(CL_MEM_OBJECT_IMAGE3D, 4, 4, 0));
    refused(bad, "array_size: expected at least 1, got 0", rgba(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 0));
    refused(bad, "array_size: expected at least 1, got 0", rgba(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 0));
    refused(bad, "height: expected 0, since this kind of image does not have it, got 2",
            rgba(CL_MEM_OBJECT_IMAGE1D, 4, 2));
    refused(bad, "array_size: expected 0, since this kind of image does not have it, got 2",
            rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4, 2));
    clmem_image_description deep = rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    deep.depth = 2;
    refused(bad, "depth: expected 0, since this kind of image does not have it, got 2", deep);
    const auto limit = [&](cl_device_info what) {
        std::size_t value = 0;
        EXPECT_EQ(REAL(clGetDeviceInfo)(device_, what, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    };
    const std::size_t width = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH);
    refused(bad, "width: expected at most", rgba(CL_MEM_OBJECT_IMAGE2D, width + 1, 1));
    EXPECT_EQ(last_error().opencl_code, CL_INVALID_IMAGE_SIZE);
    refused(bad, "width: expected at most", rgba(CL_MEM_OBJECT_IMAGE1D, width + 1));
    refused(bad, "height: expected at most", rgba(CL_MEM_OBJECT_IMAGE2D, 1, limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT) + 1));
    refused(bad, "width: expected at most", rgba(CL_MEM_OBJECT_IMAGE3D, limit(CL_DEVICE_IMAGE3D_MAX_WIDTH) + 1, 1, 1));
    refused(bad, "height: expected at most",
            rgba(CL_MEM_OBJECT_IMAGE3D, 1, limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT) + 1, 1));
    refused(bad, "depth: expected at most", rgba(CL_MEM_OBJECT_IMAGE3D, 1, 1, limit(CL_DEVICE_IMAGE3D_MAX_DEPTH) + 1));
    refused(bad, "array_size: expected at most",
            rgba(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE) + 1));
    image_owner widest;
    CHECK_OK(create(rgba(CL_MEM_OBJECT_IMAGE2D, width, 1), 0, nullptr, 0, widest.out()));
    const clmem_image_description huge =
        describe(CL_MEM_OBJECT_IMAGE3D, CL_RGBA, CL_FLOAT, limit(CL_DEVICE_IMAGE3D_MAX_WIDTH),
                 limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT), limit(CL_DEVICE_IMAGE3D_MAX_DEPTH));
    refused(CLMEM_ERROR_OUT_OF_MEMORY, "the devices' largest allocation", huge);
}

TEST_F(image_refusals, refuses_pitches_and_short_memory) {
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
    refused(bad, "row_pitch_bytes: expected 0 or a multiple of 4, at least 20, got 16",
            with(CL_MEM_OBJECT_IMAGE2D, 16, 0), copy, host.data());
    refused(bad, "row_pitch_bytes: expected 0 or a multiple of 4, at least 20, got 22",
            with(CL_MEM_OBJECT_IMAGE2D, 22, 0), copy, host.data());
    refused(bad, "row_pitch_bytes: expected 0, since there is no host memory, got 20",
            with(CL_MEM_OBJECT_IMAGE2D, 20, 0));
    refused(bad, "slice_pitch_bytes: expected 0, since the image has one slice, got 80",
            with(CL_MEM_OBJECT_IMAGE2D, 20, 80), copy, host.data());
    refused(bad, "slice_pitch_bytes: expected 0, since there is no host memory, got 80",
            with(CL_MEM_OBJECT_IMAGE3D, 0, 80));
    refused(bad, "slice_pitch_bytes: expected 0 or a multiple of 20, at least 80, got 60",
            with(CL_MEM_OBJECT_IMAGE3D, 20, 60), copy, host.data());
    refused(bad, "slice_pitch_bytes: expected 0 or a multiple of 20, at least 80, got 90",
            with(CL_MEM_OBJECT_IMAGE2D_ARRAY, 20, 90), copy, host.data());
    refused(bad, "slice_pitch_bytes: expected 0 or a multiple of 20, at least 20, got 12",
            with(CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 12), copy, host.data());
    refused(bad, "fit in the address space", with(CL_MEM_OBJECT_IMAGE2D, SIZE_MAX - 3, 0), copy, host.data());
    // The smallest sufficient size, and one byte less.
    const struct {
        clmem_image_description wanted;
        std::size_t enough;
    } cases[] = {{with(CL_MEM_OBJECT_IMAGE2D, 0, 0), 80},
                 {with(CL_MEM_OBJECT_IMAGE2D, 24, 0), 96},
                 {with(CL_MEM_OBJECT_IMAGE3D, 24, 120), 360},
                 {with(CL_MEM_OBJECT_IMAGE2D_ARRAY, 0, 100), 300},
                 {with(CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 0), 60}};
    for (const auto &c : cases) {
        refused(bad, "with its pitches, got " + std::to_string(c.enough - 1), c.wanted, copy, host.data(),
                c.enough - 1);
        image_owner image;
        CHECK_OK(create(c.wanted, copy, host.data(), c.enough, image.out()));
        CHECK_OK(create(c.wanted, copy, host.data(), SIZE_MAX, image.out()));
    }
}

TEST_F(image_refusals, refuses_flags) {
    const auto bad = CLMEM_ERROR_INVALID_ARGUMENT;
    const clmem_image_description wanted = rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    pixels host(64);
    refused(bad, "memory_flags", wanted, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
    refused(bad, "memory_flags", wanted, CL_MEM_KERNEL_READ_AND_WRITE);
    refused(bad, "memory_flags", wanted, CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY);
    refused(bad, "memory_flags", wanted, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host.data());
    refused(bad, "host_pointer: expected a pointer, since memory_flags has CL_MEM_COPY_HOST_PTR, got NULL", wanted,
            CL_MEM_COPY_HOST_PTR);
    refused(bad, "host_pointer: expected NULL, since memory_flags has neither", wanted, 0, host.data());
}

TEST_F(image_refusals, refuses_formats_that_are_not_listed) {
    clmem_image_description wanted = describe(CL_MEM_OBJECT_IMAGE2D, 0x4711, CL_FLOAT, 4, 4);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "expected a channel_order such as CL_R or CL_RGBA, got 0x4711", wanted);
    wanted = describe(CL_MEM_OBJECT_IMAGE2D, CL_R, 0x4711, 4, 4);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "expected a channel_type such as CL_UNORM_INT8 or CL_FLOAT, got 0x4711",
            wanted);
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

TEST_F(image_refusals, refuses_sources) {
    const auto bad = CLMEM_ERROR_INVALID_ARGUMENT;
    buffer_owner buffer;
    REQUIRE_OK(clmem_buffer_create(context_, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 64, nullptr, buffer.out()));
    clmem_image_description wanted = rgba(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
    refused(bad, "source: expected a buffer for CL_MEM_OBJECT_IMAGE1D_BUFFER, got NULL", wanted);
    wanted.source = reinterpret_cast<clmem_memory>(buffer.get());
    refused(bad, "memory_flags", wanted, CL_MEM_READ_WRITE);
    refused(bad, "memory_flags", wanted, CL_MEM_HOST_READ_ONLY);
    refused(bad, "memory_flags", wanted, CL_MEM_ALLOC_HOST_PTR);
    pixels host(64);
    refused(bad, "host_pointer: expected NULL, since the description has a source", wanted, CL_MEM_COPY_HOST_PTR,
            host.data());
    wanted.width = 17;
    refused(bad, "source: expected at least 68 bytes, the size of the image, got 64", wanted);
    wanted.width = 16;
    wanted.row_pitch_bytes = 64;
    refused(bad, "row_pitch_bytes: expected 0, since the image is one row, got 64", wanted);
    wanted = rgba(CL_MEM_OBJECT_IMAGE1D, 16);
    wanted.source = reinterpret_cast<clmem_memory>(buffer.get());
    refused(bad, "source: expected a buffer for CL_MEM_OBJECT_IMAGE1D_BUFFER", wanted);
    image_owner image;
    REQUIRE_OK(create(rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4), 0, nullptr, 0, image.out()));
    wanted = rgba(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
    wanted.source = reinterpret_cast<clmem_memory>(image.get());
    refused(bad, "got an image", wanted);
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
    refused(bad, "source: expected memory of the image's context", wanted);
}

TEST_F(image_refusals, refuses_invalid_views) {
    clmem_device_info device = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device_, &device));
    image_owner image;
    REQUIRE_OK(create(rgba(CL_MEM_OBJECT_IMAGE2D, 4, 4), 0, nullptr, 0, image.out()));
    clmem_image_description wanted = describe(CL_MEM_OBJECT_IMAGE2D, CL_sRGBA, CL_UNORM_INT8, 4, 3);
    wanted.source = reinterpret_cast<clmem_memory>(image.get());
    if (device.opencl_version < 200) {
        return refused(CLMEM_ERROR_UNSUPPORTED, "expected a device with OpenCL 2.0", wanted);
    }
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "expected a 2D image with the source's size", wanted);
    wanted.height = 4;
    wanted.channel_order = CL_BGRA;
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "sRGB or linear counterpart", wanted);
    EXPECT_EQ(last_error().opencl_code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    wanted.channel_order = CL_sRGBA;
    if (!lists(CL_sRGBA, CL_UNORM_INT8)) { return refused(CLMEM_ERROR_UNSUPPORTED, "sRGBA", wanted); }
    image_owner view;
    REQUIRE_OK(create(wanted, 0, nullptr, 0, view.out()));
    EXPECT_EQ(info_of(view).channel_order, static_cast<cl_uint>(CL_sRGBA));
}

TEST_F(image_refusals, passes_the_drivers_refusals_on) {
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
    // If a later step fails, everything created before is released; the fixture counts the references.
    counting().fail("clGetMemObjectInfo", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_image_create(context_, 0, &wanted, nullptr, 0, &image));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_create(nullptr, 0, &wanted, nullptr, 0, &image));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_create(context_, 0, nullptr, nullptr, 0, &image));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_image_create(context_, 0, &wanted, nullptr, 0, nullptr));
}

} // namespace
