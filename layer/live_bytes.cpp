#include "live_bytes.hpp"

#include "shield.hpp"

#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>

namespace clmem::layer::detail {

namespace {

struct counted_object {
    live_total *total;
    std::uint64_t bytes;
};

void CL_CALLBACK counted_object_is_deleted(cl_mem /*handle*/, void *user) {
    const std::unique_ptr<counted_object> ended{static_cast<counted_object *>(user)};
    ended->total->fetch_sub(ended->bytes, std::memory_order_relaxed);
}

struct addresses {
    std::mutex mutex;
    std::unordered_map<void *, std::uint64_t> bytes;
};

// Never destroyed: the program may call OpenCL while it exits.
addresses &all(bool is_below) {
    static auto &above = *new addresses;
    static auto &below = *new addresses;
    return is_below ? below : above;
}

} // namespace

void count_object(const cl_icd_dispatch &functions, live_total &total, cl_mem made, std::uint64_t bytes) noexcept {
    std::unique_ptr<counted_object> counted{new (std::nothrow) counted_object{&total, bytes}};
    if (counted == nullptr) { return; }
    total.fetch_add(bytes, std::memory_order_relaxed);
    if (functions.clSetMemObjectDestructorCallback(made, counted_object_is_deleted, counted.get()) == CL_SUCCESS) {
        (void)counted.release();
    } else {
        total.fetch_sub(bytes, std::memory_order_relaxed); // nothing would tell when it is deleted
    }
}

void count_address(live_total &total, bool is_below, void *made, std::uint64_t bytes) noexcept {
    shielded(
        [&, is_below] {
            const std::lock_guard lock{all(is_below).mutex};
            all(is_below).bytes.insert_or_assign(made, bytes);
            total.fetch_add(bytes, std::memory_order_relaxed);
        },
        [] {});
}

void forget_address(live_total &total, bool is_below, void *address) noexcept {
    addresses &known = all(is_below);
    const std::lock_guard lock{known.mutex};
    const auto at = known.bytes.find(address);
    if (at == known.bytes.end()) { return; }
    total.fetch_sub(at->second, std::memory_order_relaxed);
    known.bytes.erase(at);
}

} // namespace clmem::layer::detail
