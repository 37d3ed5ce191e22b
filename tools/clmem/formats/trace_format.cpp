#include "formats/trace_format.hpp"

#include "failure.hpp"
#include "formats/output_file.hpp"
#include "formats/units.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <zlib.h>

namespace clmem::command {
namespace {

constexpr std::uint64_t sum_bound = std::uint64_t{1} << 63;

class trace_maker {
  public:
    explicit trace_maker(const recording &from) : from_{from} {
        result_.path = from.path;
        result_.name = std::filesystem::path{from.path}.filename().stem().string();
    }

    trace make() {
        add_live_at_the_start();
        for (const recording::event &each : from_.events) {
            if (each.kind == event_kind::allocate) { allocate(each.block, each.requested, each.queue, each.time_ns); }
            if (each.kind == event_kind::free) { release(each.block, each.time_ns); }
            // Memory that is in no pool would be in one.
            if (each.kind == event_kind::outside_allocation) {
                allocate(outside | each.block, each.requested, each.queue, each.time_ns);
            }
            if (each.kind == event_kind::outside_free) { release(outside | each.block, each.time_ns); }
        }
        result_.streams = streams_.size();
        if (result_.events.empty()) { fail("expected allocations or frees, got a recording without them"); }
        return std::move(result_);
    }

  private:
    static constexpr std::uint64_t outside = std::uint64_t{1} << 63; // blocks may have the same numbers

    [[noreturn]] void fail(const std::string &message) const {
        throw failure{exit_status::bad_input, fmt::format("{}: {}", from_.path, message)};
    }

    // Snapshots taken before the first event of their pool.
    void add_live_at_the_start() {
        std::unordered_map<std::uint64_t, std::uint64_t> first_events; // by pool
        for (const recording::event &each : from_.events) {
            first_events.try_emplace(each.pool, each.time_ns);
        }
        std::unordered_set<std::uint64_t> seen;
        for (const recording::snapshot &each : from_.snapshots) {
            const auto first = first_events.find(each.pool);
            if (first == first_events.end() || each.time_ns > first->second || !seen.insert(each.pool).second) {
                continue;
            }
            for (const recording::range &range : each.ranges) {
                if (range.state == range_state::live) { allocate(range.block, range.requested, range.queue, 0); }
            }
        }
    }

    void allocate(std::uint64_t block, std::uint64_t bytes, std::uint64_t queue, std::uint64_t time_ns) {
        // A block that is live here was freed without an event, which may be lost.
        release(block, time_ns);
        if (result_.allocations.size() == std::numeric_limits<std::uint32_t>::max()) {
            fail("expected at most 2^32 - 1 allocations, got more");
        }
        live_bytes_ += bytes; // both are below 2^63
        if (bytes >= sum_bound || live_bytes_ >= sum_bound) {
            fail("expected a sum of live bytes below 2^63, got more");
        }
        const auto index = static_cast<std::uint32_t>(result_.allocations.size());
        const auto stream = streams_.try_emplace(queue, static_cast<std::uint32_t>(streams_.size())).first->second;
        result_.allocations.push_back({index + std::uint64_t{1}, bytes, result_.events.size() + 1, stream});
        live_[block] = index;
        add({index, false, time_ns / ns_per_us});
    }

    void release(std::uint64_t block, std::uint64_t time_ns) {
        const auto found = live_.find(block);
        if (found == live_.end()) { return; } // it was allocated before the recording
        add({found->second, true, time_ns / ns_per_us});
        live_bytes_ -= result_.allocations[found->second].bytes;
        live_.erase(found);
    }

    void add(const trace::event &next) {
        result_.events.push_back(next);
        result_.last_time_us = std::max(result_.last_time_us, next.time_us);
    }

    const recording &from_;
    trace result_;
    std::unordered_map<std::uint64_t, std::uint32_t> live_;    // the allocation of each live block
    std::unordered_map<std::uint64_t, std::uint32_t> streams_; // of each queue
    std::uint64_t live_bytes_ = 0;
};

// Text packed by gzip, piece by piece.
class packer {
  public:
    explicit packer(output_file &file) : file_{file} {
        constexpr int window_and_gzip = 15 + 16, memory = 8;
        if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_and_gzip, memory, Z_DEFAULT_STRATEGY) !=
            Z_OK) {
            throw failure{exit_status::failed, "cannot pack the output: no memory"};
        }
    }
    ~packer() { deflateEnd(&stream_); }
    packer(const packer &) = delete;
    packer &operator=(const packer &) = delete;

    void write(std::string_view text, int flush) {
        stream_.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
        stream_.avail_in = static_cast<uInt>(text.size());
        std::array<char, 1 << 16> packed;
        do {
            stream_.next_out = reinterpret_cast<Bytef *>(packed.data());
            stream_.avail_out = static_cast<uInt>(packed.size());
            deflate(&stream_, flush); // cannot fail: the stream is valid and has room
            file_.write({packed.data(), packed.size() - stream_.avail_out});
        } while (stream_.avail_out == 0);
    }

  private:
    output_file &file_;
    z_stream stream_{};
};

} // namespace

recording recording_of(const trace &from) {
    recording result;
    result.path = from.path;
    result.strings.emplace_back();
    result.pools.push_back({1, 0, 1, 1});
    for (std::size_t i = 0; i < from.streams; ++i) {
        result.queues.push_back({i + 1, i, false});
    }
    std::uint64_t latest_us = 0; // a recording's events are ordered by time, a trace's need not be
    for (const trace::event &each : from.events) {
        const trace::allocation &allocation = from.allocations[each.allocation];
        latest_us = std::max(latest_us, each.time_us);
        recording::event next;
        next.kind = each.is_free ? event_kind::free : event_kind::allocate;
        next.time_ns = latest_us * ns_per_us;
        next.pool = 1;
        next.queue = allocation.stream + std::uint64_t{1};
        next.block = each.allocation + std::uint64_t{1};
        if (!each.is_free) { next.requested = next.given = allocation.bytes; }
        result.events.push_back(next);
    }
    return result;
}

trace trace_of(const recording &from) {
    return trace_maker{from}.make();
}

recording read_trace_recording(const std::string &path) {
    return recording_of(read_trace(path));
}

void write_trace(const recording &from, output_file &file, bool is_packed) {
    const trace content = trace_of(from);
    std::optional<packer> packing;
    if (is_packed) { packing.emplace(file); }
    const auto write = [&](std::string_view text) {
        if (packing) {
            packing->write(text, Z_NO_FLUSH);
        } else {
            file.write(text);
        }
    };
    write("op,id,bytes,stream,time_us\n");
    for (const trace::event &each : content.events) {
        const trace::allocation &allocation = content.allocations[each.allocation];
        write(fmt::format("{},{},{},{},{}\n", each.is_free ? 'f' : 'a', allocation.id, allocation.bytes,
                          allocation.stream, each.time_us));
    }
    if (packing) { packing->write({}, Z_FINISH); }
}

} // namespace clmem::command
