// What changed between two recordings of a program.
#pragma once

#include "reports/summary.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clmem::command {

struct change {
    std::string name;
    std::vector<std::string> chain; // of a stack
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    std::uint64_t blocks_before = 0;
    std::uint64_t blocks_after = 0;

    // How far apart the two are; in which direction `before` and `after` say.
    [[nodiscard]] std::uint64_t distance() const noexcept { return before < after ? after - before : before - after; }
};
using changes = std::vector<change>;

struct difference {
    std::string before; // paths
    std::string after;
    changes bytes;    // peaks and what was live at the end
    changes counts;   // of allocations and so on
    changes times_ns; // of the driver
    // The greatest change first; without what stayed the same.
    changes by_tag;
    changes by_stack;
    changes leaks; // by stack; by tag if there are no stacks

    [[nodiscard]] std::uint64_t peak_before() const noexcept { return bytes.front().before; }
    [[nodiscard]] std::uint64_t peak_after() const noexcept { return bytes.front().after; }
};

[[nodiscard]] difference difference_of(const summary &before, const summary &after);

// How much a peak may grow: "1048576", in bytes, or "5%".
class growth_limit {
  public:
    // Throws failure if the text is neither.
    explicit growth_limit(std::string_view text);
    [[nodiscard]] bool is_exceeded(std::uint64_t before, std::uint64_t after) const noexcept;

  private:
    double number_ = 0;
    std::uint64_t bytes_ = 0;
    bool is_percent_ = false;
};

} // namespace clmem::command
