// The page that `clmem run` shares with the program's processes (layer/page.hpp).
#pragma once

#include "layer/page.hpp"
#include "layer/settings.hpp"
#include "run_process.hpp"
#include "run_recordings.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace clmem::command {

// What was injected in all processes of a program, and the objects that they have left.
struct fault_counts {
    std::uint64_t calls = 0, failures = 0, delays = 0;
    std::string first; // the function that failed first
    std::array<std::int64_t, layer::object_kinds> live{};
};
// For people: "injected 3 failures, the first one in clFinish".
[[nodiscard]] std::string text_of(const fault_counts &counts);

class shared_page {
  public:
    shared_page();
    ~shared_page();
    shared_page(const shared_page &) = delete;
    shared_page &operator=(const shared_page &) = delete;

    // The value of CLMEM_RUN_PAGE for the program.
    [[nodiscard]] std::string place() const;
    [[nodiscard]] bool has_processes() const noexcept { return page_->processes.load() != 0; }
    // Prints or writes what the settings ask for. `main` is the program that was started.
    void write_outputs(const layer::settings &asked, pid_t main, const program_ending &ending);
    [[nodiscard]] fault_counts faults() const;
    // The files of the processes that have recorded events. The title is the file's name, or the program's if the
    // file is temporary.
    [[nodiscard]] std::vector<recorded_file> recorded_files(const std::string &path, bool is_temporary) const;
    // Says that there are none, and why; otherwise where they are, unless `path` is temporary.
    void say_what_was_recorded(const std::string &path, bool is_temporary) const;

  private:
    [[nodiscard]] std::size_t mapped_bytes() const noexcept {
        return layer::page_bytes + mapped_chunks_ * layer::chunk_bytes;
    }
    void map_recordings(); // moves the page
    [[nodiscard]] std::vector<const layer::page_process *> processes() const;
    void write_report(const layer::settings &asked, const std::vector<std::string> &endings) const;
    void write_recordings(const std::string &path) const;

    int file_ = -1;
    layer::page *page_ = nullptr;
    std::uint64_t mapped_chunks_ = 0;
};

} // namespace clmem::command
