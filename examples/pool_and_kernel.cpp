// A pool, and a kernel that works on a block of its memory.
#include <clmem.hpp>
#include <cstdio>
#include <numeric>

constexpr std::size_t count = 1000;

static void a_kernel_works_on_a_block(const clmem::pool &pool, const clmem::queue &queue, const clmem::kernel &twice) {
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    const clmem::buffer block = pool.allocate(count * sizeof(int), queue); // for commands in `queue`
    clmem::copy(queue, numbers, block);
    twice.set(0, block); // keeps the block while it is an argument
    twice.launch(queue, count);
    clmem::copy(queue, block, numbers); // waits, unless its options say otherwise
    std::printf("doubled on the device: %d %d %d ... %d\n", numbers[0], numbers[1], numbers[2], numbers[count - 1]);
} // the block returns to the pool

// A released block serves the next allocation without a driver call.
static void blocks_come_again(const clmem::pool &pool, const clmem::queue &queue) {
    for (int turn = 0; turn < 10; ++turn) {
        clmem::buffer block = pool.allocate(count * sizeof(int), queue);
        block.release(); // as its destructor would
    }
    const clmem_statistics s = pool.statistics();
    std::printf("%d blocks were served by %d allocation of the driver\n", static_cast<int>(s.allocations),
                static_cast<int>(s.driver_allocations));
    std::printf("%d blocks are in use\n", static_cast<int>(s.active_blocks));
}

int main() {
    const clmem::device device = clmem::device::choose(); // CLMEM_DEVICE, or the first device that works
    const clmem::context context{device};
    const clmem::queue queue{context, device};
    const clmem::pool pool{clmem::provider::immediate(queue)}; // the pool splits the provider's slabs into blocks

    const clmem::program program{context, "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }"};
    program.build();
    a_kernel_works_on_a_block(pool, queue, clmem::kernel{program, "twice"});
    blocks_come_again(pool, queue);
}
