// clmem.hpp: tags for a part of the program.
#include "cpp_library.hpp"

#include <clmem_extras.hpp>
#include <gtest/gtest.h>
#include <string>

namespace clmem::test {
namespace {

using experimental::tag_scope;

TEST(cpp_tag, lasts_as_long_as_the_object) {
    const pool from{provider::simulated()};
    const auto tag_of_next = [&from] { return from.allocate(1000).describe().tag; };
    {
        const tag_scope weights{"weights"};
        EXPECT_EQ(tag_of_next(), 1U);
        {
            const tag_scope scratch{"scratch"};
            EXPECT_EQ(tag_of_next(), 2U);
        }
        EXPECT_EQ(tag_of_next(), 1U);
    }
    EXPECT_EQ(tag_of_next(), 0U);
}

TEST(cpp_tag, that_has_not_begun_ends_no_other) {
    const pool from{provider::simulated()};
    const tag_scope weights{"weights"};
    EXPECT_THROW(tag_scope{""}, error);
    std::error_code failure;
    {
        const tag_scope none{std::string(64, 'x').c_str(), failure};
        EXPECT_TRUE(failure);
    }
    EXPECT_EQ(from.allocate(1000).describe().tag, 1U);
}

} // namespace
} // namespace clmem::test
