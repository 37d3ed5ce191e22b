#include "provider/buffer.hpp"

#include "base/error.hpp"
#include "cl/query.hpp"
#include "cl/raii.hpp"
#include "provider/byte_budget.hpp"
#include "provider/opencl_memory.hpp"
#include "provider/residence.hpp"

#include <bit>

namespace clmem_core {

namespace {

class buffer_provider : public provider {
  public:
    buffer_provider(const traits &t, cl::context context, cl_device_id device)
        : provider{t}, context_{std::move(context)}, residence_{context_.get(), device} {}

    void *allocate(std::size_t bytes) override { return make_buffer(bytes).detach(); }

    void release(void *memory, std::size_t) noexcept override {
        cl::dispatch().clReleaseMemObject(static_cast<cl_mem>(memory));
    }

    // For quirk::sub_buffer_has_own_memory.
    void prepare(void *memory, std::size_t bytes) override { make_real(static_cast<cl_mem>(memory), bytes); }

  protected:
    [[nodiscard]] cl::memory make_buffer(std::size_t bytes) const {
        check_size(bytes);
        cl_int code = CL_SUCCESS;
        cl::memory buffer{
            cl::dispatch().clCreateBuffer(context_.get(), properties().memory_flags, bytes, nullptr, &code)};
        if (code != CL_SUCCESS) { fail_allocation(code, "a buffer", bytes); }
        return buffer;
    }

    void make_real(cl_mem buffer, std::size_t bytes) {
        const cl_int code = residence_.make_real(buffer, bytes);
        if (code != CL_SUCCESS) { fail_allocation(code, "a buffer", bytes); }
    }

  private:
    cl::context context_;
    residence residence_;
};

class immediate_provider final : public buffer_provider {
  public:
    immediate_provider(const traits &t, cl::context context, cl_device_id device)
        : buffer_provider{t, std::move(context), device}, budget_{t.memory} {}

    void *allocate(std::size_t bytes) override {
        budget_.reserve(bytes);
        try {
            cl::memory buffer = make_buffer(bytes);
            make_real(buffer.get(), bytes);
            return buffer.detach();
        } catch (...) {
            budget_.release(bytes);
            throw;
        }
    }

    void release(void *memory, std::size_t bytes) noexcept override {
        buffer_provider::release(memory, bytes);
        budget_.release(bytes);
    }

    void prepare(void *, std::size_t) override {} // its memory is already allocated

  private:
    byte_budget budget_;
};

void check_flags(std::uint64_t flags) {
    constexpr std::uint64_t host = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
    constexpr std::uint64_t pointer = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;
    if ((flags & pointer) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "memory_flags: expected neither CL_MEM_USE_HOST_PTR nor CL_MEM_COPY_HOST_PTR, since a provider has no "
             "host pointer, got one of them; use CL_MEM_ALLOC_HOST_PTR");
    }
    check_memory_flags(flags, host | CL_MEM_ALLOC_HOST_PTR);
    if (std::popcount(flags & host) > 1) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "memory_flags: expected at most one of CL_MEM_HOST_READ_ONLY, "
                                           "CL_MEM_HOST_WRITE_ONLY and CL_MEM_HOST_NO_ACCESS, got several");
    }
}

provider::traits buffer_traits(clmem_provider_kind kind, const char *name, cl_context context,
                               const std::vector<cl_device_id> &devices, std::uint64_t flags) {
    provider::traits t = traits_of(kind, context, devices, flags);
    t.name = name;
    t.access = memory_access::object;
    return t;
}

} // namespace

std::shared_ptr<provider> make_buffer_provider(cl_context context, std::uint64_t flags) {
    if (context == nullptr) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "context: expected a context, got NULL"); }
    check_flags(flags);
    cl::context own = cl::context::retain(context);
    const auto devices = devices_of(context);
    return std::make_shared<buffer_provider>(
        buffer_traits(CLMEM_PROVIDER_BUFFER, "OpenCL buffers", context, devices, flags), std::move(own), devices.at(0));
}

std::shared_ptr<provider> make_immediate_provider(cl_command_queue queue, std::uint64_t flags) {
    if (queue == nullptr) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "queue: expected a queue, got NULL"); }
    check_flags(flags);
    const auto context = cl::value<cl_context>(queue, CLMEM_CL_ASK(CL_QUEUE_CONTEXT));
    const auto device = cl::value<cl_device_id>(queue, CLMEM_CL_ASK(CL_QUEUE_DEVICE));
    cl::context own = cl::context::retain(context);
    return std::make_shared<immediate_provider>(
        buffer_traits(CLMEM_PROVIDER_IMMEDIATE, "OpenCL buffers that are resident at once", context, {device}, flags),
        std::move(own), device);
}

} // namespace clmem_core
