#include "formats/pickle.hpp"
#include "formats/pytorch_format.hpp"
#include "formats/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <unordered_map>

namespace clmem::command {
namespace {

using value = pickle_tree::value;
using kind = pickle_tree::kind;
using event = recording::event;

class pytorch_reader {
  public:
    explicit pytorch_reader(const std::string &path) : tree_{path} { result_.path = path; }

    recording read() {
        expect(tree_.root(), kind::dictionary, "a dictionary");
        const std::optional<value> traces = find(tree_.root(), "device_traces");
        const std::optional<value> segments = find(tree_.root(), "segments");
        if (!traces && !segments) {
            tree_.fail(tree_.root(), "expected 'segments' or 'device_traces', got a dictionary without them");
        }
        if (segments) { read_slabs(*segments); }
        if (traces) { read_traces(*traces); }
        std::stable_sort(result_.events.begin(), result_.events.end(),
                         [](const event &a, const event &b) { return a.time_ns < b.time_ns; });
        const std::uint64_t first_ns = result_.events.empty() ? 0 : result_.events.front().time_ns;
        result_.start_ns = first_ns;
        for (event &each : result_.events) {
            each.time_ns -= first_ns;
        }
        if (segments) { read_snapshots(*segments); }
        return std::move(result_);
    }

  private:
    struct slab_place {
        std::uint64_t number, end; // its last byte's address plus 1
    };
    struct device_state {
        std::map<std::uint64_t, slab_place> slabs;                // by address, the latest of each
        std::unordered_map<std::uint64_t, std::uint64_t> live;    // the block at each address
        std::unordered_map<std::uint64_t, std::uint64_t> waiting; // freed, not completed
        std::uint64_t reserved = 0, allocated = 0;
        std::unordered_map<std::uint64_t, std::uint64_t> sizes;
    };

    void expect(value which, kind wanted, std::string_view what) {
        // A value may occur in many places, so the work is bounded here, not by the file's size.
        work_ += 1;
        if (wanted == kind::list || wanted == kind::dictionary || wanted == kind::tuple) {
            if (tree_.at(which).is == wanted) { work_ += tree_.items(which).size(); }
        }
        if (work_ > 64 + 64 * tree_.file_bytes()) {
            tree_.fail(which, "expected a snapshot whose parts occur once, got one that repeats its parts");
        }
        if (tree_.at(which).is != wanted) { tree_.fail(which, fmt::format("expected {}, got another value", what)); }
    }

    std::optional<value> find(value dictionary, std::string_view key) const {
        const auto &items = tree_.items(dictionary);
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const auto &name = tree_.at(items[i]);
            if (name.is == kind::text && name.text == key) { return items[i + 1]; }
        }
        return {};
    }

    // 0 if the key is missing.
    std::uint64_t integer(value dictionary, std::string_view key, std::uint64_t bound = number_bound) {
        const std::optional<value> found = find(dictionary, key);
        if (!found || tree_.at(*found).is == kind::none) { return 0; }
        const auto &node = tree_.at(*found);
        if (node.is == kind::real && node.real >= 0 && node.real < 9e15) {
            return static_cast<std::uint64_t>(node.real);
        }
        if (node.is != kind::integer || node.is_huge || (node.is_negative && node.number != 0) ||
            node.number >= bound) {
            tree_.fail(*found, fmt::format("expected '{}' to be a number from 0, below {}", key, bound));
        }
        return node.number;
    }

    std::string_view text(value dictionary, std::string_view key) const {
        const std::optional<value> found = find(dictionary, key);
        return found && tree_.at(*found).is == kind::text ? tree_.at(*found).text : std::string_view{};
    }

    std::uint32_t string(std::string_view name) {
        if (name.empty()) { return 0; }
        const auto [entry, is_new] =
            strings_.try_emplace(std::string{name}, static_cast<std::uint32_t>(result_.strings.size()));
        if (is_new) { result_.strings.emplace_back(name.substr(0, std::size_t{1} << 20)); }
        return entry->second;
    }

    std::uint64_t pool_of(std::uint64_t device) {
        if (pools_.insert({device, true}).second) {
            result_.pools.push_back({device + 1, 0, 1, string(fmt::format("device {}", device))});
        }
        return device + 1;
    }

    std::uint64_t queue_of(value dictionary) {
        const std::uint64_t handle = stream(dictionary);
        const auto [entry, is_new] = queues_.try_emplace(handle, queues_.size() + 1);
        if (is_new) { result_.queues.push_back({entry->second, handle, false}); }
        return entry->second;
    }

    // A pointer, which some versions write as a negative number.
    std::uint64_t stream(value dictionary) const {
        const std::optional<value> found = find(dictionary, "stream");
        if (!found || tree_.at(*found).is != kind::integer) { return 0; }
        const auto &node = tree_.at(*found);
        return node.is_negative ? ~node.number + 1 : node.number;
    }

    std::uint32_t tag_of(value dictionary, std::uint64_t pool) {
        const std::string_view name = text(dictionary, "category");
        if (name.empty() || name == "unknown") { return 0; }
        const std::uint32_t of_name = string(name);
        const auto [entry, is_new] =
            tags_.try_emplace({pool, of_name}, static_cast<std::uint32_t>(result_.tags.size() + 1));
        if (is_new) { result_.tags.push_back({pool, entry->second, of_name}); }
        return entry->second;
    }

    std::uint32_t frame_of(value which) {
        expect(which, kind::dictionary, "a frame");
        const auto [entry, is_new] = frames_.try_emplace(which, static_cast<std::uint32_t>(result_.frames.size()));
        if (is_new) {
            recording::frame frame;
            frame.function = string(text(which, "name"));
            frame.file = string(text(which, "filename"));
            frame.line = static_cast<std::uint32_t>(integer(which, "line", std::uint64_t{1} << 32));
            result_.frames.push_back(frame);
        }
        return entry->second;
    }

    std::uint32_t stack_of(value dictionary) {
        constexpr std::size_t most_frames = 32;
        const std::optional<value> found = find(dictionary, "frames");
        if (!found || tree_.at(*found).is == kind::none) { return 0; }
        if (const auto known = stacks_.find(*found); known != stacks_.end()) { return known->second; }
        expect(*found, kind::list, "a list of frames");
        std::vector<std::uint32_t> stack;
        for (const value each : tree_.items(*found)) {
            if (stack.size() == most_frames) { break; }
            stack.push_back(frame_of(each));
        }
        std::uint32_t number = 0;
        if (!stack.empty()) {
            const auto [entry, is_new] =
                by_frames_.try_emplace(std::move(stack), static_cast<std::uint32_t>(result_.stacks.size()));
            if (is_new) { result_.stacks.push_back(entry->first); }
            number = entry->second;
        }
        return stacks_[*found] = number;
    }

    // Enters the slabs of the end, so that blocks of those whose beginning the trace lacks have one too.
    void read_slabs(value segments) {
        expect(segments, kind::list, "a list of segments");
        for (const value each : tree_.items(segments)) {
            expect(each, kind::dictionary, "a segment");
            const std::uint64_t device = integer(each, "device", most_devices), bytes = integer(each, "total_size");
            const std::uint64_t address = integer(each, "address");
            pool_of(device);
            devices_[device].slabs[address] = {++slabs_, address + bytes};
        }
    }

    void read_traces(value traces) {
        expect(traces, kind::list, "a list of traces, one for each device");
        const auto &of_devices = tree_.items(traces);
        if (of_devices.size() > most_devices) {
            tree_.fail(traces, fmt::format("expected at most {} devices, got {}", most_devices, of_devices.size()));
        }
        for (std::uint64_t device = 0; device < of_devices.size(); ++device) {
            expect(of_devices[device], kind::list, "a trace");
            const auto &entries = tree_.items(of_devices[device]);
            if (!entries.empty()) { pool_of(device); }
            std::uint64_t latest_us = 0;
            for (std::size_t i = 0; i < entries.size(); ++i) {
                expect(entries[i], kind::dictionary, "an entry of a trace");
                event next;
                latest_us = std::max(latest_us, integer(entries[i], "time_us", pytorch_time_bound_us));
                next.time_ns = latest_us * ns_per_us;
                next.pool = device + 1;
                const bool has_next = i + 1 < entries.size() && tree_.at(entries[i + 1]).is == kind::dictionary;
                if (read_entry(entries[i], has_next ? std::optional{entries[i + 1]} : std::nullopt, devices_[device],
                               next)) {
                    ++i;
                }
            }
        }
    }

    // Returns true if the entry that follows belongs to this one.
    bool read_entry(value entry, std::optional<value> following, device_state &device, event &next) {
        const std::string_view action = text(entry, "action");
        const std::uint64_t address = integer(entry, "addr"), bytes = integer(entry, "size");
        if (action == "alloc") {
            allocate(entry, address, bytes, device, next);
        } else if (action == "free_requested" || action == "free") {
            if (following) { expect(*following, kind::dictionary, "an entry of a trace"); }
            const bool is_complete =
                following && text(*following, "action") == "free_completed" && integer(*following, "addr") == address;
            release(entry, address, action == "free_requested" && !is_complete, device, next);
            return is_complete;
        } else if (action == "free_completed") {
            complete(entry, address, device, next);
        } else if (action == "segment_alloc" || action == "segment_map") {
            next.kind = event_kind::slab_taken;
            next.requested = bytes;
            next.largest = address;
            const auto known = device.slabs.find(address);
            const bool is_of_the_end = known != device.slabs.end() && known->second.end == address + bytes;
            if (!is_of_the_end) { device.slabs[address] = {++slabs_, address + bytes}; }
            next.slab = device.slabs[address].number;
            device.reserved = std::min(device.reserved + bytes, number_bound - 1);
            add(next);
        } else if (action == "segment_free" || action == "segment_unmap") {
            next.kind = event_kind::slab_returned;
            next.requested = bytes;
            next.slab = slab_at(device, address).value_or(slab_place{}).number;
            device.reserved -= std::min(device.reserved, bytes);
            add(next);
        } else if (action == "oom") {
            next.kind = event_kind::shortage;
            next.requested = bytes;
            next.given = device.reserved;
            next.live = device.allocated;
            next.stack = stack_of(entry);
            add(next);
        }
        return false; // other actions mean nothing for memory
    }

    void add(const event &next) { result_.events.push_back(next); }

    static std::optional<slab_place> slab_at(const device_state &device, std::uint64_t address) {
        const auto after = device.slabs.upper_bound(address);
        if (after == device.slabs.begin()) { return {}; }
        const slab_place &its = std::prev(after)->second;
        if (address >= its.end) { return {}; }
        return its;
    }

    void allocate(value entry, std::uint64_t address, std::uint64_t bytes, device_state &device, event &next) {
        next.kind = event_kind::allocate;
        next.block = ++blocks_;
        next.requested = next.given = bytes;
        next.queue = queue_of(entry);
        next.stack = stack_of(entry);
        next.tag = tag_of(entry, next.pool);
        if (const auto after = device.slabs.upper_bound(address); after != device.slabs.begin()) {
            const auto &[begin, its] = *std::prev(after);
            if (address < its.end) {
                next.slab = its.number;
                next.offset = address - begin;
            }
        }
        device.live[address] = next.block;
        device.sizes[next.block] = bytes;
        device.allocated = std::min(device.allocated + bytes, number_bound - 1);
        add(next);
    }

    void release(value entry, std::uint64_t address, bool waits, device_state &device, event &next) {
        next.kind = event_kind::free;
        next.waits = waits;
        next.queue = queue_of(entry);
        const auto found = device.live.find(address);
        next.block = found != device.live.end() ? found->second : ++blocks_; // allocated before the trace
        if (found != device.live.end()) {
            device.allocated -= std::min(device.allocated, device.sizes[next.block]);
            device.sizes.erase(next.block);
            device.live.erase(found);
        }
        if (waits) { device.waiting[address] = next.block; }
        add(next);
    }

    void complete(value entry, std::uint64_t address, device_state &device, event &next) {
        const auto found = device.waiting.find(address);
        if (found == device.waiting.end()) {
            if (device.live.contains(address)) { release(entry, address, false, device, next); }
            return;
        }
        next.kind = event_kind::complete;
        next.queue = queue_of(entry);
        next.block = found->second;
        device.waiting.erase(found);
        add(next);
    }

    void read_snapshots(value segments) {
        std::map<std::uint64_t, recording::snapshot> of_devices;
        for (const value each : tree_.items(segments)) {
            expect(each, kind::dictionary, "a segment");
            const std::uint64_t device = integer(each, "device", most_devices);
            recording::snapshot &snapshot = of_devices[device];
            snapshot.pool = device + 1;
            snapshot.time_ns = result_.events.empty() ? 0 : result_.events.back().time_ns;
            read_segment(each, devices_[device], snapshot);
        }
        for (auto &[device, snapshot] : of_devices) {
            result_.snapshots.push_back(std::move(snapshot));
        }
    }

    void read_segment(value segment, device_state &device, recording::snapshot &snapshot) {
        const std::uint64_t address = integer(segment, "address"), bytes = integer(segment, "total_size");
        const std::uint64_t number = slab_at(device, address).value_or(slab_place{}).number;
        snapshot.slabs.push_back({number, bytes, address});
        const std::optional<value> blocks = find(segment, "blocks");
        if (!blocks) { return; }
        expect(*blocks, kind::list, "a list of blocks");
        std::uint64_t offset = 0;
        for (const value each : tree_.items(*blocks)) {
            expect(each, kind::dictionary, "a block");
            recording::range range;
            range.slab = number;
            range.offset = offset;
            range.bytes = integer(each, "size");
            if (range.bytes > bytes - offset) {
                tree_.fail(each, fmt::format("expected blocks within their segment of {} bytes, got {} bytes at {}",
                                             bytes, range.bytes, offset));
            }
            const std::string_view state = text(each, "state");
            range.state = state == "active_allocated" ? range_state::live
                          : state == "inactive"       ? range_state::free
                                                      : range_state::pending;
            if (range.state != range_state::free) {
                const auto &known = range.state == range_state::live ? device.live : device.waiting;
                const auto found = known.find(address + offset);
                range.block = found != known.end() ? found->second : ++blocks_;
                range.requested = integer(each, "requested_size");
                range.queue = queue_of(segment);
                range.stack = stack_of(each);
            }
            offset += range.bytes;
            snapshot.ranges.push_back(range);
        }
    }

    static constexpr std::uint64_t most_devices = 1024;

    pickle_tree tree_;
    recording result_;
    std::unordered_map<std::string, std::uint32_t> strings_;
    std::map<std::uint64_t, bool> pools_;
    std::unordered_map<std::uint64_t, std::uint64_t> queues_; // by handle
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> tags_;
    std::unordered_map<value, std::uint32_t> frames_, stacks_;
    std::map<std::vector<std::uint32_t>, std::uint32_t> by_frames_;
    std::map<std::uint64_t, device_state> devices_;
    std::uint64_t slabs_ = 0, blocks_ = 0, work_ = 0;
};

} // namespace

recording read_pytorch(const std::string &path) {
    return pytorch_reader{path}.read();
}

} // namespace clmem::command
