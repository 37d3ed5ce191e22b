// Memory that the program has not needed for some time goes back to the driver.
#include "fixture.hpp"

#include <cstdlib>
#include <cstring>

namespace over_mock {

namespace {

constexpr std::chrono::milliseconds idle{60}; // long after the layer's time, whatever the clock's steps are

struct short_time {
    short_time() { (void)::setenv("CLMEM_RUN_IDLE", "20", 1); }
};

class idle_memory : short_time, public program {
  protected:
    static constexpr std::size_t kept = 3 * bytes;

    void use_and_release(cl_command_queue queue) {
        std::vector<cl_mem> made;
        for (int n = 0; n < 16; ++n) {
            made.push_back(make_buffer());
            fill(queue, made.back());
        }
        for (cl_mem buffer : made) {
            release(buffer);
        }
    }
    // The program waits for commands that take a while.
    void wait_long(cl_command_queue queue) {
        mock::set_hook([](const char *function) {
            if (std::strcmp(function, "clFinish") == 0) { std::this_thread::sleep_for(idle); }
        });
        finish(queue);
        mock::set_hook(nullptr);
    }
};

TEST_F(idle_memory, goes_back_at_a_later_creation) {
    cl_command_queue queue = make_queue();
    use_and_release(queue);
    finish(queue);
    EXPECT_GE(mock::allocated(), 16 * bytes);
    for (int n = 0; n < 2; ++n) { // the first look finds what was needed before it
        std::this_thread::sleep_for(idle);
        release(make_buffer(64));
    }
    EXPECT_LE(mock::allocated(), kept);
}

TEST_F(idle_memory, of_svm_goes_back_too) {
    std::vector<void *> made;
    for (int n = 0; n < 16; ++n) {
        made.push_back(cl.clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0));
        ASSERT_NE(made.back(), nullptr);
    }
    for (void *svm : made) {
        cl.clSVMFree(context, svm);
    }
    EXPECT_GE(mock::allocated(), 16 * bytes);
    for (int n = 0; n < 2; ++n) {
        std::this_thread::sleep_for(idle);
        cl.clSVMFree(context, cl.clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
    }
    EXPECT_LE(mock::allocated(), kept);
}

TEST_F(idle_memory, goes_back_after_a_long_wait) {
    cl_command_queue queue = make_queue();
    use_and_release(queue);
    EXPECT_GE(mock::allocated(), 16 * bytes);
    wait_long(queue);
    EXPECT_LE(mock::allocated(), kept);
}

TEST_F(idle_memory, stays_if_blocks_needed_it_meanwhile) {
    cl_command_queue queue = make_queue();
    for (int n = 0; n < 5; ++n) {
        use_and_release(queue);
        std::this_thread::sleep_for(idle);
        release(make_buffer(64));
        EXPECT_GE(mock::allocated(), 16 * bytes);
    }
}

// The time doubles whenever the pools had to allocate again.
TEST_F(idle_memory, stays_once_the_program_has_needed_it_again_often) {
    cl_command_queue queue = make_queue();
    for (int round = 0; round < 12; ++round) {
        use_and_release(queue);
        wait_long(queue);
    }
    EXPECT_GE(mock::allocated(), 16 * bytes);
}

} // namespace

} // namespace over_mock
