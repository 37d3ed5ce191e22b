// Maps and transfers.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_TRANSFER_HPP
#define CLMEM_TRANSFER_HPP

#include "place.hpp"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

class pending_map;

// Memory that the host can access while this lives; the destructor unmaps it. A map of 0 bytes is empty and converts to
// false.
class [[nodiscard]] map : public detail::owner<clmem_map, clmem_map_release> {
  public:
    using owner::owner;
    // clmem_map_buffer(), which waits for the content.
    map(const buffer &memory, queue_argument on, std::uint64_t flags = CL_MAP_READ | CL_MAP_WRITE,
        std::size_t offset_bytes = 0, std::size_t bytes = SIZE_MAX, const wait_list &waits = {},
        error_sink failure = throws()) {
        show(memory, on, flags, offset_bytes, bytes, true, waits, nullptr, failure);
    }
    // clmem_map_image(), which waits for the content.
    map(const image &memory, queue_argument on, std::uint64_t flags, const position &origin, const position &region,
        const wait_list &waits = {}, error_sink failure = throws()) {
        show(memory, on, flags, origin, region, true, waits, nullptr, failure);
    }
    // The same without waiting, with the arguments of either constructor: pending_map::wait() returns the map.
    static pending_map start(const buffer &memory, queue_argument on, std::uint64_t flags = CL_MAP_READ | CL_MAP_WRITE,
                             std::size_t offset_bytes = 0, std::size_t bytes = SIZE_MAX, const wait_list &waits = {},
                             error_sink failure = throws());
    static pending_map start(const image &memory, queue_argument on, std::uint64_t flags, const position &origin,
                             const position &region, const wait_list &waits = {}, error_sink failure = throws());

    clmem_map_info describe(error_sink failure = throws()) const {
        clmem_map_info info = CLMEM_MAP_INFO_INIT;
        detail::check(clmem_map_describe(handle_, &info), failure);
        return info;
    }
    // The mapped memory as elements; empty after it is unmapped.
    template <class T>
    span<T> elements(error_sink failure = throws()) const & {
        static_assert(std::is_trivially_copyable_v<T>, "elements are bytes");
        if (!*this) {
            detail::check(CLMEM_SUCCESS, failure);
            return {};
        }
        const clmem_map_info info = describe(failure);
        return {static_cast<T *>(info.pointer), info.pointer != nullptr ? info.bytes / sizeof(T) : 0};
    }
    template <class T>
    span<T> elements(error_sink failure = throws()) const && = delete; // the map would end before they are used
    // A second call does nothing; `on` NULL is the queue on which it was mapped.
    event unmap(queue_argument on = nullptr, const wait_list &waits = {}, error_sink failure = throws()) const {
        const auto options = detail::after<clmem_enqueue_options>(CLMEM_ENQUEUE_OPTIONS_INIT, waits);
        cl_event done = nullptr;
        detail::check(clmem_map_unmap(handle_, on, &options, &done), failure);
        return event{done};
    }

  private:
    void show(const buffer &memory, cl_command_queue on, std::uint64_t flags, std::size_t offset_bytes,
              std::size_t bytes, bool blocking, const wait_list &waits, cl_event *ready, error_sink failure) {
        auto part = detail::after<clmem_map_buffer_options>(CLMEM_MAP_BUFFER_OPTIONS_INIT, waits);
        part.offset_bytes = offset_bytes;
        part.bytes = bytes;
        part.non_blocking = blocking ? 0 : 1;
        detail::check(clmem_map_buffer(memory.get(), on, flags, &part, &handle_, ready), failure);
    }
    void show(const image &memory, cl_command_queue on, std::uint64_t flags, const position &origin,
              const position &region, bool blocking, const wait_list &waits, cl_event *ready, error_sink failure) {
        auto part = detail::after<clmem_map_image_options>(CLMEM_MAP_IMAGE_OPTIONS_INIT, waits);
        std::copy(origin.begin(), origin.end(), part.origin);
        std::copy(region.begin(), region.end(), part.region);
        part.non_blocking = blocking ? 0 : 1;
        detail::check(clmem_map_image(memory.get(), on, flags, &part, &handle_, ready), failure);
    }
};

// An enqueued map. Do not touch its memory before wait(); without that the destructor unmaps it.
class [[nodiscard]] pending_map {
  public:
    pending_map() noexcept = default;
    pending_map(map &&started, event &&ready) noexcept : map_{std::move(started)}, ready_{std::move(ready)} {}
    pending_map(pending_map &&other) noexcept = default;
    pending_map &operator=(pending_map &&other) noexcept {
        pending_map{std::move(other)}.swap(*this);
        return *this;
    }
    pending_map(const pending_map &) = delete;
    pending_map &operator=(const pending_map &) = delete;
    ~pending_map() {
        std::error_code unheard; // the map's destructor tries again
        if (map_) { map_.unmap(nullptr, ready_, unheard); }
    }

    // Complete when the content is there, for commands that wait for it.
    const event &ready() const noexcept { return ready_; }
    explicit operator bool() const noexcept { return static_cast<bool>(map_); }
    // Waits for the content, and returns the map: an owner of nothing if that fails.
    map wait(error_sink failure = throws()) {
        ready_.wait(failure);
        return failure.has_failed() ? map{} : std::move(map_);
    }
    void swap(pending_map &other) noexcept {
        map_.swap(other.map_);
        ready_.swap(other.ready_);
    }

  private:
    map map_;
    event ready_;
};

inline pending_map map::start(const buffer &memory, queue_argument on, std::uint64_t flags, std::size_t offset_bytes,
                              std::size_t bytes, const wait_list &waits, error_sink failure) {
    map started;
    cl_event ready = nullptr;
    started.show(memory, on, flags, offset_bytes, bytes, false, waits, &ready, failure);
    return {std::move(started), event{ready}};
}
inline pending_map map::start(const image &memory, queue_argument on, std::uint64_t flags, const position &origin,
                              const position &region, const wait_list &waits, error_sink failure) {
    map started;
    cl_event ready = nullptr;
    started.show(memory, on, flags, origin, region, false, waits, &ready, failure);
    return {std::move(started), event{ready}};
}

// clmem_transfer_copy(); it blocks unless the options say otherwise. Events stand in the list or in the options.
inline event copy(queue_argument on, const const_place &source, const place &destination,
                  const clmem_transfer_options *options = nullptr, const wait_list &waits = {},
                  error_sink failure = throws()) {
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    if (waits.size() != 0) {
        if (options != nullptr && options->wait_count != 0) {
            detail::refuse(__func__, "waits: expected none besides the options' events, got some", failure);
            return {};
        }
        how = detail::after(options != nullptr ? *options : how, waits);
        options = &how;
    }
    cl_event done = nullptr;
    detail::check(clmem_transfer_copy(on, source.get(), destination.get(), options, &done), failure);
    return event{done};
}

// clmem_transfer_trim(): frees the chunks of pageable transfers.
inline void trim_transfers(context_argument in, error_sink failure = throws()) {
    detail::check(clmem_transfer_trim(in), failure);
}

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
