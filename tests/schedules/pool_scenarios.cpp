// Scenarios of a whole pool: its hit path, its caches and depots, and its end.
#include "pool/hit_path.hpp"
#include "provider/provider.hpp"
#include "scenarios.hpp"
#include "scheduler.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace clmem_core::schedules {

namespace {

constexpr std::uint64_t token = 1; // by which each thread finds its caches
constexpr std::size_t small = 2048;

// Queues without commands. A marker completes at random.
class simulated_queues final : public queue_driver {
  public:
    traits retain(cl_command_queue) override { return {.out_of_order = false}; }
    void release(cl_command_queue) noexcept override {}
    cl_event enqueue_marker(cl_command_queue) override { return reinterpret_cast<cl_event>(std::uintptr_t{1}); }
    void enqueue_barrier(cl_command_queue, std::span<const cl_event>, cl_event *) override {}
    bool is_complete(cl_event) noexcept override { return draw(2) == 0; }
    bool has_failed(cl_event) noexcept override { return false; }
    cl_int wait(cl_event) noexcept override { return CL_SUCCESS; }
    cl_int finish(cl_command_queue) noexcept override { return CL_SUCCESS; }
    void retain_event(cl_event) override {}
    void release_event(cl_event) noexcept override {}
};

// Addresses without memory; another thread may continue during each call.
class simulated_provider final : public provider {
  public:
    explicit simulated_provider(bool host_reachable)
        : provider{{.kind = CLMEM_PROVIDER_SVM,
                    .access = memory_access::svm,
                    .alignment = 128,
                    .has_pointers = true,
                    .host_reachable = host_reachable,
                    .free_of_cost = true}} {}

    void *allocate(std::size_t bytes) override {
        point();
        ++slabs;
        next_ += bytes + 4096;
        return reinterpret_cast<void *>(next_ - bytes);
    }
    void release(void *, std::size_t) noexcept override {
        point();
        --slabs;
    }
    queue_driver *queues() noexcept override { return &queues_; }

    int slabs = 0;

  private:
    simulated_queues queues_;
    std::uintptr_t next_ = std::uintptr_t{1} << 60;
};

class pool_under_test {
  public:
    explicit pool_under_test(bool waits = false) : provider_{std::make_shared<simulated_provider>(waits)} {
        new (&handle_bias) bias{};
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.queue = reinterpret_cast<cl_command_queue>(std::uintptr_t{64});
        pool_ = std::make_shared<pool>(provider_, options);
    }

    // As the interface does it. No two live blocks may overlap.
    [[nodiscard]] std::uint64_t allocate(pool &from, std::size_t bytes = small) {
        std::uint64_t handle = allocate_quickly(token, nullptr, bytes);
        if (handle == 0) { handle = allocate_slowly(from, token, nullptr, {.requested = bytes}); }
        const block *const b = block_table::find(handle);
        for (const block *other : live_) {
            expect(other->home != b->home || other->offset + other->bytes <= b->offset ||
                       b->offset + b->bytes <= other->offset,
                   "two live blocks overlap");
        }
        live_.push_back(b);
        return handle;
    }
    [[nodiscard]] std::uint64_t allocate(std::size_t bytes = small) { return allocate(*pool_, bytes); }
    void release(std::uint64_t handle) {
        std::erase(live_, block_table::find(handle));
        block *const b = claim(handle);
        expect(b != nullptr, "a live handle could not be released");
        free_block(b);
    }
    void churn(std::size_t rounds) {
        for (std::size_t i = 0; i < rounds; ++i) {
            const std::uint64_t first = allocate();
            const std::uint64_t second = allocate();
            release(first);
            release(second);
        }
    }
    void trim() { pool_->trim(0); }
    void look() {
        const violation found = pool_->check();
        if (found) { violated(found.text()); }
    }
    // After the threads.
    void check() {
        look();
        clmem_statistics all = CLMEM_STATISTICS_INIT;
        pool_->statistics(all);
        expect(all.active_blocks == 0 && all.active_bytes == 0, "the pool counts released blocks as live");
        expect(all.allocations == all.releases, "the pool has not counted every release");
        pool_->close();
        const std::weak_ptr<pool> ended{pool_};
        pool_.reset();
        expect_end(ended);
    }
    void expect_end(const std::weak_ptr<pool> &of) const {
        expect(of.expired(), "a closed pool without blocks does not end");
        expect(provider_->slabs == 0, "a pool has ended and left a slab");
    }
    [[nodiscard]] std::shared_ptr<pool> &get() noexcept { return pool_; }

  private:
    std::shared_ptr<simulated_provider> provider_;
    std::shared_ptr<pool> pool_;
    std::vector<const block *> live_;
};

void trim_pool() {
    pool_under_test pool;
    const auto work = [&] { pool.churn(2); };
    const auto trim = [&] {
        pool.trim();
        pool.look();
    };
    run({work, work, trim});
    pool.check();
}

// Threads end, and with them their caches, while another one drains.
void end_threads() {
    pool_under_test pool;
    const auto work = [&] { pool.churn(1); };
    const auto trim = [&] {
        pool.churn(1);
        pool.trim();
    };
    run({work, work, trim});
    pool.check();
}

// What one thread allocates the other releases: its cache overflows into the depots, which serve the first one again.
void pass_by_depot() {
    pool_under_test pool;
    sync::mutex lock;
    std::vector<std::uint64_t> passed;
    const auto produce = [&] {
        for (int i = 0; i < 14; ++i) {
            const std::uint64_t handle = pool.allocate();
            const std::lock_guard held{lock};
            passed.push_back(handle);
        }
    };
    const auto consume = [&] {
        for (int left = 14; left > 0;) {
            std::vector<std::uint64_t> own;
            {
                const std::lock_guard held{lock};
                own.swap(passed);
            }
            if (own.empty()) { sync::yield(); }
            left -= static_cast<int>(own.size());
            for (std::uint64_t handle : own) {
                pool.release(handle);
            }
        }
    };
    run({produce, consume});
    pool.check();
}

// The last release may end the pool, or its close, or the end of a call.
void close_pool() {
    pool_under_test pool;
    std::array<std::shared_ptr<clmem_core::pool>, 3> callers;
    callers.fill(pool.get());
    const std::weak_ptr<clmem_core::pool> ended{std::exchange(pool.get(), nullptr)};
    const auto work = [&](std::shared_ptr<clmem_core::pool> &own) {
        const std::uint64_t first = pool.allocate(*own);
        const std::uint64_t second = pool.allocate(*own);
        pool.release(first);
        own.reset();
        pool.release(second);
    };
    const auto close = [&] {
        callers[2]->close();
        callers[2].reset();
    };
    run({[&] { work(callers[0]); }, [&] { work(callers[1]); }, close});
    pool.expect_end(ended);
}

// Released blocks wait for markers, which complete at random.
void wait_for_markers() {
    pool_under_test pool{true};
    const auto work = [&] { pool.churn(2); };
    const auto trim = [&] {
        pool.churn(1);
        pool.trim();
    };
    run({work, trim});
    pool.check();
}

constexpr std::array<scenario, 5> all{{
    {"pool-trim", "two threads allocate and release while a third trims and checks the pool", trim_pool},
    {"pool-thread-end", "threads end while another one drains their caches", end_threads},
    {"pool-depot", "one thread releases what another one allocates", pass_by_depot},
    {"pool-close", "a pool is closed while two threads use and release its blocks", close_pool},
    {"pool-waiting", "released blocks wait for markers while the caches are drained", wait_for_markers},
}};

} // namespace

std::span<const scenario> pool_scenarios() noexcept {
    return all;
}

} // namespace clmem_core::schedules
