#include "cl/query.hpp"
#include "cl/raii.hpp"
#include "cl/usm.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "device/description.hpp"
#include "opencl_table.hpp"
#include "provider/usm.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <string>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

// A platform with the extension, or the part of it that the test sets, and memory of the test.
class usm : public clmem_core::test::opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        device = choose_device(nullptr);
        context = make_context(device);
        extensions = "cl_khr_icd cl_intel_unified_shared_memory";
        without_capability = 0;
        without_function = "";
        refusal = CL_SUCCESS;
        live = 0;
        cl::table &table = cl::dispatch();
        table.clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out, size_t *out_size) {
            if (info == CL_DEVICE_EXTENSIONS) {
                if (out_size != nullptr) { *out_size = std::strlen(extensions) + 1; }
                if (out != nullptr) { std::memcpy(out, extensions, std::strlen(extensions) + 1); }
                return CL_SUCCESS;
            }
            if (info >= cl::usm::host_capabilities.code && info <= cl::usm::shared_capabilities.code) {
                *static_cast<cl_bitfield *>(out) = info == without_capability ? 0 : 1;
                return CL_SUCCESS;
            }
            return real.clGetDeviceInfo(id, info, size, out, out_size);
        };
        table.clGetExtensionFunctionAddressForPlatform = [](cl_platform_id, const char *name) -> void * {
            if (std::strcmp(name, without_function) == 0) { return nullptr; }
            if (std::strcmp(name, "clHostMemAllocINTEL") == 0) { return reinterpret_cast<void *>(&take_host); }
            if (std::strcmp(name, "clDeviceMemAllocINTEL") == 0) { return reinterpret_cast<void *>(&take<'d'>); }
            if (std::strcmp(name, "clSharedMemAllocINTEL") == 0) { return reinterpret_cast<void *>(&take<'s'>); }
            if (std::strcmp(name, "clMemFreeINTEL") == 0) { return reinterpret_cast<void *>(&free); }
            return nullptr;
        };
    }

    static void *give(char how, cl_device_id of, size_t bytes, cl_uint alignment, cl_int *code) {
        *code = refusal;
        if (refusal != CL_SUCCESS) { return nullptr; }
        taken_by = how;
        taken_for = of;
        ++live;
        return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    }
    static void *CL_API_CALL take_host(cl_context, cl::usm::properties, size_t bytes, cl_uint alignment, cl_int *code) {
        return give('h', nullptr, bytes, alignment, code);
    }
    template <char How>
    static void *CL_API_CALL take(cl_context, cl_device_id of, cl::usm::properties, size_t bytes, cl_uint alignment,
                                  cl_int *code) {
        return give(How, of, bytes, alignment, code);
    }
    static cl_int CL_API_CALL free(cl_context, void *pointer) {
        std::free(pointer);
        --live;
        return CL_SUCCESS;
    }

    static inline const char *extensions;
    static inline cl_device_info without_capability;
    static inline const char *without_function;
    static inline cl_int refusal;
    static inline char taken_by;
    static inline cl_device_id taken_for;
    static inline std::atomic<int> live;

    cl_device_id device = nullptr;
    cl::context context;
};

TEST_F(usm, is_taken_as_its_kind_says) {
    const struct {
        std::uint32_t kind;
        char how;
        bool host_reachable;
    } kinds[] = {{CLMEM_USM_DEVICE, 'd', false}, {CLMEM_USM_HOST, 'h', true}, {CLMEM_USM_SHARED, 's', true}};
    for (const auto &expected : kinds) {
        const bool is_host = expected.kind == CLMEM_USM_HOST;
        cl_device_id owner = is_host ? nullptr : device;
        const auto provider = make_usm_provider(context.get(), owner, expected.kind);
        const provider::traits &t = provider->properties();
        EXPECT_EQ(t.kind, CLMEM_PROVIDER_USM);
        EXPECT_EQ(t.alignment, std::max<std::size_t>(alignment_of(device), 128));
        EXPECT_EQ(t.max_allocation, describe(device).max_allocation_bytes);
        EXPECT_EQ(t.memory, is_host ? 0 : describe(device).memory_bytes);
        EXPECT_EQ(t.host_reachable, expected.host_reachable);
        EXPECT_TRUE(t.has_pointers && t.release_does_not_wait && !t.has_objects());
        void *memory = provider->allocate(1000);
        EXPECT_EQ(taken_by, expected.how);
        EXPECT_EQ(taken_for, owner);
        EXPECT_EQ(live, 1);
        provider->release(memory, 1000);
    }
    EXPECT_EQ(live, 0);
}

TEST_F(usm, refuses_arguments_that_do_not_fit) {
    const auto refuse = [&](cl_device_id of, std::uint32_t kind, const char *name) {
        const auto failure = failure_of([&] { return make_usm_provider(context.get(), of, kind); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_INVALID_ARGUMENT) << kind;
        EXPECT_TRUE(failure.says(name)) << failure.message;
    };
    refuse(device, 0, "kind");
    refuse(device, 4, "kind");
    refuse(nullptr, CLMEM_USM_DEVICE, "device: expected a device");
    refuse(nullptr, CLMEM_USM_SHARED, "device: expected a device");
    refuse(device, CLMEM_USM_HOST, "device: expected NULL");
    refuse(reinterpret_cast<cl_device_id>(&live), CLMEM_USM_DEVICE, "one of the context's");
}

TEST_F(usm, needs_a_device_that_has_it) {
    const auto refuse = [&](std::uint32_t kind, const char *missing) {
        cl_device_id of = kind == CLMEM_USM_HOST ? nullptr : device;
        const auto failure = failure_of([&] { return make_usm_provider(context.get(), of, kind); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_UNSUPPORTED) << missing;
        EXPECT_TRUE(failure.says(missing)) << failure.message;
    };
    const struct {
        std::uint32_t kind;
        cl::question capability;
    } kinds[] = {{CLMEM_USM_DEVICE, cl::usm::device_capabilities},
                 {CLMEM_USM_HOST, cl::usm::host_capabilities},
                 {CLMEM_USM_SHARED, cl::usm::shared_capabilities}};
    for (const auto &[kind, capability] : kinds) {
        without_capability = capability.code;
        refuse(kind, capability.name);
    }
    without_capability = 0;
    for (const char *name :
         {"clHostMemAllocINTEL", "clDeviceMemAllocINTEL", "clSharedMemAllocINTEL", "clMemFreeINTEL"}) {
        without_function = name;
        refuse(CLMEM_USM_HOST, name);
    }
    cl::dispatch().clGetExtensionFunctionAddressForPlatform = nullptr;
    refuse(CLMEM_USM_DEVICE, "clHostMemAllocINTEL");
    extensions = "cl_khr_icd";
    refuse(CLMEM_USM_DEVICE, "cl_intel_unified_shared_memory");
}

TEST_F(usm, that_the_driver_refuses_distinguishes_shortage_from_failure) {
    for (const std::uint32_t kind : {CLMEM_USM_DEVICE, CLMEM_USM_HOST, CLMEM_USM_SHARED}) {
        const auto provider = make_usm_provider(context.get(), kind == CLMEM_USM_HOST ? nullptr : device, kind);
        for (const cl_int code : {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_INVALID_BUFFER_SIZE}) {
            refusal = code;
            const auto failure = failure_of([&] { return provider->allocate(1000); });
            EXPECT_EQ(failure.status, CLMEM_ERROR_OUT_OF_MEMORY);
            EXPECT_EQ(failure.opencl_code, code);
        }
        refusal = CL_INVALID_OPERATION;
        EXPECT_EQ(failure_of([&] { return provider->allocate(1000); }).status, CL_INVALID_OPERATION);
        refusal = CL_SUCCESS;
        const std::size_t largest = provider->properties().max_allocation;
        EXPECT_EQ(failure_of([&] { return provider->allocate(largest + 1); }).status, CLMEM_ERROR_OUT_OF_MEMORY);
    }
    EXPECT_EQ(live, 0);
}

} // namespace
