#include "failure.hpp"
#include "formats/clmem_format.hpp"
#include "formats/clmem_layout.hpp"
#include "formats/output_file.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace clmem::command {
namespace {

using namespace layout;
using event = recording::event;

void put(std::string &out, std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) {
        out += static_cast<char>(value >> 8 * i & 0xff);
    }
}

void put_varint(std::string &out, std::uint64_t value) {
    const auto bits = static_cast<unsigned>(std::bit_width(value));
    const unsigned bytes = std::max(1u, (bits + 6) / 7);
    if (bytes > 8) {
        out += '\0';
        put(out, value, 8);
    } else {
        put(out, value << bytes | std::uint64_t{1} << (bytes - 1), bytes);
    }
}

template <typename... Varints>
std::string record(unsigned op, Varints... values) {
    std::string out(1, static_cast<char>(op));
    (put_varint(out, static_cast<std::uint64_t>(values)), ...);
    return out;
}

constexpr std::uint64_t ns_per_second = 1'000'000'000;

class clmem_writer {
  public:
    clmem_writer(const recording &from, output_file &file) : from_{from}, file_{file} {
        for (const std::string &text : from.strings) {
            longest_ = std::max(longest_, text.size());
        }
        const std::size_t wanted = longest_ + 4096;
        chunk_bytes_ = std::max<std::size_t>(65536, (wanted + 4095) / 4096 * 4096);
        if (chunk_bytes_ > most_chunk_bytes) {
            throw failure{
                exit_status::failed,
                fmt::format("{}: expected texts of less than 16 MiB, got one of {} bytes", from.path, longest_)};
        }
        // Events of several threads in the same nanosecond keep their order by fractions of it, if there is room.
        std::uint64_t last = 1;
        for (const event &each : from.events) {
            last = std::max({last, each.time_ns, each.duration_ns});
        }
        for (const recording::snapshot &each : from.snapshots) {
            last = std::max(last, each.time_ns);
        }
        shift_ = std::min(10u, 63u - std::min(63u, static_cast<unsigned>(std::bit_width(last))));
        for (const recording::pool &pool : from.pools) {
            units_[pool.number] = pool.unit_bytes;
        }
    }

    void write() {
        write_header();
        write_definitions();
        write_events();
        write_snapshots();
    }

  private:
    // The chunk that is being filled, of each thread, or of a kind without threads.
    struct open_chunk {
        std::uint32_t kind = unused;
        std::uint32_t thread = 0;
        std::uint32_t number = 0;
        std::uint64_t begun_ns = 0;
        std::uint64_t last_ticks = 0;
        std::uint64_t pool = 0, queue = 0;
        std::uint32_t tag = 0;
        std::string records;
    };

    void write_header() {
        std::string header{magic};
        put(header, version, 4);
        put(header, chunk_bytes_, 4);
        put(header, ns_per_second << shift_, 8);
        put(header, 0, 8);
        put(header, from_.start_ns, 8);
        put(header, from_.lost, 8);
        put(header, from_.pid, 4);
        put(header, (from_.is_ring ? from_a_ring : 0) | (from_.is_complete ? was_released : 0), 4);
        header.resize(header_bytes, '\0');
        file_.write(header);
    }

    // Writes a chunk, filled up with zeros.
    void close(open_chunk &which) {
        if (which.records.empty()) { return; }
        std::string content;
        put(content, which.records.size(), 4);
        put(content, which.kind, 4);
        put(content, which.thread, 4);
        put(content, which.number++, 4);
        put(content, which.begun_ns << shift_, 8);
        put(content, which.begun_ns, 8);
        content += which.records;
        content.resize(chunk_bytes_, '\0');
        file_.write(content);
        which.records.clear();
    }

    [[nodiscard]] bool has_room(const open_chunk &which, std::size_t bytes) const {
        return which.records.size() + bytes <= chunk_bytes_ - chunk_header_bytes;
    }

    void add(open_chunk &to, const std::string &text) {
        if (!has_room(to, text.size())) { close(to); }
        to.records += text;
    }

    void write_definitions() {
        open_chunk to;
        to.kind = definitions;
        for (std::size_t i = 1; i < from_.strings.size(); ++i) {
            add(to, record(string, from_.strings[i].size()) + from_.strings[i]);
        }
        for (std::size_t i = 1; i < from_.frames.size(); ++i) {
            const recording::frame &frame = from_.frames[i];
            add(to, frame.module != 0 ? record(native_frame, frame.module, frame.offset, frame.function)
                                      : record(source_frame, frame.function, frame.file, frame.line));
        }
        for (std::size_t i = 1; i < from_.stacks.size(); ++i) {
            const auto &frames = from_.stacks[i];
            const std::size_t count = std::min(frames.size(), most_frames);
            std::string text = record(stack, count);
            for (std::size_t k = 0; k < count; ++k) {
                put_varint(text, frames[k]);
            }
            add(to, text);
        }
        for (const recording::pool &each : from_.pools) {
            add(to, record(pool, each.number, each.kind, each.unit_bytes, each.devices));
        }
        for (const recording::queue &each : from_.queues) {
            add(to, record(queue, each.number, each.handle, each.out_of_order));
        }
        for (const recording::tag &each : from_.tags) {
            add(to, record(tag, each.pool, each.number, each.name));
        }
        for (const recording::thread &each : from_.threads) {
            add(to, record(thread, each.number, each.system_id, each.name));
        }
        close(to);
    }

    [[nodiscard]] std::uint64_t units(std::uint64_t pool, std::uint64_t bytes) const {
        const auto found = units_.find(pool);
        return found == units_.end() ? bytes : bytes / found->second;
    }

    static std::string stack_of(const event &each) {
        std::string text;
        if (each.stack != 0) { put_varint(text, each.stack); }
        return text;
    }

    [[nodiscard]] std::string rest_of(const event &each) const {
        const std::uint64_t ticks = each.duration_ns << shift_;
        const auto with = [](auto... values) { return record(0, values...).substr(1); };
        switch (each.kind) {
        case event_kind::allocate: {
            std::string text =
                with(each.block, each.requested, each.given - each.requested, each.slab, units(each.pool, each.offset));
            text += stack_of(each);
            if (!each.hit) { put_varint(text, each.reason); }
            return text;
        }
        case event_kind::free:
        case event_kind::complete:
        case event_kind::outside_free:
            return with(each.block);
        case event_kind::slab_taken:
            return with(each.slab, each.requested, each.largest, ticks);
        case event_kind::slab_returned:
            return with(each.slab, each.requested, ticks);
        case event_kind::slab_refused:
            return with(each.requested, ticks);
        case event_kind::marker:
            return with(each.queue, ticks);
        case event_kind::barrier:
            return with(each.queue, each.given, ticks);
        case event_kind::host_wait:
            return with(ticks);
        case event_kind::trim:
            return with(each.requested, each.given);
        case event_kind::shortage:
            return with(each.requested, each.given, each.live, each.largest) + stack_of(each);
        case event_kind::reuse:
            return with(each.slab, units(each.pool, each.offset), each.given);
        case event_kind::mark:
        case event_kind::range_begin:
            return with(each.text);
        case event_kind::range_end:
            return {};
        case event_kind::outside_allocation:
            return with(each.block, each.requested, each.text) + stack_of(each);
        }
        return {};
    }

    static unsigned flags_of(const event &each) {
        switch (each.kind) {
        case event_kind::allocate:
            return (each.hit ? 1u : 0u) | (each.stack != 0 ? 2u : 0u);
        case event_kind::free:
            return (each.waits ? 1u : 0u) | (each.is_shared ? 2u : 0u);
        case event_kind::shortage:
        case event_kind::outside_allocation:
            return each.stack != 0 ? 2u : 0u;
        default:
            return 0;
        }
    }

    void write_events() {
        std::map<std::uint32_t, open_chunk> of_threads;
        const event *last = nullptr;
        std::uint64_t fraction = 0;
        const std::uint64_t most = (std::uint64_t{1} << shift_) - 1;
        for (const event &each : from_.events) {
            if (last == nullptr || last->time_ns != each.time_ns) {
                fraction = 0;
            } else if (last->thread != each.thread) {
                fraction = std::min(fraction + 1, most);
            }
            last = &each;
            open_chunk &to = of_threads[each.thread];
            to.kind = layout::events;
            to.thread = each.thread;
            write_event(to, each, (each.time_ns << shift_) + fraction);
        }
        for (auto &[thread, to] : of_threads) {
            close(to);
        }
    }

    void write_event(open_chunk &to, const event &each, std::uint64_t ticks) {
        constexpr std::size_t longest_record = 256; // far more than 9 varints, twice
        const std::string rest = rest_of(each);
        if (!has_room(to, longest_record)) { close(to); }
        if (to.records.empty()) {
            to.begun_ns = each.time_ns;
            to.last_ticks = each.time_ns << shift_;
            to.pool = to.queue = to.tag = 0;
        }
        if (to.pool != each.pool || to.queue != each.queue || to.tag != each.tag) {
            to.records += record(context, 0, each.pool, each.queue, each.tag);
            to.pool = each.pool;
            to.queue = each.queue;
            to.tag = each.tag;
        }
        const unsigned op = static_cast<unsigned>(each.kind) | flags_of(each) << 5;
        to.records += record(op, ticks - to.last_ticks) + rest;
        to.last_ticks = ticks;
    }

    void write_snapshots() {
        open_chunk to;
        to.kind = layout::snapshots;
        for (const recording::snapshot &each : from_.snapshots) {
            close(to); // so that its time is that of the chunk
            to.begun_ns = each.time_ns;
            add(to, record(snapshot_pool, each.pool, 0));
            std::size_t next = 0;
            for (const recording::slab &slab : each.slabs) {
                add(to, record(snapshot_slab, slab.number, slab.bytes, slab.address));
                for (; next < each.ranges.size() && each.ranges[next].slab == slab.number; ++next) {
                    const recording::range &range = each.ranges[next];
                    add(to, record(snapshot_range, units(each.pool, range.offset), range.bytes, range.state,
                                   range.block, range.requested, range.queue, range.tag, range.stack));
                }
            }
            add(to, record(snapshot_end));
        }
        close(to);
    }

    const recording &from_;
    output_file &file_;
    std::size_t longest_ = 0;
    std::size_t chunk_bytes_ = 0;
    unsigned shift_ = 0;
    std::unordered_map<std::uint64_t, std::uint64_t> units_;
};

} // namespace

void write_clmem(const recording &from, output_file &file) {
    clmem_writer{from, file}.write();
}

} // namespace clmem::command
