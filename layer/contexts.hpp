// What the layer knows of a program's context: its queues, which decide when released memory may be used again.
//
// In single mode the context has at most one queue, which runs in order, and all commands end without the program's
// help. Then released memory can be used at once: later commands come after the earlier ones. Otherwise a released
// block is pending until markers in the queues that have used it are complete. The layer asks whether they are, and
// never waits: a program may hold back one queue until it has seen another one finish.
#pragma once

#include "blocks.hpp"
#include "events.hpp"
#include "farewell.hpp"
#include "own_references.hpp"
#include "platform.hpp"
#include "settings.hpp"
#include "svm_source.hpp"
#include "told_flags.hpp"
#include "unneeded.hpp"
#include "usm_memory.hpp"

#include <CL/cl.h>
#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

namespace clmem::layer {

// From now on no memory is reused: the program has queues, or recorded commands, that the layer does not know.
void give_up_pooling() noexcept;
[[nodiscard]] bool pooling_is_possible() noexcept;

// From now on a finalized command buffer may use newer blocks, too: the program can change recorded commands.
void give_up_finalized_recordings() noexcept;

class context_state {
  public:
    context_state(cl_context its_handle, cl_device_id its_device, std::size_t its_largest, bool poolable,
                  const platform_name &platform) noexcept
        : handle{its_handle}, device{its_device}, largest{its_largest}, is_poolable{poolable}, is_nvidia{platform.is(
                                                                                                   nvidia)},
          is_pocl{platform.is(pocl)}, blocks{its_handle, its_device}, svm{its_handle}, usm{its_handle} {}
    ~context_state();
    context_state(const context_state &) = delete;
    context_state &operator=(const context_state &) = delete;

    cl_context const handle;
    cl_device_id const device;
    std::size_t const largest; // CL_DEVICE_MAX_MEM_ALLOC_SIZE
    bool const is_poolable;
    bool const is_nvidia; // has the quirks for which cl/quirks.cpp names NVIDIA
    bool const is_pocl;
    block_source blocks;
    svm_source svm;
    usm_memory usm;
    own_references own;
    told_flags told;

    // Returns idle memory to the driver.
    void trim() noexcept {
        blocks.trim();
        svm.trim();
        (void)usm.trim();
    }
    // The same, after pending blocks that are complete by now have become idle.
    void trim_complete() noexcept;
    // Returns what the program has not needed for some time.
    void trim_unneeded(std::int64_t waiting_since = never_waited) noexcept {
        unneeded_.trim(waiting_since, [this](auto &&use) {
            blocks.for_each_pool(use);
            svm.for_each_pool(use);
            use(usm);
        });
    }

    // A block of the pools; its buffer is NULL if clmem has no memory, or does not take the flags, or if pending blocks
    // hold so much memory that the driver should serve the request.
    [[nodiscard]] owned_block take(cl_mem_flags flags, std::size_t bytes);
    // Gives new memory its content by a command that comes after those that used the memory, and before those that the
    // program enqueues from now on. Waits for nothing. `enqueue(queue, out_event)` returns OpenCL's code. False if the
    // memory has no such content.
    template <class Enqueue>
    [[nodiscard]] bool fill(uses from, Enqueue &&enqueue) {
        cl_command_queue queue = begin_fill(from);
        if (queue == nullptr) { return false; }
        cl_event done = nullptr;
        return end_fill(queue, enqueue(queue, &done) == CL_SUCCESS ? done : nullptr);
    }
    // The same for memory that gets the content of a block, behind all commands that use the block by now:
    // `enqueue(queue, events, out_event)` waits for the events. False if these commands may wait for the program's
    // help: later commands in other queues must not wait for them.
    template <class Enqueue>
    [[nodiscard]] bool fill_behind(const owned_block &block, Enqueue &&enqueue) {
        std::vector<cl_event> before;
        cl_command_queue queue = begin_fill_behind(block, before);
        if (queue == nullptr) { return false; }
        cl_event done = nullptr;
        const bool is_enqueued = enqueue(queue, before, &done) == CL_SUCCESS;
        release_events(before);
        return end_fill(queue, is_enqueued ? done : nullptr);
    }
    // Whether a command of the program may have written the block since the program got it.
    [[nodiscard]] bool may_have_content(const owned_block &block) const noexcept;
    // The program's last reference is gone, and all commands that use the block are enqueued.
    void give(const owned_block &block);
    // The same for a block whose destructor callbacks wait until these commands are complete.
    void give_after(const owned_block &block, std::shared_ptr<farewell> last);
    // The same for a block that no command of the program has used, or that no later take() returns.
    void give_unused(const owned_block &block) noexcept;
    // Frees pending blocks that are complete by now. `has_waited`: the program has waited for a queue.
    void free_pending(bool has_waited) noexcept;

    // Whether no command in any of the context's queues is unfinished. False if that is not known. Waits for nothing.
    [[nodiscard]] bool is_idle();
    // The same after a wait for all of them.
    [[nodiscard]] bool finish();

    // Lets callbacks wait until the commands that use a block, and are enqueued by now, are complete.
    void delay(const std::shared_ptr<farewell> &last, const owned_block &block);

    // Before a new source of disorder takes effect: another queue, a user event. Single mode cannot come back before
    // settle().
    void leave_single_mode();
    // The source is added by now, or did not come: the driver refused to create it.
    void settle() noexcept;
    // Before the program gets a new queue.
    void add_queue(cl_command_queue queue, bool in_order);
    // Appends what a new queue, or a barrier in a queue that runs out of order, has to wait for: the layer's fills, and
    // commands that used memory which may be in use again. Retains the events. False if the driver refuses that.
    [[nodiscard]] bool add_earlier(std::vector<cl_event> &before);
    void retain_queue(cl_command_queue queue) noexcept;
    // Before the driver's release.
    void release_queue(cl_command_queue queue);
    // Before the program gets a user event, which may hold commands back: drivers that start such commands while other
    // threads create sub-buffers of the same buffer may crash (quirk sub_buffers_race).
    void expect_user_event() noexcept {
        if (is_nvidia) { blocks.use_whole_buffers(); }
    }
    void add_user_event() noexcept;
    // A user event of the context is set.
    void end_user_event() noexcept;
    // The program has released a user event that is not set, so that commands which wait for it never end.
    void abandon_user_event();
    // A native kernel may wait for the host, which may wait for a queue that it is about to create. So no early reuse
    // that such a queue would have to wait for happens until the kernel is complete. Called before and after it is
    // enqueued.
    void expect_native_kernel() { leave_single_mode(); }
    void add_native_kernel(cl_command_queue queue, bool is_enqueued);
    // Recordings are command buffers, numbered from 1. Each may use all blocks that exist when it is finalized.
    [[nodiscard]] std::uint64_t begin_recording();
    void finalize_recording(std::uint64_t number) noexcept;
    void add_execution(std::uint64_t number, cl_command_queue queue) noexcept; // before it is enqueued
    void end_recording(std::uint64_t number); // the program's last reference is about to go

    // Before a user event of the context fails. From then on, no marker shows that earlier commands are complete: one
    // of an out-of-order queue ends early, with success on some drivers (quirk markers_end_early). So take() returns no
    // block any more. Released blocks go to the driver, which keeps what its commands use. Nor does the layer enqueue
    // markers: Intel's runtime for CPUs crashes on one in an out-of-order queue after that.
    void stop_pooling() noexcept;
    [[nodiscard]] bool is_pooled() const noexcept {
        return is_poolable && !is_stopped_.load(std::memory_order_acquire) && pooling_is_possible();
    }

    // Whatever keeps this record: the program's references to the context count as one, as does each of its objects.
    void hold() noexcept { holders_.fetch_add(1, std::memory_order_relaxed); }
    // False if nothing keeps it any more.
    [[nodiscard]] bool try_hold() noexcept;
    // Ends the record with the last hold.
    void drop() noexcept;

    // The objects of the program that have no object of the driver: those whose memory is pooled.
    [[nodiscard]] std::size_t pooled_objects() noexcept;
    // The queues that the program has released, and that exist because of the layer's markers.
    [[nodiscard]] std::size_t kept_queues() noexcept;

    std::atomic<cl_uint> references{1};          // the program's
    std::atomic<std::size_t> drivers_objects{0}; // memory that the driver has created for the program

  private:
    struct queue_state {
        cl_command_queue handle;
        cl_uint references;
        bool in_order;
        queue_uses *uses;
    };
    struct retained_queue {
        cl_command_queue handle;
        queue_mask bit;
    };
    struct released_block {
        owned_block block;
        queue_mask queues; // those that may still use it
    };
    // Released blocks that the same queues may still use, and markers behind their commands.
    struct batch {
        std::vector<owned_block> blocks;
        std::vector<cl_event> markers;
        std::shared_ptr<std::atomic<bool>> callbacks_over; // NULL without callbacks
        queue_mask queues = 0;
        bool is_refused = false; // the driver refuses a marker

        void add(cl_event marker); // retains it
    };
    // A command buffer, from its creation until it is released and its executions are complete.
    struct recording {
        std::uint64_t number;
        std::uint64_t era;                // the one that ended when it was finalized; until then, last_era
        queue_mask executed;              // the queues of its executions
        std::vector<cl_event> executions; // markers behind them, once it is released
        bool is_ended;                    // the program has released it
    };
    struct recorded_block {
        owned_block block;
        std::shared_ptr<farewell> callbacks; // NULL without any
    };
    // A marker at the end of a released queue.
    struct departure {
        cl_event marker;
        queue_mask queues; // 0 if the queue goes on
    };

    void collect(bool mark_released);
    // Keeps a released block if a recording may use it. False if none may.
    [[nodiscard]] bool keep_recorded(const owned_block &block, const std::shared_ptr<farewell> &callbacks);
    void free_recorded(); // releases the kept blocks that no recording may use any more
    void restart(const owned_block &block) noexcept;
    void free_unmarked();
    [[nodiscard]] bool pends_too_much(std::size_t bytes) const noexcept;
    void trim_before_growth(clmem_pool from, std::size_t bytes) noexcept;
    void start_pending(const owned_block &block) noexcept;
    void end_pending(const owned_block &block) noexcept; // and releases it
    void release_pending() noexcept;                     // when memory is no longer reused
    void mark(std::vector<batch> &released, const std::vector<retained_queue> &queues);
    void mark_for(const std::shared_ptr<farewell> &last, const owned_block &block, std::vector<batch> &fresh);
    static void refuse_those_of(std::vector<batch> &released, queue_mask queue) noexcept;
    [[nodiscard]] static bool is_over(batch &candidate, queue_mask &held) noexcept;
    // With the mutex:
    template <class Check>
    [[nodiscard]] bool every_queue(Check &&check); // without the mutex
    [[nodiscard]] queue_mask queues_using(const owned_block &block) const noexcept;
    [[nodiscard]] std::vector<retained_queue> retain_queues(std::vector<batch> &released);
    [[nodiscard]] std::vector<batch> take_released();
    [[nodiscard]] unsigned free_slot() noexcept;
    void forget_oldest_uses() noexcept;
    void drop_complete_departures() noexcept;
    void update_mode() noexcept;
    [[nodiscard]] recording *find_recording(std::uint64_t number) noexcept;
    [[nodiscard]] bool is_recorded(const owned_block &block) const noexcept;
    [[nodiscard]] bool has_ended_recordings() const noexcept;

    [[nodiscard]] cl_command_queue begin_fill(uses from) noexcept; // retains the queue
    [[nodiscard]] cl_command_queue begin_fill_behind(const owned_block &block, std::vector<cl_event> &before);
    [[nodiscard]] bool may_wait_for_program(); // with the mutex
    [[nodiscard]] static bool hold_back(const queue_state &queue, cl_event event);
    [[nodiscard]] bool end_fill(cl_command_queue queue, cl_event done); // releases both

    unneeded_memory unneeded_{current_settings().idle_ms.value_or(default_idle_ms)};
    std::atomic<std::size_t> holders_{1};
    std::atomic<bool> single_{true};
    std::atomic<bool> has_pending_{false};
    std::atomic<std::size_t> live_bytes_{0};    // of blocks that the program has
    std::atomic<std::size_t> pending_bytes_{0}; // of those that it has released, and that are not free yet
    std::atomic<bool> is_stopped_{false};       // by stop_pooling()
    std::atomic<bool> has_recordings_{false};
    std::atomic_flag collecting_{};

    std::atomic<queue_mask> of_all_blocks_{0}; // queues with a command that may use any block
    std::mutex mutex_;          // protects what follows; with it, no function is called that may call the program back
    bool reused_early_ = false; // since the last marker in reused_
    unsigned leaving_ = 0;      // threads between leave_single_mode() and settle()
    std::vector<queue_state> queues_;
    std::size_t user_events_ = 0;          // not set yet
    std::vector<released_block> released_; // without markers
    std::size_t unmarked_bytes_ = 0;       // of these
    std::deque<batch> pending_;
    // Markers behind the commands of earlier single modes, whose memory may be in use again. New queues wait for them:
    // no command before them needs the program's help.
    std::vector<cl_event> reused_;
    // Markers at the end of released queues, and behind the commands that may wait for a user event which was released
    // without being set. No queue waits for them, since the program may hold their commands back, or has left them so.
    std::vector<departure> departed_;
    // Markers behind native kernels. No queue waits for them, since the kernels may need the program's help.
    std::vector<cl_event> native_;
    // Of the queues, and of former ones for as long as another thread may be about to return from an enqueue.
    std::vector<std::unique_ptr<queue_uses>> queue_uses_;
    // Fills of new memory that queues may have to wait for when they are created.
    std::vector<cl_event> fills_;
    std::vector<recording> recordings_;
    std::uint64_t last_recording_ = 0;
    std::vector<recorded_block> recorded_; // released by the program
};

// The record of a context, NULL for one that the layer does not know.
[[nodiscard]] context_state *find_context(cl_context handle) noexcept;
// The record of a queue's context; NULL for a queue that the layer does not know.
[[nodiscard]] context_state *context_of(cl_command_queue queue) noexcept;
void add_context(cl_context handle);
// Returns the idle memory of all contexts to the driver.
void trim_contexts() noexcept;
// Forgets a context whose record ends.
void forget_context(cl_context handle) noexcept;

// From now on nothing is known of the order of commands, in any context: the program uses an extension whose events the
// layer does not follow.
void give_up_single_mode();
[[nodiscard]] bool single_mode_is_possible() noexcept;

} // namespace clmem::layer
