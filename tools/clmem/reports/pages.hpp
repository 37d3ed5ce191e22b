// A summary and a difference as text and as JSON.
#pragma once

#include "reports/diff.hpp"
#include "reports/summary.hpp"

#include <cstddef>
#include <string>

namespace clmem::command {

// Tables have at most `top` rows; what they leave out is counted.
[[nodiscard]] std::string text_of(const summary &report, std::size_t top);
[[nodiscard]] std::string json_of(const summary &report, std::size_t top);
[[nodiscard]] std::string text_of(const difference &changes, std::size_t top);
[[nodiscard]] std::string json_of(const difference &changes, std::size_t top);

} // namespace clmem::command
