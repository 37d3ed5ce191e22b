// clmem convert: a recording in another format.
#pragma once

#include <string>

namespace clmem::command {

struct convert_options {
    std::string from;
    std::string to;
    bool without_stacks = false; // nor any other names and paths of the program
};

// Throws failure.
void convert(const convert_options &options);

} // namespace clmem::command
