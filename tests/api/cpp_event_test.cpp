// clmem.hpp: events, and lists of them that commands wait for.
#include "cpp_api.hpp"
#include "kernels.hpp"

#include <vector>

namespace clmem::test {
namespace {

// A wrapper that converts to a reference to its event, like those of the OpenCL C++ bindings.
struct wrapped_event {
    const cl_event &operator()() const { return raw; }
    cl_event raw;
};

class cpp_event : public cpp_api {
  protected:
    buffer memory_;

    void SetUp() override {
        cpp_api::SetUp();
        if (!HasFatalFailure()) { memory_ = buffer{context_.get(), CL_MEM_READ_WRITE, 4096}; }
    }
    void TearDown() override {
        memory_ = {};
        cpp_api::TearDown();
    }
    event fill(const wait_list &waits = {}) { return memory_.fill(queue_.get(), 1, 0, SIZE_MAX, waits); }

    // Checks that a gate among `waits` holds back a command that waits for them.
    void expect_to_wait(const wait_list &waits, gate &held) {
        const event filled = fill(waits);
        EXPECT_FALSE(is_complete(filled.get()));
        held.open();
        filled.wait();
    }
};

TEST_F(cpp_event, a_list_keeps_what_a_call_returns) {
    gate held{context_.get()};
    const wait_list after = fill(held.event());
    ASSERT_EQ(after.size(), 1U);
    cl_uint references = 0;
    REQUIRE_OK(REAL(clGetEventInfo)(*after.data(), CL_EVENT_REFERENCE_COUNT, sizeof references, &references, nullptr));
    EXPECT_GE(references, 1U);
    expect_to_wait(after, held);
}

TEST_F(cpp_event, a_list_of_any_number_in_braces) {
    gate held{context_.get()};
    const event a = fill();
    const event b = fill(held.event());
    const cl_event raw = a.get();
    const wrapped_event wrapper{raw};
    EXPECT_EQ((wait_list{a, b}.size()), 2U);
    EXPECT_EQ((wait_list{a, raw, wrapper, fill()}.size()), 4U);
    wait_list before{fill(), a};
    const wait_list moved = std::move(before);
    EXPECT_EQ(moved.size(), 2U);
    expect_to_wait({a, b}, held);
}

TEST_F(cpp_event, lists_of_vectors) {
    gate held{context_.get()};
    std::vector<event> events;
    events.push_back(fill(held.event()));
    events.push_back(fill());
    const std::vector<cl_event> raw{events[0].get(), events[1].get()};
    EXPECT_EQ(wait_list{events}.size(), 2U);
    EXPECT_EQ(wait_list{raw}.size(), 2U);
    EXPECT_EQ((wait_list{raw.data(), raw.size()}.size()), 2U);
    const wait_list kept = std::move(events);
    EXPECT_EQ(std::vector<cl_event>(kept.data(), kept.data() + kept.size()), raw);
    expect_to_wait(kept, held);
}

TEST_F(cpp_event, no_event_is_nothing_to_wait_for) {
    EXPECT_EQ(wait_list{event{}}.size(), 0U);
    const event none;
    EXPECT_EQ((wait_list{none, event{}}.size()), 0U);
    fill(none).wait();
    EXPECT_EQ(wait_list{cl_event{}}.size(), 1U); // OpenCL events are passed unchanged
}

TEST_F(cpp_event, a_release_after_keeps_what_it_is_given) {
    const pool from{provider::buffers(context_.get())};
    buffer block = from.allocate(4096, queue_.get());
    gate held{context_.get()};
    block.release_after(block.fill(queue_.get(), 1, 0, SIZE_MAX, held.event()));
    EXPECT_FALSE(block);
    held.open();
    queue q{context_.get(), device_};
    q.flush();
    q.finish();
}

} // namespace
} // namespace clmem::test
