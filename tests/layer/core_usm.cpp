// Unified shared memory: information, errors, and a free that waits for its commands and for no others.
#include "core_program.hpp"

#include <CL/cl_ext.h>
#include <cstdint>
#include <cstring>

namespace {

constexpr std::size_t bytes = 1000;

template <class Function>
Function find(const environment &in, const char *name) {
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(in.platform, name));
}

bool is_pocl(const environment &in) {
    char name[64] = {};
    check(clGetPlatformInfo(in.platform, CL_PLATFORM_NAME, sizeof name, name, nullptr), "clGetPlatformInfo");
    return std::strcmp(name, "Portable Computing Language") == 0;
}

void answers_as_for_an_allocation(const environment &in, char *memory) {
    const auto info = find<clGetMemAllocInfoINTEL_fn>(in, "clGetMemAllocInfoINTEL");
    for (const std::size_t offset : {std::size_t{0}, bytes - 1}) {
        void *begin = nullptr;
        std::size_t size = 0;
        check(info(in.context, memory + offset, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof begin, &begin, nullptr), "base");
        check(info(in.context, memory + offset, CL_MEM_ALLOC_SIZE_INTEL, sizeof size, &size, nullptr), "size");
        expect(begin == memory && size == bytes, "the allocation's address and size");
    }
}

void waits_for_its_own_commands(const environment &in) {
    const auto allocate = find<clDeviceMemAllocINTEL_fn>(in, "clDeviceMemAllocINTEL");
    const auto fill_memory = find<clEnqueueMemFillINTEL_fn>(in, "clEnqueueMemFillINTEL");
    const auto free = find<clMemBlockingFreeINTEL_fn>(in, "clMemBlockingFreeINTEL");
    cl_int code = CL_SUCCESS;
    void *const used = allocate(in.context, in.device, nullptr, bytes, 0, &code);
    check(code, "clDeviceMemAllocINTEL");
    cl_command_queue queue = in.queue();
    cl_event gate = in.user_event();
    const unsigned char one = 1;
    cl_event done = nullptr;
    check(fill_memory(queue, used, &one, 1, bytes, 0, nullptr, &done), "clEnqueueMemFillINTEL");
    cl_mem other = in.buffer(bytes);
    fill(queue, other, bytes, 2, gate); // held back, behind the fill
    check(free(in.context, used), "clMemBlockingFreeINTEL");
    cl_int status = CL_QUEUED;
    check(clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), "clGetEventInfo");
    expect(status == CL_COMPLETE, "a free that waits returns after the memory's commands");
    set(gate);
    finish(queue);
    release(done);
    release(gate);
    release(other);
    release(queue);
}

} // namespace

int main() {
    const environment in;
    const auto allocate = find<clHostMemAllocINTEL_fn>(in, "clHostMemAllocINTEL");
    const auto free = find<clMemFreeINTEL_fn>(in, "clMemFreeINTEL");
    if (allocate == nullptr || free == nullptr) {
        std::puts("the platform has no unified shared memory");
        return 0;
    }
    cl_int code = CL_SUCCESS;
    for (const cl_uint alignment : {0U, 64U, 128U}) { // PoCL 5 knows no larger one
        auto *const memory = static_cast<char *>(allocate(in.context, nullptr, bytes, alignment, &code));
        check(code, "clHostMemAllocINTEL");
        expect(alignment == 0 || reinterpret_cast<std::uintptr_t>(memory) % alignment == 0, "the alignment");
        std::memset(memory, 1, bytes);
        answers_as_for_an_allocation(in, memory);
        expect(free(in.context, memory + 16) != CL_SUCCESS, "no free in the middle of an allocation");
        const environment another;
        expect(free(another.context, memory) != CL_SUCCESS, "no free by another context");
        check(free(in.context, memory), "clMemFreeINTEL");
        expect(free(in.context, memory) != CL_SUCCESS, "no second free");
    }
    if (!is_pocl(in)) { waits_for_its_own_commands(in); } // PoCL waits for all commands of the context
    std::puts("all answers are right");
}
