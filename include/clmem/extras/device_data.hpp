// The resources of a device's multiprocessors, and how well a kernel fills them.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_DEVICE_DATA_HPP
#define CLMEM_EXTRAS_DEVICE_DATA_HPP

#include "../device.hpp"
#include "device_data.h"
#include "occupancy.h"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// The members are those of clmem_device_data; without a device nothing is known.
struct device_data : clmem_device_data {
    device_data() noexcept : clmem_device_data(CLMEM_DEVICE_DATA_INIT) {}
    // clmem_device_get_data()
    explicit device_data(device_argument of, error_sink failure = throws()) : device_data{} {
        detail::check(clmem_device_get_data(of, this), failure);
    }
    // clmem_device_data_for_capability()
    static device_data for_capability(std::uint32_t major_number, std::uint32_t minor_number,
                                      error_sink failure = throws()) {
        device_data data;
        detail::check(clmem_device_data_for_capability(major_number, minor_number, &data), failure);
        return data;
    }

    bool knows(clmem_device_data_flag figure) const noexcept {
        return (known & static_cast<std::uint64_t>(figure)) != 0;
    }

    std::size_t align_bytes(std::uint32_t word_bytes = 4, error_sink failure = throws()) const {
        std::size_t bytes = 0;
        detail::check(clmem_device_align_bytes(this, word_bytes, &bytes), failure);
        return bytes;
    }
    std::size_t align(std::size_t bytes, std::uint32_t word_bytes = 4, error_sink failure = throws()) const {
        std::size_t aligned = 0;
        detail::check(clmem_device_align(this, bytes, word_bytes, &aligned), failure);
        return aligned;
    }
    std::size_t align_words(std::uint32_t word_bytes, error_sink failure = throws()) const {
        std::size_t words = 0;
        detail::check(clmem_device_align_words(this, word_bytes, &words), failure);
        return words;
    }
    std::size_t align_dtype(std::size_t elements, std::uint32_t element_bytes, error_sink failure = throws()) const {
        std::size_t aligned = 0;
        detail::check(clmem_device_align_dtype(this, elements, element_bytes, &aligned), failure);
        return aligned;
    }
    // clmem_occupancy_compute()
    clmem_occupancy occupancy(std::uint32_t threads, std::size_t shared_bytes = 0, std::uint32_t thread_registers = 0,
                              error_sink failure = throws()) const {
        clmem_occupancy record = CLMEM_OCCUPANCY_INIT;
        detail::check(clmem_occupancy_compute(this, threads, shared_bytes, thread_registers, &record), failure);
        return record;
    }
};

// clmem_device_texture_channels()
inline std::uint32_t texture_channels(std::uint32_t channels, error_sink failure = throws()) {
    std::uint32_t valid = 0;
    detail::check(clmem_device_texture_channels(channels, &valid), failure);
    return valid;
}

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
