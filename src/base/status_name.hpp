// The status that has a name; base/error.hpp has the way back.
#pragma once

#include <clmem.h>
#include <optional>
#include <string_view>

namespace clmem_core {

// None if no status of clmem or OpenCL has this name.
[[nodiscard]] std::optional<clmem_status> status_of_name(std::string_view name) noexcept;

} // namespace clmem_core
