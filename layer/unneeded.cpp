#include "unneeded.hpp"

#include "usm_memory.hpp"

#include <algorithm>
#include <ctime>

namespace clmem::layer {

namespace {

constexpr std::int64_t rarest = 1000; // in milliseconds
constexpr std::size_t little = std::size_t{1} << 20;

} // namespace

std::int64_t coarse_milliseconds() noexcept {
    timespec now{};
    (void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

bool unneeded_memory::begin(std::int64_t waiting_since) noexcept {
    const std::int64_t between = between_.load(std::memory_order_relaxed);
    if (between == 0) { return false; }
    const std::int64_t now = coarse_milliseconds();
    const bool has_waited = waiting_since != never_waited && now - waiting_since >= between;
    if (!has_waited && now < next_.load(std::memory_order_relaxed)) { return false; }
    if (looking_.test_and_set(std::memory_order_acquire)) { return false; }
    now_ = now;
    has_waited_ = has_waited;
    allocated_ = 0;
    returned_ = 0;
    return true;
}

std::size_t unneeded_memory::needed(std::uint64_t allocations, std::size_t live, std::size_t peak) noexcept {
    allocated_ += allocations;
    const std::size_t used = has_waited_ ? live : peak;
    return used + used / 16 + little;
}

void unneeded_memory::look_at(clmem_pool pool) noexcept {
    clmem_statistics known = CLMEM_STATISTICS_INIT;
    if (clmem_pool_statistics(pool, &known) != CLMEM_SUCCESS) { return; }
    (void)clmem_pool_reset_peaks(pool);
    const std::size_t stays = needed(known.driver_allocations, known.active_bytes, known.active_bytes_peak);
    std::size_t returned = 0;
    if (known.managed_bytes > stays) { (void)clmem_pool_trim(pool, stays, &returned); }
    returned_ += returned;
}

void unneeded_memory::look_at(usm_memory &memory) noexcept {
    const usm_memory::use known = memory.take_use();
    returned_ += memory.trim(needed(known.allocations, known.live, known.peak));
}

void unneeded_memory::end() noexcept {
    const std::int64_t between = between_.load(std::memory_order_relaxed);
    const bool has_grown_again = before_ != 0 && allocated_ > before_;
    if (has_grown_again && between < rarest) {
        between_.store(std::min(2 * between, rarest), std::memory_order_relaxed);
    }
    before_ = returned_ != 0 ? allocated_ : 0;
    next_.store(now_ + between, std::memory_order_relaxed);
    looking_.clear(std::memory_order_release);
}

} // namespace clmem::layer
