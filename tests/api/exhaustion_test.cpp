// Memory really runs out: the process may not have more address space, so the driver refuses. The pool then takes what
// other queues have released, however busy they are, and fails only after that; later it works as before.
#include "queue_memory.hpp"

#include <array>
#include <fstream>
#include <iostream>
#include <sys/resource.h>
#include <unistd.h>

namespace clmem::test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t block_bytes = 32 * mib;
// Half a block is left when no further one fits, for threads and for other needs of driver and pool.
constexpr std::size_t room = 10 * block_bytes + block_bytes / 2;

// Sanitizers reserve terabytes of addresses, so with them only the pool's limit ends the run.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool may_limit_addresses = false;
#else
constexpr bool may_limit_addresses = true;
#endif

void limit_addresses() {
    std::size_t pages = 0;
    std::ifstream{"/proc/self/statm"} >> pages;
    const rlim_t bytes = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + room;
    const rlimit limit{bytes, bytes};
    ASSERT_GT(pages, 0U);
    ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
}

class exhaustion : public queue_memory, public testing::WithParamInterface<memory> {
  protected:
    std::array<queue_owner, 3> queues_;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        use(GetParam());
        if (HasFatalFailure() || IsSkipped()) { return; }
        for (queue_owner &queue : queues_) {
            queue = make_queue();
        }
    }
    void TearDown() override {
        for (queue_owner &queue : queues_) {
            queue.reset();
        }
        queue_memory::TearDown();
    }

    // Devices with dedicated memory are not affected by the limit on addresses.
    [[nodiscard]] bool is_on_host() const {
        cl_device_type type = 0;
        EXPECT_EQ(REAL(clGetDeviceInfo)(device_, CL_DEVICE_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
        return (type & CL_DEVICE_TYPE_CPU) != 0;
    }

    // Allocates blocks for the three queues in turn until memory runs out.
    std::vector<buffer_owner> take_all(clmem_pool pool) {
        std::vector<buffer_owner> all;
        clmem_status status = CLMEM_SUCCESS;
        while (status == CLMEM_SUCCESS) {
            buffer_owner block;
            status = clmem_pool_allocate(pool, queues_[all.size() % queues_.size()], block_bytes, block.out());
            if (status == CLMEM_SUCCESS) { all.push_back(std::move(block)); }
        }
        EXPECT_EQ(status, CLMEM_ERROR_OUT_OF_MEMORY) << last_error().message;
        return all;
    }

    // One queue has released a block while its commands are held back: another queue must get it anyway.
    void expect_pending_block_is_taken(clmem_pool pool, buffer_owner &released_by_first) {
        const clmem_statistics before = statistics(pool);
        gate held{context_};
        EXPECT_EQ(REAL(clEnqueueBarrierWithWaitList)(queues_[0], 1, &held.event(), nullptr), CL_SUCCESS);
        flush(queues_[0]);
        const std::uint64_t place = describe(released_by_first).slab;
        released_by_first.reset();
        std::jthread opener;
        if (is_host_reachable(GetParam())) {
            opener = open_when_waited_for(held, pool);
        } // not before its use is complete
        const buffer_owner taken = allocate(pool, queues_[1], block_bytes);
        EXPECT_EQ(describe(taken).slab, place);
        const clmem_statistics after = statistics(pool);
        EXPECT_EQ(after.driver_allocations, before.driver_allocations);
        EXPECT_EQ(after.failures, before.failures);
        if (is_host_reachable(GetParam())) {
            EXPECT_GT(after.host_waits, before.host_waits);
        } else {
            EXPECT_GT(after.barriers, before.barriers);
            expect_held_back(queues_[1]);
        }
        clmem_buffer none = nullptr;
        CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pool_allocate(pool, queues_[2], block_bytes, &none));
        held.open();
        finish(queues_[0]);
        finish(queues_[1]);
    }

    static void expect_held_back(cl_command_queue queue) {
        cl_event reached = nullptr;
        ASSERT_EQ(REAL(clEnqueueMarkerWithWaitList)(queue, 0, nullptr, &reached), CL_SUCCESS);
        flush(queue);
        std::this_thread::sleep_for(2ms);
        EXPECT_FALSE(is_complete(reached)) << "the pool did not wait for the queue that still uses the block";
        REAL(clReleaseEvent)(reached);
    }

    void run_out_and_recover() {
        // A driver with separate memory never refuses here, nor does one that allocates a buffer's memory on first use,
        // like PoCL: in those cases the pool's own limit ends the run.
        const pool_owner pool = make_tight_pool(2 * room);
        if (may_limit_addresses && is_on_host()) { limit_addresses(); }
        std::vector<buffer_owner> blocks = take_all(pool);
        const std::size_t count = blocks.size();
        ASSERT_GT(count, queues_.size());
        if (may_limit_addresses && is_on_host() && GetParam() != memory::buffer) {
            EXPECT_LT(statistics(pool).managed_bytes, room) << "the process did not run out of memory";
            EXPECT_NE(last_error().opencl_code, CL_SUCCESS) << "the driver has not refused";
        }
        expect_pending_block_is_taken(pool, blocks[0]);
        blocks.clear();
        EXPECT_EQ(statistics(pool).active_blocks, 0U);
        check_figures(pool);
        EXPECT_EQ(take_all(pool).size(), count) << "from memory kept by the pool: " << last_error().message;
        CHECK_OK(clmem_pool_free_held(pool));
        EXPECT_EQ(statistics(pool).managed_bytes, 0U);
        EXPECT_GT(take_all(pool).size(), count / 2) << "after memory returned to the driver: " << last_error().message;
        check_figures(pool);
    }

    [[noreturn]] void run_in_child() {
        run_out_and_recover();
        // Such a child does not print its failures otherwise.
        const testing::TestResult &result = *testing::UnitTest::GetInstance()->current_test_info()->result();
        for (int i = 0; i < result.total_part_count(); ++i) {
            const testing::TestPartResult &part = result.GetTestPartResult(i);
            std::cerr << part.file_name() << ':' << part.line_number() << ": " << part.message() << '\n';
        }
        std::_Exit(HasFailure() ? 1 : 0);
    }
};

INSTANTIATE_TEST_SUITE_P(, exhaustion, testing::Values(memory::buffer, memory::svm, memory::pinned),
                         [](const auto &kind) { return name_of(kind.param); });

TEST_P(exhaustion, takes_what_other_queues_released_and_recovers) {
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // a new process, since limits cannot be raised again
    EXPECT_EXIT(run_in_child(), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace clmem::test
