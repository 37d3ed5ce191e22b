// What `clmem run --report` and `clmem run --view` do with recordings of events after the program has ended.
#pragma once

#include <string>
#include <vector>

namespace clmem::command {

struct recorded_file {
    std::string path;
    std::string title; // what reports and pages call it
};

// Prints on the standard error output what `clmem report` prints of each file. Returns 1 if one has no report, after a
// message that says why.
[[nodiscard]] int print_reports(const std::vector<recorded_file> &files) noexcept;

// Writes a page that shows all files that can be read, and says so. Returns 1 if it shows not all, after a message that
// says why.
[[nodiscard]] int write_page_of(const std::vector<recorded_file> &files, const std::string &page) noexcept;

} // namespace clmem::command
