// The process has no memory for clmem's own records: a call says so, and leaves everything as it was.
#include "figures.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local std::uint64_t allocations_until_failure = ~std::uint64_t{0};

void *allocate(std::size_t bytes, std::size_t alignment) {
    if (allocations_until_failure-- == 0) { throw std::bad_alloc{}; }
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void *memory = std::aligned_alloc(alignment, rounded != 0 ? rounded : alignment);
    if (memory == nullptr) { throw std::bad_alloc{}; }
    return memory;
}

} // namespace

// In place of the whole process's: the library has no allocator of its own for its records.
void *operator new(std::size_t bytes) {
    return allocate(bytes, alignof(std::max_align_t));
}
void *operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void *memory) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace clmem::test {
namespace {

// Lets the nth allocation of the process's memory fail, for every n that the call comes to.
template <class Call>
void fail_each_allocation(Call &&call) {
    clmem_status status = CLMEM_ERROR_OUT_OF_HOST_MEMORY;
    std::uint64_t failures = 0;
    for (std::uint64_t n = 0; status != CLMEM_SUCCESS && n < 1000; ++n) {
        allocations_until_failure = n;
        status = call();
        allocations_until_failure = ~std::uint64_t{0};
        if (status == CLMEM_SUCCESS) { break; }
        ASSERT_EQ(status, CLMEM_ERROR_OUT_OF_HOST_MEMORY) << last_error().message;
        ++failures;
    }
    EXPECT_EQ(status, CLMEM_SUCCESS);
    EXPECT_GT(failures, 0U) << "the call took none of the process's memory";
}

TEST(host_memory, is_needed_for_a_provider) {
    provider_owner provider;
    fail_each_allocation([&] {
        clmem_provider made = reinterpret_cast<clmem_provider>(1);
        const clmem_status status = clmem_provider_create_virtual(nullptr, &made);
        EXPECT_EQ(made == nullptr, status != CLMEM_SUCCESS);
        if (status == CLMEM_SUCCESS) { provider = provider_owner{made}; }
        return status;
    });
}

TEST(host_memory, is_needed_for_a_pool) {
    const provider_owner provider = make_provider();
    pool_owner pool;
    fail_each_allocation([&] {
        clmem_pool made = reinterpret_cast<clmem_pool>(1);
        const clmem_status status = clmem_pool_create(provider, nullptr, &made);
        EXPECT_EQ(made == nullptr, status != CLMEM_SUCCESS);
        if (status == CLMEM_SUCCESS) { pool = pool_owner{made}; }
        return status;
    });
    make_buffer(pool, 1000);
    check_figures(pool);
}

} // namespace
} // namespace clmem::test
