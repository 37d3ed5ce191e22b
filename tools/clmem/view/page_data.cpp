#include "view/page_data.hpp"

#include "reports/history.hpp"
#include "reports/names.hpp"
#include "reports/stacks.hpp"
#include "reports/summary.hpp"
#include "view/columns.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

namespace clmem::command {
namespace {

using json = nlohmann::ordered_json;

// Different values in the order of their first use. Columns contain their places in this list.
template <class Value>
class value_list {
  public:
    std::size_t index_of(const Value &value) {
        const auto [at, is_new] = places_.try_emplace(value, values_.size());
        if (is_new) { values_.push_back(value); }
        return at->second;
    }
    [[nodiscard]] const std::vector<Value> &values() const noexcept { return values_; }

  private:
    std::map<Value, std::size_t> places_;
    std::vector<Value> values_;
};

// The slabs of a number, of which at most one is there at a time.
class slab_index {
  public:
    explicit slab_index(const std::vector<slab_lifetime> &slabs) : slabs_{slabs} {
        for (std::size_t at = 0; at < slabs.size(); ++at) {
            places_[{slabs[at].pool, slabs[at].number}].push_back(at);
        }
    }

    // The place of a block's slab plus 1; 0 if the recording lacks the slab.
    [[nodiscard]] std::size_t of(const lifetime &block) const {
        const auto found = places_.find({block.pool, block.slab});
        if (found == places_.end()) { return 0; }
        const auto &all = found->second; // ordered by when they were taken
        const auto later =
            std::upper_bound(all.begin(), all.end(), block.allocated,
                             [this](std::size_t position, std::size_t slab) { return position < slabs_[slab].taken; });
        if (later == all.begin()) { return 0; }
        const std::size_t last = *(later - 1);
        return block.allocated < slabs_[last].returned ? last + 1 : 0;
    }

  private:
    const std::vector<slab_lifetime> &slabs_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::size_t>> places_;
};

// A duration between positions; 0: it has no end.
std::uint64_t positions_between(std::size_t from, std::size_t to) {
    return to == never || from == never ? 0 : to - from + 1;
}

json calls_of(const calls &all) {
    return {
        {"count", page_number(all.count)}, {"ns", page_number(all.ns)}, {"longest_ns", page_number(all.longest_ns)}};
}

class page_maker {
  public:
    page_maker(const recording &recorded, bool with_stacks)
        : recorded_{recorded}, past_{history_of(recorded)}, tag_names_{recorded},
          stack_names_{recorded}, slabs_{past_.slabs}, with_stacks_{with_stacks} {
        for (const auto &each : past_.pools) {
            pools_.index_of(each.number);
        }
        queues_.index_of(0);
        for (const recording::queue &each : recorded_.queues) {
            queues_.index_of(each.number);
            if (each.out_of_order) { out_of_order_.insert(each.number); }
        }
        tags_.index_of("no tag");
        kinds_.index_of("unknown");
        chains_.index_of({});
        find_lines();
    }

    json make(const std::string &name) {
        json made = facts(name);
        json columns = {{"times", times()}};
        add_slabs(columns);
        add_blocks(columns);
        const json ranges = ranges_of(), shortages = shortages_of(), trims = trims_of();
        // The lists are known only now.
        made["pools"] = json::array();
        for (const std::uint64_t number : pools_.values()) {
            made["pools"].push_back({{"number", page_number(number)}, {"memory", pool_name_of(recorded_, number)}});
        }
        made["queues"] = queue_names();
        made["tags"] = tags_.values();
        made["stacks"] = chains_.values();
        made["kinds"] = kinds_.values();
        made["columns"] = std::move(columns);
        made["ranges"] = ranges;
        made["shortages"] = shortages;
        made["trims"] = trims;
        add_counts(made);
        return made;
    }

  private:
    [[nodiscard]] json facts(const std::string &name) const {
        return {{"name", name},
                {"pid", recorded_.pid},
                {"start_ms", page_number(recorded_.start_ns / 1'000'000)},
                {"duration_ns", page_number(past_.end_ns)},
                {"events", recorded_.events.size()},
                {"lost", page_number(recorded_.lost)},
                {"unmatched", past_.unmatched},
                {"is_ring", recorded_.is_ring},
                {"is_complete", recorded_.is_complete}};
    }

    void find_lines() {
        if (!with_stacks_) { return; }
        std::set<std::uint32_t> used;
        for (const auto *all : {&past_.blocks, &past_.outside}) {
            for (const lifetime &block : *all) {
                used.insert(block.stack);
            }
        }
        for (const shortage &each : past_.shortages) {
            used.insert(each.stack);
        }
        stack_names_.find_lines({used.begin(), used.end()});
    }

    std::size_t stack_index_of(std::uint32_t stack) {
        if (!with_stacks_ || stack == 0) { return 0; }
        const auto [at, is_new] = stacks_.try_emplace(stack, 0);
        if (is_new) { at->second = chains_.index_of(stack_names_.chain_of(stack)); }
        return at->second;
    }

    std::size_t tag_index_of(std::uint64_t pool, std::uint32_t tag) {
        const auto [at, is_new] = tag_places_.try_emplace({pool, tag}, 0);
        if (is_new) { at->second = tags_.index_of(tag_names_.of(pool, tag)); }
        return at->second;
    }

    std::size_t kind_index_of(const lifetime &memory) {
        const std::string_view text = recorded_.text(memory.kind);
        return text.empty() ? 0 : kinds_.index_of(std::string{text});
    }

    [[nodiscard]] std::vector<std::string> queue_names() const {
        std::vector<std::string> names;
        for (const std::uint64_t number : queues_.values()) {
            names.push_back(number == 0 ? "no queue"
                                        : fmt::format("queue {}{}", number,
                                                      out_of_order_.contains(number) ? " (out of order)" : ""));
        }
        return names;
    }

    [[nodiscard]] std::string times() const {
        number_column made;
        std::uint64_t last = 0;
        for (const recording::event &event : recorded_.events) {
            const std::uint64_t time = std::max(last, page_number(event.time_ns)); // the sum stays a page's number
            made.add(time - last);
            last = time;
        }
        return made.encoded();
    }

    void add_slabs(json &to) {
        number_column pool, number, bytes, taken, kept;
        for (const slab_lifetime &slab : past_.slabs) {
            pool.add(pools_.index_of(slab.pool));
            number.add(slab.number);
            bytes.add(slab.bytes);
            taken.add_step_to(slab.taken);
            kept.add(positions_between(slab.taken, slab.returned));
        }
        to["slabs.pool"] = pool.encoded();
        to["slabs.number"] = number.encoded();
        to["slabs.bytes"] = bytes.encoded();
        to["slabs.taken"] = taken.encoded();
        to["slabs.kept"] = kept.encoded();
    }

    struct block_columns {
        number_column pool, slab, offset, requested, given, tag, stack, queue, kind, flags, allocated, lived, waited;
    };

    void add(block_columns &to, const lifetime &block) {
        // Memory outside the pools may have happened while no pool was there.
        to.pool.add(block.is_outside ? 0 : pools_.index_of(block.pool));
        to.slab.add(block.is_outside ? 0 : slabs_.of(block));
        to.offset.add(block.offset);
        to.requested.add(block.requested);
        to.given.add(block.given);
        to.tag.add(tag_index_of(block.pool, block.tag));
        to.stack.add(stack_index_of(block.stack));
        to.queue.add(queues_.index_of(block.queue));
        to.kind.add(block.is_outside ? kind_index_of(block) : 0);
        to.flags.add((block.is_hit ? 1U : 0U) | (block.was_there ? 2U : 0U) | (block.waits ? 4U : 0U) |
                     (block.is_outside ? 8U : 0U));
        to.allocated.add_step_to(block.allocated);
        to.lived.add(positions_between(block.allocated, block.freed));
        to.waited.add(positions_between(block.freed, block.completed));
    }

    void add_blocks(json &to) {
        block_columns made;
        for (const auto *all : {&past_.blocks, &past_.outside}) {
            for (const lifetime &block : *all) {
                add(made, block);
            }
        }
        to["blocks.pool"] = made.pool.encoded();
        to["blocks.slab"] = made.slab.encoded();
        to["blocks.offset"] = made.offset.encoded();
        to["blocks.requested"] = made.requested.encoded();
        to["blocks.given"] = made.given.encoded();
        to["blocks.tag"] = made.tag.encoded();
        to["blocks.stack"] = made.stack.encoded();
        to["blocks.queue"] = made.queue.encoded();
        to["blocks.kind"] = made.kind.encoded();
        to["blocks.flags"] = made.flags.encoded();
        to["blocks.allocated"] = made.allocated.encoded();
        to["blocks.lived"] = made.lived.encoded();
        to["blocks.waited"] = made.waited.encoded();
    }

    [[nodiscard]] json ranges_of() const {
        json made = json::array();
        for (const program_range &each : past_.ranges) {
            made.push_back({{"name", recorded_.text(each.name)},
                            {"thread", each.thread},
                            {"begin_ns", page_number(each.begin_ns)},
                            {"end_ns", page_number(each.end_ns)},
                            {"peak_live", page_number(each.peak_live)},
                            {"is_mark", each.is_mark},
                            {"is_open", each.is_open}});
        }
        return made;
    }

    [[nodiscard]] json shortages_of() {
        json made = json::array();
        for (const shortage &each : past_.shortages) {
            made.push_back({{"pool", pools_.index_of(each.pool)},
                            {"position", each.position},
                            {"time_ns", page_number(each.time_ns)},
                            {"wanted", page_number(each.wanted)},
                            {"reserved", page_number(each.reserved)},
                            {"live", page_number(each.live)},
                            {"free", page_number(each.free())},
                            {"largest", page_number(each.largest)},
                            {"waiting", page_number(each.waiting)},
                            {"outside", page_number(each.outside)},
                            {"stack", stack_index_of(each.stack)},
                            {"tag", tag_index_of(each.pool, each.tag)}});
        }
        return made;
    }

    [[nodiscard]] json trims_of() {
        json made = json::array();
        for (std::size_t at = 0; at < recorded_.events.size(); ++at) {
            const recording::event &event = recorded_.events[at];
            if (event.kind != event_kind::trim) { continue; }
            made.push_back({{"pool", pools_.index_of(event.pool)},
                            {"position", at + 1},
                            {"time_ns", page_number(event.time_ns)},
                            {"target", page_number(event.requested)},
                            {"released", page_number(event.given)}});
        }
        return made;
    }

    void add_counts(json &to) const {
        to["calls"] = {
            {"slabs_taken", calls_of(past_.slabs_taken)},     {"slabs_returned", calls_of(past_.slabs_returned)},
            {"slabs_refused", calls_of(past_.slabs_refused)}, {"markers", calls_of(past_.markers)},
            {"barriers", calls_of(past_.barriers)},           {"host_waits", calls_of(past_.host_waits)}};
        json misses = json::object();
        for (std::size_t at = 0; at < miss_names.size(); ++at) {
            misses[miss_names[at]] = past_.misses[at];
        }
        to["misses"] = std::move(misses);
    }

    const recording &recorded_;
    const history past_;
    const tag_names tag_names_;
    stack_names stack_names_;
    const slab_index slabs_;
    const bool with_stacks_;
    value_list<std::uint64_t> pools_, queues_;
    value_list<std::string> tags_, kinds_;
    value_list<std::vector<std::string>> chains_;
    std::set<std::uint64_t> out_of_order_;
    std::map<std::uint32_t, std::size_t> stacks_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> tag_places_;
};

} // namespace

std::string page_data_of(const recording &recorded, const std::string &name, bool with_stacks) {
    return page_maker{recorded, with_stacks}.make(name).dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace clmem::command
