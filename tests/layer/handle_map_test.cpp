// The layer's map from handles to records.
#include "layer/handle_map.hpp"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace clmem::layer {
namespace {

const void *handle(std::size_t number) {
    return reinterpret_cast<const void *>(0x10000 + 16 * number);
}

TEST(layer_handle_map, finds_what_it_has) {
    handle_map<int> map;
    int first = 1;
    int second = 2;
    EXPECT_EQ(map.find(handle(1)), nullptr);
    EXPECT_EQ(map.forget(handle(1)), nullptr);
    EXPECT_EQ(map.put(handle(1), &first), nullptr);
    EXPECT_EQ(map.put(handle(2), &second), nullptr);
    EXPECT_EQ(map.find(handle(1)), &first);
    EXPECT_EQ(map.find(handle(2)), &second);
    EXPECT_EQ(map.find(nullptr), nullptr);
    EXPECT_EQ(map.put(handle(1), &second), &first);
    EXPECT_EQ(map.find(handle(1)), &second);
    EXPECT_EQ(map.forget(handle(1)), &second);
    EXPECT_EQ(map.find(handle(1)), nullptr);
    EXPECT_EQ(map.forget(handle(1)), nullptr);
    EXPECT_EQ(map.find(handle(2)), &second);
}

TEST(layer_handle_map, keeps_all_handles_while_it_grows) {
    constexpr std::size_t count = 5000;
    handle_map<std::size_t> map;
    std::vector<std::size_t> records(count);
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(map.put(handle(i), &records[i]), nullptr);
        if (i % 3 == 0) { EXPECT_EQ(map.forget(handle(i)), &records[i]); }
    }
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(map.find(handle(i)), i % 3 == 0 ? nullptr : &records[i]);
    }
}

// A program that runs for days has many handles, one after the other. Without reuse there would be two million entries.
TEST(layer_handle_map, hardly_grows_with_forgotten_handles) {
    handle_map<int> map;
    int record = 0;
    for (std::size_t i = 0; i < 1'000'000; ++i) {
        EXPECT_EQ(map.put(handle(i), &record), nullptr);
        EXPECT_EQ(map.forget(handle(i)), &record);
    }
    EXPECT_LE(map.entries(), 65536U);
}

TEST(layer_handle_map, look_ups_find_live_handles_while_others_come_and_go) {
    constexpr std::size_t live = 100;
    handle_map<std::size_t> map;
    std::vector<std::size_t> records(live);
    for (std::size_t i = 0; i < live; ++i) {
        (void)map.put(handle(7 * i), &records[i]);
    }
    std::atomic<bool> is_over{false};
    std::thread changing{[&] {
        std::size_t other = 0;
        for (std::size_t i = 0; i < 50'000; ++i) {
            (void)map.put(handle(10'000 + i), &other);
            if (i % 2 == 0) { (void)map.forget(handle(10'000 + i)); }
        }
        is_over = true;
    }};
    while (!is_over) {
        for (std::size_t i = 0; i < live; ++i) {
            ASSERT_EQ(map.find(handle(7 * i)), &records[i]);
        }
    }
    changing.join();
}

} // namespace
} // namespace clmem::layer
