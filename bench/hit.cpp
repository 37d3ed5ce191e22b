// The hit path: pairs of one allocation and one release of the same size, which a pool serves from its caches.
#include "heaps.hpp"
#include "rows.hpp"

namespace clmem::bench {

namespace {

constexpr std::size_t glibc_bytes = 64 << 10;

template <class Heap>
side pairs(const char *name, Heap &heap, std::size_t bytes) {
    return {name, [&heap, bytes](std::size_t count) {
                return timed([&] {
                    for (std::size_t i = 0; i < count; ++i) {
                        auto block = heap.allocate(bytes);
                        keep(block);
                        heap.release(block);
                    }
                });
            }};
}

} // namespace

nlohmann::json hit_row(const settings &s) {
    nlohmann::json cases = nlohmann::json::array();
    nlohmann::json missing = nlohmann::json::object();
    pool_heap ours;
    glibc_heap glibc;
    const auto umf = make_if_there<umf_heap>("umf", missing, s.umf);
    for (const std::size_t bytes : {std::size_t{64}, std::size_t{4} << 10, std::size_t{64} << 10}) {
        std::vector<side> sides{pairs("clmem", ours, bytes), pairs("glibc 64 KiB", glibc, glibc_bytes)};
        if (umf) { sides.push_back(pairs("umf", *umf, bytes)); }
        const clmem_statistics before = ours.statistics();
        nlohmann::json figures = measure(sides, s.how);
        const clmem_statistics after = ours.statistics();
        // The first allocation may miss, and one after each other side's turn: meanwhile the pool may empty idle caches.
        if (after.misses - before.misses > 1 + (after.allocations - before.allocations) / 1'000'000) {
            throw std::runtime_error{"expected hits only, got misses for pairs of one size"};
        }
        cases.push_back({{"case", size_name(bytes)}, {"ns", std::move(figures)}, {"missing", missing}});
    }
    return cases;
}

} // namespace clmem::bench
