// What the programs of core_*.cpp share. They know nothing of clmem.
#pragma once

#include <CL/cl.h>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline void check(cl_int code, const char *call) {
    if (code == CL_SUCCESS) { return; }
    std::printf("%s: code %d\n", call, code);
    std::fflush(stdout);
    std::_Exit(1);
}

inline void expect(bool holds, const char *what) {
    if (holds) { return; }
    std::printf("expected: %s\n", what);
    std::fflush(stdout);
    std::_Exit(1);
}

struct environment {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    cl_context context = nullptr;

    environment() {
        check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
        cl_int code = CL_SUCCESS;
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        check(code, "clCreateContext");
    }
    ~environment() { check(clReleaseContext(context), "clReleaseContext"); }
    environment(const environment &) = delete;
    environment &operator=(const environment &) = delete;

    [[nodiscard]] cl_command_queue queue() const {
        cl_int code = CL_SUCCESS;
        cl_command_queue made = clCreateCommandQueue(context, device, 0, &code);
        check(code, "clCreateCommandQueue");
        return made;
    }
    [[nodiscard]] cl_event user_event() const {
        cl_int code = CL_SUCCESS;
        cl_event made = clCreateUserEvent(context, &code);
        check(code, "clCreateUserEvent");
        return made;
    }
    [[nodiscard]] cl_mem buffer(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE, void *host = nullptr) const {
        cl_int code = CL_SUCCESS;
        cl_mem made = clCreateBuffer(context, flags, bytes, host, &code);
        check(code, "clCreateBuffer");
        return made;
    }
    [[nodiscard]] bool has_native_kernels() const {
        cl_device_exec_capabilities able = 0;
        check(clGetDeviceInfo(device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof able, &able, nullptr),
              "clGetDeviceInfo");
        return (able & CL_EXEC_NATIVE_KERNEL) != 0;
    }
};

inline void release(cl_mem memory) {
    check(clReleaseMemObject(memory), "clReleaseMemObject");
}
inline void release(cl_command_queue queue) {
    check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
}
inline void release(cl_event event) {
    check(clReleaseEvent(event), "clReleaseEvent");
}
inline void set(cl_event user_event) {
    check(clSetUserEventStatus(user_event, CL_COMPLETE), "clSetUserEventStatus");
}
inline void finish(cl_command_queue queue) {
    check(clFinish(queue), "clFinish");
}

// The fill waits for an event of the program, if there is one, and may have an event.
inline void fill(cl_command_queue queue, cl_mem memory, std::size_t bytes, unsigned char value, cl_event gate = nullptr,
                 cl_event *out_event = nullptr) {
    check(clEnqueueFillBuffer(queue, memory, &value, 1, 0, bytes, gate != nullptr ? 1 : 0,
                              gate != nullptr ? &gate : nullptr, out_event),
          "clEnqueueFillBuffer");
}

[[nodiscard]] inline bool holds(cl_command_queue queue, cl_mem memory, std::size_t bytes, unsigned char value) {
    std::vector<unsigned char> host(bytes);
    check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes, host.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    for (const unsigned char found : host) {
        if (found != value) { return false; }
    }
    return true;
}

// Before the first OpenCL call: on a busy machine, the layer would return idle memory that the test expects to get again.
inline void keep_idle_memory() {
    (void)::setenv("CLMEM_RUN_IDLE", "0", 1);
}

// Two queues, the first with a command on some memory, which is held back until the end of the scope.
struct held_back {
    cl_command_queue first;
    cl_command_queue second;
    cl_event gate;
    cl_mem memory;

    held_back(const environment &in, std::size_t bytes)
        : first{in.queue()}, second{in.queue()}, gate{in.user_event()}, memory{in.buffer(bytes)} {
        fill(first, memory, bytes, 1, gate);
        check(clFlush(first), "clFlush");
    }
    ~held_back() {
        set(gate);
        finish(first);
        release(memory);
        release(gate);
        release(first);
        release(second);
    }
    held_back(const held_back &) = delete;
    held_back &operator=(const held_back &) = delete;
};
