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
    const std::uint64_t large = stopped_ ? large_ : misses_[classes] - large_with_reason_;
    if (why == miss_reason::large) { return large; }
    if (why == miss_reason::empty && stopped_) { return empty_; }
    const bool is_the_rest = why == (stopped_ ? miss_reason::unheld : miss_reason::empty);
    if (!is_the_rest) { return misses_by_reason_[static_cast<std::size_t>(why)]; }
    const auto counted = std::accumulate(misses_by_reason_.begin(), misses_by_reason_.end(), std::uint64_t{0});
    return misses() - large - empty_ - counted;
}

void pool_counters::stop_holding(unsigned classes) noexcept {
    if (stopped_) { return; }
    large_ = misses(miss_reason::large, classes);
    empty_ = misses(miss_reason::empty, classes);
    stopped_ = true;
}

} // namespace clmem_core
