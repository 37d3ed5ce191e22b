// Queues that the program holds back do not let memory grow: what the driver would have freed by now is bounded.
#include "core_program.hpp"

#include <malloc.h>
#include <unistd.h>

namespace {

constexpr std::size_t bytes = 1 << 20;
constexpr int rounds = 200;
constexpr long allowed = 8 << 20;

long resident_bytes() {
    long total = 0;
    long resident = 0;
    std::FILE *const file = std::fopen("/proc/self/statm", "r");
    expect(file != nullptr && std::fscanf(file, "%ld %ld", &total, &resident) == 2, "/proc/self/statm");
    std::fclose(file);
    return resident * ::sysconf(_SC_PAGESIZE);
}

// Its command waits for `gate`; the program sees that all later ones, which do not wait, are complete.
void out_of_order_queue(const environment &in) {
    cl_int code = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(in.context, in.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    if (code == CL_INVALID_QUEUE_PROPERTIES || code == CL_INVALID_VALUE) { return; }
    check(code, "clCreateCommandQueue");
    cl_event gate = in.user_event();
    cl_mem held = in.buffer(bytes);
    fill(queue, held, bytes, 1, gate);
    check(clFlush(queue), "clFlush");
    const long before = resident_bytes();
    for (int round = 0; round < rounds; ++round) {
        cl_mem memory = in.buffer(bytes);
        cl_event done = nullptr;
        fill(queue, memory, bytes, 2, nullptr, &done);
        check(clWaitForEvents(1, &done), "clWaitForEvents");
        release(done);
        release(memory);
    }
    expect(resident_bytes() - before < allowed, "a held command in an out-of-order queue does not let memory grow");
    set(gate);
    finish(queue);
    release(gate);
    release(held);
    release(queue);
}

void other_queue(const environment &in) {
    const held_back held{in, bytes};
    const long before = resident_bytes();
    for (int round = 0; round < rounds; ++round) {
        cl_mem memory = in.buffer(bytes);
        fill(held.second, memory, bytes, 2);
        finish(held.second);
        release(memory);
    }
    expect(resident_bytes() - before < allowed, "a held queue does not let the memory of another one grow");
}

// Memory of one kind does not stay idle while the program has another kind.
void other_flags() {
    constexpr std::size_t large = 32 << 20;
    constexpr cl_mem_flags kinds[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE};
    const environment in;
    cl_command_queue queue = in.queue();
    const long before = resident_bytes();
    for (const cl_mem_flags flags : kinds) {
        cl_mem memory = in.buffer(large, flags);
        fill(queue, memory, large, 1);
        finish(queue);
        expect(resident_bytes() - before < static_cast<long>(large) + allowed, "memory of other flags is not kept");
        release(memory);
    }
    release(queue);
}

} // namespace

int main() {
    // Otherwise malloc() keeps large blocks that the driver has freed: as much as 70 MiB in one run, and 1 in another.
    expect(mallopt(M_MMAP_THRESHOLD, 1 << 17) == 1, "a fixed threshold of malloc()");
    const environment in;
    out_of_order_queue(in);
    other_queue(in);
    other_flags();
    std::puts("memory is bounded");
}
