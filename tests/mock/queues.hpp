// Enqueuing: how a command's place in its queue and its wait list become what it waits for.
#pragma once

#include "commands.hpp"
#include "faults.hpp"

#include <utility>

namespace mock {

// What a command's place in its queue means.
enum class place {
    command,
    marker,  // without a wait list: waits for all before it
    barrier, // the same, and all that follows waits for it
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
};

// Enqueues a command; returns OpenCL's code.
cl_int enqueue(const call &now, const request &what);

// Commands on addresses, and the end of the memory there: of SVM, and of unified shared memory.
cl_int pointer_command(const call &now, request what, const void *address, std::size_t bytes);
cl_int pointer_copy(const call &now, request what, const void *target, const void *source, std::size_t bytes);
cl_int set_pointer_argument(const call &now, cl_kernel kernel, const void *pointer);
bool free_allocation(const call &now, const void *address);

// An answer of clGet*Info.
cl_int answer_bytes(const void *value, std::size_t bytes, std::size_t capacity, void *out, std::size_t *out_bytes);
template <class T>
cl_int answer(const T &value, std::size_t capacity, void *out, std::size_t *out_bytes) {
    return answer_bytes(&value, sizeof value, capacity, out, out_bytes); // NOLINT(bugprone-sizeof-expression)
}
cl_int answer_text(const char *text, std::size_t capacity, void *out, std::size_t *out_bytes);

// What a call that makes something returns when it does not.
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
