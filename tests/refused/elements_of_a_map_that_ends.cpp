// refused: deleted
// The elements of a map cannot outlive the map.
#include <clmem.hpp>

int first(const clmem::buffer &memory, const clmem::queue &queue) {
    const clmem::map named{memory, queue};
    const clmem::span<int> kept = named.elements<int>();
#ifdef REFUSED
    const clmem::span<int> gone = clmem::map{memory, queue}.elements<int>();
    return kept[0] + gone[0];
#else
    return kept[0];
#endif
}
