// What the texts of reports have in common. Names come from files, so nothing in them may move the cursor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clmem::command {

// A text with what a terminal would obey replaced by '?'.
[[nodiscard]] std::string shown(std::string_view text);

// The same, cut to what fits into a column; a function keeps its place: "long_name... (file.cpp:12)".
[[nodiscard]] std::string shortened(std::string_view text);

// "1 block", "18,031 blocks".
[[nodiscard]] std::string counted(std::uint64_t number, const char *noun);

// The functions of a chain from one on, by default those that called the first one, for a separate line: "step < main".
[[nodiscard]] std::string callers_of(const std::vector<std::string> &chain, std::size_t from = 1);

// The text of a table, with a further line below each row that has callers.
[[nodiscard]] std::string with_callers(const std::string &table, const std::vector<std::string> &callers);

} // namespace clmem::command
