#include "cl/raii.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "device/description.hpp"
#include "opencl_table.hpp"
#include "provider/pinned.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <mutex>
#include <string>
#include <vector>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

// Records the calls of the driver in order.
class pinned : public clmem_core::test::opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        device = choose_device(nullptr);
        context = make_context(device);
        queue = make_queue(context.get(), device, 0);
        program = queue.get();
        calls.clear();
        cl::table &table = cl::dispatch();
        table.clCreateBuffer = [](auto own, cl_mem_flags flags, auto bytes, auto pointer, cl_int *code) {
            note("create");
            last_flags = flags;
            return real.clCreateBuffer(own, flags, bytes, pointer, code);
        };
        table.clEnqueueMapBuffer = [](cl_command_queue own, auto buffer, cl_bool blocking, cl_map_flags flags,
                                      size_t offset, auto... rest) {
            note("map");
            EXPECT_NE(own, program) << "the provider uses its own queue";
            EXPECT_EQ(blocking, cl_bool{CL_TRUE});
            EXPECT_EQ(flags, cl_map_flags{CL_MAP_READ | CL_MAP_WRITE});
            EXPECT_EQ(offset, 0U);
            return real.clEnqueueMapBuffer(own, buffer, blocking, flags, offset, rest...);
        };
        table.clEnqueueUnmapMemObject = [](cl_command_queue own, auto... rest) {
            note("unmap");
            EXPECT_NE(own, program);
            return real.clEnqueueUnmapMemObject(own, rest...);
        };
        table.clWaitForEvents = [](auto... all) {
            note("wait");
            return real.clWaitForEvents(all...);
        };
        table.clReleaseMemObject = [](auto object) {
            note("release");
            return real.clReleaseMemObject(object);
        };
        table.clReleaseEvent = [](auto event) {
            note("release event");
            return real.clReleaseEvent(event);
        };
    }

    using names = std::vector<std::string>;
    static inline std::mutex mutex;
    static inline names calls;
    static void note(const char *call) {
        const std::lock_guard lock{mutex};
        calls.emplace_back(call);
    }

    static inline cl_int refusal;
    static inline cl_mem_flags last_flags;
    static inline cl_command_queue program;
    cl_device_id device = nullptr;
    cl::context context;
    cl::queue queue;
};

TEST_F(pinned, is_mapped_for_as_long_as_it_lives) {
    auto provider = make_pinned_provider(queue.get(), CL_MEM_READ_ONLY);
    const provider::traits &t = provider->properties();
    EXPECT_EQ(t.kind, CLMEM_PROVIDER_PINNED);
    EXPECT_EQ(t.context, context.get());
    EXPECT_EQ(t.alignment, std::max<std::size_t>(alignment_of(device), 128));
    EXPECT_EQ(t.max_allocation, describe(device).max_allocation_bytes);
    EXPECT_EQ(t.memory, 0U);
    EXPECT_EQ(t.memory_flags, std::uint64_t{CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR});
    EXPECT_TRUE(t.has_pointers && t.host_reachable && t.release_does_not_wait && !t.has_objects());
    void *memory = provider->allocate(5000);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % t.alignment, 0U);
    std::memset(memory, 0x5A, 5000);
    EXPECT_EQ(last_flags, t.memory_flags);
    EXPECT_EQ(calls, (names{"create", "map"}));
    provider->release(memory, 5000);
    provider = nullptr;
    EXPECT_EQ(calls, (names{"create", "map", "unmap", "wait", "release event", "release"}));
}

TEST_F(pinned, outlives_the_programs_own_references) {
    auto provider = make_pinned_provider(queue.get(), 0);
    queue = {};
    context = {};
    void *first = provider->allocate(100);
    void *second = provider->allocate(200);
    EXPECT_NE(first, second);
    provider->release(first, 100);
    provider->release(second, 200);
}

TEST_F(pinned, needs_flags_that_make_sense) {
    EXPECT_EQ(failure_of([&] { return make_pinned_provider(queue.get(), CL_MEM_ALLOC_HOST_PTR); }).message, "");
    for (const std::uint64_t flags :
         {std::uint64_t{CL_MEM_READ_WRITE | CL_MEM_READ_ONLY}, std::uint64_t{CL_MEM_HOST_NO_ACCESS},
          std::uint64_t{CL_MEM_HOST_READ_ONLY}, std::uint64_t{CL_MEM_HOST_WRITE_ONLY},
          std::uint64_t{CL_MEM_USE_HOST_PTR}, std::uint64_t{CL_MEM_SVM_FINE_GRAIN_BUFFER}}) {
        const auto failure = failure_of([&] { return make_pinned_provider(queue.get(), flags); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_INVALID_ARGUMENT) << flags;
        EXPECT_TRUE(failure.says("memory_flags")) << failure.message;
    }
}

TEST_F(pinned, that_the_driver_refuses_leaves_nothing_behind) {
    auto provider = make_pinned_provider(queue.get(), 0);
    EXPECT_EQ(failure_of([&] { return provider->allocate(provider->properties().max_allocation + 1); }).status,
              CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(calls, names{});
    for (const cl_int code : {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY, CL_INVALID_OPERATION}) {
        refusal = code;
        const clmem_status expected = code == CL_INVALID_OPERATION ? CL_INVALID_OPERATION : CLMEM_ERROR_OUT_OF_MEMORY;
        cl::dispatch().clEnqueueMapBuffer = [](auto, auto, auto, auto, auto, auto, auto, auto, auto,
                                               cl_int *out) -> void * {
            *out = refusal;
            return nullptr;
        };
        calls.clear();
        const auto failure = failure_of([&] { return provider->allocate(1000); });
        EXPECT_EQ(failure.status, expected);
        EXPECT_EQ(failure.opencl_code, code);
        EXPECT_EQ(calls, (names{"create", "release"}));
    }
    cl::dispatch().clCreateBuffer = [](auto, auto, auto, auto, cl_int *out) -> cl_mem {
        *out = CL_OUT_OF_RESOURCES;
        return nullptr;
    };
    calls.clear();
    EXPECT_EQ(failure_of([&] { return provider->allocate(1000); }).status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(calls, names{});
}

// The program gets the first aligned address, but the driver's own address is unmapped.
TEST_F(pinned, that_begins_at_an_odd_address_is_used_from_the_next_place_on) {
    auto provider = make_pinned_provider(queue.get(), 0);
    const std::size_t alignment = provider->properties().alignment;
    static void *mapped;
    static std::size_t mapped_bytes;
    cl::dispatch().clEnqueueMapBuffer = [](auto own, auto buffer, auto blocking, auto flags, size_t offset, size_t size,
                                           auto... rest) -> void * {
        mapped_bytes = size;
        mapped = real.clEnqueueMapBuffer(own, buffer, blocking, flags, offset, size, rest...);
        return static_cast<char *>(mapped) + 64;
    };
    cl::dispatch().clEnqueueUnmapMemObject = [](auto own, auto object, void *pointer, auto... rest) {
        note("unmap");
        EXPECT_EQ(pointer, static_cast<char *>(mapped) + 64);
        return real.clEnqueueUnmapMemObject(own, object, mapped, rest...);
    };
    auto *const memory = static_cast<char *>(provider->allocate(1000));
    EXPECT_EQ(calls, (names{"create", "unmap", "wait", "release event", "release", "create"}));
    EXPECT_EQ(mapped_bytes, 1000 + alignment - 1);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0U);
    EXPECT_GE(memory, static_cast<char *>(mapped) + 64);
    EXPECT_LT(memory, static_cast<char *>(mapped) + 64 + alignment);
    calls.clear();
    provider->release(memory, 1000);
    provider = nullptr;
    EXPECT_EQ(calls, (names{"unmap", "wait", "release event", "release"}));
}

TEST_F(pinned, that_cannot_be_unmapped_is_released_anyway) {
    auto provider = make_pinned_provider(queue.get(), 0);
    void *memory = provider->allocate(1000);
    cl::dispatch().clEnqueueUnmapMemObject = [](cl_command_queue on, cl_mem buffer, void *mapped, cl_uint,
                                                const cl_event *, cl_event *) -> cl_int {
        real.clEnqueueUnmapMemObject(on, buffer, mapped, 0, nullptr, nullptr); // so that the driver frees its memory
        return CL_OUT_OF_RESOURCES;
    };
    provider->release(memory, 1000);
    provider = nullptr;
    EXPECT_EQ(calls, (names{"create", "map", "release"}));
}

} // namespace
