// Values about devices, with their sources: clmem_characterize_*().
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_CHARACTERIZE_HPP
#define CLMEM_EXTRAS_CHARACTERIZE_HPP

#include "../device.hpp"
#include "characterize.h"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// A value and its source.
template <class T>
struct figure {
    T value{};
    clmem_characterize_source source = CLMEM_CHARACTERIZE_UNKNOWN;

    bool is_known() const noexcept { return source != CLMEM_CHARACTERIZE_UNKNOWN; }
};

namespace implementation {

// Queries a value that the C interface returns as a `Raw`.
template <class T, class Raw = std::uint32_t, class Ask, class... Arguments>
figure<T> ask(error_sink failure, Ask function, Arguments... arguments) {
    Raw value{};
    std::uint32_t source = CLMEM_CHARACTERIZE_UNKNOWN;
    detail::check(function(arguments..., &value, &source), failure);
    return {static_cast<T>(value), static_cast<clmem_characterize_source>(source)};
}
// Queries a value with two parts.
template <class T, class Ask>
figure<T> ask_pair(error_sink failure, Ask function, device_argument of) {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::uint32_t source = CLMEM_CHARACTERIZE_UNKNOWN;
    detail::check(function(of, &first, &second, &source), failure);
    return {T{first, second}, static_cast<clmem_characterize_source>(source)};
}

} // namespace implementation

namespace characterize {

// NVIDIA's compute capability.
struct capability {
    std::uint32_t major_number;
    std::uint32_t minor_number;
};
// The banks of local memory, and how many bytes lie in one before the next bank's.
struct banks {
    std::uint32_t count;
    std::uint32_t granularity;
};
// How many work-items wait for one bank, and for what.
struct conflicts {
    std::uint32_t multiplicity = 0;
    std::string text;
};

inline std::string fast_math_options(device_argument of, error_sink failure = throws()) {
    const char *options = nullptr;
    detail::check(clmem_characterize_fast_math_options(of, &options), failure);
    return options != nullptr ? options : "";
}
inline figure<std::uint32_t> simd_group_size(device_argument of, std::uint32_t type_bytes = 4,
                                             error_sink failure = throws()) {
    return implementation::ask<std::uint32_t>(failure, clmem_characterize_simd_group_size, of, type_bytes);
}
inline figure<bool> has_double(device_argument of, error_sink failure = throws()) {
    return implementation::ask<bool>(failure, clmem_characterize_has_double, of);
}
inline figure<bool> has_amd_double(device_argument of, error_sink failure = throws()) {
    return implementation::ask<bool>(failure, clmem_characterize_has_amd_double, of);
}
inline figure<clmem_characterize_struct_bug> has_struct_bug(device_argument of, context_argument in = nullptr,
                                                            error_sink failure = throws()) {
    return implementation::ask<clmem_characterize_struct_bug>(failure, clmem_characterize_has_struct_bug, of, in);
}
inline figure<std::uint32_t> local_memory_banks(device_argument of, error_sink failure = throws()) {
    return implementation::ask<std::uint32_t>(failure, clmem_characterize_local_memory_banks, of);
}
inline figure<std::uint32_t> local_memory_granularity(device_argument of, error_sink failure = throws()) {
    return implementation::ask<std::uint32_t>(failure, clmem_characterize_local_memory_granularity, of);
}
inline figure<std::uint32_t> simultaneous_items(device_argument of, error_sink failure = throws()) {
    return implementation::ask<std::uint32_t>(failure, clmem_characterize_simultaneous_items, of);
}
// `argument_count` below 0: unknown.
inline figure<std::size_t> usable_local_memory(device_argument of, std::int32_t argument_count = -1,
                                               error_sink failure = throws()) {
    return implementation::ask<std::size_t, std::size_t>(failure, clmem_characterize_usable_local_memory, of,
                                                         argument_count);
}
inline figure<capability> nvidia_capability(device_argument of, error_sink failure = throws()) {
    return implementation::ask_pair<capability>(failure, clmem_characterize_nvidia_capability, of);
}
// Bits of clmem_characterize_svm_feature.
inline figure<std::uint64_t> svm(device_argument of, error_sink failure = throws()) {
    return implementation::ask<std::uint64_t, std::uint64_t>(failure, clmem_characterize_svm, of);
}
inline figure<std::uint32_t> measure_simd(device_argument of, error_sink failure = throws()) {
    return implementation::ask<std::uint32_t>(failure, clmem_characterize_measure_simd, of);
}
inline figure<banks> measure_banks(device_argument of, error_sink failure = throws()) {
    return implementation::ask_pair<banks>(failure, clmem_characterize_measure_banks, of);
}

// The array's extents, the fastest-varying last; `stored_shape`: the same with padding, empty if there is none.
inline conflicts local_conflicts(device_argument of, std::size_t item_bytes, const std::vector<std::size_t> &shape,
                                 const std::vector<std::size_t> &stored_shape = {}, error_sink failure = throws()) {
    const std::vector<std::size_t> &stored = stored_shape.empty() ? shape : stored_shape;
    const auto dimensions = static_cast<std::uint32_t>(shape.size());
    conflicts found;
    if (stored.size() != shape.size()) {
        detail::refuse(__func__, "stored_shape: expected as many dimensions as shape, got another number", failure);
        return found;
    }
    std::size_t length = 0;
    const auto ask = [&](std::size_t capacity, char *text) {
        return detail::check(clmem_characterize_local_conflicts(of, item_bytes, dimensions, shape.data(), stored.data(),
                                                                static_cast<std::uint32_t>(capacity), text, &length,
                                                                &found.multiplicity),
                             failure);
    };
    if (ask(0, nullptr) && length != 0) {
        found.text.resize(length + 1); // including its closing 0
        ask(found.text.size(), found.text.data());
        found.text.pop_back();
    }
    return found;
}

} // namespace characterize

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
