// Memory with injected faults.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_FAULT_HPP
#define CLMEM_EXTRAS_FAULT_HPP

#include "../pool.hpp"
#include "fault.h"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// A provider whose calls fail, or take longer, as the spec says. clmem_provider_create_faulty()
//
//     const clmem::provider memory = clmem::provider::buffers(context);
//     const clmem::pool scarce{clmem::experimental::faulty(memory, "allocate:beyond=64MiB")};
inline provider faulty(const provider &from, const char *spec, error_sink failure = throws()) {
    clmem_provider made = nullptr;
    detail::check(clmem_provider_create_faulty(from.get(), spec, &made), failure);
    return provider{made};
}

// What a faulty provider has injected. clmem_provider_faults()
inline clmem_fault_counts faults_of(const provider &of, error_sink failure = throws()) {
    clmem_fault_counts counts = CLMEM_FAULT_COUNTS_INIT;
    detail::check(clmem_provider_faults(of.get(), &counts), failure);
    return counts;
}

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
