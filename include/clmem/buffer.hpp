// Buffers, and the functions that all kinds of memory have.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_BUFFER_HPP
#define CLMEM_BUFFER_HPP

#include "device.hpp"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

namespace detail {

// One property in OpenCL's format.
template <class T, class Query, class Handle>
T query(Query ask, Handle of, std::uint32_t property, error_sink failure) {
    static_assert(std::is_trivially_copyable_v<T>, "a property is bytes");
    T value{};
    std::size_t bytes = 0;
    check(ask(of, property, sizeof value, &value, &bytes), failure);
    return value;
}

} // namespace detail

// The functions that all kinds of memory have.
template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
class memory_owner : public detail::owner<Handle, Release> {
  public:
    using detail::owner<Handle, Release>::owner;

    clmem_memory memory() const noexcept { return reinterpret_cast<clmem_memory>(this->handle_); }

    cl_mem mem(error_sink failure = throws()) const {
        cl_mem object = nullptr;
        detail::check(clmem_memory_mem(memory(), &object), failure);
        return object;
    }
    // A wrapper of the OpenCL C++ bindings, which retains the object. For a block it must not outlive this owner.
    template <class Wrapper>
    Wrapper as(error_sink failure = throws()) const {
        cl_mem object = mem(failure);
        return object != nullptr ? Wrapper(object, true) : Wrapper();
    }
    clmem_memory_info describe_memory(error_sink failure = throws()) const {
        clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
        detail::check(clmem_memory_describe(memory(), &info), failure);
        return info;
    }
    // clmem_memory_query()
    template <class T>
    T query_memory(std::uint32_t property, error_sink failure = throws()) const {
        return detail::query<T>(clmem_memory_query, memory(), property, failure);
    }
    // The same OpenCL object, or the same address.
    template <class OtherHandle, clmem_status(CLMEM_CALL *OtherRelease)(OtherHandle)>
    bool is_same(const memory_owner<OtherHandle, OtherRelease> &other, error_sink failure = throws()) const {
        std::uint32_t equal = 0;
        detail::check(clmem_memory_equal(memory(), other.memory(), &equal), failure);
        return equal != 0;
    }
};

// Memory of any kind, or of a kind not yet known.
class [[nodiscard]] any_memory : public memory_owner<clmem_memory, clmem_memory_release> {
  public:
    using memory_owner::memory_owner;
    // clmem_memory_import(); `retain` false takes the caller's reference.
    static any_memory import(mem_argument mem, bool retain = true, error_sink failure = throws()) {
        any_memory made;
        detail::check(clmem_memory_import(mem, retain ? 1 : 0, &made.handle_), failure);
        return made;
    }
};

namespace detail {

// An object of one kind: `describe` fails for others, before the caller's reference is taken.
template <class Owner, class Describe>
Owner import(cl_mem mem, bool retain, Describe describe, error_sink failure) {
    using handle = typename Owner::handle_type;
    any_memory made = any_memory::import(mem, true, failure);
    if (!made || !check(describe(reinterpret_cast<handle>(made.get())), failure)) { return Owner{}; }
    if (!retain) { made = any_memory::import(mem, false, failure); }
    return Owner{reinterpret_cast<handle>(made.give_up())};
}

} // namespace detail

// clmem_memory_migrate()
inline event migrate(queue_argument on, const std::vector<clmem_memory> &memories, std::uint64_t flags = 0,
                     const wait_list &waits = {}, error_sink failure = throws()) {
    const auto options = detail::after<clmem_enqueue_options>(CLMEM_ENQUEUE_OPTIONS_INIT, waits);
    cl_event done = nullptr;
    detail::check(
        clmem_memory_migrate(on, static_cast<std::uint32_t>(memories.size()), memories.data(), flags, &options, &done),
        failure);
    return event{done};
}

class [[nodiscard]] buffer : public memory_owner<clmem_buffer, clmem_buffer_release> {
  public:
    using memory_owner::memory_owner;
    // clmem_buffer_create()
    buffer(context_argument in, std::uint64_t memory_flags, std::size_t bytes, void *host_pointer = nullptr,
           error_sink failure = throws()) {
        detail::check(clmem_buffer_create(in, memory_flags, bytes, host_pointer, &handle_), failure);
    }
    // clmem_memory_import(); `retain` false takes the caller's reference.
    static buffer import(mem_argument mem, bool retain = true, error_sink failure = throws()) {
        const auto describe = [](clmem_buffer made) {
            std::size_t bytes = 0;
            return clmem_buffer_size(made, &bytes);
        };
        return detail::import <buffer>(mem, retain, describe, failure);
    }

    // The requested size; 0 for a buffer that owns nothing, which converts to false.
    std::size_t size(error_sink failure = throws()) const {
        std::size_t bytes = 0;
        if (handle_ == nullptr) {
            detail::check(CLMEM_SUCCESS, failure);
            return bytes;
        }
        detail::check(clmem_buffer_size(handle_, &bytes), failure);
        return bytes;
    }
    clmem_buffer_info describe(error_sink failure = throws()) const {
        clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
        detail::check(clmem_buffer_describe(handle_, &info), failure);
        return info;
    }
    // The address of shared virtual memory, USM or page-locked memory.
    void *pointer(error_sink failure = throws()) const {
        void *address = nullptr;
        detail::check(clmem_svm_pointer(handle_, &address), failure);
        return address;
    }
    buffer sub_region(std::size_t offset_bytes, std::size_t bytes, std::uint64_t memory_flags = 0,
                      error_sink failure = throws()) const {
        buffer part;
        detail::check(clmem_buffer_sub_region(handle_, offset_bytes, bytes, memory_flags, &part.handle_), failure);
        return part;
    }
    buffer slice(std::int64_t start, std::int64_t stop = INT64_MAX, error_sink failure = throws()) const {
        buffer part;
        detail::check(clmem_buffer_slice(handle_, start, stop, &part.handle_), failure);
        return part;
    }
    // Fills from `offset_bytes`; SIZE_MAX: to the end.
    template <class T>
    event fill(queue_argument on, const T &pattern, std::size_t offset_bytes = 0, std::size_t bytes = SIZE_MAX,
               const wait_list &waits = {}, error_sink failure = throws()) const {
        static_assert(std::is_trivially_copyable_v<T>, "a pattern is bytes");
        auto part = detail::after<clmem_buffer_fill_options>(CLMEM_BUFFER_FILL_OPTIONS_INIT, waits);
        part.offset_bytes = offset_bytes;
        part.bytes = bytes;
        cl_event done = nullptr;
        detail::check(clmem_buffer_fill(handle_, on, &pattern, sizeof pattern, &part, &done), failure);
        return event{done};
    }
    void bind(queue_argument to, error_sink failure = throws()) const {
        detail::check(clmem_svm_bind(handle_, to), failure);
    }
    void unbind(error_sink failure = throws()) const { detail::check(clmem_svm_unbind(handle_), failure); }
    // Releases the block, which is free when the events are complete. On a failure it still belongs to this owner.
    void release_after(const wait_list &events, error_sink failure = throws()) {
        if (detail::check(clmem_buffer_release_after(handle_, events.size(), events.data()), failure)) {
            handle_ = nullptr;
        }
    }

  private:
    friend class pool;
    friend class provider;
};

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
