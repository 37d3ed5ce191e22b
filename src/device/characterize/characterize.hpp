// Values about a device, each with its source.
#pragma once

#include "device/characterize/conflicts.hpp"

#include <clmem_extras.h>
#include <cstdint>

namespace clmem_core {

struct figure {
    std::uint64_t value = 0;
    clmem_characterize_source source = CLMEM_CHARACTERIZE_UNKNOWN;
};

[[nodiscard]] const char *fast_math_options(cl_device_id device);
[[nodiscard]] figure simd_group_size(cl_device_id device, cl_uint type_bytes);
[[nodiscard]] figure has_double(cl_device_id device);
[[nodiscard]] figure has_amd_double(cl_device_id device);
// A clmem_characterize_struct_bug; `context` may be NULL.
[[nodiscard]] figure struct_bug(cl_device_id device, cl_context context);
[[nodiscard]] figure local_memory_banks(cl_device_id device);
[[nodiscard]] figure local_memory_granularity(cl_device_id device);
[[nodiscard]] figure simultaneous_items(cl_device_id device);
// An argument count below 0 is unknown.
[[nodiscard]] figure usable_local_memory(cl_device_id device, std::int32_t argument_count);
// clmem_characterize_svm_feature bits.
[[nodiscard]] figure svm_features(cl_device_id device);

// The three values about local memory together. Throws if one of them is unknown.
[[nodiscard]] bank_layout bank_layout_of(cl_device_id device);

} // namespace clmem_core
