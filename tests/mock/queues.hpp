// Enqueuing: a command's position in its queue and its wait list determine what it waits for.
#pragma once

#include "commands.hpp"
#include "faults.hpp"

#include <functional>
#include <utility>

namespace mock {

// The kind of position that a command has in its queue.
enum class place {
    command,
    marker,  // without a wait list: waits for all earlier commands
    barrier, // the same, and all later commands wait for it
};

struct wait_list {
    cl_uint count;
    const cl_event *events;
};

struct request {
    cl_command_queue queue;
    cl_command_type type;
    std::vector<range> ranges;
    wait_list waits;
    cl_event *out_event;
    bool is_blocking = false;
    place where = place::command;
    std::uint64_t owner = current_owner();
    std::function<void(cl_int)> when_over{};
};

// The code of a command that fails. As some drivers do, it writes an event that does not exist.
cl_int fail_command(cl_int code, cl_event *out_event);
// Enqueues a command; returns an OpenCL code.
cl_int enqueue(const call &now, const request &what);

// Commands on addresses, and freeing their memory: of SVM, and of unified shared memory.
cl_int pointer_command(const call &now, request what, const void *address, std::size_t bytes);
cl_int pointer_copy(const call &now, request what, const void *target, const void *source, std::size_t bytes);
cl_int set_pointer_argument(const call &now, cl_kernel kernel, cl_uint index, const void *pointer);
bool free_allocation(const call &now, const void *address);

// Answers a clGet*Info query.
cl_int answer_bytes(const void *value, std::size_t bytes, std::size_t capacity, void *out, std::size_t *out_bytes);
template <class T>
cl_int answer(const T &value, std::size_t capacity, void *out, std::size_t *out_bytes) {
    return answer_bytes(&value, sizeof value, capacity, out, out_bytes); // NOLINT(bugprone-sizeof-expression)
}
cl_int answer_text(const char *text, std::size_t capacity, void *out, std::size_t *out_bytes);

// What every clRetain* function does.
template <class T>
cl_int retain(const char *function, T *object, kind what, cl_int invalid) {
    const call now{function};
    if (now.failed()) { return now.code(); }
    if (!is_valid(object, what, function)) { return invalid; }
    ++object->references;
    return CL_SUCCESS;
}

// The result of a creating call that fails.
template <class T>
T *refuse(cl_int code, cl_int *out_code) {
    if (out_code != nullptr) { *out_code = code; }
    return nullptr;
}
template <class T>
T *succeed(T *made, cl_int *out_code) {
    if (out_code != nullptr) { *out_code = CL_SUCCESS; }
    return made;
}

} // namespace mock
