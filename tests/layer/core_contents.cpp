// New memory has its content, and creating it waits for no kernel. With the argument `zero`, all new memory is zero.
#include "core_program.hpp"

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

namespace {

// Drivers may copy the data of small writes when they are enqueued, and write the memory later.
void small_copies(const environment &in) {
    cl_command_queue queue = in.queue();
    for (std::size_t round = 0; round < 800; ++round) {
        const std::size_t bytes = 4 + round * 7 % 508;
        std::vector<unsigned char> host(bytes, static_cast<unsigned char>(1 + round % 255));
        std::vector<unsigned char> found(bytes);
        cl_mem copy = in.buffer(bytes, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.data());
        check(clEnqueueReadBuffer(queue, copy, CL_FALSE, 0, bytes, found.data(), 0, nullptr, nullptr),
              "clEnqueueReadBuffer");
        finish(queue);
        expect(found == host, "a buffer has its initial content");
        release(copy);
    }
    release(queue);
}

std::atomic<bool> may_end{false};
std::atomic<bool> gave_up{false};

// Occupies a thread of the device until the host lets it end.
void CL_CALLBACK occupy(void * /*user*/) {
    const auto begin = std::chrono::steady_clock::now();
    while (!may_end && !gave_up) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
        if (std::chrono::steady_clock::now() - begin > std::chrono::seconds{5}) { gave_up = true; }
    }
}

// `queues` native kernels run meanwhile.
void create_while_kernels_run(const environment &in, int queues, bool is_zero) {
    constexpr std::size_t bytes = 5000;
    std::vector<unsigned char> host(bytes, 3);
    std::vector<cl_command_queue> all;
    for (int i = 0; i < queues; ++i) {
        all.push_back(in.queue());
    }
    cl_mem used = in.buffer(bytes); // a block that is free when the next one is created
    fill(all.back(), used, bytes, 9);
    finish(all.back());
    release(used);
    may_end = false;
    for (cl_command_queue queue : all) {
        check(clEnqueueNativeKernel(queue, occupy, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
              "clEnqueueNativeKernel");
        check(clFlush(queue), "clFlush");
    }
    cl_mem copy = in.buffer(bytes, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.data());
    cl_mem plain = in.buffer(bytes);
    may_end = true;
    expect(!gave_up, "creating a buffer waits for no kernel");
    expect(holds(all.back(), copy, bytes, 3), "a buffer that was created while kernels ran has its content");
    expect(!is_zero || holds(all.front(), plain, bytes, 0), "a buffer that was created while kernels ran is zero");
    release(plain);
    release(copy);
    for (cl_command_queue queue : all) {
        release(queue);
    }
}

struct creations {
    const environment &in;
    std::vector<unsigned char> host;
    std::atomic<int> made{0};
};

void CL_CALLBACK create_some(cl_event /*event*/, cl_int /*status*/, void *user) {
    auto &in = *static_cast<creations *>(user);
    for (const cl_mem_flags flags : {cl_mem_flags{CL_MEM_READ_WRITE}, cl_mem_flags{CL_MEM_COPY_HOST_PTR}}) {
        release(in.in.buffer(in.host.size(), flags, flags == CL_MEM_COPY_HOST_PTR ? in.host.data() : nullptr));
        ++in.made;
    }
}

// The device's only thread may call back, and cannot run a command meanwhile.
void create_in_callback(const environment &in) {
    creations asked{in, std::vector<unsigned char>(65536, 3)};
    cl_command_queue queue = in.queue();
    cl_mem used = in.buffer(asked.host.size());
    cl_event filled = nullptr;
    fill(queue, used, asked.host.size(), 1, nullptr, &filled);
    check(clSetEventCallback(filled, CL_COMPLETE, create_some, &asked), "clSetEventCallback");
    check(clFlush(queue), "clFlush");
    for (int waited = 0; asked.made < 2 && waited < 5000; ++waited) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    expect(asked.made == 2, "a callback of an event can create buffers");
    finish(queue);
    release(filled);
    release(used);
    release(queue);
}

// The memory has been used by one queue, and is read by the same one, by another, or by one that is new.
void zeros(const environment &in) {
    constexpr std::size_t bytes = 70000;
    cl_command_queue first = in.queue();
    for (int round = 0; round < 30; ++round) {
        cl_command_queue second = round % 3 == 1 ? in.queue() : nullptr;
        cl_mem used = in.buffer(bytes);
        fill(first, used, bytes, 9);
        release(used);
        cl_mem plain = in.buffer(bytes);
        if (round % 3 == 2) { second = in.queue(); }
        expect(holds(second != nullptr ? second : first, plain, bytes, 0), "a new buffer is zero");
        fill(first, plain, bytes, 8);
        expect(holds(first, plain, bytes, 8), "what the program writes comes after the zeros");
        release(plain);
        if (second != nullptr) { release(second); }
    }
    release(first);
}

// Shared virtual memory that the host may read at once, and memory that it has to map.
void zeros_of_svm(const environment &in) {
    constexpr std::size_t bytes = 5000;
    cl_device_svm_capabilities able = 0;
    if (clGetDeviceInfo(in.device, CL_DEVICE_SVM_CAPABILITIES, sizeof able, &able, nullptr) != CL_SUCCESS) { return; }
    cl_command_queue queue = in.queue();
    for (int round = 0; round < 20; ++round) {
        const bool is_fine = round % 2 == 1 && (able & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0;
        if (!is_fine && (able & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) == 0) { continue; }
        const cl_svm_mem_flags grain = is_fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0;
        auto *const memory = static_cast<unsigned char *>(clSVMAlloc(in.context, CL_MEM_READ_WRITE | grain, bytes, 0));
        expect(memory != nullptr, "there is shared virtual memory");
        const auto map = [&] {
            check(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, memory, bytes, 0, nullptr, nullptr),
                  "clEnqueueSVMMap");
        };
        if (!is_fine) { map(); }
        for (std::size_t at = 0; at < bytes; ++at) {
            expect(memory[at] == 0, "new shared virtual memory is zero");
        }
        std::memset(memory, 9, bytes);
        if (!is_fine) { check(clEnqueueSVMUnmap(queue, memory, 0, nullptr, nullptr), "clEnqueueSVMUnmap"); }
        finish(queue);
        clSVMFree(in.context, memory);
    }
    release(queue);
}

} // namespace

int main(int count, char **words) {
    const bool is_zero = count > 1 && std::strcmp(words[1], "zero") == 0;
    {
        const environment in;
        small_copies(in);
        create_in_callback(in);
        if (in.has_native_kernels()) {
            create_while_kernels_run(in, 1, is_zero);
            create_while_kernels_run(in, 2, is_zero);
        }
        if (is_zero) {
            zeros(in);
            zeros_of_svm(in);
        }
    }
    std::puts("all contents are right");
}
