// What a library's file and its image in memory say about it.
#pragma once

#include <string>
#include <string_view>

namespace clmem::command {

struct binary_facts {
    std::string file;     // its absolute path
    std::string soname;   // empty: none
    std::string build_id; // hexadecimal; empty: none
};

// The library or program that contains an address. Its fields are empty if there is none.
[[nodiscard]] binary_facts binary_of(const void *address);

// The path of a library that dlopen() has opened.
[[nodiscard]] std::string file_of_library(void *library);

// A file's bytes; empty if it cannot be read.
[[nodiscard]] std::string read_binary(const std::string &file);

// The compiler that a library's bytes name, such as "GCC: (Debian 12.2.0-14) 12.2.0"; empty: none.
[[nodiscard]] std::string compiler_in(std::string_view bytes);

} // namespace clmem::command
