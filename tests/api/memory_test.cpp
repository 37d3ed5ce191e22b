// Memory objects of any kind: imported, described, compared, migrated, released.
#include "kernels.hpp"
#include "opencl.hpp"
#include "options.hpp"

#include <array>

namespace clmem::test {
namespace {

class memory_object : public on_device {
  protected:
    static constexpr std::size_t bytes = 4096;

    // A buffer created by the program, with one reference.
    cl_mem raw(cl_mem_flags flags = CL_MEM_READ_WRITE, std::size_t size = bytes) {
        cl_int code = CL_SUCCESS;
        cl_mem made = REAL(clCreateBuffer)(context_, flags, size, nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }
    static cl_uint references(cl_mem mem) {
        cl_uint count = 0;
        EXPECT_EQ(REAL(clGetMemObjectInfo)(mem, CL_MEM_REFERENCE_COUNT, sizeof count, &count, nullptr), CL_SUCCESS);
        return count;
    }
    memory_owner imported(cl_mem mem, std::uint32_t retain) {
        memory_owner made;
        CHECK_OK(clmem_memory_import(mem, retain, made.out()));
        return made;
    }
    static clmem_memory_info describe(clmem_memory memory) {
        clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
        CHECK_OK(clmem_memory_describe(memory, &info));
        return info;
    }
    pool_owner make_device_pool() {
        provider_owner provider;
        CHECK_OK(clmem_provider_create_buffer(context_, nullptr, provider.out()));
        return make_pool(provider);
    }
    static clmem_memory as_memory(clmem_buffer buffer) { return reinterpret_cast<clmem_memory>(buffer); }
};

TEST_F(memory_object, import_with_retain_takes_a_reference) {
    cl_mem mem = raw();
    {
        const memory_owner memory = imported(mem, 1);
        EXPECT_EQ(references(mem), 2U);
        cl_mem out = nullptr;
        CHECK_OK(clmem_memory_mem(memory, &out));
        EXPECT_EQ(out, mem);
    }
    EXPECT_EQ(references(mem), 1U);
    REAL(clReleaseMemObject)(mem);
}

TEST_F(memory_object, import_without_retain_takes_over_the_callers) {
    cl_mem mem = raw();
    REAL(clRetainMemObject)(mem); // for the check at the end
    hand_over();
    {
        const memory_owner memory = imported(mem, 0);
        EXPECT_EQ(references(mem), 2U);
    }
    EXPECT_EQ(references(mem), 1U);
    REAL(clReleaseMemObject)(mem);
}

TEST_F(memory_object, import_refuses_what_is_no_memory_object) {
    clmem_memory out = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_memory_import(nullptr, 1, &out));
    EXPECT_EQ(out, nullptr);
    cl_mem mem = raw();
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_memory_import(mem, 2, &out));
    counting().fail("clGetMemObjectInfo", 1, CL_INVALID_MEM_OBJECT, false);
    CHECK_STATUS(CL_INVALID_MEM_OBJECT, clmem_memory_import(mem, 0, &out));
    EXPECT_EQ(references(mem), 1U) << "the caller keeps its reference";
    REAL(clReleaseMemObject)(mem);
}

TEST_F(memory_object, a_block_is_described) {
    const pool_owner pool = make_device_pool();
    const buffer_owner block = make_buffer(pool, 1000);
    const clmem_memory_info info = describe(as_memory(block));
    EXPECT_EQ(info.type, CL_MEM_OBJECT_BUFFER);
    EXPECT_EQ(info.bytes, 1000U) << "the requested size, not the range's";
    EXPECT_EQ(info.flags, CL_MEM_READ_WRITE);
    EXPECT_EQ(info.is_pooled, 1U);
    EXPECT_EQ(info.context, context_.get());
    EXPECT_NE(info.associated, nullptr) << "it is part of a slab";
    cl_mem mem = nullptr;
    CHECK_OK(clmem_buffer_mem(block, &mem));
    EXPECT_EQ(info.mem, mem);
}

TEST_F(memory_object, every_property_of_an_imported_buffer_is_described) {
    std::array<unsigned char, bytes> host{};
    cl_int code = CL_SUCCESS;
    cl_mem mem = REAL(clCreateBuffer)(context_, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes, host.data(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    const memory_owner memory = imported(mem, 1);
    const clmem_memory_info info = describe(memory);
    EXPECT_EQ(info.bytes, bytes);
    EXPECT_EQ(info.flags, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR);
    EXPECT_EQ(info.host_pointer, host.data());
    EXPECT_EQ(info.offset_bytes, 0U);
    EXPECT_EQ(info.associated, nullptr);
    EXPECT_EQ(info.map_count, 0U);
    EXPECT_EQ(info.is_pooled, 0U);
    EXPECT_GE(info.reference_count, 2U);
    std::size_t size = 0;
    std::size_t written = 0;
    CHECK_OK(clmem_memory_query(memory, CL_MEM_SIZE, sizeof size, &size, &written));
    EXPECT_EQ(size, bytes);
    EXPECT_EQ(written, sizeof size);
    CHECK_OK(clmem_memory_query(memory, CL_MEM_SIZE, 0, nullptr, &written));
    EXPECT_EQ(written, sizeof size);
    CHECK_STATUS(CL_INVALID_VALUE, clmem_memory_query(memory, 0x7777, sizeof size, &size, &written));
    EXPECT_EQ(written, 0U);
    CHECK_STATUS(CL_INVALID_VALUE, clmem_memory_query(memory, CL_MEM_SIZE, 1, &size, &written));
    REAL(clReleaseMemObject)(mem);
}

TEST_F(memory_object, equality_is_that_of_the_opencl_object) {
    cl_mem mem = raw();
    const memory_owner first = imported(mem, 1);
    const memory_owner second = imported(mem, 1);
    const pool_owner pool = make_device_pool();
    const buffer_owner block = make_buffer(pool, 64);
    std::uint32_t equal = 7;
    CHECK_OK(clmem_memory_equal(first, second, &equal));
    EXPECT_EQ(equal, 1U);
    CHECK_OK(clmem_memory_equal(first, as_memory(block), &equal));
    EXPECT_EQ(equal, 0U);
    REAL(clReleaseMemObject)(mem);
}

TEST_F(memory_object, memory_that_is_an_address_has_no_object) {
    clmem_device_info device = CLMEM_DEVICE_INFO_INIT;
    REQUIRE_OK(clmem_device_describe(device_, &device));
    if ((device.features & CLMEM_DEVICE_SVM_COARSE) == 0) { GTEST_SKIP() << "the device has no SVM"; }
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_svm(context_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, 64);
    cl_mem mem = nullptr;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_memory_mem(as_memory(block), &mem));
    std::size_t size = 0;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_memory_query(as_memory(block), CL_MEM_SIZE, 0, nullptr, &size));
    const clmem_memory_info info = describe(as_memory(block));
    void *pointer = nullptr;
    CHECK_OK(clmem_svm_pointer(block, &pointer));
    EXPECT_EQ(info.host_pointer, pointer);
    EXPECT_EQ(info.type, 0U);
    EXPECT_EQ(info.mem, nullptr);
    EXPECT_EQ(info.context, context_.get());
    const buffer_owner other = make_buffer(pool, 64);
    std::uint32_t equal = 7;
    CHECK_OK(clmem_memory_equal(as_memory(block), as_memory(other), &equal));
    EXPECT_EQ(equal, 0U);
    clmem_memory addresses[] = {as_memory(block)};
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED,
                 clmem_memory_migrate(queue_, 1, addresses, CL_MIGRATE_MEM_OBJECT_HOST, nullptr, nullptr));
    clmem_buffer part = nullptr;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_sub_region(block, 0, 16, 0, &part));
}

TEST_F(memory_object, migrate_waits_for_its_list_and_gives_an_event) {
    const pool_owner pool = make_device_pool();
    const buffer_owner block = make_buffer(pool, 64);
    cl_mem mem = raw();
    const memory_owner memory = imported(mem, 1);
    const clmem_memory both[] = {as_memory(block), memory};
    gate held{context_};
    cl_event done = nullptr;
    CHECK_OK(
        clmem_memory_migrate(queue_, 2, both, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, after(1, &held.event()), &done));
    REAL(clFlush)(queue_);
    cl_int status = CL_COMPLETE;
    REAL(clGetEventInfo)(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    EXPECT_NE(status, CL_COMPLETE) << "it did not wait";
    held.open();
    CHECK_OK(clmem_event_wait(1, &done));
    CHECK_OK(clmem_event_release(done));
    REAL(clReleaseMemObject)(mem);
}

TEST_F(memory_object, migrate_refuses_what_means_nothing) {
    const pool_owner pool = make_device_pool();
    const buffer_owner block = make_buffer(pool, 64);
    const clmem_memory one[] = {as_memory(block)};
    const clmem_memory none[] = {nullptr};
    cl_event event = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_memory_migrate(queue_, 0, one, 0, nullptr, &event));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_memory_migrate(queue_, 1, one, 1U << 10U, nullptr, &event));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_memory_migrate(queue_, 1, one, 0, after(1, nullptr), &event));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_memory_migrate(queue_, 1, none, 0, nullptr, &event));
    cl_mem mem = nullptr;
    CHECK_OK(clmem_buffer_mem(block, &mem)); // the first call also makes the driver back the slab
    counting().fail("clEnqueueMigrateMemObjects", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CL_OUT_OF_RESOURCES, clmem_memory_migrate(queue_, 1, one, 0, nullptr, &event));
    EXPECT_EQ(event, nullptr);
}

TEST_F(memory_object, an_imported_sub_buffer_belongs_to_its_parent) {
    cl_mem whole = raw(CL_MEM_READ_WRITE, 1 << 16);
    const cl_buffer_region region{1 << 12, 1 << 14};
    cl_int code = CL_SUCCESS;
    cl_mem part = REAL(clCreateSubBuffer)(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    const memory_owner memory = imported(part, 1);
    buffer_owner slice;
    CHECK_OK(clmem_buffer_slice(reinterpret_cast<clmem_buffer>(memory.get()), 1 << 12, 1 << 13, slice.out()));
    const clmem_memory_info info = describe(as_memory(slice));
    EXPECT_EQ(info.offset_bytes, (1U << 12U) + (1U << 12U));
    EXPECT_EQ(info.bytes, 1U << 12U);
    EXPECT_EQ(info.associated, whole);
    REAL(clReleaseMemObject)(part);
    REAL(clReleaseMemObject)(whole);
}

TEST_F(memory_object, release_is_for_every_kind_and_once) {
    const pool_owner pool = make_device_pool();
    clmem_memory block = as_memory(make_buffer(pool, 64).give_up());
    CHECK_OK(clmem_memory_release(block));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_memory_release(block));
    cl_mem mem = raw();
    clmem_memory memory = imported(mem, 0).give_up();
    CHECK_OK(clmem_buffer_release(reinterpret_cast<clmem_buffer>(memory)));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_memory_release(memory));
    CHECK_OK(clmem_memory_release(nullptr));
    hand_over();
}

} // namespace
} // namespace clmem::test
