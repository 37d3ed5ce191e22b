#include "formats/chrome_format.hpp"
#include "formats/input_file.hpp"
#include "formats/units.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

namespace clmem::command {
namespace {

using event = recording::event;

// Called by the parser for each part of the text, so the text is never in memory as a whole.
class chrome_reader : public nlohmann::json_sax<nlohmann::json> {
  public:
    chrome_reader(const std::string &path, std::ifstream &file) : path_{path}, file_{file} { result_.path = path; }

    recording finish() {
        if (!is_of_clmem_) {
            fail("expected trace events that clmem wrote, got others, which do not say what was allocated");
        }
        std::stable_sort(result_.events.begin(), result_.events.end(),
                         [](const event &a, const event &b) { return a.time_ns < b.time_ns; });
        return std::move(result_);
    }

    bool null() override { return true; }
    bool boolean(bool value) override {
        keep(value ? 1 : 0);
        return true;
    }
    bool number_integer(number_integer_t value) override {
        // Positive numbers come as unsigned.
        if (in_event() && value < 0) { fail(fmt::format("expected '{}' from 0, got {}", key_, value)); }
        return true;
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (depth_ == event_depth() && key_ == "ts") { return number_float(static_cast<double>(value), {}); }
        keep(value);
        return true;
    }
    bool number_float(number_float_t value, const string_t & /*text*/) override {
        constexpr double bound_us = 9007199254740992.0, ns_per_us = 1000;
        if (depth_ != event_depth() || key_ != "ts") { return true; }
        if (!(value >= 0 && value < bound_us)) {
            fail(fmt::format("expected a time from 0 to 2^53 us, got {}", value));
        }
        time_ns_ = static_cast<std::uint64_t>(std::llround(value * ns_per_us));
        return true;
    }
    bool string(string_t &value) override {
        if (in_event()) { texts_[key_] = value; }
        return true;
    }
    bool binary(binary_t & /*value*/) override { return true; }
    bool key(string_t &value) override {
        key_ = value;
        if (depth_ == 1) { in_events_ = value == "traceEvents"; }
        return true;
    }
    bool start_object(std::size_t /*elements*/) override {
        deepen();
        if (depth_ == event_depth()) {
            numbers_.clear();
            texts_.clear();
            time_ns_ = 0;
        }
        return true;
    }
    bool end_object() override {
        if (in_events_ && depth_ == event_depth()) { read_event(); }
        --depth_;
        return true;
    }
    bool start_array(std::size_t /*elements*/) override {
        if (depth_ == 0) { is_array_ = in_events_ = true; }
        deepen();
        return true;
    }
    bool end_array() override {
        --depth_;
        return true;
    }
    bool parse_error(std::size_t position, const std::string & /*token*/,
                     const nlohmann::detail::exception & /*why*/) override {
        fail_at(path_, position, "expected JSON, got something else or the end of the file");
    }

  private:
    [[noreturn]] void fail(const std::string &message) {
        const auto position = file_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
        fail_at(path_, position >= 0 ? static_cast<std::uint64_t>(position) : 0, message);
    }

    // Events are in an array, which may be in an object.
    [[nodiscard]] int event_depth() const { return is_array_ ? 2 : 3; }
    // Their arguments are one level deeper.
    [[nodiscard]] bool in_event() const {
        return in_events_ && (depth_ == event_depth() || depth_ == event_depth() + 1);
    }

    void deepen() {
        constexpr int deepest = 64;
        if (++depth_ > deepest) { fail(fmt::format("expected at most {} levels of nesting, got more", deepest)); }
    }

    void keep(std::uint64_t value) {
        if (depth_ == 2 && !in_events_ && !is_array_) {
            if (key_ == "clmem") { is_of_clmem_ = true; }
            if (key_ == "start_ns") { result_.start_ns = value; }
        }
        if (in_event()) { numbers_[key_] = value; }
    }

    std::uint64_t number(const char *name, std::uint64_t bound = number_bound) {
        const auto found = numbers_.find(name);
        if (found == numbers_.end()) { return 0; }
        if (found->second >= bound) { fail(fmt::format("expected '{}' below {}, got {}", name, bound, found->second)); }
        return found->second;
    }

    std::uint32_t text_number(const std::string &text) {
        const auto [entry, is_new] = strings_.try_emplace(text, static_cast<std::uint32_t>(result_.strings.size()));
        constexpr std::size_t longest = std::size_t{1} << 20;
        if (is_new) { result_.strings.push_back(text.substr(0, longest)); }
        return entry->second;
    }

    void read_event() {
        constexpr std::uint64_t word_bound = std::uint64_t{1} << 32;
        const std::string &phase = texts_["ph"], &category = texts_["cat"], &name = texts_["name"];
        if (phase == "M" || category.empty()) { return; }
        event next;
        next.time_ns = time_ns_;
        next.thread = static_cast<std::uint32_t>(number("tid", word_bound));
        result_.pid = static_cast<std::uint32_t>(number("pid", word_bound));
        next.pool = number("pool");
        next.queue = number("queue");
        if (category == "block" && (phase == "b" || phase == "e")) {
            read_block(next, phase == "b");
        } else if (category == "complete") {
            next.kind = event_kind::complete;
            next.block = number("block");
        } else if (category == "slab" && phase == "i") {
            next.kind = name == "slab taken"      ? event_kind::slab_taken
                        : name == "slab returned" ? event_kind::slab_returned
                                                  : event_kind::slab_refused;
            next.slab = number("slab");
            next.requested = number("bytes");
            next.duration_ns = number("duration_ns");
        } else if (category == "shortage" && phase == "i") {
            next.kind = event_kind::shortage;
            next.requested = number("requested");
            next.given = number("reserved");
            next.live = number("live");
            next.largest = number("largest");
        } else if (category == "mark" || category == "range") {
            next.kind = category == "mark" ? event_kind::mark
                        : phase == "B"     ? event_kind::range_begin
                                           : event_kind::range_end;
            if (next.kind != event_kind::range_end) { next.text = text_number(name); }
        } else {
            return;
        }
        const bool is_of_pool = category == "slab" || category == "shortage" || next.kind == event_kind::allocate;
        add_pool_and_queue(next, is_of_pool);
        result_.events.push_back(next);
    }

    void read_block(event &next, bool begins) {
        next.kind = begins ? event_kind::allocate : event_kind::free;
        next.block = number("block");
        if (next.block == 0) { fail("expected the number of a block in the arguments, got none"); }
        next.waits = number("waits") != 0;
        if (!begins) { return; }
        next.hit = number("hit") != 0;
        next.requested = number("requested");
        next.given = std::max(next.requested, number("given"));
        next.slab = number("slab");
        next.offset = number("offset");
        if (next.offset + next.given >= number_bound) {
            fail("expected a block that ends below 2^63, got a later end");
        }
    }

    void add_pool_and_queue(const event &next, bool is_of_pool) {
        const bool has_pool = is_of_pool || next.pool != 0; // a damaged recording may have a pool 0
        if (has_pool && pools_.insert(next.pool).second) { result_.pools.push_back({next.pool, 0, 1, 0}); }
        if (next.queue != 0 && queues_.insert(next.queue).second) {
            result_.queues.push_back({next.queue, next.queue, false});
        }
    }

    std::string path_;
    std::ifstream &file_;
    recording result_;
    int depth_ = 0;
    bool is_array_ = false, in_events_ = false, is_of_clmem_ = false;
    std::string key_;
    std::uint64_t time_ns_ = 0; // of the event that is being read, as are these:
    std::unordered_map<std::string, std::uint64_t> numbers_;
    std::unordered_map<std::string, std::string> texts_;
    std::unordered_map<std::string, std::uint32_t> strings_;
    std::set<std::uint64_t> pools_, queues_;
};

} // namespace

recording read_chrome(const std::string &path) {
    std::ifstream file{path, std::ios::binary};
    if (!file) { fail_at(path, 0, "cannot be opened"); }
    chrome_reader reader{path, file};
    nlohmann::json::sax_parse(file, &reader);
    return reader.finish();
}

} // namespace clmem::command
