// refused: place
// A transfer writes into its destination.
#include <array>
#include <clmem.hpp>

void copied(const clmem::queue &queue, const clmem::buffer &block, const std::vector<int> &numbers) {
    clmem::copy(queue, numbers, block);
    std::array<int, 4> first{};
    clmem::copy(queue, block, first);
#ifdef REFUSED
    clmem::copy(queue, block, numbers);
#endif
}
