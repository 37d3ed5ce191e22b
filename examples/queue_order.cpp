// One pool, two queues: the program of docs/queue-order.md in C++.
#include <clmem.hpp>
#include <cstdio>

constexpr std::size_t mib = 1 << 20;

static unsigned last_number(const clmem::queue &queue, const clmem::buffer &block) {
    std::vector<unsigned> number(1);
    clmem::copy(queue, clmem::place{block, mib - sizeof(unsigned)}, number);
    return number[0];
}

static void blocks_belong_to_queues(const clmem::pool &pool, const clmem::queue &compute, const clmem::queue &copies) {
    clmem::buffer a = pool.allocate(mib, compute); // for commands in `compute`, at once
    a.fill(compute, 7U);
    a.release();                                        // the command may still be running
    const clmem::buffer b = pool.allocate(mib, copies); // never memory that `compute` is still writing
    b.fill(copies, 8U);
    std::printf("in turn: the second queue's block holds %u\n", last_number(copies, b));
}

static void a_second_queue_uses_a_block(const clmem::pool &pool, const clmem::queue &compute,
                                        const clmem::queue &copies) {
    const clmem::buffer block = pool.allocate(mib, compute);
    const clmem::event written = block.fill(compute, 7U);
    compute.flush();                                // OpenCL requires it before another queue waits
    pool.record_use(block, copies);                 // clmem's own commands do this for you
    block.fill(copies, 9U, 0, SIZE_MAX, {written}); // you order the queues' commands
    std::printf("both: the second queue made %u of it\n", last_number(copies, block));
} // reused only when both queues have finished with it

static void a_block_is_free_after_events(const clmem::pool &pool, const clmem::queue &compute,
                                         const clmem::queue &copies) {
    clmem::buffer block = pool.allocate(mib, compute);
    const clmem::wait_list after = block.fill(compute, 7U); // keeps the event
    compute.flush();
    const clmem::event copied = block.fill(copies, 9U, 0, SIZE_MAX, after);
    copies.flush();
    block.release_after(copied);
    std::printf("after events: %d blocks are in use\n", static_cast<int>(pool.statistics().active_blocks));
}

static void what_it_has_cost(const clmem::pool &pool) {
    const clmem_statistics s = pool.statistics();
    std::printf("the pool served %u queues, and the host waited %d times\n", s.queues, static_cast<int>(s.host_waits));
    // s.markers, s.barriers and s.live_events_peak depend on the device's timing
}

int main() {
    const clmem::device device = clmem::device::choose();
    const clmem::context context{device};
    const clmem::queue compute{context, device};
    const clmem::queue copies{context, device};
    const clmem::pool pool{clmem::provider::buffers(context)};
    blocks_belong_to_queues(pool, compute, copies);
    a_second_queue_uses_a_block(pool, compute, copies);
    a_block_is_free_after_events(pool, compute, copies);
    what_it_has_cost(pool);
    pool.forget(copies); // before a queue ends: the pool releases its reference
}
