// OpenCL's objects: reference counts, and detection of dead objects.
#pragma once

#include "state.hpp"

#include <CL/cl.h>
#include <atomic>
#include <deque>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace mock {

enum class kind : std::uint8_t {
    none,
    platform,
    device,
    context,
    queue,
    memory,
    event,
    program,
    kernel,
    command_buffer,
    count
};
[[nodiscard]] const char *name_of(kind what) noexcept;

// The common beginning of all objects. OpenCL's loader expects the driver's function table in the first member.
struct object {
    const void *dispatch = nullptr;
    kind what = kind::none;
    bool is_live = false;
    std::uint64_t references = 0;
    std::uint64_t number = 0; // unique for each object
};

using command_id = std::uint64_t; // 0: none

} // namespace mock

struct _cl_platform_id : mock::object {};
struct _cl_device_id : mock::object {};

struct _cl_context : mock::object {
    using callback = std::pair<void(CL_CALLBACK *)(cl_context, void *), void *>;
    std::vector<callback> callbacks;
};

struct _cl_command_queue : mock::object {
    cl_context context = nullptr;
    cl_command_queue_properties properties = 0;
    mock::command_id last = 0;             // in an in-order queue
    mock::command_id barrier = 0;          // in an out-of-order queue: all later commands wait for it
    std::vector<mock::command_id> pending; // in an out-of-order queue: those since the barrier
    std::vector<mock::command_id> unflushed;

    [[nodiscard]] bool is_out_of_order() const noexcept {
        return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    }
};

struct _cl_mem : mock::object {
    using callback = std::pair<void(CL_CALLBACK *)(cl_mem, void *), void *>;
    cl_context context = nullptr;
    cl_mem parent = nullptr;
    std::uint64_t allocation = 0;
    std::size_t offset = 0; // within its allocation
    std::size_t bytes = 0;
    cl_mem_flags flags = 0;
    void *host = nullptr; // as passed by the program
    std::size_t row_pitch = 0;
    std::size_t rows = 0; // of an image or a pipe; 0: a buffer
    cl_uint maps = 0;
    std::uint64_t owner = 0; // of its commands; 0: the thread's
    std::vector<callback> callbacks;
};

struct _cl_event : mock::object {
    cl_context context = nullptr;
    cl_command_queue queue = nullptr; // NULL: a user event
    cl_command_type type = 0;
    mock::command_id command = 0; // 0: it is over and has this status
    cl_int status = CL_COMPLETE;
};

struct _cl_program : mock::object {
    cl_context context = nullptr;
};

struct _cl_kernel : mock::object {
    struct argument {
        bool is_memory = true;         // else a number of 8 bytes
        cl_mem buffer = nullptr;       // or
        const void *pointer = nullptr; // into SVM
        bool had_pointer = false;      // at any time
    };
    cl_program program = nullptr;
    std::string name;
    std::vector<argument> arguments;
    std::atomic<unsigned> launches{0}; // calls of clEnqueueNDRangeKernel that have not returned
};

namespace mock {

namespace detail {
[[nodiscard]] std::uint64_t next_number() noexcept;
[[nodiscard]] bool reuses_at_once() noexcept;
void count_live(kind what, int change) noexcept;
[[nodiscard]] bool check(const object *what, kind expected, const char *function);

// Keeps dead objects of one type to detect their use, until this many others have died after them.
template <class T>
std::deque<T *> &dead() {
    static auto *const all = new std::deque<T *>;
    return *all;
}
constexpr std::size_t most_dead = 4096;
} // namespace detail

// Creates an object with one reference.
template <class T>
[[nodiscard]] T *make(kind what) {
    auto &dead = detail::dead<T>();
    T *made = nullptr;
    const bool is_reused = detail::reuses_at_once() && (what == kind::queue || what == kind::event) && !dead.empty();
    if (is_reused || dead.size() > detail::most_dead) {
        made = is_reused ? dead.back() : dead.front();
        is_reused ? dead.pop_back() : dead.pop_front();
        made->~T();
        new (made) T();
    } else {
        made = new T();
    }
    made->what = what;
    made->is_live = true;
    made->references = 1;
    made->number = detail::next_number();
    detail::count_live(what, 1);
    return made;
}

// Whether an object is live and of this type; reports a dead one.
template <class T>
[[nodiscard]] bool is_valid(const T *what, kind expected, const char *function) {
    return detail::check(what, expected, function);
}

// Releases a reference; true if it was the last one, after which the caller destroys the object by bury().
template <class T>
[[nodiscard]] bool drop(T *what) noexcept {
    return --what->references == 0;
}

template <class T>
void bury(T *what) {
    detail::count_live(what->what, -1);
    what->is_live = false;
    detail::dead<T>().push_back(what);
}

[[nodiscard]] std::uint64_t live_objects() noexcept;
void print_live_objects();

} // namespace mock
