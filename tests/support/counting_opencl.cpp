// A library of its own, see counting_opencl.hpp. The real library is CLMEM_TEST_OPENCL_LIBRARY or the system's.
#include "counting_opencl.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace {

struct function {
    explicit function(const char *name) noexcept;

    const char *name;
    std::atomic<std::uint64_t> calls{0};
    function *next;
};

std::atomic<function *> functions{nullptr};
std::atomic<std::int64_t> references{0};

function::function(const char *name_) noexcept : name{name_}, next{functions.load()} {
    while (!functions.compare_exchange_weak(next, this)) {}
}

// The failure that was ordered.
struct {
    std::mutex mutex;
    const char *function = nullptr;
    std::uint64_t countdown = 0; // 0: none
    cl_int code = CL_SUCCESS;
    bool lasting = false;
    bool came = false;
} order;

// The code that this call must give; CL_SUCCESS: it is to be forwarded.
cl_int ordered_code(const function &f) {
    if (std::string_view{f.name}.starts_with("clRelease")) { return CL_SUCCESS; }
    const std::lock_guard lock{order.mutex};
    if (order.countdown == 0 || (order.function != nullptr && std::strcmp(order.function, f.name) != 0)) {
        return CL_SUCCESS;
    }
    if (order.countdown > 1) {
        --order.countdown;
        return CL_SUCCESS;
    }
    if (!order.lasting) { order.countdown = 0; }
    order.came = true;
    return order.code;
}

void *real(const char *name) {
    static void *const library = [] {
        const char *path = std::getenv("CLMEM_TEST_OPENCL_LIBRARY");
        return dlopen(path != nullptr ? path : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    }();
    void *address = library != nullptr ? dlsym(library, name) : nullptr;
    if (address == nullptr) { std::abort(); }
    return address;
}

// The last argument, by which OpenCL gives error codes and events.
template <class... Arguments>
auto last_of(Arguments... arguments) {
    return std::get<sizeof...(Arguments) - 1>(std::tuple{arguments...});
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
        if (name.starts_with("clRelease")) { --references; }
        if constexpr (std::is_same_v<decltype(last_of(arguments...)), cl_event *>) {
            if (last_of(arguments...) != nullptr) { ++references; }
        }
    } else {
        if (name.starts_with("clCreate") && result != nullptr) { ++references; }
    }
}

template <class Result, class... Arguments>
Result forward(function &f, Result(CL_API_CALL *call)(Arguments...), std::type_identity_t<Arguments>... arguments) {
    f.calls.fetch_add(1);
    if constexpr (std::is_void_v<Result>) {
        call(arguments...);
    } else {
        if (const cl_int code = ordered_code(f); code != CL_SUCCESS) { return refuse<Result>(code, arguments...); }
        const Result result = call(arguments...);
        count_references(f.name, result, arguments...);
        return result;
    }
}

std::uint64_t calls(const char *name) {
    std::uint64_t sum = 0;
    for (const function *f = functions.load(); f != nullptr; f = f->next) {
        if (name == nullptr || std::strcmp(f->name, name) == 0) { sum += f->calls.load(); }
    }
    return sum;
}

void fail(const char *name, std::uint64_t nth, cl_int code, bool lasting) {
    const std::lock_guard lock{order.mutex};
    order.function = name;
    order.countdown = nth;
    order.code = code;
    order.lasting = lasting;
    order.came = false;
}

void reset() {
    fail(nullptr, 0, CL_SUCCESS, false);
    for (function *f = functions.load(); f != nullptr; f = f->next) { f->calls.store(0); }
}

bool failed() {
    const std::lock_guard lock{order.mutex};
    return order.came;
}

std::int64_t reference_count() {
    return references.load();
}

} // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED const clmem::test::counting_opencl clmem_test_counting_opencl;
const clmem::test::counting_opencl clmem_test_counting_opencl{calls, reset, fail, failed, reference_count};

#define FORWARD(result, name, parameters, ...)                                                                         \
    EXPORTED result CL_API_CALL name parameters {                                                                      \
        static function self{#name};                                                                                   \
        static const auto call = reinterpret_cast<decltype(&name)>(real(#name));                                       \
        return forward(self, call, __VA_ARGS__);                                                                       \
    }

