// The resources of a device's multiprocessors, and the alignment of data that follows from them.
#pragma once

#include <clmem_extras.h>
#include <cstddef>
#include <cstdint>

namespace clmem_core {

// Of NVIDIA's devices, by compute capability. Throws CLMEM_ERROR_UNSUPPORTED for one that is not in the table.
[[nodiscard]] clmem_device_data data_of_capability(cl_uint major, cl_uint minor);

// The same, but a capability that is not in the table gives unknown data.
[[nodiscard]] clmem_device_data data_of_capability_if_known(cl_uint major, cl_uint minor) noexcept;

// By queries and, for NVIDIA's devices, by the table.
[[nodiscard]] clmem_device_data data_of(cl_device_id device);

// True if all of these values are known.
[[nodiscard]] constexpr bool knows(const clmem_device_data &data, std::uint64_t figures) noexcept {
    return (data.known & figures) == figures;
}

// The distance of base addresses at which a warp's accesses to words take the fewest transfers.
[[nodiscard]] std::size_t align_bytes(const clmem_device_data &data, std::size_t word_bytes, const char *name);
[[nodiscard]] std::size_t align_words(const clmem_device_data &data, std::size_t word_bytes, const char *name);

// Rounds up to a multiple; throws if a size_t cannot hold it.
[[nodiscard]] std::size_t round_up(std::size_t number, std::size_t multiple);

[[nodiscard]] cl_uint texture_channels(cl_uint channels);

} // namespace clmem_core
