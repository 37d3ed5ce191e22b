// Rectangular transfers, compared with a model that copies byte by byte.
#include "options.hpp"
#include "transfers.hpp"

#include <thread>

namespace clmem::test {
namespace {

using rectangle_between = between_kinds<rectangles>;
INSTANTIATE_TEST_SUITE_P(, rectangle_between, testing::ValuesIn(all_pairs()), name_of_pair);

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
        CHECK_OK(clmem_transfer_copy(queue_, &first, &second, &how, &event));
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
    CHECK_OK(clmem_transfer_copy(queue_, &first, &second, copy_after(how, 1, &held.event()), &event));
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
    EXPECT_EQ(CLMEM_SUCCESS, copy(first, second, how)); // the pools now know the queue
    for (std::uint64_t nth = 1; nth < 80; ++nth) {
        const std::int64_t references = counting().references();
        cl_event event = nullptr;
        counting().fail(nullptr, nth, CL_OUT_OF_RESOURCES, false);
        const clmem_status status = clmem_transfer_copy(queue_, &first, &second, &how, &event);
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

// If a driver refuses a valid box, it is transferred row by row.
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

// Boxes that lie in each other's gaps do not overlap; the model knows which do, and every overlap must be refused.
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
    // Within one buffer, OpenCL does not support different pitches.
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

} // namespace
} // namespace clmem::test
