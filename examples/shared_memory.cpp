// Memory with addresses: the program of docs/svm.md in C++.
#include <clmem.hpp>
#include <cstdio>
#include <numeric>

constexpr std::size_t count = 1024;
constexpr std::size_t size = count * sizeof(int);

// Reads after the queue's earlier commands.
static int last_number(const clmem::buffer &memory, const clmem::queue &queue) {
    std::vector<int> number(1);
    clmem::copy(queue, clmem::place{memory, size - sizeof(int)}, number);
    return number[0];
}

static void coarse_grain(const clmem::context &context, const clmem::queue &queue) {
    const clmem::buffer shared = clmem::allocate_svm(context, size, 0, 0, queue);
    {
        const clmem::map map{shared, queue, CL_MAP_WRITE};
        const clmem::span<int> elements = map.elements<int>();
        std::iota(elements.begin(), elements.end(), 0);
    } // the queue's next commands see the numbers
    const clmem::map map{shared, queue, CL_MAP_READ};
    const clmem::span<int> elements = map.elements<int>();
    std::printf("coarse-grain: %d is the sum of the host's numbers\n",
                std::accumulate(elements.begin(), elements.end(), 0));
}

static void fine_grain(const clmem::context &context, const clmem::queue &queue) {
    constexpr std::uint64_t flags = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
    const clmem::buffer shared = clmem::allocate_svm(context, size, flags, 0, queue);
    shared.fill(queue, 7).wait(); // no map, but no running command either
    std::printf("fine-grain: %d is the last number\n", static_cast<int *>(shared.pointer())[count - 1]);
}

static void a_pool_of_it(const clmem::context &context, const clmem::queue &queue, const clmem::queue &other) {
    const clmem::pool pool{clmem::provider::svm(context)};
    clmem::buffer block = pool.allocate(size, queue);
    const clmem::pool::place found =
        pool.find(static_cast<char *>(block.pointer()) + 100); // finds the block of any address
    if (found.block != block.get() || found.offset != 100) { std::printf("not found\n"); }
    block.fill(queue, 3);
    block.bind(other); // `other` waits for the commands in `queue`
    std::printf("a pool: %d is the last number that the other queue sees\n", last_number(block, other));
    clmem::release_enqueued(block); // when `other` gets there
}

static void pointers_in_memory(const clmem::context &context, const clmem::queue &queue) {
    const clmem::program program{context, "struct list { global int *first; };\n"
                                          "kernel void count_up(global const struct list *all) {\n"
                                          "    all->first[get_global_id(0)] = get_global_id(0);\n"
                                          "}\n"};
    program.build();
    const clmem::kernel kernel{program, "count_up"};
    const clmem::buffer numbers = clmem::allocate_svm(context, size, 0, 0, queue);
    const clmem::buffer list = clmem::allocate_svm(context, sizeof(void *), 0, 0, queue);
    {
        const clmem::map map{list, queue, CL_MAP_WRITE};
        map.elements<void *>()[0] = numbers.pointer(); // a pointer inside the kernel's argument
    }
    kernel.set(0, list);
    kernel.use_svm({numbers.get()}); // name the memory behind pointers
    kernel.launch(queue, count);
    std::printf("pointers in memory: %d is the last number that the kernel wrote\n", last_number(numbers, queue));
} // all memory is freed when the kernel has finished

static void memory_of_others(const clmem::context &context, const clmem::queue &queue, void *pointer) {
    const clmem::buffer tag = clmem::wrap_svm(context, pointer, size); // owns nothing
    tag.fill(queue, 1);
    std::printf("memory of others: %d is the last number\n", last_number(tag, queue));
    const clmem::buffer buffer = clmem::as_buffer(tag, context);
    static_cast<void>(buffer.mem()); // for commands that take no address
}

int main() {
    const clmem::device device = clmem::device::choose();
    const std::uint64_t features = device.describe().features; // also CLMEM_DEVICE_SVM_SYSTEM, CLMEM_DEVICE_USM
    if ((features & CLMEM_DEVICE_SVM_COARSE) == 0) {
        std::printf("the device has no shared virtual memory\n");
        return 0;
    }
    const clmem::context context{device};
    const clmem::queue queue{context, device};
    const clmem::queue other{context, device};
    coarse_grain(context, queue);
    if ((features & CLMEM_DEVICE_SVM_FINE) != 0) {
        fine_grain(context, queue);
    } else {
        std::printf("fine-grain: the device has none\n");
    }
    a_pool_of_it(context, queue, other);
    pointers_in_memory(context, queue);
    const clmem::buffer yours = clmem::allocate_svm(context, size);
    memory_of_others(context, queue, yours.pointer());
    queue.finish();
}
