// Which part of a program a stack blames: its innermost frame that belongs to the program, and the callers of that.
#pragma once

#include "reports/symbols.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace clmem::command {

class stack_names {
  public:
    explicit stack_names(const recording &recorded) : recorded_{recorded}, symbols_{recorded} {}

    // The names of the functions from the program's innermost one outwards, a line each: equal for stacks that mean the
    // same, even in another recording. Empty for stack 0. Inlined functions are among them if find_lines() found them.
    [[nodiscard]] std::string key_of(std::uint32_t stack);

    // The places of the program's calls: equal for stacks with the same calls, whatever clmem or a driver did below them.
    [[nodiscard]] const std::string &calls_of(std::uint32_t stack);

    // The same functions with their lines, as far as those are known.
    [[nodiscard]] std::vector<std::string> chain_of(std::uint32_t stack);

    // Finds the lines of these stacks' frames.
    void find_lines(const std::vector<std::uint32_t> &stacks);

  private:
    [[nodiscard]] std::span<const std::uint32_t> own_frames_of(std::uint32_t stack);
    [[nodiscard]] std::vector<const named_frame *> functions_of(std::uint32_t stack);

    const recording &recorded_;
    symbol_names symbols_;
    std::unordered_map<std::uint32_t, std::string> calls_;
};

// Whether a frame is part of the machinery below a program: clmem, OpenCL, allocators, an interpreter.
[[nodiscard]] bool is_machinery(const named_frame &frame);

} // namespace clmem::command
