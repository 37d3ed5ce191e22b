#include "cache/cache.hpp"

#include "api/handles.hpp"

#include <clmem_extras.h>

using namespace clmem_core;
using namespace clmem_core::api;

namespace {

std::string_view read_key(const char *key, std::size_t key_bytes) {
    if (key_bytes == 0) { return {}; }
    if (key_bytes >= request_bound) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "key_bytes: expected less than 2^62, got %zu", key_bytes);
    }
    return {required(key, "key"), key_bytes};
}

clmem_cache_value read_value(const clmem_cache_value *value) {
    const clmem_cache_value known = read_struct(required(value, "value"), "value");
    api::check_reserved(known, "value");
    return known;
}

} // namespace

clmem_status clmem_cache_create(clmem_cache *out_cache) {
    return guard(__func__, [&] {
        clmem_cache &handle = output(out_cache, "out_cache");
        watch_forks();
        handle = token::to_handle<clmem_cache>(object_table::add(token::type::cache, std::make_shared<cache>()));
    });
}

clmem_status clmem_cache_get(clmem_cache handle, uint64_t object, const char *key, size_t key_bytes, void **out_value,
                             uint32_t *out_found) {
    return guard(__func__, [&] {
        zero(out_found);
        void *&value = output(out_value, "out_value");
        const auto found = find_cache(handle)->get(object, read_key(key, key_bytes));
        value = found.value;
        set_output(out_found, found.is_there);
    });
}

clmem_status clmem_cache_put(clmem_cache handle, uint64_t object, const char *key, size_t key_bytes,
                             const clmem_cache_value *value, void **out_value, uint32_t *out_added) {
    return guard(__func__, [&] {
        zero(out_added);
        void *&now = output(out_value, "out_value");
        const auto table = find_cache(handle);
        const auto put = table->put(object, read_key(key, key_bytes), read_value(value));
        now = put.value;
        set_output(out_added, put.is_added);
    });
}

clmem_status clmem_cache_watch(clmem_cache handle, cl_context context) {
    return guard(__func__, [&] { find_cache(handle)->watch(required(context, "context")); });
}

clmem_status clmem_cache_drop(clmem_cache handle, uint64_t object, size_t *out_count) {
    return guard(__func__, [&] {
        zero(out_count);
        set_output(out_count, find_cache(handle)->drop(object));
    });
}

clmem_status clmem_cache_clear(clmem_cache handle, size_t *out_count) {
    return guard(__func__, [&] {
        zero(out_count);
        set_output(out_count, find_cache(handle)->clear());
    });
}

clmem_status clmem_cache_count(clmem_cache handle, size_t *out_count) {
    return guard(__func__, [&] {
        size_t &count = output(out_count, "out_count");
        count = find_cache(handle)->count();
    });
}

clmem_status clmem_cache_release(clmem_cache handle) {
    if (handle == nullptr) { return CLMEM_SUCCESS; }
    return guard(__func__, [&] {
        refuse_forked();
        const auto removed = object_table::remove(token::type::cache, token::of(handle));
        if (removed == nullptr) { object_table::fail_invalid(token::of(handle), "cache", "cache"); }
        static_cast<cache *>(removed.get())->clear();
    });
}
