// A pool over queues that a test simulates: no command runs unless the test says so, any call may fail, and another
// thread may run wherever the pool has released its lock. Calls on queues and events without a reference are failures.
#pragma once

#include "pool/hit_path.hpp"
#include "provider/provider.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace clmem_core::test {

struct pretended_event {
    int references = 1;
    bool complete = false;
    bool failed = false;
    cl_command_queue of = nullptr; // the queue of the marker
};

struct pretended_queue {
    bool out_of_order = false;
    int references = 1; // held by the program
};

class pretended_queues final : public queue_driver {
  public:
    // Each is called once, before the pool's next call of its kind has any effect, on another thread, which ends before
    // the call continues.
    std::function<void()> before_marker, before_barrier, before_wait;
    bool marker_fails = false, barrier_fails = false, wait_fails = false, finish_fails = false;
    std::function<bool()> marker_refused;
    int finishes_that_fail = 0;
    struct barrier {
        cl_command_queue queue;
        std::vector<cl_event> events;
    };
    std::vector<barrier> barriers;
    std::vector<cl_command_queue> markers;
    int waits = 0;
    int finishes = 0;

    cl_command_queue make_queue(bool out_of_order = false) {
        queues_.push_back({.out_of_order = out_of_order});
        return reinterpret_cast<cl_command_queue>(&queues_.back());
    }
    cl_event make_event(bool complete = false) {
        const std::lock_guard lock{mutex_};
        events_.push_back({.complete = complete});
        return reinterpret_cast<cl_event>(&events_.back());
    }
    static pretended_queue &of(cl_command_queue queue) { return *reinterpret_cast<pretended_queue *>(queue); }
    static pretended_event &of(cl_event event) { return *reinterpret_cast<pretended_event *>(event); }
    void complete_all() {
        const std::lock_guard lock{mutex_};
        for (pretended_event &e : events_) {
            e.complete = true;
        }
    }
    // Fails the markers of a queue that exist by now, as if one of the queue's commands had failed.
    void fail_markers(cl_command_queue queue) {
        const std::lock_guard lock{mutex_};
        for (pretended_event &e : events_) {
            if (e.of == queue) { e.complete = e.failed = true; }
        }
    }
    // The events that are still referenced.
    int live_events() {
        const std::lock_guard lock{mutex_};
        return static_cast<int>(
            std::count_if(events_.begin(), events_.end(), [](const auto &e) { return e.references > 0; }));
    }

    traits retain(cl_command_queue queue) override {
        const std::lock_guard lock{mutex_};
        ++of(queue).references;
        return {.out_of_order = of(queue).out_of_order};
    }
    void release(cl_command_queue queue) noexcept override {
        const std::lock_guard lock{mutex_};
        --of(queue).references;
    }
    cl_event enqueue_marker(cl_command_queue queue) override {
        meanwhile(before_marker);
        check(queue);
        if (marker_fails || (marker_refused != nullptr && marker_refused())) {
            fail_opencl(CL_OUT_OF_RESOURCES, "the marker fails");
        }
        cl_event made = make_event();
        const std::lock_guard lock{mutex_};
        of(made).of = queue;
        markers.push_back(queue);
        return made;
    }
    void enqueue_barrier(cl_command_queue queue, std::span<const cl_event> events, cl_event *out_barrier) override {
        meanwhile(before_barrier);
        check(queue);
        if (barrier_fails) { fail_opencl(CL_OUT_OF_RESOURCES, "the barrier fails"); }
        cl_event made = out_barrier != nullptr ? make_event() : nullptr;
        const std::lock_guard lock{mutex_};
        for (cl_event e : events) {
            EXPECT_GT(of(e).references, 0);
        }
        barriers.push_back({queue, {events.begin(), events.end()}});
        if (out_barrier != nullptr) { *out_barrier = made; }
    }
    bool is_complete(cl_event event) noexcept override {
        const std::lock_guard lock{mutex_};
        EXPECT_GT(of(event).references, 0);
        return of(event).complete;
    }
    bool has_failed(cl_event event) noexcept override {
        const std::lock_guard lock{mutex_};
        EXPECT_GT(of(event).references, 0);
        return of(event).failed;
    }
    cl_int wait(cl_event event) noexcept override {
        meanwhile(before_wait);
        const std::lock_guard lock{mutex_};
        EXPECT_GT(of(event).references, 0);
        ++waits;
        if (wait_fails) { return CL_OUT_OF_RESOURCES; }
        of(event).complete = true;
        return CL_SUCCESS;
    }
    cl_int finish(cl_command_queue queue) noexcept override {
        check(queue);
        const std::lock_guard lock{mutex_};
        ++finishes;
        return finish_fails || finishes <= finishes_that_fail ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
    }
    void retain_event(cl_event event) override {
        const std::lock_guard lock{mutex_};
        ++of(event).references;
    }
    void release_event(cl_event event) noexcept override {
        const std::lock_guard lock{mutex_};
        EXPECT_GE(--of(event).references, 0);
    }

  private:
    static void meanwhile(std::function<void()> &what) {
        if (what == nullptr) { return; }
        const auto now = std::exchange(what, nullptr);
        std::thread{now}.join();
    }
    void check(cl_command_queue queue) {
        const std::lock_guard lock{mutex_};
        EXPECT_GT(of(queue).references, 0) << "a queue is used after its last reference";
    }

    std::mutex mutex_;
    std::deque<pretended_queue> queues_;
    std::deque<pretended_event> events_;
};

// A provider of addresses for the simulated queues.
class pretended_provider final : public provider {
  public:
    explicit pretended_provider(bool host_reachable = false, bool release_does_not_wait = false)
        : provider{{.kind = CLMEM_PROVIDER_SVM,
                    .access = memory_access::svm,
                    .alignment = 128,
                    .has_pointers = true,
                    .host_reachable = host_reachable,
                    .release_does_not_wait = release_does_not_wait,
                    .free_of_cost = true}} {}

    pretended_queues driver;
    int live_slabs = 0;
    std::vector<std::vector<cl_event>> released_after; // the events that slabs freed while in use wait for

    void *allocate(std::size_t bytes) override {
        ++live_slabs;
        next_ += bytes + 4096;
        return reinterpret_cast<void *>(next_ - bytes);
    }
    void release(void *, std::size_t) noexcept override { --live_slabs; }
    void release_after(void *memory, std::size_t bytes, last_uses uses) noexcept override {
        released_after.push_back(uses.events);
        provider::release_after(memory, bytes, std::move(uses));
    }
    queue_driver *queues() noexcept override { return &driver; }

  private:
    std::uintptr_t next_ = std::uintptr_t{1} << 60;
};

class pool_of_pretended_queues : public testing::Test {
  protected:
    static constexpr std::size_t slab = std::size_t{2} << 20; // the smallest slab of a pool

    std::shared_ptr<pretended_provider> provider_;
    std::shared_ptr<pool> pool_;
    pretended_queues *driver_ = nullptr;
    cl_command_queue own_ = nullptr; // the pool's default

    void SetUp() override { set_up(slab); }
    void TearDown() override {
        if (pool_ != nullptr) { end(); }
    }
    void set_up(std::size_t limit, bool host_reachable = false, bool release_does_not_wait = false) {
        if (pool_ != nullptr) { end(); }
        provider_ = std::make_shared<pretended_provider>(host_reachable, release_does_not_wait);
        driver_ = &provider_->driver;
        own_ = driver_->make_queue();
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.limit_bytes = limit;
        options.queue = own_;
        pool_ = std::make_shared<pool>(provider_, options);
    }
    // Destroys the pool, which must have released all its references.
    void end() {
        driver_->complete_all();
        pool_->close();
        pool_.reset();
        EXPECT_EQ(driver_->of(own_).references, 1);
        EXPECT_EQ(provider_->live_slabs, 0);
    }

    block *allocate(cl_command_queue queue, std::size_t bytes = slab) {
        return pool_->allocate({.requested = bytes, .queue = &pool_->uses().find_queue(queue)});
    }
    static void release(block *b) {
        const std::uint64_t handle = b->token.load();
        ASSERT_EQ(claim(handle), b);
        free_block(b);
    }
    static std::pair<std::uint64_t, std::size_t> place(const block *b) { return {b->home->number, b->offset}; }
    clmem_statistics statistics() {
        clmem_statistics all = CLMEM_STATISTICS_INIT;
        pool_->statistics(all);
        return all;
    }
};

} // namespace clmem_core::test
