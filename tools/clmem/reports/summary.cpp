#include "reports/summary.hpp"

#include "failure.hpp"
#include "reports/names.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <unordered_map>

namespace clmem::command {

const std::array<const char *, miss_reasons + 1> miss_names = {
    "empty", "waiting", "large", "aligned", "tagged", "dedicated", "out_of_order", "unheld", "unknown"};

namespace {

constexpr std::size_t fragmentation_samples = 12;

void check_pool(const recording &recorded, const report_options &options) {
    if (!options.pool) { return; }
    std::string known;
    const history all = history_of(recorded);
    for (const auto &each : all.pools) {
        if (each.number == *options.pool) { return; }
        known += fmt::format("{}{}", known.empty() ? "" : ", ", each.number);
    }
    throw failure{exit_status::bad_input, fmt::format("--pool: expected a pool of {} ({}), got {}", recorded.path,
                                                      known.empty() ? "it has none" : known, *options.pool)};
}

void sort(holders &all) {
    std::stable_sort(all.begin(), all.end(), [](const holder &a, const holder &b) { return a.bytes > b.bytes; });
}

// Joins the stacks that read the same: several calls in a line, or calls whose lines are not known.
holders joined(const holders &all) {
    std::map<std::vector<std::string>, std::size_t> places;
    holders different;
    for (const holder &each : all) {
        const auto [at, is_new] = places.try_emplace(each.chain, different.size());
        if (is_new) {
            different.push_back(each);
            continue;
        }
        holder &to = different[at->second];
        to.bytes = saturated_sum(to.bytes, each.bytes);
        to.blocks += each.blocks;
        to.hits += each.hits;
    }
    sort(different);
    return different;
}

// Groups blocks by a key.
class grouping {
  public:
    holder &of(const std::string &key) {
        const auto [at, is_new] = places_.try_emplace(key, all_.size());
        if (is_new) {
            all_.emplace_back();
            all_.back().key = key;
        }
        return all_[at->second];
    }
    [[nodiscard]] holders sorted() && {
        sort(all_);
        return std::move(all_);
    }

  private:
    std::unordered_map<std::string, std::size_t> places_;
    holders all_;
};

void add(holder &to, const lifetime &block) {
    to.bytes = saturated_sum(to.bytes, block.requested);
    ++to.blocks;
    to.hits += block.is_hit ? 1 : 0;
}

class summariser {
  public:
    summariser(const recording &recorded, const report_options &options)
        : recorded_{recorded}, options_{options}, stacks_{recorded}, tags_{recorded} {}

    summary make() {
        summary result;
        check_pool(recorded_, options_);
        result.past = history_of(recorded_, options_.pool);
        const history &past = result.past;
        result.path = recorded_.path;
        result.pid = recorded_.pid;
        result.start_ns = recorded_.start_ns;
        result.events = recorded_.events.size();
        result.lost = recorded_.lost;
        result.is_ring = recorded_.is_ring;
        result.is_complete = recorded_.is_complete;
        result.short_lived_ns = options_.short_lived_ns;
        for (const auto &pool : past.pools) {
            result.pool_names.push_back(pool_name_of(recorded_, pool.number));
        }
        const std::size_t peak = past.total.live.peak_position;
        result.peak = group(past, [peak](const lifetime &each) { return each.is_live(peak); });
        result.leaks = group(past, [](const lifetime &each) { return each.freed == never; });
        result.waiting =
            group(past, [](const lifetime &each) { return each.freed != never && each.completed == never; });
        result.temporaries = group(past, [this](const lifetime &each) {
            return !each.was_there && each.freed != never &&
                   each.freed_ns - std::min(each.freed_ns, each.allocated_ns) < options_.short_lived_ns;
        });
        result.sizes = sizes_of(past);
        result.fragmentation = fragmentation_of(past);
        result.ranges = ranges_of(past);
        result.outside = kinds_of(past, false);
        result.outside_at_end = kinds_of(past, true);
        name_stacks(result);
        return result;
    }

  private:
    template <class Is>
    block_group group(const history &past, const Is &is) {
        block_group found;
        grouping by_tag, by_stack;
        for (const lifetime &block : past.blocks) {
            if (!is(block)) { continue; }
            found.bytes = saturated_sum(found.bytes, block.requested);
            ++found.blocks;
            found.hits += block.is_hit ? 1 : 0;
            const std::string tag = tags_.of(block.pool, block.tag);
            holder &tagged = by_tag.of(tag);
            tagged.name = tag;
            add(tagged, block);
            if (!options_.stacks) { continue; }
            holder &called = by_stack.of(stacks_.calls_of(block.stack));
            called.stack = block.stack;
            add(called, block);
        }
        found.by_tag = std::move(by_tag).sorted();
        found.by_stack = std::move(by_stack).sorted();
        return found;
    }

    [[nodiscard]] static std::vector<size_class> sizes_of(const history &past) {
        std::array<size_class, 65> all{};
        for (const lifetime &block : past.blocks) {
            if (block.was_there) { continue; }
            size_class &to = all[static_cast<std::size_t>(std::bit_width(block.requested))];
            to.from = std::bit_floor(block.requested);
            ++to.blocks;
            to.bytes = saturated_sum(to.bytes, block.requested);
            to.hits += block.is_hit ? 1 : 0;
        }
        std::vector<size_class> used;
        std::copy_if(all.begin(), all.end(), std::back_inserter(used),
                     [](const size_class &each) { return each.blocks != 0; });
        return used;
    }

    // At equal distances in time, and when most bytes were reserved.
    [[nodiscard]] std::vector<fragmentation_sample> fragmentation_of(const history &past) const {
        std::map<std::size_t, std::uint64_t> positions;
        if (past.slabs.empty()) { return {}; }
        const auto &events = recorded_.events;
        for (std::size_t at = 1; at <= fragmentation_samples; ++at) {
            const std::uint64_t time =
                at == fragmentation_samples ? past.end_ns : past.end_ns / fragmentation_samples * at;
            const auto after = std::upper_bound(
                events.begin(), events.end(), time,
                [](std::uint64_t wanted, const recording::event &each) { return wanted < each.time_ns; });
            positions[static_cast<std::size_t>(after - events.begin())] = time;
        }
        positions[past.total.reserved.peak_position] = past.total.reserved.peak_ns;
        std::vector<fragmentation_sample> samples;
        for (const auto &[position, time] : positions) {
            samples.push_back({time, free_memory_at(past, position)});
        }
        return samples;
    }

    [[nodiscard]] std::vector<named_range> ranges_of(const history &past) const {
        std::map<std::pair<std::uint32_t, bool>, std::size_t> places;
        std::vector<named_range> all; // in the order in which they first began
        for (const program_range &each : past.ranges) {
            const auto [at, is_new] = places.try_emplace({each.name, each.is_mark}, all.size());
            if (is_new) {
                all.emplace_back();
                all.back().name = recorded_.text(each.name);
                all.back().begin_ns = all.back().peak_begin_ns = each.begin_ns;
                all.back().is_mark = each.is_mark;
            }
            named_range &to = all[at->second];
            ++to.count;
            to.ns = saturated_sum(to.ns, each.end_ns - std::min(each.end_ns, each.begin_ns));
            if (each.peak_live > to.peak_live) {
                to.peak_live = each.peak_live;
                to.peak_begin_ns = each.begin_ns;
            }
        }
        return all;
    }

    [[nodiscard]] holders kinds_of(const history &past, bool only_live) const {
        grouping by_kind;
        for (const lifetime &memory : past.outside) {
            if (only_live && memory.freed != never) { continue; }
            const std::string_view text = recorded_.text(memory.kind);
            holder &to = by_kind.of(text.empty() ? "unknown" : std::string{text});
            to.name = to.key;
            add(to, memory);
        }
        return std::move(by_kind).sorted();
    }

    // Lines take a process for each module, so only the stacks that a table shows get them.
    void name_stacks(summary &result) {
        std::vector<std::uint32_t> shown;
        const auto groups = {&result.peak, &result.leaks, &result.waiting, &result.temporaries};
        for (const block_group *each : groups) {
            for (std::size_t at = 0; at < std::min(options_.top, each->by_stack.size()); ++at) {
                shown.push_back(each->by_stack[at].stack);
            }
        }
        const auto &shortages = result.past.shortages;
        const std::size_t failed = options_.stacks ? std::min(options_.top, shortages.size()) : 0;
        for (std::size_t at = 0; at < failed; ++at) {
            shown.push_back(shortages[at].stack);
        }
        stacks_.find_lines(shown);
        for (std::size_t at = 0; at < failed; ++at) {
            result.shortage_chains.push_back(stacks_.chain_of(shortages[at].stack));
        }
        for (block_group *each : groups) {
            for (holder &of : each->by_stack) {
                of.chain = stacks_.chain_of(of.stack);
                of.key = stacks_.key_of(of.stack);
                of.name = of.key.empty() ? "no stack" : of.key.substr(0, of.key.find('\n'));
            }
            each->by_stack = joined(each->by_stack);
        }
    }

    const recording &recorded_;
    const report_options &options_;
    stack_names stacks_;
    tag_names tags_;
};

} // namespace

summary summary_of(const recording &recorded, const report_options &options) {
    return summariser{recorded, options}.make();
}

} // namespace clmem::command
