// refused: deleted
// Both sides of a transfer must live until the transfer.
#include <clmem.hpp>

void copied(const clmem::pool &pool, const clmem::queue &queue, const std::vector<int> &numbers) {
    const clmem::buffer block = pool.allocate(64);
    clmem::copy(queue, numbers, block);
#ifdef REFUSED
    const clmem::place gone{pool.allocate(64)};
#endif
}
