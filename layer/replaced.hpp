// Functions of extensions that the layer replaces.
#pragma once

#include "contexts.hpp"
#include "shield.hpp"

#include <atomic>

namespace clmem::layer {

// Remembers the driver's function and returns the layer's own. A program that uses an extension with two drivers finds
// two functions of a name: the second one is not replaced.
template <class Function>
[[nodiscard]] void *replaced(std::atomic<Function> &drivers, void *found, Function own) noexcept {
    Function none = nullptr;
    const auto function = reinterpret_cast<Function>(found);
    if (drivers.compare_exchange_strong(none, function) || none == function) { return reinterpret_cast<void *>(own); }
    log_once("the program may record commands or create queues by two drivers: memory is no longer reused");
    give_up_pooling();
    return found;
}

} // namespace clmem::layer
