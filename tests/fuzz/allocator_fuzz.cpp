// Two pools of one provider, compared with naive models after every operation. The input chooses the provider and its
// limits, the pools' options, the operations, and the order in which the queues' commands complete.
#include "handle/object_table.hpp"
#include "orders.hpp"
#include "pool/pool.hpp"
#include "second_thread.hpp"

#include <bit>
#include <memory>
#include <optional>

namespace clmem::fuzz {
namespace {

constexpr std::size_t most_blocks = 48; // live in one pool
constexpr std::size_t most_steps = 600;
constexpr std::size_t steps_of_check = 8;

struct tested_pool {
    clmem_pool handle = nullptr;
    std::shared_ptr<clmem_core::pool> inside;
    std::unique_ptr<order_of_uses> order;
    std::optional<pool_model> model;
    int default_queue = no_queue;
    std::uint32_t tags[pool_model::tag_count] = {};
    std::size_t managed = 0;           // at the last comparison
    unsigned releases_in_callback = 0; // how many blocks it still releases when memory is short
};

class session {
  public:
    explicit session(bytes &in) : in_{in} { make_provider(); }
    void run();

  private:
    void make_provider();
    void make_pool(tested_pool &p);
    void step();
    void step_of(tested_pool &p, unsigned what);
    void step_of_options(tested_pool &p, unsigned what);
    void allocate(tested_pool &p, bool may_fail_quietly);
    void allocate_with(tested_pool &p);
    void finish_allocation(tested_pool &p, clmem_status status, live_block made, std::size_t bytes,
                           std::size_t alignment, std::uint32_t tag, bool dedicated);
    void check_failure(tested_pool &p, clmem_status status, std::size_t bytes, std::size_t alignment, bool dedicated);
    void release(tested_pool &p, std::size_t index);
    void release_after(tested_pool &p);
    void record_use(tested_pool &p);
    void forget(tested_pool &p);
    void advance();
    void compare(tested_pool &p);
    void end();
    [[nodiscard]] int queue_of(const tested_pool &p) { return choose_queue(p.default_queue); }
    [[nodiscard]] int choose_queue(int standard) {
        const auto chosen = static_cast<int>(in_.below(queue_count + 2));
        return chosen < static_cast<int>(queue_count) ? chosen : standard != no_queue ? standard : 0;
    }
    static cl_command_queue handle_of(int queue) { return simulated_queues::handle(static_cast<std::size_t>(queue)); }
    [[nodiscard]] std::size_t allocated() const;
    static int32_t CLMEM_CALL when_short(void *user, std::size_t, std::uint32_t);

    bytes &in_;
    clmem_provider provider_ = nullptr;
    std::shared_ptr<simulated_provider> simulated_; // none: the virtual provider
    std::size_t alignment_ = 512;
    std::size_t largest_ = 0;
    std::size_t memory_ = 0;
    std::uint64_t lag_ = 0;
    std::uint64_t time_ = 0;
    bool host_reachable_ = false;
    bool has_two_threads_ = false;
    tested_pool pools_[2];
    std::size_t user_events_ = 0;
    std::size_t steps_ = 0;
};

void session::make_provider() {
    const std::uint8_t kind = in_.byte();
    has_two_threads_ = (kind & 0x80) != 0;
    if ((kind & 2) != 0) { alignment_ = std::size_t{1} << in_.below(32); }
    if ((kind & 4) != 0) { largest_ = in_.size() & ~(size_t{1} << 63); }
    if ((kind & 8) != 0) { memory_ = in_.size() & ~(size_t{1} << 63); }
    if ((kind & 1) == 0) {
        clmem_virtual_options options = CLMEM_VIRTUAL_OPTIONS_INIT;
        options.alignment_bytes = alignment_;
        options.max_allocation_bytes = largest_;
        options.memory_bytes = memory_;
        options.marker_lag_ns = lag_ = (kind & 16) != 0 ? UINT64_MAX : in_.byte();
        expect(clmem_provider_create_virtual(&options, &provider_) == CLMEM_SUCCESS, "there is no virtual provider");
        return;
    }
    host_reachable_ = (kind & 0x60) == 0x60;
    const clmem_core::provider::traits traits{.kind = CLMEM_PROVIDER_VIRTUAL,
                                              .alignment = alignment_,
                                              .max_allocation = largest_,
                                              .memory = memory_,
                                              .has_pointers = true,
                                              .host_reachable = host_reachable_,
                                              .free_of_cost = true};
    simulated_ = std::make_shared<simulated_provider>(traits, in_.byte());
    const std::shared_ptr<clmem_core::provider> made = simulated_;
    provider_ = clmem_core::token::to_handle<clmem_provider>(
        clmem_core::object_table::add(clmem_core::token::type::provider, made));
}

void session::make_pool(tested_pool &p) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    const std::uint8_t what = in_.byte();
    options.flags = (what & 0x81) == 0x81 ? std::uint32_t{CLMEM_POOL_DEDICATED} : 0;
    if ((what & 2) != 0) { p.default_queue = static_cast<int>(in_.below(queue_count)); }
    if (p.default_queue != no_queue) { options.queue = handle_of(p.default_queue); }
    if ((what & 4) != 0) { options.limit_bytes = in_.size(); }
    if ((what & 8) != 0) { options.leading_bits_in_bin_id = static_cast<std::uint32_t>(in_.below(17)); }
    if ((what & 16) != 0) {
        const std::size_t permille = in_.below(1002);
        options.driver_time_permille = permille <= 1000 ? static_cast<std::uint32_t>(permille)
                                                        : static_cast<std::uint32_t>(CLMEM_DRIVER_TIME_NEVER);
    }
    if ((what & 32) != 0) { options.budget_bytes = in_.size(); }
    if ((what & 64) != 0) {
        options.idle_release_ms = in_.byte();
        options.keep_bytes = in_.size();
        p.releases_in_callback = in_.byte() & 3U;
        options.out_of_memory = when_short;
        options.out_of_memory_user = &p;
    }
    if (simulated_ != nullptr) {
        p.order = std::make_unique<simulated_order>(simulated_->simulated(), host_reachable_);
    } else {
        p.order = std::make_unique<virtual_order>(lag_, time_);
    }
    expect(clmem_pool_create(provider_, &options, &p.handle) == CLMEM_SUCCESS, "there is no pool");
    if (simulated_ == nullptr) { static_cast<virtual_order &>(*p.order).watch(p.handle); }
    p.inside = std::static_pointer_cast<clmem_core::pool>(
        clmem_core::object_table::find(clmem_core::token::type::pool, clmem_core::token::of(p.handle)));
    p.model.emplace(pool_setup{.unit = std::max(alignment_, std::size_t{64}),
                               .limit = options.limit_bytes,
                               .leading_bits = options.leading_bits_in_bin_id,
                               .dedicated = options.flags != 0},
                    *p.order);
    for (std::uint32_t tag = 1; tag < pool_model::tag_count; ++tag) {
        const char name[] = {static_cast<char>('a' + tag), '\0'};
        expect(clmem_pool_tag(p.handle, name, &p.tags[tag]) == CLMEM_SUCCESS && p.tags[tag] == tag, "no tag");
    }
}

// The callback of a pool that is short of memory. It runs before the allocation is over.
int32_t session::when_short(void *user, std::size_t, std::uint32_t) {
    tested_pool &p = *static_cast<tested_pool *>(user);
    if (p.releases_in_callback == 0 || p.model->count() == 0) { return 0; }
    --p.releases_in_callback;
    expect(clmem_buffer_release(p.model->release(0)) == CLMEM_SUCCESS, "a callback cannot release a block");
    return 1;
}

std::size_t session::allocated() const {
    std::size_t sum = 0;
    for (const tested_pool &p : pools_) {
        clmem_statistics all = CLMEM_STATISTICS_INIT;
        expect(clmem_pool_statistics(p.handle, &all) == CLMEM_SUCCESS, "a pool has no statistics");
        sum += all.managed_bytes;
    }
    return sum;
}

// A request may fail only if neither the pool's slabs nor the driver have room for it.
void session::check_failure(tested_pool &p, clmem_status status, std::size_t bytes, std::size_t alignment,
                            bool dedicated) {
    if (bytes >= std::size_t{1} << 62) {
        return expect(status == CLMEM_ERROR_INVALID_ARGUMENT, "%zu bytes give status %d", bytes, status);
    }
    p.model->count_failure();
    expect(status == CLMEM_ERROR_OUT_OF_MEMORY, "an allocation gives status %d", status);
    if (simulated_ != nullptr && simulated_->simulated().has_failed_calls()) { return; }
    const std::size_t rounded = p.model->rounded(bytes);
    clmem_statistics all = CLMEM_STATISTICS_INIT;
    expect(clmem_pool_statistics(p.handle, &all) == CLMEM_SUCCESS, "a pool has no statistics");
    const std::size_t limit = p.model->setup().limit;
    const bool is_limited = (limit != 0 && (rounded > limit || all.managed_bytes > limit - rounded)) ||
                            (memory_ != 0 && (rounded > memory_ || allocated() > memory_ - rounded)) ||
                            (largest_ != 0 && rounded > largest_) || (memory_ == 0 && rounded > SIZE_MAX - allocated());
    expect(is_limited, "%zu bytes are refused, but the driver has room for them", rounded);
    expect(all.idle_bytes == 0, "%zu bytes are refused, but %zu are idle", rounded, all.idle_bytes);
    const bool is_whole = dedicated || p.model->setup().dedicated;
    expect(is_whole || !p.model->has_gap(rounded, alignment), "%zu bytes are refused, but a slab has room", rounded);
}

void session::finish_allocation(tested_pool &p, clmem_status status, live_block made, std::size_t bytes,
                                std::size_t alignment, std::uint32_t tag, bool dedicated) {
    expect((made.handle != nullptr) == (status == CLMEM_SUCCESS && bytes != 0), "status %d with a wrong handle",
           status);
    if (status != CLMEM_SUCCESS) { return check_failure(p, status, bytes, alignment, dedicated); }
    if (bytes != 0) { p.model->add(std::move(made), bytes, alignment, tag); }
}

void session::allocate(tested_pool &p, bool may_fail_quietly) {
    const std::size_t bytes = in_.size();
    live_block made;
    made.queue = queue_of(p);
    if (p.model->count() >= most_blocks) { return; }
    const auto call = may_fail_quietly ? &clmem_pool_try_allocate : &clmem_pool_allocate;
    const clmem_status status = call(p.handle, handle_of(made.queue), bytes, &made.handle);
    if (may_fail_quietly && status == CLMEM_SUCCESS && made.handle == nullptr) { return; }
    finish_allocation(p, status, made, bytes, 0, 0, false);
}

void session::allocate_with(tested_pool &p) {
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    const std::size_t bytes = in_.size();
    const std::uint8_t what = in_.byte();
    options.flags = (what & 0xc0) == 0xc0 ? std::uint32_t{CLMEM_ALLOCATION_DEDICATED} : 0;
    options.tag = p.tags[(what >> 4 & 3) % pool_model::tag_count];
    options.alignment_bytes = (what & 1) != 0 ? std::size_t{1} << in_.below(31) : 0;
    live_block made;
    // NULL names the pool's own queue.
    const bool is_default = (what & 2) != 0 && p.default_queue != no_queue;
    made.queue = is_default ? p.default_queue : queue_of(p);
    options.queue = is_default ? nullptr : handle_of(made.queue);
    if (p.model->count() >= most_blocks) { return; }
    const clmem_status status = clmem_pool_allocate_with(p.handle, &options, bytes, &made.handle);
    finish_allocation(p, status, made, bytes, options.alignment_bytes, options.tag, options.flags != 0);
}

void session::release(tested_pool &p, std::size_t index) {
    const clmem_buffer gone = p.model->release(index);
    expect(clmem_buffer_release(gone) == CLMEM_SUCCESS, "a live block cannot be released");
    expect(clmem_buffer_release(gone) == CLMEM_ERROR_INVALID_HANDLE, "a block was released twice");
}

void session::release_after(tested_pool &p) {
    const std::size_t index = in_.below(p.model->count());
    const std::size_t wanted = in_.below(4);
    if (simulated_ == nullptr) {
        const cl_event none = nullptr;
        const clmem_status status = clmem_buffer_release_after(p.model->at(index).handle, 1, &none);
        return expect(status == CLMEM_ERROR_UNSUPPORTED, "the virtual provider has events, by status %d", status);
    }
    std::vector<cl_event> events;
    std::vector<use> uses;
    for (std::size_t i = 0; i < wanted && user_events_ < unit_count - queue_count; ++i) {
        const std::size_t unit = queue_count + user_events_++;
        events.push_back(simulated_->simulated().make_event(unit));
        uses.push_back({static_cast<std::uint8_t>(unit), simulated_->simulated().position(unit)});
    }
    if (events.empty()) { return release(p, index); }
    const auto count = static_cast<std::uint32_t>(events.size());
    const clmem_buffer gone = p.model->release(index, std::move(uses));
    expect(clmem_buffer_release_after(gone, count, events.data()) == CLMEM_SUCCESS, "no release after events");
}

void session::record_use(tested_pool &p) {
    live_block &b = p.model->at(in_.below(p.model->count()));
    const std::size_t queue = in_.below(queue_count);
    const clmem_status status = clmem_pool_record_use(p.handle, b.handle, simulated_queues::handle(queue));
    expect(status == CLMEM_SUCCESS, "a use is refused with status %d", status);
    // What its own queue does is covered by its release, or by the events that the release names.
    if (b.queue != static_cast<int>(queue)) { b.reported = static_cast<std::uint8_t>(b.reported | 1U << queue); }
}

void session::forget(tested_pool &p) {
    const std::size_t queue = in_.below(queue_count);
    const std::uint32_t last = p.model->stamp(queue);
    if (clmem_pool_forget_queue(p.handle, simulated_queues::handle(queue)) == CLMEM_SUCCESS) {
        p.model->forget(queue, last);
        if (p.default_queue == static_cast<int>(queue)) { p.default_queue = no_queue; }
        return;
    }
    for (std::size_t i = 0; i < p.model->count(); ++i) {
        expect(p.model->at(i).queue != static_cast<int>(queue), "the pool does not know the queue of a block");
    }
}

// Commands end, driver calls fail, or time passes.
void session::advance() {
    const std::uint8_t what = in_.byte();
    if (simulated_ != nullptr) {
        simulated_queues &queues = simulated_->simulated();
        if ((what & 3) == 0 && queues.events() != 0) { queues.complete(in_.below(queues.events())); }
        if ((what & 3) == 1) { queues.complete_queue(in_.below(queue_count)); }
        if ((what & 3) == 2 && (what & 0xe0) == 0xe0) { queues.fail_next(what >> 2 & 3U); }
    }
    if ((what & 3) == 3) {
        const std::uint64_t step = std::uint64_t{in_.byte()} << in_.below(64);
        time_ += std::min(step, UINT64_MAX - time_);
        expect(clmem_provider_set_time(provider_, time_) == CLMEM_SUCCESS, "time does not pass");
    }
}

void session::step_of_options(tested_pool &p, unsigned what) {
    if (what == 0) {
        const std::size_t target = in_.size();
        std::size_t before = allocated();
        std::size_t released = 0;
        expect(clmem_pool_trim(p.handle, target, &released) == CLMEM_SUCCESS, "a trim fails");
        expect(before - released >= allocated(), "a trim has returned less than it says");
    } else if (what == 1) {
        expect(clmem_pool_free_held(p.handle) == CLMEM_SUCCESS, "free_held fails");
    } else if (what == 2) {
        const std::size_t limit = in_.size();
        expect(clmem_pool_set_limit(p.handle, limit) == CLMEM_SUCCESS, "a limit is refused");
        p.model->set_limit(limit);
    } else if (what == 3 && in_.byte() > 192) {
        expect(clmem_pool_stop_holding(p.handle) == CLMEM_SUCCESS, "stop_holding fails");
    } else if (what == 4) {
        expect(clmem_pool_reset_peaks(p.handle) == CLMEM_SUCCESS, "reset_peaks fails");
    } else {
        forget(p);
    }
}

void session::step_of(tested_pool &p, unsigned what) {
    const bool has_blocks = p.model->count() != 0;
    if (what < 7) {
        allocate(p, what == 6);
    } else if (what < 10) {
        allocate_with(p);
    } else if (what < 16) {
        step_of_options(p, what - 10);
    } else if (!has_blocks) {
        advance();
    } else if (what < 22) {
        release(p, in_.below(p.model->count()));
    } else if (what < 24) {
        release_after(p);
    } else if (what < 26) {
        record_use(p);
    } else {
        advance();
    }
}

void session::compare(tested_pool &p) {
    clmem_statistics all = CLMEM_STATISTICS_INIT;
    expect(clmem_pool_statistics(p.handle, &all) == CLMEM_SUCCESS, "a pool has no statistics");
    p.model->compare(all);
    p.managed = all.managed_bytes;
    const std::size_t sum = pools_[0].managed + pools_[1].managed;
    expect(memory_ == 0 || sum <= memory_, "the pools have more memory than the device");
    expect(simulated_ == nullptr || sum == simulated_->allocated(), "the driver and the pools do not agree");
    // These visit more than a thousand lists, and an assertion in the pool checks it after each growth and trim.
    if (steps_++ % steps_of_check != 0) { return; }
    const clmem_core::violation found = p.inside->check();
    expect(!found, "%s", found.text());
    std::vector<clmem_tag_statistics> tags(pool_model::tag_count, clmem_tag_statistics(CLMEM_TAG_STATISTICS_INIT));
    std::uint32_t count = 0;
    expect(clmem_pool_tag_statistics(p.handle, pool_model::tag_count, sizeof tags[0], tags.data(), &count) ==
                   CLMEM_SUCCESS &&
               count == pool_model::tag_count,
           "the tags have no statistics");
    p.model->compare_tags(tags);
}

// One byte: the operation, the pool, and the thread.
void session::step() {
    static second_thread other;
    const std::uint8_t what = in_.byte();
    tested_pool &p = pools_[what >> 7];
    const auto operate = [&] { step_of(p, what & 31U); };
    if (has_two_threads_ && (what & 0x60) == 0x60) {
        other.run(operate);
    } else {
        operate();
    }
    compare(p);
}

// All blocks are released, and one pool is empty before it ends; the other one ends before its blocks.
void session::end() {
    if (simulated_ != nullptr) {
        simulated_->simulated().fail_next(0);
        simulated_->simulated().complete_all();
    }
    tested_pool &early = pools_[in_.below(2)];
    for (tested_pool &p : pools_) {
        const clmem_core::violation found = p.inside->check();
        expect(!found, "%s", found.text());
        p.inside.reset();
        if (&p == &early) { expect(clmem_pool_release(p.handle) == CLMEM_SUCCESS, "a pool cannot be released"); }
        while (p.model->count() != 0) {
            expect(clmem_buffer_release(p.model->release(0)) == CLMEM_SUCCESS, "a block cannot be released");
        }
        if (&p == &early) { continue; }
        std::size_t released = 0;
        clmem_statistics all = CLMEM_STATISTICS_INIT;
        expect(clmem_pool_trim(p.handle, 0, &released) == CLMEM_SUCCESS &&
                   clmem_pool_statistics(p.handle, &all) == CLMEM_SUCCESS,
               "an empty pool cannot be trimmed");
        expect(all.managed_bytes == 0 && all.slabs == 0 && all.held_blocks == 0, "an empty pool keeps %zu bytes",
               all.managed_bytes);
        expect(clmem_pool_release(p.handle) == CLMEM_SUCCESS, "a pool cannot be released");
    }
    expect(clmem_provider_release(provider_) == CLMEM_SUCCESS, "a provider cannot be released");
    if (simulated_ == nullptr) { return; }
    expect(simulated_->allocated() == 0, "%zu bytes are never returned", simulated_->allocated());
    simulated_->simulated().expect_unreferenced();
}

void session::run() {
    for (tested_pool &p : pools_) {
        make_pool(p);
    }
    for (std::size_t i = 0; i < most_steps && !in_.has_ended(); ++i) {
        step();
    }
    end();
}

} // namespace
} // namespace clmem::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t count) {
    clmem::fuzz::bytes in{data, count};
    clmem::fuzz::session{in}.run();
    return 0;
}
