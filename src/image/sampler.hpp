// Samplers: made, taken over, described.
#pragma once

#include "cl/query.hpp"
#include "cl/raii.hpp"

#include <cstdint>
#include <span>

namespace clmem {

struct sampler_choice {
    std::uint64_t is_normalized;
    std::uint64_t addressing;
    std::uint64_t filter;
};
[[nodiscard]] cl::sampler make_sampler(cl_context context, const sampler_choice &choice);

// Of pairs of a name and a value; a closing 0 may be there or not.
[[nodiscard]] cl::sampler make_sampler(cl_context context, std::span<const std::uint64_t> properties);

// With a reference of its own. Throws error.
[[nodiscard]] cl::sampler import_sampler(cl_sampler object);

[[nodiscard]] clmem_sampler_info describe_sampler(cl_sampler sampler);

} // namespace clmem
