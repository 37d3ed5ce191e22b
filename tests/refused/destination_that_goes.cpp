// refused: deleted
// The program could not read what a transfer writes into a temporary.
#include <clmem.hpp>

void copied(const clmem::queue &queue, const clmem::buffer &block, int *numbers) {
    clmem::copy(queue, block, clmem::span<int>{numbers, 4});
#ifdef REFUSED
    clmem::copy(queue, block, std::vector<int>(4));
#endif
}
