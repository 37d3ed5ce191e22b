// Native kernels get the addresses of their buffers, wherever these lie, and in the order of the program's list.
#include "core_program.hpp"

#include <array>
#include <cstring>

namespace {

constexpr std::size_t bytes = 4096;

struct arguments {
    char value;
    std::array<void *, 3> to; // at the offset of a pointer
};

void CL_CALLBACK set_all(void *passed) {
    const auto *const of = static_cast<const arguments *>(passed);
    for (std::size_t at = 0; at < of->to.size() && of->to[at] != nullptr; ++at) {
        std::memset(of->to[at], of->value + static_cast<int>(at), bytes);
    }
}

// Sets some of the buffers: those from `first` on, as many as `count`.
void set_natively(cl_command_queue queue, const std::array<cl_mem, 3> &all, std::size_t first, std::size_t count,
                  char value, cl_event gate = nullptr) {
    arguments of{value, {}};
    std::array<const void *, 3> places{&of.to[0], &of.to[1], &of.to[2]};
    check(clEnqueueNativeKernel(queue, set_all, &of, sizeof of, static_cast<cl_uint>(count), &all[first], places.data(),
                                gate != nullptr ? 1 : 0, gate != nullptr ? &gate : nullptr, nullptr),
          "clEnqueueNativeKernel");
}

void each_alone(const environment &in, cl_command_queue queue) {
    const std::array<cl_mem, 3> all{in.buffer(bytes), in.buffer(bytes), in.buffer(bytes)};
    for (std::size_t at = 0; at < all.size(); ++at) {
        fill(queue, all[at], bytes, 1);
    }
    set_natively(queue, all, 1, 1, 5);
    expect(holds(queue, all[0], bytes, 1), "a native kernel leaves other buffers alone");
    expect(holds(queue, all[1], bytes, 5), "a native kernel reaches its buffer");
    set_natively(queue, all, 2, 1, 6);
    expect(holds(queue, all[0], bytes, 1) && holds(queue, all[1], bytes, 5) && holds(queue, all[2], bytes, 6),
           "a native kernel reaches the last one of several buffers");
    for (cl_mem each : all) {
        release(each);
    }
}

// In the order of their creation, since PoCL 3.1 passes the addresses in that order.
void several_together(const environment &in, cl_command_queue queue) {
    const std::array<cl_mem, 3> all{in.buffer(bytes), in.buffer(bytes, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR),
                                    in.buffer(bytes)};
    cl_event gate = in.user_event();
    set_natively(queue, all, 0, 3, 20, gate);
    check(clFlush(queue), "clFlush");
    set(gate);
    for (std::size_t at = 0; at < all.size(); ++at) {
        expect(holds(queue, all[at], bytes, static_cast<unsigned char>(20 + at)),
               "a native kernel reaches each of its buffers");
    }
    for (cl_mem each : all) {
        release(each);
    }
    release(gate);
}

} // namespace

int main() {
    const environment in;
    if (!in.has_native_kernels()) {
        std::puts("the device has no native kernels");
        return 0;
    }
    cl_command_queue queue = in.queue();
    for (int round = 0; round < 5; ++round) {
        each_alone(in, queue);
        several_together(in, queue);
    }
    release(queue);
    std::puts("all contents are right");
}
