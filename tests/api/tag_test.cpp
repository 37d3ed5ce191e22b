// Tags for a part of the program.
#include "figures.hpp"

#include <clmem_extras.h>
#include <string>
#include <string_view>
#include <thread>

namespace clmem::test {
namespace {

class tag_scopes : public testing::Test {
  protected:
    tag_scopes() : provider_{make_provider()}, pool_{make_pool(provider_)} {}
    ~tag_scopes() override { CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_tag_end()); }

    // The tag's name that a new block has.
    std::string tag_of_next(std::size_t bytes = 1000) { return tag_of(make_buffer(pool_, bytes)); }
    std::string tag_of(const buffer_owner &block) { return tag_in(pool_, block); }
    static std::string tag_in(clmem_pool pool, const buffer_owner &block) {
        return tags(pool).at(describe(block).tag).name;
    }

    const provider_owner provider_;
    const pool_owner pool_;
};

TEST_F(tag_scopes, tag_what_the_thread_allocates) {
    const buffer_owner before = make_buffer(pool_, 1000);
    REQUIRE_OK(clmem_tag_begin("weights"));
    const buffer_owner outer = make_buffer(pool_, 2000);
    REQUIRE_OK(clmem_tag_begin("scratch"));
    EXPECT_EQ(tag_of_next(), "scratch");
    CHECK_OK(clmem_tag_end());
    EXPECT_EQ(tag_of_next(), "weights");
    CHECK_OK(clmem_tag_end());
    const buffer_owner after = make_buffer(pool_, 1000);
    EXPECT_EQ(tag_of(before), "");
    EXPECT_EQ(tag_of(outer), "weights") << "blocks keep their tag";
    EXPECT_EQ(tag_of(after), "");
    const auto all = tags(pool_);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[1].active_bytes, 2000U);
    EXPECT_EQ(all[1].allocations, 2U);
    EXPECT_EQ(all[2].active_bytes, 0U);
    check_figures(pool_);
}

TEST_F(tag_scopes, hold_although_a_cache_has_a_block) {
    for (int i = 0; i < 10; ++i) {
        make_buffer(pool_, 1000).reset();
        REQUIRE_OK(clmem_tag_begin("weights"));
        buffer_owner tagged = make_buffer(pool_, 1000);
        EXPECT_EQ(tag_of(tagged), "weights");
        if (i % 2 == 0) { tagged.reset(); }
        EXPECT_EQ(tag_of_next(), "weights");
        CHECK_OK(clmem_tag_end());
        EXPECT_EQ(tag_of_next(), "");
    }
    EXPECT_EQ(tags(pool_)[1].allocations, 20U);
    const std::uint64_t hits = statistics(pool_).hits;
    make_buffer(pool_, 1000).reset();
    make_buffer(pool_, 1000).reset();
    EXPECT_EQ(statistics(pool_).hits, hits + 2) << "the cache is used again";
    check_figures(pool_);
}

TEST_F(tag_scopes, leave_tags_of_the_programs_own) {
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    REQUIRE_OK(clmem_pool_tag(pool_, "own", &options.tag));
    REQUIRE_OK(clmem_tag_begin("weights"));
    buffer_owner own;
    CHECK_OK(clmem_pool_allocate_with(pool_, &options, 1000, own.out()));
    EXPECT_EQ(tag_of(own), "own");
    options.tag = 0;
    options.flags = CLMEM_ALLOCATION_DEDICATED;
    buffer_owner dedicated;
    CHECK_OK(clmem_pool_allocate_with(pool_, &options, 1000, dedicated.out()));
    EXPECT_EQ(tag_of(dedicated), "weights");
    buffer_owner none;
    CHECK_OK(clmem_pool_try_allocate(pool_, nullptr, 1000, none.out()));
    EXPECT_EQ(none, nullptr);
    CHECK_OK(clmem_tag_end());
}

TEST_F(tag_scopes, count_in_every_pool) {
    const pool_owner other = make_pool(provider_);
    std::uint32_t first = 0;
    REQUIRE_OK(clmem_pool_tag(other, "first", &first));
    REQUIRE_OK(clmem_tag_begin("weights"));
    for (int i = 0; i < 3; ++i) { // in turns
        EXPECT_EQ(tag_of_next(), "weights");
        EXPECT_EQ(tag_in(other, make_buffer(other, 1000)), "weights");
    }
    CHECK_OK(clmem_tag_end());
    EXPECT_EQ(tags(pool_)[1].allocations, 3U);
    EXPECT_EQ(tags(other)[2].allocations, 3U);
}

TEST_F(tag_scopes, are_the_threads_own) {
    REQUIRE_OK(clmem_tag_begin("weights"));
    std::thread{[this] {
        EXPECT_EQ(tag_of_next(), "");
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_tag_end());
        REQUIRE_OK(clmem_tag_begin("of a thread that ends"));
        EXPECT_EQ(tag_of_next(), "of a thread that ends");
    }}.join();
    EXPECT_EQ(tag_of_next(), "weights");
    CHECK_OK(clmem_tag_end());
}

TEST_F(tag_scopes, tag_nothing_in_a_pool_with_too_many_tags) {
    std::uint32_t tag = 0;
    for (int i = 0; i < 255; ++i) {
        CHECK_OK(clmem_pool_tag(pool_, std::to_string(i).c_str(), &tag));
    }
    REQUIRE_OK(clmem_tag_begin("one too many"));
    EXPECT_EQ(tag_of_next(), "");
    REQUIRE_OK(clmem_tag_begin("7"));
    EXPECT_EQ(tag_of_next(), "7");
    REQUIRE_OK(clmem_tag_begin("another too many"));
    make_buffer(pool_, 1000).reset(); // into the cache, as without a tag
    EXPECT_EQ(tag_of_next(), "");
    CHECK_OK(clmem_tag_end());
    EXPECT_EQ(tag_of_next(), "7") << "not from the cache";
    CHECK_OK(clmem_tag_end());
    EXPECT_EQ(tag_of_next(), "");
    CHECK_OK(clmem_tag_end());
    check_figures(pool_);
}

TEST_F(tag_scopes, refuse_what_is_no_name) {
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_tag_begin(nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_tag_begin(""));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_tag_begin(std::string(64, 'x').c_str()));
    EXPECT_NE(std::string_view{last_error().message}.find("name: expected 1 to 63 bytes, got 64"),
              std::string_view::npos);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_tag_end());
    EXPECT_NE(std::string_view{last_error().message}.find("found none"), std::string_view::npos);
    CHECK_OK(clmem_tag_begin(std::string(63, 'x').c_str()));
    CHECK_OK(clmem_tag_end());
}

} // namespace
} // namespace clmem::test
