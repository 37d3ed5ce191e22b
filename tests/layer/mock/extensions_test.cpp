// Functions that a program finds by their names. What the layer does about some of them holds for the rest of the
// process, so the tests are in the order in which it knows ever less, and have a process to themselves.
#include "fixture.hpp"

namespace over_mock {

namespace {

class found_through_layer : public program {
  protected:
    void *find(const char *name) { return cl.clGetExtensionFunctionAddressForPlatform(nullptr, name); }
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

TEST_F(found_through_layer, unknown_commands_keep_all_memory) {
    cl_command_queue queue = make_queue();
    make_queue();
    fill(queue, make_buffer(), make_gate());
    EXPECT_TRUE(is_reused(make_buffer()));
    EXPECT_NE(find("clEnqueueAnythingMOCK"), nullptr);
    EXPECT_FALSE(is_reused(make_buffer()));
}

TEST_F(found_through_layer, command_buffers_end_all_reuse) {
    cl_command_queue queue = make_queue();
    cl_event gate = make_gate();
    cl_mem held = make_buffer(16 * bytes);
    fill(queue, held, gate);
    cl_mem recorded = make_buffer(); // by a command buffer that the layer does not see
    EXPECT_NE(find("clCreateCommandBufferKHR"), nullptr);
    release(held);
    EXPECT_FALSE(is_reused(recorded));
    EXPECT_LE(mock::allocated(), 3 * bytes); // what was held is the driver's to keep
}

} // namespace

} // namespace over_mock
