// A file that appears under its name only when it is whole, and that only its owner may read.
#pragma once

#include <string>
#include <string_view>

namespace clmem::command {

class output_file {
  public:
    // Throws failure, as all members do.
    explicit output_file(const std::string &path);
    ~output_file(); // removes what was not committed
    output_file(const output_file &) = delete;
    output_file &operator=(const output_file &) = delete;

    void write(std::string_view text);
    // Gives the file its name, in place of one that had it.
    void commit();

  private:
    void flush();
    [[noreturn]] void fail() const;

    std::string path_;
    std::string temporary_; // empty: there is none
    std::string buffered_;
    int descriptor_ = -1;
};

} // namespace clmem::command
