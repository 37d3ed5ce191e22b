// refused: no matching
// Nothing but events is waited for.
#include <clmem.hpp>

void filled(const clmem::buffer &memory, const clmem::queue &queue, const clmem::event &one, const clmem::event &two) {
    memory.fill(queue, 1, 0, SIZE_MAX, {one, two});
#ifdef REFUSED
    memory.fill(queue, 1, 0, SIZE_MAX, {one, queue});
#endif
}
