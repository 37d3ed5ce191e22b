// A first program: a block of device memory from a pool, as README.md shows it.
#include <clmem.hpp>
#include <cstdio>

int main() {
    const clmem::device device = clmem::device::choose(); // CLMEM_DEVICE, or the first device that works
    const clmem::context context{device};
    const clmem::queue queue{context, device};
    const clmem::pool pool{clmem::provider::buffers(context)};
    const clmem::buffer block = pool.allocate(1 << 20, queue);
    block.fill(queue, 7);
    std::printf("1 MiB on the device is %p: any OpenCL call takes it\n", static_cast<void *>(block.mem()));
} // the block returns to the pool; the fill may still be running
