// What a page shows of a recording, as the page's script reads it.
#pragma once

#include "formats/recording.hpp"

#include <string>

namespace clmem::command {

// A JSON object, in UTF-8 whatever the recording's names are. Without stacks no program's symbols are read.
[[nodiscard]] std::string page_data_of(const recording &recorded, const std::string &name, bool with_stacks = true);

} // namespace clmem::command
