// What NVIDIA's driver does in its own way.
#include "fixture.hpp"

namespace over_mock {

namespace {

struct nvidias_platform {
    nvidias_platform() { mock::behave_as_nvidia(); }
};

class parts_through_layer : nvidias_platform, public program {
  protected:
    cl_int code_of(cl_mem buffer, const cl_buffer_region &region) {
        cl_int code = CL_SUCCESS;
        cl_mem part = cl.clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
        if (part != nullptr) { EXPECT_EQ(cl.clReleaseMemObject(part), CL_SUCCESS); }
        return code;
    }
    // With a buffer of the driver's own, and with a pooled one, which begins in a slab that is larger.
    void expect(const cl_buffer_region &region, cl_int wanted) {
        unsigned char host[small] = {};
        cl_mem own = cl.clCreateBuffer(context, CL_MEM_USE_HOST_PTR, small, host, nullptr);
        EXPECT_EQ(code_of(own, region), wanted);
        EXPECT_EQ(cl.clReleaseMemObject(own), CL_SUCCESS);
        for (int n = 0; n < 8; ++n) {
            EXPECT_EQ(code_of(make_buffer(small), region), wanted) << region.origin << " + " << region.size;
        }
    }

    static constexpr std::size_t small = 956;
};

TEST_F(parts_through_layer, that_begin_behind_a_buffer_are_refused) {
    expect({1024, 1}, CL_INVALID_VALUE);
    expect({1024, 0}, CL_INVALID_VALUE);
    expect({std::size_t{1} << 40, 1}, CL_INVALID_VALUE);
}

// The driver does not look at the size.
TEST_F(parts_through_layer, that_end_behind_a_buffer_are_as_the_driver_says) {
    expect({0, small + 1}, CL_SUCCESS);
    expect({512, small}, CL_SUCCESS);
    expect({0, 0}, CL_INVALID_VALUE);
}

TEST_F(parts_through_layer, that_end_with_the_buffer_are_accepted) {
    expect({0, small}, CL_SUCCESS);
    expect({512, small - 512}, CL_SUCCESS);
}

// A pool enqueues a marker to see whether its queue holds commands back. The layer knows the answer for its own queue, so
// that one marker serves for all blocks.
TEST_F(parts_through_layer, are_made_without_a_marker_each) {
    cl_command_queue queue = make_queue();
    make_buffer(8192);
    mock::fail_nth("clEnqueueMarkerWithWaitList", 1, CL_OUT_OF_RESOURCES);
    const std::uint64_t before = mock::count().faults;
    for (std::size_t n = 2; n <= 200; ++n) { // of sizes that the pools have not yet had
        make_buffer(n * 8192);
    }
    EXPECT_EQ(mock::count().faults, before);
    EXPECT_EQ(cl.clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr), CL_OUT_OF_RESOURCES);
}

} // namespace

} // namespace over_mock
