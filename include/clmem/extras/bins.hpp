// The bins of pyopencl's pools.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_BINS_HPP
#define CLMEM_EXTRAS_BINS_HPP

#include "../pool.hpp"
#include "bins.h"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// clmem_pool_bin_number()
inline std::uint32_t bin_number(const pool &of, std::size_t bytes, error_sink failure = throws()) {
    std::uint32_t bin = 0;
    detail::check(clmem_pool_bin_number(of.get(), bytes, &bin), failure);
    return bin;
}
// clmem_pool_alloc_size()
inline std::size_t alloc_size(const pool &of, std::uint32_t bin, error_sink failure = throws()) {
    std::size_t bytes = 0;
    detail::check(clmem_pool_alloc_size(of.get(), bin, &bytes), failure);
    return bytes;
}

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
