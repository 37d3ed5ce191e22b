// Unified shared memory, which the world keeps with its SVM. One queue uses each allocation. The program waits for that
// queue before it frees the memory, or lets the free wait.
#include "world.hpp"

#include <CL/cl_ext.h>

namespace over_mock {

// There is no memory at the mock's addresses that the layer could clear.
void world::allocate_usm() {
    const std::size_t bytes = 1 + dice_.below(plan_.largest);
    const auto alignment = dice_.once_in(4) ? cl_uint{4096} : cl_uint{0};
    void *made = nullptr;
    switch (plan_.zeroes ? 0 : dice_.below(3)) {
    case 0:
        made = found<clDeviceMemAllocINTEL_fn>("clDeviceMemAllocINTEL")(context_, device_, nullptr, bytes, alignment,
                                                                        nullptr);
        break;
    case 1:
        made = found<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL")(context_, nullptr, bytes, alignment, nullptr);
        break;
    default:
        made = found<clSharedMemAllocINTEL_fn>("clSharedMemAllocINTEL")(context_, device_, nullptr, bytes, alignment,
                                                                        nullptr);
    }
    if (made == nullptr) { return; }
    const known_queue &in = queues_[dice_.below(queues_.size())];
    shared_.push_back({static_cast<unsigned char *>(made), bytes, new_owner_of_svm(), in.handle, false, true});
}

void world::launch_on_usm(const shared_memory &of) {
    if (program_ == nullptr) { return; }
    cl_kernel kernel = cl_.clCreateKernel(program_, "m", nullptr);
    if (kernel == nullptr) { return; }
    const std::size_t offset = dice_.once_in(2) ? of.bytes - 1 : 0;
    const auto set = found<clSetKernelArgMemPointerINTEL_fn>("clSetKernelArgMemPointerINTEL");
    constexpr std::size_t items = 1;
    const wait_list waits = any_events(of.queue);
    if (set(kernel, 0, of.pointer + offset) == CL_SUCCESS) {
        cl_event event = nullptr;
        cl_event *const out = wanted(event);
        keep(
            cl_.clEnqueueNDRangeKernel(of.queue, kernel, 1, nullptr, &items, nullptr, waits.count(), waits.data(), out),
            event, of.queue);
    }
    cl_.clReleaseKernel(kernel);
}

void world::use_usm(shared_memory &of) {
    const auto fill = found<clEnqueueMemFillINTEL_fn>("clEnqueueMemFillINTEL");
    const auto copy = found<clEnqueueMemcpyINTEL_fn>("clEnqueueMemcpyINTEL");
    unsigned char host[1] = {};
    if (dice_.once_in(3)) { return launch_on_usm(of); }
    const wait_list waits = any_events(of.queue);
    cl_event event = nullptr;
    cl_event *const out = wanted(event);
    const cl_int code =
        dice_.once_in(2)
            ? fill(of.queue, of.pointer, host, 1, of.bytes, waits.count(), waits.data(), out)
            : copy(of.queue, CL_FALSE, of.pointer + of.bytes - 1, host, 1, waits.count(), waits.data(), out);
    keep(code, event, of.queue);
}

void world::free_usm(const shared_memory &ended) {
    cl_int code = CL_SUCCESS;
    if (dice_.once_in(2)) {
        cl_.clFinish(ended.queue);
        code = found<clMemFreeINTEL_fn>("clMemFreeINTEL")(context_, ended.pointer);
    } else {
        code = found<clMemBlockingFreeINTEL_fn>("clMemBlockingFreeINTEL")(context_, ended.pointer);
    }
    if (code != CL_SUCCESS) { report("a free of USM fails"); }
}

} // namespace over_mock
