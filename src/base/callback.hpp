// Alive while a callback of the program runs: callbacks may release blocks, but not allocate.
#pragma once

#include "base/thread.hpp"

namespace clmem {

struct callback_scope {
    callback_scope() noexcept { ++detail::this_thread.callbacks; }
    ~callback_scope() { --detail::this_thread.callbacks; }
    callback_scope(const callback_scope &) = delete;
    callback_scope &operator=(const callback_scope &) = delete;
};

} // namespace clmem
