// Rectangular transfers, compared with a model that copies byte by byte; and transfers of images.
#include "all_memories.hpp"

#include <thread>

namespace clmem::test {
namespace {

// Where a byte of a box lies.
struct shape {
    std::size_t offset = 0;
    box origin{};
    std::size_t row = 0;
    std::size_t slice = 0;

    [[nodiscard]] std::size_t at(std::size_t x, std::size_t y, std::size_t z) const {
        return offset + (origin[2] + z) * slice + (origin[1] + y) * row + origin[0] + x;
    }
};

// A random shape for a box that needs no more than `most` bytes; tight ones come often.
shape random_shape(std::mt19937 &random, const box &region, std::size_t most) {
    for (;;) {
        shape made;
        made.row = region[0] + (random() % 2 == 0 ? 0 : random() % 9);
        made.slice = made.row * (region[1] + (random() % 2 == 0 ? 0 : random() % 4));
        made.offset = random() % 2 == 0 ? 0 : random() % 100;
        for (std::size_t i = 0; i < 3; ++i) {
            made.origin[i] = random() % 2 == 0 ? 0 : random() % 4;
        }
        if (made.at(region[0] - 1, region[1] - 1, region[2] - 1) < most) { return made; }
    }
}

void copy_by_model(const bytes &from, const shape &source, bytes &to, const shape &destination, const box &region) {
    for (std::size_t z = 0; z < region[2]; ++z) {
        for (std::size_t y = 0; y < region[1]; ++y) {
            for (std::size_t x = 0; x < region[0]; ++x) {
                to.at(destination.at(x, y, z)) = from.at(source.at(x, y, z));
            }
        }
    }
}

class rectangles : public on_all_memories {
  protected:
    static constexpr std::size_t size = 6000;

    static clmem_transfer_place at(clmem_transfer_place place, const shape &where, const box &region) {
        place.offset_bytes = where.offset;
        std::ranges::copy(where.origin, place.origin);
        // Tight pitches may be left open.
        place.row_pitch_bytes = where.row == region[0] ? 0 : where.row;
        place.slice_pitch_bytes = where.slice == where.row * region[1] ? 0 : where.slice;
        return place;
    }
    static clmem_transfer_options options(const box &region, std::uint32_t blocking = 1) {
        clmem_transfer_options made = CLMEM_TRANSFER_OPTIONS_INIT;
        std::ranges::copy(region, made.region);
        made.blocking = blocking;
        return made;
    }
    clmem_status copy(const clmem_transfer_place &from, const clmem_transfer_place &to,
                      const clmem_transfer_options &how) {
        return clmem_transfer_copy(queue_, &from, &to, &how, 0, nullptr, nullptr);
    }
    void expect_refused(const clmem_transfer_place &from, const clmem_transfer_place &to,
                        const clmem_transfer_options &how) {
        counting().reset();
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_transfer_copy(queue_, &from, &to, &how, 0, nullptr, nullptr));
        EXPECT_EQ(commands(), 0U);
    }
};

struct pair_of_kinds {
    place_kind from;
    place_kind to;
};
std::vector<pair_of_kinds> all_pairs() {
    std::vector<pair_of_kinds> pairs;
    for (const place_kind from : all_places) {
        for (const place_kind to : all_places) {
            if (!is_host(from) || !is_host(to)) { pairs.push_back({from, to}); }
        }
    }
    return pairs;
}

class rectangle_between : public rectangles, public testing::WithParamInterface<pair_of_kinds> {
  protected:
    void SetUp() override {
        rectangles::SetUp();
        if (HasFatalFailure()) { return; }
        for (const place_kind kind : {GetParam().from, GetParam().to}) {
            if (!has(kind)) { GTEST_SKIP() << "the device has no " << name_of(kind); }
        }
    }
};

INSTANTIATE_TEST_SUITE_P(, rectangle_between, testing::ValuesIn(all_pairs()), [](const auto &pair) {
    return std::string{name_of(pair.param.from)} + "_to_" + name_of(pair.param.to);
});

TEST_P(rectangle_between, as_the_model_does) {
    std::mt19937 random{1};
    const bytes content = random_bytes(size, 2);
    bytes expected = random_bytes(size, 3);
    memory_of_kind from = make(GetParam().from, content);
    memory_of_kind to = make(GetParam().to, expected);
    for (int round = 0; round < 40; ++round) {
        const box region{1 + random() % 30, 1 + random() % 7, 1 + random() % 5};
        const shape source = random_shape(random, region, size);
        const shape destination = random_shape(random, region, size);
        const clmem_transfer_place first = at(from.place(), source, region);
        const clmem_transfer_place second = at(to.place(), destination, region);
        const clmem_transfer_options how = options(region, round % 2);
        cl_event event = nullptr;
        CHECK_OK(clmem_transfer_copy(queue_, &first, &second, &how, 0, nullptr, &event));
        wait_for(event);
        copy_by_model(content, source, expected, destination, region);
        ASSERT_EQ(content_of(to, size), expected)
            << "round " << round << ", region " << region[0] << ' ' << region[1] << ' ' << region[2];
    }
    EXPECT_EQ(content_of(from, size), content);
}

TEST_P(rectangle_between, fits_to_the_last_byte_and_no_further) {
    const box region{10, 4, 3};
    shape whole;
    whole.row = 12;
    whole.slice = 60;
    const std::size_t needed = whole.at(9, 3, 2) + 1;
    memory_of_kind from = make(GetParam().from, needed);
    memory_of_kind to = make(GetParam().to, needed);
    EXPECT_EQ(CLMEM_SUCCESS, copy(at(from.place(), whole, region), at(to.place(), whole, region), options(region)));
    for (const bool is_source : {true, false}) {
        for (const bool by_offset : {true, false}) {
            shape further = whole;
            (by_offset ? further.offset : further.origin[0]) = 1;
            expect_refused(at(from.place(), is_source ? further : whole, region),
                           at(to.place(), is_source ? whole : further, region), options(region));
        }
        shape wrapping = whole;
        wrapping.origin[2] = SIZE_MAX / 30;
        expect_refused(at(from.place(), is_source ? wrapping : whole, region),
                       at(to.place(), is_source ? whole : wrapping, region), options(region));
        wrapping.origin[2] = SIZE_MAX;
        expect_refused(at(from.place(), is_source ? wrapping : whole, region),
                       at(to.place(), is_source ? whole : wrapping, region), options(region));
    }
}

TEST_P(rectangle_between, pitches_that_are_too_small_are_refused) {
    const box region{10, 4, 3};
    memory_of_kind from = make(GetParam().from, size);
    memory_of_kind to = make(GetParam().to, size);
    for (const auto &[row, slice] :
         {std::pair<std::size_t, std::size_t>{9, 0}, {10, 39}, {10, 45}, {12, 47}, {0, 30}}) {
        clmem_transfer_place wrong = from.place();
        wrong.row_pitch_bytes = row;
        wrong.slice_pitch_bytes = slice;
        expect_refused(wrong, to.place(), options(region));
        wrong = to.place();
        wrong.row_pitch_bytes = row;
        wrong.slice_pitch_bytes = slice;
        expect_refused(from.place(), wrong, options(region));
    }
    clmem_transfer_options contradiction = options(region);
    contradiction.bytes = 10;
    expect_refused(from.place(), to.place(), contradiction);
}

TEST_P(rectangle_between, waits_for_its_wait_list) {
    const box region{10, 4, 3};
    const bytes content = random_bytes(120, 4);
    memory_of_kind from = make(GetParam().from, bytes(120));
    memory_of_kind to = make(GetParam().to, bytes(120));
    fill(from, content);
    gate held{context_};
    const clmem_transfer_place first = from.place();
    const clmem_transfer_place second = to.place();
    const clmem_transfer_options how = options(region, 0);
    cl_event event = nullptr;
    CHECK_OK(clmem_transfer_copy(queue_, &first, &second, &how, 1, &held.event(), &event));
    flush(queue_);
    std::this_thread::sleep_for(std::chrono::milliseconds{3});
    EXPECT_FALSE(is_complete(event));
    held.open();
    wait_for(event);
    EXPECT_EQ(content_of(to, 120), content);
}

TEST_P(rectangle_between, every_failure_of_opencl_leaves_nothing_behind) {
    const box region{10, 3, 2};
    memory_of_kind from = make(GetParam().from, random_bytes(60, 5));
    memory_of_kind to = make(GetParam().to, 60);
    const clmem_transfer_place first = from.place();
    const clmem_transfer_place second = to.place();
    const clmem_transfer_options how = options(region, 0);
    EXPECT_EQ(CLMEM_SUCCESS, copy(first, second, how)); // the pools know the queue
    for (std::uint64_t nth = 1; nth < 80; ++nth) {
        const std::int64_t references = counting().references();
        cl_event event = nullptr;
        counting().fail(nullptr, nth, CL_OUT_OF_RESOURCES, false);
        const clmem_status status = clmem_transfer_copy(queue_, &first, &second, &how, 0, nullptr, &event);
        const bool came = counting().failed();
        counting().reset();
        if (status == CLMEM_SUCCESS) {
            wait_for(event);
        } else {
            EXPECT_EQ(event, nullptr);
            EXPECT_EQ(counting().references(), references) << "the " << nth << "th call failed";
        }
        if (!came) { break; }
    }
    CHECK_OK(clmem_queue_finish(queue_));
    EXPECT_EQ(content_of(to, 60), content_of(from, 60));
}

// A box that a driver does not take, though nothing is wrong with it, goes row by row.
TEST_F(rectangles, go_by_rows_where_a_driver_refuses_them) {
    std::mt19937 random{13};
    struct refusal {
        const char *command;
        place_kind from;
        place_kind to;
        cl_int code;
    };
    for (const auto &[command, from_kind, to_kind, code] :
         {refusal{"clEnqueueWriteBufferRect", place_kind::host, place_kind::buffer, CL_INVALID_VALUE},
          refusal{"clEnqueueReadBufferRect", place_kind::buffer, place_kind::host, CL_INVALID_VALUE},
          refusal{"clEnqueueCopyBufferRect", place_kind::buffer, place_kind::buffer, CL_INVALID_VALUE},
          refusal{"clEnqueueCopyBufferRect", place_kind::buffer, place_kind::buffer, CL_MEM_COPY_OVERLAP}}) {
        const bytes content = random_bytes(size, 14);
        bytes expected = random_bytes(size, 15);
        memory_of_kind from = make(from_kind, content);
        memory_of_kind to = make(to_kind, expected);
        for (int round = 0; round < 10; ++round) {
            const box region{1 + random() % 30, 1 + random() % 7, 1 + random() % 5};
            const shape source = random_shape(random, region, size);
            const shape destination = random_shape(random, region, size);
            counting().fail(command, 1, code, false);
            EXPECT_EQ(CLMEM_SUCCESS, copy(at(from.place(), source, region), at(to.place(), destination, region),
                                          options(region, round % 2)))
                << last_error().message;
            EXPECT_TRUE(counting().failed());
            CHECK_OK(clmem_queue_finish(queue_));
            copy_by_model(content, source, expected, destination, region);
            ASSERT_EQ(content_of(to, size), expected) << command << ' ' << round;
        }
    }
}

// Boxes that lie in one another's gaps do not overlap; the model says which do, and nothing that does may pass.
TEST_F(rectangles, overlaps_inside_one_buffer) {
    std::mt19937 random{6};
    const bytes content = random_bytes(size, 7);
    memory_of_kind memory = make(place_kind::buffer, content);
    int refused = 0;
    int copied = 0;
    for (int round = 0; round < 300; ++round) {
        const box region{1 + random() % 6, 1 + random() % 4, 1 + random() % 3};
        shape source;
        source.row = region[0] + random() % 8;
        source.slice = source.row * (region[1] + random() % 3);
        shape destination = source;
        source.offset = random() % 60;
        destination.offset = random() % 60;
        std::vector<bool> used(size);
        bool overlaps = false;
        for (const shape *where : {&source, &destination}) {
            for (std::size_t z = 0; z < region[2]; ++z) {
                for (std::size_t y = 0; y < region[1]; ++y) {
                    for (std::size_t x = 0; x < region[0]; ++x) {
                        overlaps = overlaps || used[where->at(x, y, z)];
                        if (where == &source) { used[where->at(x, y, z)] = true; }
                    }
                }
            }
        }
        const clmem_transfer_place from = at(memory.place(), source, region);
        const clmem_transfer_place to = at(memory.place(), destination, region);
        refused += overlaps;
        if (overlaps) {
            expect_refused(from, to, options(region));
            EXPECT_EQ(last_error().opencl_code, CL_MEM_COPY_OVERLAP);
        } else {
            bytes expected = content_of(memory, size);
            EXPECT_EQ(CLMEM_SUCCESS, copy(from, to, options(region))) << last_error().message;
            ++copied;
            const bytes before = expected;
            copy_by_model(before, source, expected, destination, region);
            ASSERT_EQ(content_of(memory, size), expected);
        }
    }
    EXPECT_GT(refused, 50);
    EXPECT_GT(copied, 50);
    // Of different pitches OpenCL knows none in one buffer.
    const box region{4, 2, 1};
    shape source;
    source.row = 4;
    source.slice = 8;
    shape destination = source;
    destination.row = 8;
    destination.slice = 16;
    destination.offset = 1000;
    expect_refused(at(memory.place(), source, region), at(memory.place(), destination, region), options(region));
}

// ---- images ----------------------------------------------------------------------------------------------------------

struct image_case {
    const char *name;
    cl_mem_object_type type;
    box size;
};
constexpr image_case images[] = {{"one_row", CL_MEM_OBJECT_IMAGE1D, {37, 1, 1}},
                                 {"array_of_rows", CL_MEM_OBJECT_IMAGE1D_ARRAY, {21, 5, 1}},
                                 {"plane", CL_MEM_OBJECT_IMAGE2D, {13, 11, 1}},
                                 {"array_of_planes", CL_MEM_OBJECT_IMAGE2D_ARRAY, {13, 7, 5}},
                                 {"volume", CL_MEM_OBJECT_IMAGE3D, {13, 7, 5}}};
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
    // A box somewhere in the image.
    std::pair<box, box> random_box(std::mt19937 &random) const {
        box origin{};
        box region{};
        for (std::size_t i = 0; i < 3; ++i) {
            origin[i] = random() % GetParam().size[i];
            region[i] = 1 + random() % (GetParam().size[i] - origin[i]);
        }
        return {origin, region};
    }
    // The image's own layout in bytes, from a pixel on.
    [[nodiscard]] shape from_pixel(const box &origin) const {
        shape made = whole_;
        made.origin = {origin[0] * pixel, origin[1], origin[2]};
        return made;
    }
    static box in_bytes(const box &region) { return {region[0] * pixel, region[1], region[2]}; }

    bytes content_;
    shape whole_;
};

INSTANTIATE_TEST_SUITE_P(, image_transfer, testing::ValuesIn(images),
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
            if (kind != place_kind::buffer && kind != place_kind::block && round % 2 != 0) { // pitches are of the host
                where.row += pixel * (random() % 3);
                where.slice = where.row * (region[1] + random() % 2);
            }
            const clmem_transfer_place in_image = place_of(image, origin);
            const clmem_transfer_place in_memory = at(memory.place(), where, in_bytes(region));
            const bool to_image = round % 3 == 0;
            const clmem_transfer_options how = options(region, random() % 2);
            cl_event event = nullptr;
            CHECK_OK(clmem_transfer_copy(queue_, to_image ? &in_memory : &in_image, to_image ? &in_image : &in_memory,
                                         &how, 0, nullptr, &event));
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
        CHECK_OK(clmem_transfer_copy(queue_, &source, &destination, &how, 0, nullptr, &event));
        wait_for(event);
        copy_by_model(content_, from_pixel(origin), expected, from_pixel(there), in_bytes(region));
        ASSERT_EQ(content_of_image(to, GetParam().size), expected);
    }
}

TEST_P(image_transfer, all_of_it_by_default) {
    const memory_owner image = make_filled();
    memory_of_kind host = make(place_kind::host, content_.size());
    EXPECT_EQ(CLMEM_SUCCESS, copy(place_of(image, {}), host.place(), options({SIZE_MAX, SIZE_MAX, SIZE_MAX})));
    EXPECT_EQ(host.host, content_);
    const memory_owner other = make_image(GetParam().type, GetParam().size);
    EXPECT_EQ(CLMEM_SUCCESS, copy(place_of(image, {}), place_of(other, {}), options({SIZE_MAX, SIZE_MAX, SIZE_MAX})));
    EXPECT_EQ(content_of_image(other, GetParam().size), content_);
    // From a pixel on it is as much as fits both.
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
            const clmem_transfer_options how = options(GetParam().size, 0);
            cl_event event = nullptr;
            CHECK_OK(clmem_transfer_copy(queue_, to_image ? &place : &in_image, to_image ? &in_image : &place, &how, 1,
                                         &held.event(), &event));
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

TEST_P(image_transfer, failures_of_the_driver_are_told) {
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
