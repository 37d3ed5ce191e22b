#include "memory.hpp"

#include "failure.hpp"
#include "opencl.hpp"

#include <algorithm>
#include <cstdint>

namespace clmem::command {
namespace {

constexpr cl_mem_flags read_write = CL_MEM_READ_WRITE;
constexpr cl_uchar pattern = 0x5a;

constexpr std::size_t touched_bytes = 64;

std::size_t touched(std::size_t bytes) {
    return std::min(bytes, touched_bytes);
}

// The provider that a clmem function creates.
template <class Create, class... Arguments>
owned_provider make(Create create, Arguments... arguments) {
    owned_provider made;
    check(create(arguments..., made.out()));
    return made;
}

owned_provider make_svm(cl_context context, cl_svm_mem_flags flags) {
    clmem_provider_options options = CLMEM_PROVIDER_OPTIONS_INIT;
    options.memory_flags = flags;
    return make(clmem_provider_create_svm, context, &options);
}

class buffer_memory final : public memory {
  public:
    buffer_memory(cl_context context, owned_provider provider)
        : memory{{.has_pointers = false}, std::move(provider)}, context_{context} {}

    place take(std::size_t bytes) const override { return {.mem = make_buffer(context_, read_write, bytes).detach()}; }
    void release(const place &block, cl_command_queue) const override {
        check_opencl(opencl().clReleaseMemObject(block.mem), "clReleaseMemObject");
    }
    void set_argument(cl_kernel kernel, const place &block) const override {
        check_opencl(opencl().clSetKernelArg(kernel, 0, sizeof(block.mem), &block.mem), "clSetKernelArg");
    }
    void touch(cl_command_queue queue, const place &block, std::size_t bytes) const override {
        check_opencl(opencl().clEnqueueFillBuffer(queue, block.mem, &pattern, sizeof(pattern), 0, touched(bytes), 0,
                                                  nullptr, nullptr),
                     "clEnqueueFillBuffer");
    }

  private:
    cl_context context_;
};

class svm_memory final : public memory {
  public:
    svm_memory(cl_context context, cl_svm_mem_flags flags)
        : memory{{}, make_svm(context, flags)}, context_{context}, flags_{flags} {}

    place take(std::size_t bytes) const override {
        void *const pointer = opencl().clSVMAlloc(context_, flags_, bytes, 0);
        if (pointer == nullptr) { throw failure{exit_status::failed, "clSVMAlloc failed, and reports no error code"}; }
        return {.pointer = pointer};
    }
    void release(const place &block, cl_command_queue queue) const override {
        check(clmem_queue_finish(queue)); // clSVMFree does not wait for commands
        opencl().clSVMFree(context_, block.pointer);
    }
    void set_argument(cl_kernel kernel, const place &block) const override {
        check_opencl(opencl().clSetKernelArgSVMPointer(kernel, 0, block.pointer), "clSetKernelArgSVMPointer");
    }
    void touch(cl_command_queue queue, const place &block, std::size_t bytes) const override {
        check_opencl(opencl().clEnqueueSVMMemFill(queue, block.pointer, &pattern, sizeof(pattern), touched(bytes), 0,
                                                  nullptr, nullptr),
                     "clEnqueueSVMMemFill");
    }

  private:
    cl_context context_;
    cl_svm_mem_flags flags_;
};

class usm_memory final : public memory {
  public:
    usm_memory(cl_device_id device, cl_context context, clmem_usm_kind kind)
        : memory{{.is_on_host = kind == CLMEM_USM_HOST},
                 make(clmem_provider_create_usm, context, owner_of(kind, device), kind, nullptr)},
          device_{device}, context_{context}, kind_{kind}, functions_{load_usm(device)} {}

    place take(std::size_t bytes) const override {
        cl_int code = CL_SUCCESS;
        if (kind_ == CLMEM_USM_HOST) {
            void *const pointer = functions_.clHostMemAllocINTEL(context_, nullptr, bytes, 0, &code);
            check_opencl(code, "clHostMemAllocINTEL");
            return {.pointer = pointer};
        }
        const bool is_device = kind_ == CLMEM_USM_DEVICE;
        const auto call = is_device ? functions_.clDeviceMemAllocINTEL : functions_.clSharedMemAllocINTEL;
        void *const pointer = call(context_, device_, nullptr, bytes, 0, &code);
        check_opencl(code, is_device ? "clDeviceMemAllocINTEL" : "clSharedMemAllocINTEL");
        return {.pointer = pointer};
    }
    void release(const place &block, cl_command_queue queue) const override {
        check(clmem_queue_finish(queue)); // clMemFreeINTEL does not wait for commands
        check_opencl(functions_.clMemFreeINTEL(context_, block.pointer), "clMemFreeINTEL");
    }
    void set_argument(cl_kernel kernel, const place &block) const override {
        check_opencl(functions_.clSetKernelArgMemPointerINTEL(kernel, 0, block.pointer),
                     "clSetKernelArgMemPointerINTEL");
    }
    void touch(cl_command_queue queue, const place &block, std::size_t bytes) const override {
        check_opencl(functions_.clEnqueueMemFillINTEL(queue, block.pointer, &pattern, sizeof(pattern), touched(bytes),
                                                      0, nullptr, nullptr),
                     "clEnqueueMemFillINTEL");
    }

  private:
    // Host USM belongs to no device.
    static cl_device_id owner_of(clmem_usm_kind kind, cl_device_id device) {
        return kind == CLMEM_USM_HOST ? nullptr : device;
    }

    cl_device_id device_;
    cl_context context_;
    clmem_usm_kind kind_;
    usm_functions functions_;
};

class pinned_memory final : public memory {
  public:
    pinned_memory(cl_context context, cl_command_queue queue)
        : memory{{.kernels_reach = false, .is_on_host = true}, make(clmem_provider_create_pinned, queue, nullptr)},
          context_{context}, queue_{queue}, origin_{make_buffer(context, read_write, touched_bytes)} {}

    place take(std::size_t bytes) const override {
        owned_mem made = make_buffer(context_, read_write | CL_MEM_ALLOC_HOST_PTR, bytes);
        cl_int code = CL_SUCCESS;
        void *const pointer = opencl().clEnqueueMapBuffer(queue_, made.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                                          bytes, 0, nullptr, nullptr, &code);
        check_opencl(code, "clEnqueueMapBuffer");
        return {.mem = made.detach(), .pointer = pointer};
    }
    void release(const place &block, cl_command_queue queue) const override {
        // The driver does not know which commands use the address.
        check(clmem_queue_finish(queue));
        check_opencl(opencl().clEnqueueUnmapMemObject(queue, block.mem, block.pointer, 0, nullptr, nullptr),
                     "clEnqueueUnmapMemObject");
        check_opencl(opencl().clReleaseMemObject(block.mem), "clReleaseMemObject");
    }
    void set_argument(cl_kernel, const place &) const override {
        throw failure{exit_status::failed, "expected memory that kernels can access, got page-locked memory"};
    }
    void touch(cl_command_queue queue, const place &block, std::size_t bytes) const override {
        check_opencl(opencl().clEnqueueReadBuffer(queue, origin_.get(), CL_FALSE, 0, touched(bytes), block.pointer, 0,
                                                  nullptr, nullptr),
                     "clEnqueueReadBuffer");
    }

  private:
    cl_context context_;
    cl_command_queue queue_;
    owned_mem origin_; // source of the bytes that touch() writes
};

} // namespace

const std::vector<std::string> &provider_names() {
    static const std::vector<std::string> names = {"virtual",    "buffer",   "immediate",  "svm",   "svm-fine",
                                                   "usm-device", "usm-host", "usm-shared", "pinned"};
    return names;
}

std::unique_ptr<memory> make_memory(const std::string &name, cl_device_id device, cl_context context,
                                    cl_command_queue queue) {
    if (name == "svm") { return std::make_unique<svm_memory>(context, read_write); }
    if (name == "svm-fine") { return std::make_unique<svm_memory>(context, read_write | CL_MEM_SVM_FINE_GRAIN_BUFFER); }
    if (name == "usm-device") { return std::make_unique<usm_memory>(device, context, CLMEM_USM_DEVICE); }
    if (name == "usm-host") { return std::make_unique<usm_memory>(device, context, CLMEM_USM_HOST); }
    if (name == "usm-shared") { return std::make_unique<usm_memory>(device, context, CLMEM_USM_SHARED); }
    if (name == "pinned") { return std::make_unique<pinned_memory>(context, queue); }
    return std::make_unique<buffer_memory>(context, name == "immediate"
                                                        ? make(clmem_provider_create_immediate, queue, nullptr)
                                                        : make(clmem_provider_create_buffer, context, nullptr));
}

} // namespace clmem::command
