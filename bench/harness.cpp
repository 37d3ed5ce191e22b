#include "harness.hpp"

#include <algorithm>

namespace clmem::bench {

namespace {

// The number of operations that fill one turn. Finding it also warms the side up.
std::size_t calibrate(const side &s, double nanoseconds) {
    for (std::size_t count = 256;; count *= 2) {
        const double taken = std::min(s.run(count), s.run(count)); // either run may have waited for a core
        if (taken >= nanoseconds / 4) {
            return std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(count) * nanoseconds / taken));
        }
    }
}

} // namespace

nlohmann::json measure(std::span<const side> sides, const plan &how) {
    std::vector<std::size_t> counts;
    for (const side &s : sides) {
        counts.push_back(calibrate(s, how.milliseconds * 1e6));
    }
    std::vector<double> best(sides.size(), std::numeric_limits<double>::infinity());
    for (unsigned repetition = 0; repetition < how.repetitions; ++repetition) {
        for (std::size_t i = 0; i < sides.size(); ++i) {
            best[i] = std::min(best[i], sides[i].run(counts[i]) / static_cast<double>(counts[i]));
        }
    }
    nlohmann::json figures = nlohmann::json::object();
    for (std::size_t i = 0; i < sides.size(); ++i) {
        figures[sides[i].name] = best[i];
    }
    return figures;
}

} // namespace clmem::bench
