// A launch tells the pools which blocks its queue uses: a block that a kernel uses, or may access, is not reused before
// the kernel is done, in whichever queue it runs.
#include "queue_memory.hpp"

namespace clmem::test {
namespace {

constexpr const char *source = "kernel void spoil(global uint *block) { block[get_global_id(0)] = 1; }\n"
                               "kernel void spoil_far(global uint *block, ulong address) {\n"
                               "    ((global uint *)address)[get_global_id(0)] = 1;\n"
                               "}\n";

class launch_order : public queues_of_three {
  protected:
    program_owner program_;

    void SetUp() override {
        queues_of_three::SetUp();
        if (HasFatalFailure() || IsSkipped()) { return; }
        REQUIRE_OK(clmem_program_create(context_, source, program_.out()));
        REQUIRE_OK(clmem_program_build(program_, nullptr, 0, nullptr));
    }
    void TearDown() override {
        program_.reset();
        queues_of_three::TearDown();
    }

    kernel_owner kernel(const char *name) {
        kernel_owner made;
        CHECK_OK(clmem_kernel_create(program_, name, made.out()));
        return made;
    }
    static void set(clmem_kernel k, std::uint32_t index, clmem_buffer buffer) {
        CHECK_OK(clmem_kernel_set_memory(k, index, reinterpret_cast<clmem_memory>(buffer)));
    }
    // Launches in the user's queue, behind a gate; the arguments are released.
    void launch(clmem_kernel k, const gate &held) {
        clmem_launch_options how = CLMEM_LAUNCH_OPTIONS_INIT;
        how.global[0] = 1024;
        how.local[0] = 64;
        how.wait_count = 1;
        how.wait_events = &held.event();
        how.flags = CLMEM_LAUNCH_CLEAR;
        CHECK_OK(clmem_kernel_launch(k, user_, &how, nullptr));
        flush(user_);
    }
    // Takes the only block over, and checks that the held-back command does not spoil its new content.
    void expect_kept_apart(clmem_pool pool, gate &held) {
        const bool waits = is_host_reachable(GetParam());
        std::jthread opener;
        if (waits) { opener = open_when_waited_for(held, pool); }
        const buffer_owner block = allocate(pool, taker_, slab);
        own_event written;
        kernels_->write(taker_, block, new_seed, nullptr, written.out());
        flush(taker_);
        if (waits) {
            opener.join();
            EXPECT_EQ(statistics(pool).host_waits, 1U);
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds{2});
            EXPECT_FALSE(is_complete(written)) << "the block was written while a pending kernel used it";
            held.open();
        }
        finish(user_);
        finish(taker_);
        kernels_->check(taker_, block, new_seed);
        finish(taker_);
        EXPECT_EQ(kernels_->wrong(), 0U);
        check_figures(pool);
    }
};

INSTANTIATE_TEST_SUITE_P(, launch_order,
                         testing::Values(memory::buffer, memory::immediate, memory::svm, memory::svm_fine,
                                         memory::usm_device, memory::usm_host),
                         [](const auto &kind) { return name_of(kind.param); });

TEST_P(launch_order, a_block_that_a_kernel_uses_waits_for_it) {
    const pool_owner pool = make_tight_pool();
    const kernel_owner spoil = kernel("spoil");
    gate held{context_};
    buffer_owner block = allocate(pool, owner_, slab);
    set(spoil, 0, block);
    launch(spoil, held);
    block.reset();
    expect_kept_apart(pool, held);
}

TEST_P(launch_order, a_block_that_is_an_argument_still_is_not_used_again) {
    const pool_owner pool = make_tight_pool();
    kernel_owner spoil = kernel("spoil");
    buffer_owner block = allocate(pool, owner_, slab);
    set(spoil, 0, block);
    block.reset();
    clmem_buffer none = nullptr;
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, taker_, slab, &none));
    gate held{context_};
    launch(spoil, held); // and releases its arguments
    expect_kept_apart(pool, held);
}

TEST_P(launch_order, memory_that_is_reached_through_other_memory_waits_too) {
    if (GetParam() == memory::buffer || GetParam() == memory::immediate) {
        GTEST_SKIP() << "buffers have no addresses";
    }
    const pool_owner pool = make_tight_pool();
    kernel_owner spoil = kernel("spoil_far");
    buffer_owner argument;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 4096, nullptr, argument.out()));
    buffer_owner block = allocate(pool, owner_, slab);
    void *pointer = nullptr;
    CHECK_OK(clmem_svm_pointer(block, &pointer));
    const auto address = static_cast<cl_ulong>(reinterpret_cast<std::uintptr_t>(pointer));
    set(spoil, 0, argument);
    CHECK_OK(clmem_kernel_set_bytes(spoil, 1, &address, sizeof address));
    const clmem_buffer reached = block;
    CHECK_OK(clmem_kernel_use_svm(spoil, 1, &reached));
    gate held{context_};
    launch(spoil, held);
    block.reset();
    EXPECT_EQ(statistics(pool).active_blocks, 1U) << "the kernel may still access it";
    spoil.reset();
    expect_kept_apart(pool, held);
}

} // namespace
} // namespace clmem::test
