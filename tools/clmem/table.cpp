#include "table.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>

namespace clmem::command {

std::string text_of(const table &rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const auto &row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::string text;
    for (const auto &row : rows) {
        std::string line = fmt::format("{:<{}}", row.front(), widths.front());
        for (std::size_t i = 1; i < row.size(); ++i) {
            line += fmt::format("  {:>{}}", row[i], widths[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

} // namespace clmem::command
