// Which commands keep the memory that they use, and which do not.
#include "fixture.hpp"

#include <cstdint>

namespace over_mock {

namespace {

class kernels_through_layer : public program {
  protected:
    kernels_through_layer() : source_{cl.clCreateProgramWithSource(context, 0, nullptr, nullptr, nullptr)} {}
    ~kernels_through_layer() override {
        for (cl_kernel each : kernels_) {
            EXPECT_EQ(cl.clReleaseKernel(each), CL_SUCCESS);
        }
        EXPECT_EQ(cl.clReleaseProgram(source_), CL_SUCCESS);
    }
    // The letters of its name are its arguments: m for memory, n for a number.
    cl_kernel make_kernel(const char *name) { return kept(cl.clCreateKernel(source_, name, nullptr)); }
    cl_kernel kept(cl_kernel made) {
        EXPECT_NE(made, nullptr);
        kernels_.push_back(made);
        return made;
    }
    void set(cl_kernel kernel, cl_uint at, cl_mem buffer) {
        EXPECT_EQ(cl.clSetKernelArg(kernel, at, sizeof buffer, &buffer), CL_SUCCESS);
    }
    void launch(cl_command_queue queue, cl_kernel kernel, cl_event after) {
        constexpr std::size_t items = 1;
        EXPECT_EQ(cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 1, &after, nullptr),
                  CL_SUCCESS);
    }

  private:
    cl_program source_;
    std::vector<cl_kernel> kernels_;
};

using memory_through_layer = program;

TEST_F(memory_through_layer, is_reused_at_once_if_no_command_used_it) {
    fill(make_queue(), make_buffer(), make_gate());
    make_queue();
    EXPECT_TRUE(is_reused(make_buffer()));
}

// A part that the layer placed by guess would lie in another buffer.
TEST_F(memory_through_layer, has_no_part_if_the_driver_does_not_tell_where_it_lies) {
    make_buffer();
    cl_mem buffer = make_buffer();
    constexpr cl_buffer_region region{0, 4096};
    for (const unsigned question : {1U, 2U}) { // in which slab, and where in it
        mock::fail_nth("clGetMemObjectInfo", question, CL_OUT_OF_HOST_MEMORY);
        cl_int code = CL_SUCCESS;
        cl_mem part = cl.clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
        EXPECT_EQ(part, nullptr) << question;
        EXPECT_EQ(code, CL_OUT_OF_HOST_MEMORY) << question;
    }
    cl_int code = CL_OUT_OF_HOST_MEMORY;
    cl_mem part = cl.clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseMemObject(part), CL_SUCCESS);
}

TEST_F(memory_through_layer, waits_for_a_held_command) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_mem buffer = make_buffer();
    fill(queue, buffer, make_gate());
    EXPECT_FALSE(is_reused(buffer));
}

TEST_F(memory_through_layer, waits_for_a_held_command_before_a_blocking_one_out_of_order) {
    cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_mem buffer = make_buffer();
    fill(queue, buffer, make_gate());
    read_blocking(queue, make_buffer()); // which does not wait for the fill
    cl_mem other = make_buffer();
    void *const mapped = cl.clEnqueueMapBuffer(queue, other, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, nullptr);
    EXPECT_FALSE(is_reused(buffer));
    EXPECT_EQ(cl.clEnqueueUnmapMemObject(queue, other, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(memory_through_layer, is_reused_after_a_blocking_command_in_order) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_mem buffer = make_buffer();
    fill(queue, buffer);
    read_blocking(queue, make_buffer());
    EXPECT_TRUE(is_reused(buffer));
}

TEST_F(memory_through_layer, is_reused_after_a_wait_that_comes_later_than_its_release) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_event gate = make_gate();
    cl_mem buffer = make_buffer();
    fill(queue, buffer, gate);
    release(buffer);
    open(gate);
    finish(queue);
    EXPECT_EQ(make_buffer(), buffer);
}

TEST_F(memory_through_layer, waits_for_queues_beyond_the_number_of_slots) {
    std::vector<cl_command_queue> queues;
    for (int n = 0; n < 70; ++n) {
        queues.push_back(make_queue());
    }
    for (const std::size_t at : {2U, 40U, 62U, 63U, 64U, 69U}) {
        cl_mem buffer = make_buffer();
        cl_event gate = make_gate();
        fill(queues[at], buffer, gate);
        cl.clFlush(queues[at]);
        EXPECT_FALSE(is_reused(buffer)) << "queue " << at;
        open(gate);
        finish(queues[at]);
    }
    // With everything finished, nothing is kept.
    for (cl_command_queue queue : queues) {
        finish(queue);
    }
    cl_mem buffer = make_buffer();
    fill(queues[69], buffer);
    finish(queues[69]);
    const std::size_t reserved = mock::allocated();
    release(buffer);
    make_buffer();
    EXPECT_EQ(mock::allocated(), reserved);
}

TEST_F(memory_through_layer, waits_for_a_released_queue_whose_slot_is_not_free) {
    for (int round = 0; round < 70; ++round) {
        cl_command_queue queue = make_queue();
        cl_mem buffer = make_buffer();
        cl_event gate = make_gate();
        fill(queue, buffer, gate);
        release(queue);
        cl_command_queue next = make_queue();
        finish(next);
        EXPECT_FALSE(is_reused(buffer));
        open(gate);
        run_all();
        release(next);
    }
}

TEST_F(memory_through_layer, is_not_kept_by_a_later_queue_of_the_same_slot) {
    make_queue();
    cl_command_queue queue = make_queue();
    cl_mem buffer = make_buffer();
    fill(queue, buffer);
    finish(queue);
    release(queue);
    run_all();
    cl_command_queue next = make_queue();
    fill(next, make_buffer(), make_gate());
    EXPECT_TRUE(is_reused(buffer));
}

TEST_F(memory_through_layer, is_looked_for_among_what_is_complete_before_the_driver_is_asked) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_event gate = make_gate();
    cl_mem buffer = make_buffer(8 * bytes);
    fill(queue, buffer, gate);
    release(buffer);
    make_buffer(8 * bytes); // lets the layer enqueue a marker
    const std::size_t reserved = mock::allocated();
    open(gate);
    run_all();
    make_buffer(8 * bytes);
    EXPECT_EQ(mock::allocated(), reserved);
}

TEST_F(kernels_through_layer, keep_an_argument_of_a_task) {
    cl_command_queue queue = make_queue();
    cl_mem buffer = make_buffer();
    cl_kernel kernel = make_kernel("m");
    set(kernel, 0, buffer);
    cl_event gate = make_gate();
    EXPECT_EQ(cl.clEnqueueTask(queue, kernel, 1, &gate, nullptr), CL_SUCCESS);
    EXPECT_FALSE(is_reused(buffer));
}

TEST_F(kernels_through_layer, keep_all_arguments_of_a_clone) {
    cl_command_queue queue = make_queue();
    cl_mem first = make_buffer();
    cl_mem second = make_buffer();
    cl_kernel kernel = make_kernel("mnm");
    set(kernel, 0, first);
    set(kernel, 2, second);
    cl_kernel clone = kept(cl.clCloneKernel(kernel, nullptr));
    set(kernel, 2, first);
    launch(queue, clone, make_gate());
    EXPECT_FALSE(is_reused(second));
    EXPECT_FALSE(is_reused(first));
}

TEST_F(kernels_through_layer, keep_a_buffer_whose_handle_is_a_number_of_theirs) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_mem buffer = make_buffer();
    cl_kernel kernel = make_kernel("n");
    set(kernel, 0, buffer);
    launch(queue, kernel, make_gate());
    EXPECT_FALSE(is_reused(buffer));
}

TEST_F(kernels_through_layer, do_not_lose_a_buffer_because_of_a_number) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_mem buffer = make_buffer();
    cl_mem other = make_buffer();
    cl_kernel kernel = make_kernel("nm");
    set(kernel, 1, buffer);
    set(kernel, 0, other); // a number that equals another handle
    launch(queue, kernel, make_gate());
    const std::uint64_t number = 12;
    EXPECT_EQ(cl.clSetKernelArg(kernel, 0, sizeof number, &number), CL_SUCCESS);
    EXPECT_FALSE(is_reused(buffer));
}

TEST_F(kernels_through_layer, keep_nothing_by_an_argument_set_after_the_launch) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_mem first = make_buffer();
    cl_mem second = make_buffer();
    cl_kernel kernel = make_kernel("m");
    set(kernel, 0, first);
    launch(queue, kernel, make_gate());
    set(kernel, 0, second);
    EXPECT_TRUE(is_reused(second));
    EXPECT_FALSE(is_reused(first));
}

TEST_F(kernels_through_layer, with_indirect_access_keep_all_memory) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_mem buffer = make_buffer();
    cl_kernel kernel = make_kernel("n");
    const std::uint64_t number = 0;
    EXPECT_EQ(cl.clSetKernelArg(kernel, 0, sizeof number, &number), CL_SUCCESS);
    constexpr cl_kernel_exec_info indirect_device_access = 0x4201;
    constexpr cl_bool is_on = CL_TRUE;
    EXPECT_EQ(cl.clSetKernelExecInfo(kernel, indirect_device_access, sizeof is_on, &is_on), CL_SUCCESS);
    launch(queue, kernel, make_gate());
    EXPECT_FALSE(is_reused(buffer));
}

TEST_F(kernels_through_layer, with_a_list_of_svm_keep_no_buffer) {
    cl_command_queue queue = make_queue();
    make_queue();
    cl_mem buffer = make_buffer();
    cl_kernel kernel = make_kernel("n");
    const std::uint64_t number = 0;
    EXPECT_EQ(cl.clSetKernelArg(kernel, 0, sizeof number, &number), CL_SUCCESS);
    void *const svm = cl.clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0);
    const void *const list[] = {svm};
    EXPECT_EQ(cl.clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, list), CL_SUCCESS);
    cl_event gate = make_gate();
    launch(queue, kernel, gate);
    EXPECT_TRUE(is_reused(buffer));
    open(gate);
    finish(queue);
    cl.clSVMFree(context, svm);
}

} // namespace

} // namespace over_mock
