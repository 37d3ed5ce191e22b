// A chain of commands that act as one: the first waits for the caller's events, each later one for its predecessor, and
// the last one's event is the event of the chain.
#pragma once

#include "cl/enqueue.hpp"

#include <utility>

namespace clmem_core::cl {

class chain {
  public:
    chain(cl_command_queue queue, const wait_list &waits) noexcept : queue_{queue}, first_{waits} {}

    // `enqueue` takes a wait list and the output for the event, and returns OpenCL's code. Throws error.
    template <class Enqueue>
    void add(const char *function, Enqueue &&enqueue) {
        check_command(try_to_add(std::forward<Enqueue>(enqueue)), function);
    }
    // The same for callers that check the code; a failed command is not part of the chain.
    template <class Enqueue>
    [[nodiscard]] cl_int try_to_add(Enqueue &&enqueue) {
        cl_event made = nullptr;
        const cl_int code = std::forward<Enqueue>(enqueue)(waits(), &made);
        if (code == CL_SUCCESS) {
            last_ = event{made};
            last_event_ = made;
        }
        return code;
    }

    // For the caller: the event, and a wait for the whole chain. Throws error if a command has failed.
    void finish(bool blocking, cl_event *out_event) {
        if (blocking) { wait_for(1, &last_event_); }
        if (out_event != nullptr) { *out_event = last_.detach(); }
    }

    // Waits for the enqueued commands, whatever their outcome: when a call fails, the caller's memory must not be in
    // use. False if the driver refuses to wait: then commands may still run.
    [[nodiscard]] bool abandon() noexcept {
        return last_event_ == nullptr || try_often([&] { return wait_until_over(last_event_); });
    }

    [[nodiscard]] cl_command_queue queue() const noexcept { return queue_; }

  private:
    [[nodiscard]] wait_list waits() const noexcept {
        return last_event_ != nullptr ? wait_list{1, &last_event_} : first_;
    }

    cl_command_queue queue_;
    wait_list first_;
    event last_;
    cl_event last_event_ = nullptr;
};

} // namespace clmem_core::cl
