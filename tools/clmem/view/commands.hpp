// clmem view: a page that shows what is in recordings.
#pragma once

namespace CLI {
class App;
}

namespace clmem::command {

// Adds the command to a command line.
void add_view(CLI::App &app);

} // namespace clmem::command
