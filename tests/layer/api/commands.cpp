// Kernels, queues, events, and the order of callbacks.
#include "api.hpp"

#include <chrono>
#include <mutex>
#include <thread>

namespace {

constexpr std::size_t bytes = 4096;

const char *const source = "kernel void add(global const uint *from, global uint *to, uint value) {\n"
                           "    size_t at = get_global_id(0);\n"
                           "    to[at] = from[at] + value;\n"
                           "}\n"
                           "kernel void share(global uint *to, local uint *room) {\n"
                           "    room[get_local_id(0)] = get_global_id(0);\n"
                           "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "    to[get_global_id(0)] = room[get_local_size(0) - 1 - get_local_id(0)];\n"
                           "}\n"
                           "kernel void fixed(constant uint *from, global uint *to) {\n"
                           "    to[get_global_id(0)] = from[get_global_id(0)];\n"
                           "}\n";

struct program {
    cl_program made = nullptr;

    explicit program(const device &in) {
        const char *text = source;
        cl_int result = 1;
        made = clCreateProgramWithSource(in.context, 1, &text, nullptr, &result);
        code("a program", result);
        code("its build", clBuildProgram(made, 1, &in.id, "-cl-kernel-arg-info", nullptr, nullptr));
        name(made, "the program");
    }
    ~program() { clReleaseProgram(made); }
    program(const program &) = delete;
    program &operator=(const program &) = delete;

    [[nodiscard]] cl_kernel kernel(const char *function) const {
        cl_int result = 1;
        cl_kernel found = clCreateKernel(made, function, &result);
        code(std::string("the kernel ") + function, result);
        return found;
    }
};

void run(const device &in, const char *what, cl_kernel kernel, std::size_t count) {
    const std::size_t local = 8;
    code(what, clEnqueueNDRangeKernel(in.queue, kernel, 1, nullptr, &count, &local, 0, nullptr, nullptr));
    code("finish", clFinish(in.queue));
}

void wrong_arguments(const device &in, cl_kernel kernel, cl_mem buffer) {
    const cl_uint value[2] = {3, 0};
    code("an argument with too few bytes", clSetKernelArg(kernel, 2, 1, value));
    code("an argument with too many bytes", clSetKernelArg(kernel, 2, sizeof value, value));
    code("an argument after the last", clSetKernelArg(kernel, 3, sizeof *value, value));
    code("a buffer's argument with too few bytes", clSetKernelArg(kernel, 0, 4, &buffer));
    code("an argument of no kernel", clSetKernelArg(nullptr, 0, sizeof buffer, &buffer));
    const std::size_t count = 8;
    code("a kernel of no dimensions",
         clEnqueueNDRangeKernel(in.queue, kernel, 0, nullptr, &count, nullptr, 0, nullptr, nullptr));
    code("a kernel of four dimensions",
         clEnqueueNDRangeKernel(in.queue, kernel, 4, nullptr, &count, nullptr, 0, nullptr, nullptr));
}

void ask_kernel(const device &in, cl_kernel kernel) {
    ask("the kernel",
        [kernel](cl_uint parameter, std::size_t size, void *answer, std::size_t *out_size) {
            return clGetKernelInfo(kernel, parameter, size, answer, out_size);
        },
        {{"CL_KERNEL_FUNCTION_NAME", CL_KERNEL_FUNCTION_NAME, kind::text},
         {"CL_KERNEL_NUM_ARGS", CL_KERNEL_NUM_ARGS},
         {"CL_KERNEL_REFERENCE_COUNT", CL_KERNEL_REFERENCE_COUNT},
         {"CL_KERNEL_CONTEXT", CL_KERNEL_CONTEXT, kind::handle},
         {"CL_KERNEL_PROGRAM", CL_KERNEL_PROGRAM, kind::handle}});
    ask("the kernel's first argument",
        [kernel](cl_uint parameter, std::size_t size, void *answer, std::size_t *out_size) {
            return clGetKernelArgInfo(kernel, 0, parameter, size, answer, out_size);
        },
        {{"CL_KERNEL_ARG_ADDRESS_QUALIFIER", CL_KERNEL_ARG_ADDRESS_QUALIFIER},
         {"CL_KERNEL_ARG_ACCESS_QUALIFIER", CL_KERNEL_ARG_ACCESS_QUALIFIER},
         {"CL_KERNEL_ARG_TYPE_NAME", CL_KERNEL_ARG_TYPE_NAME, kind::text},
         {"CL_KERNEL_ARG_NAME", CL_KERNEL_ARG_NAME, kind::text}});
    ask("the kernel on the device",
        [&](cl_uint parameter, std::size_t size, void *answer, std::size_t *out_size) {
            return clGetKernelWorkGroupInfo(kernel, in.id, parameter, size, answer, out_size);
        },
        {{"CL_KERNEL_WORK_GROUP_SIZE", CL_KERNEL_WORK_GROUP_SIZE},
         {"CL_KERNEL_COMPILE_WORK_GROUP_SIZE", CL_KERNEL_COMPILE_WORK_GROUP_SIZE},
         {"CL_KERNEL_PRIVATE_MEM_SIZE", CL_KERNEL_PRIVATE_MEM_SIZE}});
}

void show_queue(const device &in, const std::string &what, cl_command_queue_properties flags) {
    cl_int result = 1;
    cl_command_queue made = clCreateCommandQueue(in.context, in.id, flags, &result);
    code("a queue " + what, result);
    if (made == nullptr) { return; }
    ask("the queue " + what,
        [made](cl_uint parameter, std::size_t size, void *answer, std::size_t *out_size) {
            return clGetCommandQueueInfo(made, parameter, size, answer, out_size);
        },
        {{"CL_QUEUE_CONTEXT", CL_QUEUE_CONTEXT, kind::handle},
         {"CL_QUEUE_DEVICE", CL_QUEUE_DEVICE, kind::handle},
         {"CL_QUEUE_PROPERTIES", CL_QUEUE_PROPERTIES},
         {"CL_QUEUE_SIZE", CL_QUEUE_SIZE},
         {"CL_QUEUE_DEVICE_DEFAULT", CL_QUEUE_DEVICE_DEFAULT, kind::handle},
         {"CL_QUEUE_PROPERTIES_ARRAY", CL_QUEUE_PROPERTIES_ARRAY}});
    references("the queue " + what, made, 1);
    code("retain", clRetainCommandQueue(made));
    references("the queue " + what, made, 2);
    code("release", clReleaseCommandQueue(made));
    references("the queue " + what, made, 1);
    cl_mem buffer = in.counted(bytes);
    const unsigned char four = 4;
    code("a fill", clEnqueueFillBuffer(made, buffer, &four, 1, 0, 100, 0, nullptr, nullptr));
    code("flush", clFlush(made));
    code("finish", clFinish(made));
    in.contents("the buffer", buffer, 256);
    in.release("the buffer", buffer);
    code("the last release", clReleaseCommandQueue(made));
}

// What callbacks of memory say, in their order.
std::mutex told_mutex;
std::vector<std::string> told;

void CL_CALLBACK tell(cl_mem, void *what) {
    const std::lock_guard lock{told_mutex};
    told.emplace_back(static_cast<const char *>(what));
}
void CL_CALLBACK tell_context(cl_context, void *what) {
    tell(nullptr, what);
}

void show_told(const std::string &when, std::size_t expected) {
    for (int tries = 0; tries < 1000; ++tries) {
        {
            const std::lock_guard lock{told_mutex};
            if (told.size() >= expected) { break; }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    const std::lock_guard lock{told_mutex};
    std::string text = "callbacks " + when + ":";
    for (const std::string &each : told) {
        text.append(" ").append(each);
    }
    line(text);
    told.clear();
}

void add_callback(cl_mem memory, const char *what) {
    code(std::string("the callback ") + what, clSetMemObjectDestructorCallback(memory, tell, const_cast<char *>(what)));
}

} // namespace

void kernels() {
    const device in;
    const program programs{in};
    cl_kernel add = programs.kernel("add");
    cl_mem from = in.counted(bytes);
    cl_mem to = in.counted(bytes);
    const cl_uint value = 1000;
    ask_kernel(in, add);
    const std::size_t count = 8;
    code("a kernel without arguments",
         clEnqueueNDRangeKernel(in.queue, add, 1, nullptr, &count, nullptr, 0, nullptr, nullptr));
    code("its first argument", clSetKernelArg(add, 0, sizeof from, &from));
    code("its second argument", clSetKernelArg(add, 1, sizeof to, &to));
    code("its third argument", clSetKernelArg(add, 2, sizeof value, &value));
    run(in, "the kernel", add, 64);
    in.contents("the result", to, bytes);
    wrong_arguments(in, add, from);
    run(in, "the kernel after wrong arguments", add, 128);
    in.contents("the result", to, bytes);
    const std::size_t unit = in.alignment();
    const cl_buffer_region region{unit, 2 * unit};
    cl_int result = 1;
    cl_mem part = clCreateSubBuffer(from, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &result);
    code("a part", result);
    code("a part as an argument", clSetKernelArg(add, 1, sizeof part, &part));
    run(in, "the kernel into a part", add, unit / 4);
    in.contents("the part's buffer", from, bytes);
    if (in.at_least(2, 1)) {
        cl_kernel copy = clCloneKernel(add, &result);
        code("a clone", result);
        code("an argument of the first", clSetKernelArg(add, 1, sizeof to, &to));
        if (copy != nullptr) {
            run(in, "the clone", copy, unit / 4);
            in.contents("the part's buffer", from, bytes);
            code("release of the clone", clReleaseKernel(copy));
        }
        code("a clone of nothing", (clCloneKernel(nullptr, &result), result));
    }
    cl_kernel share = programs.kernel("share");
    code("a buffer", clSetKernelArg(share, 0, sizeof to, &to));
    code("room in local memory", clSetKernelArg(share, 1, 32, nullptr));
    code("no room in local memory", clSetKernelArg(share, 1, 0, nullptr));
    code("room in local memory with a value", clSetKernelArg(share, 1, 32, &value));
    code("room in local memory", clSetKernelArg(share, 1, 32, nullptr));
    run(in, "a kernel with local memory", share, 64);
    in.contents("the result", to, bytes);
    cl_kernel fixed = programs.kernel("fixed");
    code("constant memory", clSetKernelArg(fixed, 0, sizeof from, &from));
    code("a buffer", clSetKernelArg(fixed, 1, sizeof to, &to));
    run(in, "a kernel with constant memory", fixed, 64);
    in.contents("the result", to, bytes);
    cl_mem none = nullptr;
    code("NULL as a buffer", clSetKernelArg(fixed, 0, sizeof none, nullptr));
    code("a buffer that is NULL", clSetKernelArg(fixed, 0, sizeof none, &none));
    code("a task", clEnqueueTask(in.queue, share, 0, nullptr, nullptr));
    code("finish", clFinish(in.queue));
    code("a buffer again", clSetKernelArg(fixed, 0, sizeof part, &part));
    code("the kernel before the release",
         clEnqueueNDRangeKernel(in.queue, fixed, 1, nullptr, &count, nullptr, 0, nullptr, nullptr));
    in.release("the part after its kernel", part);
    in.release("its buffer after its kernel", from);
    in.contents("the result", to, bytes);
    in.release("the result", to);
    for (cl_kernel each : {add, share, fixed}) {
        code("release of a kernel", clReleaseKernel(each));
    }
    code("release of no kernel", clReleaseKernel(nullptr));
    code("a kernel that does not exist", (clCreateKernel(programs.made, "none", &result), result));
}

void queues() {
    const device in;
    show_queue(in, "without flags", 0);
    show_queue(in, "with profiling", CL_QUEUE_PROFILING_ENABLE);
    show_queue(in, "out of order", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    show_queue(in, "with an unknown flag", cl_command_queue_properties{1} << 40);
    cl_int result = 1;
    clCreateCommandQueue(nullptr, in.id, 0, &result);
    code("a queue of no context", result);
    clCreateCommandQueue(in.context, nullptr, 0, &result);
    code("a queue of no device", result);
    if (in.at_least(2, 0)) {
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
        cl_command_queue made = clCreateCommandQueueWithProperties(in.context, in.id, properties, &result);
        code("a queue with properties", result);
        if (made != nullptr) { code("its release", clReleaseCommandQueue(made)); }
        const cl_queue_properties unknown[] = {0x7777, 1, 0};
        clCreateCommandQueueWithProperties(in.context, in.id, unknown, &result);
        code("a queue with an unknown property", result);
    }
    code("retain of no queue", clRetainCommandQueue(nullptr));
    code("release of no queue", clReleaseCommandQueue(nullptr));
    code("finish of no queue", clFinish(nullptr));
    code("flush of no queue", clFlush(nullptr));
}

void events() {
    const device in;
    cl_mem buffer = in.counted(bytes);
    cl_int result = 1;
    cl_event gate = clCreateUserEvent(in.context, &result);
    code("a user event", result);
    ask_event("the user event", gate);
    const unsigned char value = 77;
    cl_event filled = nullptr;
    code("a fill that waits for it", clEnqueueFillBuffer(in.queue, buffer, &value, 1, 0, 64, 1, &gate, &filled));
    code("a status that is no end", clSetUserEventStatus(gate, CL_RUNNING));
    code("its status", clSetUserEventStatus(gate, CL_COMPLETE));
    code("its status again", clSetUserEventStatus(gate, CL_COMPLETE));
    code("the status of a command", clSetUserEventStatus(filled, CL_COMPLETE));
    code("a wait", clWaitForEvents(1, &filled));
    ask_event("the user event that is set", gate);
    ask_event("the fill's event", filled);
    code("finish", clFinish(in.queue));
    code("retain", clRetainEvent(gate));
    references("the retained event", gate, 2);
    code("release", clReleaseEvent(gate));
    cl_ulong time = 0;
    code("the time of a queue without profiling",
         clGetEventProfilingInfo(filled, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
    cl_event marker = nullptr;
    code("a marker", clEnqueueMarkerWithWaitList(in.queue, 1, &filled, &marker));
    cl_event barrier = nullptr;
    code("a barrier", clEnqueueBarrierWithWaitList(in.queue, 1, &marker, &barrier));
    const cl_event both[] = {marker, barrier};
    code("a wait for both", clWaitForEvents(2, both));
    ask_event("a marker's event", marker);
    ask_event("a barrier's event", barrier);
    code("a wait for nothing", clWaitForEvents(0, nullptr));
    code("a wait for a list at NULL", clWaitForEvents(1, nullptr));
    code("a question about no event", clGetEventInfo(nullptr, CL_EVENT_CONTEXT, 0, nullptr, nullptr));
    code("retain of no event", clRetainEvent(nullptr));
    code("release of no event", clReleaseEvent(nullptr));
    code("a status of no event", clSetUserEventStatus(nullptr, CL_COMPLETE));
    clCreateUserEvent(nullptr, &result);
    code("a user event of no context", result);
    for (cl_event each : {gate, filled, marker, barrier}) {
        code("release of an event", clReleaseEvent(each));
    }
    cl_event unset = clCreateUserEvent(in.context, &result);
    code("a user event that nothing sets", result);
    code("its release", clReleaseEvent(unset));
    in.contents("the buffer", buffer, bytes);
    in.release("the buffer", buffer);
}

void callbacks() {
    const device in;
    cl_mem buffer = in.counted(bytes);
    code("no callback", clSetMemObjectDestructorCallback(buffer, nullptr, nullptr));
    code("a callback of no buffer", clSetMemObjectDestructorCallback(nullptr, tell, nullptr));
    add_callback(buffer, "first");
    add_callback(buffer, "second");
    add_callback(buffer, "third");
    code("retain", clRetainMemObject(buffer));
    in.release("the buffer", buffer);
    show_told("while the buffer has a reference", 0);
    in.release("the buffer, the last time", buffer);
    show_told("of the buffer", 3);
    const cl_buffer_region region{0, in.alignment()};
    cl_int result = 1;
    buffer = in.counted(bytes);
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &result);
    code("a part", result);
    add_callback(buffer, "buffer");
    add_callback(part, "part");
    in.release("the part", part);
    show_told("of the part", 1);
    in.release("the buffer", buffer);
    show_told("of its buffer", 1);
    buffer = in.counted(bytes);
    add_callback(buffer, "filled");
    const unsigned char value = 1;
    code("a fill", clEnqueueFillBuffer(in.queue, buffer, &value, 1, 0, bytes, 0, nullptr, nullptr));
    in.release("the buffer right after a fill", buffer);
    code("finish", clFinish(in.queue));
    show_told("of the filled buffer", 1);
    for (int round = 0; round < 3; ++round) { // a pool reuses memory, but never a callback
        buffer = in.counted(bytes);
        if (round == 1) { add_callback(buffer, "once"); }
        in.release("a buffer", buffer);
        show_told("of round " + std::to_string(round), round == 1 ? 1 : 0);
    }
    if (in.at_least(3, 0)) {
        cl_context second = clCreateContext(nullptr, 1, &in.id, nullptr, nullptr, &result);
        static char of_context[] = "context";
        code("a callback of a context", clSetContextDestructorCallback(second, tell_context, of_context));
        code("no callback of a context", clSetContextDestructorCallback(second, nullptr, nullptr));
        cl_mem last = clCreateBuffer(second, 0, bytes, nullptr, &result);
        add_callback(last, "last");
        code("release of the context", clReleaseContext(second));
        code("release of its buffer", clReleaseMemObject(last));
        show_told("of the context and its buffer", 2);
    }
}
