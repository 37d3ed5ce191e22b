// A program that contains the core and the classes of clmem.hpp: an error is thrown by the core, and again by the header.
#include <clmem.hpp>
#include <cstdio>

int main() {
    const clmem::context context{clmem::device::choose()};
    const clmem::pool pool{clmem::provider::buffers(context)};
    try {
        const clmem::buffer block = pool.allocate(std::size_t{1} << 60U);
    } catch (const clmem::error &refusal) {
        const bool is_right = refusal.code() == clmem::out_of_memory && refusal.function() == "clmem_pool_allocate";
        std::printf("%s\n", is_right ? "caught" : refusal.what());
        return is_right ? 0 : 1;
    }
    std::puts("2^60 bytes were allocated");
    return 1;
}
