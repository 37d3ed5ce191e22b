// clmem report and clmem diff: what a recording says, and what changed between two.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace clmem::command {

// Writes a text to the standard output.
using printer = void (*)(const std::string &text);

// Adds the commands to a command line; when one has run, the status is set.
void add_reports(CLI::App &app, printer print, int &status);

} // namespace clmem::command
