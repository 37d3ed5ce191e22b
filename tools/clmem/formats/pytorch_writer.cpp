#include "formats/addresses.hpp"
#include "formats/output_file.hpp"
#include "formats/pickle.hpp"
#include "formats/pytorch_format.hpp"
#include "formats/state.hpp"
#include "formats/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace clmem::command {
namespace {

using event = recording::event;

class pytorch_writer {
  public:
    pytorch_writer(const recording &from, output_file &file) : from_{from}, out_{file}, addresses_{from} {
        for (const recording::pool &each : from.pools) {
            device_of(each.number);
        }
        for (const recording::tag &each : from.tags) {
            tags_[{each.pool, each.number}] = each.name;
        }
        for (const recording::queue &each : from.queues) {
            constexpr std::uint64_t bound = std::uint64_t{1} << 53; // of the viewer's numbers
            streams_[each.number] = each.handle < bound ? each.handle : each.number;
        }
    }

    void write() {
        const memory_state state = memory_state::at_the_end_of(from_);
        for (const auto &[number, slab] : state.slabs()) {
            device_of(slab.pool);
        }
        for (std::size_t i = 0; i < from_.events.size(); ++i) {
            events_[device_of(from_.events[i].pool)].push_back(i);
        }
        enter_blocks();
        out_.begin_dictionary();
        out_.text("segments");
        out_.begin_list();
        for (const auto &[number, slab] : state.slabs()) {
            if (number != 0) { write_segment(number, slab); }
        }
        out_.end_list();
        out_.text("device_traces");
        out_.begin_list();
        for (std::uint64_t device = 0; device < devices_.size(); ++device) {
            write_trace(events_[device]);
        }
        out_.end_list();
        out_.text("allocator_settings");
        out_.begin_dictionary();
        out_.end_dictionary();
        out_.end_dictionary();
        out_.end();
    }

  private:
    std::uint64_t device_of(std::uint64_t pool) { return devices_.try_emplace(pool, devices_.size()).first->second; }

    void number(std::string_view key, std::uint64_t value) {
        out_.text(key);
        out_.integer(value);
    }

    void text(std::string_view key, std::string_view value) {
        out_.text(key);
        out_.text(value);
    }

    void write_frame(std::uint32_t which) {
        const recording::frame &frame = from_.frames.at(which);
        std::string name{from_.text(frame.function)};
        if (name.empty()) { name = frame.module != 0 ? fmt::format("+{:#x}", frame.offset) : "??"; }
        out_.begin_dictionary();
        text("name", name);
        text("filename", from_.text(frame.module != 0 ? frame.module : frame.file));
        number("line", frame.line);
        out_.end_dictionary();
    }

    void write_frames(std::uint32_t stack) {
        out_.text("frames");
        if (const auto known = stacks_.find(stack); known != stacks_.end()) {
            out_.again(known->second);
            return;
        }
        out_.begin_list();
        for (const std::uint32_t each : from_.stacks.at(stack)) {
            write_frame(each);
        }
        out_.end_list();
        stacks_[stack] = out_.remember();
    }

    void write_block(std::uint64_t address, std::uint64_t bytes, const recording::range *used) {
        out_.begin_dictionary();
        number("address", address);
        number("size", bytes);
        number("requested_size", used != nullptr ? used->requested : 0);
        text("state", used == nullptr                    ? "inactive"
                      : used->state == range_state::live ? "active_allocated"
                                                         : "active_pending_free");
        write_frames(used != nullptr ? used->stack : 0);
        out_.end_dictionary();
    }

    void write_blocks(std::uint64_t address, const memory_state::slab &slab) {
        out_.text("blocks");
        out_.begin_list();
        std::uint64_t end = 0;
        for (const auto &[offset, range] : slab.used) {
            if (range.bytes == 0) { continue; }
            if (offset > end) { write_block(address + end, offset - end, nullptr); }
            write_block(address + offset, range.bytes, &range);
            end = offset + range.bytes;
        }
        if (slab.bytes > end) { write_block(address + end, slab.bytes - end, nullptr); }
        out_.end_list();
    }

    void write_segment(std::uint64_t slab_number, const memory_state::slab &slab) {
        const std::uint64_t address = addresses_.of_slab(slab_number);
        std::uint64_t allocated = 0, active = 0, requested = 0;
        for (const auto &[offset, range] : slab.used) {
            active += range.bytes;
            if (range.state != range_state::live) { continue; }
            allocated += range.bytes;
            requested += range.requested;
        }
        out_.begin_dictionary();
        number("device", device_of(slab.pool));
        number("address", address);
        number("total_size", slab.bytes);
        number("allocated_size", allocated);
        number("active_size", active);
        number("requested_size", requested);
        number("stream", 0); // queues share slabs
        text("segment_type", "large");
        out_.text("segment_pool_id");
        out_.pair_of_zeros();
        out_.text("is_expandable");
        out_.boolean(false);
        write_frames(0);
        write_blocks(address, slab);
        out_.end_dictionary();
    }

    // An address of nothing: that of a shortage is called device_free.
    void write_entry(std::string_view action, std::string_view name_of_address, std::uint64_t address,
                     std::uint64_t bytes, const event &of, bool has_category) {
        out_.begin_dictionary();
        text("action", action);
        number(name_of_address, address);
        number("size", bytes);
        const auto stream = streams_.find(of.queue);
        number("stream", stream != streams_.end() ? stream->second : 0);
        number("time_us", std::min(from_.start_ns / ns_per_us + of.time_ns / ns_per_us, pytorch_time_bound_us - 1));
        write_frames(of.stack);
        if (!from_.tags.empty()) {
            const auto tag = has_category ? tags_.find({of.pool, of.tag}) : tags_.end();
            const std::string_view name = tag != tags_.end() ? from_.text(tag->second) : std::string_view{};
            text("category", name.empty() ? "unknown" : name);
        }
        out_.end_dictionary();
    }

    // Blocks that a snapshot has.
    void enter_blocks() {
        for (const recording::snapshot &each : from_.snapshots) {
            for (const recording::range &range : each.ranges) {
                if (range.slab == 0 || range.block == 0 || addresses_.of_block(range.block)) { continue; }
                addresses_.enter(range.block, addresses_.of_slab(range.slab) + range.offset);
                sizes_[range.block] = range.bytes;
            }
        }
    }

    void write_trace(const std::vector<std::size_t> &indices) {
        out_.begin_list();
        for (const std::size_t i : indices) {
            write_event(from_.events[i]);
        }
        // The viewer needs an entry of the category "unknown" if there are others.
        event last;
        if (!indices.empty()) { last.time_ns = from_.events[indices.back()].time_ns; }
        write_entry("snapshot", "addr", 0, 0, last, false);
        out_.end_list();
    }

    void write_event(const event &each) {
        switch (each.kind) {
        case event_kind::allocate:
            sizes_[each.block] = each.given;
            write_entry("alloc", "addr", addresses_.allocate(each), each.given, each, true);
            break;
        case event_kind::free:
        case event_kind::complete: {
            const std::optional<std::uint64_t> address = addresses_.of_block(each.block);
            if (!address) { break; } // allocated before the recording, at an unknown place
            const std::uint64_t bytes = sizes_[each.block];
            if (each.kind == event_kind::free) { write_entry("free_requested", "addr", *address, bytes, each, false); }
            if (!each.waits) { write_entry("free_completed", "addr", *address, bytes, each, false); }
            break;
        }
        case event_kind::slab_taken:
        case event_kind::slab_returned:
            if (each.slab == 0) { break; }
            write_entry(each.kind == event_kind::slab_taken ? "segment_alloc" : "segment_free", "addr",
                        addresses_.of_slab(each.slab), each.requested, each, false);
            break;
        case event_kind::shortage:
            write_entry("oom", "device_free", each.largest, each.requested, each, false);
            break;
        default:
            break;
        }
    }

    const recording &from_;
    pickle_writer out_;
    address_space addresses_;
    std::map<std::uint64_t, std::uint64_t> devices_; // by pool
    std::map<std::uint64_t, std::vector<std::size_t>> events_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> tags_;
    std::unordered_map<std::uint64_t, std::uint64_t> streams_, sizes_;
    std::unordered_map<std::uint32_t, std::uint32_t> stacks_; // as remembered
};

} // namespace

void write_pytorch(const recording &from, output_file &file) {
    pytorch_writer{from, file}.write();
}

} // namespace clmem::command
