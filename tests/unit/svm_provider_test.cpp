#include "cl/query.hpp"
#include "cl/raii.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "device/description.hpp"
#include "opencl_table.hpp"
#include "provider/svm.hpp"
#include "racing.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

constexpr cl_device_svm_capabilities everything =
    CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS;

// A device with the features that the test sets and memory of the test, so any real device will do.
class svm : public clmem_core::test::opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        device = choose_device(nullptr);
        context = make_context(device);
        capabilities = everything;
        memory_bytes = 0;
        live = allocations = 0;
        last_flags = 0;
        last_alignment = 0;
        cl::table &table = cl::dispatch();
        table.clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out, size_t *out_size) {
            if (info == CL_DEVICE_SVM_CAPABILITIES) {
                *static_cast<cl_device_svm_capabilities *>(out) = capabilities;
                return CL_SUCCESS;
            }
            if (info == CL_DEVICE_GLOBAL_MEM_SIZE && memory_bytes != 0) {
                *static_cast<cl_ulong *>(out) = memory_bytes;
                return CL_SUCCESS;
            }
            return real.clGetDeviceInfo(id, info, size, out, out_size);
        };
        table.clSVMAlloc = [](cl_context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment) {
            ++allocations;
            ++live;
            last_flags = flags;
            last_alignment = alignment;
            return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
        };
        table.clSVMFree = [](cl_context, void *pointer) {
            free_thread = std::this_thread::get_id();
            std::free(pointer);
            --live;
        };
    }

    static inline std::atomic<cl_device_svm_capabilities> capabilities;
    static inline std::atomic<std::size_t> memory_bytes;
    static inline std::atomic<int> live;
    static inline std::atomic<int> allocations;
    static inline cl_svm_mem_flags last_flags;
    static inline cl_uint last_alignment;
    static inline std::atomic<std::thread::id> free_thread;

    cl_device_id device = nullptr;
    cl::context context;
};

TEST_F(svm, is_as_its_devices_allow) {
    const auto coarse = make_svm_provider(context.get(), 0);
    const provider::traits &t = coarse->properties();
    EXPECT_EQ(t.kind, CLMEM_PROVIDER_SVM);
    EXPECT_EQ(t.context, context.get());
    EXPECT_EQ(t.alignment, std::max<std::size_t>(alignment_of(device), 128));
    EXPECT_EQ(t.max_allocation, describe(device).max_allocation_bytes);
    EXPECT_EQ(t.memory, describe(device).memory_bytes);
    EXPECT_FALSE(t.has_objects());
    EXPECT_TRUE(t.has_pointers);
    EXPECT_FALSE(t.host_reachable);
    EXPECT_TRUE(t.release_does_not_wait);
    const auto fine = make_svm_provider(context.get(), CL_MEM_SVM_FINE_GRAIN_BUFFER);
    EXPECT_TRUE(fine->properties().host_reachable);
    EXPECT_EQ(fine->properties().memory_flags, std::uint64_t{CL_MEM_SVM_FINE_GRAIN_BUFFER});
}

TEST_F(svm, is_taken_as_the_flags_say) {
    for (const std::uint64_t flags :
         {std::uint64_t{0}, std::uint64_t{CL_MEM_READ_WRITE}, std::uint64_t{CL_MEM_READ_ONLY},
          std::uint64_t{CL_MEM_WRITE_ONLY | CL_MEM_SVM_FINE_GRAIN_BUFFER},
          std::uint64_t{CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS}}) {
        const auto provider = make_svm_provider(context.get(), flags);
        void *memory = provider->allocate(1000);
        EXPECT_NE(memory, nullptr);
        EXPECT_EQ(last_flags, flags);
        EXPECT_EQ(last_alignment, provider->properties().alignment);
        provider->release(memory, 1000);
    }
    EXPECT_EQ(live, 0) << "freed with its provider";
}

// NVIDIA's driver returns NULL to a thread that allocates while another one frees.
TEST_F(svm, is_allocated_and_freed_in_turns) {
    static std::atomic<int> inside;
    static std::atomic<bool> met;
    met = false;
    cl::table &table = cl::dispatch();
    static constexpr auto stay = [] {
        met = met || ++inside > 1;
        std::this_thread::sleep_for(std::chrono::microseconds{100});
        --inside;
    };
    table.clSVMAlloc = [](cl_context, cl_svm_mem_flags, size_t bytes, cl_uint alignment) {
        stay();
        return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    };
    table.clSVMFree = [](cl_context, void *pointer) {
        stay();
        std::free(pointer);
    };
    const cl::context other = make_context(device);
    clmem::test::race(4, [&](int thread) {
        const auto provider = make_svm_provider(thread % 2 == 0 ? context.get() : other.get(), 0);
        for (int i = 0; i < 20; ++i) {
            void *memory = provider->allocate(1000);
            EXPECT_NE(memory, nullptr);
            provider->release(memory, 1000);
        }
    });
    EXPECT_FALSE(met);
}

// If the driver may not align as requested, clmem allocates more, and later frees the address that the driver returned.
TEST_F(svm, has_the_requested_alignment) {
    static std::vector<void *> given;
    given.clear();
    cl::table &table = cl::dispatch();
    table.clSVMAlloc = [](cl_context, cl_svm_mem_flags, size_t bytes, cl_uint alignment) {
        ++live;
        last_alignment = alignment;
        EXPECT_EQ(bytes, 4096U + (1U << 16) - alignment);
        // The worst cases: one step after a multiple of the alignment, or exactly at one.
        auto *const first = static_cast<unsigned char *>(std::aligned_alloc(1U << 16, 3U << 16));
        given.push_back(first);
        return static_cast<void *>(first + (given.size() % 2 == 0 ? 0 : alignment));
    };
    table.clSVMFree = [](cl_context, void *pointer) {
        auto *const first =
            reinterpret_cast<void *>(reinterpret_cast<std::uintptr_t>(pointer) & ~std::uintptr_t{0xFFFF});
        const auto at = std::find(given.begin(), given.end(), first);
        EXPECT_NE(at, given.end()) << "the driver did not allocate this";
        EXPECT_LE(static_cast<unsigned char *>(pointer) - static_cast<unsigned char *>(first), 4096);
        std::free(first);
        --live;
    };
    {
        const auto provider = make_svm_provider(context.get(), 0, 1U << 16);
        EXPECT_LT(provider->properties().alignment, 1U << 16) << "blocks are not rounded to it";
        EXPECT_EQ(provider->properties().max_allocation,
                  make_svm_provider(context.get(), 0)->properties().max_allocation - (1U << 16) +
                      provider->properties().alignment);
        std::vector<void *> memory;
        for (int i = 0; i < 4; ++i) {
            memory.push_back(provider->allocate(4096));
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.back()) % (1U << 16), 0U);
            EXPECT_LE(last_alignment, 4096U);
        }
        for (const int i : {2, 0, 3, 1}) {
            provider->release(memory[i], 4096);
        }
    }
    EXPECT_EQ(live, 0);
}

TEST_F(svm, needs_flags_that_make_sense) {
    for (const std::uint64_t flags :
         {std::uint64_t{CL_MEM_READ_WRITE | CL_MEM_READ_ONLY}, std::uint64_t{CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY},
          std::uint64_t{CL_MEM_USE_HOST_PTR}, std::uint64_t{CL_MEM_ALLOC_HOST_PTR},
          std::uint64_t{CL_MEM_HOST_NO_ACCESS}, std::uint64_t{CL_MEM_SVM_ATOMICS}, std::uint64_t{1} << 63}) {
        const auto failure = failure_of([&] { return make_svm_provider(context.get(), flags); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_INVALID_ARGUMENT) << flags;
        EXPECT_TRUE(failure.says("memory_flags")) << failure.message;
    }
}

TEST_F(svm, needs_devices_that_have_it) {
    const auto refuse = [&](cl_device_svm_capabilities has, std::uint64_t flags, const char *missing) {
        capabilities = has;
        const auto failure = failure_of([&] { return make_svm_provider(context.get(), flags); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED) << missing;
        EXPECT_TRUE(failure.says(missing)) << failure.message;
    };
    refuse(0, 0, "CL_DEVICE_SVM_COARSE_GRAIN_BUFFER");
    refuse(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, CL_MEM_SVM_FINE_GRAIN_BUFFER, "CL_DEVICE_SVM_FINE_GRAIN_BUFFER");
    refuse(everything & ~cl_device_svm_capabilities{CL_DEVICE_SVM_ATOMICS},
           CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, "CL_DEVICE_SVM_ATOMICS");
    capabilities = everything;
    cl::dispatch().clSVMAlloc = nullptr;
    const auto failure = failure_of([&] { return make_svm_provider(context.get(), 0); });
    EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(failure.says("clSVMAlloc")) << failure.message;
}

TEST_F(svm, of_a_device_that_is_too_old_for_the_query_is_not_there) {
    cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                        size_t *out_size) {
        if (info == CL_DEVICE_SVM_CAPABILITIES) { return CL_INVALID_VALUE; }
        return real.clGetDeviceInfo(id, info, size, out, out_size);
    };
    EXPECT_EQ(failure_of([&] { return make_svm_provider(context.get(), 0); }).status, CLMEM_ERROR_UNSUPPORTED);
}

TEST_F(svm, that_the_driver_refuses_is_out_of_memory) {
    const auto provider = make_svm_provider(context.get(), 0);
    cl::dispatch().clSVMAlloc = [](auto...) -> void * { return nullptr; };
    const std::size_t bytes = provider->properties().max_allocation;
    for (std::size_t i = 0; i <= provider->properties().memory / bytes;
         ++i) { // failed allocations do not count towards the bound
        const auto failure = failure_of([&] { return provider->allocate(bytes); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_OUT_OF_MEMORY);
        EXPECT_EQ(failure.opencl_code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }
}

TEST_F(svm, above_the_bounds_never_reaches_the_driver) {
    memory_bytes = 10000;
    const auto provider = make_svm_provider(context.get(), 0);
    EXPECT_EQ(failure_of([&] { return provider->allocate(provider->properties().max_allocation + 1); }).status,
              CLMEM_ERROR_OUT_OF_MEMORY);
    void *first = provider->allocate(6000);
    const auto failure = failure_of([&] { return provider->allocate(4001); });
    EXPECT_EQ(failure.status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(failure.opencl_code, CL_SUCCESS);
    EXPECT_EQ(allocations, 1);
    provider->release(first, 6000);
    void *whole = provider->allocate(10000); // freed memory is gone by now
    provider->release(whole, 10000);
}

TEST_F(svm, is_freed_in_the_background_and_waited_for_before_allocating) {
    static std::atomic<bool> is_usable;
    is_usable = false;
    cl::dispatch().clSVMFree = [](cl_context, void *pointer) {
        is_usable.wait(false);
        free_thread = std::this_thread::get_id();
        std::free(pointer);
        --live;
    };
    const auto provider = make_svm_provider(context.get(), 0);
    provider->release(provider->allocate(1000), 1000); // a lost turn would hang here
    EXPECT_EQ(live, 1);
    std::thread taking{[&] { provider->release(provider->allocate(1000), 1000); }};
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
    EXPECT_EQ(live, 1) << "the driver holds more than requested";
    is_usable = true;
    is_usable.notify_all();
    taking.join();
    EXPECT_EQ(allocations, 2);
    EXPECT_NE(free_thread.load(), std::this_thread::get_id());
}

} // namespace
