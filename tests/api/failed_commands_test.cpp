// Commands fail while others wait for them: no process ends, no queue hangs, and no block has two owners.
#include "images.hpp"
#include "options.hpp"
#include "queue_memory.hpp"

#include <string_view>

namespace clmem::test {
namespace {

constexpr unsigned char one = 1;

// PoCL 3.1 ends the process if a command fails behind another one and the program has not asked for its event, so these
// tests ask for all of them.
class failed_commands : public queue_memory {
  protected:
    const leaks_of_the_driver events_that_stay_;
    cl_mem scratch_ = nullptr;
    std::int64_t before_ = 0;
    std::int64_t may_stay_ = 0;

    void SetUp() override {
        on_device::SetUp();
#if defined(__SANITIZE_THREAD__)
        GTEST_SKIP() << "PoCL locks the events that fail in several orders";
#endif
        if (HasFatalFailure()) { return; }
        before_ = counting().references();
        use(memory::buffer);
        if (HasFatalFailure()) { return; }
        cl_int code = CL_SUCCESS;
        scratch_ = REAL(clCreateBuffer)(context_, 0, 4096, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
    }
    void TearDown() override {
        if (scratch_ != nullptr) { REAL(clReleaseMemObject)(scratch_); }
        provider_.reset();
        const std::int64_t stayed = counting().references() - before_;
        if (stayed > 0 && stayed <= may_stay_) { hand_over(-stayed); }
        queue_memory::TearDown();
    }
    // PoCL 3.1 would end the process if the events of markers and barriers were released that fail: they stay.
    void allow_events_that_stay(const clmem_statistics &of) {
        clmem_device_info device = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &device));
        const bool is_pocl = std::string_view{device.platform_name} == "Portable Computing Language";
        may_stay_ += is_pocl ? static_cast<std::int64_t>(of.markers + of.barriers) : 0;
    }
    // Until it has ended all that fails. PoCL 3.1 uses events a moment longer than it has references to them.
    static void wait_for_the_driver() {
        std::this_thread::sleep_for(std::chrono::milliseconds{100});
    }
    // An event of a call of clmem, which the counting library has seen.
    class event_owner {
      public:
        event_owner() = default;
        event_owner(const event_owner &) = delete;
        event_owner &operator=(const event_owner &) = delete;
        ~event_owner() {
            if (event_ != nullptr) { EXPECT_EQ(COUNTED(clReleaseEvent)(event_), CL_SUCCESS); }
        }
        operator cl_event() const noexcept { return event_; }
        cl_event *out() noexcept { return &event_; }

      private:
        cl_event event_ = nullptr;
    };

    // The program's own command, which knows nothing of the pool.
    void fill_scratch(cl_command_queue queue, const gate *held, cl_event *event) {
        const cl_uint count = held != nullptr ? 1 : 0;
        ASSERT_EQ(REAL(clEnqueueFillBuffer)(queue, scratch_, &one, 1, 0, 4096, count,
                                            held != nullptr ? &held->event() : nullptr, event),
                  CL_SUCCESS);
    }
    static void fill(clmem_buffer block, cl_command_queue queue, const gate *held, cl_event *event) {
        REQUIRE_OK(clmem_buffer_fill(
            block, queue, &one, 1,
            fill_part(0, SIZE_MAX, held != nullptr ? 1 : 0, held != nullptr ? &held->event() : nullptr), event));
    }
};

// The pool's barrier in the second queue waits for a command of the first one that fails.
TEST_F(failed_commands, end_those_that_wait_for_them) {
    const pool_owner pool = make_tight_pool();
    const queue_owner first = make_queue();
    const queue_owner second = make_queue();
    gate failing{context_};
    event_owner failed;
    event_owner on_block;
    own_event on_own;
    event_owner after;
    buffer_owner block = allocate(pool, first, slab);
    fill(block, first, &failing, failed.out());
    ASSERT_EQ(REAL(clFlush)(first), CL_SUCCESS);
    block.reset();
    block = allocate(pool, second, slab);
    fill(block, second, nullptr, on_block.out());
    fill_scratch(second, nullptr, on_own.out());
    ASSERT_EQ(REAL(clFlush)(second), CL_SUCCESS);
    failing.fail();
    finish(second);
    EXPECT_TRUE(is_complete(on_block)) << "it ran, or has failed";
    EXPECT_TRUE(is_complete(on_own));
    fill(block, second, nullptr, after.out());
    finish(second);
    wait_for_the_driver();
    EXPECT_EQ(statistics(pool).host_waits, 0U);
    allow_events_that_stay(statistics(pool));
}

// Several barriers of one queue wait for commands that fail, and nothing else refers to any of them.
TEST_F(failed_commands, end_no_process_that_has_released_the_pool) {
    const queue_owner first = make_queue();
    const queue_owner second = make_queue();
    gate failing{context_};
    event_owner failed;
    {
        const pool_owner pool = make_tight_pool();
        for (int steal = 0; steal < 4; ++steal) {
            buffer_owner block = allocate(pool, first, slab);
            if (steal == 0) { fill(block, first, &failing, failed.out()); }
            block.reset();
            block = allocate(pool, second, slab);
        }
        EXPECT_GE(statistics(pool).barriers, 4U);
        allow_events_that_stay(statistics(pool));
        ASSERT_EQ(REAL(clFlush)(second), CL_SUCCESS);
    }
    failing.fail();
    finish(first);
    finish(second);
    EXPECT_TRUE(is_complete(failed));
    wait_for_the_driver();
}

TEST_F(failed_commands, do_not_free_a_block_that_another_command_uses) {
    if (!has_out_of_order_) { GTEST_SKIP() << "no out-of-order queues"; }
    const pool_owner pool = make_tight_pool();
    const queue_owner unordered = make_queue(true);
    const queue_owner ordered = make_queue();
    gate failing{context_};
    gate holding{context_};
    own_event failed;
    event_owner held;
    fill_scratch(unordered, &failing, failed.out());
    buffer_owner first = allocate(pool, unordered, slab);
    fill(first, unordered, &holding, nullptr);
    ASSERT_EQ(REAL(clFlush)(unordered), CL_SUCCESS);
    first.reset();
    REQUIRE_OK(clmem_pool_forget_queue(pool, unordered));
    failing.fail();
    wait_for_the_driver();
    const buffer_owner next = allocate(pool, ordered, slab);
    fill(next, ordered, nullptr, held.out());
    ASSERT_EQ(REAL(clFlush)(ordered), CL_SUCCESS);
    EXPECT_GE(statistics(pool).barriers, 1U) << "the next owner waits for the command that is held back";
    EXPECT_FALSE(is_complete(held)) << "the next owner's command waits for it";
    allow_events_that_stay(statistics(pool));
    holding.open();
    finish(ordered);
    finish(unordered);
    wait_for_the_driver();
}

} // namespace
} // namespace clmem::test
