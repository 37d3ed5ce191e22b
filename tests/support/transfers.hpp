// Shared by tests of transfers: calls, checks of invalid ones, pairs of memories, and boxes.
#pragma once

#include "all_memories.hpp"

namespace clmem::test {

class transfers : public on_all_memories {
  protected:
    clmem_status copy(const clmem_transfer_place &from, const clmem_transfer_place &to,
                      const clmem_transfer_options &how) {
        return clmem_transfer_copy(queue_, &from, &to, &how, nullptr);
    }
    // Checks that the call fails before any driver call.
    void expect_refused(const clmem_transfer_place &from, const clmem_transfer_place &to,
                        const clmem_transfer_options &how, clmem_status status = CLMEM_ERROR_INVALID_ARGUMENT) {
        counting().reset();
        auto event = reinterpret_cast<cl_event>(1);
        CHECK_STATUS(status, clmem_transfer_copy(queue_, &from, &to, &how, &event));
        EXPECT_EQ(event, nullptr);
        EXPECT_EQ(commands(), 0U);
    }
};

struct pair_of_kinds {
    place_kind from;
    place_kind to;
};
inline std::vector<pair_of_kinds> all_pairs() {
    std::vector<pair_of_kinds> pairs;
    for (const place_kind from : all_places) {
        for (const place_kind to : all_places) {
            if (!is_host(from) || !is_host(to)) { pairs.push_back({from, to}); }
        }
    }
    return pairs;
}

// A fixture for every pair of memories that the device supports.
template <class Fixture>
class between_kinds : public Fixture, public testing::WithParamInterface<pair_of_kinds> {
  protected:
    void SetUp() override {
        Fixture::SetUp();
        if (this->HasFatalFailure()) { return; }
        for (const place_kind kind : {this->GetParam().from, this->GetParam().to}) {
            if (!this->has(kind)) { GTEST_SKIP() << "the device has no " << name_of(kind); }
        }
    }
};
inline std::string name_of_pair(const testing::TestParamInfo<pair_of_kinds> &pair) {
    return std::string{name_of(pair.param.from)} + "_to_" + name_of(pair.param.to);
}

// The layout of a box: where each of its bytes lies.
struct shape {
    std::size_t offset = 0;
    box origin{};
    std::size_t row = 0;
    std::size_t slice = 0;

    [[nodiscard]] std::size_t at(std::size_t x, std::size_t y, std::size_t z) const {
        return offset + (origin[2] + z) * slice + (origin[1] + y) * row + origin[0] + x;
    }
};

// A random layout for a box that needs at most `most` bytes, often without gaps.
inline shape random_shape(std::mt19937 &random, const box &region, std::size_t most) {
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

inline void copy_by_model(const bytes &from, const shape &source, bytes &to, const shape &destination,
                          const box &region) {
    for (std::size_t z = 0; z < region[2]; ++z) {
        for (std::size_t y = 0; y < region[1]; ++y) {
            for (std::size_t x = 0; x < region[0]; ++x) {
                to.at(destination.at(x, y, z)) = from.at(source.at(x, y, z));
            }
        }
    }
}

class rectangles : public transfers {
  protected:
    static constexpr std::size_t size = 6000;

    static clmem_transfer_place at(clmem_transfer_place place, const shape &where, const box &region) {
        place.offset_bytes = where.offset;
        std::ranges::copy(where.origin, place.origin);
        // Pitches without gaps may be left at 0.
        place.row_pitch_bytes = where.row == region[0] ? 0 : where.row;
        place.slice_pitch_bytes = where.slice == where.row * region[1] ? 0 : where.slice;
        return place;
    }
    static clmem_transfer_options options(const box &region, std::uint32_t blocking = 1) {
        clmem_transfer_options made = CLMEM_TRANSFER_OPTIONS_INIT;
        std::ranges::copy(region, made.region);
        made.non_blocking = blocking != 0 ? 0 : 1;
        return made;
    }
};

} // namespace clmem::test
