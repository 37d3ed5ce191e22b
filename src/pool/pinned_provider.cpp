#include "pool/pinned_provider.hpp"

#include "cl/query.hpp"
#include "cl/raii.hpp"
#include "device/creation.hpp"
#include "pool/opencl_memory.hpp"
#include "pool/pointer_provider.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace clmem {

namespace {

class pinned_source final : public pointer_source {
  public:
    // The queue is this one's own: on the program's, a map would wait for the program's commands.
    pinned_source(cl::context context, cl::queue queue, std::uint64_t flags, std::size_t alignment) noexcept
        : context_{std::move(context)}, queue_{std::move(queue)}, flags_{flags}, alignment_{alignment} {}

    void *take(std::size_t bytes) override {
        const cl::table &opencl = cl::dispatch();
        cl_int code = CL_SUCCESS;
        cl::memory buffer{opencl.clCreateBuffer(context_.get(), flags_, bytes, nullptr, &code)};
        if (code != CL_SUCCESS) { fail_allocation(code, "page-locked memory", bytes); }
        void *pointer = opencl.clEnqueueMapBuffer(queue_.get(), buffer.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                                  bytes, 0, nullptr, nullptr, &code);
        if (code != CL_SUCCESS) { fail_allocation(code, "page-locked memory", bytes); }
        try {
            keep(pointer, buffer);
        } catch (...) {
            unmap(buffer.get(), pointer);
            throw;
        }
        return pointer;
    }

    void give_back(void *pointer) noexcept override {
        const cl::memory buffer = find(pointer);
        unmap(buffer.get(), pointer);
    }

  private:
    void keep(void *pointer, cl::memory &buffer) {
        if (reinterpret_cast<std::uintptr_t>(pointer) % alignment_ != 0) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "the driver maps buffers at %p, which is no multiple of its alignment of "
                 "%zu bytes: page-locked memory of this device is of no use",
                 pointer, alignment_);
        }
        const std::lock_guard lock{mutex_};
        buffers_.try_emplace(pointer, std::move(buffer));
    }

    [[nodiscard]] cl::memory find(void *pointer) noexcept {
        const std::lock_guard lock{mutex_};
        return std::move(buffers_.extract(pointer).mapped());
    }

    // Returns when it is done. Should it fail, there is no more that can be done: the buffer goes all the same.
    void unmap(cl_mem buffer, void *pointer) const noexcept {
        const cl::table &opencl = cl::dispatch();
        cl_event unmapped = nullptr;
        if (opencl.clEnqueueUnmapMemObject(queue_.get(), buffer, pointer, 0, nullptr, &unmapped) != CL_SUCCESS) {
            return;
        }
        const cl::event event{unmapped};
        opencl.clWaitForEvents(1, &unmapped);
    }

    cl::context context_;
    cl::queue queue_;
    cl_mem_flags flags_;
    std::size_t alignment_;
    std::mutex mutex_; // for what follows
    std::unordered_map<void *, cl::memory> buffers_;
};

} // namespace

std::shared_ptr<provider> make_pinned_provider(cl_command_queue queue, std::uint64_t flags) {
    check_memory_flags(flags, CL_MEM_ALLOC_HOST_PTR);
    flags |= CL_MEM_ALLOC_HOST_PTR;
    const auto context = cl::value<cl_context>(queue, CLMEM_CL_ASK(CL_QUEUE_CONTEXT));
    const auto device = cl::value<cl_device_id>(queue, CLMEM_CL_ASK(CL_QUEUE_DEVICE));
    cl::context own = cl::context::retain(context);
    provider::traits t = traits_of(CLMEM_PROVIDER_PINNED, context, {device}, flags);
    t.alignment = std::max(t.alignment, sizeof(cl_long16));
    t.memory = 0; // how much the host has, the device does not say
    t.host_reachable = true;
    return make_pointer_provider(
        t, std::make_unique<pinned_source>(std::move(own), make_queue(context, device, 0), flags, t.alignment));
}

} // namespace clmem
