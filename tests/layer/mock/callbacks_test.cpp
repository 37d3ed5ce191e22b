// Callbacks that call the layer, on Intel's runtime, where no event may be released in them: layer/event_releases.hpp.
#include "fixture.hpp"

#include <cstring>

namespace over_mock {

namespace {

thread_local bool is_called_back = false;
int events_in_callbacks = 0; // of commands that make memory resident, for which the layer waits
int releases_in_callbacks = 0;

void count_events(const char *function) {
    if (!is_called_back) { return; }
    events_in_callbacks += std::strcmp(function, "clWaitForEvents") == 0 ? 1 : 0;
    releases_in_callbacks += std::strcmp(function, "clReleaseEvent") == 0 ? 1 : 0;
}

struct intels_platform {
    intels_platform() { mock::behave_as_intel(); }
};

class callbacks_through_layer : intels_platform, public program {};

struct creating {
    cl_context context;
    int created;
};

void CL_CALLBACK create_and_release(cl_event /*event*/, cl_int /*status*/, void *user) {
    auto &of = *static_cast<creating *>(user);
    is_called_back = true;
    for (int n = 0; n < 16; ++n) {
        cl_mem made = through_layer().clCreateBuffer(of.context, CL_MEM_READ_WRITE, 1 << 20, nullptr, nullptr);
        of.created += through_layer().clReleaseMemObject(made) == CL_SUCCESS ? 1 : 0;
    }
    is_called_back = false;
}

TEST_F(callbacks_through_layer, release_no_event_of_the_programs_queues) {
    cl_command_queue ended = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_command_queue other = make_queue();
    cl_mem buffer = make_buffer();
    cl_event gate = make_gate();
    cl_mem another = make_buffer();
    fill(ended, buffer, gate);
    release(buffer);
    release(ended);
    open(gate);
    run_all(); // also what the layer has enqueued at the end of the queue
    constexpr unsigned char one = 1;
    cl_event filled = nullptr;
    ASSERT_EQ(cl.clEnqueueFillBuffer(other, another, &one, 1, 0, 64, 0, nullptr, &filled), CL_SUCCESS);
    creating what{context, 0};
    ASSERT_EQ(cl.clSetEventCallback(filled, CL_COMPLETE, create_and_release, &what), CL_SUCCESS);
    EXPECT_EQ(cl.clFlush(other), CL_SUCCESS);
    events_in_callbacks = releases_in_callbacks = 0;
    mock::set_hook(count_events);
    run_all();
    mock::set_hook(nullptr);
    EXPECT_EQ(what.created, 16);
    EXPECT_EQ(releases_in_callbacks, events_in_callbacks);
    EXPECT_EQ(cl.clReleaseEvent(filled), CL_SUCCESS);
}

TEST_F(callbacks_through_layer, get_the_events_and_errors_of_the_driver) {
    cl_event gate = make_gate();
    EXPECT_EQ(cl.clSetEventCallback(gate, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(cl.clSetEventCallback(nullptr, CL_COMPLETE, create_and_release, nullptr), CL_INVALID_EVENT);
    struct seen {
        cl_event event;
        cl_int status;
    } found{};
    const auto see = [](cl_event event, cl_int status, void *user) { *static_cast<seen *>(user) = {event, status}; };
    EXPECT_EQ(cl.clSetEventCallback(gate, CL_COMPLETE, see, &found), CL_SUCCESS);
    open(gate);
    EXPECT_EQ(found.event, gate);
    EXPECT_EQ(found.status, CL_COMPLETE);
}

} // namespace

} // namespace over_mock
