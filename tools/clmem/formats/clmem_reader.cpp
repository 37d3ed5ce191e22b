#include "formats/clmem_reader.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace clmem::command {
namespace {

using namespace layout;
using event = recording::event;

constexpr std::uint64_t word_bound = std::uint64_t{1} << 32;

std::uint32_t small_number(record_reader &records, std::string_view what) {
    return static_cast<std::uint32_t>(records.number(what, word_bound));
}

// Numbers are 32 bits long; a file cannot have so many records that they overflow, as far as it fits in memory.
template <typename Elements>
void check_room(const record_reader &records, const Elements &elements) {
    if (elements.size() >= std::numeric_limits<std::uint32_t>::max()) {
        records.fail("expected fewer than 2^32 - 1 definitions, got more");
    }
}

} // namespace

std::uint32_t definition_table::defined(record_reader &records, std::string_view what, std::size_t count) const {
    const std::uint64_t number = records.varint();
    if (number < count) { return static_cast<std::uint32_t>(number); }
    if (!result_.is_complete) { return 0; }
    records.fail(fmt::format("expected the number of a {}, at most {}, got {}", what, count - 1, number));
}

std::uint32_t definition_table::string(record_reader &records) const {
    return defined(records, "string", result_.strings.size());
}

std::uint32_t definition_table::stack(record_reader &records) const {
    return defined(records, "stack", result_.stacks.size());
}

std::uint64_t definition_table::bytes_of_units(record_reader &records, std::uint64_t pool) const {
    const std::uint64_t units = records.varint();
    const auto found = units_.find(pool);
    if (found == units_.end() && result_.is_complete) {
        records.fail(fmt::format("expected a defined pool, got {}", pool));
    }
    const std::uint64_t unit = found == units_.end() ? 1 : found->second;
    const std::uint64_t bytes = proportion(units, unit, 1, number_bound);
    if (bytes == number_bound) {
        records.fail(fmt::format("expected an offset below 2^63 bytes, got {} units of {} bytes", units, unit));
    }
    return bytes;
}

void definition_table::read_string(record_reader &records) {
    check_room(records, result_.strings);
    result_.strings.emplace_back(records.text(records.varint()));
}

void definition_table::read_frame(record_reader &records, bool is_native) {
    check_room(records, result_.frames);
    recording::frame frame;
    if (is_native) {
        frame.module = string(records);
        frame.offset = records.varint();
        frame.function = string(records);
    } else {
        frame.function = string(records);
        frame.file = string(records);
        frame.line = small_number(records, "a line");
    }
    result_.frames.push_back(frame);
}

void definition_table::read_stack(record_reader &records) {
    check_room(records, result_.stacks);
    const std::uint64_t count = records.varint();
    if (count > most_frames) { records.fail(fmt::format("expected at most {} frames, got {}", most_frames, count)); }
    std::vector<std::uint32_t> frames;
    for (std::uint64_t i = 0; i < count; ++i) {
        frames.push_back(defined(records, "frame", result_.frames.size()));
    }
    result_.stacks.push_back(std::move(frames));
}

void definition_table::read_pool(record_reader &records) {
    recording::pool pool;
    pool.number = records.number("pool");
    pool.kind = small_number(records, "a provider's kind");
    pool.unit_bytes = records.number("a unit");
    pool.devices = string(records);
    if (pool.unit_bytes == 0) { records.fail("expected a unit of at least 1 byte, got 0"); }
    if (!units_.try_emplace(pool.number, pool.unit_bytes).second) {
        records.fail(fmt::format("expected a new pool, got {}, which is defined", pool.number));
    }
    result_.pools.push_back(pool);
}

void definition_table::read(record_reader &records) {
    while (records.next()) {
        switch (records.op()) {
        case layout::string:
            read_string(records);
            break;
        case native_frame:
            read_frame(records, true);
            break;
        case source_frame:
            read_frame(records, false);
            break;
        case layout::stack:
            read_stack(records);
            break;
        case pool:
            read_pool(records);
            break;
        case queue: {
            recording::queue queue;
            queue.number = records.number("queue");
            queue.handle = records.varint();
            queue.out_of_order = records.number("whether the queue is out of order", 2) != 0;
            result_.queues.push_back(queue);
            break;
        }
        case tag: {
            recording::tag tag;
            tag.pool = records.number("pool");
            tag.number = small_number(records, "a tag");
            tag.name = string(records);
            result_.tags.push_back(tag);
            break;
        }
        case thread: {
            recording::thread thread;
            thread.number = small_number(records, "a thread");
            thread.system_id = records.varint();
            thread.name = string(records);
            result_.threads.push_back(thread);
            break;
        }
        default:
            records.fail(fmt::format("expected a definition, 1 to 8, got {}", records.op()));
        }
    }
}

namespace {

class event_reader {
  public:
    event_reader(record_reader &records, const definition_table &definitions, const tick_clock &clock)
        : records_{records}, definitions_{definitions}, clock_{clock} {}

    // The rest of a record behind its time.
    void read(event &out, unsigned flags) {
        switch (out.kind) {
        case event_kind::allocate:
            read_allocation(out, flags);
            break;
        case event_kind::free:
            out.waits = (flags & 1) != 0;
            out.is_shared = (flags & 2) != 0;
            out.block = records_.number("block");
            break;
        case event_kind::complete:
        case event_kind::outside_free:
            out.block = records_.number("block");
            break;
        case event_kind::slab_taken:
            out.slab = records_.number("slab");
            out.requested = records_.number("bytes");
            out.largest = records_.varint();
            read_duration(out);
            break;
        case event_kind::slab_returned:
            out.slab = records_.number("slab");
            [[fallthrough]];
        case event_kind::slab_refused:
            out.requested = records_.number("bytes");
            read_duration(out);
            break;
        case event_kind::barrier:
            out.queue = records_.number("queue");
            out.given = records_.varint();
            read_duration(out);
            break;
        case event_kind::marker:
            out.queue = records_.number("queue");
            [[fallthrough]];
        case event_kind::host_wait:
            read_duration(out);
            break;
        case event_kind::trim:
            out.requested = records_.varint(); // UINT64_MAX is a sensible target
            out.given = records_.number("bytes");
            break;
        case event_kind::shortage:
            read_shortage(out, flags);
            break;
        case event_kind::reuse:
            out.slab = records_.number("slab");
            out.offset = definitions_.bytes_of_units(records_, out.pool);
            out.given = records_.number("bytes");
            break;
        case event_kind::mark:
        case event_kind::range_begin:
            out.text = definitions_.string(records_);
            break;
        case event_kind::range_end:
            break;
        case event_kind::outside_allocation:
            out.block = records_.number("block");
            out.requested = out.given = records_.number("bytes");
            out.text = definitions_.string(records_);
            if ((flags & 2) != 0) { out.stack = definitions_.stack(records_); }
            break;
        }
    }

    // The flags that a kind may have.
    static unsigned flags_of(event_kind kind) {
        switch (kind) {
        case event_kind::allocate:
        case event_kind::free:
            return 3;
        case event_kind::shortage:
        case event_kind::outside_allocation:
            return 2;
        default:
            return 0;
        }
    }

  private:
    void read_allocation(event &out, unsigned flags) {
        out.hit = (flags & 1) != 0;
        out.block = records_.number("block");
        out.requested = records_.number("bytes");
        out.given = out.requested + records_.varint();
        if (out.given < out.requested || out.given >= number_bound) {
            records_.fail("expected a block of less than 2^63 bytes, got a longer one");
        }
        out.slab = records_.number("slab");
        out.offset = definitions_.bytes_of_units(records_, out.pool);
        if (out.offset + out.given >= number_bound) {
            records_.fail("expected a block that ends below 2^63, got a later end");
        }
        if ((flags & 2) != 0) { out.stack = definitions_.stack(records_); }
        if (!out.hit) {
            out.reason = static_cast<std::uint8_t>(records_.number("a reason", recording::unknown_reason + 1));
        }
    }

    void read_shortage(event &out, unsigned flags) {
        // A program may want 2^64 - 1; other formats have no number from 2^63 on.
        out.requested = std::min(records_.varint(), number_bound - 1);
        out.given = records_.number("bytes");
        out.live = records_.number("bytes");
        out.largest = records_.number("bytes");
        if ((flags & 2) != 0) { out.stack = definitions_.stack(records_); }
    }

    void read_duration(event &out) { out.duration_ns = clock_.duration_ns(records_.varint()); }

    record_reader &records_;
    const definition_table &definitions_;
    const tick_clock &clock_;
};

// The first varint of each record: the ticks since the one before.
std::uint64_t time_after(record_reader &records, std::uint64_t before) {
    const std::uint64_t passed = records.varint();
    if (passed > ~before) { records.fail("expected a time below 2^64 ticks, got a later one"); }
    return before + passed;
}

} // namespace

void read_events(record_reader &records, const chunk &from, const definition_table &definitions,
                 const tick_clock &clock, std::vector<event> &out_events) {
    event_reader reader{records, definitions, clock};
    event known; // what the context says of all events
    known.thread = from.thread;
    known.time_ns = from.begun.ticks;
    while (records.next()) {
        const unsigned kind = records.op() & 31, flags = records.op() >> 5;
        if (kind == context) {
            if (flags != 0) { records.fail(fmt::format("expected a context without flags, got {}", flags)); }
            known.time_ns = time_after(records, known.time_ns);
            const std::uint64_t pool = records.number("pool"), queue = records.number("queue");
            known.tag = small_number(records, "a tag");
            known.pool = pool;
            known.queue = queue;
            continue;
        }
        if (kind == next_thread) {
            if (flags != 0) { records.fail(fmt::format("expected a thread without flags, got {}", flags)); }
            known.time_ns = time_after(records, known.time_ns);
            known.thread = small_number(records, "a thread");
            continue;
        }
        if (kind == 0 || kind > static_cast<unsigned>(event_kind::outside_free)) {
            records.fail(fmt::format("expected an event, 1 to 19, got {}", kind));
        }
        event next = known;
        next.kind = static_cast<event_kind>(kind);
        if ((flags & ~event_reader::flags_of(next.kind)) != 0) {
            records.fail(fmt::format("expected an event of kind {} without the flags {}", kind, flags));
        }
        next.time_ns = known.time_ns = time_after(records, known.time_ns);
        reader.read(next, flags);
        out_events.push_back(next);
    }
}

void snapshot_reader::read_slab(record_reader &records) {
    recording::slab slab;
    slab.number = records.number("slab");
    slab.bytes = records.number("bytes");
    slab.address = records.varint();
    open_.slabs.push_back(slab);
    covered_ = 0;
}

void snapshot_reader::read_range(record_reader &records) {
    if (open_.slabs.empty()) { records.fail("expected a slab before its ranges, got a range"); }
    const recording::slab &of = open_.slabs.back();
    recording::range range;
    range.slab = of.number;
    range.offset = definitions_.bytes_of_units(records, open_.pool);
    range.bytes = records.number("bytes");
    if (range.offset < covered_ || range.bytes > of.bytes || range.offset > of.bytes - range.bytes) {
        records.fail(fmt::format("expected a range in bytes {} to {} of its slab, got {} bytes at {}", covered_,
                                 of.bytes, range.bytes, range.offset));
    }
    covered_ = range.offset + range.bytes;
    range.state =
        static_cast<range_state>(records.number("a state", static_cast<std::uint64_t>(range_state::free) + 1));
    range.block = records.number("block");
    range.requested = records.number("bytes");
    range.queue = records.number("queue");
    range.tag = small_number(records, "a tag");
    range.stack = definitions_.stack(records);
    open_.ranges.push_back(range);
}

void snapshot_reader::read(record_reader &records, const chunk &from) {
    while (records.next()) {
        if (records.op() == snapshot_pool) {
            if (is_open_) { records.fail("expected the end of a snapshot, got the next one"); }
            open_ = {};
            open_.pool = records.number("pool");
            const std::uint64_t passed = records.varint();
            if (passed > ~from.begun.ticks) { records.fail("expected a time below 2^64 ticks, got a later one"); }
            open_.time_ns = clock_.ns_at(from.begun.ticks + passed);
            is_open_ = true;
            continue;
        }
        if (records.op() < snapshot_pool || records.op() > snapshot_end) {
            records.fail(fmt::format("expected a part of a snapshot, 1 to 4, got {}", records.op()));
        }
        if (!is_open_) { records.fail("expected a snapshot's pool, got another part of it"); }
        if (records.op() == snapshot_slab) { read_slab(records); }
        if (records.op() == snapshot_range) { read_range(records); }
        if (records.op() == snapshot_end) {
            is_open_ = false;
            result_.snapshots.push_back(std::move(open_));
        }
    }
}

} // namespace clmem::command
