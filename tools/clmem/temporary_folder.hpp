// Where the command keeps recordings that the user asked for no file of.
#pragma once

#include "failure.hpp"

#include <string>

namespace clmem::command {

// A folder in $TMPDIR, or in /tmp, that only its owner may read. It is removed together with what is in it.
class temporary_folder {
  public:
    // Throws failure with this status. The advice is what the user may do other than set TMPDIR; it may be empty.
    explicit temporary_folder(exit_status refused, const std::string &advice = {});
    ~temporary_folder();
    temporary_folder(const temporary_folder &) = delete;
    temporary_folder &operator=(const temporary_folder &) = delete;

    [[nodiscard]] std::string file(const char *name) const { return path_ + '/' + name; }

  private:
    std::string path_; // absolute: the program may change its working directory
};

} // namespace clmem::command
