// The dump of a pool agrees with its statistics and its blocks, at any time.
#include "dump.hpp"
#include "figures.hpp"
#include "kernels.hpp"
#include "opencl.hpp"
#include "racing.hpp"
#include "recorder.hpp"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <mutex>
#include <random>
#include <vector>

namespace clmem::test {
namespace {

using nlohmann::json;

// Queues of a virtual provider are any pointers.
cl_command_queue queue(std::uintptr_t number) {
    return reinterpret_cast<cl_command_queue>(number * 64);
}

buffer_owner allocate(clmem_pool pool, std::size_t bytes, std::uint32_t tag, std::uint32_t flags = 0) {
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.tag = tag;
    options.flags = flags;
    buffer_owner made;
    CHECK_OK(clmem_pool_allocate_with(pool, &options, bytes, made.out()));
    return made;
}

std::uint32_t tag(clmem_pool pool, const char *name) {
    std::uint32_t made = 0;
    CHECK_OK(clmem_pool_tag(pool, name, &made));
    return made;
}

// The range of a live block.
json range_of(const json &dump, clmem_buffer buffer) {
    const clmem_buffer_info info = describe(buffer);
    for (const json &slab : dump.at("slabs")) {
        if (slab.at("number") != info.slab) { continue; }
        EXPECT_EQ(slab.at("bytes"), info.slab_bytes);
        for (const json &range : slab.at("ranges")) {
            if (range.at("offset") == info.offset_bytes) { return range; }
        }
    }
    ADD_FAILURE() << "no range of the block";
    return {};
}

// A quiet pool has the counters of its statistics.
void expect_same(const json &counters, const clmem_statistics &all) {
    EXPECT_EQ(counters.at("slabs"), all.slabs);
    EXPECT_EQ(counters.at("managed_bytes"), all.managed_bytes);
    EXPECT_EQ(counters.at("managed_bytes_peak"), all.managed_bytes_peak);
    EXPECT_EQ(counters.at("active_bytes"), all.active_bytes);
    EXPECT_EQ(counters.at("active_bytes_peak"), all.active_bytes_peak);
    EXPECT_EQ(counters.at("held_bytes"), all.held_bytes);
    EXPECT_EQ(counters.at("idle_bytes"), all.idle_bytes);
    EXPECT_EQ(counters.at("cached_bytes"), all.cached_bytes);
    EXPECT_EQ(counters.at("active_blocks"), all.active_blocks);
    EXPECT_EQ(counters.at("held_blocks"), all.held_blocks);
    EXPECT_EQ(counters.at("allocations"), all.allocations);
    EXPECT_EQ(counters.at("releases"), all.releases);
    EXPECT_EQ(counters.at("hits"), all.hits);
    EXPECT_EQ(counters.at("misses"), all.misses);
    EXPECT_EQ(counters.at("misses_empty"), all.misses_empty);
    EXPECT_EQ(counters.at("misses_tagged"), all.misses_tagged);
    EXPECT_EQ(counters.at("misses_dedicated"), all.misses_dedicated);
    EXPECT_EQ(counters.at("misses_large"), all.misses_large);
    EXPECT_EQ(counters.at("quarantined_bytes"), all.quarantined_bytes);
}

TEST(dump, of_a_new_pool) {
    const pool_owner pool = make_pool(make_provider());
    const json all = dump(pool);
    EXPECT_EQ(all.at("format"), 1);
    EXPECT_GT(all.at("pool"), 0);
    EXPECT_EQ(all.at("provider").at("kind"), "virtual");
    EXPECT_EQ(all.at("provider").at("devices"), json::array());
    EXPECT_EQ(all.at("provider").at("alignment_bytes"), 512);
    EXPECT_EQ(all.at("slabs"), json::array());
    EXPECT_EQ(all.at("caches"), json::array());
    EXPECT_EQ(all.at("tags").size(), 1U);
    EXPECT_EQ(all.at("options").at("driver_time_permille"), 20) << "the default";
    EXPECT_EQ(all.at("options").at("queue"), nullptr);
    EXPECT_EQ(all.at("options").at("dedicated"), false);
    EXPECT_EQ(all.at("options").at("out_of_memory"), false);
    expect_same(all.at("counters"), statistics(pool));
}

TEST(dump, shows_the_options_as_they_are_now) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.flags = CLMEM_POOL_DEDICATED;
    options.queue = queue(1);
    options.limit_bytes = 64 * mib;
    options.leading_bits_in_bin_id = 3;
    options.driver_time_permille = CLMEM_DRIVER_TIME_NEVER;
    options.budget_bytes = 32 * mib;
    options.keep_bytes = 2 * mib;
    options.idle_release_ms = 77;
    options.out_of_memory = [](void *, std::size_t, std::uint32_t) -> std::int32_t { return 0; };
    const pool_owner pool = make_pool(make_provider(), &options);
    CHECK_OK(clmem_pool_set_limit(pool, 48 * mib));
    const json now = dump(pool).at("options");
    EXPECT_EQ(now.at("dedicated"), true);
    EXPECT_EQ(now.at("queue"), "0x40");
    EXPECT_EQ(now.at("limit_bytes"), 48 * mib);
    EXPECT_EQ(now.at("leading_bits_in_bin_id"), 3);
    EXPECT_EQ(now.at("driver_time_permille"), static_cast<std::uint32_t>(CLMEM_DRIVER_TIME_NEVER));
    EXPECT_EQ(now.at("budget_bytes"), 32 * mib);
    EXPECT_EQ(now.at("keep_bytes"), 2 * mib);
    EXPECT_EQ(now.at("idle_release_ms"), 77);
    EXPECT_EQ(now.at("out_of_memory"), true);
}

TEST(dump, shows_each_block_with_its_state_tag_and_queue) {
    const pool_owner pool = make_pool(make_provider());
    const std::uint32_t weights = tag(pool, "weights");
    const buffer_owner tagged = allocate(pool, 100 * kib, weights);
    const buffer_owner alone = allocate(pool, 3 * mib, 0, CLMEM_ALLOCATION_DEDICATED);
    buffer_owner named;
    buffer_owner cached;
    CHECK_OK(clmem_pool_allocate(pool, queue(1), 1000, named.out()));
    CHECK_OK(clmem_pool_allocate(pool, queue(2), 2000, cached.out()));
    const json before = dump(pool);
    const json of_tagged = range_of(before, tagged);
    EXPECT_EQ(of_tagged.at("state"), "live");
    EXPECT_EQ(of_tagged.at("tag"), "weights");
    EXPECT_EQ(of_tagged.at("requested_bytes"), 100 * kib);
    EXPECT_EQ(before.at("tags").at(1).at("active_bytes"), 100 * kib);
    const json of_named = range_of(before, named);
    EXPECT_EQ(of_named.at("requested_bytes"), 1000);
    EXPECT_FALSE(of_named.contains("tag"));
    EXPECT_EQ(before.at("queues").at(of_named.at("queue").get<std::size_t>()).at("handle"), "0x40");
    bool is_alone = false;
    for (const json &slab : before.at("slabs")) {
        is_alone = is_alone || (slab.at("dedicated") == true && slab.at("number") == describe(alone).slab);
    }
    EXPECT_TRUE(is_alone);

    const clmem_buffer_info place = describe(cached);
    cached.reset();
    const json after = dump(pool);
    EXPECT_EQ(after.at("states").at("cached").at("ranges"), 1);
    EXPECT_EQ(after.at("states").at("cached").at("bytes"), place.capacity_bytes);
    expect_same(after.at("counters"), statistics(pool));
    CHECK_OK(clmem_pool_free_held(pool));
    EXPECT_EQ(dump(pool).at("states").at("cached").at("ranges"), 0);
}

TEST(dump, names_the_queues_that_may_still_use_a_range) {
    const pool_owner pool = make_pool(make_provider());
    buffer_owner block;
    CHECK_OK(clmem_pool_allocate(pool, queue(1), 64 * kib, block.out()));
    CHECK_OK(clmem_pool_record_use(pool, block, queue(2)));
    EXPECT_EQ(range_of(dump(pool), block).at("used_by"), json::array({1}));
    const std::size_t offset = describe(block).offset_bytes;
    block.reset();
    json used_by;
    const json after = dump(pool);
    for (const json &range : after.at("slabs").at(0).at("ranges")) {
        if (range.at("offset") == offset) { used_by = range.value("used_by", json{}); }
    }
    EXPECT_EQ(used_by, json::array({0, 1}));
}

// Text that other programs made.
TEST(dump, escapes_the_names_of_tags) {
    const pool_owner pool = make_pool(make_provider());
    const char *const valid[] = {"\"quotes\" and \\", "\x01\n\t\x7f", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
                                 "</script>"};
    std::vector<buffer_owner> blocks;
    for (const char *name : valid) {
        blocks.push_back(allocate(pool, 4096, tag(pool, name)));
    }
    json all = dump(pool);
    for (std::size_t i = 0; i < std::size(valid); ++i) {
        EXPECT_EQ(all.at("tags").at(i + 1).at("name"), valid[i]);
        EXPECT_EQ(range_of(all, blocks[i]).at("tag"), valid[i]);
    }
    // Not UTF-8: a lone continuation, longer forms, a surrogate, beyond Unicode, a character that is cut off.
    const std::pair<const char *, const char *> broken[] = {{"a\x80z", "a\xef\xbf\xbdz"},
                                                            {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},
                                                            {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
                                                            {"\xff!", "\xef\xbf\xbd!"},
                                                            {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"},
                                                            {"\xf5\x80", "\xef\xbf\xbd\xef\xbf\xbd"}};
    for (const auto &[name, shown] : broken) {
        const std::uint32_t made = tag(pool, name);
        EXPECT_EQ(dump(pool).at("tags").at(made).at("name"), shown);
    }
}

TEST(dump, agrees_with_the_statistics_after_random_work) {
    std::mt19937 random{41};
    const pool_owner pool = make_pool(make_provider());
    const std::uint32_t tags[] = {0, 0, 0, tag(pool, "a"), tag(pool, "b")};
    std::vector<buffer_owner> blocks(200);
    for (int round = 0; round < 40; ++round) {
        for (int i = 0; i < 100; ++i) {
            buffer_owner &b = blocks[random() % blocks.size()];
            const std::size_t bytes = std::size_t{1} << random() % 23;
            b.reset();
            if (random() % 3 == 0) { continue; }
            clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
            options.queue = queue(1 + random() % 3);
            options.tag = tags[random() % std::size(tags)];
            options.flags = random() % 50 == 0 ? CLMEM_ALLOCATION_DEDICATED : 0;
            REQUIRE_OK(clmem_pool_allocate_with(pool, &options, bytes + random() % 100, b.out()));
        }
        if (round % 8 == 0) { CHECK_OK(clmem_pool_trim(pool, 0, nullptr)); }
        const json all = dump(pool);
        expect_same(all.at("counters"), statistics(pool));
        for (std::size_t i = 0; i < blocks.size(); i += 20) {
            if (blocks[i].get() == nullptr) { continue; }
            EXPECT_EQ(range_of(all, blocks[i]).at("state"), "live");
            EXPECT_EQ(range_of(all, blocks[i]).at("bytes"), describe(blocks[i]).capacity_bytes);
        }
        if (HasFailure()) { return; }
    }
}

TEST(dump, is_consistent_while_threads_allocate) {
    recorder memory;
    const pool_owner pool = make_pool(memory.make_provider());
    const std::uint32_t tagged = tag(pool, "tagged");
    std::atomic<int> working{3};
    std::atomic<int> dumps{0};
    std::mutex exchanged_mutex;
    std::vector<buffer_owner> exchanged(16);
    race(4, [&](int self) {
        if (self == 3) {
            while (working != 0 && !testing::Test::HasFailure()) {
                (void)dump(pool);
                ++dumps;
            }
            return;
        }
        std::mt19937 random{static_cast<unsigned>(self)};
        std::vector<buffer_owner> own(64);
        // A slow machine makes few dumps: the work goes on until there are some.
        for (int i = 0; (i < rounds(100'000) || dumps < 10) && !testing::Test::HasFailure(); ++i) {
            buffer_owner &b = own[random() % own.size()];
            b.reset();
            b = allocate(pool, 1 + (std::size_t{1} << random() % 21), random() % 16 == 0 ? tagged : 0);
            if (random() % 4 == 0) { // another thread releases it
                const std::lock_guard lock{exchanged_mutex};
                std::swap(b, exchanged[random() % exchanged.size()]);
            }
            if (random() % 2000 == 0) { CHECK_OK(clmem_pool_trim(pool, 0, nullptr)); }
        }
        --working;
    });
    (void)dump(pool);
}

TEST(dump, of_many_blocks_takes_time_in_proportion) {
    if (!is_fast_build()) { GTEST_SKIP() << "not optimised"; }
    const auto seconds_for = [](std::size_t count) {
        const pool_owner pool = make_pool(make_provider());
        std::vector<buffer_owner> blocks;
        for (std::size_t i = 0; i < count; ++i) {
            blocks.push_back(make_buffer(pool, 512));
        }
        double best = 1e9;
        for (int i = 0; i < 5; ++i) {
            std::size_t bytes = 0;
            const std::clock_t begin = std::clock(); // of the processor: other programs do not count
            CHECK_OK(clmem_pool_dump(pool, 0, nullptr, &bytes));
            best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
            EXPECT_GT(bytes, 40 * count);
        }
        return best;
    };
    const double few = seconds_for(10'000);
    const double many = seconds_for(100'000);
    EXPECT_LT(many, 40 * few) << few << " s for a tenth of the blocks";
    EXPECT_LT(many, 2.0);
}

TEST(dump, is_truncated_to_the_memory_that_it_is_given) {
    const pool_owner pool = make_pool(make_provider());
    const std::string whole = dump_text(pool);
    std::string text(whole.size() + 10, 'x');
    std::size_t bytes = 0;
    for (const std::size_t capacity : {std::size_t{1}, std::size_t{2}, whole.size(), whole.size() + 1}) {
        std::fill(text.begin(), text.end(), 'x');
        CHECK_OK(clmem_pool_dump(pool, capacity, text.data(), &bytes));
        EXPECT_EQ(bytes, whole.size() + 1);
        EXPECT_EQ(text.substr(0, capacity - 1), whole.substr(0, capacity - 1));
        EXPECT_EQ(text[capacity - 1], '\0');
        EXPECT_EQ(text[capacity], 'x') << "nothing is written behind the memory";
    }
}

TEST(dump, refuses_null_pointers_and_pools_that_have_ended) {
    pool_owner pool = make_pool(make_provider());
    const buffer_owner block = make_buffer(pool, 64);
    char text[16] = "unchanged";
    std::size_t bytes = 1;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_dump(pool, sizeof text, text, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_dump(pool, 1, nullptr, &bytes));
    EXPECT_EQ(bytes, 0U);
    const clmem_pool ended = pool.get();
    pool.reset();
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_dump(ended, sizeof text, text, &bytes));
    EXPECT_EQ(text[0], '\0');
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_dump(nullptr, 0, nullptr, &bytes));
}

class dump_on_device : public on_device {};

TEST_F(dump_on_device, names_the_device_and_shows_blocks_that_wait_for_events) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    gate held{context_};
    buffer_owner block;
    REQUIRE_OK(clmem_pool_allocate(pool, queue_, 64 * kib, block.out()));
    const clmem_buffer_info place = describe(block);
    const cl_event event = held.event();
    REQUIRE_OK(clmem_buffer_release_after(block.give_up(), 1, &event));
    const json all = dump(pool);
    EXPECT_EQ(all.at("provider").at("kind"), "buffer");
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device_, &info));
    EXPECT_EQ(all.at("provider").at("devices"), json::array({info.name}));
    EXPECT_EQ(all.at("states").at("pending").at("ranges"), 1);
    EXPECT_EQ(all.at("states").at("pending").at("bytes"), place.capacity_bytes);
    for (const json &range : all.at("slabs").at(0).at("ranges")) {
        if (range.at("state") == "pending") { EXPECT_EQ(range.at("events"), 1); }
    }
    expect_same(all.at("counters"), statistics(pool));
    held.open();
}

TEST_F(dump_on_device, shows_cached_blocks_whose_commands_may_run) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_pinned(queue_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    buffer_owner block;
    REQUIRE_OK(clmem_pool_allocate(pool, queue_, 4 * kib, block.out()));
    block.reset();
    EXPECT_EQ(dump(pool).at("states").at("waiting").at("ranges"), 1);
    expect_same(dump(pool).at("counters"), statistics(pool));
}

} // namespace
} // namespace clmem::test
