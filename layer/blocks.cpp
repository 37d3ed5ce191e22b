#include "blocks.hpp"

#include "event_releases.hpp"
#include "events.hpp"
#include "recorder.hpp"

#include <memory>
#include <new>

namespace clmem::layer {

block_source::~block_source() {
    for (pool_pair *pools = first_.load(); pools != nullptr;) {
        (void)clmem_pool_release(pools->early);
        (void)clmem_pool_release(pools->complete);
        const std::unique_ptr<pool_pair> done{pools};
        pools = pools->next;
    }
    if (marker_ != nullptr) { release_event(marker_); }
    (void)clmem_queue_release(queue_.load());
}

void block_source::use_whole_buffers() noexcept {
    if (!uses_whole_buffers_.exchange(true)) { trim(); } // the pools of parts give no more
}

cl_command_queue block_source::make_queue() noexcept {
    cl_command_queue queue = queue_.load(std::memory_order_relaxed);
    if (queue == nullptr && clmem_queue_create(context_, device_, 0, &queue) == CLMEM_SUCCESS) {
        queue_.store(queue, std::memory_order_release);
    }
    return queue;
}

cl_command_queue block_source::own_queue() noexcept {
    if (cl_command_queue made = queue_.load(std::memory_order_acquire); made != nullptr) { return made; }
    const std::lock_guard lock{making_};
    return make_queue();
}

cl_event block_source::marker() noexcept {
    cl_command_queue const queue = own_queue();
    const std::lock_guard lock{making_};
    if (marker_ == nullptr && queue != nullptr) { marker_ = enqueue_marker(queue); }
    return marker_ != nullptr && retain(marker_) ? marker_ : nullptr;
}

pool_pair *block_source::make_pools(cl_mem_flags flags, bool whole) noexcept {
    recorder::begin();
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    // All memory belongs to this queue, so clmem never makes one queue wait for another: the layer knows the order.
    options.queue = make_queue();
    if (options.queue == nullptr) { return nullptr; }
    options.flags = whole ? static_cast<std::uint32_t>(CLMEM_POOL_DEDICATED) : 0;
    const clmem_provider_options with_flags = {sizeof with_flags, 0, flags};
    clmem_provider provider = nullptr;
    const clmem_status provided = current_settings().immediate
                                      ? clmem_provider_create_immediate(options.queue, &with_flags, &provider)
                                      : clmem_provider_create_buffer(context_, &with_flags, &provider);
    if (provided != CLMEM_SUCCESS) { return nullptr; }
    std::unique_ptr<pool_pair> made{new (std::nothrow) pool_pair{flags, whole}};
    const bool is_made = made != nullptr && clmem_pool_create(provider, &options, &made->early) == CLMEM_SUCCESS &&
                         clmem_pool_create(provider, &options, &made->complete) == CLMEM_SUCCESS;
    (void)clmem_provider_release(provider);
    if (is_made) { return made.release(); }
    if (made != nullptr) { (void)clmem_pool_release(made->early); }
    return nullptr;
}

pool_pair *block_source::pools_for(cl_mem_flags flags) noexcept {
    const bool whole = uses_whole_buffers_.load(std::memory_order_relaxed);
    const auto find = [&](pool_pair *known) {
        while (known != nullptr && (known->flags != flags || known->is_whole != whole)) {
            known = known->next;
        }
        return known;
    };
    if (pool_pair *known = find(first_.load(std::memory_order_acquire)); known != nullptr) { return known; }
    const std::lock_guard lock{making_};
    pool_pair *const first = first_.load(std::memory_order_relaxed);
    if (pool_pair *known = find(first); known != nullptr) { return known; }
    pool_pair *const made = make_pools(flags, whole);
    if (made == nullptr) { return nullptr; }
    made->next = first;
    first_.store(made, std::memory_order_release);
    return made;
}

std::size_t block_source::reserved_bytes() const noexcept {
    std::size_t sum = 0;
    for_each_pool([&](clmem_pool pool) {
        clmem_statistics now = CLMEM_STATISTICS_INIT;
        if (clmem_pool_statistics(pool, &now) == CLMEM_SUCCESS) { sum += now.managed_bytes; }
    });
    return sum;
}

void block_source::trim() noexcept {
    for_each_pool([](clmem_pool pool) { (void)clmem_pool_trim(pool, 0, nullptr); });
}

void block_source::trim_others(clmem_pool kept) noexcept {
    for_each_pool([kept](clmem_pool pool) {
        if (pool != kept) { (void)clmem_pool_trim(pool, 0, nullptr); }
    });
}

void block_source::trim_early() noexcept {
    for (const pool_pair *pools = first_.load(std::memory_order_acquire); pools != nullptr; pools = pools->next) {
        (void)clmem_pool_trim(pools->early, 0, nullptr);
    }
}

} // namespace clmem::layer
