// clmem.hpp: the recorder.
#include "cpp_library.hpp"

#include <clmem_extras.hpp>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace clmem::test {
namespace {

using experimental::recorder;

class cpp_recorder : public testing::Test {
  protected:
    cpp_recorder() : pool_{provider::simulated()} {}

    const pool pool_;
    const std::string path_ = testing::TempDir() + "clmem-cpp-recorder.clmem";
};

TEST_F(cpp_recorder, records_a_pool_into_a_file) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.path = path_.c_str();
    {
        const recorder to{options};
        to.start(pool_);
        to.mark("begun");
        auto part = to.begin("part");
        const auto same = std::move(part);
        const auto image = to.add_outside("image", 4096);
        static_cast<void>(pool_.allocate(1000));
        EXPECT_GE(to.describe().events, 6U);
        EXPECT_EQ(to.describe().lost, 0U);
        EXPECT_THROW(to.save("other"), error);
        std::error_code failure;
        to.save("other", failure);
        EXPECT_TRUE(failure);
        to.stop(pool_);
        to.stop();
    }
    EXPECT_EQ(std::remove(path_.c_str()), 0);
}

TEST_F(cpp_recorder, records_all_pools_into_a_ring) {
    const recorder to;
    to.start();
    static_cast<void>(pool_.allocate(1000));
    to.save(path_.c_str());
    EXPECT_EQ(std::remove(path_.c_str()), 0);
    const recorder other;
    EXPECT_THROW(other.start(pool_), error);
    experimental::snapshot(pool_, path_.c_str());
    EXPECT_EQ(std::remove(path_.c_str()), 0);
    EXPECT_THROW(experimental::snapshot(pool_, "/nonexistent/folder/file"), error);
}

TEST_F(cpp_recorder, refuses_wrong_options) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.stack_frames = 100;
    EXPECT_THROW(recorder{options}, error);
}

} // namespace
} // namespace clmem::test
