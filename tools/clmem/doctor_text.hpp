// A report of `clmem doctor` as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace clmem::command {

// Each member is a section, whose heading is its name with spaces. Names of numbers of bytes end in "bytes".
[[nodiscard]] std::string text_of_report(const nlohmann::ordered_json &report);

} // namespace clmem::command
