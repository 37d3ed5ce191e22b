// From the handles of the C API to the objects behind them, and from outputs to handles.
#pragma once

#include "api/guard.hpp"
#include "cache/cache.hpp"
#include "cl/enqueue.hpp"
#include "handle/object_table.hpp"
#include "memory/command_uses.hpp"
#include "memory/object.hpp"
#include "pool/hit_path.hpp"

#include <bit>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace clmem_core::api {

// The event of a command, for a caller that may not want it. Drivers write to this and not to the caller's variable,
// since some write an event although the command fails.
class event_output {
  public:
    // Zeroes the caller's variable.
    explicit event_output(cl_event *out) : out_{out} { optional_output(out); }
    [[nodiscard]] cl_event *wanted() noexcept {
        return out_ != nullptr || cl::may_end_markers_early() ? &made_ : nullptr;
    }
    // The call has succeeded: the caller gets the event, and so do the blocks that wait for it.
    void give() noexcept {
        if (made_ != nullptr) { uses_.end_with(made_); }
        if (out_ != nullptr) {
            *out_ = made_;
        } else if (made_ != nullptr) {
            const cl::event unwanted{made_};
        }
    }

  private:
    cl_event *out_;
    cl_event made_ = nullptr;
    command_uses uses_;
};

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

// The same for a block that must belong to a given pool.
[[nodiscard]] inline block &find_block_of(const pinned_block &pin, clmem_buffer handle, const pool &p) {
    block &found = find_block(pin, handle);
    if (found.owner != &p) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "buffer: expected a block of this pool, got one of another pool");
    }
    return found;
}

// The memory of a handle, of any kind or of one; held during the call.
[[nodiscard]] inline std::shared_ptr<memory_object> find_any_memory(std::uint64_t handle, const char *name,
                                                                    const char *noun) {
    refuse_forked();
    auto found = find_memory(handle);
    if (found == nullptr) { object_table::fail_invalid(handle, name, noun); }
    return found;
}
[[nodiscard]] inline std::shared_ptr<memory_object> find(clmem_memory handle, const char *name = "memory") {
    return find_any_memory(token::of(handle), name, "memory object");
}
[[nodiscard]] inline std::shared_ptr<memory_object> find(clmem_buffer handle, const char *name = "buffer") {
    auto found = find_any_memory(token::of(handle), name, "buffer");
    if (found->kind() != memory_kind::buffer && found->kind() != memory_kind::svm) {
        fail(CLMEM_ERROR_INVALID_HANDLE, "%s: expected a buffer, got %s", name, noun_of(found->kind()));
    }
    return found;
}

[[nodiscard]] inline std::shared_ptr<memory_object> find(clmem_image handle, const char *name = "image") {
    auto found = find_any_memory(token::of(handle), name, "image");
    if (found->kind() != memory_kind::image) {
        fail(CLMEM_ERROR_INVALID_HANDLE, "%s: expected an image, got %s", name, noun_of(found->kind()));
    }
    return found;
}
[[nodiscard]] inline std::shared_ptr<memory_object> find(clmem_pipe handle, const char *name = "pipe") {
    auto found = find_any_memory(token::of(handle), name, "pipe");
    if (found->kind() != memory_kind::pipe) {
        fail(CLMEM_ERROR_INVALID_HANDLE, "%s: expected a pipe, got %s", name, noun_of(found->kind()));
    }
    return found;
}
[[nodiscard]] inline std::shared_ptr<cl::sampler> find(clmem_sampler handle, const char *name = "sampler") {
    refuse_forked();
    auto found = object_table::find(token::type::sampler, token::of(handle));
    if (found == nullptr) { object_table::fail_invalid(token::of(handle), name, "sampler"); }
    return std::static_pointer_cast<cl::sampler>(std::move(found));
}

// The buffers of a non-empty array.
[[nodiscard]] inline std::vector<std::shared_ptr<memory_object>>
find_each(std::uint32_t count, const clmem_buffer *buffers, const char *name) {
    if (count == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "count: expected at least 1 element in %s, got 0", name); }
    if (buffers == nullptr) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected an array, got NULL", name); }
    const std::string element = std::string{"an element of "} + name;
    std::vector<std::shared_ptr<memory_object>> all;
    for (std::uint32_t i = 0; i < count; ++i) {
        all.push_back(find(buffers[i], element.c_str()));
    }
    return all;
}

// Checks a number that must be 0 or 1.
inline void check_bool(std::uint32_t value, const char *name) {
    if (value > 1) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected 0 or 1, got %u", name, value); }
}

// Checks a command's wait list.
// The options' events.
template <class Options>
[[nodiscard]] cl::wait_list wait_list(const Options &options) {
    if (options.wait_count > 0 && options.wait_events == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.wait_events: expected wait_count (%u) events, got NULL",
             options.wait_count);
    }
    return {options.wait_count, options.wait_count > 0 ? options.wait_events : nullptr};
}

// The options, or if there are none the defaults.
template <class Options>
[[nodiscard]] Options read_options(const Options *in, const Options &defaults) {
    return in != nullptr ? read_struct(in, "options") : defaults;
}

[[nodiscard]] inline clmem_enqueue_options read_options(const clmem_enqueue_options *in) {
    return read_options<clmem_enqueue_options>(in, CLMEM_ENQUEUE_OPTIONS_INIT);
}

// A handle for new memory; NULL for none. If that fails, the memory is released.
[[nodiscard]] inline std::uint64_t handle_of(std::shared_ptr<memory_object> made) {
    return made != nullptr ? make_memory_handle(std::move(made)) : 0;
}

// Makes a handle of any memory stale.
void release_memory(std::uint64_t handle, const char *name, const char *noun);

// Makes a block's handle stale; the block is free once the events are complete. Throws error, and the block stays.
void release_block_after(clmem_buffer buffer, std::span<const cl_event> events);

inline constexpr std::size_t largest_alignment = std::size_t{1} << 30;

// Checks an alignment that may be 0.
inline void check_alignment(std::size_t alignment, const char *name) {
    if (alignment != 0 && (!std::has_single_bit(alignment) || alignment > largest_alignment)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected 0 or a power of two up to 2^30, got %zu", name, alignment);
    }
}

// Checks an output array of structs, of which the caller knows `stride` bytes each.
template <class T>
void check_array(const T *out, std::uint32_t capacity, std::size_t stride, const char *name) {
    if (capacity == 0) { return; }
    if (out == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected room for capacity (%u) elements, got NULL", name, capacity);
    }
    if (stride < oldest_size<T> || stride > largest_struct) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "stride_bytes: expected the size of an element, from %zu to %zu, got %zu",
             oldest_size<T>, largest_struct, stride);
    }
}

// Writes as many elements as fit, and returns how many there are.
template <class Elements, class T>
void write_array(const Elements &elements, T *out, std::uint32_t capacity, std::size_t stride, std::uint32_t &count) {
    count = static_cast<std::uint32_t>(elements.size());
    for (std::uint32_t i = 0; i < count && i < capacity; ++i) {
        write_struct(reinterpret_cast<T *>(reinterpret_cast<unsigned char *>(out) + i * stride), elements[i], stride);
    }
}

inline void check_bytes(std::size_t bytes) {
    if (bytes >= request_bound) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "bytes: expected less than 2^62, got %zu", bytes);
    }
}

} // namespace clmem_core::api
