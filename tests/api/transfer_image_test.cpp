// Transfers between images and every other kind of memory.
#include "options.hpp"
#include "transfers.hpp"

#include <thread>

namespace clmem::test {
namespace {

constexpr std::size_t pixel = 4;

class image_transfer : public rectangles, public testing::WithParamInterface<image_case> {
  protected:
    void SetUp() override {
        rectangles::SetUp();
        if (HasFatalFailure()) { return; }
        if ((info_.features & CLMEM_DEVICE_IMAGE) == 0) { GTEST_SKIP() << "no images"; }
        const box &s = GetParam().size;
        content_ = random_bytes(s[0] * s[1] * s[2] * pixel, 8);
        whole_.row = s[0] * pixel;
        whole_.slice = whole_.row * s[1];
    }
    memory_owner make_filled() {
        memory_owner made = make_image(GetParam().type, GetParam().size);
        fill_image(made, GetParam().size, content_);
        return made;
    }
    static clmem_transfer_place place_of(clmem_memory image, const box &origin) {
        clmem_transfer_place place = CLMEM_TRANSFER_PLACE_INIT;
        place.memory = image;
        std::ranges::copy(origin, place.origin);
        return place;
    }
    // A random box within the image.
    std::pair<box, box> random_box(std::mt19937 &random) const {
        box origin{};
        box region{};
        for (std::size_t i = 0; i < 3; ++i) {
            origin[i] = random() % GetParam().size[i];
            region[i] = 1 + random() % (GetParam().size[i] - origin[i]);
        }
        return {origin, region};
    }
    // The image's own layout in bytes, starting at a pixel.
    [[nodiscard]] shape from_pixel(const box &origin) const {
        shape made = whole_;
        made.origin = {origin[0] * pixel, origin[1], origin[2]};
        return made;
    }
    static box in_bytes(const box &region) { return {region[0] * pixel, region[1], region[2]}; }

    bytes content_;
    shape whole_;
};

INSTANTIATE_TEST_SUITE_P(, image_transfer, testing::ValuesIn(image_cases),
                         [](const auto &image) { return std::string{image.param.name}; });

TEST_P(image_transfer, from_and_to_linear_memory) {
    std::mt19937 random{9};
    for (const place_kind kind : all_places) {
        if (!has(kind)) { continue; }
        SCOPED_TRACE(name_of(kind));
        const memory_owner image = make_filled();
        bytes expected_image = content_;
        bytes expected = random_bytes(size, 10);
        memory_of_kind memory = make(kind, expected);
        for (int round = 0; round < 12; ++round) {
            const auto [origin, region] = random_box(random);
            shape where;
            where.row = region[0] * pixel;
            where.slice = where.row * region[1];
            where.offset = pixel * (random() % 20);
            if (kind != place_kind::buffer && kind != place_kind::block &&
                round % 2 != 0) { // only host memory has pitches
                where.row += pixel * (random() % 3);
                where.slice = where.row * (region[1] + random() % 2);
            }
            const clmem_transfer_place in_image = place_of(image, origin);
            const clmem_transfer_place in_memory = at(memory.place(), where, in_bytes(region));
            const bool to_image = round % 3 == 0;
            const clmem_transfer_options how = options(region, random() % 2);
            cl_event event = nullptr;
            CHECK_OK(clmem_transfer_copy(queue_, to_image ? &in_memory : &in_image, to_image ? &in_image : &in_memory,
                                         &how, &event));
            wait_for(event);
            if (to_image) {
                copy_by_model(expected, where, expected_image, from_pixel(origin), in_bytes(region));
            } else {
                copy_by_model(expected_image, from_pixel(origin), expected, where, in_bytes(region));
            }
            ASSERT_EQ(content_of_image(image, GetParam().size), expected_image) << "round " << round;
            ASSERT_EQ(content_of(memory, size), expected) << "round " << round;
        }
    }
}

TEST_P(image_transfer, by_rows_where_a_driver_refuses_it) {
    std::mt19937 random{16};
    for (const place_kind kind : {place_kind::host, place_kind::buffer}) {
        for (const bool to_image : {false, true}) {
            const memory_owner image = make_filled();
            bytes expected_image = content_;
            bytes expected = random_bytes(size, 17);
            memory_of_kind memory = make(kind, expected);
            const auto [origin, region] = random_box(random);
            shape where;
            where.row = (region[0] + (kind == place_kind::host ? 3 : 0)) * pixel;
            where.slice = where.row * region[1];
            where.offset = 8;
            const clmem_transfer_place in_image = place_of(image, origin);
            const clmem_transfer_place in_memory = at(memory.place(), where, in_bytes(region));
            const char *const command = kind == place_kind::host
                                            ? (to_image ? "clEnqueueWriteImage" : "clEnqueueReadImage")
                                            : (to_image ? "clEnqueueCopyBufferToImage" : "clEnqueueCopyImageToBuffer");
            counting().fail(command, 1, CL_INVALID_VALUE, false);
            EXPECT_EQ(CLMEM_SUCCESS,
                      copy(to_image ? in_memory : in_image, to_image ? in_image : in_memory, options(region)));
            EXPECT_TRUE(counting().failed()) << command;
            if (to_image) {
                copy_by_model(expected, where, expected_image, from_pixel(origin), in_bytes(region));
            } else {
                copy_by_model(expected_image, from_pixel(origin), expected, where, in_bytes(region));
            }
            EXPECT_EQ(content_of_image(image, GetParam().size), expected_image) << command;
            EXPECT_EQ(content_of(memory, size), expected) << command;
        }
    }
}

TEST_P(image_transfer, from_image_to_image) {
    std::mt19937 random{11};
    const memory_owner from = make_filled();
    const memory_owner to = make_image(GetParam().type, GetParam().size);
    bytes expected = random_bytes(content_.size(), 12);
    fill_image(to, GetParam().size, expected);
    for (int round = 0; round < 12; ++round) {
        const auto [origin, region] = random_box(random);
        box there{};
        for (std::size_t i = 0; i < 3; ++i) {
            there[i] = random() % (GetParam().size[i] - region[i] + 1);
        }
        const clmem_transfer_place source = place_of(from, origin);
        const clmem_transfer_place destination = place_of(to, there);
        const clmem_transfer_options how = options(region, round % 2);
        cl_event event = nullptr;
        CHECK_OK(clmem_transfer_copy(queue_, &source, &destination, &how, &event));
        wait_for(event);
        copy_by_model(content_, from_pixel(origin), expected, from_pixel(there), in_bytes(region));
        ASSERT_EQ(content_of_image(to, GetParam().size), expected);
    }
}

TEST_P(image_transfer, all_of_it) {
    const memory_owner image = make_filled();
    memory_of_kind host = make(place_kind::host, content_.size());
    EXPECT_EQ(CLMEM_SUCCESS, copy(place_of(image, {}), host.place(), options({SIZE_MAX, SIZE_MAX, SIZE_MAX})));
    EXPECT_EQ(host.host, content_);
    clmem_transfer_options all = CLMEM_TRANSFER_OPTIONS_INIT;
    all.bytes = 0;
    memory_of_kind again = make(place_kind::host, content_.size());
    EXPECT_EQ(CLMEM_SUCCESS, copy(place_of(image, {}), again.place(), all));
    EXPECT_NE(again.host, content_); // neither bytes nor a region
    all.bytes = SIZE_MAX;
    EXPECT_EQ(CLMEM_SUCCESS, copy(place_of(image, {}), again.place(), all));
    EXPECT_EQ(again.host, content_);
    const memory_owner other = make_image(GetParam().type, GetParam().size);
    EXPECT_EQ(CLMEM_SUCCESS, copy(place_of(image, {}), place_of(other, {}), options({SIZE_MAX, SIZE_MAX, SIZE_MAX})));
    EXPECT_EQ(content_of_image(other, GetParam().size), content_);
    // Starting at a pixel, the transfer covers as much as both sides hold.
    bytes expected = content_;
    shape one = from_pixel({2, 0, 0});
    const box region{GetParam().size[0] - 2, GetParam().size[1], GetParam().size[2]};
    EXPECT_EQ(CLMEM_SUCCESS,
              copy(place_of(image, {}), place_of(other, {2, 0, 0}), options({SIZE_MAX, SIZE_MAX, SIZE_MAX})));
    copy_by_model(content_, whole_, expected, one, in_bytes(region));
    EXPECT_EQ(content_of_image(other, GetParam().size), expected);
}

TEST_P(image_transfer, refuses_what_makes_no_sense) {
    const memory_owner image = make_filled();
    memory_of_kind host = make(place_kind::host, content_.size());
    memory_of_kind buffer = make(place_kind::buffer, content_.size());
    const box all = GetParam().size;
    for (std::size_t i = 0; i < 3; ++i) {
        box region = all;
        region[i] += 1;
        expect_refused(place_of(image, {}), host.place(), options(region));
        expect_refused(host.place(), place_of(image, {}), options(region));
        box origin{};
        origin[i] = 1;
        expect_refused(place_of(image, origin), host.place(), options(all));
        expect_refused(buffer.place(), place_of(image, origin), options(all));
        expect_refused(place_of(image, {}), place_of(image, origin), options(all));
    }
    memory_of_kind small = make(place_kind::host, content_.size() - 1);
    expect_refused(place_of(image, {}), small.place(), options(all));
    memory_of_kind small_buffer = make(place_kind::buffer, content_.size() - 1);
    expect_refused(small_buffer.place(), place_of(image, {}), options(all));
    clmem_transfer_place wrong = place_of(image, {});
    wrong.offset_bytes = 4;
    expect_refused(wrong, host.place(), options(all));
    wrong = place_of(image, {});
    wrong.row_pitch_bytes = all[0] * pixel;
    expect_refused(host.place(), wrong, options(all));
    clmem_transfer_options how = options(all);
    how.bytes = 4;
    expect_refused(place_of(image, {}), host.place(), how);
    expect_refused(place_of(image, {}), place_of(image, {}), options(all)); // it overlaps itself
    EXPECT_EQ(last_error().opencl_code, CL_MEM_COPY_OVERLAP);
    const memory_owner other = make_image(GetParam().type, all, {CL_RGBA, CL_SIGNED_INT8});
    expect_refused(place_of(image, {}), place_of(other, {}), options(all));
    EXPECT_EQ(last_error().opencl_code, CL_IMAGE_FORMAT_MISMATCH);
    if (all[1] > 1) {
        clmem_transfer_place pitched = buffer.place();
        pitched.row_pitch_bytes = 2 * pixel;
        expect_refused(place_of(image, {}), pitched, options({1, 2, 1}));
    }
}

TEST_P(image_transfer, parts_of_one_image_that_do_not_overlap) {
    const box all = GetParam().size;
    const memory_owner image = make_filled();
    const box region{5, all[1], all[2]};
    EXPECT_EQ(CLMEM_SUCCESS, copy(place_of(image, {}), place_of(image, {5, 0, 0}), options(region)));
    bytes expected = content_;
    copy_by_model(content_, whole_, expected, from_pixel({5, 0, 0}), in_bytes(region));
    EXPECT_EQ(content_of_image(image, all), expected);
    expect_refused(place_of(image, {}), place_of(image, {4, 0, 0}), options(region));
}

TEST_P(image_transfer, waits_for_its_wait_list) {
    const memory_owner image = make_filled();
    memory_of_kind host = make(place_kind::host, content_.size());
    memory_of_kind buffer = make(place_kind::buffer, content_.size());
    memory_of_kind shared = make(has(place_kind::svm) ? place_kind::svm : place_kind::buffer, content_.size());
    const memory_owner other = make_image(GetParam().type, GetParam().size);
    const std::array<clmem_transfer_place, 4> places{host.place(), buffer.place(), shared.place(), place_of(other, {})};
    for (const clmem_transfer_place &place : places) {
        for (const bool to_image : {false, true}) {
            gate held{context_};
            const clmem_transfer_place in_image = place_of(image, {});
            const auto how = copy_after(options(GetParam().size, 0), 1, &held.event());
            cl_event event = nullptr;
            CHECK_OK(
                clmem_transfer_copy(queue_, to_image ? &place : &in_image, to_image ? &in_image : &place, how, &event));
            flush(queue_);
            std::this_thread::sleep_for(std::chrono::milliseconds{3});
            EXPECT_FALSE(is_complete(event));
            held.open();
            wait_for(event);
        }
    }
    EXPECT_EQ(content_of_image(image, GetParam().size), content_);
    EXPECT_EQ(host.host, content_);
}

TEST_P(image_transfer, failures_of_the_driver_are_reported) {
    const memory_owner image = make_filled();
    const memory_owner other = make_filled();
    memory_of_kind host = make(place_kind::host, content_.size());
    memory_of_kind buffer = make(place_kind::buffer, content_.size());
    const auto fails = [&](const char *command, const clmem_transfer_place &from, const clmem_transfer_place &to) {
        counting().fail(command, 1, CL_OUT_OF_RESOURCES, false);
        EXPECT_EQ(copy(from, to, options(GetParam().size)), CL_OUT_OF_RESOURCES) << command;
        EXPECT_TRUE(counting().failed()) << command;
    };
    fails("clEnqueueReadImage", place_of(image, {}), host.place());
    fails("clEnqueueWriteImage", host.place(), place_of(image, {}));
    fails("clEnqueueCopyImage", place_of(image, {}), place_of(other, {}));
    fails("clEnqueueCopyImageToBuffer", place_of(image, {}), buffer.place());
    fails("clEnqueueCopyBufferToImage", buffer.place(), place_of(image, {}));
    fails("clGetImageInfo", place_of(image, {}), host.place());
}

} // namespace
} // namespace clmem::test
