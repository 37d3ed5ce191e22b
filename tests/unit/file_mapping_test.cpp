// A provider outside of the library, made as CONTRIBUTING.md says in "Add a provider": memory that is mapped from a
// file.
#include "base/error.hpp"
#include "handle/object_table.hpp"
#include "provider/provider.hpp"

#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using namespace clmem_core;

constexpr std::size_t page = 4096;

// Each slab is the next part of the file; the end of the file goes with the last slab.
class file_mapping final : public provider {
  public:
    explicit file_mapping(int file)
        : provider{{.kind = CLMEM_PROVIDER_USER,
                    .name = "a mapped file",
                    .access = memory_access::host,
                    .alignment = page,
                    .has_pointers = true,
                    .host_reachable = true}},
          file_{file} {}

    void *allocate(std::size_t bytes) override {
        check_size(bytes);
        const std::lock_guard lock{mutex_};
        const std::size_t whole = (bytes + page - 1) / page * page;
        if (ftruncate(file_, static_cast<off_t>(end_ + whole)) != 0) { fail_exhausted(bytes); }
        void *const memory = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_SHARED, file_, static_cast<off_t>(end_));
        if (memory == MAP_FAILED) { fail_exhausted(bytes); }
        end_ += whole;
        ++slabs_;
        return memory;
    }
    void release(void *memory, std::size_t bytes) noexcept override {
        const std::lock_guard lock{mutex_};
        EXPECT_EQ(munmap(memory, bytes), 0);
        if (--slabs_ != 0) { return; }
        end_ = 0;
        EXPECT_EQ(ftruncate(file_, 0), 0);
    }

  private:
    [[noreturn]] static void fail_exhausted(std::size_t bytes) {
        fail(CLMEM_ERROR_OUT_OF_MEMORY, "the file cannot grow by %zu bytes, or not be mapped", bytes);
    }

    std::mutex mutex_;
    int file_;
    std::size_t end_ = 0;
    std::size_t slabs_ = 0;
};

std::size_t size_of(int file) {
    struct stat found = {};
    EXPECT_EQ(fstat(file, &found), 0);
    return static_cast<std::size_t>(found.st_size);
}

TEST(file_mapping, serves_a_pool_as_any_provider_does) {
    const std::unique_ptr<FILE, int (*)(FILE *)> file{std::tmpfile(), &std::fclose};
    ASSERT_NE(file, nullptr);
    const int number = fileno(file.get());
    auto *const provider = token::to_handle<clmem_provider>(
        object_table::add(token::type::provider, std::make_shared<file_mapping>(number)));
    clmem_pool pool = nullptr;
    ASSERT_EQ(clmem_pool_create(provider, nullptr, &pool), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_provider_release(provider), CLMEM_SUCCESS);

    static constexpr char text[] = "in the file";
    clmem_buffer first = nullptr;
    clmem_buffer second = nullptr;
    ASSERT_EQ(clmem_pool_allocate(pool, nullptr, 100'000, &first), CLMEM_SUCCESS);
    ASSERT_EQ(clmem_pool_allocate(pool, nullptr, 100'000, &second), CLMEM_SUCCESS);
    void *memory = nullptr;
    ASSERT_EQ(clmem_svm_pointer(second, &memory), CLMEM_SUCCESS);
    std::memcpy(memory, text, sizeof text);

    bool is_in_the_file = false;
    for (std::size_t at = 0; at < size_of(number); at += page) {
        char found[sizeof text] = {};
        ASSERT_EQ(pread(number, found, sizeof found, static_cast<off_t>(at)), static_cast<ssize_t>(sizeof found));
        is_in_the_file = is_in_the_file || std::memcmp(found, text, sizeof text) == 0;
    }
    EXPECT_TRUE(is_in_the_file);

    EXPECT_EQ(clmem_buffer_release(first), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_buffer_release(second), CLMEM_SUCCESS);
    EXPECT_EQ(clmem_pool_trim(pool, 0, nullptr), CLMEM_SUCCESS);
    EXPECT_EQ(size_of(number), 0U);
    EXPECT_EQ(clmem_pool_release(pool), CLMEM_SUCCESS);
}

} // namespace
