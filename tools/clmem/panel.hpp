// One trace's diagram, as the inside of an SVG element.
#pragma once

#include "replay.hpp"

#include <string>

namespace clmem::command {

struct panel {
    static constexpr int width = 640, height = 300;
};

// The styles that panels use, light and dark.
extern const char *const panel_styles;

[[nodiscard]] std::string panel_of(const replay_result &result);

// Text as it may stand in XML.
[[nodiscard]] std::string escaped(const std::string &text);

} // namespace clmem::command
