// The ways to keep the layer out of a program without changing how it is started: a variable, and lists of programs.
#pragma once

#include "settings.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clmem::layer {

// The lists, that of the machine first: files with the name or the path of one program on each line. A # begins a
// comment, which should say why the program is listed.
[[nodiscard]] std::vector<std::string> paths_of_lists(find_variable find);

// Whether the text of a list names the program with this path.
[[nodiscard]] bool is_listed(std::string_view list, std::string_view program) noexcept;

// Whether the layer with this path is that of the whole system, named by a file in /etc/OpenCL/layers, and neither
// CLMEM_RUN=1 nor OPENCL_LAYERS asks for it. (ocl-icd cuts OPENCL_LAYERS off behind the layer that it opens.)
[[nodiscard]] bool waits_to_be_asked(find_variable find, const std::string &layer);

// Why the layer leaves alone a process that runs one of these programs; empty if it does not.
[[nodiscard]] std::string why_left_alone(find_variable find, std::span<const std::string> programs);

// The same for this process. Set-uid programs are always left alone, since they have rights that their user lacks.
[[nodiscard]] std::string why_left_alone();

} // namespace clmem::layer
