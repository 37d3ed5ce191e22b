// Maps and transfers.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_TRANSFER_HPP
#define CLMEM_TRANSFER_HPP

#include "image.hpp"

namespace clmem {

// A view of mapped memory as elements.
template <class T>
class span {
  public:
    span() noexcept = default;
    span(T *first, std::size_t count) noexcept : first_{first}, count_{count} {}
    T *data() const noexcept { return first_; }
    std::size_t size() const noexcept { return count_; }
    T *begin() const noexcept { return first_; }
    T *end() const noexcept { return first_ + count_; }
    T &operator[](std::size_t i) const noexcept { return first_[i]; }

  private:
    T *first_ = nullptr;
    std::size_t count_ = 0;
};

// Memory that the host sees while this lives; unmapped at its end.
class map : public detail::owner<clmem_map, clmem_map_release> {
  public:
    using owner::owner;
    // clmem_map_buffer(), which waits until the memory is there.
    map(const buffer &memory, queue_argument on, std::uint64_t flags = CL_MAP_READ | CL_MAP_WRITE,
        std::size_t offset_bytes = 0, std::size_t bytes = SIZE_MAX, const wait_list &waits = {},
        std::error_code &failure = throws()) {
        detail::check(clmem_map_buffer(memory.get(), on, flags, offset_bytes, bytes, 1, waits.size(), waits.data(),
                                       &handle_, nullptr),
                      failure);
    }
    // clmem_map_image(), likewise.
    map(const image &memory, queue_argument on, std::uint64_t flags, const position &origin, const position &region,
        const wait_list &waits = {}, std::error_code &failure = throws()) {
        detail::check(clmem_map_image(memory.get(), on, flags, origin.data(), region.data(), 1, waits.size(),
                                      waits.data(), &handle_, nullptr),
                      failure);
    }
    clmem_map_info describe(std::error_code &failure = throws()) const {
        clmem_map_info info = CLMEM_MAP_INFO_INIT;
        detail::check(clmem_map_describe(handle_, &info), failure);
        return info;
    }
    // What is mapped, as elements; empty once it is unmapped.
    template <class T>
    span<T> elements(std::error_code &failure = throws()) const {
        static_assert(std::is_trivially_copyable_v<T>, "elements are bytes");
        const clmem_map_info info = describe(failure);
        return {static_cast<T *>(info.pointer), info.pointer != nullptr ? info.bytes / sizeof(T) : 0};
    }
    // Harmless when repeated; `on` NULL is the queue that it was mapped on.
    event unmap(queue_argument on = nullptr, const wait_list &waits = {}, std::error_code &failure = throws()) const {
        cl_event done = nullptr;
        detail::check(clmem_map_unmap(handle_, on, waits.size(), waits.data(), &done), failure);
        return event{done};
    }
};

// One side of a transfer: memory of any kind, or the host's.
class place {
  public:
    template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
    place(const memory_owner<Handle, Release> &memory, std::size_t offset_bytes = 0) noexcept {
        place_.memory = memory.memory();
        place_.offset_bytes = offset_bytes;
    }
    place(void *pointer, std::size_t bytes) noexcept {
        place_.pointer = pointer;
        place_.bytes = bytes;
    }
    // What is copied from is only read.
    place(const void *pointer, std::size_t bytes) noexcept : place{const_cast<void *>(pointer), bytes} {}
    template <class T>
    place(std::vector<T> &elements) noexcept : place{elements.data(), elements.size() * sizeof(T)} {}
    template <class T>
    place(const std::vector<T> &elements) noexcept : place{elements.data(), elements.size() * sizeof(T)} {}

    place &origin(const position &at) noexcept {
        for (std::size_t i = 0; i < at.size(); ++i) {
            place_.origin[i] = at[i];
        }
        return *this;
    }
    place &pitches(std::size_t row_bytes, std::size_t slice_bytes = 0) noexcept {
        place_.row_pitch_bytes = row_bytes;
        place_.slice_pitch_bytes = slice_bytes;
        return *this;
    }
    const clmem_transfer_place *get() const noexcept { return &place_; }

  private:
    clmem_transfer_place place_ = CLMEM_TRANSFER_PLACE_INIT;
};

// clmem_transfer_copy(); it blocks unless the options say otherwise.
inline event copy(queue_argument on, const place &source, const place &destination,
                  const clmem_transfer_options *options = nullptr, const wait_list &waits = {},
                  std::error_code &failure = throws()) {
    cl_event done = nullptr;
    detail::check(clmem_transfer_copy(on, source.get(), destination.get(), options, waits.size(), waits.data(), &done),
                  failure);
    return event{done};
}

// clmem_transfer_copy_peer_amd()
inline event copy_peer_amd(const buffer &source, const buffer &destination, queue_argument on,
                           std::size_t bytes = SIZE_MAX, const wait_list &waits = {},
                           std::error_code &failure = throws()) {
    cl_event done = nullptr;
    detail::check(
        clmem_transfer_copy_peer_amd(source.get(), destination.get(), on, bytes, waits.size(), waits.data(), &done),
        failure);
    return event{done};
}

// clmem_transfer_trim(): gives the chunks back that transfers of pageable memory go through.
inline void trim_transfers(context_argument in, std::error_code &failure = throws()) {
    detail::check(clmem_transfer_trim(in), failure);
}

} // namespace clmem

#endif
