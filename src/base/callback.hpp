// Calls of the program's callbacks. Inside one, blocks may be released, but not allocated.
#pragma once

#include "base/thread.hpp"

#include <type_traits>

namespace clmem_core {

namespace detail {

struct callback_scope {
    callback_scope() noexcept { ++this_thread.callbacks; }
    ~callback_scope() { --this_thread.callbacks; }
    callback_scope(const callback_scope &) = delete;
    callback_scope &operator=(const callback_scope &) = delete;
};

// Called in the handler of an exception that a callback threw.
[[noreturn]] void fail_callback(const char *name);
[[noreturn]] void end_process(const char *name) noexcept;

} // namespace detail

// Calls a C callback, which must not throw. If one that returns a value throws, the call fails with
// CLMEM_ERROR_CALLBACK. One without a value cannot report a failure: the process ends.
template <class... Parameter, class Result, class... Argument>
Result call_back(const char *name, Result (*callback)(Parameter...), Argument... arguments) {
    const detail::callback_scope scope;
    try {
        return callback(arguments...);
    } catch (...) {
        if constexpr (std::is_void_v<Result>) {
            detail::end_process(name);
        } else {
            detail::fail_callback(name);
        }
    }
}

} // namespace clmem_core
