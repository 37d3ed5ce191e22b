#include "run_recordings.hpp"

#include "failure.hpp"
#include "formats/read.hpp"
#include "reports/pages.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

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

temporary_folder::temporary_folder() {
    const char *const set = std::getenv("TMPDIR");
    const std::filesystem::path parent = std::filesystem::absolute(set != nullptr && *set != '\0' ? set : "/tmp");
    path_ = (parent / "clmem-run-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) {
        throw failure{exit_status::run_failed,
                      fmt::format("cannot create a temporary folder in {}: {}; set TMPDIR to another one, or use "
                                  "--record=FILE.clmem",
                                  parent.string(), std::strerror(errno))};
    }
}

temporary_folder::~temporary_folder() {
    std::error_code code;
    std::filesystem::remove_all(path_, code);
    if (code) { say(fmt::format("cannot remove {}: {}", path_, code.message())); }
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
