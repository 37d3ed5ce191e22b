// A separate library, see counting_opencl.hpp. It forwards to CLMEM_TEST_OPENCL_LIBRARY or the system's library.
#include "counting_opencl.hpp"

#include "counting_forward.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <utility>

namespace clmem::test::counted {

namespace {

std::atomic<function *> functions{nullptr};

// The failure that was ordered.
struct {
    std::mutex mutex;
    const char *function = nullptr;
    std::uint64_t countdown = 0; // 0: no failure is ordered
    std::uint64_t next = 0;      // the countdown after that
    cl_int code = CL_SUCCESS;
    bool lasting = false;
    bool came = false;
} order;

} // namespace

std::atomic<std::int64_t> references{0};
std::atomic<bool> order_ignored{false};
std::atomic<bool> peer_copy_offered{false};

function::function(const char *name_) noexcept : name{name_}, next{functions.load()} {
    while (!functions.compare_exchange_weak(next, this)) {}
}

cl_int ordered_code(const function &f) {
    // A failed unmap would make the driver keep its objects, which would look like a leak of clmem; a unit test covers
    // that case. Likewise releases fail only if a test names the function and then releases the object itself.
    if (std::strcmp(f.name, "clEnqueueUnmapMemObject") == 0) { return CL_SUCCESS; }
    const std::lock_guard lock{order.mutex};
    if (order.function == nullptr && releases(f.name)) { return CL_SUCCESS; }
    if (order.countdown == 0 || (order.function != nullptr && std::strcmp(order.function, f.name) != 0)) {
        return CL_SUCCESS;
    }
    if (order.countdown > 1) {
        --order.countdown;
        return CL_SUCCESS;
    }
    if (!order.lasting) { order.countdown = std::exchange(order.next, 0); }
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

namespace {

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
    order.next = 0;
    order.code = code;
    order.lasting = lasting;
    order.came = false;
}

void fail_pair(std::uint64_t nth, std::uint64_t next, cl_int code) {
    fail(nullptr, nth, code, false);
    const std::lock_guard lock{order.mutex};
    order.next = next;
}

void ignore_order(bool ignored) {
    order_ignored = ignored;
}

void offer_peer_copy(bool offered) {
    peer_copy_offered = offered;
}

void reset() {
    ignore_order(false);
    fail(nullptr, 0, CL_SUCCESS, false);
    for (function *f = functions.load(); f != nullptr; f = f->next) {
        f->calls.store(0);
    }
}

bool failed() {
    const std::lock_guard lock{order.mutex};
    return order.came;
}

std::int64_t reference_count() {
    return references.load();
}

} // namespace

} // namespace clmem::test::counted

using namespace clmem::test::counted;

EXPORTED const clmem::test::counting_opencl clmem_test_counting_opencl;
const clmem::test::counting_opencl clmem_test_counting_opencl{calls,  reset,           fail,         fail_pair,
                                                              failed, reference_count, ignore_order, offer_peer_copy};
