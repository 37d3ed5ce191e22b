#include "pool/pool_log.hpp"

#include "base/log.hpp"

#include <atomic>
#include <bit>
#include <cstdio>
#include <exception>

namespace clmem_core {

namespace {

using log::level;
using log::size_text;

// How long a call of the driver took: nothing of providers whose calls are not timed.
struct time_text {
    time_text(pool_log::time_point begin, pool_log::time_point end) noexcept {
        const double us = std::chrono::duration<double, std::micro>(end - begin).count();
        if (begin != pool_log::time_point{}) {
            std::snprintf(text, sizeof text, us < 1000 ? " (%.1f us)" : " (%.0f us)", us);
        }
    }
    char text[32] = {};
};

const char *text_of(miss_reason why) noexcept {
    switch (why) {
    case miss_reason::empty:
        return "no freed block of its size class is in the thread's cache";
    case miss_reason::waiting:
        return "the freed blocks wait for their commands, since the host accesses the memory";
    case miss_reason::large:
        return "blocks of more than 4 MiB are not cached";
    case miss_reason::aligned:
        return "it needs an alignment above the pool's";
    case miss_reason::tagged:
        return "it has a tag";
    case miss_reason::dedicated:
        return "it gets a separate slab";
    case miss_reason::out_of_order:
        return "its queue runs commands out of order, so that its blocks are not cached";
    case miss_reason::unheld:
        return "the pool keeps no freed memory";
    }
    return "";
}

const char *plural(std::size_t count) noexcept {
    return count == 1 ? "" : "s";
}

} // namespace

pool_log::pool_log() noexcept {
    static constinit std::atomic<std::uint64_t> last{0};
    number_ = last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// Formats the figures only if the line will be written, since that takes a microsecond.
#define CLMEM_POOL_LOG(of, format, ...)                                                                                \
    do {                                                                                                               \
        if (log::is_on(of)) {                                                                                          \
            log::write(of, "pool %llu " format, static_cast<unsigned long long>(number_) __VA_OPT__(, ) __VA_ARGS__);  \
        }                                                                                                              \
    } while (false)

void pool_log::created(const provider::traits &source, std::size_t limit) const noexcept {
    CLMEM_POOL_LOG(level::info, "is created over %s; its limit is %s", source.name,
                   limit != 0 ? size_text{limit}.text : "what the device has");
}

void pool_log::closed(std::size_t active) const noexcept {
    if (active == 0) {
        CLMEM_POOL_LOG(level::info, "is released by the program, with no block left");
        return;
    }
    CLMEM_POOL_LOG(level::info,
                   "is released by the program while %s of blocks are still allocated: it lives until they are "
                   "released",
                   size_text{active}.text);
}

void pool_log::ended(const clmem_statistics &all) const noexcept {
    CLMEM_POOL_LOG(
        level::info,
        "ends: of %llu allocations %llu were hits, the driver was called for %llu slabs and took %.3f ms; at most "
        "%s were allocated and %s reserved",
        static_cast<unsigned long long>(all.allocations), static_cast<unsigned long long>(all.hits),
        static_cast<unsigned long long>(all.driver_allocations), static_cast<double>(all.driver_time_ns) * 1e-6,
        size_text{all.active_bytes_peak}.text, size_text{all.managed_bytes_peak}.text);
}

void pool_log::limit_set(std::size_t limit) const noexcept {
    CLMEM_POOL_LOG(level::info, "has a new limit: %s", limit != 0 ? size_text{limit}.text : "what the device has");
}

void pool_log::misses(std::size_t wanted, const figures &now, std::size_t largest) const noexcept {
    CLMEM_POOL_LOG(
        level::debug,
        "has no free range for %s that its policy allows: %s of %s are allocated or cached, and the largest free "
        "range has %s",
        size_text{wanted}.text, size_text{now.live}.text, size_text{now.reserved}.text, size_text{largest}.text);
}

void pool_log::missed(std::size_t wanted, miss_reason why, std::uint64_t count) const noexcept {
    if (!std::has_single_bit(count)) { return; } // frequent misses would fill the log
    CLMEM_POOL_LOG(level::debug, "has a miss of %s: %s; misses for this reason: %llu", size_text{wanted}.text,
                   text_of(why), static_cast<unsigned long long>(count));
}

void pool_log::took(std::size_t bytes, const figures &before, time_point begin, time_point end) const noexcept {
    CLMEM_POOL_LOG(level::info, "grows by a slab of %s%s to %s in %zu slab%s; %s are allocated or cached",
                   size_text{bytes}.text, time_text(begin, end).text, size_text{before.reserved + bytes}.text,
                   before.slabs + 1, plural(before.slabs + 1), size_text{before.live}.text);
}

void pool_log::refused(std::size_t bytes, const figures &now, time_point begin, time_point end) const noexcept {
    if (!log::is_on(level::warning)) { return; }
    const auto tell = [&](const char *why) {
        CLMEM_POOL_LOG(level::warning, "gets no slab of %s from the driver%s: %s. It has %s in %zu slab%s",
                       size_text{bytes}.text, time_text(begin, end).text, why, size_text{now.reserved}.text, now.slabs,
                       plural(now.slabs));
    };
    try {
        throw;
    } catch (const std::exception &failure) { tell(failure.what()); } catch (...) {
        tell("an unknown exception");
    }
}

void pool_log::returned(std::size_t bytes, const char *why, const figures &after, time_point begin,
                        time_point end) const noexcept {
    CLMEM_POOL_LOG(level::info,
                   "returns a slab of %s %s%s; %s in %zu slab%s remain, of which %s are allocated or cached",
                   size_text{bytes}.text, why, time_text(begin, end).text, size_text{after.reserved}.text, after.slabs,
                   plural(after.slabs), size_text{after.live}.text);
}

void pool_log::drained() const noexcept {
    CLMEM_POOL_LOG(level::debug, "has drained the thread caches, so that their blocks can be coalesced");
}

void pool_log::asks_program(std::size_t wanted, std::uint32_t attempt) const noexcept {
    CLMEM_POOL_LOG(level::info, "asks the program's out_of_memory callback to release memory for %s (attempt %u)",
                   size_text{wanted}.text, attempt);
}

void pool_log::object_created(std::size_t bytes, time_point begin) const noexcept {
    CLMEM_POOL_LOG(level::debug, "has created the cl_mem of a block of %s%s", size_text{bytes}.text,
                   time_text(begin, pool_log::begin()).text);
}

void pool_log::queue_found(cl_command_queue queue, bool out_of_order) const noexcept {
    CLMEM_POOL_LOG(level::info, "sees queue %p for the first time; it runs commands %s", static_cast<void *>(queue),
                   out_of_order ? "out of order" : "in order");
}

void pool_log::queue_forgotten(cl_command_queue queue) const noexcept {
    CLMEM_POOL_LOG(level::info, "forgets queue %p, as the program asked", static_cast<void *>(queue));
}

void pool_log::marked(cl_command_queue queue, bool enqueued, time_point begin) const noexcept {
    CLMEM_POOL_LOG(level::debug, "%s queue %p%s",
                   enqueued ? "has enqueued a marker in" : "got no marker, and has finished",
                   static_cast<void *>(queue), time_text(begin, pool_log::begin()).text);
}

void pool_log::waits(cl_command_queue queue, std::size_t events, time_point begin) const noexcept {
    CLMEM_POOL_LOG(level::debug, "makes queue %p wait for %zu event%s by a barrier%s", static_cast<void *>(queue),
                   events, plural(events), time_text(begin, pool_log::begin()).text);
}

void pool_log::uses_whole_buffers() const noexcept {
    CLMEM_POOL_LOG(
        level::warning,
        "gives each new block a whole buffer from now on: a user event holds commands back, under which this "
        "driver may crash when sub-buffers are created (quirk sub_buffers_race)");
}

void pool_log::waited_on_host(time_point begin) const noexcept {
    CLMEM_POOL_LOG(level::debug, "has waited on the host for an event%s", time_text(begin, pool_log::begin()).text);
}

pool_log::time_point pool_log::begin() noexcept {
    return log::is_on(level::debug) ? driver_clock::clock::now() : time_point{};
}

} // namespace clmem_core
