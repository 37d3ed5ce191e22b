// clmem run: starts a program with the layer in front of its OpenCL driver, and reports what the layer did.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace clmem::command {

// The words of a command line. What follows the first `--` of `run` and `record` is the program, which CLI11 must not
// read.
struct run_words {
    std::vector<std::string> options;
    std::vector<std::string> program;
    bool runs = false; // the command is `run` or `record`
};
[[nodiscard]] run_words split_words(int count, char **words);

// Adds both commands. They store the exit status that the whole command has to end with.
void add_run(CLI::App &app, const run_words &words, int &status);

} // namespace clmem::command
