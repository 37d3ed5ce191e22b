// Names and lines for the frames of a recording's stacks.
#pragma once

#include "formats/recording.hpp"
#include "reports/elf_symbols.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clmem::command {

struct named_frame {
    std::string function; // "module+0x123" if it has no name
    std::string module;   // a file name without its folder; empty for a frame of source
    std::string file;     // of the source; empty: unknown
    std::uint32_t line = 0;
    // The functions that the compiler has put in place of the call, the innermost first; known with the line.
    std::vector<named_frame> inlined;
};

// What a person reads for the mangled name of a function, as compilers of C++ and Rust make them.
[[nodiscard]] std::string demangled(const std::string &name);

class symbol_names {
  public:
    explicit symbol_names(const recording &recorded, std::string debug_folder = "/usr/lib/debug");
    ~symbol_names();
    symbol_names(const symbol_names &) = delete;
    symbol_names &operator=(const symbol_names &) = delete;

    // The frame of this number, without the line of a native one.
    [[nodiscard]] const named_frame &of(std::uint32_t frame);

    // Finds the lines of these native frames, by one process of addr2line for each module, if it is installed.
    void find_lines(const std::set<std::uint32_t> &frames);

  private:
    struct module;
    module &module_of(const std::string &path);
    [[nodiscard]] named_frame name(const recording::frame &frame);

    const recording &recorded_;
    std::string debug_folder_;
    std::vector<std::unique_ptr<named_frame>> frames_; // by number, once they are known
    std::map<std::string, std::unique_ptr<module>> modules_;
};

} // namespace clmem::command
