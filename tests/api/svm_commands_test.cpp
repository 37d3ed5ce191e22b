// Commands on shared virtual memory: release at a point of a queue, migration between host and device, use as an OpenCL
// buffer; and uses of what was made from a block.
#include "options.hpp"
#include "queue_memory.hpp"
#include "svm_device.hpp"

#include <array>

namespace clmem::test {
namespace {

// ---- enqueued release ------------------------------------------------------------------------------------------------

class svm_release : public three_queues {
  protected:
    // A refused call loses nothing.
    void refuse(clmem_status expected, clmem_buffer block, cl_command_queue queue, const char *says = "") {
        auto event = reinterpret_cast<cl_event>(this);
        CHECK_STATUS(expected, clmem_svm_release_enqueued(block, queue, nullptr, &event));
        EXPECT_EQ(event, nullptr);
        EXPECT_NE(last_error().message.find(says), std::string::npos) << last_error().message;
        std::size_t bytes = 0;
        CHECK_OK(clmem_buffer_size(block, &bytes));
    }
};

INSTANTIATE_TEST_SUITE_P(, svm_release, testing::Values(memory::svm, memory::usm_device),
                         [](const auto &kind) { return name_of(kind.param); });

TEST_P(svm_release, waits_for_the_blocks_own_queue) {
    gate held{context_};
    buffer_owner block = allocate(pool_, owner_, slab);
    kernels_->write(owner_, block, old_seed, held.event());
    event_owner released;
    CHECK_OK(clmem_svm_release_enqueued(block.give_up(), nullptr, nullptr, released.out()));
    ASSERT_NE(released.get(), nullptr);
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
    EXPECT_FALSE(is_complete(released));
    expect_held_back(pool_, held, owner_);
    EXPECT_TRUE(is_complete(released));
}

TEST_P(svm_release, waits_for_the_queue_that_is_named) {
    gate held{context_};
    buffer_owner block = allocate(pool_, owner_, slab);
    kernels_->write(user_, block, old_seed, held.event());
    CHECK_OK(clmem_svm_release_enqueued(block.give_up(), user_, nullptr, nullptr));
    expect_held_back(pool_, held, user_);
}

TEST_P(svm_release, waits_for_events) {
    gate held{context_};
    buffer_owner block = allocate(pool_, owner_, slab);
    own_event written;
    kernels_->write(user_, block, old_seed, held.event(), written.out());
    flush(user_);
    const cl_event wait = written;
    CHECK_OK(clmem_svm_release_enqueued(block.give_up(), nullptr, after(1, &wait), nullptr));
    expect_held_back(pool_, held, user_);
}

TEST_P(svm_release, of_an_out_of_order_queue_waits_for_all_of_it) {
    if (!has_out_of_order_) { GTEST_SKIP() << "the device has no out-of-order queues"; }
    const queue_owner loose = make_queue(true);
    gate held{context_};
    buffer_owner block = allocate(pool_, loose, slab);
    kernels_->write(loose, block, old_seed, held.event());
    CHECK_OK(clmem_svm_release_enqueued(block.give_up(), nullptr, nullptr, nullptr));
    expect_held_back(pool_, held, loose);
}

TEST_P(svm_release, gives_the_block_back_to_its_pool) {
    buffer_owner block = allocate(pool_, owner_, slab);
    const clmem_buffer stale = block;
    CHECK_OK(clmem_svm_release_enqueued(block.give_up(), nullptr, nullptr, nullptr));
    EXPECT_EQ(statistics(pool_).active_blocks, 0U);
    EXPECT_EQ(statistics(pool_).releases, 1U);
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_svm_release_enqueued(stale, owner_, nullptr, nullptr));
}

TEST_P(svm_release, that_is_refused_loses_nothing) {
    context_owner other;
    REQUIRE_OK(clmem_context_create(device_, other.out()));
    queue_owner foreign;
    REQUIRE_OK(clmem_queue_create(other, device_, 0, foreign.out()));
    const buffer_owner block = allocate(pool_, nullptr, slab);
    refuse(CLMEM_ERROR_INVALID_ARGUMENT, block, nullptr, "since the block belongs to none, got NULL");
    refuse(CLMEM_ERROR_INVALID_ARGUMENT, block, foreign, "another context");
    for (const char *function : {"clEnqueueMarkerWithWaitList", "clFlush", "clRetainEvent"}) {
        counting().fail(function, 1, CL_OUT_OF_RESOURCES, false);
        refuse(CL_OUT_OF_RESOURCES, block, owner_);
        EXPECT_TRUE(counting().failed());
    }
    counting().fail("clGetCommandQueueInfo", 1, CL_INVALID_COMMAND_QUEUE, false);
    refuse(CL_INVALID_COMMAND_QUEUE, block, owner_);
    EXPECT_EQ(statistics(pool_).active_blocks, 1U);
}

class svm_commands : public svm_device {};

TEST_F(svm_commands, enqueued_release_needs_a_block_with_an_address_and_queues) {
    provider_owner buffers;
    REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, buffers.out()));
    clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
    std::array<unsigned char, 8192> memory{};
    callbacks.user = &memory;
    callbacks.allocate = [](void *user, std::size_t, void **out) -> clmem_status {
        *out = user;
        return CLMEM_SUCCESS;
    };
    callbacks.release = [](void *, void *, std::size_t) {};
    provider_owner own;
    REQUIRE_OK(clmem_provider_create_user(&callbacks, own.out()));
    const provider_owner of_nothing = make_provider();
    for (clmem_provider provider : {buffers.get(), own.get(), of_nothing.get()}) {
        buffer_owner block;
        REQUIRE_OK(clmem_provider_allocate(provider, 64, block.out()));
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_svm_release_enqueued(block, queue_, nullptr, nullptr));
        std::size_t bytes = 0;
        CHECK_OK(clmem_buffer_size(block, &bytes));
    }
}

TEST_F(svm_commands, enqueued_release_gives_an_allocation_back) {
    gate held{context_};
    buffer_owner buffer;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, nullptr, buffer.out()));
    event_owner released;
    const std::uint32_t value = 1;
    EXPECT_EQ(REAL(clEnqueueSVMMemFill)(queue_, pointer_of(buffer), &value, 4, 4096, 1, &held.event(), nullptr),
              CL_SUCCESS);
    CHECK_OK(clmem_svm_release_enqueued(buffer.give_up(), queue_, nullptr, released.out()));
    std::this_thread::sleep_for(std::chrono::milliseconds{3});
    EXPECT_EQ(counting().calls("clSVMFree"), 0U) << "it was freed while a command used it";
    held.open();
    finish(queue_);
    for (int waits = 0; waits < 500 && counting().calls("clSVMFree") == 0; ++waits) {
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    EXPECT_EQ(counting().calls("clSVMFree"), 1U);
}

// ---- migration -------------------------------------------------------------------------------------------------------

class svm_migration : public svm_device {
  protected:
    void SetUp() override {
        svm_device::SetUp();
        if (HasFatalFailure() || IsSkipped()) { return; }
        if (info_.opencl_version < 210) {
            buffer_owner buffer;
            REQUIRE_OK(clmem_svm_allocate(context_, 0, 64, 0, nullptr, buffer.out()));
            const clmem_buffer one = buffer;
            CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_svm_migrate(queue_, 1, &one, 0, nullptr, nullptr));
            buffer.reset();
            GTEST_SKIP() << info_.name << " has OpenCL " << info_.opencl_version;
        }
    }
};

TEST_F(svm_migration, keeps_the_content) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_svm(context_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    const buffer_owner block = make_buffer(pool, 4096);
    const buffer_owner neighbour = make_buffer(pool, 4096);
    buffer_owner alone;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, queue_, alone.out()));
    buffer_owner tag;
    REQUIRE_OK(clmem_svm_wrap(nullptr, pointer_of(alone), SIZE_MAX, 0, tag.out()));
    const std::array<clmem_buffer, 3> all{block, neighbour, tag};
    std::uint32_t seed = 40;
    for (clmem_buffer buffer : {block.get(), neighbour.get(), alone.get()}) {
        ++seed;
        CHECK_OK(clmem_buffer_fill(buffer, queue_, &seed, 4, nullptr, nullptr));
    }
    gate held{context_};
    event_owner moved;
    for (const std::uint64_t flags : {std::uint64_t{0}, std::uint64_t{CL_MIGRATE_MEM_OBJECT_HOST}}) {
        CHECK_OK(clmem_svm_migrate(queue_, 3, all.data(), flags, after(1, &held.event()), moved.out()));
        ASSERT_NE(moved.get(), nullptr);
    }
    flush(queue_);
    cl_int status = CL_COMPLETE;
    EXPECT_EQ(REAL(clGetEventInfo)(moved, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
              CL_SUCCESS);
    EXPECT_GT(status, CL_COMPLETE) << "it did not wait";
    held.open();
    EXPECT_EQ(numbers_in(pointer_of(block), 1024), std::vector<std::uint32_t>(1024, 41));
    EXPECT_EQ(numbers_in(pointer_of(neighbour), 1024), std::vector<std::uint32_t>(1024, 42));
    EXPECT_EQ(numbers_in(pointer_of(alone), 1024), std::vector<std::uint32_t>(1024, 43));
}

TEST_F(svm_migration, needs_arguments_that_make_sense) {
    buffer_owner svm;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, queue_, svm.out()));
    buffer_owner object;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 4096, nullptr, object.out()));
    provider_owner pinned;
    REQUIRE_OK(clmem_provider_create_pinned(queue_, nullptr, pinned.out()));
    buffer_owner of_host;
    REQUIRE_OK(clmem_provider_allocate(pinned, 64, of_host.out()));
    const auto refused = [&](clmem_status expected, std::uint32_t count, clmem_buffer second, std::uint64_t flags,
                             const char *says) {
        const std::array<clmem_buffer, 2> all{svm, second};
        auto event = reinterpret_cast<cl_event>(this);
        CHECK_STATUS(expected, clmem_svm_migrate(queue_, count, all.data(), flags, nullptr, &event));
        EXPECT_EQ(event, nullptr);
        EXPECT_NE(last_error().message.find(says), std::string::npos) << last_error().message;
    };
    refused(CLMEM_ERROR_INVALID_ARGUMENT, 0, svm, 0, "count");
    refused(CLMEM_ERROR_INVALID_ARGUMENT, 1, svm, 4, "flags");
    refused(CLMEM_ERROR_INVALID_HANDLE, 2, nullptr, 0, "buffers");
    refused(CLMEM_ERROR_UNSUPPORTED, 2, object, 0, "clmem_memory_migrate()");
    refused(CLMEM_ERROR_UNSUPPORTED, 2, of_host, 0, "expected shared virtual memory");
    counting().fail("clEnqueueSVMMigrateMem", 1, CL_INVALID_VALUE, false);
    refused(CL_INVALID_VALUE, 1, svm, 0, "clEnqueueSVMMigrateMem");
    counting().fail("clGetCommandQueueInfo", 1, CL_INVALID_COMMAND_QUEUE, false);
    refused(CL_INVALID_COMMAND_QUEUE, 1, svm, 0, "");
}

// ---- as an OpenCL buffer ---------------------------------------------------------------------------------------------

TEST_F(svm_commands, a_buffer_over_svm_has_the_same_bytes) {
    buffer_owner svm;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, queue_, svm.out()));
    const std::uint32_t value = 0xABCD;
    CHECK_OK(clmem_buffer_fill(svm, queue_, &value, 4, nullptr, nullptr));
    finish(queue_);
    buffer_owner tag;
    REQUIRE_OK(clmem_svm_wrap(nullptr, pointer_of(svm), SIZE_MAX, 0, tag.out()));
    for (clmem_buffer from : {svm.get(), tag.get()}) {
        buffer_owner over;
        REQUIRE_OK(clmem_svm_as_buffer(from, context_, CL_MEM_READ_WRITE, from == tag ? 2048 : SIZE_MAX, over.out()));
        clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
        CHECK_OK(clmem_memory_describe(reinterpret_cast<clmem_memory>(over.get()), &info));
        EXPECT_EQ(info.type, static_cast<std::uint32_t>(CL_MEM_OBJECT_BUFFER));
        EXPECT_EQ(info.bytes, from == tag ? 2048U : 4096U);
        EXPECT_EQ(info.host_pointer, pointer_of(svm));
        EXPECT_NE(info.flags & CL_MEM_USE_HOST_PTR, 0U);
        cl_mem mem = nullptr;
        REQUIRE_OK(clmem_buffer_mem(over, &mem));
        std::array<std::uint32_t, 512> found{};
        EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue_, mem, CL_TRUE, 0, sizeof found, found.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(found[0], value);
        EXPECT_EQ(found[511], value);
    }
}

TEST_F(svm_commands, a_buffer_over_svm_can_be_divided) {
    buffer_owner svm;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, queue_, svm.out()));
    buffer_owner over;
    REQUIRE_OK(clmem_svm_as_buffer(svm, context_, 0, SIZE_MAX, over.out()));
    buffer_owner part;
    REQUIRE_OK(clmem_buffer_sub_region(over, 1024, 2048, 0, part.out()));
    buffer_owner part_of_part;
    REQUIRE_OK(clmem_buffer_sub_region(part, 1024, 512, 0, part_of_part.out()));
    clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
    CHECK_OK(clmem_memory_describe(reinterpret_cast<clmem_memory>(part_of_part.get()), &info));
    EXPECT_EQ(info.offset_bytes, 2048U);
    for (clmem_buffer buffer : {over.get(), part_of_part.get()}) {
        const std::uint32_t value = buffer == over ? 1 : 2;
        CHECK_OK(clmem_buffer_fill(buffer, queue_, &value, 4, nullptr, nullptr));
    }
    const auto found = numbers_in(pointer_of(svm), 1024);
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i], i >= 512 && i < 640 ? 2U : 1U) << i;
    }
}

TEST_F(svm_commands, a_buffer_over_svm_keeps_the_memory) {
    provider_owner provider;
    REQUIRE_OK(clmem_provider_create_svm(context_, nullptr, provider.out()));
    const pool_owner pool = make_pool(provider);
    buffer_owner block = make_buffer(pool, 4096);
    buffer_owner over;
    REQUIRE_OK(clmem_svm_as_buffer(block, context_, 0, SIZE_MAX, over.out()));
    block.reset();
    EXPECT_EQ(statistics(pool).active_blocks, 1U);
    over.reset();
    EXPECT_EQ(statistics(pool).active_blocks, 0U);
}

TEST_F(svm_commands, a_buffer_over_svm_needs_arguments_that_make_sense) {
    buffer_owner svm;
    REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, queue_, svm.out()));
    buffer_owner unknown;
    REQUIRE_OK(clmem_svm_wrap(nullptr, pointer_of(svm), SIZE_MAX, 0, unknown.out()));
    buffer_owner object;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 4096, nullptr, object.out()));
    provider_owner pinned;
    REQUIRE_OK(clmem_provider_create_pinned(queue_, nullptr, pinned.out()));
    buffer_owner of_host;
    REQUIRE_OK(clmem_provider_allocate(pinned, 64, of_host.out()));
    context_owner other;
    REQUIRE_OK(clmem_context_create(device_, other.out()));
    const auto refused = [&](clmem_status expected, clmem_buffer from, cl_context context, std::uint64_t flags,
                             std::size_t bytes) {
        auto out = reinterpret_cast<clmem_buffer>(this);
        CHECK_STATUS(expected, clmem_svm_as_buffer(from, context, flags, bytes, &out));
        EXPECT_EQ(out, nullptr);
    };
    refused(CLMEM_SUCCESS, svm, context_, 0, 0); // no OpenCL object
    refused(CLMEM_ERROR_INVALID_ARGUMENT, svm, other, 0, 64);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, svm, context_, 0, 4097);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, svm, context_, CL_MEM_ALLOC_HOST_PTR, 64);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, svm, context_, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64);
    refused(CLMEM_ERROR_INVALID_ARGUMENT, unknown, context_, 0, SIZE_MAX);
    refused(CLMEM_ERROR_UNSUPPORTED, object, context_, 0, 64);
    refused(CLMEM_ERROR_UNSUPPORTED, of_host, context_, 0, 64);
    counting().fail("clCreateBuffer", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
    refused(CLMEM_ERROR_OUT_OF_MEMORY, svm, context_, 0, 64);
    counting().fail("clGetContextInfo", 1, CL_INVALID_CONTEXT, false);
    refused(CL_INVALID_CONTEXT, svm, context_, 0, 64);
}

// ---- uses of what was made from a block ---------------------------------------------------------------------------

class derived_use : public queues_of_three {};

INSTANTIATE_TEST_SUITE_P(, derived_use, testing::Values(memory::buffer, memory::svm),
                         [](const auto &kind) { return name_of(kind.param); });

// Another queue uses a sub-region of a block, or an OpenCL buffer over it: the block waits for that queue too.
TEST_P(derived_use, counts_for_the_block) {
    for (const bool is_told : {true, false}) { // by the program, or by a command of clmem
        const pool_owner pool = make_tight_pool();
        buffer_owner block = allocate(pool, owner_, slab);
        buffer_owner part;
        if (GetParam() == memory::buffer) {
            REQUIRE_OK(clmem_buffer_sub_region(block, 4096, 4096, 0, part.out()));
        } else {
            REQUIRE_OK(clmem_svm_as_buffer(block, context_, 0, 4096, part.out()));
        }
        gate held{context_};
        const std::uint32_t value = 1;
        cl_mem mem = nullptr;
        REQUIRE_OK(clmem_buffer_mem(part, &mem));
        if (is_told) {
            CHECK_OK(clmem_pool_record_use(pool, part, user_));
            EXPECT_EQ(REAL(clEnqueueFillBuffer)(user_, mem, &value, 4, 0, 4096, 1, &held.event(), nullptr), CL_SUCCESS);
        } else {
            CHECK_OK(clmem_buffer_fill(part, user_, &value, 4, fill_part(0, SIZE_MAX, 1, &held.event()), nullptr));
        }
        flush(user_);
        block.reset();
        part.reset();
        expect_held_back(pool, held, user_);
    }
}

TEST_P(derived_use, is_of_a_pools_own_blocks) {
    const pool_owner pool = make_tight_pool();
    const pool_owner other = make_tight_pool();
    const buffer_owner block = allocate(other, queue_, slab);
    buffer_owner alone;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 8192, nullptr, alone.out()));
    std::vector<buffer_owner> parts(2);
    REQUIRE_OK(clmem_buffer_sub_region(alone, 4096, 4096, 0, parts[0].out()));
    if (GetParam() == memory::buffer) {
        REQUIRE_OK(clmem_buffer_sub_region(block, 4096, 4096, 0, parts[1].out()));
    } else {
        REQUIRE_OK(clmem_svm_as_buffer(block, context_, 0, 4096, parts[1].out()));
    }
    for (const buffer_owner &part : parts) {
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_record_use(pool, part, queue_));
    }
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pool_record_use(pool, alone, queue_));
    CHECK_OK(clmem_pool_record_use(other, parts[1], queue_));
}

} // namespace
} // namespace clmem::test
