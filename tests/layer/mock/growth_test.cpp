// How much memory the layer reserves for what a program has, and when memory that held commands used is free.
#include "fixture.hpp"

#include <cstdint>
#include <cstring>

namespace over_mock {

namespace {

class reserved_through_layer : public program {
  protected:
    static constexpr std::size_t allowed = 3 * bytes; // what pools keep for programs with at most one buffer at a time
    static constexpr std::size_t bound = 8 * bytes;   // of what may wait for held queues

    // Buffers of 1 MiB, one after the other, that a held command uses when they are released.
    void release_held(cl_command_queue queue, cl_event gate) {
        for (int n = 0; n < 64; ++n) {
            cl_mem held = make_buffer();
            fill(queue, held, gate);
            release(held);
        }
        cl.clFlush(queue);
        EXPECT_GT(mock::allocated(), allowed);
        EXPECT_LE(mock::allocated(), bound + allowed);
    }
};

// The driver is full of what the pools of another context keep.
TEST_F(reserved_through_layer, goes_back_when_the_driver_is_full) {
    cl_context other = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    std::vector<cl_mem> made;
    for (int n = 0; n < 16; ++n) {
        made.push_back(make_buffer());
    }
    for (cl_mem buffer : made) {
        release(buffer);
    }
    mock::set_memory(mock::allocated() + bytes);
    cl_int code = CL_SUCCESS;
    constexpr cl_image_format format{CL_R, CL_FLOAT};
    cl_mem image = cl.clCreateImage2D(other, CL_MEM_READ_WRITE, &format, bytes, 2, 0, nullptr, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseMemObject(image), CL_SUCCESS);
    mock::set_memory(SIZE_MAX);
    EXPECT_EQ(cl.clReleaseContext(other), CL_SUCCESS);
}

// If nothing is pending any more, a new buffer needs no question to the driver.
TEST_F(reserved_through_layer, is_free_when_a_held_queue_is_finished) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_event gate = make_gate();
    release_held(queue, gate);
    open(gate);
    finish(queue);
    EXPECT_EQ(calls_for_a_buffer(), 0U);
}

TEST_F(reserved_through_layer, is_free_when_another_queue_is_finished_after_the_last_marker) {
    cl_command_queue queue = make_queue();
    cl_command_queue other = make_queue();
    cl_event gate = make_gate();
    release_held(queue, gate);
    make_buffer(); // lets the layer enqueue its markers
    open(gate);
    run_all();
    finish(other);
    EXPECT_EQ(calls_for_a_buffer(), 0U);
}

TEST_F(reserved_through_layer, is_free_when_a_blocking_command_returns) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_event gate = make_gate();
    cl_mem kept = make_buffer();
    release_held(queue, gate);
    open(gate);
    read_blocking(queue, kept);
    EXPECT_EQ(calls_for_a_buffer(), 0U);
}

TEST_F(reserved_through_layer, is_free_when_a_buffer_is_released_after_the_last_marker) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_event gate = make_gate();
    cl_mem kept = make_buffer(64);
    release_held(queue, gate);
    make_buffer(64); // lets the layer enqueue its markers
    open(gate);
    run_all();
    release(kept);
    EXPECT_EQ(calls_for_a_buffer(), 0U);
}

// Without a marker, the layer would not see that they are complete.
TEST_F(reserved_through_layer, is_free_after_many_buffers_were_released_at_once) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_event gate = make_gate();
    std::vector<cl_mem> held;
    for (int n = 0; n < 64; ++n) {
        held.push_back(make_buffer());
        fill(queue, held.back(), gate);
    }
    cl.clFlush(queue);
    cl_mem kept = make_buffer(64);
    for (cl_mem each : held) {
        release(each);
    }
    open(gate);
    run_all();
    release(kept);
    EXPECT_EQ(calls_for_a_buffer(), 0U);
}

TEST_F(reserved_through_layer, is_bounded_while_another_queue_works_on) {
    cl_command_queue queue = make_queue();
    cl_command_queue other = make_queue();
    cl_event gate = make_gate();
    for (int round = 0; round < 300; ++round) {
        cl_mem held = make_buffer();
        fill(queue, held, gate);
        cl_mem free = make_buffer();
        fill(other, free);
        finish(other);
        release(held);
        release(free);
        EXPECT_LE(mock::allocated(), bound + allowed);
    }
    open(gate);
    finish(queue);
}

// Blocks of more than 4 MiB are not cached. A slow driver, since the pools return more to a fast one.
TEST_F(reserved_through_layer, serves_large_buffers_again) {
    static std::uint64_t creations = 0;
    creations = 0;
    cl_command_queue queue = make_queue();
    make_queue();
    mock::set_hook([](const char *function) {
        if (std::strcmp(function, "clCreateBuffer") != 0) { return; }
        ++creations;
        std::this_thread::sleep_for(std::chrono::milliseconds{40});
    });
    std::uint64_t of_first_round = 0;
    for (int round = 0; round < 10; ++round) {
        for (std::size_t size = bytes; size < 64 * bytes; size += size / 3) {
            cl_mem buffer = make_buffer(size);
            fill(queue, buffer);
            finish(queue);
            release(buffer);
        }
        if (round == 0) { of_first_round = creations; }
    }
    mock::set_hook(nullptr);
    EXPECT_LE(creations - of_first_round, 15U); // in 9 rounds
}

TEST_F(reserved_through_layer, returns_when_pooling_ends) {
    cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_event gate = make_gate();
    release_held(queue, gate);
    cl_event failing = cl.clCreateUserEvent(context, nullptr);
    EXPECT_EQ(cl.clSetUserEventStatus(failing, -5), CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseEvent(failing), CL_SUCCESS);
    EXPECT_LE(mock::allocated(), allowed);
    cl_mem buffer = make_buffer();
    release(buffer);
    EXPECT_LE(mock::allocated(), allowed);
}

} // namespace

} // namespace over_mock
