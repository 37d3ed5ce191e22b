#include "provider/svm.hpp"

#include "cl/raii.hpp"
#include "cl/svm.hpp"
#include "provider/opencl_memory.hpp"
#include "provider/pointer_provider.hpp"

#include <algorithm>
#include <list>
#include <mutex>

namespace clmem_core {

namespace {

// quirk::svm_calls_collide: allocations and releases take turns, in all contexts. This is the only lock held during an
// OpenCL call. Nothing else is done under it, and neither call runs a callback of the program. Retrying while no
// release runs is not enough: two refused allocations disturb each other.
std::mutex &driver_turn() {
    static auto *const turn = new std::mutex; // outlives static destructors, which may free memory
    return *turn;
}

class svm_source final : public pointer_source {
  public:
    // `alignment` is the driver's. For a larger alignment, `place`, an aligned address is found in a larger allocation.
    svm_source(cl::context context, std::uint64_t flags, std::size_t alignment, std::size_t place) noexcept
        : context_{std::move(context)}, flags_{flags}, alignment_{alignment}, place_{place} {}

    void *take(std::size_t bytes) override {
        if (place_ <= alignment_) { return allocate(bytes); }
        std::list<padded> made(1);
        padded &own = made.front();
        own.first = allocate(bytes + (place_ - alignment_));
        const auto address = reinterpret_cast<std::uintptr_t>(own.first);
        own.used = static_cast<unsigned char *>(own.first) + (place_ - address % place_) % place_;
        const std::lock_guard lock{mutex_};
        padded_.splice(padded_.end(), made);
        return own.used;
    }

    void release(void *memory) noexcept override {
        if (place_ > alignment_) { memory = forget(memory); }
        const std::lock_guard turn{driver_turn()};
        cl::dispatch().clSVMFree(context_.get(), memory);
    }

  private:
    struct padded {
        void *first = nullptr; // the driver's address
        void *used = nullptr;
    };

    [[nodiscard]] void *ask(std::size_t bytes) const {
        const std::lock_guard turn{driver_turn()};
        return cl::dispatch().clSVMAlloc(context_.get(), flags_, bytes, static_cast<cl_uint>(alignment_));
    }

    [[nodiscard]] void *allocate(std::size_t bytes) const {
        void *memory = ask(bytes);
        // OpenCL returns no code here. With valid flags, size and alignment, the cause can only be a lack of memory.
        if (memory == nullptr) { fail_allocation(CL_MEM_OBJECT_ALLOCATION_FAILURE, "shared virtual memory", bytes); }
        return memory;
    }

    void *forget(void *used) noexcept {
        const std::lock_guard lock{mutex_};
        const auto at =
            std::find_if(padded_.begin(), padded_.end(), [used](const padded &p) { return p.used == used; });
        void *const first = at->first;
        padded_.erase(at);
        return first;
    }

    cl::context context_;
    cl_svm_mem_flags flags_;
    std::size_t alignment_;
    std::size_t place_;
    std::mutex mutex_;
    std::list<padded> padded_; // guarded by mutex_
};

void need(const cl::svm_capability &wanted, const std::vector<cl_device_id> &devices) {
    for (cl_device_id device : devices) {
        cl::need(device, wanted);
    }
}

} // namespace

std::shared_ptr<provider> make_svm_provider(cl_context context, std::uint64_t flags, std::size_t alignment) {
    const bool is_fine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0;
    const bool is_atomic = (flags & CL_MEM_SVM_ATOMICS) != 0;
    check_memory_flags(flags, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
    if (is_atomic && !is_fine) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "memory_flags: expected CL_MEM_SVM_FINE_GRAIN_BUFFER with "
                                           "CL_MEM_SVM_ATOMICS, got the latter alone; set both");
    }
    cl::context own = cl::context::retain(context);
    const auto devices = devices_of(context);
    need(is_fine ? cl::svm_fine : cl::svm_coarse, devices);
    if (is_atomic) { need(cl::svm_atomics, devices); }
    const cl::table &opencl = cl::dispatch();
    if (opencl.clSVMAlloc == nullptr || opencl.clSVMFree == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected clSVMAlloc, got an OpenCL library without it, older than the device; update the library");
    }
    provider::traits t = traits_of(CLMEM_PROVIDER_SVM, context, devices, flags);
    t.alignment = std::max(t.alignment, sizeof(cl_long16));
    t.name = "SVM";
    t.access = memory_access::svm;
    t.host_reachable = is_fine;
    if (alignment > t.alignment) { t.max_allocation -= std::min(t.max_allocation - 1, alignment - t.alignment); }
    return make_pointer_provider(t, std::make_unique<svm_source>(std::move(own), flags, t.alignment, alignment));
}

} // namespace clmem_core
