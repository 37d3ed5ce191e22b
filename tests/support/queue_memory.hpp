// For tests of several queues on every kind of memory that a device has.
#pragma once

#include "figures.hpp"
#include "kernels.hpp"
#include "opencl.hpp"
#include "options.hpp"

#include <chrono>
#include <thread>

namespace clmem::test {

enum class memory { buffer, immediate, svm, svm_fine, usm_device, usm_host, usm_shared, pinned };

inline constexpr memory all_memories[] = {memory::buffer,     memory::immediate, memory::svm,        memory::svm_fine,
                                          memory::usm_device, memory::usm_host,  memory::usm_shared, memory::pinned};

inline const char *name_of(memory kind) {
    static constexpr const char *names[] = {"buffer",     "immediate", "svm",        "svm_fine",
                                            "usm_device", "usm_host",  "usm_shared", "pinned"};
    return names[static_cast<int>(kind)];
}

inline access access_of(memory kind) {
    static constexpr access how[] = {access::buffer, access::buffer, access::svm, access::svm,
                                     access::usm,    access::usm,    access::usm, access::transfer};
    return how[static_cast<int>(kind)];
}

// Whether the host accesses it without commands: barriers would not help then, so a block is reused only after its last
// use is complete.
inline bool is_host_reachable(memory kind) {
    return kind == memory::svm_fine || kind == memory::usm_host || kind == memory::usm_shared || kind == memory::pinned;
}

class queue_memory : public on_device {
  protected:
    static constexpr std::size_t slab = std::size_t{2} << 20; // the smallest slab of a pool

    provider_owner provider_;
    std::unique_ptr<pattern_kernels> kernels_;
    bool has_out_of_order_ = false;

    // Skips the test if the device has no such memory.
    void use(memory kind) {
        static constexpr std::uint64_t needed[] = {CLMEM_DEVICE_BUFFER,   CLMEM_DEVICE_BUFFER, CLMEM_DEVICE_SVM_COARSE,
                                                   CLMEM_DEVICE_SVM_FINE, CLMEM_DEVICE_USM,    CLMEM_DEVICE_USM,
                                                   CLMEM_DEVICE_USM,      CLMEM_DEVICE_BUFFER};
        clmem_device_info device = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &device));
        has_out_of_order_ = (device.features & CLMEM_DEVICE_OUT_OF_ORDER_QUEUE) != 0;
        if ((device.features & needed[static_cast<int>(kind)]) == 0) {
            GTEST_SKIP() << device.name << " has no " << name_of(kind);
        }
        ASSERT_EQ(create(kind), CLMEM_SUCCESS) << last_error().message;
        kernels_ = std::make_unique<pattern_kernels>(context_, std::vector{device_}, access_of(kind));
    }
    void TearDown() override {
        counting().ignore_order(false);
        kernels_.reset();
        provider_.reset();
        on_device::TearDown();
    }

    queue_owner make_queue(bool out_of_order = false) {
        queue_owner made;
        CHECK_OK(clmem_queue_create(context_, device_, out_of_order ? CLMEM_QUEUE_OUT_OF_ORDER : 0, made.out()));
        return made;
    }
    // Opens a gate once the pool has counted a wait of the host, or in any case after a while.
    static std::jthread open_when_waited_for(gate &held, clmem_pool pool) {
        return std::jthread{[&held, pool, before = statistics(pool).host_waits] {
            for (int waits = 0; waits < 1000 && statistics(pool).host_waits == before; ++waits) {
                std::this_thread::sleep_for(std::chrono::milliseconds{10});
            }
            held.open();
        }};
    }
    // A pool that holds at most one slab, so a block of the slab's size is always the same range.
    pool_owner make_tight_pool(std::size_t limit = slab) {
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.limit_bytes = limit;
        return make_pool(provider_, &options);
    }
    static buffer_owner allocate(clmem_pool pool, cl_command_queue queue, std::size_t bytes) {
        buffer_owner made;
        CHECK_OK(clmem_pool_allocate(pool, queue, bytes, made.out()));
        return made;
    }

  private:
    clmem_status create(memory kind) {
        switch (kind) {
        case memory::buffer:
            return clmem_provider_create_buffer(context_, nullptr, provider_.out());
        case memory::immediate:
            return clmem_provider_create_immediate(queue_, nullptr, provider_.out());
        case memory::svm:
            return clmem_provider_create_svm(context_, nullptr, provider_.out());
        case memory::svm_fine:
            return clmem_provider_create_svm(context_, memory_flags(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER),
                                             provider_.out());
        case memory::usm_device:
            return clmem_provider_create_usm(context_, device_, CLMEM_USM_DEVICE, nullptr, provider_.out());
        case memory::usm_host:
            return clmem_provider_create_usm(context_, nullptr, CLMEM_USM_HOST, nullptr, provider_.out());
        case memory::usm_shared:
            return clmem_provider_create_usm(context_, device_, CLMEM_USM_SHARED, nullptr, provider_.out());
        case memory::pinned:
            return clmem_provider_create_pinned(queue_, nullptr, provider_.out());
        }
        return CLMEM_ERROR_INTERNAL;
    }
};

// A queue that owns blocks, a queue that uses them too, and a queue that takes them over, on one kind of memory.
class queues_of_three : public queue_memory, public testing::WithParamInterface<memory> {
  protected:
    queue_owner owner_;
    queue_owner user_;
    queue_owner taker_;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        use(GetParam());
        if (HasFatalFailure() || IsSkipped()) { return; }
        owner_ = make_queue();
        user_ = make_queue();
        taker_ = make_queue();
    }
    void TearDown() override {
        for (queue_owner *queue : {&owner_, &user_, &taker_}) {
            queue->reset();
        }
        queue_memory::TearDown();
    }
    // The pool's only block moves to `taker_`, whose command must not run before the gate opens.
    void expect_held_back(clmem_pool pool, gate &held, cl_command_queue user) {
        const buffer_owner block = allocate(pool, taker_, slab);
        own_event written;
        kernels_->write(taker_, block, new_seed, nullptr, written.out());
        flush(taker_);
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
        EXPECT_FALSE(is_complete(written)) << "the block was written while a pending command used it";
        held.open();
        finish(user);
        kernels_->check(taker_, block, new_seed);
        finish(taker_);
        EXPECT_EQ(kernels_->wrong(), 0U);
        check_figures(pool);
    }
};

// The three queues, and a pool for one block at a time.
class three_queues : public queues_of_three {
  protected:
    pool_owner pool_;

    void SetUp() override {
        queues_of_three::SetUp();
        if (!HasFatalFailure() && !IsSkipped()) { pool_ = make_tight_pool(); }
    }
    void TearDown() override {
        pool_.reset();
        queues_of_three::TearDown();
    }
};

} // namespace clmem::test
