#include "provider/pinned.hpp"

#include "cl/query.hpp"
#include "cl/raii.hpp"
#include "device/creation.hpp"
#include "provider/opencl_memory.hpp"
#include "provider/pointer_provider.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

namespace clmem_core {

namespace {

class pinned_source final : public pointer_source {
  public:
    // The provider has its own queue: on the program's, a map would wait for the program's commands.
    pinned_source(cl::context context, cl::queue queue, std::uint64_t flags, std::size_t alignment) noexcept
        : context_{std::move(context)}, queue_{std::move(queue)}, flags_{flags}, alignment_{alignment} {}

    void *take(std::size_t bytes) override {
        mapping made = map_at_place(bytes);
        void *const pointer = made.first() + before_place(made.first());
        std::map<void *, mapping> own; // so that nothing can fail under the lock
        own.try_emplace(pointer, std::move(made));
        const std::lock_guard lock{mutex_};
        mappings_.merge(own);
        return pointer;
    }

    void release(void *pointer) noexcept override { const mapping gone = find(pointer); }

  private:
    // A mapped buffer. Its destructor unmaps it on every path, since a driver keeps mapped memory.
    class mapping {
      public:
        // `first`: where the driver mapped it.
        mapping(cl_command_queue queue, cl::memory buffer, void *first) noexcept
            : queue_{queue}, buffer_{std::move(buffer)}, first_{static_cast<unsigned char *>(first)} {}
        mapping(mapping &&) noexcept = default;
        mapping &operator=(mapping &&) = delete;
        // Returns when it is unmapped. If that fails, nothing more can be done: the buffer is released anyway.
        ~mapping() {
            const cl::table &opencl = cl::dispatch();
            cl_event unmapped = nullptr;
            if (buffer_.get() == nullptr) { return; }
            if (opencl.clEnqueueUnmapMemObject(queue_, buffer_.get(), first_, 0, nullptr, &unmapped) != CL_SUCCESS) {
                return;
            }
            const cl::event event{unmapped};
            opencl.clWaitForEvents(1, &unmapped);
        }

        [[nodiscard]] unsigned char *first() const noexcept { return first_; }

      private:
        cl_command_queue queue_;
        cl::memory buffer_;
        unsigned char *first_;
    };

    // The number of bytes before the first multiple of the alignment.
    [[nodiscard]] std::size_t before_place(void *pointer) const noexcept {
        const std::size_t behind = reinterpret_cast<std::uintptr_t>(pointer) % alignment_;
        return behind != 0 ? alignment_ - behind : 0;
    }

    [[nodiscard]] mapping map(std::size_t bytes) const {
        const cl::table &opencl = cl::dispatch();
        cl_int code = CL_SUCCESS;
        cl::memory buffer{opencl.clCreateBuffer(context_.get(), flags_, bytes, nullptr, &code)};
        if (code != CL_SUCCESS) { fail_allocation(code, "page-locked memory", bytes); }
        void *first = opencl.clEnqueueMapBuffer(queue_.get(), buffer.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                                bytes, 0, nullptr, nullptr, &code);
        if (code != CL_SUCCESS) { fail_allocation(code, "page-locked memory", bytes); }
        return {queue_.get(), std::move(buffer), first};
    }

    // Oclgrind's addresses are less aligned than it requires of others: there an aligned place is found in a larger
    // allocation.
    [[nodiscard]] mapping map_at_place(std::size_t bytes) const {
        if (mapping made = map(bytes); before_place(made.first()) == 0) { return made; }
        return map(bytes + (alignment_ - 1));
    }

    [[nodiscard]] mapping find(void *pointer) noexcept {
        const std::lock_guard lock{mutex_};
        return std::move(mappings_.extract(pointer).mapped());
    }

    cl::context context_;
    cl::queue queue_;
    cl_mem_flags flags_;
    std::size_t alignment_;
    std::mutex mutex_; // for what follows
    std::map<void *, mapping> mappings_;
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
    t.name = "page-locked host memory";
    t.access = memory_access::host;
    t.memory = 0; // the device does not report how much memory the host has
    t.host_reachable = true;
    return make_pointer_provider(
        t, std::make_unique<pinned_source>(std::move(own), make_queue(context, device, 0), flags, t.alignment));
}

} // namespace clmem_core
