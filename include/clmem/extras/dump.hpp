// What a pool has at one instant.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_DUMP_HPP
#define CLMEM_EXTRAS_DUMP_HPP

#include "../pool.hpp"
#include "dump.h"

#include <string>

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// clmem_pool_dump(): JSON text; empty if it fails and the error goes to a sink.
inline std::string dump(const pool &of, error_sink failure = throws()) {
    std::string text;
    std::size_t bytes = 0;
    if (!detail::check(clmem_pool_dump(of.get(), 0, nullptr, &bytes), failure)) { return {}; }
    do {
        text.resize(bytes + bytes / 8); // the pool may have more ranges the next time
        if (!detail::check(clmem_pool_dump(of.get(), text.size(), text.data(), &bytes), failure)) { return {}; }
    } while (bytes > text.size());
    text.resize(bytes - 1);
    return text;
}

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
