// A pool's dump, parsed, and the rules that it obeys at any time.
#pragma once

#include "c_api.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace clmem::test {

inline std::string dump_text(clmem_pool pool) {
    std::size_t bytes = 0;
    CHECK_OK(clmem_pool_dump(pool, 0, nullptr, &bytes));
    std::string text;
    while (bytes > text.size()) {
        text.resize(bytes + 1000);
        CHECK_OK(clmem_pool_dump(pool, text.size(), text.data(), &bytes));
    }
    EXPECT_EQ(text.at(bytes - 1), '\0');
    text.resize(bytes - 1);
    return text;
}

// Checks that the ranges cover each slab, and that their sums are those of the counters.
inline void check_dump(const nlohmann::json &dump) {
    std::map<std::string, std::size_t> bytes;
    std::map<std::string, std::size_t> ranges;
    std::map<std::string, std::size_t> tagged;
    std::size_t requested = 0;
    std::size_t released = 0;
    std::size_t idle = 0;
    std::set<std::uint64_t> numbers;
    for (const auto &slab : dump.at("slabs")) {
        EXPECT_TRUE(numbers.insert(slab.at("number").get<std::uint64_t>()).second);
        std::size_t end = 0;
        std::map<std::string, std::size_t> here;
        for (const auto &range : slab.at("ranges")) {
            const std::string state = range.at("state");
            const std::size_t size = range.at("bytes");
            EXPECT_EQ(range.at("offset").get<std::size_t>(), end);
            EXPECT_GT(size, 0U);
            end += size;
            here[state] += size;
            ++ranges[state];
            EXPECT_EQ(range.contains("requested_bytes"), state == "live");
            EXPECT_EQ(range.contains("released_blocks") && state == "live", false);
            const std::size_t wanted = range.value("requested_bytes", std::size_t{0});
            EXPECT_LE(wanted, size);
            requested += wanted;
            released += range.value("released_blocks", std::size_t{0});
            if (state == "live") { tagged[range.value("tag", std::string{})] += wanted; }
            if (range.contains("queue")) { EXPECT_LT(range.at("queue").get<std::size_t>(), dump.at("queues").size()); }
        }
        EXPECT_EQ(end, slab.at("bytes").get<std::size_t>());
        EXPECT_EQ(here["live"], slab.at("live_bytes").get<std::size_t>());
        if (here["live"] + here["cached"] + here["waiting"] + here["pending"] == 0) { idle += end; }
        for (const auto &[state, size] : here) {
            bytes[state] += size;
        }
    }
    for (const auto &[state, total] : dump.at("states").items()) {
        EXPECT_EQ(total.at("bytes").get<std::size_t>(), bytes[state]) << state;
        EXPECT_EQ(total.at("ranges").get<std::size_t>(), ranges[state]) << state;
    }
    EXPECT_EQ(bytes.size(), 5U) << "another state";
    const auto counter = [&dump](const char *name) { return dump.at("counters").at(name).get<std::size_t>(); };
    EXPECT_EQ(counter("slabs"), dump.at("slabs").size());
    EXPECT_EQ(counter("active_bytes"), requested);
    EXPECT_EQ(counter("active_blocks"), ranges["live"]);
    EXPECT_EQ(counter("cached_bytes"), bytes["cached"] + bytes["waiting"]);
    EXPECT_EQ(counter("held_bytes"), bytes["cached"] + bytes["waiting"] + bytes["pending"] + bytes["free"]);
    EXPECT_EQ(counter("managed_bytes"), bytes["live"] + counter("held_bytes"));
    EXPECT_EQ(counter("idle_bytes"), idle);
    EXPECT_EQ(counter("held_blocks"), released);
    EXPECT_EQ(counter("allocations") - counter("releases"), counter("active_blocks"));
    EXPECT_EQ(counter("hits") + counter("misses"), counter("allocations"));
    std::size_t in_caches = 0;
    for (const auto &cache : dump.at("caches")) {
        in_caches += cache.at("bytes").get<std::size_t>() + cache.at("waiting_bytes").get<std::size_t>();
    }
    EXPECT_LE(in_caches, counter("cached_bytes")) << "the rest is between two caches";
    std::map<std::string, std::size_t> by_tag;
    for (const auto &tag : dump.at("tags")) {
        by_tag[tag.at("name")] += tag.at("active_bytes").get<std::size_t>();
    }
    for (const auto &[tag, size] : by_tag) {
        EXPECT_EQ(tagged[tag], size) << tag;
    }
}

inline nlohmann::json dump(clmem_pool pool) {
    const std::string text = dump_text(pool);
    const nlohmann::json parsed = nlohmann::json::parse(text, nullptr, false);
    EXPECT_FALSE(parsed.is_discarded()) << text.substr(0, 2000);
    if (!parsed.is_discarded()) { check_dump(parsed); }
    return parsed;
}

} // namespace clmem::test
