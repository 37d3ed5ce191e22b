// Queue order is real: a gate holds a command back in one queue while its block is released and allocated for another.
// The same steps without barriers and waits must fail, which shows that the test can detect it.
#include "queue_memory.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <semaphore>
#include <thread>
#include <tuple>

namespace clmem::test {
namespace {

using namespace std::chrono_literals;

enum class taker { same, in_order, out_of_order };
using how = std::tuple<memory, bool, taker, bool>; // kind; from an out-of-order queue; to; released by another thread

std::string name_of_case(const testing::TestParamInfo<how> &info) {
    const auto &[kind, from_out_of_order, to, elsewhere] = info.param;
    static constexpr const char *takers[] = {"the_same", "an_in_order", "an_out_of_order"};
    return std::string{name_of(kind)} + (from_out_of_order ? "_from_an_out_of_order" : "_from_an_in_order") + "_to_" +
           takers[static_cast<int>(to)] + "_queue" + (elsewhere ? "_by_another_thread" : "");
}

// A thread that releases a block and stays alive with its cache.
class releaser {
  public:
    explicit releaser(clmem_buffer block)
        : thread_{[this, block] {
              EXPECT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
              released_.release();
              may_end_.acquire();
          }} {
        released_.acquire();
    }
    ~releaser() { may_end_.release(); }

  private:
    std::binary_semaphore released_{0};
    std::binary_semaphore may_end_{0};
    std::jthread thread_;
};

// Opens a gate after a while if it still exists, so that no wait behind the gate lasts forever.
class late_opener {
  public:
    explicit late_opener(gate &held)
        : thread_{[this, &held] {
              if (ended_.try_acquire_for(5s)) { return; }
              has_opened_ = true;
              held.open();
          }} {}
    ~late_opener() { ended_.release(); }
    [[nodiscard]] bool has_opened() const noexcept { return has_opened_; }

  private:
    std::binary_semaphore ended_{0};
    std::atomic<bool> has_opened_{false};
    std::jthread thread_;
};

class queue_order : public queue_memory, public testing::WithParamInterface<how> {
  protected:
    queue_owner from_;
    queue_owner other_;
    cl_command_queue to_ = nullptr;
    // The driver ran nothing before the command that was held back, even though it was not asked to wait.
    bool device_kept_order_ = false;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        use(std::get<memory>(GetParam()));
        if (HasFatalFailure() || IsSkipped()) { return; }
        const bool from_out_of_order = std::get<1>(GetParam());
        const taker to = std::get<taker>(GetParam());
        if ((from_out_of_order || to == taker::out_of_order) && !has_out_of_order_) {
            GTEST_SKIP() << "the device has no out-of-order queues";
        }
        from_ = make_queue(from_out_of_order);
        other_ = make_queue(to == taker::out_of_order);
        to_ = to == taker::same ? from_.get() : other_.get();
    }
    void TearDown() override {
        from_.reset();
        other_.reset();
        queue_memory::TearDown();
    }

    [[nodiscard]] bool waits_on_host() const { return is_host_reachable(std::get<memory>(GetParam())); }
    // An in-order queue orders its own commands.
    [[nodiscard]] bool is_ordered_anyhow() const {
        return std::get<taker>(GetParam()) == taker::same && !std::get<1>(GetParam());
    }

    // The number of wrong values if the block's first command is held back while the block moves to another queue.
    std::uint32_t wrong_after(std::size_t bytes, bool first_reads, bool ordered) {
        const pool_owner pool = make_tight_pool();
        buffer_owner rest; // uses up all other memory
        if (bytes < slab) { rest = allocate(pool, from_, slab - bytes); }
        buffer_owner block = allocate(pool, from_, bytes);
        const clmem_buffer_info place = describe(block);
        gate held{context_};
        if (first_reads) {
            kernels_->write(from_, block, old_seed);
            finish(from_);
            kernels_->check(from_, block, old_seed, held.event());
        } else {
            kernels_->write(from_, block, old_seed, held.event());
        }
        flush(from_);
        counting().ignore_order(!ordered);
        std::unique_ptr<releaser> elsewhere;
        if (std::get<3>(GetParam())) {
            elsewhere = std::make_unique<releaser>(block.give_up());
        } else {
            block.reset();
        }
        take_and_write(pool, place, held, ordered, block);
        held.open();
        finish(from_);
        finish(to_);
        counting().ignore_order(false);
        kernels_->check(to_, block, new_seed);
        finish(to_);
        check_figures(pool);
        return kernels_->wrong();
    }

    void take_and_write(clmem_pool pool, const clmem_buffer_info &place, gate &held, bool ordered,
                        buffer_owner &block) {
        const bool waits = ordered && waits_on_host();
        const late_opener opener{held};
        std::jthread waited_for;
        if (waits) { waited_for = open_when_waited_for(held, pool); }
        block = allocate(pool, to_, place.bytes);
        EXPECT_EQ(describe(block).slab, place.slab);
        EXPECT_EQ(describe(block).offset_bytes, place.offset_bytes);
        EXPECT_EQ(statistics(pool).host_waits != 0, waits) << "a wait on the host, exactly where no barrier helps";
        cl_event written = nullptr;
        kernels_->write(to_, block, new_seed, nullptr, &written);
        flush(to_);
        if (!ordered) {
            EXPECT_EQ(REAL(clWaitForEvents)(1, &written), CL_SUCCESS);
            device_kept_order_ = opener.has_opened();
        } else if (!waits) {
            std::this_thread::sleep_for(2ms); // time for commands that nothing holds back
            EXPECT_FALSE(is_complete(written)) << "the block was written while a pending command used it";
        }
        REAL(clReleaseEvent)(written);
    }

    void expect_order(bool first_reads) {
        for (const std::size_t bytes :
             {slab, slab / 32, std::size_t{4096}}) { // the last one goes through a thread cache
            SCOPED_TRACE(bytes);
            EXPECT_EQ(wrong_after(bytes, first_reads, true), 0U);
            if (is_ordered_anyhow() || device_kept_order_) { continue; }
            const std::uint32_t wrong = wrong_after(bytes, first_reads, false);
            device_kept_order_ = device_kept_order_ && wrong == 0;
            if (!device_kept_order_) { EXPECT_NE(wrong, 0U) << "this test cannot fail"; }
        }
        if (device_kept_order_) {
            GTEST_SKIP() << "this device's driver runs these commands in order anyway, so the test cannot fail";
        }
    }
};

INSTANTIATE_TEST_SUITE_P(, queue_order,
                         testing::Combine(testing::ValuesIn(all_memories), testing::Bool(),
                                          testing::Values(taker::same, taker::in_order, taker::out_of_order),
                                          testing::Bool()),
                         name_of_case);

TEST_P(queue_order, a_late_writer_does_not_spoil_what_follows) {
    expect_order(false);
}

TEST_P(queue_order, a_late_reader_finds_what_it_came_for) {
    expect_order(true);
}

} // namespace
} // namespace clmem::test
