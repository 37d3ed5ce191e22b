// How the counting library forwards a call: it counts the call, and fails it if a test ordered that.
#pragma once

#include "cl/loader.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace clmem::test::counted {

// A function that has been called, in the list of all.
struct function {
    explicit function(const char *name) noexcept;

    const char *name;
    std::atomic<std::uint64_t> calls{0};
    function *next;
};

extern std::atomic<std::int64_t> references;
extern std::atomic<bool> order_ignored;
extern std::atomic<bool> peer_copy_offered;

// The code that this call must return; CL_SUCCESS: forward the call.
[[nodiscard]] cl_int ordered_code(const function &f);
// A function of the real library.
[[nodiscard]] void *real(const char *name);

// Waits are not forwarded while the order of queues is switched off.
inline bool waits(std::string_view name) {
    return name == "clEnqueueBarrierWithWaitList" || name == "clEnqueueWaitForEvents" || name == "clWaitForEvents";
}
inline bool releases(std::string_view name) {
    return name.starts_with("clRelease") || name == "clMemFreeINTEL";
}

// The last argument, through which OpenCL returns error codes and events.
template <class... Arguments>
auto last_of(Arguments... arguments) {
    return std::get<sizeof...(Arguments) - 1>(std::tuple{arguments...});
}

// Where a command that returns a pointer and an error code stores its event.
template <class... Arguments>
cl_event *event_before_last(Arguments... arguments) {
    if constexpr (sizeof...(Arguments) >= 2) {
        const auto before_last = std::get<sizeof...(Arguments) - 2>(std::tuple{arguments...});
        if constexpr (std::is_same_v<decltype(before_last), cl_event *const>) { return before_last; }
    }
    return nullptr;
}

template <class Result, class... Arguments>
Result refuse(cl_int code, Arguments... arguments) {
    if constexpr (std::is_same_v<Result, cl_int>) {
        return code;
    } else {
        if constexpr (std::is_same_v<decltype(last_of(arguments...)), cl_int *>) {
            if (last_of(arguments...) != nullptr) { *last_of(arguments...) = code; }
        }
        return Result();
    }
}

template <class Result, class... Arguments>
void count_references(std::string_view name, Result result, Arguments... arguments) {
    if constexpr (std::is_same_v<Result, cl_int>) {
        if (result != CL_SUCCESS) { return; }
        if (name.starts_with("clRetain")) { ++references; }
        if (releases(name)) { --references; }
        if constexpr (std::is_same_v<decltype(last_of(arguments...)), cl_event *>) {
            if (last_of(arguments...) != nullptr) { ++references; }
        }
    } else {
        const bool makes = name.starts_with("clCreate") || name == "clSVMAlloc" || name.ends_with("MemAllocINTEL");
        if (makes && result != nullptr) { ++references; }
        if (name.starts_with("clEnqueueMap") && result != nullptr && event_before_last(arguments...) != nullptr) {
            ++references;
        }
    }
}

template <class Result, class... Arguments>
Result forward(function &f, Result(CL_API_CALL *call)(Arguments...), std::type_identity_t<Arguments>... arguments) {
    f.calls.fetch_add(1);
    if constexpr (std::is_void_v<Result>) { // only clSVMFree
        call(arguments...);
        --references;
    } else {
        if (const cl_int code = ordered_code(f); code != CL_SUCCESS) { return refuse<Result>(code, arguments...); }
        if constexpr (std::is_same_v<Result, cl_int>) {
            if (order_ignored && waits(f.name)) { return CL_SUCCESS; }
        }
        const Result result = call(arguments...);
        count_references(f.name, result, arguments...);
        return result;
    }
}

} // namespace clmem::test::counted

#define EXPORTED extern "C" __attribute__((visibility("default")))

// Defines an OpenCL function that is forwarded: its result, name and parameters, then the parameter names.
#define FORWARD(result, name, parameters, ...)                                                                         \
    EXPORTED result CL_API_CALL name parameters {                                                                      \
        static clmem::test::counted::function self{#name};                                                             \
        static const auto call = reinterpret_cast<decltype(&name)>(clmem::test::counted::real(#name));                 \
        return clmem::test::counted::forward(self, call, __VA_ARGS__);                                                 \
    }
