// Long random runs over many queues, in which a kernel checks every block before its release; and the memory of the
// process, which must not grow with the number of blocks that move between queues.
#include "kernels.hpp"
#include "racing.hpp"

#include <array>
#include <fstream>
#include <random>
#include <string>

namespace clmem::test {
namespace {

constexpr std::size_t slab = std::size_t{2} << 20;

int steps(int all) {
    return is_fast_build() ? all : rounds(all / 20);
}

// The resident memory of the process in KiB.
std::size_t resident_kib() {
    std::ifstream status{"/proc/self/status"};
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmRSS:")) { return std::stoul(line.substr(6)); }
    }
    ADD_FAILURE() << "/proc/self/status has no VmRSS";
    return 0;
}

class queues_on_a_device : public testing::Test {
  protected:
    cl_device_id device_ = nullptr;
    context_owner context_;
    provider_owner provider_;
    bool has_out_of_order_ = false;

    void SetUp() override {
        REQUIRE_OK(clmem_device_choose(nullptr, &device_)) << "these tests need an OpenCL device, for example PoCL";
        REQUIRE_OK(clmem_context_create(device_, context_.out()));
        REQUIRE_OK(clmem_provider_create_buffer(context_, nullptr, provider_.out()));
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &info));
        has_out_of_order_ = (info.features & CLMEM_DEVICE_OUT_OF_ORDER_QUEUE) != 0 && barriers_add_up();
    }
    // False on PoCL 3.1: after two barriers in an out-of-order queue, commands wait only for the second.
    bool barriers_add_up() {
        queue_owner queue;
        CHECK_OK(clmem_queue_create(context_, device_, CLMEM_QUEUE_OUT_OF_ORDER, queue.out()));
        gate first{context_};
        gate second{context_};
        for (const gate *waits : {&first, &second}) {
            EXPECT_EQ(REAL(clEnqueueBarrierWithWaitList)(queue, 1, &waits->event(), nullptr), CL_SUCCESS);
        }
        buffer_owner block;
        CHECK_OK(clmem_provider_allocate(provider_, 4096, block.out()));
        pattern_kernels kernels{context_, {device_}};
        cl_event behind = nullptr;
        kernels.write(queue, block, 1, nullptr, &behind);
        flush(queue);
        second.open();
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        cl_int status = CL_COMPLETE;
        EXPECT_EQ(REAL(clGetEventInfo)(behind, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                  CL_SUCCESS);
        first.open();
        finish(queue);
        REAL(clReleaseEvent)(behind);
        return status > CL_COMPLETE;
    }
    std::vector<queue_owner> make_queues(int count) {
        std::vector<queue_owner> made(static_cast<std::size_t>(count));
        for (queue_owner &queue : made) {
            const bool out_of_order = has_out_of_order_ && &queue == &made.back() && count > 2;
            CHECK_OK(clmem_queue_create(context_, device_, out_of_order ? CLMEM_QUEUE_OUT_OF_ORDER : 0, queue.out()));
        }
        return made;
    }
    pool_owner make_tight_pool(std::size_t limit) {
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.limit_bytes = limit;
        return make_pool(provider_, &options);
    }
};

// A live block, and the last command on it.
struct content {
    buffer_owner block;
    std::size_t queue = 0;
    std::uint32_t seed = 0;
    cl_event last = nullptr;
};

class random_run {
  public:
    random_run(clmem_pool pool, const std::vector<queue_owner> &queues, pattern_kernels &kernels, unsigned seed)
        : pool_{pool}, queues_{queues}, kernels_{kernels}, random_{seed} {}
    ~random_run() {
        for (content &c : live_) {
            REAL(clReleaseEvent)(c.last);
        }
    }

    void step() {
        if (live_.size() < 4 || (live_.size() < 24 && random_() % 2 == 0)) {
            take();
        } else if (random_() % 4 == 0) {
            use_elsewhere(live_[random_() % live_.size()]);
        } else {
            give(random_() % live_.size());
        }
        // Keeps the program from running far ahead of the device; besides, PoCL's markers take longer the more commands
        // are pending.
        if (++steps_ % 64 == 0) { finish(queues_[random_() % queues_.size()]); }
    }

  private:
    void take() {
        content c;
        c.queue = random_() % queues_.size();
        c.seed = ++seed_;
        const std::size_t bytes = 256 * (1 + random_() % (1U << random_() % 8));
        ASSERT_EQ(clmem_pool_allocate(pool_, queues_[c.queue], bytes, c.block.out()), CLMEM_SUCCESS)
            << last_error().message;
        kernels_.write(queues_[c.queue], c.block, c.seed, nullptr, &c.last);
        flush(queues_[c.queue]);
        live_.push_back(std::move(c));
    }
    // Another queue, or the same one, checks the block and fills it again after the last command on it.
    void use_elsewhere(content &c) {
        const std::size_t user = random_() % queues_.size();
        ASSERT_EQ(clmem_pool_record_use(pool_, c.block, queues_[user]), CLMEM_SUCCESS);
        cl_event done = nullptr;
        kernels_.check_and_write(queues_[user], c.block, c.seed, seed_ + 1, c.last, &done);
        flush(queues_[user]);
        REAL(clReleaseEvent)(std::exchange(c.last, done));
        c.seed = ++seed_;
    }
    void give(std::size_t which) {
        std::swap(live_[which], live_.back());
        content &c = live_.back();
        cl_event done = nullptr;
        kernels_.check(queues_[c.queue], c.block, c.seed, c.last, &done);
        flush(queues_[c.queue]);
        REAL(clReleaseEvent)(c.last);
        if (random_() % 8 == 0) { ASSERT_EQ(clmem_buffer_release_after(c.block.give_up(), 1, &done), CLMEM_SUCCESS); }
        REAL(clReleaseEvent)(done);
        live_.pop_back();
    }

    clmem_pool pool_;
    const std::vector<queue_owner> &queues_;
    pattern_kernels &kernels_;
    std::mt19937 random_;
    std::vector<content> live_;
    std::uint32_t seed_ = 0;
    std::uint64_t steps_ = 0;
};

TEST_F(queues_on_a_device, random_steps_find_every_block_as_it_was_left) {
    std::uint32_t wrong = 0;
    for (const int count : {2, 3, 5, 8}) {
        const auto queues = make_queues(count);
        const pool_owner pool = make_tight_pool(slab);
        buffer_owner rest; // leaves so little that queues get each other's blocks
        REQUIRE_OK(clmem_pool_allocate(pool, queues[0], slab - slab / 4, rest.out()));
        pattern_kernels kernels{context_, {device_}};
        {
            random_run run{pool, queues, kernels, static_cast<unsigned>(count)};
            for (int i = 0; i < steps(250'000) && !HasFatalFailure(); ++i) {
                run.step();
            }
        }
        for (const queue_owner &queue : queues) {
            finish(queue);
        }
        wrong += kernels.wrong();
        const clmem_statistics all = statistics(pool);
        EXPECT_GT(all.barriers, 0U);
        EXPECT_EQ(all.queues, static_cast<std::uint32_t>(count));
        check_figures(pool);
    }
    EXPECT_EQ(wrong, 0U);
}

// Moves blocks from queue to queue in a pool that holds only one.
template <class Settle>
void steal(clmem_pool pool, const std::vector<cl_command_queue> &queues, int count, Settle &&settle) {
    for (int i = 0; i < count; ++i) {
        clmem_buffer block = nullptr;
        ASSERT_EQ(clmem_pool_allocate(pool, queues[static_cast<std::size_t>(i) % queues.size()], slab, &block),
                  CLMEM_SUCCESS);
        ASSERT_EQ(clmem_buffer_release(block), CLMEM_SUCCESS);
        settle(i);
    }
}

// The first part lets the process's allocator and the driver fill their own caches. AddressSanitizer keeps freed
// memory, and checks for leaks separately.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t noise_kib = 8192;
#else
constexpr std::size_t noise_kib = 1024;
#endif

TEST_F(queues_on_a_device, steals_cost_no_memory) {
    const auto owners = make_queues(2);
    const std::vector<cl_command_queue> queues{owners[0], owners[1]};
    const pool_owner pool = make_tight_pool(slab);
    const auto settle = [&](int i) {
        if (i % 32 == 31) {
            finish(queues[0]);
            finish(queues[1]);
        }
    };
    steal(pool, queues, 1000, settle);
    const std::size_t before = resident_kib();
    // Sanitizers keep freed memory for a while, so the process grows.
    const int count = is_fast_build() ? 1'000'000 : steps(100'000);
    steal(pool, queues, count, settle);
    EXPECT_LE(resident_kib(), before + noise_kib);
    EXPECT_GE(statistics(pool).markers, static_cast<std::uint64_t>(count) / 2);
}

TEST(queues_without_a_device, steals_cost_no_memory) {
    clmem_virtual_options lag = CLMEM_VIRTUAL_OPTIONS_INIT;
    lag.marker_lag_ns = UINT64_MAX;
    const provider_owner provider = make_provider(&lag);
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.limit_bytes = slab;
    const pool_owner pool = make_pool(provider, &options);
    std::vector<cl_command_queue> queues;
    for (std::uintptr_t number = 1; number <= 8; ++number) {
        queues.push_back(reinterpret_cast<cl_command_queue>(number << 6));
    }
    steal(pool, queues, 1000, [](int) {});
    const std::size_t before = resident_kib();
    const int count = steps(1'000'000);
    steal(pool, queues, count, [](int) {});
    EXPECT_LE(resident_kib(), before + noise_kib);
    EXPECT_GE(statistics(pool).barriers, static_cast<std::uint64_t>(count));
    EXPECT_LE(statistics(pool).live_events, 8U * 4U);
}

} // namespace
} // namespace clmem::test
