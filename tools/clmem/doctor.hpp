// The command `clmem doctor`: all that a report of a problem needs, and what is wrong with this machine.
#pragma once

#include <chrono>
#include <string>

namespace clmem::command {

struct doctor_report {
    std::string text;
    bool is_usable = false;
};

// Each part that calls a driver may take so long. Must be called before clmem uses OpenCL, and by the only thread.
[[nodiscard]] doctor_report examine(std::chrono::milliseconds limit, bool as_json);

} // namespace clmem::command
