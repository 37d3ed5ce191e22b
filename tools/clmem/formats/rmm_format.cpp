#include "formats/rmm_format.hpp"

#include "formats/addresses.hpp"
#include "formats/input_file.hpp"
#include "formats/output_file.hpp"
#include "formats/units.hpp"
#include "lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <unordered_map>

namespace clmem::command {
namespace {

struct field {
    enum number { thread, time_of_day, action, pointer, size, stream, count };
};
constexpr std::string_view header = "Thread,Time,Action,Pointer,Size,Stream";
constexpr std::uint64_t us_per_second = 1'000'000, us_per_day = us_per_second * 86400;

class rmm_reader {
  public:
    explicit rmm_reader(const std::string &path) : lines_{path} { result_.path = path; }

    recording read() {
        std::string_view line;
        if (!lines_.next(line) || line != header) {
            lines_.fail(fmt::format("expected the first line '{}', got {}", header, quoted(line)));
        }
        result_.strings.emplace_back();
        result_.pools.push_back({1, 0, 1, 1});
        while (lines_.next(line)) {
            split(line);
            read_event();
        }
        return std::move(result_);
    }

  private:
    void split(std::string_view line) {
        std::size_t count = 0;
        for (std::size_t begin = 0; begin <= line.size(); ++count) {
            const std::size_t end = std::min(line.find(',', begin), line.size());
            if (count < field::count) { fields_[count] = line.substr(begin, end - begin); }
            begin = end + 1;
        }
        if (count != field::count) {
            lines_.fail(fmt::format("expected {} columns, got {}: {}", std::size_t{field::count}, count, quoted(line)));
        }
    }

    // Decimal, or hexadecimal with 0x; (nil) is 0.
    std::uint64_t number(field::number which, std::string_view name) const {
        std::string_view text = fields_[which];
        if (text == "(nil)") { return 0; }
        const bool is_hexadecimal = text.starts_with("0x");
        if (is_hexadecimal) { text.remove_prefix(2); }
        std::uint64_t value = 0;
        const auto [end, code] =
            std::from_chars(text.data(), text.data() + text.size(), value, is_hexadecimal ? 16 : 10);
        if (code != std::errc{} || end != text.data() + text.size()) {
            lines_.fail(fmt::format("expected '{}' to be a number of 64 bits, got {}", name, quoted(fields_[which])));
        }
        return value;
    }

    // HH:MM:SS.microseconds; older versions write a colon before those.
    std::uint64_t time_us() const {
        const std::string_view text = fields_[field::time_of_day];
        std::array<std::uint64_t, 4> parts{};
        std::size_t position = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::size_t digits = i < 3 ? 2 : 6;
            const std::string_view part = text.substr(std::min(position, text.size()), digits);
            const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), parts[i]);
            const bool is_number = part.size() == digits && code == std::errc{} && end == part.data() + digits;
            position += digits;
            const char after = position < text.size() ? text[position] : '\0';
            const bool is_followed = i == 3 ? position == text.size() : after == ':' || (i == 2 && after == '.');
            if (!is_number || !is_followed) {
                lines_.fail(fmt::format("expected a time HH:MM:SS.microseconds, got {}", quoted(text)));
            }
            ++position;
        }
        if (parts[0] > 23 || parts[1] > 59 || parts[2] > 60) {
            lines_.fail(fmt::format("expected a time of day, got {}", quoted(text)));
        }
        return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * us_per_second + parts[3];
    }

    // Since the first event. Times of threads may be a little out of order; half a day back is the next day.
    std::uint64_t passed_ns() {
        std::uint64_t now = time_us() + days_ * us_per_day;
        if (!has_first_) {
            has_first_ = true;
            first_ = latest_ = now;
        }
        if (now + us_per_day / 2 < latest_) {
            ++days_;
            now += us_per_day;
        }
        latest_ = std::max(latest_, now);
        return (latest_ - first_) * ns_per_us;
    }

    template <typename Key>
    static std::uint64_t numbered(std::unordered_map<Key, std::uint64_t> &known, Key key) {
        return known.try_emplace(key, known.size() + 1).first->second;
    }

    void read_event() {
        recording::event next;
        next.time_ns = passed_ns();
        next.pool = 1;
        const std::size_t threads = threads_.size(), queues = queues_.size();
        const std::uint64_t system_id = number(field::thread, "Thread"), handle = number(field::stream, "Stream");
        next.thread = static_cast<std::uint32_t>(numbered(threads_, system_id));
        next.queue = numbered(queues_, handle);
        if (threads_.size() > threads) { result_.threads.push_back({next.thread, system_id, 0}); }
        if (queues_.size() > queues) { result_.queues.push_back({next.queue, handle, false}); }
        const std::uint64_t address = number(field::pointer, "Pointer"), bytes = number(field::size, "Size");
        if (bytes >= std::uint64_t{1} << 63) { lines_.fail(fmt::format("expected a size below 2^63, got {}", bytes)); }
        if (fields_[field::action] == "allocate") {
            next.kind = event_kind::allocate;
            next.requested = next.given = bytes;
            next.block = live_[address] = ++blocks_;
        } else if (fields_[field::action] == "free" || fields_[field::action] == "deallocate") {
            next.kind = event_kind::free;
            const auto found = live_.find(address);
            next.block = found != live_.end() ? found->second : ++blocks_; // allocated before the log
            if (found != live_.end()) { live_.erase(found); }
        } else if (fields_[field::action] == "allocate failure") {
            next.kind = event_kind::shortage;
            next.requested = bytes;
        } else {
            lines_.fail(fmt::format("expected the action allocate, free or 'allocate failure', got {}",
                                    quoted(fields_[field::action])));
        }
        result_.events.push_back(next);
    }

    line_reader lines_;
    recording result_;
    std::array<std::string_view, field::count> fields_;
    std::unordered_map<std::uint64_t, std::uint64_t> threads_, queues_;
    std::unordered_map<std::uint64_t, std::uint64_t> live_; // the block at each address
    std::uint64_t blocks_ = 0;
    bool has_first_ = false;
    std::uint64_t first_ = 0, latest_ = 0, days_ = 0;
};

std::string time_of(std::uint64_t ns) {
    const std::uint64_t us = ns / ns_per_us % us_per_day, seconds = us / us_per_second;
    return fmt::format("{:02}:{:02}:{:02}.{:06}", seconds / 3600, seconds / 60 % 60, seconds % 60, us % us_per_second);
}

} // namespace

recording read_rmm(const std::string &path) {
    return rmm_reader{path}.read();
}

void write_rmm(const recording &from, output_file &file) {
    address_space addresses{from};
    std::unordered_map<std::uint64_t, std::uint64_t> sizes; // of live blocks
    std::unordered_map<std::uint64_t, std::uint64_t> handles;
    std::unordered_map<std::uint32_t, std::uint64_t> system_ids;
    for (const recording::queue &each : from.queues) {
        handles[each.number] = each.handle;
    }
    for (const recording::thread &each : from.threads) {
        system_ids[each.number] = each.system_id;
    }
    file.write(fmt::format("{}\n", header));
    for (const recording::event &each : from.events) {
        const auto thread = system_ids.try_emplace(each.thread, each.thread).first->second;
        const auto handle = handles.try_emplace(each.queue, each.queue).first->second;
        const auto write = [&](std::string_view what, std::uint64_t address, std::uint64_t bytes) {
            file.write(fmt::format("{},{},{},{:#x},{},{:#x}\n", thread, time_of(from.start_ns + each.time_ns), what,
                                   address, bytes, handle));
        };
        if (each.kind == event_kind::allocate) {
            write("allocate", addresses.allocate(each), each.requested);
            sizes[each.block] = each.requested;
        } else if (each.kind == event_kind::free && sizes.contains(each.block)) {
            write("free", addresses.of_block(each.block).value_or(0), sizes[each.block]);
            sizes.erase(each.block);
        } else if (each.kind == event_kind::shortage) {
            write("allocate failure", 0, each.requested);
        }
    }
}

} // namespace clmem::command
