// refused: deleted
// A resource refers to its pool.
#include <clmem.hpp>

void made(const clmem::provider &provider) {
    const clmem::pool pool{provider};
    const clmem::memory_resource kept{pool};
#ifdef REFUSED
    const clmem::memory_resource gone{clmem::pool{provider}};
#endif
}
