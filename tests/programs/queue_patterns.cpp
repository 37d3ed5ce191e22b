// Queues that are held back or busy, and other queues whose memory the program creates and releases all the time.
//   gated      one queue waits for an event of the program, another one has 400 buffers of 4 MiB, one at a time
//   native     the same while a native kernel keeps the first queue busy
//   blocked    600 buffers of 1 MiB, then 420 more after the event is set
//   unordered  one queue out of order with a command that waits, and 200 buffers of 1 MiB
//   two        buffers of 1 to 60 MiB in two queues in turns, which are both finished before each release
// Prints the number of buffers whose content was right.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace {

void check(cl_int code, const char *call) {
    if (code == CL_SUCCESS) return;
    std::printf("%s: code %d\n", call, code);
    std::exit(1);
}

struct program {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    int right = 0;

    program() {
        cl_platform_id platform = nullptr;
        check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
        cl_int code = CL_SUCCESS;
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        check(code, "clCreateContext");
    }
    ~program() { clReleaseContext(context); }

    cl_command_queue queue(cl_command_queue_properties properties = 0) const {
        cl_int code = CL_SUCCESS;
        cl_command_queue made = clCreateCommandQueue(context, device, properties, &code);
        check(code, "clCreateCommandQueue");
        return made;
    }

    // Creates, fills, reads and releases a buffer. With both queues, it finishes them before the release.
    void use(cl_command_queue queue, size_t bytes, cl_command_queue other = nullptr) {
        cl_int code = CL_SUCCESS;
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
        check(code, "clCreateBuffer");
        const auto value = static_cast<unsigned char>(right);
        unsigned char last = 0;
        cl_event filled = nullptr, read = nullptr;
        check(clEnqueueFillBuffer(queue, buffer, &value, 1, 0, bytes, 0, nullptr, &filled), "clEnqueueFillBuffer");
        check(clEnqueueReadBuffer(queue, buffer, CL_FALSE, bytes - 1, 1, &last, 1, &filled, &read),
              "clEnqueueReadBuffer");
        check(clWaitForEvents(1, &read), "clWaitForEvents"); // a blocking read waits for all commands of PoCL's queues
        if (other != nullptr) {
            check(clFinish(queue), "clFinish");
            check(clFinish(other), "clFinish");
        }
        check(clReleaseEvent(filled), "clReleaseEvent");
        check(clReleaseEvent(read), "clReleaseEvent");
        check(clReleaseMemObject(buffer), "clReleaseMemObject");
        right += last == value;
    }
};

// A queue with a command that waits for an event of the program.
struct held_queue {
    cl_command_queue queue;
    cl_mem memory = nullptr;
    cl_event gate = nullptr;

    held_queue(program &in, cl_command_queue its_queue) : queue{its_queue} {
        constexpr size_t bytes = 1 << 16;
        constexpr unsigned char value = 1;
        cl_int code = CL_SUCCESS;
        memory = clCreateBuffer(in.context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
        check(code, "clCreateBuffer");
        gate = clCreateUserEvent(in.context, &code);
        check(code, "clCreateUserEvent");
        check(clEnqueueFillBuffer(queue, memory, &value, 1, 0, bytes, 1, &gate, nullptr), "clEnqueueFillBuffer");
        check(clFlush(queue), "clFlush");
    }
    ~held_queue() {
        open();
        clReleaseMemObject(memory);
    }
    void open() {
        if (gate == nullptr) return;
        check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
        check(clFinish(queue), "clFinish");
        clReleaseEvent(std::exchange(gate, nullptr));
    }
};

void gated(program &in) {
    cl_command_queue first = in.queue(), second = in.queue();
    {
        const held_queue held{in, first};
        for (int round = 0; round < 400; ++round)
            in.use(second, 4 << 20);
    }
    clReleaseCommandQueue(second);
    clReleaseCommandQueue(first);
}

void CL_CALLBACK sleep_long(void *) {
    usleep(1'500'000);
}

void native(program &in) {
    cl_command_queue first = in.queue(), second = in.queue();
    check(clEnqueueNativeKernel(first, sleep_long, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
          "clEnqueueNativeKernel");
    check(clFlush(first), "clFlush");
    for (int round = 0; round < 400; ++round)
        in.use(second, 4 << 20);
    check(clFinish(first), "clFinish");
    clReleaseCommandQueue(second);
    clReleaseCommandQueue(first);
}

void blocked(program &in) {
    cl_command_queue first = in.queue(), second = in.queue();
    {
        held_queue held{in, first};
        for (int round = 0; round < 600; ++round)
            in.use(second, 1 << 20);
        held.open();
        for (int round = 0; round < 420; ++round)
            in.use(second, 1 << 20);
    }
    clReleaseCommandQueue(second);
    clReleaseCommandQueue(first);
}

void unordered(program &in) {
    cl_command_queue queue = in.queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    {
        const held_queue held{in, queue};
        for (int round = 0; round < 200; ++round)
            in.use(queue, 1 << 20);
    }
    clReleaseCommandQueue(queue);
}

void two(program &in) {
    const cl_command_queue queues[] = {in.queue(), in.queue()};
    for (int round = 0; round < 30; ++round) {
        double bytes = 1 << 20;
        for (int size = 0; size < 14; ++size, bytes *= 1.37)
            in.use(queues[size % 2], static_cast<size_t>(bytes), queues[1 - size % 2]);
    }
    for (cl_command_queue queue : queues)
        clReleaseCommandQueue(queue);
}

} // namespace

int main(int count, char **words) {
    constexpr std::pair<std::string_view, void (*)(program &)> patterns[] = {
        {"gated", gated}, {"native", native}, {"blocked", blocked}, {"unordered", unordered}, {"two", two}};
    program in;
    for (const auto &[name, run] : patterns) {
        if (count != 2 || name != words[1]) continue;
        run(in);
        std::printf("%d right\n", in.right);
        return 0;
    }
    std::puts("usage: queue_patterns gated|native|blocked|unordered|two");
    return 2;
}
