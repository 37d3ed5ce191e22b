// refused: a pointer or a raw handle is not a value
// A raw handle is not a value: OpenCL would use its bytes as memory.
#include <clmem.hpp>

void set(const clmem::kernel &kernel, const clmem::buffer &memory) {
    kernel.set(0, memory);
#ifdef REFUSED
    kernel.set(0, memory.get());
#endif
}
