// From the handles of the C API to the objects behind them, and from outputs to handles.
#pragma once

#include "api/guard.hpp"
#include "base/object_table.hpp"
#include "cache/cache.hpp"
#include "pool/hit_path.hpp"

#include <memory>
#include <utility>

namespace clmem::api {

[[nodiscard]] inline std::shared_ptr<provider> find_provider(clmem_provider handle) {
    refuse_forked();
    auto found = object_table::find(token::type::provider, token::of(handle));
    if (found == nullptr) { object_table::fail_invalid(token::of(handle), "provider", "provider"); }
    return std::static_pointer_cast<provider>(std::move(found));
}

[[nodiscard]] inline std::shared_ptr<pool> find_pool(clmem_pool handle) {
    refuse_forked();
    auto found = object_table::find(token::type::pool, token::of(handle));
    if (found == nullptr) { object_table::fail_invalid(token::of(handle), "pool", "pool"); }
    return std::static_pointer_cast<pool>(std::move(found));
}

[[nodiscard]] inline std::shared_ptr<cache> find_cache(clmem_cache handle) {
    refuse_forked();
    auto found = object_table::find(token::type::cache, token::of(handle));
    if (found == nullptr) { object_table::fail_invalid(token::of(handle), "cache", "cache"); }
    return std::static_pointer_cast<cache>(std::move(found));
}

// A block that cannot be released while `pin` lives.
[[nodiscard]] inline block &find_block(const pinned_block &pin, clmem_buffer handle) {
    refuse_forked();
    if (pin.get() == nullptr) { object_table::fail_invalid(token::of(handle), "buffer", "buffer"); }
    return *pin.get();
}

// The same for a block that must be of a certain pool.
[[nodiscard]] inline block &find_block_of(const pinned_block &pin, clmem_buffer handle, const pool &p) {
    block &found = find_block(pin, handle);
    if (found.owner != &p) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "buffer is a block of another pool"); }
    return found;
}

// Checks an output array of structs of which the caller knows `stride` bytes each.
template <class T>
void check_array(const T *out, std::uint32_t capacity, std::size_t stride, const char *name) {
    if (capacity == 0) { return; }
    if (out == nullptr) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s is NULL, but capacity is %u", name, capacity); }
    if (stride < oldest_size<T> || stride > largest_struct) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "stride_bytes is %zu, expected the size of an element, at least %zu", stride,
             oldest_size<T>);
    }
}

// Writes as many elements as there is room for, and tells how many there are.
template <class Elements, class T>
void write_array(const Elements &elements, T *out, std::uint32_t capacity, std::size_t stride, std::uint32_t &count) {
    count = static_cast<std::uint32_t>(elements.size());
    for (std::uint32_t i = 0; i < count && i < capacity; ++i) {
        write_struct(reinterpret_cast<T *>(reinterpret_cast<unsigned char *>(out) + i * stride), elements[i], stride);
    }
}

inline void check_bytes(std::size_t bytes) {
    if (bytes >= request_bound) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "bytes is %zu, which is 2^62 or more: no device has that much", bytes);
    }
}

} // namespace clmem::api
