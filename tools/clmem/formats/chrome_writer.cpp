#include "formats/chrome_format.hpp"
#include "formats/output_file.hpp"
#include "formats/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace clmem::command {
namespace {

using event = recording::event;

class chrome_writer {
  public:
    chrome_writer(const recording &from, output_file &file) : from_{from}, file_{file} {
        for (const recording::tag &each : from.tags) {
            tags_[{each.pool, each.number}] = each.name;
        }
    }

    void write() {
        file_.write(fmt::format(R"({{"displayTimeUnit":"ns","otherData":{{"clmem":1,"start_ns":{}}},"traceEvents":[)",
                                from_.start_ns));
        for (const recording::thread &each : from_.threads) {
            begin("M", "thread_name", each.number, 0);
            file_.write(fmt::format(R"(,"args":{{"name":{}}}}})", quote(from_.text(each.name))));
        }
        for (const event &each : from_.events) {
            write_event(each);
        }
        file_.write("\n]}\n");
    }

  private:
    struct counters {
        std::uint64_t live = 0, reserved = 0;
    };
    struct block {
        std::uint64_t id, pool, bytes;
    };

    // As JSON; bytes that are not UTF-8 are replaced.
    static std::string quote(std::string_view text) {
        return nlohmann::json(std::string{text}).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    }

    void begin(std::string_view phase, std::string_view name, std::uint32_t thread, std::uint64_t time_ns) {
        file_.write(fmt::format(R"({}{{"ph":"{}","name":{},"pid":{},"tid":{},"ts":{}.{:03})", is_first_ ? "\n" : ",\n",
                                phase, quote(name), from_.pid, thread, time_ns / ns_per_us, time_ns % ns_per_us));
        is_first_ = false;
    }

    void count(const event &at) {
        const counters &its = pools_[at.pool];
        begin("C", fmt::format("pool {}", at.pool), at.thread, at.time_ns);
        file_.write(fmt::format(R"(,"args":{{"live":{},"reserved":{}}}}})", its.live, its.reserved));
    }

    void write_allocation(const event &each) {
        block &its = blocks_[each.block];
        its = {++ids_, each.pool, each.requested};
        const auto tag = tags_.find({each.pool, each.tag});
        const std::string_view name = tag != tags_.end() ? from_.text(tag->second) : std::string_view{};
        begin("b", name.empty() ? "block" : name, each.thread, each.time_ns);
        file_.write(fmt::format(R"(,"cat":"block","id":{},"args":{{"block":{},"pool":{},"queue":{},"requested":{},)"
                                R"("given":{},"slab":{},"offset":{},"hit":{}}}}})",
                                its.id, its.id, each.pool, each.queue, each.requested, each.given, each.slab,
                                each.offset, each.hit));
        pools_[each.pool].live += each.requested;
        count(each);
    }

    void write_free(const event &each) {
        const auto found = blocks_.find(each.block);
        if (found == blocks_.end()) { return; } // allocated before the recording
        const block its = found->second;
        begin("e", "block", each.thread, each.time_ns);
        file_.write(fmt::format(R"(,"cat":"block","id":{},"args":{{"block":{},"pool":{},"queue":{},"waits":{}}}}})",
                                its.id, its.id, each.pool, each.queue, each.waits));
        pools_[its.pool].live -= std::min(pools_[its.pool].live, its.bytes);
        blocks_.erase(found);
        if (each.waits) { waiting_[each.block] = its.id; }
        event of_pool = each;
        of_pool.pool = its.pool;
        count(of_pool);
    }

    void write_completion(const event &each) {
        const auto found = waiting_.find(each.block);
        if (found == waiting_.end()) { return; }
        begin("i", "complete", each.thread, each.time_ns);
        file_.write(fmt::format(R"(,"cat":"complete","s":"t","args":{{"block":{},"pool":{},"queue":{}}}}})",
                                found->second, each.pool, each.queue));
        waiting_.erase(found);
    }

    void write_slab(const event &each, std::string_view name) {
        begin("i", name, each.thread, each.time_ns);
        file_.write(fmt::format(R"(,"cat":"slab","s":"p","args":{{"pool":{},"slab":{},"bytes":{},"duration_ns":{}}}}})",
                                each.pool, each.slab, each.requested, each.duration_ns));
        std::uint64_t &reserved = pools_[each.pool].reserved;
        if (each.kind == event_kind::slab_taken) { reserved += each.requested; }
        if (each.kind == event_kind::slab_returned) { reserved -= std::min(reserved, each.requested); }
        if (each.kind != event_kind::slab_refused) { count(each); }
    }

    void write_text(std::string_view phase, const event &each, std::string_view category) {
        begin(phase, each.kind == event_kind::range_end ? std::string_view{"range"} : from_.text(each.text),
              each.thread, each.time_ns);
        file_.write(fmt::format(R"(,"cat":"{}"{}}})", category, phase == "i" ? R"(,"s":"t")" : ""));
    }

    void write_event(const event &each) {
        switch (each.kind) {
        case event_kind::allocate:
            write_allocation(each);
            break;
        case event_kind::free:
            write_free(each);
            break;
        case event_kind::complete:
            write_completion(each);
            break;
        case event_kind::slab_taken:
            write_slab(each, "slab taken");
            break;
        case event_kind::slab_returned:
            write_slab(each, "slab returned");
            break;
        case event_kind::slab_refused:
            write_slab(each, "slab refused");
            break;
        case event_kind::shortage:
            begin("i", "shortage", each.thread, each.time_ns);
            file_.write(fmt::format(
                R"(,"cat":"shortage","s":"p","args":{{"pool":{},"requested":{},"reserved":{},"live":{},"largest":{}}}}})",
                each.pool, each.requested, each.given, each.live, each.largest));
            break;
        case event_kind::mark:
            write_text("i", each, "mark");
            break;
        case event_kind::range_begin:
            write_text("B", each, "range");
            break;
        case event_kind::range_end:
            write_text("E", each, "range");
            break;
        default:
            break;
        }
    }

    const recording &from_;
    output_file &file_;
    bool is_first_ = true;
    std::uint64_t ids_ = 0;
    std::map<std::uint64_t, counters> pools_;
    std::unordered_map<std::uint64_t, block> blocks_;          // the live ones
    std::unordered_map<std::uint64_t, std::uint64_t> waiting_; // the ids of those freed but not complete
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> tags_;
};

} // namespace

void write_chrome(const recording &from, output_file &file) {
    chrome_writer{from, file}.write();
}

} // namespace clmem::command
