#include "run_recordings.hpp"

#include "failure.hpp"
#include "formats/read.hpp"
#include "reports/pages.hpp"
#include "view/page.hpp"
#include "view/page_data.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>

namespace clmem::command {
namespace {

void print_report(const recorded_file &file) {
    recording recorded = read_recording(file.path);
    recorded.path = file.title;
    const report_options options;
    const std::string text = '\n' + text_of(summary_of(recorded, options), options.top);
    if (std::fwrite(text.data(), 1, text.size(), stderr) != text.size()) {
        throw failure{exit_status::failed, "cannot write the output"};
    }
}

} // namespace

int write_page_of(const std::vector<recorded_file> &files, const std::string &page) noexcept {
    int status = static_cast<int>(exit_status::success);
    std::vector<std::string> shown;
    for (const recorded_file &file : files) {
        try {
            shown.push_back(
                page_data_of(read_recording(file.path), std::filesystem::path{file.title}.filename().string()));
        } catch (const std::exception &why) {
            say(why.what());
            status = static_cast<int>(exit_status::failed);
        }
    }
    if (shown.empty()) { return status; }
    try {
        write_page(page, shown);
        say(fmt::format("wrote {}, which shows the {} in a browser", page,
                        shown.size() == 1 ? "recording" : fmt::format("recordings of {} processes", shown.size())));
    } catch (const std::exception &why) {
        say(why.what());
        status = static_cast<int>(exit_status::failed);
    }
    return status;
}

int print_reports(const std::vector<recorded_file> &files) noexcept {
    int status = static_cast<int>(exit_status::success);
    for (const recorded_file &file : files) {
        try {
            print_report(file);
        } catch (const std::exception &why) {
            say(why.what());
            status = static_cast<int>(exit_status::failed);
        }
    }
    return status;
}

} // namespace clmem::command
