// Handles are tokens: only the very number that a call returned is valid. tests/generated tests every function with
// NULL, stale handles and handles of other types.
#include "figures.hpp"
#include "recorder.hpp"

#include <cstdio>
#include <dlfcn.h>
#include <filesystem>
#include <random>
#include <unistd.h>

namespace clmem::test {
namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int random_tokens = 100'000;
#else
constexpr int random_tokens = 1'000'000;
#endif

template <class Handle>
std::uint64_t bits(Handle handle) {
    return reinterpret_cast<std::uintptr_t>(handle);
}

// The result of a function for a number, one for each type of handle.
clmem_status as_provider(std::uint64_t number) {
    clmem_provider_info info = CLMEM_PROVIDER_INFO_INIT;
    return clmem_provider_describe(reinterpret_cast<clmem_provider>(number), &info);
}
clmem_status as_pool(std::uint64_t number) {
    return clmem_pool_trim(reinterpret_cast<clmem_pool>(number), ~std::size_t{0}, nullptr);
}
clmem_status as_buffer(std::uint64_t number) {
    std::size_t bytes = 0;
    return clmem_buffer_size(reinterpret_cast<clmem_buffer>(number), &bytes);
}
clmem_status released_as_any(std::uint64_t number) {
    const clmem_status provider = clmem_provider_release(reinterpret_cast<clmem_provider>(number));
    const clmem_status pool = clmem_pool_release(reinterpret_cast<clmem_pool>(number));
    const clmem_status buffer = clmem_buffer_release(reinterpret_cast<clmem_buffer>(number));
    return provider == pool && pool == buffer ? buffer : CLMEM_SUCCESS;
}

class tokens : public testing::Test {
  protected:
    provider_owner provider_ = make_provider();
    pool_owner pool_ = make_pool(provider_);
    buffer_owner buffer_ = make_buffer(pool_, 1000);

    // Every object is unchanged.
    void TearDown() override {
        EXPECT_EQ(as_provider(bits<clmem_provider>(provider_)), CLMEM_SUCCESS);
        EXPECT_EQ(as_pool(bits<clmem_pool>(pool_)), CLMEM_SUCCESS);
        EXPECT_EQ(as_buffer(bits<clmem_buffer>(buffer_)), CLMEM_SUCCESS);
    }
};

TEST_F(tokens, random_bits_are_not_handles) {
    std::mt19937_64 random{20261121};
    const std::uint64_t live[] = {bits<clmem_provider>(provider_), bits<clmem_pool>(pool_),
                                  bits<clmem_buffer>(buffer_)};
    int accepted = 0;
    for (int i = 0; i < random_tokens; ++i) {
        std::uint64_t number = random();
        // A third of the numbers differ from a live token in a few bits, so that later checks are reached as well.
        if (i % 3 == 0) { number = live[random() % 3] ^ (number & random() & random()); }
        if (number == live[0] || number == live[1] || number == live[2]) { continue; }
        accepted += as_provider(number) != CLMEM_ERROR_INVALID_HANDLE;
        accepted += as_pool(number) != CLMEM_ERROR_INVALID_HANDLE;
        accepted += as_buffer(number) != CLMEM_ERROR_INVALID_HANDLE;
    }
    EXPECT_EQ(accepted, 0);
}

TEST_F(tokens, random_bits_release_nothing) {
    std::mt19937_64 random{11};
    const std::uint64_t live[] = {bits<clmem_provider>(provider_), bits<clmem_pool>(pool_),
                                  bits<clmem_buffer>(buffer_)};
    for (int i = 0; i < random_tokens / 10; ++i) {
        const std::uint64_t number = i % 2 == 0 ? random() : live[random() % 3] ^ (random() & random() & random());
        if (number == 0 || number == live[0] || number == live[1] || number == live[2]) { continue; }
        ASSERT_EQ(released_as_any(number), CLMEM_ERROR_INVALID_HANDLE) << std::hex << number;
    }
}

TEST_F(tokens, each_bit_counts) {
    for (unsigned bit = 0; bit < 64; ++bit) {
        const std::uint64_t flip = std::uint64_t{1} << bit;
        EXPECT_EQ(as_provider(bits<clmem_provider>(provider_) ^ flip), CLMEM_ERROR_INVALID_HANDLE) << bit;
        EXPECT_EQ(as_pool(bits<clmem_pool>(pool_) ^ flip), CLMEM_ERROR_INVALID_HANDLE) << bit;
        EXPECT_EQ(as_buffer(bits<clmem_buffer>(buffer_) ^ flip), CLMEM_ERROR_INVALID_HANDLE) << bit;
        EXPECT_EQ(released_as_any(bits<clmem_buffer>(buffer_) ^ flip), CLMEM_ERROR_INVALID_HANDLE) << bit;
    }
}

TEST_F(tokens, small_numbers_and_addresses_are_not_handles) {
    for (std::uint64_t number = 1; number < 1000; ++number) {
        ASSERT_EQ(as_provider(number), CLMEM_ERROR_INVALID_HANDLE);
        ASSERT_EQ(as_pool(~number), CLMEM_ERROR_INVALID_HANDLE);
        ASSERT_EQ(as_buffer(number), CLMEM_ERROR_INVALID_HANDLE);
    }
    EXPECT_EQ(as_buffer(bits(&buffer_)), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(as_pool(bits(this)), CLMEM_ERROR_INVALID_HANDLE);
}

TEST_F(tokens, one_type_is_not_another) {
    const std::uint64_t provider = bits<clmem_provider>(provider_);
    const std::uint64_t pool = bits<clmem_pool>(pool_);
    const std::uint64_t buffer = bits<clmem_buffer>(buffer_);
    EXPECT_EQ(as_provider(pool), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(as_provider(buffer), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(as_pool(provider), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(as_pool(buffer), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(as_buffer(provider), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(as_buffer(pool), CLMEM_ERROR_INVALID_HANDLE);
}

// A block reused from the cache has the same memory but a new handle; old ones stay stale.
TEST_F(tokens, handles_are_not_reused) {
    std::vector<std::uint64_t> stale;
    for (int i = 0; i < 1000; ++i) {
        const buffer_owner buffer = make_buffer(pool_, 4096);
        for (const std::uint64_t old : stale) {
            ASSERT_NE(old, bits<clmem_buffer>(buffer));
        }
        stale.push_back(bits<clmem_buffer>(buffer));
    }
    const buffer_owner live = make_buffer(pool_, 4096);
    for (const std::uint64_t old : stale) {
        ASSERT_EQ(as_buffer(old), CLMEM_ERROR_INVALID_HANDLE);
        ASSERT_EQ(released_as_any(old), CLMEM_ERROR_INVALID_HANDLE);
    }
    for (int i = 0; i < 1000; ++i) {
        const pool_owner pool = make_pool(provider_);
        const std::uint64_t old = bits<clmem_pool>(pool);
        const buffer_owner buffer = make_buffer(pool, 1);
        const provider_owner provider = make_provider();
        stale.push_back(old);
        stale.push_back(bits<clmem_provider>(provider));
        stale.push_back(bits<clmem_buffer>(buffer));
    }
    for (const std::uint64_t old : stale) {
        ASSERT_EQ(released_as_any(old), CLMEM_ERROR_INVALID_HANDLE);
    }
    EXPECT_EQ(as_buffer(bits<clmem_buffer>(live)), CLMEM_SUCCESS);
}

// Loads a second copy of the library into the process, as when two packages each bring one.
class second_library {
  public:
    second_library() {
        Dl_info info = {};
        void *version = dlsym(RTLD_DEFAULT, "clmem_version");
        if (version == nullptr || dladdr(version, &info) == 0) { return; }
        path_ = std::filesystem::temp_directory_path() / ("libclmem-copy-" + std::to_string(getpid()) + ".so");
        std::filesystem::copy_file(info.dli_fname, path_, std::filesystem::copy_options::overwrite_existing);
        library_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library_ == nullptr) { ADD_FAILURE() << dlerror(); }
    }
    // The library stays loaded: it must not be unloaded.
    ~second_library() {
        if (!path_.empty()) { std::filesystem::remove(path_); }
    }
    second_library(const second_library &) = delete;
    second_library &operator=(const second_library &) = delete;

    template <class Function>
    Function *find(Function *, const char *name) const {
        return library_ != nullptr ? reinterpret_cast<Function *>(dlsym(library_, name)) : nullptr;
    }

  private:
    std::filesystem::path path_;
    void *library_ = nullptr;
};
#define OF_COPY(name) copy.find(&name, #name)

TEST_F(tokens, of_another_copy_of_the_library_are_refused) {
    const second_library copy;
    const auto create_provider = OF_COPY(clmem_provider_create_virtual);
    const auto create_pool = OF_COPY(clmem_pool_create);
    const auto allocate = OF_COPY(clmem_pool_allocate);
    const auto release_buffer = OF_COPY(clmem_buffer_release);
    const auto release_pool = OF_COPY(clmem_pool_release);
    const auto release_provider = OF_COPY(clmem_provider_release);
    ASSERT_TRUE(create_provider != nullptr && create_pool != nullptr && allocate != nullptr);
    ASSERT_NE(create_provider, &clmem_provider_create_virtual) << "not a second copy";

    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;
    ASSERT_EQ(create_provider(nullptr, &provider), CLMEM_SUCCESS);
    ASSERT_EQ(create_pool(provider, nullptr, &pool), CLMEM_SUCCESS);
    for (int i = 0; i < 100; ++i) {
        clmem_buffer buffer = nullptr;
        ASSERT_EQ(allocate(pool, nullptr, 1000, &buffer), CLMEM_SUCCESS);
        EXPECT_EQ(as_buffer(bits(buffer)), CLMEM_ERROR_INVALID_HANDLE);
        EXPECT_EQ(released_as_any(bits(buffer)), CLMEM_ERROR_INVALID_HANDLE);
        const buffer_owner ours = make_buffer(pool_, 1000);
        EXPECT_EQ(release_buffer(ours), CLMEM_ERROR_INVALID_HANDLE);
        EXPECT_EQ(release_buffer(buffer), CLMEM_SUCCESS);
    }
    EXPECT_EQ(as_provider(bits(provider)), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(as_pool(bits(pool)), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(release_pool(pool_), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(release_provider(provider_), CLMEM_ERROR_INVALID_HANDLE);
    clmem_pool none = nullptr;
    EXPECT_EQ(create_pool(provider_, nullptr, &none), CLMEM_ERROR_INVALID_HANDLE);
    EXPECT_EQ(release_pool(pool), CLMEM_SUCCESS);
    EXPECT_EQ(release_provider(provider), CLMEM_SUCCESS);
}

} // namespace
} // namespace clmem::test
