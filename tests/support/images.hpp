// Images for tests: created through clmem, read back with OpenCL itself.
#pragma once

#include "opencl.hpp"

#include <array>
#include <cstring>
#include <string>
#include <vector>
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace clmem::test {

using pixels = std::vector<unsigned char>;
using triple = std::array<std::size_t, 3>;

// Bytes of which no two neighbours are equal.
inline pixels numbered(std::size_t bytes, unsigned seed = 1) {
    pixels made(bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
        made[i] = static_cast<unsigned char>(i * 7 + i / 251 + seed);
    }
    return made;
}

// PoCL 3.1 never frees an image over a buffer completely, nor its context. What is allocated during the lifetime of
// this object is not counted as a leak of clmem. A fixture has one as a member.
#if defined(__SANITIZE_ADDRESS__)
class leaks_of_the_driver {
  public:
    leaks_of_the_driver() { __lsan_disable(); }
    ~leaks_of_the_driver() { __lsan_enable(); }
    leaks_of_the_driver(const leaks_of_the_driver &) = delete;
    leaks_of_the_driver &operator=(const leaks_of_the_driver &) = delete;
};
#else
struct leaks_of_the_driver {
    leaks_of_the_driver() {} // NOLINT(modernize-use-equals-default): avoids warnings about unused objects
};
#endif

class with_images : public on_device {
  protected:
    void SetUp() override {
        on_device::SetUp();
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &info));
        if ((info.features & CLMEM_DEVICE_IMAGE) == 0) { GTEST_SKIP() << "the device has no images"; }
    }

    static cl_mem mem_of(clmem_image image) {
        cl_mem mem = nullptr;
        CHECK_OK(clmem_memory_mem(reinterpret_cast<clmem_memory>(image), &mem));
        return mem;
    }

    // The whole image without gaps, read by the driver.
    pixels read(clmem_image image) {
        clmem_image_info info = CLMEM_IMAGE_INFO_INIT;
        CHECK_OK(clmem_image_describe(image, &info));
        triple region = {1, 1, 1};
        std::size_t bytes = info.pixel_bytes;
        for (std::size_t i = 0; i < info.dimensions; ++i) {
            region[i] = info.shape[i];
            bytes *= info.shape[i];
        }
        pixels all(bytes);
        const triple origin = {0, 0, 0};
        EXPECT_EQ(REAL(clEnqueueReadImage)(queue_, mem_of(image), CL_TRUE, origin.data(), region.data(), 0, 0,
                                           all.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        return all;
    }

    bool lists(cl_uint order, cl_uint type, cl_uint kind = CL_MEM_OBJECT_IMAGE2D, std::uint64_t flags = 0) {
        for (const clmem_image_format_info &format : formats(kind, flags)) {
            if (format.channel_order == order && format.channel_type == type) { return true; }
        }
        return false;
    }
    std::vector<clmem_image_format_info> formats(cl_uint kind, std::uint64_t flags = 0) {
        std::uint32_t count = 0;
        CHECK_OK(clmem_image_formats(context_, flags, kind, 0, 0, nullptr, &count));
        std::vector<clmem_image_format_info> all(count, CLMEM_IMAGE_FORMAT_INFO_INIT);
        CHECK_OK(
            clmem_image_formats(context_, flags, kind, count, sizeof(clmem_image_format_info), all.data(), &count));
        return all;
    }

    static clmem_image_description describe(cl_uint kind, cl_uint order, cl_uint type, std::size_t width,
                                            std::size_t height = 0, std::size_t last = 0) {
        clmem_image_description wanted = CLMEM_IMAGE_DESCRIPTION_INIT;
        wanted.type = kind;
        wanted.channel_order = order;
        wanted.channel_type = type;
        wanted.width = width;
        wanted.height = height;
        (kind == CL_MEM_OBJECT_IMAGE3D ? wanted.depth : wanted.array_size) = last;
        return wanted;
    }
};

// Tests of calls that create images, and of those that fail before the driver creates anything.
class image_making : public with_images {
  protected:
    clmem_status create(const clmem_image_description &wanted, std::uint64_t flags, void *host, std::size_t bytes,
                        clmem_image *out) {
        return clmem_image_create(context_, flags, &wanted, host, bytes, out);
    }

    // The call fails with a message that names the problem.
    void refused(clmem_status expected, const std::string &named, const clmem_image_description &wanted,
                 std::uint64_t flags = 0, void *host = nullptr, std::size_t bytes = SIZE_MAX) {
        SCOPED_TRACE(named);
        const auto before = counting().calls("clCreateImage");
        auto image = reinterpret_cast<clmem_image>(this);
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

    // Most tests use pixels of four bytes.
    static clmem_image_description rgba(cl_uint kind, std::size_t width, std::size_t height = 0, std::size_t last = 0) {
        return describe(kind, CL_RGBA, CL_UNORM_INT8, width, height, last);
    }
};

} // namespace clmem::test
