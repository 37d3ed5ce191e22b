#include "run_page.hpp"

#include "failure.hpp"
#include "layer/report_text.hpp"
#include "layer/trace_rows.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zlib.h>

namespace clmem::command {
namespace {

[[noreturn]] void fail(const std::string &what) {
    throw failure{exit_status::run_failed, fmt::format("{}: {}", what, std::strerror(errno))};
}

// What became of a process that this one did not start itself.
std::string ending_of(const layer::page_process &process) {
    if (process.ended.load() != 0) { return "exited"; }
    if (::kill(static_cast<pid_t>(process.pid.load()), 0) == 0) { return "still running"; }
    return "ended without its exit handlers";
}

template <class Letters>
std::string text_of_letters(const Letters &letters) {
    std::string text;
    for (const auto &letter : letters) {
        if (letter.load() == '\0') { break; }
        text += letter.load();
    }
    return text;
}

void write_compressed(const std::string &path, const std::string &content) {
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file{::gzopen(path.c_str(), "wbe"), ::gzclose};
    if (!file || ::gzfwrite(content.data(), 1, content.size(), file.get()) != content.size()) {
        fail("cannot write " + path);
    }
}

void write(const std::string &path, const std::string &content) {
    if (path.ends_with(".gz")) {
        write_compressed(path, content);
    } else if (!layer::write_file(path, content)) {
        fail("cannot write " + path);
    }
}

} // namespace

// A system call: glibc has a function for it only since 2.27.
shared_page::shared_page() : file_{static_cast<int>(::syscall(SYS_memfd_create, "clmem-run", 0U))} {
    if (file_ < 0 || ::ftruncate(file_, static_cast<off_t>(layer::page_file_bytes)) != 0) {
        fail("cannot create shared memory");
    }
    // Scripts use the low numbers.
    if (const int high = ::fcntl(file_, F_DUPFD, 200); high >= 0) {
        ::close(file_);
        file_ = high;
    }
    // Without the recordings, which may need more than the address space that a limit leaves.
    void *const base = ::mmap(nullptr, mapped_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (base == MAP_FAILED) { fail("cannot map shared memory"); }
    page_ = static_cast<layer::page *>(base);
    page_->magic.store(layer::page::magic_number);
}

shared_page::~shared_page() {
    ::munmap(page_, mapped_bytes());
    ::close(file_);
}

std::string shared_page::place() const {
    return fmt::format("{}:{}", file_, ::getpid());
}

// Of processes that are still running, it maps what they have recorded until now.
void shared_page::map_recordings() {
    const std::uint64_t chunks = page_->chunks.load();
    void *const base = ::mremap(page_, mapped_bytes(), layer::page_bytes + chunks * layer::chunk_bytes, MREMAP_MAYMOVE);
    if (base == MAP_FAILED) { fail("cannot map the recordings"); }
    page_ = static_cast<layer::page *>(base);
    mapped_chunks_ = chunks;
}

std::vector<const layer::page_process *> shared_page::processes() const {
    const std::uint64_t count = std::min<std::uint64_t>(page_->processes.load(), layer::page::processes_bound);
    std::vector<const layer::page_process *> result;
    for (std::size_t at = 0; at < count; ++at) {
        if (page_->sections[at].pid.load() != 0) { result.push_back(&page_->sections[at]); }
    }
    return result;
}

void shared_page::write_report(const layer::settings &asked, const std::vector<std::string> &endings) const {
    const auto all = processes();
    if (asked.report_path.empty()) {
        for (std::size_t at = 0; at < all.size(); ++at) {
            std::fputs(layer::report_text(*all[at], endings[at]).c_str(), stderr);
        }
        return;
    }
    std::vector<std::string> objects;
    for (std::size_t at = 0; at < all.size(); ++at) {
        objects.push_back(layer::report_json(*all[at], endings[at]));
    }
    write(asked.report_path, layer::report_file(objects));
}

// The first recording gets the requested name; the names of the others contain the number of their process.
void shared_page::write_recordings(const std::string &path) const {
    bool first = true;
    for (const layer::page_process *const process : processes()) {
        const std::string rows = layer::trace_rows(*page_, mapped_chunks_, *process);
        if (rows.empty()) { continue; }
        const bool named = first && !path.empty();
        const std::string general = path.empty() ? "clmem.csv.gz" : path;
        const std::string file = named ? path : layer::path_of_process(general, process->pid.load());
        write(file, rows);
        say(fmt::format("recorded process {} in {}", process->pid.load(), file));
        first = false;
    }
    if (first) { say("nothing was recorded, since no memory was allocated"); }
}

// A program in the place of another one has the same pid, and has written the same file again.
std::vector<recorded_file> shared_page::recorded_files(const std::string &path, bool is_temporary) const {
    std::vector<recorded_file> result;
    for (const layer::page_process *const process : processes()) {
        const auto name = static_cast<layer::recording_name>(process->recording.load());
        if (name == layer::recording_name::none) { continue; }
        const std::string file =
            name == layer::recording_name::requested ? path : layer::path_of_process(path, process->pid.load());
        const auto is_it = [&file](const recorded_file &other) { return other.path == file; };
        if (std::none_of(result.begin(), result.end(), is_it)) {
            result.push_back({file, is_temporary ? text_of_letters(process->name) : file});
        }
    }
    return result;
}

fault_counts shared_page::faults() const {
    fault_counts all;
    for (const layer::page_process *const process : processes()) {
        const layer::page_faults &of = process->faults;
        all.calls += of.calls.load();
        all.failures += of.failures.load();
        all.delays += of.delays.load();
        if (all.first.empty()) { all.first = text_of_letters(of.first); }
        for (std::size_t kind = 0; kind < layer::object_kinds; ++kind) {
            all.live[kind] += of.live[kind].load();
        }
    }
    return all;
}

std::string text_of(const fault_counts &counts) {
    return fmt::format("injected {} failure{}{} and {} delay{}, in {} calls", counts.failures,
                       counts.failures == 1 ? "" : "s",
                       counts.first.empty() ? "" : fmt::format(", the first one in {},", counts.first), counts.delays,
                       counts.delays == 1 ? "" : "s", counts.calls);
}

// The processes have written their files themselves.
void shared_page::say_what_was_recorded(const std::string &path, bool is_temporary) const {
    const std::uint64_t files = page_->recordings.load();
    if (files == 0) { return say("nothing was recorded, since no memory was allocated"); }
    if (recorded_files(path, is_temporary).empty()) {
        return say("nothing was recorded, since no file could be written; the program's error output says why");
    }
    if (is_temporary) { return; }
    say(fmt::format("recorded in {}{}; clmem report shows it", path,
                    files == 1 ? "" : fmt::format(" and {} more files, one for each process", files - 1)));
}

void shared_page::write_outputs(const layer::settings &asked, pid_t main, const program_ending &ending) {
    if (asked.records_trace()) { map_recordings(); }
    const auto all = processes();
    std::vector<std::string> endings;
    for (std::size_t at = 0; at < all.size(); ++at) {
        const std::uint64_t pid = all[at]->pid.load();
        const bool replaced = std::any_of(all.begin() + static_cast<std::ptrdiff_t>(at) + 1, all.end(),
                                          [pid](const auto *other) { return other->pid.load() == pid; });
        endings.push_back(replaced                                  ? "replaced by another program"
                          : pid == static_cast<std::uint64_t>(main) ? ending.text()
                                                                    : ending_of(*all[at]));
    }
    if (const std::uint64_t claimed = page_->processes.load(); claimed > layer::page::processes_bound) {
        say(fmt::format("{} processes used OpenCL; only the first {} are reported", claimed,
                        layer::page::processes_bound));
    }
    if (asked.report) { write_report(asked, endings); }
    if (asked.records_trace()) { write_recordings(asked.record_path); }
}

} // namespace clmem::command
