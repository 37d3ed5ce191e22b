// The process has no memory for clmem's own records: the call fails, and everything stays as it was.
#include "figures.hpp"
#include "real_opencl.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

namespace {

constexpr std::uint64_t never = ~std::uint64_t{0};
thread_local std::uint64_t allocations_until_failure = never;

void *allocate(std::size_t bytes, std::size_t alignment) {
    if (allocations_until_failure-- == 0) { throw std::bad_alloc{}; }
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void *memory = std::aligned_alloc(alignment, rounded != 0 ? rounded : alignment);
    if (memory == nullptr) { throw std::bad_alloc{}; }
    return memory;
}

} // namespace

// Replaces the allocator of the whole process, since the library has none for its records. (If `delete` were inlined
// into a caller but `new` were not, the compiler would warn about a free() of foreign memory.)
void *operator new(std::size_t bytes) {
    return allocate(bytes, alignof(std::max_align_t));
}
void *operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void *memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::align_val_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace clmem::test {
namespace {

// Fails only the nth allocation of the process from now (0: the next).
void starve(std::uint64_t n) {
    allocations_until_failure = n;
}

constexpr std::uint64_t many = 1000; // more allocations than a call makes

TEST(host_memory, is_needed_for_a_provider) {
    starve(0);
    clmem_provider made = reinterpret_cast<clmem_provider>(1);
    EXPECT_EQ(clmem_provider_create_virtual(nullptr, &made), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(last_error().status, CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    for (std::uint64_t n = 1; made == nullptr; ++n) {
        starve(n);
        const clmem_status status = clmem_provider_create_virtual(nullptr, &made);
        EXPECT_EQ(status, made == nullptr ? CLMEM_ERROR_OUT_OF_HOST_MEMORY : CLMEM_SUCCESS);
        ASSERT_LT(n, many);
    }
    starve(never);
    const provider_owner provider{made};
    make_buffer(make_pool(provider), 1000);
}

TEST(host_memory, is_needed_for_a_faulty_provider) {
    const provider_owner from = make_provider();
    starve(0);
    clmem_provider made = reinterpret_cast<clmem_provider>(1);
    EXPECT_EQ(clmem_provider_create_faulty(from, "allocate:nth=3,free:delay=1us", &made),
              CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(made, nullptr);
    for (std::uint64_t n = 1; made == nullptr; ++n) {
        starve(n);
        const clmem_status status = clmem_provider_create_faulty(from, "allocate:nth=3,free:delay=1us", &made);
        EXPECT_EQ(status, made == nullptr ? CLMEM_ERROR_OUT_OF_HOST_MEMORY : CLMEM_SUCCESS);
        ASSERT_LT(n, many);
    }
    starve(never);
    const provider_owner provider{made};
    make_buffer(make_pool(provider), 1000);
}

TEST(host_memory, is_needed_for_a_pool) {
    const provider_owner provider = make_provider();
    starve(0);
    clmem_pool made = reinterpret_cast<clmem_pool>(1);
    EXPECT_EQ(clmem_pool_create(provider, nullptr, &made), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(made, nullptr);
    for (std::uint64_t n = 1; made == nullptr; ++n) {
        starve(n);
        const clmem_status status = clmem_pool_create(provider, nullptr, &made);
        EXPECT_EQ(status, made == nullptr ? CLMEM_ERROR_OUT_OF_HOST_MEMORY : CLMEM_SUCCESS);
        ASSERT_LT(n, many);
    }
    starve(never);
    const pool_owner pool{made};
    make_buffer(pool, 1000);
    check_figures(pool);
}

TEST(host_memory, is_needed_for_a_cache) {
    starve(0);
    clmem_cache made = reinterpret_cast<clmem_cache>(1);
    EXPECT_EQ(clmem_cache_create(&made), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(made, nullptr);
    CHECK_OK(clmem_cache_create(&made));
    CHECK_OK(clmem_cache_release(made));
}

// Calls with less and less shortage until the call succeeds.
template <class Call>
void starve_until_success(Call &&call) {
    clmem_status status = CLMEM_ERROR_OUT_OF_HOST_MEMORY;
    for (std::uint64_t n = 0; status != CLMEM_SUCCESS; ++n) {
        ASSERT_LT(n, many);
        starve(n);
        status = call();
        starve(never);
        ASSERT_TRUE(status == CLMEM_SUCCESS || status == CLMEM_ERROR_OUT_OF_HOST_MEMORY) << last_error().message;
    }
}

TEST(host_memory, is_needed_for_a_recorder) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, 1000);
    const std::string path = testing::TempDir() + "clmem-host-memory.clmem";
    recorder_owner recorder;
    starve(0);
    EXPECT_EQ(clmem_recorder_create(nullptr, recorder.out()), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    starve_until_success([&] { return clmem_recorder_create(nullptr, recorder.out()); });
    starve(0);
    EXPECT_EQ(clmem_recorder_start(recorder, nullptr), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    starve_until_success([&] { return clmem_recorder_start(recorder, nullptr); });
    make_buffer(pool, 1000);
    starve(0);
    EXPECT_EQ(clmem_recorder_save(recorder, path.c_str()), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    starve_until_success([&] { return clmem_recorder_save(recorder, path.c_str()); });
    starve(0);
    EXPECT_EQ(clmem_pool_snapshot(pool, path.c_str()), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    starve_until_success([&] { return clmem_pool_snapshot(pool, path.c_str()); });
    starve(0);
    EXPECT_EQ(clmem_recorder_stop(recorder, nullptr), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    starve_until_success([&] { return clmem_recorder_stop(recorder, nullptr); });
    CHECK_OK(clmem_recorder_start(recorder, pool));
    starve(0);
    EXPECT_EQ(clmem_recorder_release(recorder), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
    starve(never);
    make_buffer(pool, 1000);
    EXPECT_EQ(std::remove(path.c_str()), 0);
    check_figures(pool);
}

// Page-locked chunks are kept for each context. A failure to create one must not affect the next copy, nor leave a buffer
// mapped.
TEST(host_memory, is_needed_for_a_tag) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    buffer_owner block;
    std::thread{[&] { // which has begun none yet
        starve(0);
        EXPECT_EQ(clmem_tag_begin("weights"), CLMEM_ERROR_OUT_OF_HOST_MEMORY);
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_tag_end());
        starve_until_success([] { return clmem_tag_begin("weights"); });
        starve_until_success([&] { return clmem_pool_allocate(pool, nullptr, 1000, block.out()); });
        CHECK_OK(clmem_tag_end());
    }}
        .join();
    EXPECT_EQ(tags(pool)[1].active_bytes, 1000U);
    check_figures(pool);
}

TEST(host_memory, is_needed_for_a_staged_copy) {
    cl_device_id device = nullptr;
    if (clmem_device_choose(nullptr, &device) != CLMEM_SUCCESS) { GTEST_SKIP() << "no OpenCL device"; }
    std::vector<char> content(4096, 7);
    for (std::uint64_t n = 0;; ++n) {
        ASSERT_LT(n, many);
        context_owner context;
        queue_owner queue;
        buffer_owner buffer;
        REQUIRE_OK(clmem_context_create(device, context.out()));
        REQUIRE_OK(clmem_queue_create(context, device, 0, queue.out()));
        REQUIRE_OK(clmem_buffer_create(context, CL_MEM_READ_WRITE, content.size(), nullptr, buffer.out()));
        clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT;
        clmem_transfer_place to = CLMEM_TRANSFER_PLACE_INIT;
        clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
        from.pointer = content.data();
        from.bytes = content.size();
        to.memory = reinterpret_cast<clmem_memory>(buffer.get());
        how.bytes = content.size();
        how.flags = CLMEM_TRANSFER_STAGED;
        const auto copy = [&] { return clmem_transfer_copy(queue, &from, &to, &how, nullptr); };
        const auto references = [&] {
            cl_uint number = 0;
            REAL(clGetContextInfo)(context, CL_CONTEXT_REFERENCE_COUNT, sizeof number, &number, nullptr);
            return number;
        };
        const cl_uint before = references();
        starve(n);
        const clmem_status status = copy();
        const bool was_enough = allocations_until_failure < many * many;
        starve(never);
        if (status != CLMEM_SUCCESS) { EXPECT_EQ(status, CLMEM_ERROR_OUT_OF_HOST_MEMORY) << last_error().message; }
        CHECK_OK(copy());
        CHECK_OK(clmem_transfer_trim(context));
        // Commands hold references until the driver has run them, and a driver may keep one for a while after that.
        EXPECT_EQ(REAL(clFinish)(queue), CL_SUCCESS);
        for (int waits = 0; waits < 500 && references() != before; ++waits) {
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        }
        EXPECT_EQ(references(), before) << "a buffer of the context's is still mapped";
        if (was_enough && status == CLMEM_SUCCESS) { break; }
    }
}

template <class Query, class Object>
cl_uint references_of(Query *query, Object object, cl_uint name) {
    cl_uint count = 0;
    EXPECT_EQ(query(object, name, sizeof count, &count, nullptr), CL_SUCCESS);
    return count;
}

// Imports an object, whose only reference is the caller's, until that succeeds: no failure may lose the reference.
template <class Handle, class Import, class References>
void import_starved(Import import, References references, Handle &made) {
    for (std::uint64_t n = 0; made == nullptr; ++n) {
        ASSERT_LT(n, many);
        starve(n);
        const clmem_status status = import(&made);
        starve(never);
        EXPECT_EQ(status, made == nullptr ? CLMEM_ERROR_OUT_OF_HOST_MEMORY : CLMEM_SUCCESS) << last_error().message;
        EXPECT_EQ(references(), 1U) << "after attempt " << n;
    }
}

TEST(host_memory, is_needed_to_take_over_a_reference) {
    cl_device_id device = nullptr;
    if (clmem_device_choose(nullptr, &device) != CLMEM_SUCCESS) { GTEST_SKIP() << "no OpenCL device"; }
    context_owner context;
    REQUIRE_OK(clmem_context_create(device, context.out()));
    cl_int code = CL_SUCCESS;

    cl_mem mem = REAL(clCreateBuffer)(context, CL_MEM_READ_WRITE, 4096, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    clmem_memory memory = nullptr;
    import_starved([&](clmem_memory *out) { return clmem_memory_import(mem, 0, out); },
                   [&] { return references_of(REAL(clGetMemObjectInfo), mem, CL_MEM_REFERENCE_COUNT); }, memory);
    CHECK_OK(clmem_memory_release(memory));

    const char *source = "kernel void nothing(global int *out) { out[0] = 1; }";
    cl_program object = REAL(clCreateProgramWithSource)(context, 1, &source, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    ASSERT_EQ(REAL(clBuildProgram)(object, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel nothing = REAL(clCreateKernel)(object, "nothing", &code);
    ASSERT_EQ(code, CL_SUCCESS);
    clmem_kernel kernel = nullptr;
    import_starved([&](clmem_kernel *out) { return clmem_kernel_import(nothing, 0, out); },
                   [&] { return references_of(REAL(clGetKernelInfo), nothing, CL_KERNEL_REFERENCE_COUNT); }, kernel);
    CHECK_OK(clmem_kernel_release(kernel));

    clmem_program program = nullptr;
    import_starved([&](clmem_program *out) { return clmem_program_import(object, 0, out); },
                   [&] { return references_of(REAL(clGetProgramInfo), object, CL_PROGRAM_REFERENCE_COUNT); }, program);
    CHECK_OK(clmem_program_release(program));
}

} // namespace
} // namespace clmem::test
