// The OpenCL functions that can be made to fail (`clmem run --fault`), and the specs that name them.
#pragma once

#include "core_calls.hpp"

#include <cstddef>
#include <fault/spec.hpp>
#include <span>
#include <string_view>

namespace clmem::layer {

// A function's place in the list.
enum class call_index : std::size_t {
#define CLMEM_LAYER_INDEX(name) name,
    CLMEM_LAYER_CORE(CLMEM_LAYER_INDEX)
#undef CLMEM_LAYER_INDEX
        count
};

[[nodiscard]] std::span<const clmem_core::fault::call> fault_calls() noexcept;

// Reads a spec, each rule of which must concern one of these functions.
[[nodiscard]] clmem_core::fault::parsed_spec parse_faults(std::string_view text);

} // namespace clmem::layer
