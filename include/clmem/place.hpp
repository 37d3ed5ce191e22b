// The two sides of a transfer.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_PLACE_HPP
#define CLMEM_PLACE_HPP

#include "image.hpp"

#include <iterator>
#include <string_view>
#if defined(__has_include) && __has_include(<version>)
#include <version>
#endif
#if defined(__cpp_lib_ranges)
#include <ranges>
#endif

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

// A view of mapped memory as elements.
template <class T>
class span {
  public:
    span() noexcept = default;
    span(T *first, std::size_t length) noexcept : first_{first}, count_{length} {}
    T *data() const noexcept { return first_; }
    std::size_t size() const noexcept { return count_; }
    T *begin() const noexcept { return first_; }
    T *end() const noexcept { return first_ + count_; }
    T &operator[](std::size_t i) const noexcept { return first_[i]; }

  private:
    T *first_ = nullptr;
    std::size_t count_ = 0;
};

// Whether the elements of a T outlive it, so that a temporary T may become a place. A program may specialise it.
template <class T>
#if defined(__cpp_lib_ranges)
inline constexpr bool is_view = std::ranges::enable_borrowed_range<T>;
#else
inline constexpr bool is_view = false;
#endif
template <class T>
inline constexpr bool is_view<span<T>> = true;
template <class Character, class Traits>
inline constexpr bool is_view<std::basic_string_view<Character, Traits>> = true;

namespace detail {

// The elements of a range whose elements are consecutive in memory: void for everything else.
template <class Range, class = void>
struct elements_of {
    using type = void;
};
template <class Range>
struct elements_of<
    Range, std::void_t<decltype(std::data(std::declval<Range &>())), decltype(std::size(std::declval<Range &>()))>> {
    using type = std::remove_pointer_t<decltype(std::data(std::declval<Range &>()))>;
};
template <class Range>
using element = typename elements_of<std::remove_reference_t<Range>>::type;

// The elements of such a range are readable, or writable too.
template <class Range>
inline constexpr bool is_readable = !std::is_void_v<element<Range>>;
template <class Range>
inline constexpr bool is_writable = is_readable<Range> && !std::is_const_v<element<Range>>;
// The elements are there after the expression that has named the range.
template <class Range>
inline constexpr bool stays = std::is_lvalue_reference_v<Range> || is_view<std::remove_cv_t<Range>>;

// What both sides have in common. On a temporary, origin() and pitches() return a copy.
template <class Side>
class side {
  public:
    Side &origin(const position &at) &noexcept {
        for (std::size_t i = 0; i < at.size(); ++i) {
            place_.origin[i] = at[i];
        }
        return static_cast<Side &>(*this);
    }
    Side origin(const position &at) &&noexcept { return origin(at); }
    Side &pitches(std::size_t row_bytes, std::size_t slice_bytes = 0) &noexcept {
        place_.row_pitch_bytes = row_bytes;
        place_.slice_pitch_bytes = slice_bytes;
        return static_cast<Side &>(*this);
    }
    Side pitches(std::size_t row_bytes, std::size_t slice_bytes = 0) &&noexcept {
        return pitches(row_bytes, slice_bytes);
    }
    const clmem_transfer_place *get() const noexcept { return &place_; }

  protected:
    side(clmem_memory memory, std::size_t offset_bytes) noexcept {
        place_.memory = memory;
        place_.offset_bytes = offset_bytes;
    }
    // An empty vector has no address: any other one stands for its 0 bytes.
    side(void *pointer, std::size_t length) noexcept {
        place_.pointer = pointer == nullptr && length == 0 ? this : pointer;
        place_.bytes = length;
    }
    explicit side(const clmem_transfer_place &other) noexcept : place_{other} {}

    template <class Range>
    static std::size_t bytes_of(const Range &elements) noexcept {
        static_assert(std::is_trivially_copyable_v<element<const Range>>,
                      "elements are copied as bytes: expected a trivially copyable type");
        return std::size(elements) * sizeof(element<const Range>);
    }

  private:
    clmem_transfer_place place_ = CLMEM_TRANSFER_PLACE_INIT;
};

} // namespace detail

// The destination of a transfer, which may also be a source: memory of any kind; or host memory, given by an address
// and a size, or as a vector, an array, a span or another range of consecutive elements. The memory must outlive the
// place, and host memory also the transfer.
class place : public detail::side<place> {
  public:
    template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
    place(const memory_owner<Handle, Release> &memory, std::size_t offset_bytes = 0) noexcept
        : side{memory.memory(), offset_bytes} {}
    template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
    place(const memory_owner<Handle, Release> &&memory, std::size_t offset_bytes = 0) = delete;
    place(void *pointer, std::size_t bytes) noexcept : side{pointer, bytes} {}
    template <class Range, std::enable_if_t<detail::is_writable<Range> && detail::stays<Range>, int> = 0>
    place(Range &&elements) noexcept : side{std::data(elements), bytes_of(elements)} {}
    template <class Range, std::enable_if_t<detail::is_writable<Range> && !detail::stays<Range>, int> = 0>
    place(Range &&elements) = delete; // a temporary, which would be gone
};

// The source of a transfer: what a place may be, and elements that are const.
class const_place : public detail::side<const_place> {
  public:
    const_place(const place &writable) noexcept : side{*writable.get()} {}
    template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
    const_place(const memory_owner<Handle, Release> &memory, std::size_t offset_bytes = 0) noexcept
        : side{memory.memory(), offset_bytes} {}
    template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
    const_place(const memory_owner<Handle, Release> &&memory, std::size_t offset_bytes = 0) = delete;
    // The C structure is the same for both sides; a transfer only reads its source.
    const_place(const void *pointer, std::size_t bytes) noexcept : side{const_cast<void *>(pointer), bytes} {}
    template <class Range, std::enable_if_t<detail::is_readable<Range> && detail::stays<Range>, int> = 0>
    const_place(Range &&elements) noexcept : const_place{std::data(elements), bytes_of(elements)} {}
    template <class Range, std::enable_if_t<detail::is_readable<Range> && !detail::stays<Range>, int> = 0>
    const_place(Range &&elements) = delete; // a temporary, which would be gone
};

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
