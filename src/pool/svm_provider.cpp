#include "pool/svm_provider.hpp"

#include "cl/query.hpp"
#include "cl/raii.hpp"
#include "pool/opencl_memory.hpp"
#include "pool/pointer_provider.hpp"

#include <algorithm>

namespace clmem {

namespace {

class svm_source final : public pointer_source {
  public:
    svm_source(cl::context context, std::uint64_t flags, std::size_t alignment) noexcept
        : context_{std::move(context)}, flags_{flags}, alignment_{static_cast<cl_uint>(alignment)} {}

    void *take(std::size_t bytes) override {
        void *memory = cl::dispatch().clSVMAlloc(context_.get(), flags_, bytes, alignment_);
        // OpenCL gives no code here. With flags, size and alignment right, a lack of memory is what is left.
        if (memory == nullptr) { fail_allocation(CL_MEM_OBJECT_ALLOCATION_FAILURE, "shared virtual memory", bytes); }
        return memory;
    }

    void give_back(void *memory) noexcept override { cl::dispatch().clSVMFree(context_.get(), memory); }

  private:
    cl::context context_;
    cl_svm_mem_flags flags_;
    cl_uint alignment_;
};

struct capability {
    cl_device_svm_capabilities bit;
    const char *name;
};
constexpr capability coarse{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, "CL_DEVICE_SVM_COARSE_GRAIN_BUFFER"};
constexpr capability fine{CL_DEVICE_SVM_FINE_GRAIN_BUFFER, "CL_DEVICE_SVM_FINE_GRAIN_BUFFER"};
constexpr capability atomics{CL_DEVICE_SVM_ATOMICS, "CL_DEVICE_SVM_ATOMICS"};

void need(const capability &wanted, const std::vector<cl_device_id> &devices) {
    for (cl_device_id device : devices) {
        const auto has = cl::value_or<cl_device_svm_capabilities>(device, CLMEM_CL_ASK(CL_DEVICE_SVM_CAPABILITIES), 0);
        if ((has & wanted.bit) == 0) {
            fail(CLMEM_ERROR_UNSUPPORTED, "the device %s has no %s: %s",
                 cl::text(device, CLMEM_CL_ASK(CL_DEVICE_NAME)).c_str(), wanted.name,
                 wanted.bit == coarse.bit ? "take a provider of buffers" : "ask for less in memory_flags");
        }
    }
}

} // namespace

std::shared_ptr<provider> make_svm_provider(cl_context context, std::uint64_t flags) {
    const bool is_fine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
    const bool is_atomic = (flags & CL_MEM_SVM_ATOMICS) != 0;
    check_memory_flags(flags, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
    if (is_atomic && !is_fine) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "memory_flags has CL_MEM_SVM_ATOMICS, which needs "
                                           "CL_MEM_SVM_FINE_GRAIN_BUFFER beside it");
    }
    cl::context own = cl::context::retain(context);
    const auto devices = devices_of(context);
    need(is_fine ? fine : coarse, devices);
    if (is_atomic) { need(atomics, devices); }
    const cl::table &opencl = cl::dispatch();
    if (opencl.clSVMAlloc == nullptr || opencl.clSVMFree == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED, "the OpenCL library is older than the device and has no clSVMAlloc: update it");
    }
    provider::traits t = traits_of(CLMEM_PROVIDER_SVM, context, devices, flags);
    t.alignment = std::max(t.alignment, sizeof(cl_long16));
    t.host_reachable = is_fine;
    return make_pointer_provider(t, std::make_unique<svm_source>(std::move(own), flags, t.alignment));
}

} // namespace clmem
