#include "bounds.hpp"

#include "layer_faults.hpp"
#include "violations.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <malloc.h>
#include <thread>
#include <unistd.h>

namespace clmem::soak {

using test::report;

namespace {

constexpr std::size_t least_samples = 60;

std::size_t median(std::vector<std::size_t> of) {
    if (of.empty()) { return 0; }
    const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
    std::ranges::nth_element(of, middle);
    return *middle;
}

} // namespace

std::size_t resident_bytes() {
    std::size_t pages = 0;
    std::ifstream{"/proc/self/statm"} >> pages >> pages;
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

bounds::bounds() : objects_at_start_{test::live_objects()} {}

// A thread of clmem or of the driver may still be releasing objects, so the count gets a moment.
void bounds::check_objects(std::uint64_t lost) {
    const std::int64_t most = objects_at_start_ + static_cast<std::int64_t>(lost);
    for (int wait = 0; wait < 5000 && test::live_objects() > most; ++wait) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    const std::int64_t now = test::live_objects();
    if (now > most) {
        report("%lld OpenCL objects are left after a round, besides %llu whose release failed; there are %s",
               static_cast<long long>(now - most), static_cast<unsigned long long>(lost),
               test::live_objects_by_kind().c_str());
    }
    objects_at_start_ = now;
}

// Without what malloc() has kept of freed memory, which depends on how many threads there were.
void bounds::sample_memory() {
    ::malloc_trim(0);
    samples_.push_back(resident_bytes());
}

// The first fifth warms up; the second one counts.
std::size_t bounds::early_bytes() const {
    const auto fifth = static_cast<std::ptrdiff_t>(samples_.size() / 5);
    return median({samples_.begin() + fifth, samples_.begin() + 2 * fifth});
}

std::size_t bounds::late_bytes() const {
    const auto fifth = static_cast<std::ptrdiff_t>(samples_.size() / 5);
    return median({samples_.end() - fifth, samples_.end()});
}

void bounds::check_memory() const {
    if (samples_.size() < least_samples) { return; }
    const std::size_t early = early_bytes(), late = late_bytes();
    constexpr std::size_t noise = std::size_t{64} << 20;
    if (late > early + early / 10 + noise) {
        report("the process had %zu MiB early on, and has %zu MiB late", early >> 20, late >> 20);
    }
}

} // namespace clmem::soak
