#include "cl/query.hpp"
#include "cl/raii.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"
#include "device/description.hpp"
#include "opencl_table.hpp"
#include "provider/buffer.hpp"
#include "provider/virtual.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace clmem_core;
using clmem_core::test::failure_of;

std::shared_ptr<provider> make_virtual(std::size_t alignment, std::size_t largest, std::size_t memory) {
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.alignment_bytes = alignment;
    options.max_allocation_bytes = largest;
    options.memory_bytes = memory;
    return make_virtual_provider(options);
}

TEST(virtual_provider, is_what_its_options_say) {
    const auto provider = make_virtual(64, 1000, 5000);
    EXPECT_EQ(provider->properties().kind, CLMEM_PROVIDER_VIRTUAL);
    EXPECT_EQ(provider->properties().alignment, 64U);
    EXPECT_EQ(provider->properties().max_allocation, 1000U);
    EXPECT_EQ(provider->properties().memory, 5000U);
    EXPECT_EQ(provider->properties().context, nullptr);
    EXPECT_EQ(provider->properties().memory_flags, 0U);
    EXPECT_FALSE(provider->properties().has_objects());
    EXPECT_EQ(failure_of([&] { return provider->make_object(nullptr, 0, 1); }).status, CLMEM_ERROR_UNSUPPORTED);
}

TEST(virtual_provider, refuses_options_that_mean_nothing) {
    for (const std::size_t alignment : {3, 768}) {
        const auto failure = failure_of([&] { return make_virtual(alignment, 0, 0); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_INVALID_ARGUMENT) << alignment;
        EXPECT_TRUE(failure.says("alignment_bytes")) << failure.message;
    }
    clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
    options.reserved = 1;
    EXPECT_EQ(failure_of([&] { return make_virtual_provider(options); }).status, CLMEM_ERROR_INVALID_ARGUMENT);
}

TEST(virtual_provider, keeps_within_its_bounds) {
    const auto provider = make_virtual(512, 600, 1000);
    const auto allocate = [&](std::size_t bytes) { return failure_of([&] { return provider->allocate(bytes); }); };
    EXPECT_EQ(allocate(600).status, CLMEM_SUCCESS);
    const auto beyond_memory = allocate(401);
    EXPECT_EQ(beyond_memory.status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(beyond_memory.opencl_code, CL_SUCCESS);
    EXPECT_TRUE(beyond_memory.says("401") && beyond_memory.says("1000")) << beyond_memory.message;
    EXPECT_EQ(allocate(400).status, CLMEM_SUCCESS);
    EXPECT_EQ(allocate(1).status, CLMEM_ERROR_OUT_OF_MEMORY);
    provider->release(nullptr, 600);
    const auto beyond_size = allocate(601);
    EXPECT_EQ(beyond_size.status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_TRUE(beyond_size.says("600")) << beyond_size.message;
    EXPECT_EQ(allocate(600).status, CLMEM_SUCCESS); // the refused allocation used nothing up
}

TEST(virtual_provider, without_bounds_gives_all_there_can_be) {
    const auto provider = make_virtual(512, 0, 0);
    EXPECT_EQ(failure_of([&] { return provider->allocate(SIZE_MAX); }).status, CLMEM_SUCCESS);
    EXPECT_EQ(failure_of([&] { return provider->allocate(1); }).status, CLMEM_ERROR_OUT_OF_MEMORY);
}

TEST(virtual_provider, counts_exactly_when_threads_race) {
    const auto provider = make_virtual(512, 0, 1000);
    std::atomic<int> granted{0};
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i) {
                if (failure_of([&] { return provider->allocate(1); }).status == CLMEM_SUCCESS) { ++granted; }
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    EXPECT_EQ(granted, 1000);
}

// Counts objects created and released by the driver, and fails chosen calls.
class buffers : public clmem_core::test::opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        device = choose_device(nullptr);
        context = make_context(device);
        queue = make_queue(context.get(), device, 0);
        creations = releases = migrations = events = 0;
        cl::table &table = cl::dispatch();
        table.clCreateBuffer = [](auto own, auto flags, auto bytes, auto pointer, cl_int *code) {
            cl_mem buffer = real.clCreateBuffer(own, flags, bytes, pointer, code);
            if (buffer != nullptr) { ++creations; }
            return buffer;
        };
        table.clReleaseMemObject = [](cl_mem memory) {
            ++releases;
            return real.clReleaseMemObject(memory);
        };
        table.clEnqueueMigrateMemObjects = [](auto own, auto count, auto list, cl_mem_migration_flags flags, auto waits,
                                              auto wait_list, auto event) {
            ++migrations;
            EXPECT_EQ(flags, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED);
            const cl_int code = real.clEnqueueMigrateMemObjects(own, count, list, flags, waits, wait_list, event);
            if (code == CL_SUCCESS) { ++events; }
            return code;
        };
        table.clReleaseEvent = [](cl_event event) {
            --events;
            return real.clReleaseEvent(event);
        };
    }

    static void fail_creation_with(cl_int code) {
        creation_code = code;
        cl::dispatch().clCreateBuffer = [](auto, auto, auto, auto, cl_int *out) -> cl_mem {
            *out = creation_code;
            return nullptr;
        };
    }

    static inline std::atomic<int> creations, releases, migrations, events;
    static inline cl_int creation_code;
    cl_device_id device = nullptr;
    cl::context context;
    cl::queue queue;
};

TEST_F(buffers, have_the_devices_bounds) {
    const clmem_device_info info = describe(device);
    for (const auto &provider : {make_buffer_provider(context.get(), CL_MEM_READ_ONLY),
                                 make_immediate_provider(queue.get(), CL_MEM_READ_ONLY)}) {
        const provider::traits &traits = provider->properties();
        EXPECT_EQ(traits.alignment, info.alignment_bytes);
        EXPECT_EQ(traits.max_allocation, info.max_allocation_bytes);
        EXPECT_EQ(traits.memory, info.memory_bytes);
        EXPECT_EQ(traits.context, context.get());
        EXPECT_EQ(traits.memory_flags, cl_mem_flags{CL_MEM_READ_ONLY});
        EXPECT_TRUE(traits.has_objects());
    }
    EXPECT_EQ(make_buffer_provider(context.get(), 0)->properties().kind, CLMEM_PROVIDER_BUFFER);
    EXPECT_EQ(make_immediate_provider(queue.get(), 0)->properties().kind, CLMEM_PROVIDER_IMMEDIATE);
}

TEST_F(buffers, are_divided_into_sub_buffers) {
    const auto provider = make_buffer_provider(context.get(), CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
    const std::size_t step = provider->properties().alignment;
    void *slab = provider->allocate(4 * step);
    cl_mem part = provider->make_object(slab, step, 2 * step);
    const auto ask = [part](cl_mem_info what, auto answer) {
        // NOLINTNEXTLINE(bugprone-sizeof-expression): the answer may be a pointer
        EXPECT_EQ(real.clGetMemObjectInfo(part, what, sizeof answer, &answer, nullptr), CL_SUCCESS);
        return answer;
    };
    EXPECT_EQ(ask(CL_MEM_SIZE, std::size_t{}), 2 * step);
    EXPECT_EQ(ask(CL_MEM_OFFSET, std::size_t{}), step);
    EXPECT_EQ(ask(CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem{}), slab);
    EXPECT_EQ(ask(CL_MEM_FLAGS, cl_mem_flags{}), cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY});
    provider->release_object(part);
    provider->release(slab, 4 * step);
    EXPECT_EQ(creations, 1);
    EXPECT_EQ(releases, 2);
}

TEST_F(buffers, fail_if_the_driver_refuses_a_sub_buffer) {
    const auto provider = make_buffer_provider(context.get(), 0);
    void *slab = provider->allocate(4096);
    cl::dispatch().clCreateSubBuffer = [](auto, auto, auto, auto, cl_int *code) -> cl_mem {
        *code = CL_MISALIGNED_SUB_BUFFER_OFFSET;
        return nullptr;
    };
    const auto failure = failure_of([&] { return provider->make_object(slab, 1, 2); });
    EXPECT_EQ(failure.status, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    provider->release(slab, 4096);
}

TEST_F(buffers, outlive_the_programs_own_references) {
    auto provider = make_immediate_provider(queue.get(), 0);
    queue = {};
    context = {};
    void *memory = provider->allocate(4096);
    provider->release(memory, 4096);
    provider = nullptr;
    EXPECT_EQ(creations, 1);
    EXPECT_EQ(releases, 1);
}

TEST_F(buffers, need_flags_that_make_sense) {
    const std::vector<std::uint64_t> right = {0, CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS,
                                              CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
                                              CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR};
    const std::vector<std::uint64_t> wrong = {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
                                              CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                              CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
                                              CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
                                              CL_MEM_USE_HOST_PTR,
                                              CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                              CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                              CL_MEM_KERNEL_READ_AND_WRITE,
                                              std::uint64_t{1} << 63};
    for (const std::uint64_t flags : right) {
        EXPECT_EQ(failure_of([&] { return make_buffer_provider(context.get(), flags); }).message, "") << flags;
        EXPECT_EQ(failure_of([&] { return make_immediate_provider(queue.get(), flags); }).message, "") << flags;
    }
    for (const std::uint64_t flags : wrong) {
        const auto failure = failure_of([&] { return make_buffer_provider(context.get(), flags); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_INVALID_ARGUMENT) << flags;
        EXPECT_TRUE(failure.says("memory_flags")) << failure.message;
        EXPECT_EQ(failure_of([&] { return make_immediate_provider(queue.get(), flags); }).status,
                  CLMEM_ERROR_INVALID_ARGUMENT);
    }
    EXPECT_EQ(failure_of([] { return make_buffer_provider(nullptr, 0); }).status, CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(failure_of([] { return make_immediate_provider(nullptr, 0); }).status, CLMEM_ERROR_INVALID_ARGUMENT);
}

TEST_F(buffers, above_the_largest_size_never_reach_the_driver) {
    const auto provider = make_buffer_provider(context.get(), 0);
    fail_creation_with(CL_INVALID_OPERATION); // the status if the driver were called
    const std::size_t largest = provider->properties().max_allocation;
    const auto failure = failure_of([&] { return provider->allocate(largest + 1); });
    EXPECT_EQ(failure.status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_TRUE(failure.says(std::to_string(largest))) << failure.message;
}

TEST_F(buffers, that_the_driver_refuses_tell_shortage_from_failure) {
    const auto deferred = make_buffer_provider(context.get(), 0);
    const auto immediate = make_immediate_provider(queue.get(), 0);
    for (const cl_int code :
         {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_INVALID_BUFFER_SIZE}) {
        fail_creation_with(code);
        for (const auto &provider : {deferred, immediate}) {
            const auto failure = failure_of([&] { return provider->allocate(4096); });
            EXPECT_EQ(failure.status, CLMEM_ERROR_OUT_OF_MEMORY);
            EXPECT_EQ(failure.opencl_code, code);
            EXPECT_TRUE(failure.says(status_name(code))) << failure.message;
        }
    }
    fail_creation_with(CL_INVALID_CONTEXT);
    EXPECT_EQ(failure_of([&] { return deferred->allocate(4096); }).status, CL_INVALID_CONTEXT);
    EXPECT_EQ(failure_of([&] { return immediate->allocate(4096); }).status, CL_INVALID_CONTEXT);
}

TEST_F(buffers, when_immediate_are_migrated_before_use) {
    if (describe(device).opencl_version < 120) { GTEST_SKIP() << "the device cannot migrate"; }
    const auto provider = make_immediate_provider(queue.get(), CL_MEM_HOST_NO_ACCESS);
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{4096}, std::size_t{1} << 20}) {
        void *memory = provider->allocate(bytes);
        EXPECT_NE(memory, nullptr);
        provider->release(memory, bytes);
    }
    EXPECT_EQ(migrations, 3);
    EXPECT_EQ(creations, 3);
    EXPECT_EQ(releases, 3);
    EXPECT_EQ(events, 0);
}

TEST_F(buffers, when_immediate_do_not_wait_for_the_programs_queue) {
    const auto finish = [](auto...) -> cl_int {
        ADD_FAILURE() << "waits for a whole queue";
        return CL_SUCCESS;
    };
    static cl_command_queue program;
    program = queue.get();
    const auto provider = make_immediate_provider(program, 0);
    cl::dispatch().clFinish = finish;
    cl::dispatch().clEnqueueMigrateMemObjects = [](cl_command_queue own, auto... rest) {
        EXPECT_NE(own, program);
        return real.clEnqueueMigrateMemObjects(own, rest...);
    };
    provider->release(provider->allocate(4096), 4096);
}

TEST_F(buffers, that_cannot_be_migrated_leave_nothing_behind) {
    const auto provider = make_immediate_provider(queue.get(), 0);
    const std::size_t bytes = std::min<std::size_t>(provider->properties().max_allocation, std::size_t{1} << 30);
    const auto refuse = [](auto...) -> cl_int { return CL_MEM_OBJECT_ALLOCATION_FAILURE; };
    const std::size_t enough =
        provider->properties().memory / bytes + 1; // would exhaust the budget if it were not released
    cl::dispatch().clEnqueueMigrateMemObjects = refuse;
    for (std::size_t i = 0; i < enough; ++i) {
        const auto failure = failure_of([&] { return provider->allocate(bytes); });
        EXPECT_EQ(failure.status, CLMEM_ERROR_OUT_OF_MEMORY);
        EXPECT_EQ(failure.opencl_code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }
    EXPECT_EQ(creations, static_cast<int>(enough));
    EXPECT_EQ(releases, creations);
    cl::dispatch().clEnqueueMigrateMemObjects = [](auto...) -> cl_int { return CL_INVALID_OPERATION; };
    EXPECT_EQ(failure_of([&] { return provider->allocate(bytes); }).status, CL_INVALID_OPERATION);
    EXPECT_EQ(releases, creations);
}

TEST_F(buffers, whose_migration_fails_later_say_why) {
    const auto provider = make_immediate_provider(queue.get(), 0);
    cl::dispatch().clWaitForEvents = [](auto count, auto list) -> cl_int {
        real.clWaitForEvents(count, list);
        return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    };
    cl::dispatch().clGetEventInfo = [](cl_event, cl_event_info info, size_t, void *out, auto) -> cl_int {
        EXPECT_EQ(info, cl_event_info{CL_EVENT_COMMAND_EXECUTION_STATUS});
        *static_cast<cl_int *>(out) = CL_OUT_OF_RESOURCES;
        return CL_SUCCESS;
    };
    const auto failure = failure_of([&] { return provider->allocate(4096); });
    EXPECT_EQ(failure.status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(failure.opencl_code, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(creations, 1);
    EXPECT_EQ(releases, 1);
    EXPECT_EQ(events, 0);
}

TEST_F(buffers, when_immediate_keep_within_the_devices_memory) {
    // A device of 10,000 bytes.
    cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                        size_t *out_size) {
        if (info != CL_DEVICE_GLOBAL_MEM_SIZE && info != CL_DEVICE_MAX_MEM_ALLOC_SIZE) {
            return real.clGetDeviceInfo(id, info, size, out, out_size);
        }
        *static_cast<cl_ulong *>(out) = 10000;
        return CL_SUCCESS;
    };
    const auto provider = make_immediate_provider(queue.get(), 0);
    void *first = provider->allocate(6000);
    EXPECT_EQ(failure_of([&] { return provider->allocate(4001); }).status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(creations, 1); // the driver was not called
    void *second = provider->allocate(4000);
    provider->release(first, 6000);
    first = provider->allocate(6000);
    provider->release(first, 6000);
    provider->release(second, 4000);
    const auto deferred = make_buffer_provider(context.get(), 0); // which may promise any amount
    first = deferred->allocate(6000);
    second = deferred->allocate(6000);
    deferred->release(first, 6000);
    deferred->release(second, 6000);
    EXPECT_EQ(releases, creations);
}

TEST_F(buffers, on_an_old_device_are_written_at_both_ends) {
    cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                        size_t *out_size) {
        static constexpr char version[] = "OpenCL 1.1 ";
        if (info != CL_DEVICE_VERSION) { return real.clGetDeviceInfo(id, info, size, out, out_size); }
        if (out_size != nullptr) { *out_size = sizeof version; }
        if (out != nullptr) { std::copy_n(version, sizeof version, static_cast<char *>(out)); }
        return CL_SUCCESS;
    };
    static std::vector<std::size_t> written;
    written.clear();
    cl::dispatch().clEnqueueWriteBuffer = [](auto own, cl_mem memory, cl_bool blocking, size_t offset, size_t bytes,
                                             const void *data, auto... rest) {
        EXPECT_EQ(blocking, cl_bool{CL_TRUE});
        EXPECT_EQ(bytes, 1U);
        written.push_back(offset);
        return real.clEnqueueWriteBuffer(own, memory, blocking, offset, bytes, data, rest...);
    };
    const auto provider = make_immediate_provider(queue.get(), 0);
    provider->release(provider->allocate(5000), 5000);
    EXPECT_EQ(written, (std::vector<std::size_t>{0, 4999}));
    EXPECT_EQ(migrations, 0);
    cl::dispatch().clEnqueueWriteBuffer = [](auto...) -> cl_int { return CL_OUT_OF_RESOURCES; };
    EXPECT_EQ(failure_of([&] { return provider->allocate(5000); }).status, CLMEM_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(releases, creations);
}

} // namespace
