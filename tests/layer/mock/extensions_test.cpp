// Functions that a program finds by their names. What the layer does about some of them holds for the rest of the
// process, so the tests are in the order in which it knows ever less, and have a process to themselves.
#include "fixture.hpp"

#include <CL/cl_ext.h>
#include <atomic>

namespace over_mock {

namespace {

class found_through_layer : public program {
  protected:
    void *find(const char *name) { return cl.clGetExtensionFunctionAddressForPlatform(nullptr, name); }
    // Whether one of the next buffers gets the memory of a released one.
    bool comes_back(cl_mem released) {
        bool found = false;
        for (int n = 0; n < 6; ++n) {
            found |= make_buffer() == released;
        }
        return found;
    }
    // Releases a buffer, and returns whether one of the next buffers gets its memory.
    bool is_free_after_release(cl_mem buffer) {
        release(buffer);
        return comes_back(buffer);
    }
};

TEST_F(found_through_layer, functions_of_usm_keep_no_buffer) {
    using allocate = void *(CL_API_CALL *)(cl_context, cl_device_id, const cl_bitfield *, size_t, cl_uint, cl_int *);
    using copy = cl_int(CL_API_CALL *)(cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint,
                                       const cl_event *, cl_event *);
    using end = cl_int(CL_API_CALL *)(cl_context, void *);
    const auto alloc = reinterpret_cast<allocate>(find("clDeviceMemAllocINTEL"));
    const auto copies = reinterpret_cast<copy>(find("clEnqueueMemcpyINTEL"));
    const auto free = reinterpret_cast<end>(find("clMemFreeINTEL"));
    EXPECT_NE(find("clSetKernelArgMemPointerINTEL"), nullptr);
    cl_command_queue queue = make_queue();
    make_queue();
    void *const usm = alloc(context, device, nullptr, bytes, 0, nullptr);
    ASSERT_NE(usm, nullptr);
    cl_event gate = make_gate();
    const unsigned char host[1] = {};
    EXPECT_EQ(copies(queue, CL_FALSE, usm, host, 1, 1, &gate, nullptr), CL_SUCCESS);
    EXPECT_TRUE(is_reused(make_buffer()));
    open(gate);
    finish(queue);
    EXPECT_EQ(free(context, usm), CL_SUCCESS);
}

// Calls the functions of cl_khr_command_buffer, which a program looks up by their names.
class records : public found_through_layer {
  protected:
    cl_command_buffer_khr create(cl_command_queue queue) {
        cl_command_buffer_khr made =
            by<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR")(1, &queue, nullptr, nullptr);
        EXPECT_NE(made, nullptr);
        return made;
    }
    void record_fill(cl_command_buffer_khr recorded, cl_mem buffer) {
        const auto fill = by<clCommandFillBufferKHR_fn>("clCommandFillBufferKHR");
        constexpr unsigned char one = 1;
        EXPECT_EQ(fill(recorded, nullptr, buffer, &one, 1, 0, 64, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
    }
    void finalize(cl_command_buffer_khr recorded) {
        EXPECT_EQ(by<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR")(recorded), CL_SUCCESS);
    }
    cl_command_buffer_khr recording_of(cl_command_queue queue, cl_mem buffer) {
        cl_command_buffer_khr made = create(queue);
        record_fill(made, buffer);
        finalize(made);
        return made;
    }
    void execute(cl_command_buffer_khr recorded, cl_command_queue queue = nullptr, cl_event after = nullptr) {
        const auto execute = by<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR");
        EXPECT_EQ(execute(queue != nullptr ? 1 : 0, queue != nullptr ? &queue : nullptr, recorded,
                          after != nullptr ? 1 : 0, after != nullptr ? &after : nullptr, nullptr),
                  CL_SUCCESS);
    }
    void retain(cl_command_buffer_khr recorded) {
        EXPECT_EQ(by<clRetainCommandBufferKHR_fn>("clRetainCommandBufferKHR")(recorded), CL_SUCCESS);
    }
    void release(cl_command_buffer_khr recorded) {
        EXPECT_EQ(by<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR")(recorded), CL_SUCCESS);
    }
    using program::release;

  private:
    template <class Function>
    Function by(const char *name) {
        return reinterpret_cast<Function>(find(name));
    }
};

TEST_F(records, a_block_is_kept_until_the_command_buffer_is_released) {
    cl_command_queue queue = make_queue();
    cl_mem buffer = make_buffer();
    cl_command_buffer_khr recorded = recording_of(queue, buffer);
    EXPECT_FALSE(is_free_after_release(buffer));
    for (int n = 0; n < 3; ++n) {
        fill(queue, make_buffer());
        execute(recorded);
    }
    retain(recorded);
    release(recorded);
    finish(queue);
    EXPECT_FALSE(comes_back(buffer));
    release(recorded);
    finish(queue);
    EXPECT_TRUE(comes_back(buffer));
}

TEST_F(records, a_block_that_is_newer_than_the_recording_is_free_at_once) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_command_buffer_khr recorded = recording_of(queue, make_buffer());
    cl_event gate = make_gate();
    execute(recorded, nullptr, gate);
    EXPECT_TRUE(is_reused(make_buffer()));
    release(recorded);
    EXPECT_TRUE(is_reused(make_buffer()));
}

TEST_F(records, a_block_is_kept_while_an_execution_is_unfinished) {
    cl_command_queue queue = make_queue();
    cl_command_queue other = make_queue();
    cl_mem buffer = make_buffer();
    cl_command_buffer_khr recorded = recording_of(queue, buffer);
    cl_event gate = make_gate();
    execute(recorded, other, gate);
    release(recorded);
    EXPECT_FALSE(is_free_after_release(buffer)); // though the command buffer is released first
    finish(queue);
    cl_mem another = make_buffer();
    EXPECT_NE(another, buffer);
    fill(queue, another);
    open(gate);
    finish(other);
    EXPECT_TRUE(comes_back(buffer));
}

TEST_F(records, another_command_of_a_recorded_block_counts_too) {
    cl_command_queue queue = make_queue();
    cl_command_queue other = make_queue();
    cl_mem buffer = make_buffer();
    cl_command_buffer_khr recorded = recording_of(queue, buffer);
    cl_event gate = make_gate();
    fill(other, buffer, gate);
    release(buffer);
    release(recorded);
    EXPECT_FALSE(comes_back(buffer));
    open(gate);
    finish(other);
    EXPECT_TRUE(comes_back(buffer));
}

TEST_F(records, two_recordings_keep_a_block_until_both_are_released) {
    cl_command_queue queue = make_queue();
    cl_mem buffer = make_buffer();
    cl_command_buffer_khr first = recording_of(queue, buffer);
    cl_command_buffer_khr second = recording_of(queue, buffer);
    release(buffer);
    release(second);
    EXPECT_FALSE(comes_back(buffer));
    execute(first);
    release(first);
    finish(queue);
    EXPECT_TRUE(comes_back(buffer));
}

TEST_F(records, an_open_recording_keeps_what_is_newer_too) {
    cl_command_queue queue = make_queue();
    cl_command_buffer_khr recorded = create(queue);
    cl_mem buffer = make_buffer();
    record_fill(recorded, buffer);
    EXPECT_FALSE(is_free_after_release(buffer));
    release(recorded);
    EXPECT_TRUE(comes_back(buffer));
}

TEST_F(records, callbacks_wait_for_the_command_buffer) {
    cl_command_queue queue = make_queue();
    cl_mem buffer = make_buffer();
    static std::atomic<int> calls;
    calls = 0;
    EXPECT_EQ(cl.clSetMemObjectDestructorCallback(
                  buffer, [](cl_mem, void *) { ++calls; }, nullptr),
              CL_SUCCESS);
    cl_command_buffer_khr recorded = recording_of(queue, buffer);
    release(buffer);
    EXPECT_EQ(calls, 0);
    execute(recorded);
    release(recorded);
    finish(queue);
    run_all();
    make_buffer(); // looks at markers
    for (int n = 0; n < 5000 && calls == 0; ++n) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    EXPECT_EQ(calls, 1);
}

TEST_F(records, a_recording_outlives_what_it_was_made_of) {
    cl_command_queue queue = make_queue();
    cl_mem buffer = make_buffer();
    cl_command_buffer_khr recorded = recording_of(queue, buffer);
    release(buffer);
    finish(queue);
    release(queue);
    release(recorded);
}

TEST_F(found_through_layer, a_queue_that_an_extension_creates_counts) {
    make_queue();
    using create = cl_command_queue(CL_API_CALL *)(cl_context, cl_device_id, const cl_properties *, cl_int *);
    const auto created = reinterpret_cast<create>(find("clCreateCommandQueueWithPropertiesKHR"));
    cl_command_queue second = created(context, device, nullptr, nullptr);
    ASSERT_NE(second, nullptr);
    cl_mem buffer = make_buffer();
    cl_event gate = make_gate();
    fill(second, buffer, gate);
    EXPECT_FALSE(is_free_after_release(buffer));
    open(gate);
    finish(second);
    EXPECT_TRUE(comes_back(buffer));
    EXPECT_EQ(cl.clReleaseCommandQueue(second), CL_SUCCESS);
}

TEST_F(records, recordings_that_may_change_keep_newer_blocks) {
    cl_command_queue queue = make_queue();
    cl_command_buffer_khr recorded = recording_of(queue, make_buffer());
    EXPECT_TRUE(is_reused(make_buffer()));
    EXPECT_NE(find("clUpdateMutableCommandsKHR"), nullptr);
    EXPECT_FALSE(is_free_after_release(make_buffer()));
    release(recorded);
}

// These come last: after each of them, the layer tracks less for the rest of the process.
class gives_up : public found_through_layer {};

TEST_F(gives_up, unknown_commands_keep_all_memory) {
    cl_command_queue queue = make_queue();
    make_queue();
    fill(queue, make_buffer(), make_gate());
    EXPECT_TRUE(is_reused(make_buffer()));
    EXPECT_NE(find("clEnqueueAnythingMOCK"), nullptr);
    EXPECT_FALSE(is_reused(make_buffer()));
}

TEST_F(gives_up, command_buffers_of_several_devices_end_all_reuse) {
    cl_command_queue queue = make_queue();
    cl_event gate = make_gate();
    cl_mem held = make_buffer(16 * bytes);
    fill(queue, held, gate);
    cl_mem recorded = make_buffer(); // by a command buffer that the layer does not see
    EXPECT_NE(find("clRemapCommandBufferKHR"), nullptr);
    release(held);
    EXPECT_FALSE(is_reused(recorded));
    EXPECT_LE(mock::allocated(), 3 * bytes); // what was held is the driver's to keep
}

} // namespace

} // namespace over_mock
