// refused: a pointer or a raw handle is no value
// A raw handle is no value: its bytes would be taken for OpenCL's memory.
#include <clmem.hpp>

void set(const clmem::kernel &kernel, const clmem::buffer &memory) {
    kernel.set(0, memory);
#ifdef REFUSED
    kernel.set(0, memory.get());
#endif
}
