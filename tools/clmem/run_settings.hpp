// What the options of `clmem run` ask for, and the environment in which the program starts.
#pragma once

#include "layer/settings.hpp"
#include "run_loader.hpp"
#include "run_process.hpp"

#include <string>

namespace clmem::command {

// The options as CLI11 reads them. "true" stands for an option without a value.
struct run_arguments {
    std::string report, record, view, stacks, limit, idle, loader, fault, torture;
    bool immediate = false, dedicated = false, zero = false, observe = false;
};

// The layer's file. Throws failure if it is not installed.
[[nodiscard]] std::string find_layer();

// Options take precedence over the environment's variables. Throws failure if a value is wrong.
[[nodiscard]] layer::settings settings_of(const run_arguments &given);
[[nodiscard]] loader_use loader_use_of(const run_arguments &given);

// A table on standard error.
[[nodiscard]] bool prints_report(const layer::settings &asked);
// The user wants to see what is in a recording, and no file.
[[nodiscard]] bool needs_temporary_recording(const layer::settings &asked, const std::string &page);

// The variables for the layer: what it is asked to do, and where the page is that it shares with this process.
[[nodiscard]] variables environment_of(const layer::settings &asked, const std::string &faults,
                                       const std::string &page);
// The layers that are set already and this one, once.
[[nodiscard]] std::string layers_with(const std::string &own);

} // namespace clmem::command
