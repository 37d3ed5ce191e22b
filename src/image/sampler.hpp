// Creates, imports and describes samplers.
#pragma once

#include "cl/query.hpp"
#include "cl/raii.hpp"

#include <cstdint>
#include <span>

namespace clmem_core {

struct sampler_choice {
    std::uint64_t is_normalized;
    std::uint64_t addressing;
    std::uint64_t filter;
};
[[nodiscard]] cl::sampler make_sampler(cl_context context, const sampler_choice &choice);

// From pairs of a name and a value; a closing 0 is optional.
[[nodiscard]] cl::sampler make_sampler(cl_context context, std::span<const std::uint64_t> properties);

// Retains the sampler. Throws error.
[[nodiscard]] cl::sampler import_sampler(cl_sampler object);

[[nodiscard]] clmem_sampler_info describe_sampler(cl_sampler sampler);

} // namespace clmem_core
