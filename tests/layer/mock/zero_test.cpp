// Memory that the layer fills with zeros before the program gets it, on Intel's runtime, where the layer leaves events to
// later calls: layer/event_releases.hpp.
#include "fixture.hpp"

#include <cstdlib>

namespace over_mock {

namespace {

struct zeroing {
    zeroing() {
        (void)::setenv("CLMEM_RUN_ZERO", "1", 1);
        mock::behave_as_intel();
    }
};

class zeroed_through_layer : zeroing, public program {};

TEST_F(zeroed_through_layer, used_memory_waits_for_the_queue_of_its_commands_only) {
    cl_command_queue queue = make_queue();
    cl_command_queue other = make_queue();
    cl_event gate = make_gate();
    fill(other, make_buffer(), gate);
    cl_mem buffer = make_buffer();
    fill(queue, buffer);
    finish(queue);
    EXPECT_TRUE(is_reused(buffer));
    open(gate);
    finish(other);
}

TEST_F(zeroed_through_layer, unused_memory_waits_for_its_fill) {
    make_queue();
    cl_command_queue other = make_queue();
    cl_mem buffer = make_buffer();
    EXPECT_FALSE(is_reused(buffer));
    run_all();
    bool comes_back = false;
    for (int n = 0; n < 6; ++n) {
        comes_back |= make_buffer() == buffer;
    }
    EXPECT_TRUE(comes_back);
    finish(other);
}

TEST_F(zeroed_through_layer, events_of_fills_do_not_stay) {
    cl_command_queue queue = make_queue();
    cl_command_queue other = make_queue();
    std::uint64_t live = 0;
    for (int round = 0; round < 10; ++round) {
        cl_mem buffer = make_buffer();
        fill(queue, buffer);
        finish(queue);
        finish(other);
        release(buffer);
        if (round == 0) { live = mock::live(); }
    }
    EXPECT_EQ(mock::live(), live);
}

} // namespace

} // namespace over_mock
