#include "usm_memory.hpp"

#include "limit.hpp"
#include "report.hpp"
#include "shield.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace clmem::layer {

namespace {

constexpr std::uint64_t every_turn = std::numeric_limits<std::uint64_t>::max();

// What every allocation has: that of the largest type of OpenCL C.
constexpr std::uintptr_t usual_alignment = 128;

bool is_aligned(const void *pointer, cl_uint alignment) noexcept {
    const std::uintptr_t wanted = std::max<std::uintptr_t>(alignment, usual_alignment);
    return reinterpret_cast<std::uintptr_t>(pointer) % wanted == 0;
}

// The largest allocation that serves a request. Drivers round to whole pages.
std::size_t largest_for(std::size_t bytes) noexcept {
    constexpr std::size_t page = 4096;
    return std::max((bytes + page - 1) / page * page, bytes + bytes / 8);
}

} // namespace

const usm_functions &usm_memory::functions() noexcept {
    shielded([&] { std::call_once(are_loaded_, [&] { functions_ = usm_functions_of(context_); }); }, [] {});
    return functions_;
}

void *usm_memory::take(cl_unified_shared_memory_type_intel type, std::size_t bytes, cl_uint alignment) noexcept {
    const std::lock_guard lock{mutex_};
    const auto end = free_.upper_bound({type, largest_for(bytes), every_turn});
    const auto at = std::find_if(free_.lower_bound({type, bytes, 0}), end,
                                 [&](const auto &each) { return is_aligned(each.second, alignment); });
    if (at == end) { return nullptr; }
    char *const begin = at->second;
    remove_free(at);
    entry &taken = known_.find(begin)->second;
    taken.is_free = false;
    taken.in.bytes = bytes;
    live_ += taken.in.capacity;
    peak_ = std::max(peak_, live_);
    return begin;
}

void usm_memory::remove_free(std::map<order, char *>::iterator at) noexcept {
    const auto [type, capacity, turn] = at->first;
    free_bytes_ -= capacity;
    by_turn_.erase(every_turn - turn);
    free_.erase(at);
}

void usm_memory::prepare_growth(std::size_t bytes) noexcept {
    constexpr std::size_t always_allowed = std::size_t{8} << 20;
    std::size_t allowed = 0;
    {
        const std::lock_guard lock{mutex_};
        if (free_bytes_ == 0) { return; }
        const std::size_t needed = live_ + bytes;
        allowed = live_ + std::max(always_allowed, needed / 7);
    }
    (void)trim(allowed);
}

void usm_memory::add(void *begin, const usm_allocation &made) {
    const std::lock_guard lock{mutex_};
    known_.insert_or_assign(static_cast<char *>(begin), entry{made});
    if (!made.is_reusable) { return; }
    ++allocations_;
    live_ += made.capacity;
    peak_ = std::max(peak_, live_);
}

usm_memory::place usm_memory::find(const void *pointer) noexcept {
    const auto *const address = static_cast<const char *>(pointer);
    const std::lock_guard lock{mutex_};
    auto at = known_.upper_bound(address);
    if (at == known_.begin()) { return {}; }
    --at;
    const entry &known = at->second;
    if (static_cast<std::size_t>(address - at->first) >= known.in.capacity) { return {}; }
    return {const_cast<char *>(at->first), known.in, known.is_free};
}

void usm_memory::set_recorded(void *begin, std::uint64_t recorded) noexcept {
    const std::lock_guard lock{mutex_};
    const auto at = known_.find(static_cast<char *>(begin));
    if (at != known_.end()) { at->second.in.recorded = recorded; }
}

bool usm_memory::keep(void *begin) noexcept {
    const auto keep = [&] {
        const std::lock_guard lock{mutex_};
        const auto at = known_.find(static_cast<char *>(begin));
        if (is_closed_ || at == known_.end() || at->second.is_free) { return false; }
        const usm_allocation &of = at->second.in;
        const order key{of.type, of.capacity, every_turn - ++turn_};
        const auto in_turn = by_turn_.emplace(turn_, key).first;
        try {
            free_.emplace(key, static_cast<char *>(begin));
        } catch (...) {
            by_turn_.erase(in_turn);
            throw;
        }
        at->second.is_free = true;
        live_ -= of.capacity;
        free_bytes_ += of.capacity;
        return true;
    };
    return shielded(keep, [] { return false; });
}

bool usm_memory::forget(void *begin) noexcept {
    const std::lock_guard lock{mutex_};
    const auto at = known_.find(static_cast<char *>(begin));
    if (at == known_.end() || at->second.is_free) { return false; }
    live_ -= at->second.in.is_reusable ? at->second.in.capacity : 0;
    known_.erase(at);
    return true;
}

std::size_t usm_memory::count_free() noexcept {
    const std::lock_guard lock{mutex_};
    return free_.size();
}

void *usm_memory::remove_oldest(std::size_t reserved, std::size_t &out_bytes) noexcept {
    if (free_.empty() || live_ + free_bytes_ <= reserved) { return nullptr; }
    const auto oldest = free_.find(by_turn_.begin()->second);
    char *const begin = oldest->second;
    out_bytes = std::get<1>(oldest->first);
    remove_free(oldest);
    known_.erase(begin);
    return begin;
}

usm_memory::use usm_memory::take_use() noexcept {
    const std::lock_guard lock{mutex_};
    return {allocations_, live_, std::exchange(peak_, live_)};
}

std::size_t usm_memory::trim(std::size_t reserved) noexcept {
    std::size_t returned = 0;
    for (;;) {
        std::size_t bytes = 0;
        void *begin = nullptr;
        {
            const std::lock_guard lock{mutex_};
            begin = remove_oldest(reserved, bytes);
        }
        if (begin == nullptr) { return returned; }
        free_by_driver(begin, bytes);
        returned += bytes;
    }
}

void usm_memory::close() noexcept {
    {
        const std::lock_guard lock{mutex_};
        is_closed_ = true;
    }
    (void)trim();
}

void usm_memory::free_by_driver(void *begin, std::size_t bytes) noexcept {
    const std::uint64_t start = report::now_ns();
    (void)limit::freeing_usm(begin, [&] { return functions_.clMemFreeINTEL(context_, begin); });
    report::driver_call(report::driver_function::release, context_, bytes, report::now_ns() - start);
}

} // namespace clmem::layer
