// refused: no matching
// Commands wait only for events.
#include <clmem.hpp>

void filled(const clmem::buffer &memory, const clmem::queue &queue, const clmem::event &one, const clmem::event &two) {
    memory.fill(queue, 1, 0, SIZE_MAX, {one, two});
#ifdef REFUSED
    memory.fill(queue, 1, 0, SIZE_MAX, {one, queue});
#endif
}
