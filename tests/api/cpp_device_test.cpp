// clmem.hpp: devices, contexts, descriptions of a device, and how well a kernel fills it.
#include "cpp_api.hpp"

#include <algorithm>

namespace clmem::test {
namespace {

using namespace experimental;

using cpp_device = cpp_api;

TEST(cpp_version, is_that_of_the_library) {
    EXPECT_EQ(version().major_number, static_cast<std::uint32_t>(CLMEM_VERSION_MAJOR));
    EXPECT_EQ(version().minor_number, static_cast<std::uint32_t>(CLMEM_VERSION_MINOR));
    EXPECT_EQ(version().patch_number, static_cast<std::uint32_t>(CLMEM_VERSION_PATCH));
}

TEST_F(cpp_device, are_listed_chosen_and_described) {
    const std::vector<device> all = device::list();
    ASSERT_FALSE(all.empty());
    const device chosen = device::choose();
    EXPECT_EQ(chosen(), device_);
    EXPECT_TRUE(std::ranges::any_of(all, [&](const device &d) { return d.get() == chosen.get(); }));
    EXPECT_STREQ(chosen.describe().name, info_.name);
    EXPECT_GE(chosen.memory().total_bytes, chosen.memory().free_bytes);
    EXPECT_EQ(devices_for_tests("0:0").size(), 1U);
    EXPECT_FALSE(device{});
}

TEST_F(cpp_device, that_do_not_exist_are_errors) {
    expect_failure(CLMEM_ERROR_NO_DEVICE, [](auto &failure) { EXPECT_FALSE(device::choose("no such", failure)); });
    expect_failure(CLMEM_ERROR_NO_DEVICE,
                   [](auto &failure) { EXPECT_TRUE(devices_for_tests("no such", failure).empty()); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [](auto &failure) { EXPECT_EQ(device{}.describe(failure).compute_units, 0U); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [](auto &failure) { EXPECT_EQ(device{}.memory(failure).total_bytes, 0U); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [](auto &failure) { EXPECT_FALSE((context{device{}, failure})); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [this](auto &failure) {
        EXPECT_FALSE((queue{context_.get(), nullptr, 0, failure}));
    });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [this](auto &failure) {
        EXPECT_FALSE((queue{context_.get(), device_, 1U << 20U, failure}));
    });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [](auto &failure) { queue{}.finish(failure); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [](auto &failure) { queue{}.flush(failure); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [](auto &failure) { EXPECT_EQ(event{}.times(failure).ended_ns, 0U); });
}

TEST_F(cpp_device, contexts_and_queues_are_made_and_moved) {
    context made{device{device_}};
    queue commands{made, device_, CLMEM_QUEUE_PROFILING};
    const queue moved = std::move(commands);
    EXPECT_FALSE(commands); // NOLINT(bugprone-use-after-move): a moved-from owner is empty
    moved.flush();
    moved.finish();
    made.release();
    EXPECT_FALSE(made);
    event{}.wait();
}

// Has no fixture that counts references, since clmem keeps its own as long as the process lives.
TEST(cpp_shared_context, is_one) {
    device its;
    const context first = context::shared(&its);
    const context second = context::shared();
    EXPECT_EQ(first.get(), second.get());
    EXPECT_EQ(its.get(), device::choose().get());
}

TEST_F(cpp_device, data_align_and_tell_the_occupancy) {
    const device_data data = device_data::for_capability(9, 0);
    EXPECT_EQ(data.capability_major, 9U);
    EXPECT_TRUE(data.knows(CLMEM_DEVICE_DATA_WARP_SIZE));
    EXPECT_EQ(data.warp_size, 32U);
    EXPECT_EQ(data.align_bytes(), 128U);
    EXPECT_EQ(data.align_bytes(1), 32U);
    EXPECT_EQ(data.align(129), 256U);
    EXPECT_EQ(data.align(33, 1), 64U);
    EXPECT_EQ(data.align_words(8), 16U);
    EXPECT_EQ(data.align_dtype(17, 8), 32U);
    EXPECT_EQ(texture_channels(3), 4U);
    const clmem_occupancy occupancy = data.occupancy(1024, 0, 64);
    EXPECT_EQ(occupancy.tb_per_mp, 1U);
    EXPECT_EQ(occupancy.occupancy_ppm, 500000U);
    EXPECT_EQ(occupancy.limited_by, static_cast<std::uint32_t>(CLMEM_OCCUPANCY_REGISTERS));
    EXPECT_EQ(data.occupancy(1024).tb_per_mp, 2U);
    EXPECT_FALSE(device_data{}.knows(CLMEM_DEVICE_DATA_WARP_SIZE));
    EXPECT_GT(device_data{device_}.max_threads, 0U);
}

TEST_F(cpp_device, data_that_are_not_known_are_errors) {
    expect_failure(CLMEM_ERROR_UNSUPPORTED,
                   [](auto &failure) { EXPECT_EQ(device_data::for_capability(1, 0, failure).known, 0U); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [](auto &failure) {
        EXPECT_EQ((device_data{nullptr, failure}.known), 0U);
    });
    const device_data none;
    expect_failure(CLMEM_ERROR_UNSUPPORTED, [&](auto &failure) { EXPECT_EQ(none.align_bytes(4, failure), 0U); });
    expect_failure(CLMEM_ERROR_UNSUPPORTED, [&](auto &failure) { EXPECT_EQ(none.align(100, 4, failure), 0U); });
    expect_failure(CLMEM_ERROR_UNSUPPORTED, [&](auto &failure) { EXPECT_EQ(none.align_words(4, failure), 0U); });
    expect_failure(CLMEM_ERROR_UNSUPPORTED, [&](auto &failure) { EXPECT_EQ(none.align_dtype(9, 4, failure), 0U); });
    expect_failure(CLMEM_ERROR_UNSUPPORTED,
                   [&](auto &failure) { EXPECT_EQ(none.occupancy(32, 0, 0, failure).tb_per_mp, 0U); });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [](auto &failure) { EXPECT_EQ(texture_channels(5, failure), 0U); });
}

} // namespace
} // namespace clmem::test
