// Which files may be loaded without being named by the user: those that no other user can have written.
#include "base/trusted_file.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace {

using clmem_core::is_as_safe_as;
using std::filesystem::perms;

class trusted_file : public testing::Test {
  protected:
    std::filesystem::path folder_;
    std::string known_;
    std::string file_;

    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("clmem-trust-" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
        known_ = folder_ / "known";
        file_ = folder_ / "file";
        for (const std::string &path : {known_, file_}) {
            std::ofstream{path} << "text";
            std::filesystem::permissions(path, perms{0644});
        }
        std::filesystem::permissions(folder_, perms{0755});
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
};

TEST_F(trusted_file, is_not_writable_by_other_users) {
    EXPECT_TRUE(is_as_safe_as(file_.c_str(), known_.c_str()));
    std::filesystem::permissions(file_, perms{0646});
    EXPECT_FALSE(is_as_safe_as(file_.c_str(), known_.c_str()));
    std::filesystem::permissions(file_, perms{0664});
    EXPECT_FALSE(is_as_safe_as(file_.c_str(), known_.c_str())) << "the group may write to it, but not to the known one";
    std::filesystem::permissions(known_, perms{0664});
    EXPECT_TRUE(is_as_safe_as(file_.c_str(), known_.c_str()));
}

TEST_F(trusted_file, is_in_a_folder_not_writable_by_other_users) {
    std::filesystem::permissions(folder_, perms{0777});
    EXPECT_FALSE(is_as_safe_as(file_.c_str(), known_.c_str()));
    std::filesystem::permissions(folder_,
                                 perms{01777}); // a sticky folder protects existing files, but anyone may create one
    EXPECT_FALSE(is_as_safe_as(file_.c_str(), known_.c_str()));
}

TEST_F(trusted_file, is_there_and_has_a_good_owner) {
    EXPECT_FALSE(is_as_safe_as((file_ + "x").c_str(), known_.c_str()));
    EXPECT_FALSE(is_as_safe_as(file_.c_str(), (known_ + "x").c_str()));
    if (geteuid() != 0) { GTEST_SKIP() << "only root can change a file's owner"; }
    ASSERT_EQ(chown(file_.c_str(), 12345, 0), 0);
    EXPECT_FALSE(is_as_safe_as(file_.c_str(), known_.c_str()));
    ASSERT_EQ(chown(known_.c_str(), 12345, 0), 0);
    EXPECT_TRUE(is_as_safe_as(file_.c_str(), known_.c_str())) << "the owner of a loaded library may provide more";
}

} // namespace
