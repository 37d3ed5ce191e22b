#include "contexts.hpp"

#include "driver.hpp"
#include "events.hpp"
#include "report.hpp"
#include "shield.hpp"

#include <algorithm>
#include <utility>

namespace clmem::layer {

namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// Sets the flag while it lives, unless it is set already.
class turn {
  public:
    explicit turn(std::atomic_flag &flag) noexcept : flag_{flag}, is_ours_{!flag.test_and_set()} {}
    ~turn() {
        if (is_ours_) { flag_.clear(); }
    }
    turn(const turn &) = delete;
    turn &operator=(const turn &) = delete;
    [[nodiscard]] bool is_ours() const noexcept { return is_ours_; }

  private:
    std::atomic_flag &flag_;
    bool is_ours_;
};

// A block that is free without a driver call.
clmem_buffer try_allocate(clmem_pool pool, std::size_t bytes, bool whole) noexcept {
    clmem_buffer made = nullptr;
    return !whole && clmem_pool_try_allocate(pool, nullptr, bytes, &made) == CLMEM_SUCCESS ? made : nullptr;
}

clmem_buffer allocate(clmem_pool pool, std::size_t bytes, bool whole) noexcept {
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.flags = CLMEM_ALLOCATION_DEDICATED;
    clmem_buffer made = nullptr;
    const clmem_status status = whole ? clmem_pool_allocate_with(pool, bytes, &options, &made)
                                      : clmem_pool_allocate(pool, nullptr, bytes, &made);
    return status == CLMEM_SUCCESS ? made : nullptr;
}

} // namespace

context_state::~context_state() {
    // The driver frees the slabs only when the commands that use them are complete.
    const auto end = [](const batch &ended) {
        for (const owned_block &block : ended.blocks) {
            give_unused(block);
        }
        for (cl_event marker : ended.markers) {
            release_event(marker);
        }
    };
    end(released_);
    std::ranges::for_each(pending_, end);
    for (const std::vector<cl_event> *markers : {&reused_, &departed_, &native_, &fills_}) {
        for (cl_event marker : *markers) {
            release_event(marker);
        }
    }
}

bool context_state::try_hold() noexcept {
    std::size_t holders = holders_.load(relaxed);
    while (holders != 0 && !holders_.compare_exchange_weak(holders, holders + 1, relaxed)) {}
    return holders != 0;
}

std::size_t context_state::pooled_objects() noexcept {
    const std::lock_guard lock{mutex_};
    const std::size_t others =
        (references.load() != 0 ? 1U : 0U) + queues_.size() + user_events_ + drivers_objects.load();
    return holders_.load() - std::min(holders_.load(), others);
}

// Without looking which markers are complete: a driver may release a queue only some time after its last marker.
std::size_t context_state::kept_queues() noexcept {
    const std::lock_guard lock{mutex_};
    return departed_.size();
}

void context_state::drop() noexcept {
    if (holders_.fetch_sub(1, std::memory_order_acq_rel) != 1) { return; }
    cl_context const ended = handle;
    forget_context(ended);
    delete this; // the report counts the slabs that go with it
    report::context_closed(ended);
}

owned_block context_state::take(cl_mem_flags flags, std::size_t bytes) {
    pool_pair *const pools = blocks.pools_for(flags);
    if (pools == nullptr) { return {}; }
    if (has_pending_.load(relaxed)) { collect(false); }
    const bool whole = blocks.uses_whole_buffers();
    const uses from = single_.load(std::memory_order_acquire) ? uses::early : uses::complete;
    clmem_pool const pool = pools->of(from);
    clmem_buffer made = try_allocate(pool, bytes, whole);
    if (made == nullptr && has_pending_.load(relaxed)) {
        collect(true);
        collect(false); // markers of idle queues are complete at once
        made = try_allocate(pool, bytes, whole);
    }
    if (made == nullptr) { made = allocate(pool, bytes, whole); }
    const owned_block block{made, pools, from};
    // Another thread may have stopped pooling and released pending blocks since the caller looked.
    if (made == nullptr || is_pooled()) { return block; }
    give_unused(block);
    return {};
}

void context_state::give_unused(const owned_block &block) noexcept {
    (void)clmem_buffer_release(block.buffer);
}

void context_state::give(const owned_block &block) {
    bool is_stopped = false;
    {
        const std::lock_guard lock{mutex_};
        is_stopped = is_stopped_.load(relaxed);
        if (!is_stopped && (!single_.load(relaxed) || block.from != uses::early)) {
            released_.blocks.push_back(block);
            has_pending_.store(true, relaxed);
            return;
        }
        reused_early_ = true;
    }
    // If the mode ends meanwhile, its marker is behind the commands that use this block.
    give_unused(block);
    if (is_stopped) { release_pending(); }
}

// Without the pool: its blocks may serve other requests at once, before the callbacks have been called.
void context_state::give_after(const owned_block &block, std::shared_ptr<farewell> last) {
    if (is_stopped_.load(relaxed)) {
        last.reset(); // calls them at once: nothing shows when the commands are complete
        give(block);
        return;
    }
    batch released;
    released.blocks.push_back(block);
    released.callbacks_over = last->over();
    std::vector<cl_command_queue> queues;
    {
        const std::lock_guard lock{mutex_};
        queues = retain_queues(released);
    }
    mark(released, queues);
    for (cl_event marker : released.markers) {
        wait_for_event(last, marker);
    }
    {
        const std::lock_guard lock{mutex_};
        if (!released.blocks.empty()) { pending_.push_back(std::move(released)); }
        has_pending_.store(true, relaxed);
    }
}

// The queues for mark(). The commands of released queues may use the blocks, too.
std::vector<cl_command_queue> context_state::retain_queues(batch &released) {
    std::vector<cl_command_queue> queues;
    for (const queue_state &queue : queues_) {
        queues.push_back(queue.handle);
        (void)driver().clRetainCommandQueue(queue.handle); // another thread may release it
    }
    drop_complete(departed_);
    for (cl_event marker : departed_) {
        (void)driver().clRetainEvent(marker);
        released.markers.push_back(marker);
    }
    return queues;
}

// Markers are enqueued without the mutex: the driver may call the program back, which may call OpenCL again.
void context_state::collect(bool mark_released) {
    const turn now{collecting_};
    if (!now.is_ours() || !is_pooled()) { return; }
    std::deque<batch> pending;
    batch fresh;
    std::vector<cl_command_queue> queues;
    {
        const std::lock_guard lock{mutex_};
        pending.swap(pending_);
        if (mark_released && !released_.blocks.empty()) {
            std::swap(fresh, released_);
            queues = retain_queues(fresh);
        }
    }
    if (!fresh.blocks.empty()) {
        mark(fresh, queues);
        pending.push_back(std::move(fresh));
    }
    bool has_early = false;
    std::erase_if(pending, [&](batch &candidate) {
        drop_complete(candidate.markers);
        if (!candidate.markers.empty()) { return false; }
        if (candidate.callbacks_over != nullptr && !candidate.callbacks_over->load(std::memory_order_acquire)) {
            return false;
        }
        for (const owned_block &block : candidate.blocks) {
            has_early |= block.from == uses::early;
            give_unused(block);
        }
        return true;
    });
    {
        const std::lock_guard lock{mutex_};
        std::ranges::move(pending_, std::back_inserter(pending)); // what give_after() has added meanwhile
        pending_.swap(pending);
        drop_complete(reused_);
        drop_complete(departed_);
        drop_complete(native_);
        const bool has_markers = !reused_.empty() || !departed_.empty() || !native_.empty();
        has_pending_.store(has_markers || !pending_.empty() || !released_.blocks.empty(), relaxed);
        update_mode();
    }
    if (has_early && !single_.load(relaxed)) { blocks.trim_early(); }
}

// Without the mutex. Takes over the references to the queues.
void context_state::mark(batch &released, const std::vector<cl_command_queue> &queues) {
    released.markers.reserve(released.markers.size() + queues.size());
    bool is_marked = true;
    for (cl_command_queue queue : queues) {
        if (cl_event marker = enqueue_marker(queue); marker != nullptr) {
            released.markers.push_back(marker);
        } else {
            is_marked = false;
        }
        (void)driver().clReleaseCommandQueue(queue);
    }
    if (is_marked) { return; }
    // The blocks wait for the next markers.
    const std::lock_guard lock{mutex_};
    std::ranges::copy(released.blocks, std::back_inserter(released_.blocks));
    std::ranges::copy(released.markers, std::back_inserter(released_.markers));
    released = {};
}

void context_state::update_mode() noexcept {
    const bool in_order = std::ranges::all_of(queues_, [](const queue_state &queue) { return queue.in_order; });
    single_.store(leaving_ == 0 && queues_.size() <= 1 && in_order && user_events_ == 0 && reused_.empty() &&
                      departed_.empty() && native_.empty() && single_mode_is_possible(),
                  std::memory_order_release);
}

// While a thread is between the two locks, another one that leaves finds no marker yet, and enqueues its own.
void context_state::leave_single_mode() {
    cl_command_queue queue = nullptr;
    {
        const std::lock_guard lock{mutex_};
        ++leaving_;
        single_.store(false, std::memory_order_release);
        // Without queues there were no commands.
        reused_early_ = reused_early_ && !queues_.empty() && !is_stopped_.load(relaxed);
        if (!reused_early_) { return; }
        queue = queues_.front().handle;
        (void)driver().clRetainCommandQueue(queue); // another thread may release it
    }
    cl_event marker = enqueue_marker(queue);
    (void)driver().clReleaseCommandQueue(queue);
    if (marker == nullptr) {
        give_up_pooling(); // nothing shows when the earlier commands on reused memory are complete
        return;
    }
    const std::lock_guard lock{mutex_};
    reused_.push_back(marker);
    reused_early_ = false;
    has_pending_.store(true, relaxed);
}

void context_state::settle() noexcept {
    const std::lock_guard lock{mutex_};
    --leaving_;
    update_mode();
}

void context_state::add_queue(cl_command_queue queue, bool in_order) {
    hold();
    std::vector<cl_event> before;
    {
        const std::lock_guard lock{mutex_};
        queues_.push_back({queue, 1, in_order});
        for (const std::vector<cl_event> *events : {&reused_, &fills_}) {
            for (cl_event event : *events) {
                (void)driver().clRetainEvent(event);
                before.push_back(event);
            }
        }
    }
    drop_complete(before);
    if (before.empty()) { return; }
    if (!enqueue_barrier(queue, before)) {
        log_once("the driver refuses a barrier: memory is no longer reused");
        give_up_pooling();
    }
    for (cl_event marker : before) {
        release_event(marker);
    }
}

void context_state::retain_queue(cl_command_queue queue) noexcept {
    const std::lock_guard lock{mutex_};
    for (queue_state &known : queues_) {
        if (known.handle == queue) { ++known.references; }
    }
}

void context_state::release_queue(cl_command_queue queue) {
    bool is_last = false;
    {
        const std::lock_guard lock{mutex_};
        for (queue_state &known : queues_) {
            if (known.handle == queue) { is_last = --known.references == 0; }
        }
    }
    if (!is_last) { return; }
    leave_single_mode();
    const bool is_stopped = is_stopped_.load(relaxed);
    cl_event marker = is_stopped ? nullptr : enqueue_marker(queue);
    {
        const std::lock_guard lock{mutex_};
        if (marker != nullptr) { departed_.push_back(marker); }
        has_pending_.store(true, relaxed);
        std::erase_if(queues_, [&](const queue_state &known) { return known.handle == queue; });
    }
    if (marker == nullptr && !is_stopped) { give_up_pooling(); }
    settle();
    drop();
}

void context_state::add_native_kernel(cl_command_queue queue, bool is_enqueued) {
    cl_event marker = is_enqueued && !is_stopped_.load(relaxed) ? enqueue_marker(queue) : nullptr;
    if (marker != nullptr) {
        const std::lock_guard lock{mutex_};
        native_.push_back(marker);
        has_pending_.store(true, relaxed);
    } else if (is_enqueued && !is_stopped_.load(relaxed)) {
        give_up_pooling();
    }
    settle();
}

void context_state::add_user_event() noexcept {
    hold();
    const std::lock_guard lock{mutex_};
    ++user_events_;
}

void context_state::end_user_event() noexcept {
    {
        const std::lock_guard lock{mutex_};
        --user_events_;
        update_mode();
    }
    drop();
}

// Commands that wait for the event are enqueued by now. If there are some, single mode never comes back: a queue that
// the program creates later would be held back by them.
void context_state::abandon_user_event() {
    if (is_stopped_.load(relaxed)) { return; }
    std::vector<cl_command_queue> queues;
    {
        const std::lock_guard lock{mutex_};
        queues.reserve(queues_.size());
        drop_complete(departed_);
        departed_.reserve(departed_.size() + queues_.size());
        for (const queue_state &queue : queues_) {
            queues.push_back(queue.handle);
            (void)driver().clRetainCommandQueue(queue.handle); // another thread may release it
        }
    }
    for (cl_command_queue queue : queues) {
        cl_event marker = enqueue_marker(queue);
        (void)driver().clReleaseCommandQueue(queue);
        if (marker == nullptr) {
            give_up_pooling();
            continue;
        }
        const std::lock_guard lock{mutex_};
        departed_.push_back(marker);
        has_pending_.store(true, relaxed);
    }
}

} // namespace clmem::layer
