#include "api/handles.hpp"
#include "pool/pool_dump.hpp"
#include "pool/recorded_pools.hpp"

#include <clmem_extras.h>

using namespace clmem_core;

namespace {

void check_pool_options(const clmem_pool_options &options) {
    constexpr std::uint32_t known_flags = CLMEM_POOL_DEDICATED;
    if ((options.flags & ~known_flags) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.flags: expected CLMEM_POOL_DEDICATED or 0, got unknown bits %#x",
             options.flags & ~known_flags);
    }
    if (options.leading_bits_in_bin_id > reference_bins::most_leading_bits) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.leading_bits_in_bin_id: expected 0 to %u, got %u",
             reference_bins::most_leading_bits, options.leading_bits_in_bin_id);
    }
    if (options.driver_time_permille > CLMEM_DRIVER_TIME_UNLIMITED &&
        options.driver_time_permille != CLMEM_DRIVER_TIME_NEVER) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "options.driver_time_permille: expected 0 to %d or CLMEM_DRIVER_TIME_NEVER, got %u",
             static_cast<int>(CLMEM_DRIVER_TIME_UNLIMITED), options.driver_time_permille);
    }
    api::check_reserved(options, "options");
}

void check_allocation_options(const clmem_allocation_options &options, pool &p) {
    constexpr std::uint32_t known_flags = CLMEM_ALLOCATION_DEDICATED;
    if ((options.flags & ~known_flags) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "options.flags: expected CLMEM_ALLOCATION_DEDICATED or 0, got unknown bits %#x",
             options.flags & ~known_flags);
    }
    api::check_reserved(options, "options");
    api::check_alignment(options.alignment_bytes, "options.alignment_bytes");
    if (!p.tags().has(options.tag)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "options.tag: expected 0 or a tag of this pool, got %u; get one from clmem_pool_tag()", options.tag);
    }
}

reference_bins bins_of(const pool &p) {
    return reference_bins{p.leading_bits() != 0 ? p.leading_bits() : reference_bins::default_leading_bits};
}

} // namespace

clmem_status clmem_pool_create(clmem_provider provider, const clmem_pool_options *options, clmem_pool *out_pool) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_pool, "out_pool");
        auto source = api::find_provider(provider);
        const auto known = api::read_struct(options, "options");
        check_pool_options(known);
        const auto made = std::make_shared<pool>(std::move(source), known);
        recorded_pools::introduce(made);
        out = token::to_handle<clmem_pool>(object_table::add(token::type::pool, made));
    });
}

namespace {

using allocation = clmem_status(clmem_pool, cl_command_queue, size_t, clmem_buffer *);

// Inside the thread's cache, which has no block for the request: allocates from the pool, or else by `Otherwise`.
template <allocation Otherwise>
[[gnu::noinline]] clmem_status miss(clmem_pool handle, cl_command_queue queue, size_t bytes, clmem_buffer *out_buffer,
                                    thread_cache *cache, std::size_t rounded) {
    const std::uint64_t block = allocate_inside(*cache, bytes, rounded);
    if (block == 0) { return Otherwise(handle, queue, bytes, out_buffer); }
    *out_buffer = token::to_handle<clmem_buffer>(block);
    return CLMEM_SUCCESS;
}

// A request of a thread that has no cache yet or cannot enter it at once, or of a pool that rounds sizes up.
template <allocation Otherwise>
[[gnu::noinline]] clmem_status allocate_at_length(clmem_pool handle, cl_command_queue queue, size_t bytes,
                                                  clmem_buffer *out_buffer) {
    const std::uint64_t block = out_buffer != nullptr ? allocate_quickly(token::of(handle), queue, bytes) : 0;
    if (block == 0) { return Otherwise(handle, queue, bytes, out_buffer); }
    *out_buffer = token::to_handle<clmem_buffer>(block);
    return CLMEM_SUCCESS;
}

// Allocates from the thread's cache; for all else, ends with a call of one of the functions above.
template <allocation Otherwise>
[[gnu::always_inline]] inline clmem_status allocate(clmem_pool handle, cl_command_queue queue, size_t bytes,
                                                    clmem_buffer *out_buffer) {
    thread_cache *const cache = find_cache(token::of(handle), queue, bytes);
    if (out_buffer == nullptr || cache == nullptr || cache->rounds_up() || !cache->enter_at_once()) [[unlikely]] {
        return allocate_at_length<Otherwise>(handle, queue, bytes, out_buffer);
    }
    const std::size_t rounded = cache->classes().round(bytes);
    const std::uint64_t block = take_cached(*cache, bytes, rounded);
    if (block == 0) [[unlikely]] { return miss<Otherwise>(handle, queue, bytes, out_buffer, cache, rounded); }
    *out_buffer = token::to_handle<clmem_buffer>(block);
    return CLMEM_SUCCESS;
}

[[gnu::noinline]] clmem_status allocate_or_grow(clmem_pool handle, cl_command_queue queue, size_t bytes,
                                                clmem_buffer *out_buffer) {
    return api::guard("clmem_pool_allocate", [&] {
        auto &out = api::output(out_buffer, "out_buffer");
        const auto p = api::find_pool(handle);
        api::check_bytes(bytes);
        if (bytes == 0) { return; }
        out = token::to_handle<clmem_buffer>(allocate_slowly(*p, token::of(handle), queue, {.requested = bytes}));
    });
}

[[gnu::noinline]] clmem_status give_none(clmem_pool handle, cl_command_queue /*queue*/, size_t bytes,
                                         clmem_buffer *out_buffer) {
    return api::guard("clmem_pool_try_allocate", [&] {
        static_cast<void>(api::output(out_buffer, "out_buffer"));
        static_cast<void>(api::find_pool(handle));
        api::check_bytes(bytes);
    });
}

} // namespace

clmem_status clmem_pool_allocate(clmem_pool handle, cl_command_queue queue, size_t bytes, clmem_buffer *out_buffer) {
    return allocate<allocate_or_grow>(handle, queue, bytes, out_buffer);
}

clmem_status clmem_pool_try_allocate(clmem_pool handle, cl_command_queue queue, size_t bytes,
                                     clmem_buffer *out_buffer) {
    return allocate<give_none>(handle, queue, bytes, out_buffer);
}

clmem_status clmem_pool_allocate_with(clmem_pool handle, const clmem_allocation_options *options, size_t bytes,
                                      clmem_buffer *out_buffer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_buffer, "out_buffer");
        const auto p = api::find_pool(handle);
        api::check_bytes(bytes);
        const auto known = api::read_struct(options, "options");
        check_allocation_options(known, *p);
        if (bytes == 0) { return; }
        const bool is_plain = known.alignment_bytes <= p->classes().unit() && known.tag == 0 && known.flags == 0;
        const std::uint64_t hit = is_plain ? allocate_quickly(token::of(handle), known.queue, bytes) : 0;
        if (hit != 0) {
            out = token::to_handle<clmem_buffer>(hit);
            return;
        }
        const allocation_request wanted{.requested = bytes,
                                        .alignment = known.alignment_bytes,
                                        .tag = static_cast<std::uint8_t>(known.tag),
                                        .dedicated = (known.flags & CLMEM_ALLOCATION_DEDICATED) != 0};
        out = token::to_handle<clmem_buffer>(allocate_slowly(*p, token::of(handle), known.queue, wanted));
    });
}

clmem_status clmem_pool_record_use(clmem_pool handle, clmem_buffer buffer, cl_command_queue queue) {
    return api::guard(__func__, [&] {
        const auto p = api::find_pool(handle);
        const pinned_block pin{token::of(buffer)};
        if (pin.get() != nullptr) {
            p->uses().record(api::find_block_of(pin, buffer, *p), queue);
            return;
        }
        const auto memory = api::find_any_memory(token::of(buffer), "buffer", "buffer");
        const block_hold *const origin = memory->origin();
        if (origin == nullptr) { static_cast<void>(api::find(buffer)); } // throws if it is not a buffer
        if (origin == nullptr || &origin->owner() != p.get()) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "buffer: expected a block of this pool or memory derived from one, got %s", noun_of(memory->kind()));
        }
        origin->use(queue, block_uses::use_of::derived);
    });
}

clmem_status clmem_pool_forget_queue(clmem_pool handle, cl_command_queue queue) {
    return api::guard(__func__, [&] {
        const auto p = api::find_pool(handle);
        p->forget_queue(api::required(queue, "queue"));
    });
}

clmem_status clmem_pool_free_held(clmem_pool handle) {
    return api::guard(__func__, [&] { api::find_pool(handle)->trim(0); });
}

clmem_status clmem_pool_stop_holding(clmem_pool handle) {
    return api::guard(__func__, [&] { api::find_pool(handle)->stop_holding(); });
}

clmem_status clmem_pool_trim(clmem_pool handle, size_t target_bytes, size_t *out_released) {
    return api::guard(__func__, [&] {
        if (out_released != nullptr) { *out_released = 0; }
        const std::size_t released = api::find_pool(handle)->trim(target_bytes);
        if (out_released != nullptr) { *out_released = released; }
    });
}

clmem_status clmem_pool_set_limit(clmem_pool handle, size_t limit_bytes) {
    return api::guard(__func__, [&] { api::find_pool(handle)->set_limit(limit_bytes); });
}

clmem_status clmem_pool_bin_number(clmem_pool handle, size_t bytes, uint32_t *out_bin) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bin, "out_bin");
        const auto p = api::find_pool(handle);
        api::check_bytes(bytes);
        if (bytes == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "bytes: expected at least 1, got 0, which is in no bin"); }
        out = bins_of(*p).bin(bytes);
    });
}

clmem_status clmem_pool_alloc_size(clmem_pool handle, uint32_t bin, size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        const reference_bins bins = bins_of(*api::find_pool(handle));
        if (bins.exponent(bin) >= 62) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "bin: expected a bin of sizes below 2^62 bytes, got %u", bin);
        }
        out = bins.largest(bin);
    });
}

clmem_status clmem_pool_dump(clmem_pool handle, size_t capacity_bytes, char *out_text, size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        if (capacity_bytes > 0) { *api::required(out_text, "out_text") = '\0'; }
        const std::string text = text_of(api::find_pool(handle)->snapshot());
        if (capacity_bytes > 0) { out_text[text.copy(out_text, capacity_bytes - 1)] = '\0'; }
        out = text.size() + 1;
    });
}

clmem_status clmem_pool_release(clmem_pool handle) {
    if (handle == nullptr) { return CLMEM_SUCCESS; }
    return api::guard(__func__, [&] {
        api::refuse_forked();
        const auto removed = object_table::remove(token::type::pool, token::of(handle));
        if (removed == nullptr) { object_table::fail_invalid(token::of(handle), "pool", "pool"); }
        static_cast<pool *>(removed.get())->close();
    });
}
