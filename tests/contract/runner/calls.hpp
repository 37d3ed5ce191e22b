// Functions of the interface by name, with words as arguments: every parameter is a number or a pointer.
#pragma once

#include <clmem_extras.h>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

namespace clmem::contract {

using word = std::uint64_t;
using caller = clmem_status (*)(const word *arguments);

template <class T>
T from_word(word value) {
    if constexpr (std::is_pointer_v<T>) {
        return reinterpret_cast<T>(static_cast<std::uintptr_t>(value));
    } else {
        return static_cast<T>(value);
    }
}

// Whether the runner's own code runs on this thread, and not clmem's or a driver's: for tests in which the latter fail.
inline thread_local unsigned runner_depth = 0;

template <unsigned Depth>
class depth_scope {
  public:
    depth_scope() noexcept : before_{std::exchange(runner_depth, Depth)} {}
    ~depth_scope() { runner_depth = before_; }
    depth_scope(const depth_scope &) = delete;
    depth_scope &operator=(const depth_scope &) = delete;

  private:
    unsigned before_;
};
using runner_scope = depth_scope<1>;
using call_scope = depth_scope<0>;

template <class... Parameters>
clmem_status call_with(clmem_status(CLMEM_CALL *function)(Parameters...), const word *arguments) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        return function(from_word<Parameters>(arguments[Index])...);
    }
    (std::index_sequence_for<Parameters...>{});
}

template <auto Function>
clmem_status call(const word *arguments) {
    const call_scope now;
    return call_with(Function, arguments);
}

// All functions, from tests/contract/generated/calls.cpp.
const std::map<std::string, caller> &calls();

// ---- callbacks -------------------------------------------------------------------------------------------------------

// Does what a case specifies for a callback. The first argument of every callback is the user pointer.
word run_callback(const std::string &type, const word *arguments);

// The type of the callback with this index, which identifies it in template arguments.
const std::string &callback_type(std::size_t index);

template <class T>
word to_word(T value) {
    if constexpr (std::is_pointer_v<T>) {
        return reinterpret_cast<std::uintptr_t>(value);
    } else {
        return static_cast<word>(value);
    }
}

template <class Callback, std::size_t Index>
struct trampoline;

template <class Result, class... Parameters, std::size_t Index>
struct trampoline<Result(CLMEM_CALL *)(Parameters...), Index> {
    static Result CLMEM_CALL function(Parameters... parameters) {
        const runner_scope now;
        const word arguments[] = {to_word(parameters)...};
        return static_cast<Result>(run_callback(callback_type(Index), arguments));
    }
};

// The C function for each type of callback.
const std::map<std::string, void *> &callbacks();

template <class Callback, std::size_t Index>
void *callback() {
    return reinterpret_cast<void *>(&trampoline<Callback, Index>::function);
}

} // namespace clmem::contract
