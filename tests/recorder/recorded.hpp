// A pool on the virtual provider with a recorder, and the recording that comes of it.
#pragma once

#include "formats/read.hpp"
#include "reports/history.hpp"

#include <algorithm>
#include <clmem_extras.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace clmem::test {

using command::event_kind;
using command::recording;

#define CLMEM_ASSERT_OK(call) ASSERT_EQ(CLMEM_SUCCESS, call) << last_message()
#define CLMEM_EXPECT_OK(call) EXPECT_EQ(CLMEM_SUCCESS, call) << last_message()

inline std::string last_message() {
    clmem_error error = CLMEM_ERROR_INIT;
    return clmem_error_last(&error) == CLMEM_SUCCESS ? error.message : "";
}

class recorder : public testing::Test {
  protected:
    recorder() {
        std::string name = testing::TempDir() + "clmem-recorder-XXXXXX";
        folder_ = mkdtemp(name.data());
        clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
        CLMEM_EXPECT_OK(clmem_provider_create_virtual(&options, &provider_));
        pool_ = make_pool();
    }
    ~recorder() override {
        CLMEM_EXPECT_OK(clmem_recorder_release(recorder_));
        CLMEM_EXPECT_OK(clmem_pool_release(pool_));
        CLMEM_EXPECT_OK(clmem_provider_release(provider_));
        std::filesystem::remove_all(folder_);
    }

    clmem_pool make_pool(const clmem_pool_options *options = nullptr) {
        clmem_pool made = nullptr;
        CLMEM_EXPECT_OK(clmem_pool_create(provider_, options, &made));
        return made;
    }
    [[nodiscard]] std::string path(const std::string &name = "run.clmem") const { return folder_ / name; }

    // Records the pool into a file, or a ring.
    void start(clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT, bool to_file = true) {
        const std::string file = path();
        if (to_file) { options.path = file.c_str(); }
        CLMEM_ASSERT_OK(clmem_recorder_create(&options, &recorder_));
        CLMEM_ASSERT_OK(clmem_recorder_start(recorder_, pool_));
    }
    recording finish() {
        CLMEM_EXPECT_OK(clmem_recorder_release(recorder_));
        recorder_ = nullptr;
        return command::read_recording(path());
    }
    clmem_buffer allocate(std::size_t bytes) {
        clmem_buffer block = nullptr;
        CLMEM_EXPECT_OK(clmem_pool_allocate(pool_, nullptr, bytes, &block));
        return block;
    }
    static std::size_t count(const recording &in, event_kind kind) {
        return static_cast<std::size_t>(
            std::count_if(in.events.begin(), in.events.end(), [kind](const auto &e) { return e.kind == kind; }));
    }

    std::filesystem::path folder_;
    clmem_provider provider_ = nullptr;
    clmem_pool pool_ = nullptr;
    clmem_recorder recorder_ = nullptr;
};

} // namespace clmem::test
