#include "pool/pool_counters.hpp"

#include <numeric>

namespace clmem_core {

void pool_counters::take_over(thread_cache &cache) noexcept {
    collect(cache);
    releases_ += cache.releases().get();
    for (unsigned cls = 0; cls < cache.classes().count(); ++cls) {
        hits_[cls] += cache.bins()[cls].hits.get();
    }
}

std::uint64_t pool_counters::hits() const noexcept {
    return std::accumulate(hits_.begin(), hits_.end(), std::uint64_t{0});
}

std::uint64_t pool_counters::misses() const noexcept {
    return std::accumulate(misses_.begin(), misses_.end(), std::uint64_t{0});
}

std::uint64_t pool_counters::misses(miss_reason why, unsigned classes) const noexcept {
    const std::uint64_t large = misses_[classes] - large_with_reason_;
    if (why == miss_reason::large) { return large; }
    if (why != miss_reason::empty) { return misses_by_reason_[static_cast<std::size_t>(why)]; }
    return misses() - large - std::accumulate(misses_by_reason_.begin(), misses_by_reason_.end(), std::uint64_t{0});
}

} // namespace clmem_core
