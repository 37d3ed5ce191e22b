// What a recording says of queues, of the commands between them, and of blocks whose commands are not complete.
#include "recorded.hpp"

#include <array>
#include <dlfcn.h>
#include <utility>

namespace clmem::test {
namespace {

constexpr std::size_t slab = 2 << 20; // the smallest slab of a pool

cl_command_queue simulated(std::uintptr_t number) {
    return reinterpret_cast<cl_command_queue>(number << 6);
}

class recorded_queues : public recorder {
  protected:
    // A pool of at most one slab, so that queues take the same memory in turn; markers never complete.
    void make_tight(std::size_t memory_bytes = 0) {
        CLMEM_ASSERT_OK(clmem_pool_release(std::exchange(pool_, nullptr)));
        CLMEM_ASSERT_OK(clmem_provider_release(std::exchange(provider_, nullptr)));
        clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
        options.marker_lag_ns = UINT64_MAX;
        options.memory_bytes = memory_bytes;
        CLMEM_ASSERT_OK(clmem_provider_create_virtual(&options, &provider_));
        clmem_pool_options how = CLMEM_POOL_OPTIONS_INIT;
        how.limit_bytes = memory_bytes != 0 ? 0 : slab;
        pool_ = make_pool(&how);
    }
    clmem_buffer take(cl_command_queue queue, std::size_t bytes) {
        clmem_buffer block = nullptr;
        CLMEM_EXPECT_OK(clmem_pool_allocate(pool_, queue, bytes, &block));
        return block;
    }
    // The queue that an event or a range names.
    static cl_command_queue queue_of(const recording &in, std::uint64_t number) {
        const auto at = std::ranges::find(in.queues, number, &recording::queue::number);
        return at != in.queues.end() ? reinterpret_cast<cl_command_queue>(at->handle) : nullptr;
    }
    static std::vector<recording::event> all(const recording &in, event_kind kind) {
        std::vector<recording::event> found;
        std::ranges::copy_if(in.events, std::back_inserter(found), [kind](const auto &e) { return e.kind == kind; });
        return found;
    }
};

TEST_F(recorded_queues, allocations_name_theirs) {
    start();
    for (const std::uintptr_t number : {1U, 2U, 2U, 1U}) {
        CLMEM_ASSERT_OK(clmem_buffer_release(take(simulated(number), 1000)));
    }
    const recording read = finish();
    const auto allocated = all(read, event_kind::allocate);
    ASSERT_EQ(allocated.size(), 4U);
    EXPECT_TRUE(allocated[2].hit && allocated[3].hit);
    for (const auto &[at, number] : {std::pair{0, 1U}, {1, 2U}, {2, 2U}, {3, 1U}}) {
        EXPECT_EQ(queue_of(read, allocated[static_cast<std::size_t>(at)].queue), simulated(number)) << at;
    }
}

TEST_F(recorded_queues, one_that_is_named_late_is_known_from_then_on) {
    start();
    for (const std::uintptr_t number : {0U, 0U, 1U}) { // the last one is a hit in the cache of the first two
        CLMEM_ASSERT_OK(clmem_buffer_release(take(simulated(number), 1000)));
    }
    const recording read = finish();
    const auto allocated = all(read, event_kind::allocate);
    ASSERT_EQ(allocated.size(), 3U);
    EXPECT_TRUE(allocated[2].hit);
    for (const auto &each : allocated) {
        EXPECT_EQ(queue_of(read, each.queue), simulated(1));
    }
}

// Each recorder numbers the queues in the order in which it meets them.
TEST_F(recorded_queues, the_next_recorder_numbers_them_anew) {
    start();
    for (const std::uintptr_t number : {1U, 1U, 2U, 2U}) {
        CLMEM_ASSERT_OK(clmem_buffer_release(take(simulated(number), 1000)));
    }
    CLMEM_ASSERT_OK(clmem_recorder_release(std::exchange(recorder_, nullptr)));
    const clmem_pool first = std::exchange(pool_, make_pool());
    start();
    CLMEM_ASSERT_OK(clmem_buffer_release(take(simulated(3), 1000))); // this recorder's first
    CLMEM_ASSERT_OK(clmem_recorder_start(recorder_, first));
    CLMEM_ASSERT_OK(clmem_pool_release(std::exchange(pool_, first)));
    CLMEM_ASSERT_OK(clmem_buffer_release(take(simulated(1), 1000)));
    const recording read = finish();
    const auto allocated = all(read, event_kind::allocate);
    ASSERT_EQ(allocated.size(), 2U);
    EXPECT_TRUE(allocated[1].hit);
    EXPECT_EQ(queue_of(read, allocated[1].queue), simulated(1));
}

TEST_F(recorded_queues, memory_goes_from_one_to_the_other_behind_a_marker_and_a_barrier) {
    make_tight();
    start();
    CLMEM_ASSERT_OK(clmem_buffer_release(take(simulated(1), slab)));
    const clmem_buffer second = take(simulated(2), slab);
    const recording read = finish();
    const auto markers = all(read, event_kind::marker);
    const auto barriers = all(read, event_kind::barrier);
    const auto reused = all(read, event_kind::reuse);
    ASSERT_EQ(markers.size(), 1U);
    ASSERT_EQ(barriers.size(), 1U);
    ASSERT_EQ(reused.size(), 1U);
    EXPECT_EQ(queue_of(read, markers[0].queue), simulated(1));
    EXPECT_EQ(queue_of(read, barriers[0].queue), simulated(2));
    EXPECT_EQ(barriers[0].given, 1U) << "marker";
    EXPECT_EQ(queue_of(read, reused[0].queue), simulated(2));
    EXPECT_EQ(reused[0].slab, all(read, event_kind::slab_taken).at(0).slab);
    EXPECT_EQ(reused[0].given, slab);
    CLMEM_ASSERT_OK(clmem_buffer_release(second));
}

TEST_F(recorded_queues, a_free_says_whether_others_may_use_the_block) {
    start();
    for (const std::size_t bytes : {std::size_t{1000}, std::size_t{5} << 20}) {
        for (const bool is_shared : {false, true}) {
            const clmem_buffer block = take(simulated(1), bytes);
            if (is_shared) { CLMEM_ASSERT_OK(clmem_pool_record_use(pool_, block, simulated(2))); }
            CLMEM_ASSERT_OK(clmem_buffer_release(block));
        }
    }
    const auto freed = all(finish(), event_kind::free);
    ASSERT_EQ(freed.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(freed[i].is_shared, i % 2 == 1) << i;
        EXPECT_FALSE(freed[i].waits) << i;
    }
}

TEST_F(recorded_queues, memory_that_the_driver_refuses) {
    make_tight(8 << 20);
    start();
    clmem_buffer none = nullptr;
    EXPECT_EQ(clmem_pool_allocate(pool_, nullptr, 64 << 20, &none), CLMEM_ERROR_OUT_OF_MEMORY);
    const auto refused = all(finish(), event_kind::slab_refused);
    ASSERT_GE(refused.size(), 1U);
    EXPECT_GE(refused[0].requested, 64U << 20);
}

TEST_F(recorded_queues, a_snapshot_names_the_queue_and_the_tag_of_a_block) {
    const clmem_buffer first = take(simulated(1), 1000);
    CLMEM_ASSERT_OK(clmem_tag_begin("weights"));
    const clmem_buffer second = take(simulated(2), 3000);
    CLMEM_ASSERT_OK(clmem_tag_end());
    const clmem_buffer third = take(simulated(2), 5000);
    CLMEM_ASSERT_OK(clmem_buffer_release(third));
    start();
    const recording read = finish();
    ASSERT_EQ(read.snapshots.size(), 1U);
    const auto &ranges = read.snapshots[0].ranges;
    const auto found = [&](std::uint64_t requested) {
        return *std::ranges::find(ranges, requested, &recording::range::requested);
    };
    EXPECT_EQ(queue_of(read, found(1000).queue), simulated(1));
    EXPECT_EQ(found(1000).tag, 0U);
    EXPECT_EQ(queue_of(read, found(3000).queue), simulated(2));
    ASSERT_EQ(read.tags.size(), 1U) << "the recorder did not see how the tag was made";
    EXPECT_EQ(found(3000).tag, read.tags[0].number);
    EXPECT_EQ(read.text(read.tags[0].name), "weights");
    const auto cached = [](const auto &range) { return range.state == command::range_state::cached; };
    EXPECT_EQ(std::ranges::count_if(ranges, cached), 1);
    CLMEM_ASSERT_OK(clmem_buffer_release(first));
    CLMEM_ASSERT_OK(clmem_buffer_release(second));
}

// On a device, on memory that the host accesses: a block's memory is used again once its commands are complete.
class recorded_commands : public recorded_queues {
  protected:
    void SetUp() override {
        CLMEM_ASSERT_OK(clmem_device_choose(nullptr, &device_)) << "this test needs an OpenCL device";
        CLMEM_ASSERT_OK(clmem_context_create(device_, &context_));
        CLMEM_ASSERT_OK(clmem_queue_create(context_, device_, 0, &queue_));
    }
    void TearDown() override {
        CLMEM_EXPECT_OK(clmem_pool_release(std::exchange(pool_, nullptr)));
        CLMEM_EXPECT_OK(clmem_provider_release(std::exchange(provider_, nullptr)));
        CLMEM_EXPECT_OK(clmem_queue_release(queue_));
        CLMEM_EXPECT_OK(clmem_context_release(context_));
    }
    void use(clmem_provider of) {
        CLMEM_ASSERT_OK(clmem_pool_release(std::exchange(pool_, nullptr)));
        CLMEM_ASSERT_OK(clmem_provider_release(std::exchange(provider_, of)));
        pool_ = make_pool();
    }

    // OpenCL's functions for an event that completes when the test says so.
    class user_events {
      public:
        user_events() : library_{dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL)} { EXPECT_NE(library_, nullptr); }
        ~user_events() { dlclose(library_); }
        user_events(const user_events &) = delete;
        user_events &operator=(const user_events &) = delete;

        void create(cl_context context, cl_event *out) const {
            cl_int code = CL_SUCCESS;
            *out = find<cl_event(cl_context, cl_int *)>("clCreateUserEvent")(context, &code);
            ASSERT_EQ(code, CL_SUCCESS);
        }
        // Also releases it.
        void complete(cl_event event) const {
            EXPECT_EQ((find<cl_int(cl_event, cl_int)>("clSetUserEventStatus")(event, CL_COMPLETE)), CL_SUCCESS);
            CLMEM_EXPECT_OK(clmem_event_release(event));
        }

      private:
        template <class Function>
        Function *find(const char *name) const {
            return reinterpret_cast<Function *>(dlsym(library_, name));
        }
        void *library_;
    };

    user_events events_;
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
};

TEST_F(recorded_commands, frees_of_host_memory_wait_and_complete) {
    clmem_provider pinned = nullptr;
    CLMEM_ASSERT_OK(clmem_provider_create_pinned(queue_, nullptr, &pinned));
    use(pinned);
    start();
    for (int round = 0; round < 2; ++round) {
        const std::array blocks{take(queue_, 1000), take(queue_, 1000)};
        for (const clmem_buffer block : blocks) {
            CLMEM_ASSERT_OK(clmem_buffer_release(block));
        }
        CLMEM_ASSERT_OK(clmem_queue_finish(queue_));
    }
    const recording read = finish();
    const auto freed = all(read, event_kind::free);
    ASSERT_EQ(freed.size(), 4U);
    EXPECT_TRUE(std::ranges::all_of(freed, [](const auto &e) { return e.waits; }));
    EXPECT_EQ(count(read, event_kind::complete), 2U) << "those whose memory the second round got";
    const auto allocated = all(read, event_kind::allocate);
    ASSERT_EQ(allocated.size(), 4U);
    EXPECT_TRUE(allocated[2].hit && allocated[3].hit);
    EXPECT_EQ(command::history_of(read).unmatched, 0U);
}

TEST_F(recorded_commands, a_free_after_events_waits_and_completes) {
    clmem_provider buffers = nullptr;
    CLMEM_ASSERT_OK(clmem_provider_create_buffer(context_, nullptr, &buffers));
    use(buffers);
    start();
    const clmem_buffer block = take(queue_, 1000);
    cl_event gate = nullptr;
    events_.create(context_, &gate);
    CLMEM_ASSERT_OK(clmem_buffer_release_after(block, 1, &gate));
    events_.complete(gate);
    size_t released = 0;
    CLMEM_ASSERT_OK(clmem_pool_trim(pool_, 0, &released));
    EXPECT_GT(released, 0U);
    const recording read = finish();
    const auto freed = all(read, event_kind::free);
    const auto completed = all(read, event_kind::complete);
    ASSERT_EQ(freed.size(), 1U);
    EXPECT_TRUE(freed[0].waits);
    ASSERT_EQ(completed.size(), 1U);
    EXPECT_EQ(completed[0].block, freed[0].block);
    EXPECT_GE(completed[0].time_ns, freed[0].time_ns);
}

} // namespace
} // namespace clmem::test
