// The diagram of one trace, as the content of an SVG element.
#pragma once

#include "replay.hpp"

#include <string>

namespace clmem::command {

struct panel {
    static constexpr int width = 640, height = 300;
};

// The style sheet of the panels, for light and dark mode.
extern const char *const panel_styles;

[[nodiscard]] std::string panel_of(const replay_result &result);

// Escapes text for XML.
[[nodiscard]] std::string escaped(const std::string &text);

} // namespace clmem::command
