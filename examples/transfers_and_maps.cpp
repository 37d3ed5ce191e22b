// Transfers and maps: the program of docs/transfers-and-maps.md in C++.
#include <clmem.hpp>
#include <cstdio>
#include <numeric>

constexpr std::size_t width = 64;
constexpr std::size_t height = 48;
constexpr std::size_t count = width * height;
using numbers = std::vector<int>;

static void there_and_back(const clmem::queue &queue, const clmem::buffer &block) {
    numbers there(count);
    numbers back(count);
    std::iota(there.begin(), there.end(), 0);
    clmem::copy(queue, there, block); // copies what fits, and waits
    clmem::copy(queue, block, back);
    std::printf("there and back: %d is the last number\n", back[count - 1]);
}

static void a_window(const clmem::queue &queue, const clmem::buffer &block) {
    numbers window(8 * 8);
    clmem_transfer_options options = CLMEM_TRANSFER_OPTIONS_INIT;
    options.region[0] = 8 * sizeof(int); // bytes, rows, slices
    options.region[1] = 8;
    options.region[2] = 1;
    const clmem::place from = clmem::place{block}.origin({16 * sizeof(int), 10, 0}).pitches(width * sizeof(int));
    clmem::copy(queue, from, window, &options);
    std::printf("a window: its corners are %d and %d\n", window.front(), window.back());
}

static void without_waiting(const clmem::queue &queue, const clmem::pool &pool, const clmem::buffer &block) {
    clmem::buffer copy = pool.allocate(count * sizeof(int), queue);
    const std::size_t bytes = copy.size();
    clmem_transfer_options later = CLMEM_TRANSFER_OPTIONS_INIT;
    later.non_blocking = 1;
    const clmem::event copied = clmem::copy(queue, block, copy, &later);
    copy.release(); // not reused before the copy is complete
    copied.wait();
    std::printf("without waiting: %d bytes were copied\n", static_cast<int>(bytes));
}

static void what_is_refused(const clmem::queue &queue, const clmem::buffer &block) {
    clmem_transfer_options too_much = CLMEM_TRANSFER_OPTIONS_INIT;
    too_much.bytes = count * sizeof(int);
    numbers few(4);
    try {
        clmem::copy(queue, block, few, &too_much);
    } catch (const clmem::error &error) {
        if (error.code() != clmem::invalid_argument) { throw; }
        std::printf("refused: a copy that would pass the end\n");
    }
}

static void a_map(const clmem::queue &queue, const clmem::buffer &block) {
    clmem::pending_map pending = clmem::map::start(block, queue, CL_MAP_READ, 4096); // without waiting
    {
        const clmem::map map{block, queue, CL_MAP_READ | CL_MAP_WRITE, 0, 4096};
        map.elements<int>()[0] = 7;
    } // unmapped: later commands in the queue see the 7
    const clmem::map other = pending.wait();
    const clmem::map all{block, queue, CL_MAP_READ}; // any number of read-only maps at a time
    if (all.elements<int>()[1024] == other.elements<int>()[0]) {
        std::printf("a map: the first number is %d\n", all.elements<int>()[0]);
    }
}

static void full_speed(const clmem::context &context, const clmem::queue &queue, const clmem::buffer &block) {
    const clmem::pool pinned{clmem::provider::pinned(queue)};
    const clmem::buffer staging = pinned.allocate(count * sizeof(int), queue); // page-locked host memory
    int *const first = static_cast<int *>(staging.pointer());
    std::iota(first, first + count, 0);
    clmem::copy(queue, staging, block); // direct at any size
    const clmem::map all{block, queue, CL_MAP_READ};
    const clmem::span<int> elements = all.elements<int>();
    std::printf("page-locked: %d is the sum of all numbers\n", std::accumulate(elements.begin(), elements.end(), 0));
    clmem::trim_transfers(context); // frees the chunks of pageable transfers
}

int main() {
    const clmem::device device = clmem::device::choose();
    const clmem::context context{device};
    const clmem::queue queue{context, device};
    const clmem::pool pool{clmem::provider::buffers(context)};
    const clmem::buffer block = pool.allocate(count * sizeof(int), queue);
    there_and_back(queue, block);
    a_window(queue, block);
    without_waiting(queue, pool, block);
    what_is_refused(queue, block);
    a_map(queue, block);
    full_speed(context, queue, block);
}
