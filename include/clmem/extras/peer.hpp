// Copies between devices without the host.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_PEER_HPP
#define CLMEM_EXTRAS_PEER_HPP

#include "../transfer.hpp"
#include "peer.h"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// clmem_transfer_copy_peer_amd()
inline event copy_peer_amd(const buffer &source, const buffer &destination, queue_argument on,
                           std::size_t bytes = SIZE_MAX, const wait_list &waits = {}, error_sink failure = throws()) {
    const auto options = detail::after<clmem_enqueue_options>(CLMEM_ENQUEUE_OPTIONS_INIT, waits);
    cl_event done = nullptr;
    detail::check(clmem_transfer_copy_peer_amd(source.get(), destination.get(), on, bytes, &options, &done), failure);
    return event{done};
}

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
