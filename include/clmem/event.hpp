// Events, and lists of them that commands wait for.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EVENT_HPP
#define CLMEM_EVENT_HPP

#include "base.hpp"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

class event : public detail::opencl_owner<cl_event, clmem_event_release> {
  public:
    using opencl_owner::opencl_owner;
    void wait(error_sink failure = throws()) const {
        detail::check(clmem_event_wait(handle_ != nullptr ? 1 : 0, &handle_), failure);
    }
    // When its command, which must be complete, was enqueued, submitted, started and finished; clmem_event_profile().
    clmem_event_times times(error_sink failure = throws()) const {
        clmem_event_times found = CLMEM_EVENT_TIMES_INIT;
        detail::check(clmem_event_profile(handle_, &found), failure);
        return found;
    }
};

namespace detail {

// Wrappers that refer to an OpenCL event, as those of the OpenCL C++ bindings do.
template <class Wrapper, class = void>
struct refers_to_event : std::false_type {};
template <class Wrapper>
struct refers_to_event<Wrapper, std::void_t<decltype(std::declval<const Wrapper &>()())>>
    : std::is_same<decltype(std::declval<const Wrapper &>()()), const cl_event &> {};

template <class T>
using bare = std::remove_cv_t<std::remove_reference_t<T>>;
template <class T>
inline constexpr bool is_event =
    std::is_base_of_v<event, bare<T>> || std::is_same_v<cl_event, bare<T>> || refers_to_event<bare<T>>::value;

} // namespace detail

// The events that a command waits for, of any kind and number: `{filled, copied}`. The list owns events that are moved
// into it, such as the result of a call. All others, including cl_event and cl::Event, must outlive it.
//
//     clmem::wait_list after = kernel.launch(queue, 1000);
//     memory.fill(queue, 0, 0, SIZE_MAX, {after_this, after_that});
class wait_list {
  public:
    wait_list() noexcept = default;
    template <class First, class... More,
              class = std::enable_if_t<(detail::is_event<First> && ... && detail::is_event<More>)>>
    wait_list(First &&first, More &&...more) {
        events_.reserve(1 + sizeof...(more));
        add(std::forward<First>(first));
        (add(std::forward<More>(more)), ...);
    }
    template <class Event, class = std::enable_if_t<detail::is_event<Event>>>
    wait_list(const std::vector<Event> &events) {
        for (const Event &each : events) {
            add(each);
        }
    }
    template <class Event, class = std::enable_if_t<detail::is_event<Event>>>
    wait_list(std::vector<Event> &&events) {
        for (Event &each : events) {
            add(std::move(each));
        }
    }
    wait_list(const cl_event *events, std::size_t count)
        : events_(events != nullptr ? std::vector<cl_event>(events, events + count) : std::vector<cl_event>(count)) {}

    const cl_event *data() const noexcept { return events_.data(); }
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(events_.size()); }

  private:
    // An empty event counts as complete.
    template <class Event>
    void add(Event &&next) {
        if constexpr (std::is_same_v<cl_event, detail::bare<Event>>) {
            events_.push_back(next);
        } else if constexpr (std::is_base_of_v<event, detail::bare<Event>>) {
            if (next.get() != nullptr) { events_.push_back(next.get()); }
            if constexpr (!std::is_lvalue_reference_v<Event>) { kept_.push_back(std::move(next)); }
        } else {
            static_assert(std::is_lvalue_reference_v<Event>,
                          "this event would be released before the command waits for it: store it in a variable");
            events_.push_back(next());
        }
    }

    std::vector<cl_event> events_;
    std::vector<event> kept_;
};

namespace detail {

// The options with the list's events.
template <class Options>
Options after(Options options, const wait_list &waits) {
    options.wait_count = waits.size();
    options.wait_events = waits.data();
    return options;
}

} // namespace detail

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
