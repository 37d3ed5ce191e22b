// How reports and pages name the parts of a recording.
#pragma once

#include "formats/recording.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace clmem::command {

// The kind and the devices of a pool's memory; empty if they are unknown. Kinds have the names of the --provider of
// `clmem replay`.
[[nodiscard]] std::string pool_name_of(const recording &recorded, std::uint64_t number);

class tag_names {
  public:
    explicit tag_names(const recording &recorded);
    [[nodiscard]] std::string of(std::uint64_t pool, std::uint32_t tag) const;

  private:
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::string> names_;
};

} // namespace clmem::command
