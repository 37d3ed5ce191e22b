#include "svm_source.hpp"

#include "recorder.hpp"
#include "settings.hpp"

#include <memory>
#include <new>

namespace clmem::layer {

namespace {

// Large allocations have separate slabs, so that trim_after() can return each as soon as it is free.
constexpr std::size_t large = std::size_t{1} << 20;

} // namespace

svm_source::~svm_source() {
    for (pool_of_flags *made = first_.load(); made != nullptr;) {
        if (made->pool != nullptr) { (void)clmem_pool_release(made->pool); }
        const std::unique_ptr<pool_of_flags> done{made};
        made = made->next;
    }
}

// Its blocks belong to no queue: nothing uses them any more when they come back.
clmem_pool svm_source::make_pool(cl_svm_mem_flags flags) const noexcept {
    recorder::begin();
    const clmem_provider_options with_flags = {sizeof with_flags, 0, flags};
    clmem_provider provider = nullptr;
    if (clmem_provider_create_svm(context_, &with_flags, &provider) != CLMEM_SUCCESS) { return nullptr; }
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.flags = current_settings().dedicated ? static_cast<std::uint32_t>(CLMEM_POOL_DEDICATED) : 0;
    clmem_pool pool = nullptr;
    const bool is_made = clmem_pool_create(provider, &options, &pool) == CLMEM_SUCCESS;
    (void)clmem_provider_release(provider);
    return is_made ? pool : nullptr;
}

clmem_pool svm_source::pool_for(cl_svm_mem_flags flags) noexcept {
    const auto find = [&]() -> const pool_of_flags * {
        const pool_of_flags *known = first_.load(std::memory_order_acquire);
        while (known != nullptr && known->flags != flags) {
            known = known->next;
        }
        return known;
    };
    if (const pool_of_flags *known = find(); known != nullptr) { return known->pool; }
    const std::lock_guard lock{making_};
    if (const pool_of_flags *known = find(); known != nullptr) { return known->pool; }
    auto *const made = new (std::nothrow) pool_of_flags{flags, nullptr, first_.load(std::memory_order_relaxed)};
    if (made == nullptr) { return nullptr; }
    made->pool = make_pool(flags);
    first_.store(made, std::memory_order_release);
    return made->pool;
}

clmem_buffer svm_source::allocate(cl_svm_mem_flags flags, std::size_t bytes, cl_uint alignment) noexcept {
    constexpr cl_uint every_pools_alignment = 128;
    clmem_pool const pool = alignment <= every_pools_alignment ? pool_for(flags) : nullptr;
    clmem_buffer made = nullptr;
    if (pool == nullptr) { return nullptr; }
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.flags = bytes >= large ? static_cast<std::uint32_t>(CLMEM_ALLOCATION_DEDICATED) : 0;
    return clmem_pool_allocate_with(pool, &options, bytes, &made) == CLMEM_SUCCESS ? made : nullptr;
}

void svm_source::trim() noexcept {
    for_each_pool([](clmem_pool pool) { (void)clmem_pool_trim(pool, 0, nullptr); });
}

// When a command frees memory, the program has long allocated for the commands behind it, in new slabs. Of all that a
// program has enqueued at once, little is resident at a time; in the pools, all of it would be.
void svm_source::trim_after(std::size_t freed) noexcept {
    constexpr std::size_t little = std::size_t{1} << 20;
    if (freed_.fetch_add(freed) + freed < little) { return; }
    freed_.store(0);
    for_each_pool([](clmem_pool pool) {
        clmem_statistics now = CLMEM_STATISTICS_INIT;
        if (clmem_pool_statistics(pool, &now) != CLMEM_SUCCESS) { return; }
        const std::size_t busy = now.managed_bytes - now.idle_bytes;
        if (now.idle_bytes > 4 * little) { (void)clmem_pool_trim(pool, busy + 4 * little, nullptr); }
    });
}

} // namespace clmem::layer
