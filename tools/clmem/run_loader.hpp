// Which OpenCL loader the program of `clmem run` gets: its own, or clmem's copy of Khronos' if its own has no layers.
#pragma once

#include "run_process.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace clmem::command {

enum class loader_use {
    automatic, // clmem's if the program would find one without layers, and clmem's finds the same platforms
    program,   // never clmem's
    clmem      // clmem's in place of every one without layers, however the program finds it
};

// The value of --loader; none if it is something else.
[[nodiscard]] std::optional<loader_use> parse_loader_use(std::string_view text) noexcept;

struct loader_choice {
    variables environment; // what makes the program find clmem's loader; empty if it keeps its own
    std::string reason;    // a line for the log
    std::string advice;    // what to do if the layer was not loaded
};

// `layer` is the layer's path, next to which the loader's folder is.
[[nodiscard]] loader_choice choose_loader(loader_use use, const std::string &program, const std::string &layer);

} // namespace clmem::command
