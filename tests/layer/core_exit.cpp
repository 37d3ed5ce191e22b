// A program that goes on using OpenCL while it exits: in a destructor of a global object and in an exit handler, both
// from before OpenCL's first call, so that they run when the driver's own have run.
#include "core_program.hpp"

#include <memory>

namespace {

constexpr std::size_t bytes = 100'000;

// Memory that the layer pools, and memory that the driver initialises.
void create_and_release(cl_context context, const char *when) {
    std::vector<unsigned char> host(bytes, 7);
    for (const cl_mem_flags flags : {cl_mem_flags{CL_MEM_READ_WRITE}, cl_mem_flags{CL_MEM_COPY_HOST_PTR}}) {
        cl_int code = CL_SUCCESS;
        cl_mem made =
            clCreateBuffer(context, flags, bytes, flags == CL_MEM_COPY_HOST_PTR ? host.data() : nullptr, &code);
        check(code, when);
        release(made);
    }
}

struct late_user {
    std::unique_ptr<environment> in;
    cl_command_queue queue = nullptr;
    std::vector<cl_mem> memory;

    ~late_user() {
        if (in == nullptr) { return; }
        for (cl_mem each : memory) {
            release(each);
        }
        create_and_release(in->context, "clCreateBuffer in a global destructor");
        finish(queue);
        release(queue);
        in.reset();
        std::puts("everything is released");
    }
};
late_user user;

void at_exit() {
    create_and_release(user.in->context, "clCreateBuffer in an exit handler");
}

} // namespace

int main() {
    std::atexit(at_exit);
    user.in = std::make_unique<environment>();
    user.queue = user.in->queue();
    for (std::size_t i = 0; i < 50; ++i) {
        user.memory.push_back(user.in->buffer(1000 + i * 5000));
        fill(user.queue, user.memory.back(), 400, 1);
    }
}
