// SVM through the layer: the program frees it when no command uses it any more, so that it is free at once.
#include "fixture.hpp"

#include <chrono>
#include <thread>

namespace over_mock {

namespace {

class svm_through_layer : public program {
  protected:
    unsigned char *allocate() {
        auto *const made = static_cast<unsigned char *>(cl.clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0));
        EXPECT_NE(made, nullptr);
        return made;
    }
    void fill(cl_command_queue queue, void *svm, cl_event after = nullptr) {
        constexpr unsigned char one = 1;
        EXPECT_EQ(cl.clEnqueueSVMMemFill(queue, svm, &one, 1, bytes, after != nullptr ? 1 : 0,
                                         after != nullptr ? &after : nullptr, nullptr),
                  CL_SUCCESS);
    }
};

TEST_F(svm_through_layer, is_reused_as_soon_as_it_is_freed) {
    cl_command_queue queue = make_queue();
    cl_command_queue held = make_queue();
    program::fill(held, make_buffer(), make_gate());
    unsigned char *const first = allocate();
    for (int round = 0; round < 100; ++round) {
        unsigned char *const next = round == 0 ? first : allocate();
        EXPECT_EQ(next, first);
        const mock::owner_scope owner{static_cast<std::uint64_t>(1000 + round)};
        fill(queue, next);
        finish(queue);
        cl.clSVMFree(context, next);
    }
}

TEST_F(svm_through_layer, is_not_reused_before_an_enqueued_release_is_complete) {
    cl_command_queue queue = make_queue();
    cl_event gate = make_gate();
    unsigned char *const first = allocate();
    {
        const mock::owner_scope owner{1000};
        fill(queue, first, gate);
    }
    void *pieces[] = {first};
    EXPECT_EQ(cl.clEnqueueSVMFree(queue, 1, pieces, nullptr, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    unsigned char *const second = allocate();
    EXPECT_NE(second, first);
    open(gate);
    finish(queue);
    unsigned char *const third = allocate();
    EXPECT_EQ(third, first);
    cl.clSVMFree(context, second);
    cl.clSVMFree(context, third);
}

// The host runs ahead: it has allocated for every step before the first one runs, and needs none of what the steps free.
TEST_F(svm_through_layer, goes_to_the_driver_as_commands_free_more_than_a_little) {
    constexpr std::size_t large = 5 * bytes;
    constexpr std::size_t kept = 4 * bytes;
    cl_command_queue queue = make_queue();
    cl_event gate = make_gate();
    unsigned char *const first = allocate();
    fill(queue, first, gate);
    for (int step = 0; step < 20; ++step) {
        void *pieces[] = {cl.clSVMAlloc(context, CL_MEM_READ_WRITE, large, 0)};
        ASSERT_NE(pieces[0], nullptr);
        ASSERT_EQ(cl.clEnqueueSVMFree(queue, 1, pieces, nullptr, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    }
    EXPECT_GE(mock::allocated(), 20 * large);
    open(gate);
    finish(queue);
    EXPECT_LE(mock::allocated(), large + kept);
    cl.clSVMFree(context, first);
}

// Each large allocation goes back alone, so the others may stay in use.
TEST_F(svm_through_layer, of_which_commands_free_every_second_goes_to_the_driver) {
    constexpr std::size_t large = 3 * bytes / 2;
    constexpr std::size_t kept = 4 * bytes;
    constexpr std::size_t count = 40;
    cl_command_queue queue = make_queue();
    std::vector<void *> all;
    for (std::size_t n = 0; n < count; ++n) {
        all.push_back(cl.clSVMAlloc(context, CL_MEM_READ_WRITE, large, 0));
        ASSERT_NE(all.back(), nullptr);
    }
    for (std::size_t n = 0; n < count; n += 2) {
        ASSERT_EQ(cl.clEnqueueSVMFree(queue, 1, &all[n], nullptr, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    }
    finish(queue);
    EXPECT_LE(mock::allocated(), count / 2 * large + large + kept);
    for (std::size_t n = 1; n < count; n += 2) {
        cl.clSVMFree(context, all[n]);
    }
}

TEST_F(svm_through_layer, is_freed_by_the_programs_own_function) {
    cl_command_queue queue = make_queue();
    unsigned char *const first = allocate();
    void *pieces[] = {first};
    struct freed {
        const cl_icd_dispatch &cl;
        cl_context context;
    } of{cl, context};
    const auto function = [](cl_command_queue, cl_uint, void *all[], void *user) {
        const auto &in = *static_cast<freed *>(user);
        in.cl.clSVMFree(in.context, all[0]);
    };
    EXPECT_EQ(cl.clEnqueueSVMFree(queue, 1, pieces, function, &of, 0, nullptr, nullptr), CL_SUCCESS);
    finish(queue);
    unsigned char *const second = allocate();
    EXPECT_EQ(second, first);
    cl.clSVMFree(context, second);
}

} // namespace

} // namespace over_mock
