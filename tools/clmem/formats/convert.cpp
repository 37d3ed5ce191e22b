#include "formats/convert.hpp"

#include "failure.hpp"
#include "formats/chrome_format.hpp"
#include "formats/clmem_format.hpp"
#include "formats/output_file.hpp"
#include "formats/pytorch_format.hpp"
#include "formats/read.hpp"
#include "formats/rmm_format.hpp"
#include "formats/trace_format.hpp"

#include <array>
#include <fmt/format.h>
#include <functional>

namespace clmem::command {
namespace {

struct output_format {
    std::string_view extension;
    std::function<void(const recording &, output_file &)> write;
};

const output_format &format_for(const std::string &path) {
    static const std::array formats = {
        output_format{".clmem", write_clmem},
        output_format{".pickle", write_pytorch},
        output_format{".json", write_chrome},
        output_format{".rmm.csv", write_rmm}, // before .csv
        output_format{".csv", [](const recording &from, output_file &file) { write_trace(from, file, false); }},
        output_format{".csv.gz", [](const recording &from, output_file &file) { write_trace(from, file, true); }},
    };
    for (const output_format &each : formats) {
        if (path.ends_with(each.extension)) { return each; }
    }
    throw failure{
        exit_status::bad_input,
        fmt::format("-o: expected a name that ends in .clmem, .pickle, .json, .rmm.csv, .csv or .csv.gz, got {}",
                    path)};
}

// Removes names and paths of the program. The devices' names stay.
void remove_names(recording &from) {
    std::vector<std::string> kept(1);
    for (recording::pool &each : from.pools) {
        kept.push_back(from.strings[each.devices]);
        each.devices = static_cast<std::uint32_t>(kept.size() - 1);
    }
    from.strings = std::move(kept);
    from.frames.resize(1);
    from.stacks.resize(1);
    for (recording::tag &each : from.tags) {
        each.name = 0;
    }
    for (recording::thread &each : from.threads) {
        each.name = 0;
    }
    for (recording::event &each : from.events) {
        each.stack = each.text = 0;
    }
    for (recording::snapshot &each : from.snapshots) {
        for (recording::range &range : each.ranges) {
            range.stack = 0;
        }
    }
}

} // namespace

void convert(const convert_options &options) {
    const output_format &format = format_for(options.to); // before the work begins
    recording content = read_recording(options.from);
    if (options.without_stacks) { remove_names(content); }
    output_file file{options.to};
    format.write(content, file);
    file.commit();
}

} // namespace clmem::command
