// What `clmem run --report` does with recordings of events: it makes a report of each, and keeps them in a temporary
// folder if the user asked for no file.
#pragma once

#include <string>
#include <vector>

namespace clmem::command {

// A folder in $TMPDIR, or in /tmp, that only its owner may read. It is removed together with what is in it.
class temporary_folder {
  public:
    temporary_folder();
    ~temporary_folder();
    temporary_folder(const temporary_folder &) = delete;
    temporary_folder &operator=(const temporary_folder &) = delete;

    [[nodiscard]] std::string file(const char *name) const { return path_ + '/' + name; }

  private:
    std::string path_; // absolute: the program may change its working directory
};

struct recorded_file {
    std::string path;
    std::string title; // what the report calls it
};

// Prints on the standard error output what `clmem report` prints of each file. Returns 1 if one has no report, after a
// message that says why.
[[nodiscard]] int print_reports(const std::vector<recorded_file> &files) noexcept;

} // namespace clmem::command
