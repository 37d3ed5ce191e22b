// The devices on which a program's tests should run.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_TESTING_HPP
#define CLMEM_EXTRAS_TESTING_HPP

#include "../device.hpp"
#include "testing.h"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// clmem_device_list_for_tests()
inline std::vector<device> devices_for_tests(const char *selector = nullptr, error_sink failure = throws()) {
    const auto ids = detail::device_ids(
        failure, [selector](auto... list) { return clmem_device_list_for_tests(selector, list...); });
    return {ids.begin(), ids.end()};
}

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
