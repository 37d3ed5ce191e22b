// Whatever command a program holds back keeps the memory that it uses, and no other memory.
#include "core_program.hpp"

#include <functional>
#include <string_view>

namespace {

constexpr std::size_t bytes = 1 << 20;

cl_kernel kernel_of(const environment &in) {
    const char *source = "kernel void set(ulong value, global uchar *to) { to[get_global_id(0)] = (uchar)value; }";
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(in.context, 1, &source, nullptr, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &in.device, "", nullptr, nullptr), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "set", &code);
    check(code, "clCreateKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    const cl_ulong value = 1;
    check(clSetKernelArg(kernel, 0, sizeof value, &value), "clSetKernelArg");
    return kernel;
}

cl_event launch(cl_command_queue queue, cl_kernel kernel, std::size_t count, cl_event gate) {
    cl_event done = nullptr;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 1, &gate, &done),
          "clEnqueueNDRangeKernel");
    return done;
}

cl_event by_kernel(const environment &, cl_command_queue queue, cl_kernel kernel, cl_mem memory, cl_event gate) {
    check(clSetKernelArg(kernel, 1, sizeof memory, &memory), "clSetKernelArg");
    return launch(queue, kernel, bytes, gate);
}

// After its own enqueue, the kernel gets other arguments.
cl_event by_rearmed_kernel(const environment &in, cl_command_queue queue, cl_kernel kernel, cl_mem memory,
                           cl_event gate) {
    cl_event done = by_kernel(in, queue, kernel, memory, gate);
    check(clSetKernelArg(kernel, 1, sizeof(cl_mem), nullptr), "clSetKernelArg");
    return done;
}

cl_event by_clone(const environment &, cl_command_queue queue, cl_kernel kernel, cl_mem memory, cl_event gate) {
    check(clSetKernelArg(kernel, 1, sizeof memory, &memory), "clSetKernelArg");
    cl_int code = CL_SUCCESS;
    cl_kernel clone = clCloneKernel(kernel, &code);
    check(code, "clCloneKernel");
    cl_event done = launch(queue, clone, bytes, gate);
    check(clReleaseKernel(clone), "clReleaseKernel");
    return done;
}

cl_event by_part(const environment &, cl_command_queue queue, cl_kernel kernel, cl_mem memory, cl_event gate) {
    const cl_buffer_region region{bytes / 2, bytes / 2};
    cl_int code = CL_SUCCESS;
    cl_mem part = clCreateSubBuffer(memory, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    check(code, "clCreateSubBuffer");
    check(clSetKernelArg(kernel, 1, sizeof part, &part), "clSetKernelArg");
    cl_event done = launch(queue, kernel, bytes / 2, gate);
    release(part);
    return done;
}

cl_event by_write(const environment &, cl_command_queue queue, cl_kernel, cl_mem memory, cl_event gate) {
    static const std::vector<unsigned char> host(bytes, 1);
    cl_event done = nullptr;
    check(clEnqueueWriteBuffer(queue, memory, CL_FALSE, 0, bytes, host.data(), 1, &gate, &done),
          "clEnqueueWriteBuffer");
    return done;
}

cl_event by_copy(const environment &in, cl_command_queue queue, cl_kernel, cl_mem memory, cl_event gate) {
    cl_mem source = in.buffer(bytes);
    fill(queue, source, bytes, 1, gate);
    cl_event done = nullptr;
    check(clEnqueueCopyBuffer(queue, source, memory, 0, 0, bytes, 0, nullptr, &done), "clEnqueueCopyBuffer");
    release(source);
    return done;
}

struct native_arguments {
    unsigned char *to;
};
void CL_CALLBACK set_by_host(void *arguments) {
    unsigned char *const to = static_cast<native_arguments *>(arguments)->to;
    for (std::size_t at = 0; at < bytes; ++at) {
        to[at] = 1;
    }
}

cl_event by_native_kernel(const environment &in, cl_command_queue queue, cl_kernel kernel, cl_mem memory,
                          cl_event gate) {
    if (!in.has_native_kernels()) { return by_kernel(in, queue, kernel, memory, gate); }
    native_arguments arguments{};
    const void *place = static_cast<const void *>(&arguments.to);
    cl_event done = nullptr;
    check(clEnqueueNativeKernel(queue, set_by_host, &arguments, sizeof arguments, 1, &memory, &place, 1, &gate, &done),
          "clEnqueueNativeKernel");
    return done;
}

using user_of_memory = std::function<cl_event(const environment &, cl_command_queue, cl_kernel, cl_mem, cl_event)>;

void holds_its_memory(const environment &in, const user_of_memory &use, const char *what) {
    cl_command_queue first = in.queue();
    cl_command_queue second = in.queue();
    cl_kernel kernel = kernel_of(in);
    cl_event gate = in.user_event();
    cl_mem memory = in.buffer(bytes);
    cl_event done = use(in, first, kernel, memory, gate);
    check(clFlush(first), "clFlush");
    release(memory);
    std::vector<cl_mem> others;
    for (int i = 0; i < 3; ++i) {
        others.push_back(in.buffer(bytes));
        fill(second, others.back(), bytes, 2);
    }
    finish(second);
    set(gate);
    check(clWaitForEvents(1, &done), "clWaitForEvents");
    for (cl_mem other : others) {
        expect(holds(second, other, bytes, 2), what);
        release(other);
    }
    release(done);
    release(gate);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    release(first);
    release(second);
}

// Without the layer, a driver may do otherwise.
void other_memory_is_reused(const environment &in) {
    const held_back held{in, bytes};
    cl_mem memory = in.buffer(bytes);
    release(memory);
    cl_mem again = in.buffer(bytes);
    expect(again == memory, "memory that no command has used is reused at once");
    fill(held.second, again, bytes, 2);
    expect(holds(held.second, again, bytes, 2), "a buffer has what was written");
    release(again);
    memory = in.buffer(bytes);
    expect(again == memory, "memory that was read by a blocking call in its only queue is reused at once");
    fill(held.second, memory, bytes, 2);
    finish(held.second);
    cl_mem other = in.buffer(bytes);
    fill(held.second, other, bytes, 3); // a later command that does not use it
    release(memory);
    again = in.buffer(bytes);
    expect(again == memory, "memory whose queue was finished after its last use is reused at once");
    release(again);
    release(other);
}

// A function that the layer does not know may enqueue anything. This one is PoCL's.
void unknown_functions_use_all_memory(const environment &in) {
    if (clGetExtensionFunctionAddressForPlatform(in.platform, "clSetContentSizeBufferPoCL") == nullptr) { return; }
    const held_back held{in, bytes};
    cl_mem memory = in.buffer(bytes);
    release(memory);
    cl_mem next = in.buffer(bytes);
    expect(next != memory, "any memory may be that of a held command of an unknown function");
    release(next);
}

} // namespace

int main() {
    keep_idle_memory();
    const environment in;
    holds_its_memory(in, by_kernel, "a kernel's argument");
    holds_its_memory(in, by_rearmed_kernel, "a former argument of a kernel");
    holds_its_memory(in, by_clone, "an argument of a cloned kernel");
    holds_its_memory(in, by_part, "a part as a kernel's argument");
    holds_its_memory(in, by_write, "the target of a write");
    holds_its_memory(in, by_copy, "the target of a copy");
    holds_its_memory(in, by_native_kernel, "an argument of a native kernel");
    const char *const layers = std::getenv("OPENCL_LAYERS");
    if (layers != nullptr && std::string_view{layers}.ends_with("libclmem_layer.so")) {
        other_memory_is_reused(in);
        unknown_functions_use_all_memory(in);
    }
    std::puts("all contents are right");
}
