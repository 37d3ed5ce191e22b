// Tests that the mock detects every violation that it should, and nothing else.
#include "mock.hpp"

#include <cstring>
#include <gtest/gtest.h>

namespace {

class mock_opencl : public testing::Test {
  protected:
    mock_opencl() {
        first = make_queue(0);
        second = make_queue(0);
        buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, nullptr);
    }
    ~mock_opencl() override {
        clReleaseMemObject(buffer);
        clReleaseCommandQueue(second);
        clReleaseCommandQueue(first);
        clReleaseContext(context);
        EXPECT_EQ(mock::live(), 0);
    }

    [[nodiscard]] cl_command_queue make_queue(cl_command_queue_properties properties) const {
        return clCreateCommandQueue(context, nullptr, properties, nullptr);
    }
    // Enqueues a command of an owner on some bytes of the buffer.
    void fill(std::uint64_t owner, cl_command_queue queue, std::size_t offset = 0, cl_event after = nullptr,
              cl_event *out = nullptr) const {
        const mock::owner_scope mine{owner};
        const unsigned char zero = 0;
        ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &zero, 1, offset, 1024, after != nullptr ? 1 : 0,
                                      after != nullptr ? &after : nullptr, out),
                  CL_SUCCESS);
    }
    [[nodiscard]] static cl_event marker(cl_command_queue queue) {
        cl_event made = nullptr;
        clEnqueueMarkerWithWaitList(queue, 0, nullptr, &made);
        clFlush(queue);
        return made;
    }
    // The number of violations since the last call.
    [[nodiscard]] std::uint64_t violations() {
        const std::uint64_t before = seen_;
        seen_ = mock::count().violations;
        return seen_ - before;
    }

    cl_context context = clCreateContext(nullptr, 1, nullptr, nullptr, nullptr, nullptr);
    cl_command_queue first = nullptr;
    cl_command_queue second = nullptr;
    cl_mem buffer = nullptr;

  private:
    std::uint64_t seen_ = mock::count().violations;
};

TEST_F(mock_opencl, reports_a_command_not_ordered_after_an_earlier_owner) {
    fill(1, first);
    fill(2, first); // ordered by the queue
    fill(2, second, 1024);
    EXPECT_EQ(violations(), 0);
    fill(3, second);
    EXPECT_EQ(violations(), 2); // ordered after neither of the two earlier commands
}

TEST_F(mock_opencl, follows_markers_and_barriers) {
    fill(1, first);
    cl_event end = marker(first);
    clEnqueueBarrierWithWaitList(second, 1, &end, nullptr);
    fill(2, second);
    EXPECT_EQ(violations(), 0);
    clReleaseEvent(end);
}

TEST_F(mock_opencl, knows_that_an_out_of_order_queue_orders_nothing) {
    cl_command_queue loose = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    fill(1, loose);
    fill(2, loose);
    EXPECT_EQ(violations(), 1);
    clEnqueueBarrierWithWaitList(loose, 0, nullptr, nullptr);
    fill(3, loose);
    EXPECT_EQ(violations(), 0);
    clReleaseCommandQueue(loose);
}

TEST_F(mock_opencl, distinguishes_waiting_from_polling) {
    cl_event done = nullptr;
    fill(1, first, 0, nullptr, &done);
    clFlush(first);
    mock::advance(1, 100);
    cl_int status = CL_QUEUED;
    clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    EXPECT_EQ(status, CL_COMPLETE);
    fill(2, second);
    EXPECT_EQ(violations(), 1);
    clWaitForEvents(1, &done);
    fill(2, first);
    EXPECT_EQ(violations(), 0);
    clReleaseEvent(done);
}

TEST_F(mock_opencl, completes_nothing_before_it_must) {
    cl_event done = nullptr;
    fill(1, first, 0, nullptr, &done);
    mock::advance(1, 100); // the command was not flushed
    cl_int status = CL_COMPLETE;
    clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    EXPECT_EQ(status, CL_QUEUED);
    clFinish(first);
    clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    EXPECT_EQ(status, CL_COMPLETE);
    clReleaseEvent(done);
}

TEST_F(mock_opencl, reports_a_wait_for_what_was_not_flushed) {
    cl_event done = nullptr;
    cl_event behind = nullptr;
    fill(1, first, 0, nullptr, &done);
    fill(1, second, 0, done, &behind);
    clWaitForEvents(1, &behind);
    EXPECT_EQ(violations(), 1);
    clReleaseEvent(done);
    clReleaseEvent(behind);
}

TEST_F(mock_opencl, reports_a_wait_where_none_was_promised) {
    fill(1, first);
    const mock::no_waits promised;
    clFinish(first);
    EXPECT_EQ(violations(), 1);
}

TEST_F(mock_opencl, hands_failures_on_along_wait_lists) {
    cl_event gate = clCreateUserEvent(context, nullptr);
    cl_event done = nullptr;
    fill(1, first, 0, gate, &done);
    clSetUserEventStatus(gate, -5);
    EXPECT_EQ(clWaitForEvents(1, &done), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(gate);
    clReleaseEvent(done);
}

TEST_F(mock_opencl, reports_the_use_of_a_released_object) {
    cl_event end = marker(first);
    clReleaseEvent(end);
    EXPECT_EQ(violations(), 0);
    EXPECT_NE(clWaitForEvents(1, &end), CL_SUCCESS);
    EXPECT_EQ(violations(), 1);
}

TEST_F(mock_opencl, gives_the_addresses_of_the_dead_to_others) {
    mock::set_reuse(true);
    cl_event end = marker(first);
    clReleaseEvent(end);
    cl_event next = marker(first);
    EXPECT_EQ(next, end);
    mock::set_reuse(false);
    clReleaseEvent(next);
}

TEST_F(mock_opencl, reports_use_of_memory_mapped_by_another_owner) {
    void *pointer = nullptr;
    {
        const mock::owner_scope mine{1};
        pointer = clEnqueueMapBuffer(first, buffer, CL_TRUE, CL_MAP_WRITE, 0, 1024, 0, nullptr, nullptr, nullptr);
        mock::touch(pointer, 1024);
    }
    fill(2, first, 1024);
    EXPECT_EQ(violations(), 0);
    fill(2, first);
    EXPECT_EQ(violations(), 1);
    clEnqueueUnmapMemObject(first, buffer, pointer, 0, nullptr, nullptr);
    EXPECT_EQ(violations(), 0);
    clEnqueueUnmapMemObject(first, buffer, pointer, 0, nullptr, nullptr);
    EXPECT_EQ(violations(), 1);
}

TEST_F(mock_opencl, reports_svm_that_is_freed_or_touched_under_a_command) {
    void *svm = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 4096, 0);
    const unsigned char zero = 0;
    {
        const mock::owner_scope mine{1};
        clEnqueueSVMMemFill(first, svm, &zero, 1, 4096, 0, nullptr, nullptr);
    }
    {
        const mock::owner_scope other{2};
        mock::touch(svm, 1);
    }
    EXPECT_EQ(violations(), 1);
    clSVMFree(context, svm);
    EXPECT_EQ(violations(), 1);
}

TEST_F(mock_opencl, knows_a_buffer_over_svm_as_the_same_memory) {
    void *svm = clSVMAlloc(context, 0, 4096, 0);
    cl_mem over = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4096, svm, nullptr);
    const unsigned char zero = 0;
    {
        const mock::owner_scope mine{1};
        clEnqueueSVMMemFill(first, svm, &zero, 1, 4096, 0, nullptr, nullptr);
    }
    {
        const mock::owner_scope other{2};
        clEnqueueFillBuffer(second, over, &zero, 1, 0, 4096, 0, nullptr, nullptr);
    }
    EXPECT_EQ(violations(), 1);
    clFinish(first);
    clFinish(second);
    clReleaseMemObject(over);
    clSVMFree(context, svm);
}

TEST_F(mock_opencl, reports_an_argument_that_is_set_during_a_launch) {
    static cl_kernel launched = nullptr;
    cl_program program = clCreateProgramWithSource(context, 0, nullptr, nullptr, nullptr);
    launched = clCreateKernel(program, "any", nullptr);
    mock::set_hook([](const char *function) {
        cl_mem none = nullptr;
        if (std::strcmp(function, "clEnqueueNDRangeKernel") == 0) { clSetKernelArg(launched, 0, sizeof none, &none); }
    });
    const std::size_t one = 1;
    clEnqueueNDRangeKernel(first, launched, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    mock::set_hook(nullptr);
    EXPECT_EQ(violations(), 1);
    clSetKernelArg(launched, 0, sizeof(cl_mem), nullptr);
    EXPECT_EQ(violations(), 0);
    clReleaseKernel(launched);
    clReleaseProgram(program);
}

TEST_F(mock_opencl, fails_the_ordered_call) {
    mock::fail_nth("clFlush", 2, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(clFlush(first), CL_SUCCESS);
    EXPECT_EQ(clFlush(first), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(clFlush(first), CL_SUCCESS);
}

TEST_F(mock_opencl, has_limited_memory) {
    mock::set_memory(8192);
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateBuffer(context, 0, 8192, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    mock::set_memory(SIZE_MAX);
}

} // namespace
