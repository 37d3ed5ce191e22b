// clmem.hpp: images, samplers and pipes.
#include "cpp_api.hpp"
#include "images.hpp"

#include <algorithm>

namespace clmem::test {
namespace {

using cpp_image = with_images;

TEST_F(cpp_image, is_made_filled_described_and_imported) {
    const image made{context_.get(), CL_MEM_READ_WRITE, image_2d(7, 5, CL_RGBA, CL_UNSIGNED_INT8)};
    EXPECT_EQ(made.describe().width, 7U);
    EXPECT_EQ(made.describe().height, 5U);
    EXPECT_EQ(made.query<std::size_t>(CL_IMAGE_WIDTH), 7U);
    EXPECT_EQ(made.query_memory<cl_mem_object_type>(CL_MEM_TYPE), static_cast<cl_uint>(CL_MEM_OBJECT_IMAGE2D));
    made.fill(queue_.get(), color{1, 2, 3, 4}).wait();
    const position from{6, 4, 0};
    const position one{1, 1, 1};
    made.fill(queue_.get(), color{5, 6, 7, 8}, &from, &one).wait();
    const pixels all = read(made.get());
    EXPECT_EQ(pixels(all.begin(), all.begin() + 4), (pixels{1, 2, 3, 4}));
    EXPECT_EQ(pixels(all.end() - 8, all.end()), (pixels{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_TRUE(image::import(made.mem()).is_same(made));
}

TEST_F(cpp_image, is_made_of_an_array) {
    const pixels content = numbered(7 * 5);
    clmem_image_array array = CLMEM_IMAGE_ARRAY_INIT;
    array.element_kind = CLMEM_ELEMENT_UNSIGNED;
    array.element_bytes = 1;
    array.dimensions = 2;
    array.shape[0] = 5;
    array.shape[1] = 7;
    array.data = content.data();
    array.data_bytes = content.size();
    const image made{context_.get(), CL_MEM_READ_ONLY, array};
    EXPECT_EQ(made.describe().width, 7U);
    EXPECT_EQ(read(made.get()), content);
    array.element_bytes = 3;
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &failure) {
        EXPECT_FALSE((image{context_.get(), CL_MEM_READ_ONLY, array, failure}));
    });
}

TEST_F(cpp_image, formats_are_listed_and_described) {
    const auto formats = image::formats(context_.get(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D);
    ASSERT_FALSE(formats.empty());
    EXPECT_TRUE(std::ranges::any_of(formats, [](const clmem_image_format_info &format) {
        return format.channel_order == CL_RGBA && format.channel_type == CL_UNORM_INT8 && format.pixel_bytes == 4;
    }));
    EXPECT_STREQ(image::format(CL_RGBA, CL_FLOAT).name, "RGBA, FLOAT");
    for (const std::uint32_t order : {CL_RGB, CL_RGx, CL_sRGB}) {
        const clmem_image_format_info three = image::format(order, CL_UNORM_INT8);
        EXPECT_EQ(three.channel_count, 3U);
        EXPECT_EQ(three.pixel_bytes, 3U);
    }
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [](auto &failure) { EXPECT_EQ(image::format(CL_RGBA, 7, failure).pixel_bytes, 0U); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [&](auto &failure) { EXPECT_TRUE(image::formats(context_.get(), 0, 7, failure).empty()); });
}

TEST_F(cpp_image, failures_are_reported) {
    const image made{context_.get(), CL_MEM_READ_WRITE, image_2d(4, 4)};
    const position beyond{5, 0, 0};
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &failure) {
        EXPECT_FALSE((image{context_.get(), CL_MEM_READ_WRITE, image_2d(0, 4), nullptr, SIZE_MAX, failure}));
    });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &failure) {
        EXPECT_FALSE(made.fill(queue_.get(), color{}, &beyond, nullptr, wait_list{}, failure));
    });
    expect_failure(CLMEM_ERROR_INVALID_HANDLE, [](auto &failure) { EXPECT_EQ(image{}.describe(failure).width, 0U); });
    expect_failure(CLMEM_ERROR_INVALID_HANDLE,
                   [](auto &failure) { EXPECT_EQ(image{}.template query<std::size_t>(CL_IMAGE_WIDTH, failure), 0U); });
}

TEST_F(cpp_image, of_another_kind_is_not_imported) {
    const image made{context_.get(), CL_MEM_READ_WRITE, image_2d(4, 4)};
    const buffer other{context_.get(), CL_MEM_READ_WRITE, 64};
    const cl_uint before = made.describe_memory().reference_count;
    for (const bool retain : {true, false}) { // the caller keeps its reference
        expect_failure(CLMEM_ERROR_INVALID_HANDLE,
                       [&](auto &failure) { EXPECT_FALSE(buffer::import(made.mem(), retain, failure)); });
        expect_failure(CLMEM_ERROR_INVALID_HANDLE,
                       [&](auto &failure) { EXPECT_FALSE(image::import(other.mem(), retain, failure)); });
        expect_failure(CLMEM_ERROR_INVALID_HANDLE,
                       [&](auto &failure) { EXPECT_FALSE(pipe::import(other.mem(), retain, failure)); });
    }
    EXPECT_EQ(made.describe_memory().reference_count, before);
    const any_memory any = any_memory::import(made.mem());
    EXPECT_TRUE(any.is_same(made));
    EXPECT_EQ(any.describe_memory().type, static_cast<cl_uint>(CL_MEM_OBJECT_IMAGE2D));
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [](auto &failure) { EXPECT_FALSE(any_memory::import(nullptr, true, failure)); });
}

TEST_F(cpp_image, import_takes_over_a_reference) {
    const buffer made{context_.get(), CL_MEM_READ_WRITE, 64};
    const cl_mem mem = made.mem();
    ASSERT_EQ(COUNTED(clRetainMemObject)(mem), CL_SUCCESS);
    const cl_uint before = made.describe_memory().reference_count;
    {
        const buffer taken = buffer::import(mem, false);
        EXPECT_EQ(taken.size(), 64U);
        EXPECT_EQ(made.describe_memory().reference_count, before);
    }
    EXPECT_EQ(made.describe_memory().reference_count, before - 1);
}

TEST_F(cpp_image, samplers_are_made_compared_and_imported) {
    const sampler made{context_.get(), true, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR};
    EXPECT_EQ(made.describe().addressing, static_cast<cl_uint>(CL_ADDRESS_REPEAT));
    EXPECT_EQ(made.query<cl_filter_mode>(CL_SAMPLER_FILTER_MODE), static_cast<cl_uint>(CL_FILTER_LINEAR));
    const sampler same = sampler::import(made.object());
    EXPECT_TRUE(same.is_same(made));
    const sampler other{context_.get(), false, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};
    EXPECT_FALSE(other.is_same(made));
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &failure) {
        EXPECT_FALSE((sampler{context_.get(), true, 7, CL_FILTER_LINEAR, failure}));
    });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [](auto &failure) { EXPECT_FALSE(sampler::import(nullptr, true, failure)); });
    const sampler none;
    constexpr clmem_status stale = CLMEM_ERROR_INVALID_HANDLE;
    expect_failure(stale, [&](auto &failure) { EXPECT_EQ(none.object(failure), nullptr); });
    expect_failure(stale, [&](auto &failure) { EXPECT_EQ(none.describe(failure).filter, 0U); });
    expect_failure(stale, [&](auto &failure) { EXPECT_FALSE(none.is_same(made, failure)); });
}

TEST_F(cpp_image, samplers_are_made_with_properties) {
    const std::vector<std::uint64_t> nearest{CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0};
    std::error_code failure;
    const sampler made{context_.get(), nearest, failure};
    if (failure == unsupported) { GTEST_SKIP() << last_error().message; }
    EXPECT_EQ(made.describe().filter, static_cast<cl_uint>(CL_FILTER_NEAREST));
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &f) {
        EXPECT_FALSE((sampler{context_.get(), std::vector<std::uint64_t>{7, 7, 0}, f}));
    });
}

class cpp_pipe : public cpp_api {};

TEST_F(cpp_pipe, is_created_or_unsupported) {
    std::error_code failure;
    const pipe made{context_.get(), 16, 8, 0, failure};
    if (failure == unsupported) {
        expect_failure(CLMEM_ERROR_UNSUPPORTED, [this](auto &f) { EXPECT_FALSE((pipe{context_.get(), 16, 8, 0, f})); });
        expect_failure(CLMEM_ERROR_INVALID_HANDLE, [](auto &f) { EXPECT_EQ(pipe{}.describe(f).packet_bytes, 0U); });
        return;
    }
    ASSERT_FALSE(failure) << last_error().message;
    EXPECT_EQ(made.describe().packet_bytes, 16U);
    EXPECT_EQ(made.query<cl_uint>(CL_PIPE_MAX_PACKETS), 8U);
    EXPECT_TRUE(pipe::import(made.mem()).is_same(made));
}

} // namespace
} // namespace clmem::test
