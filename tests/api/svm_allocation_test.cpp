// Shared virtual memory without a pool: every kind that the device has, every alignment, bound to queues, and freed
// once it is unused.
#include "figures.hpp"
#include "kernels.hpp"
#include "opencl.hpp"
#include "options.hpp"
#include "svm_device.hpp"

#include <vector>

namespace clmem::test {
namespace {

class svm_allocation : public svm_device {
  protected:
    // Fills memory with a command, and checks what the host reads.
    void expect_usable(clmem_buffer buffer, std::size_t bytes, std::uint32_t seed) {
        CHECK_OK(clmem_buffer_fill(buffer, queue_, &seed, 4, nullptr, nullptr));
        EXPECT_EQ(numbers_in(pointer_of(buffer), bytes / 4), std::vector<std::uint32_t>(bytes / 4, seed));
    }
};

TEST_F(svm_allocation, of_every_kind_holds_what_commands_write) {
    for (const std::uint64_t flags : flags_of_all_kinds()) {
        SCOPED_TRACE(flags);
        for (const std::size_t bytes : {std::size_t{4}, std::size_t{1000}, 3 * mib}) {
            buffer_owner buffer;
            REQUIRE_OK(clmem_svm_allocate(context_, flags, bytes, 0, nullptr, buffer.out()));
            std::size_t known = 0;
            CHECK_OK(clmem_buffer_size(buffer, &known));
            EXPECT_EQ(known, bytes);
            EXPECT_EQ(describe(buffer).slab_memory, pointer_of(buffer)) << "it is a whole driver allocation";
            clmem_memory_info memory = CLMEM_MEMORY_INFO_INIT;
            CHECK_OK(clmem_memory_describe(reinterpret_cast<clmem_memory>(buffer.get()), &memory));
            EXPECT_EQ(memory.is_pooled, 0U);
            expect_usable(buffer, bytes, 0xC0FFEE01);
        }
    }
}

TEST_F(svm_allocation, has_the_requested_alignment) {
    for (std::size_t alignment = 1; alignment <= 16 * mib; alignment *= 2) {
        SCOPED_TRACE(alignment);
        buffer_owner buffer;
        REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, alignment, queue_, buffer.out()));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pointer_of(buffer)) % alignment, 0U);
        expect_usable(buffer, 4096, static_cast<std::uint32_t>(alignment));
    }
    if (info_.max_allocation_bytes < std::size_t{3} << 30 || info_.type != CL_DEVICE_TYPE_CPU) { return; }
    buffer_owner buffer;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, std::size_t{1} << 30, nullptr, buffer.out()));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pointer_of(buffer)) % (std::size_t{1} << 30), 0U);
    expect_usable(buffer, 4096, 5);
}

TEST_F(svm_allocation, of_no_bytes_is_no_object) {
    auto none = reinterpret_cast<clmem_buffer>(this);
    CHECK_OK(clmem_svm_allocate(context_, 0, 0, 0, queue_, &none));
    EXPECT_EQ(none, nullptr);
    EXPECT_EQ(counting().calls("clSVMAlloc"), 0U);
}

// Calls with an invalid argument fail and leave nothing behind.
TEST_F(svm_allocation, needs_arguments_that_make_sense) {
    context_owner other;
    REQUIRE_OK(clmem_context_create(device_, other.out()));
    queue_owner foreign;
    REQUIRE_OK(clmem_queue_create(other, device_, 0, foreign.out()));
    const auto refused = [&](clmem_status expected, const char *says, std::uint64_t flags, std::size_t bytes,
                             std::size_t alignment, cl_command_queue queue) {
        auto out = reinterpret_cast<clmem_buffer>(this);
        CHECK_STATUS(expected, clmem_svm_allocate(context_, flags, bytes, alignment, queue, &out));
        EXPECT_EQ(out, nullptr);
        EXPECT_NE(last_error().message.find(says), std::string::npos) << last_error().message;
    };
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "memory_flags", CL_MEM_USE_HOST_PTR, 64, 0, nullptr);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "memory_flags", CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0, nullptr);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "CL_MEM_SVM_ATOMICS", CL_MEM_SVM_ATOMICS, 64, 0, nullptr);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "alignment_bytes", 0, 64, 3, nullptr);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "alignment_bytes", 0, 64, std::size_t{1} << 31, nullptr);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "bytes", 0, std::size_t{1} << 62, 0, nullptr);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, "context", 0, 64, 0, foreign);
    refused(CLMEM_ERROR_OUT_OF_MEMORY, "bytes", 0, info_.max_allocation_bytes + 1, 0, nullptr);
    refused(CLMEM_ERROR_OUT_OF_MEMORY, "bytes", 0, info_.max_allocation_bytes, 2 * mib,
            nullptr); // no room for the padding
    if ((info_.features & CLMEM_DEVICE_OUT_OF_ORDER_QUEUE) != 0) {
        queue_owner out_of_order;
        REQUIRE_OK(clmem_queue_create(context_, device_, CLMEM_QUEUE_OUT_OF_ORDER, out_of_order.out()));
        refused(CLMEM_ERROR_UNSUPPORTED, "out of order", 0, 64, 0, out_of_order);
    }
}

TEST_F(svm_allocation, passes_on_what_the_driver_says) {
    const auto fails_with = [&](const char *function, cl_int code, clmem_status expected) {
        clmem_buffer out = nullptr;
        counting().fail(function, 1, code, false);
        CHECK_STATUS(expected, clmem_svm_allocate(context_, 0, 64, 0, queue_, &out));
        EXPECT_TRUE(counting().failed());
        EXPECT_EQ(out, nullptr);
    };
    fails_with("clRetainContext", CL_INVALID_CONTEXT, CL_INVALID_CONTEXT);
    fails_with("clRetainCommandQueue", CL_INVALID_COMMAND_QUEUE, CL_INVALID_COMMAND_QUEUE);
    fails_with("clSVMAlloc", CL_OUT_OF_RESOURCES, CLMEM_ERROR_OUT_OF_MEMORY);
}

// Whatever OpenCL call fails, nothing leaks; a device that does not answer queries about SVM has none.
TEST_F(svm_allocation, that_fails_leaves_nothing_behind) {
    bool named = false;
    for (std::uint64_t nth = 1;; ++nth) {
        buffer_owner buffer;
        counting().fail(nullptr, nth, CL_INVALID_VALUE, false);
        const clmem_status status = clmem_svm_allocate(context_, 0, 64, 4096, queue_, buffer.out());
        const bool failed = counting().failed();
        counting().fail(nullptr, 0, CL_SUCCESS, false);
        EXPECT_EQ(status == CLMEM_SUCCESS, buffer.get() != nullptr);
        named = named || (status == CLMEM_ERROR_UNSUPPORTED &&
                          last_error().message.find("CL_DEVICE_SVM_COARSE_GRAIN_BUFFER") != std::string::npos);
        if (!failed) { break; }
    }
    EXPECT_TRUE(named) << "the missing capability has no name";
}

TEST_F(svm_allocation, is_not_made_inside_a_callback) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.limit_bytes = mib;
    options.out_of_memory_user = static_cast<cl_context>(context_);
    options.out_of_memory = [](void *user, std::size_t, std::uint32_t) -> std::int32_t {
        clmem_buffer out = nullptr;
        CHECK_STATUS(CLMEM_ERROR_CALLBACK, clmem_svm_allocate(static_cast<cl_context>(user), 0, 64, 0, nullptr, &out));
        return 0;
    };
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider, &options);
    clmem_buffer out = nullptr;
    EXPECT_EQ(clmem_pool_allocate(pool, nullptr, 64 * mib, &out), CLMEM_ERROR_OUT_OF_MEMORY);
}

// A command in its queue, or one that clmem has enqueued in another queue, keeps the memory alive.
TEST_F(svm_allocation, is_freed_when_its_queues_are_done) {
    queue_owner second;
    REQUIRE_OK(clmem_queue_create(context_, device_, 0, second.out()));
    for (cl_command_queue bound : {queue_.get(), cl_command_queue{}}) {
        for (cl_command_queue user : {queue_.get(), second.get()}) {
            buffer_owner buffer;
            REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, bound, buffer.out()));
            EXPECT_EQ(describe(buffer).queue, bound);
            gate held{context_};
            const std::uint32_t seed = 7;
            CHECK_OK(clmem_buffer_fill(buffer, user, &seed, 4, fill_part(0, SIZE_MAX, 1, &held.event()), nullptr));
            flush(user);
            const std::uint64_t before = counting().calls("clSVMFree");
            buffer.reset();
            std::this_thread::sleep_for(std::chrono::milliseconds{3});
            EXPECT_EQ(counting().calls("clSVMFree"), before) << "it was freed while a command used it";
            held.open();
            finish(user);
            for (int waits = 0; waits < 500 && counting().calls("clSVMFree") == before; ++waits) {
                std::this_thread::sleep_for(std::chrono::milliseconds{10});
            }
            EXPECT_EQ(counting().calls("clSVMFree"), before + 1);
        }
    }
}

TEST_F(svm_allocation, that_is_unused_is_freed_at_once) {
    buffer_owner buffer;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, nullptr, buffer.out()));
    buffer.reset();
    EXPECT_EQ(counting().calls("clSVMFree"), 1U);
    EXPECT_EQ(counting().calls("clEnqueueMarkerWithWaitList"), 0U);
}

TEST_F(svm_allocation, is_bound_to_another_queue_and_to_none) {
    queue_owner second;
    REQUIRE_OK(clmem_queue_create(context_, device_, 0, second.out()));
    buffer_owner buffer;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, queue_, buffer.out()));
    gate held{context_};
    const std::uint32_t first_seed = 1;
    const std::uint32_t last_seed = 2;
    CHECK_OK(clmem_buffer_fill(buffer, queue_, &first_seed, 4, fill_part(0, SIZE_MAX, 1, &held.event()), nullptr));
    CHECK_OK(clmem_svm_bind(buffer, second));
    EXPECT_EQ(describe(buffer).queue, second);
    event_owner filled;
    CHECK_OK(clmem_buffer_fill(buffer, second, &last_seed, 4, nullptr, filled.out()));
    flush(second);
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
    cl_int status = CL_COMPLETE;
    EXPECT_EQ(REAL(clGetEventInfo)(filled, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
              CL_SUCCESS);
    EXPECT_GT(status, CL_COMPLETE) << "the new queue did not wait for the old one";
    held.open();
    CHECK_OK(clmem_svm_unbind(buffer));
    EXPECT_EQ(describe(buffer).queue, nullptr);
    EXPECT_EQ(numbers_in(pointer_of(buffer), 1024), std::vector<std::uint32_t>(1024, last_seed));
}

} // namespace
} // namespace clmem::test
