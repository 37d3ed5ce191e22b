// Memory with addresses on a device: shared virtual memory, USM, page-locked memory. Kernels and the host see the same
// bytes, errors give the reason, and all of it is released.
#include "figures.hpp"
#include "opencl.hpp"
#include "options.hpp"

#include <algorithm>
#include <cstring>

namespace clmem::test {
namespace {

constexpr std::size_t count = 10000; // numbers in a block

enum class pointer_kind { svm_coarse, svm_fine, usm_device, usm_host, usm_shared, pinned };

const char *name_of(pointer_kind kind) {
    switch (kind) {
    case pointer_kind::svm_coarse:
        return "svm_coarse";
    case pointer_kind::svm_fine:
        return "svm_fine";
    case pointer_kind::usm_device:
        return "usm_device";
    case pointer_kind::usm_host:
        return "usm_host";
    case pointer_kind::usm_shared:
        return "usm_shared";
    case pointer_kind::pinned:
        return "pinned";
    }
    return "";
}

std::uint32_t expected(std::uint32_t seed, std::size_t i) {
    return static_cast<std::uint32_t>(i) * 2654435761U + seed;
}

unsigned char *bytes_at(clmem_buffer buffer) {
    const clmem_buffer_info info = describe(buffer);
    EXPECT_NE(info.slab_memory, nullptr);
    return static_cast<unsigned char *>(info.slab_memory) + info.offset_bytes;
}

class pointer_memory : public on_device, public testing::WithParamInterface<pointer_kind> {
  protected:
    provider_owner provider_;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        const std::uint64_t needed[] = {CLMEM_DEVICE_SVM_COARSE, CLMEM_DEVICE_SVM_FINE, CLMEM_DEVICE_USM,
                                        CLMEM_DEVICE_USM,        CLMEM_DEVICE_USM,      CLMEM_DEVICE_BUFFER};
        clmem_device_info device = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &device));
        if ((device.features & needed[static_cast<int>(GetParam())]) == 0) {
            EXPECT_EQ(create(provider_.out()), CLMEM_ERROR_UNSUPPORTED);
            EXPECT_EQ(provider_.get(), nullptr);
            GTEST_SKIP() << device.name << " has no " << name_of(GetParam());
        }
        ASSERT_EQ(create(provider_.out()), CLMEM_SUCCESS) << last_error().message;
        build_kernel();
    }
    void TearDown() override {
        if (kernel_ != nullptr) { REAL(clReleaseKernel)(kernel_); }
        if (program_ != nullptr) { REAL(clReleaseProgram)(program_); }
        provider_.reset();
        on_device::TearDown();
    }

    clmem_status create(clmem_provider *out) {
        switch (GetParam()) {
        case pointer_kind::svm_coarse:
            return clmem_provider_create_svm(context_, nullptr, out);
        case pointer_kind::svm_fine:
            return clmem_provider_create_svm(context_, memory_flags(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER),
                                             out);
        case pointer_kind::usm_device:
            return clmem_provider_create_usm(context_, device_, CLMEM_USM_DEVICE, nullptr, out);
        case pointer_kind::usm_host:
            return clmem_provider_create_usm(context_, nullptr, CLMEM_USM_HOST, nullptr, out);
        case pointer_kind::usm_shared:
            return clmem_provider_create_usm(context_, device_, CLMEM_USM_SHARED, nullptr, out);
        case pointer_kind::pinned:
            return clmem_provider_create_pinned(queue_, nullptr, out);
        }
        return CLMEM_ERROR_INTERNAL;
    }

    // An extension function of the real library.
    template <class Function>
    Function *usm(const char *name) {
        cl_platform_id platform = nullptr;
        EXPECT_EQ(REAL(clGetDeviceInfo)(device_, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr), CL_SUCCESS);
        void *address = REAL(clGetExtensionFunctionAddressForPlatform)(platform, name);
        EXPECT_NE(address, nullptr) << name;
        return reinterpret_cast<Function *>(address);
    }

    // A kernel writes the seed's numbers through the block's pointer; page-locked memory, which kernels cannot access,
    // gets them by a copy from a buffer.
    void write_on_device(clmem_buffer buffer, std::uint32_t seed) {
        if (GetParam() == pointer_kind::pinned) {
            read_into(bytes_at(buffer), seed);
        } else {
            run_kernel(bytes_at(buffer), nullptr, seed);
        }
    }

    // What the host reads from a block.
    std::vector<std::uint32_t> read_on_host(clmem_buffer buffer) {
        std::vector<std::uint32_t> found(count);
        void *block = bytes_at(buffer);
        const std::size_t bytes = count * sizeof(std::uint32_t);
        if (GetParam() == pointer_kind::svm_coarse) {
            EXPECT_EQ(REAL(clEnqueueSVMMap)(queue_, CL_TRUE, CL_MAP_READ, block, bytes, 0, nullptr, nullptr),
                      CL_SUCCESS);
            std::memcpy(found.data(), block, bytes);
            EXPECT_EQ(REAL(clEnqueueSVMUnmap)(queue_, block, 0, nullptr, nullptr), CL_SUCCESS);
            EXPECT_EQ(REAL(clFinish)(queue_), CL_SUCCESS);
        } else if (GetParam() == pointer_kind::usm_device) {
            using copy = cl_int CL_API_CALL(cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint,
                                            const cl_event *, cl_event *);
            EXPECT_EQ(
                usm<copy>("clEnqueueMemcpyINTEL")(queue_, CL_TRUE, found.data(), block, bytes, 0, nullptr, nullptr),
                CL_SUCCESS);
        } else {
            EXPECT_EQ(REAL(clFinish)(queue_), CL_SUCCESS);
            std::memcpy(found.data(), block, bytes);
        }
        return found;
    }

    void check(clmem_buffer buffer, std::uint32_t seed) {
        const auto found = read_on_host(buffer);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(found[i], expected(seed, i)) << "number " << i;
        }
    }

  private:
    void build_kernel() {
        const char *source = "kernel void fill(global uint *out, uint seed) {"
                             "    out[get_global_id(0)] = (uint)get_global_id(0) * 2654435761u + seed;"
                             "}";
        cl_int code = CL_SUCCESS;
        program_ = REAL(clCreateProgramWithSource)(context_, 1, &source, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        cl_device_id device = device_;
        ASSERT_EQ(REAL(clBuildProgram)(program_, 1, &device, nullptr, nullptr, nullptr), CL_SUCCESS);
        kernel_ = REAL(clCreateKernel)(program_, "fill", &code);
        ASSERT_EQ(code, CL_SUCCESS);
    }

    // Runs the kernel on a pointer, or on a buffer.
    void run_kernel(void *pointer, cl_mem buffer, std::uint32_t seed) {
        using set_pointer = cl_int CL_API_CALL(cl_kernel, cl_uint, const void *);
        cl_int code = CL_SUCCESS;
        if (buffer != nullptr) {
            code = REAL(clSetKernelArg)(kernel_, 0, sizeof buffer, &buffer);
        } else if (GetParam() == pointer_kind::svm_coarse || GetParam() == pointer_kind::svm_fine) {
            code = REAL(clSetKernelArgSVMPointer)(kernel_, 0, pointer);
        } else {
            code = usm<set_pointer>("clSetKernelArgMemPointerINTEL")(kernel_, 0, pointer);
        }
        ASSERT_EQ(code, CL_SUCCESS);
        ASSERT_EQ(REAL(clSetKernelArg)(kernel_, 1, sizeof seed, &seed), CL_SUCCESS);
        ASSERT_EQ(REAL(clEnqueueNDRangeKernel)(queue_, kernel_, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
    }

    void read_into(void *pointer, std::uint32_t seed) {
        const std::size_t bytes = count * sizeof(std::uint32_t);
        cl_int code = CL_SUCCESS;
        cl_mem buffer = REAL(clCreateBuffer)(context_, CL_MEM_READ_WRITE, bytes, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        run_kernel(nullptr, buffer, seed);
        EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue_, buffer, CL_FALSE, 0, bytes, pointer, 0, nullptr, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(REAL(clReleaseMemObject)(buffer), CL_SUCCESS);
    }

    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
};

INSTANTIATE_TEST_SUITE_P(, pointer_memory,
                         testing::Values(pointer_kind::svm_coarse, pointer_kind::svm_fine, pointer_kind::usm_device,
                                         pointer_kind::usm_host, pointer_kind::usm_shared, pointer_kind::pinned),
                         [](const auto &kind) { return name_of(kind.param); });

TEST_P(pointer_memory, host_and_device_see_the_same) {
    const pool_owner pool = make_pool(provider_);
    std::vector<buffer_owner> buffers;
    for (std::uint32_t seed = 0; seed < 40; ++seed) { // several slabs
        buffers.push_back(make_buffer(pool, count * sizeof(std::uint32_t) + seed * 10 * kib));
        write_on_device(buffers.back(), seed);
    }
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        check(buffers[seed], seed);
    }
    ASSERT_EQ(REAL(clFinish)(queue_), CL_SUCCESS);
    for (std::uint32_t seed = 0; seed < 40; seed += 2) {
        buffers[seed].reset();
        buffers[seed] = make_buffer(pool, count * sizeof(std::uint32_t));
        write_on_device(buffers[seed], seed + 100);
    }
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        check(buffers[seed], seed % 2 == 0 ? seed + 100 : seed);
    }
    check_figures(pool);
}

TEST_P(pointer_memory, blocks_are_aligned_and_have_no_object) {
    clmem_provider_info about = CLMEM_PROVIDER_INFO_INIT;
    CHECK_OK(clmem_provider_describe(provider_, &about));
    EXPECT_GE(about.alignment_bytes, 128U);
    EXPECT_EQ(about.context, context_);
    const pool_owner pool = make_pool(provider_);
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, 70 * kib, 3 * mib}) {
        const buffer_owner buffer = make_buffer(pool, bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes_at(buffer)) % about.alignment_bytes, 0U) << bytes;
        cl_mem mem = reinterpret_cast<cl_mem>(1);
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_mem(buffer, &mem));
        EXPECT_EQ(mem, nullptr);
    }
}

TEST_P(pointer_memory, is_had_without_a_pool) {
    buffer_owner buffer;
    REQUIRE_OK(clmem_provider_allocate(provider_, count * sizeof(std::uint32_t), buffer.out()));
    write_on_device(buffer, 5);
    check(buffer, 5);
}

TEST_P(pointer_memory, outlives_the_handles_of_its_parents) {
    pool_owner pool = make_pool(provider_);
    buffer_owner buffer = make_buffer(pool, count * sizeof(std::uint32_t));
    pool.reset();
    provider_.reset();
    write_on_device(buffer, 6);
    check(buffer, 6);
}

// The driver functions that allocate memory of this kind.
std::vector<const char *> takers_of(pointer_kind kind) {
    switch (kind) {
    case pointer_kind::svm_coarse:
    case pointer_kind::svm_fine:
        return {"clSVMAlloc"};
    case pointer_kind::usm_device:
        return {"clDeviceMemAllocINTEL"};
    case pointer_kind::usm_host:
        return {"clHostMemAllocINTEL"};
    case pointer_kind::usm_shared:
        return {"clSharedMemAllocINTEL"};
    case pointer_kind::pinned:
        return {"clCreateBuffer", "clEnqueueMapBuffer"};
    }
    return {};
}

TEST_P(pointer_memory, a_refusal_returns_idle_slabs) {
    for (const char *function : takers_of(GetParam())) {
        const pool_owner pool = make_pool(provider_);
        std::vector<buffer_owner> buffers;
        for (int i = 0; i < 5; ++i) {
            buffers.push_back(make_buffer(pool, 4 * mib));
        }
        buffers.clear();
        counting().fail(function, 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
        const buffer_owner buffer = make_buffer(pool, 9 * mib); // fits into no idle slab
        EXPECT_TRUE(counting().failed()) << function;
        EXPECT_EQ(statistics(pool).idle_bytes, 0U);
        EXPECT_EQ(statistics(pool).failures, 0U);
    }
}

TEST_P(pointer_memory, lasting_refusals_are_out_of_memory) {
    const pool_owner pool = make_pool(provider_);
    for (const char *function : takers_of(GetParam())) {
        clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
        counting().fail(function, 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, true);
        CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, nullptr, mib, &buffer));
        EXPECT_EQ(buffer, nullptr);
        EXPECT_EQ(last_error().opencl_code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
        EXPECT_EQ(statistics(pool).managed_bytes, 0U);
        counting().reset();
        make_buffer(pool, mib);
        CHECK_OK(clmem_pool_free_held(pool));
    }
    clmem_provider_info about = CLMEM_PROVIDER_INFO_INIT;
    CHECK_OK(clmem_provider_describe(provider_, &about));
    clmem_buffer buffer = reinterpret_cast<clmem_buffer>(1);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY,
                 clmem_provider_allocate(provider_, about.max_allocation_bytes + 1, &buffer));
    EXPECT_EQ(last_error().opencl_code, CL_SUCCESS) << "the driver was not called";
}

// Any single driver call may fail: at most one call of clmem fails with it, and everything allocated is released.
TEST_P(pointer_memory, survives_the_failure_of_any_call) {
    for (const cl_int code : {CL_OUT_OF_RESOURCES, CL_INVALID_OPERATION}) {
        bool reached = true;
        for (std::uint64_t n = 1; reached; ++n) {
            const std::int64_t before = counting().references();
            counting().fail(nullptr, n, code, false);
            int failures = 0;
            {
                const auto note = [&](clmem_status status, const auto &result) {
                    EXPECT_EQ(status == CLMEM_SUCCESS, result != nullptr);
                    if (status != CLMEM_SUCCESS) { ++failures; }
                };
                clmem_provider made = nullptr;
                const clmem_status status = create(&made);
                note(status, made);
                const provider_owner provider{made};
                const pool_owner pool = made != nullptr ? make_pool(provider) : pool_owner{};
                for (const std::size_t bytes : {std::size_t{100}, mib, 5 * mib}) {
                    if (made == nullptr) { break; }
                    clmem_buffer buffer = nullptr;
                    const clmem_status allocated = clmem_pool_allocate(pool, nullptr, bytes, &buffer);
                    note(allocated, buffer);
                    const buffer_owner owner{buffer};
                    if (bytes == mib) { CHECK_OK(clmem_pool_free_held(pool)); }
                }
            }
            reached = counting().failed();
            counting().reset();
            EXPECT_LE(failures, 1);
            ASSERT_EQ(settled_references(before), before) << "leaked when call " << n << " gave " << code;
            ASSERT_LT(n, 1000U);
        }
    }
}

TEST_P(pointer_memory, is_freed_in_the_background_and_with_its_provider) {
    const std::int64_t before = counting().references();
    pool_owner pool = make_pool(provider_);
    make_buffer(pool, 64 * mib);
    EXPECT_GT(counting().references(), before);
    CHECK_OK(clmem_pool_free_held(pool));
    EXPECT_EQ(statistics(pool).managed_bytes, 0U);
    make_buffer(pool, 64 * mib); // waits for released memory
    pool.reset();
    provider_.reset();
    EXPECT_LE(counting().references(), before);
}

class pointer_providers : public on_device {};

TEST_F(pointer_providers, refuse_what_does_not_fit) {
    const auto refused = [](clmem_status status, clmem_provider made, const char *name) {
        EXPECT_EQ(status, CLMEM_ERROR_INVALID_ARGUMENT) << name;
        EXPECT_EQ(made, nullptr);
        EXPECT_NE(last_error().message.find(name), std::string::npos) << last_error().message;
    };
    clmem_provider made = reinterpret_cast<clmem_provider>(1);
    const auto junk = [&] { return made = reinterpret_cast<clmem_provider>(1), &made; };
    const auto svm = [&](std::uint64_t flags) {
        const clmem_status status = clmem_provider_create_svm(context_, memory_flags(flags), junk());
        refused(status, made, "memory_flags");
    };
    svm(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
    svm(CL_MEM_SVM_ATOMICS);
    svm(CL_MEM_ALLOC_HOST_PTR);
    const auto pinned = [&](std::uint64_t flags) {
        const clmem_status status = clmem_provider_create_pinned(queue_, memory_flags(flags), junk());
        refused(status, made, "memory_flags");
    };
    pinned(CL_MEM_READ_ONLY | CL_MEM_READ_WRITE);
    pinned(CL_MEM_HOST_NO_ACCESS);
    pinned(CL_MEM_USE_HOST_PTR);
    const auto usm = [&](cl_device_id device, std::uint32_t kind, const char *name) {
        const clmem_status status = clmem_provider_create_usm(context_, device, kind, nullptr, junk());
        refused(status, made, name);
    };
    usm(device_, 0, "kind");
    usm(device_, 4, "kind");
    usm(device_, CLMEM_USM_HOST, "device");
    usm(nullptr, CLMEM_USM_DEVICE, "device");
    usm(nullptr, CLMEM_USM_SHARED, "device");
    usm(reinterpret_cast<cl_device_id>(&made), CLMEM_USM_DEVICE, "device");
}

} // namespace
} // namespace clmem::test
