// NVIDIA's management library: how it is loaded, how a device is found in it, and what its answers mean.
#include "device/memory/nvml.hpp"
#include "fake_system.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace clmem_core;

// A library with one card. Each test changes what it answers.
class nvml_memory : public testing::Test {
  protected:
    void SetUp() override {
        known = {"GPU-1234", "0000:41:00.0"};
        asked.clear();
        running.clear();
        is_divided = false;
        functions.init = [] { return nvml::success; };
        functions.find_by_uuid = find;
        functions.find_by_address = find;
        functions.memory_info = [](nvml::device, nvml::memory *out) {
            *out = {1000, 200, 800};
            return nvml::success;
        };
        functions.memory_info_v2 = [](nvml::device, nvml::memory_v2 *out) {
            EXPECT_EQ(out->version, 0x02000028U);
            *out = {out->version, 1000, 50, 200, 750};
            return nvml::success;
        };
        functions.mig_mode = [](nvml::device, unsigned int *current, unsigned int *pending) {
            *current = is_divided ? 1 : 0;
            *pending = 0;
            return nvml::success;
        };
        functions.processes = [](nvml::device, unsigned int *count, nvml::process *out) {
            const unsigned int capacity = *count;
            *count = static_cast<unsigned int>(running.size());
            if (capacity < running.size()) { return nvml::insufficient_size; }
            std::copy(running.begin(), running.end(), out);
            return nvml::success;
        };
        system.link("/proc/self/ns/pid", "pid:[4026531836]");
    }

    static int find(const char *name, nvml::device *out) {
        asked.emplace_back(name);
        if (std::find(known.begin(), known.end(), name) == known.end()) { return 6; }
        *out = reinterpret_cast<nvml::device>(&asked);
        return nvml::success;
    }

    [[nodiscard]] memory_figures ask() const { return nvml::memory_of(functions, subject, system.files()); }
    static unsigned int own_pid() { return static_cast<unsigned int>(getpid()); }

    nvml::table functions;
    nvml::identity subject = {"1234", pci_address{0, 0x41, 0, 0}};
    clmem_core::test::fake_system system;
    static inline std::vector<std::string> known;
    static inline std::vector<std::string> asked;
    static inline std::vector<nvml::process> running;
    static inline bool is_divided;
};

TEST_F(nvml_memory, of_a_card_has_nvml_as_its_source) {
    running = {{own_pid() + 1, 70, 0, 0}, {own_pid(), 90, 0, 0}};
    const memory_figures figures = ask();
    EXPECT_EQ(figures.total.bytes, 1000U);
    EXPECT_EQ(figures.total.source, CLMEM_DEVICE_MEMORY_NVML);
    EXPECT_EQ(figures.free.bytes, 200U);
    EXPECT_EQ(figures.free.source, CLMEM_DEVICE_MEMORY_NVML);
    EXPECT_EQ(figures.process.bytes, 90U);
    EXPECT_EQ(figures.process.source, CLMEM_DEVICE_MEMORY_NVML);
}

TEST_F(nvml_memory, of_an_old_driver_comes_from_the_first_version) {
    functions.memory_info_v2 = nullptr;
    functions.mig_mode = nullptr;
    functions.processes = nullptr;
    const memory_figures figures = ask();
    EXPECT_EQ(figures.free.bytes, 200U);
    EXPECT_FALSE(figures.process.is_known());
    functions.memory_info_v2 = [](nvml::device, nvml::memory_v2 *) {
        return 25;
    }; // the driver is older than the library
    EXPECT_EQ(ask().free.bytes, 200U);
}

TEST_F(nvml_memory, is_found_by_uuid_before_the_address) {
    EXPECT_TRUE(ask().free.is_known());
    EXPECT_EQ(asked, (std::vector<std::string>{"MIG-1234", "GPU-1234"}));
    asked.clear();
    subject.uuid.reset();
    EXPECT_TRUE(ask().free.is_known());
    EXPECT_EQ(asked, std::vector<std::string>{"0000:41:00.0"});
    subject.uuid = "other";
    EXPECT_TRUE(ask().free.is_known());
    subject.address.reset();
    EXPECT_FALSE(ask().free.is_known());
    subject = {};
    EXPECT_FALSE(ask().total.is_known());
}

TEST_F(nvml_memory, of_a_divided_card_is_that_of_the_part) {
    is_divided = true;
    EXPECT_FALSE(ask().free.is_known()) << "the whole card's";
    subject.uuid.reset();
    EXPECT_FALSE(ask().free.is_known()) << "the whole card's, found by its address";
    known.emplace_back("MIG-1234");
    subject.uuid = "1234";
    EXPECT_TRUE(ask().free.is_known());
}

TEST_F(nvml_memory, that_the_library_refuses_is_unknown) {
    functions.memory_info_v2 = [](nvml::device, nvml::memory_v2 *) { return 15; }; // the GPU is lost
    functions.memory_info = [](nvml::device, nvml::memory *) { return 15; };
    functions.processes = [](nvml::device, unsigned int *, nvml::process *) { return 15; };
    const memory_figures figures = ask();
    EXPECT_FALSE(figures.total.is_known());
    EXPECT_FALSE(figures.free.is_known());
    EXPECT_FALSE(figures.process.is_known());
}

TEST_F(nvml_memory, of_the_process_is_found_among_many) {
    for (unsigned int i = 0; i < 100; ++i) {
        running.push_back({own_pid() + 100 - i, i, 0, 0});
    }
    running.push_back({own_pid(), 4711, 0, 0});
    EXPECT_EQ(ask().process.bytes, 4711U);
}

TEST_F(nvml_memory, of_the_process_is_unknown_if_it_is_not_listed_or_not_counted) {
    running = {{own_pid() + 1, 70, 0, 0}};
    EXPECT_FALSE(ask().process.is_known());
    running = {{own_pid(), ~0ULL, 0, 0}};
    EXPECT_FALSE(ask().process.is_known());
}

TEST_F(nvml_memory, of_the_process_is_unknown_in_a_container) {
    running = {{own_pid(), 90, 0, 0}};
    EXPECT_TRUE(ask().process.is_known());
    system.remove("/proc/self/ns/pid");
    EXPECT_FALSE(ask().process.is_known());
    system.link("/proc/self/ns/pid", "pid:[4026532441]");
    EXPECT_FALSE(ask().process.is_known());
    EXPECT_TRUE(ask().free.is_known());
}

TEST(nvml_library, is_loaded_with_the_functions_that_it_has) {
    nvml::table functions;
    EXPECT_EQ(nvml::load(CLMEM_TEST_FAKE_NVML, functions), "");
    EXPECT_EQ(functions.memory_info_v2, nullptr);
    EXPECT_EQ(functions.processes, nullptr);
    const memory_figures figures = nvml::memory_of(functions, {{}, pci_address{}}, {});
    EXPECT_EQ(figures.total.bytes, 1000U);
    EXPECT_EQ(figures.free.bytes, 300U);
}

TEST(nvml_library, that_cannot_be_used_leaves_the_table_empty) {
    nvml::table functions;
    EXPECT_NE(nvml::load("libno-such-nvml.so.1", functions).find("libno-such-nvml.so.1"), std::string::npos);
    EXPECT_NE(nvml::load(CLMEM_TEST_BROKEN_NVML, functions).find("nvmlInit_v2 returned 9"), std::string::npos);
    EXPECT_NE(nvml::load(CLMEM_TEST_PARTIAL_NVML, functions).find("lacks a function"), std::string::npos);
    EXPECT_EQ(functions.init, nullptr);
}

TEST(nvml_library, is_searched_once) {
    EXPECT_EQ(nvml::installed(), nvml::installed());
}

} // namespace
