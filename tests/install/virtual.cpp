// Pools over the virtual provider, used by several threads: the library as shipped, on machines without an OpenCL
// device.
#include <array>
#include <clmem.hpp>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

void allocate_and_release(const clmem::pool &pool, unsigned seed) {
    std::array<clmem::buffer, 64> live;
    for (int i = 0; i < 20000; ++i) {
        seed = seed * 1664525U + 1013904223U;
        clmem::buffer &slot = live[seed >> 26U];
        slot = slot ? clmem::buffer{} : pool.allocate(1 + (seed >> 8U) % 1000000U);
    }
}

// Exceptions inside the library become statuses, which become exceptions of the program.
bool refuses_what_is_too_large(const clmem::pool &pool) {
    try {
        const clmem::buffer block = pool.allocate(std::size_t{1} << 31U);
    } catch (const clmem::error &refusal) { return refusal.code().value() == CLMEM_ERROR_OUT_OF_MEMORY; }
    return false;
}

} // namespace

int main() {
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.memory_bytes = std::size_t{1} << 30U;
    const clmem::provider provider = clmem::provider::simulated(&options);
    const clmem::pool pool{provider};
    std::vector<std::thread> threads;
    for (unsigned seed = 1; seed <= 4; ++seed) {
        threads.emplace_back([&pool, seed] { allocate_and_release(pool, seed); });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    const bool is_refused = refuses_what_is_too_large(pool);
    const clmem_statistics statistics = pool.statistics();
    std::printf("a request that is too large: %s; %llu allocations, %zu bytes live at the end\n",
                is_refused ? "refused" : "not refused", static_cast<unsigned long long>(statistics.allocations),
                statistics.active_bytes);
    return is_refused && statistics.active_bytes == 0 ? 0 : 1;
}
