// Unified shared memory through the layer: whole allocations of the driver, which serve again once the program has
// freed them.
#include "fixture.hpp"

#include <CL/cl_ext.h>
#include <cstdint>

namespace over_mock {

namespace {

enum class kind { host, device, shared };

class usm_through_layer : public program {
  protected:
    void *allocate(std::size_t size = bytes, kind what = kind::device, cl_uint alignment = 0,
                   const cl_mem_properties_intel *properties = nullptr) {
        const auto of_host = found<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL");
        const auto of_device = found<clDeviceMemAllocINTEL_fn>("clDeviceMemAllocINTEL");
        const auto of_both = found<clSharedMemAllocINTEL_fn>("clSharedMemAllocINTEL");
        void *const made = what == kind::host     ? of_host(context, properties, size, alignment, &code)
                           : what == kind::device ? of_device(context, device, properties, size, alignment, &code)
                                                  : of_both(context, device, properties, size, alignment, &code);
        EXPECT_EQ(made != nullptr, code == CL_SUCCESS);
        return made;
    }
    cl_int free(void *pointer) { return found<clMemFreeINTEL_fn>("clMemFreeINTEL")(context, pointer); }
    cl_int free_when_unused(void *pointer) {
        return found<clMemBlockingFreeINTEL_fn>("clMemBlockingFreeINTEL")(context, pointer);
    }
    void fill(cl_command_queue queue, void *usm, cl_event after = nullptr, cl_event *out_event = nullptr) {
        constexpr unsigned char one = 1;
        EXPECT_EQ(
            found<clEnqueueMemFillINTEL_fn>("clEnqueueMemFillINTEL")(
                queue, usm, &one, 1, bytes, after != nullptr ? 1 : 0, after != nullptr ? &after : nullptr, out_event),
            CL_SUCCESS);
    }
    template <class Value>
    cl_int told(const void *pointer, cl_mem_info_intel question, Value &value) {
        return found<clGetMemAllocInfoINTEL_fn>("clGetMemAllocInfoINTEL")(context, pointer, question, sizeof value,
                                                                          &value, nullptr);
    }
    cl_int status_of(cl_event event) {
        cl_int status = CL_QUEUED;
        EXPECT_EQ(cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                  CL_SUCCESS);
        return status;
    }
    cl_uint references() {
        cl_uint count = 0;
        EXPECT_EQ(cl.clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr), CL_SUCCESS);
        return count;
    }

    cl_int code = CL_SUCCESS;

  private:
    template <class Function>
    Function found(const char *name) {
        return reinterpret_cast<Function>(cl.clGetExtensionFunctionAddressForPlatform(nullptr, name));
    }
};

TEST_F(usm_through_layer, is_reused_once_it_is_free) {
    for (const kind what : {kind::host, kind::device, kind::shared}) {
        void *const first = allocate(bytes, what);
        EXPECT_EQ(free(first), CL_SUCCESS);
        EXPECT_EQ(allocate(bytes, what), first);
        void *const second = allocate(bytes, what);
        EXPECT_NE(second, first);
        EXPECT_EQ(free_when_unused(first), CL_SUCCESS);
        EXPECT_EQ(allocate(bytes, what), first);
        EXPECT_EQ(free(second), CL_SUCCESS);
        EXPECT_EQ(free(first), CL_SUCCESS);
    }
    EXPECT_EQ(mock::allocated(), 6 * bytes) << "kinds do not mix";
}

TEST_F(usm_through_layer, takes_no_driver_call_again) {
    void *const first = allocate();
    EXPECT_EQ(free(first), CL_SUCCESS);
    const std::uint64_t before = mock::count().calls;
    for (int n = 0; n < 10; ++n) {
        EXPECT_EQ(free(allocate()), CL_SUCCESS);
    }
    EXPECT_LE(mock::count().calls - before, 20U) << "but for finding the functions";
}

// The driver waits for the commands that use it, and for no others.
TEST_F(usm_through_layer, goes_to_the_driver_if_a_command_may_use_it) {
    cl_command_queue queue = make_queue();
    cl_command_queue held = make_queue();
    program::fill(held, make_buffer(), make_gate());
    void *const used = allocate();
    {
        const mock::owner_scope owner{1000};
        cl_event done = nullptr;
        fill(queue, used, nullptr, &done);
        EXPECT_NE(status_of(done), CL_COMPLETE);
        const std::size_t before = mock::allocated();
        EXPECT_EQ(free_when_unused(used), CL_SUCCESS);
        EXPECT_EQ(status_of(done), CL_COMPLETE);
        EXPECT_EQ(mock::allocated(), before - bytes);
        EXPECT_EQ(cl.clReleaseEvent(done), CL_SUCCESS);
    }
}

// The driver may free a released queue's commands later than the queue.
TEST_F(usm_through_layer, is_not_reused_under_commands_of_a_released_queue) {
    cl_command_queue queue = make_queue();
    void *const used = allocate();
    {
        const mock::owner_scope owner{1000};
        fill(queue, used);
    }
    release(queue);
    const std::size_t before = mock::allocated();
    EXPECT_EQ(free_when_unused(used), CL_SUCCESS);
    EXPECT_EQ(mock::allocated(), before - bytes);
}

TEST_F(usm_through_layer, is_freed_by_the_driver_after_a_user_event_has_failed) {
    cl_event failed = cl.clCreateUserEvent(context, nullptr);
    void *const memory = allocate();
    EXPECT_EQ(cl.clSetUserEventStatus(failed, -1), CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseEvent(failed), CL_SUCCESS);
    EXPECT_EQ(free_when_unused(memory), CL_SUCCESS);
    EXPECT_EQ(mock::allocated(), 0U);
}

TEST_F(usm_through_layer, serves_sizes_that_are_a_little_smaller) {
    void *const first = allocate(bytes);
    EXPECT_EQ(free(first), CL_SUCCESS);
    EXPECT_EQ(allocate(bytes - bytes / 16), first);
    std::size_t size = 0;
    EXPECT_EQ(told(first, CL_MEM_ALLOC_SIZE_INTEL, size), CL_SUCCESS);
    EXPECT_EQ(size, bytes - bytes / 16);
    void *begin = nullptr;
    EXPECT_EQ(told(static_cast<char *>(first) + size - 1, CL_MEM_ALLOC_BASE_PTR_INTEL, begin), CL_SUCCESS);
    EXPECT_EQ(begin, first);
    EXPECT_EQ(told(static_cast<char *>(first) + size, CL_MEM_ALLOC_BASE_PTR_INTEL, begin), CL_SUCCESS);
    EXPECT_EQ(begin, nullptr) << "behind the program's allocation";
    EXPECT_EQ(free(first), CL_SUCCESS);
    for (const std::size_t other : {bytes / 2, bytes + 1}) {
        void *const made = allocate(other);
        EXPECT_NE(made, first);
        EXPECT_EQ(free(made), CL_SUCCESS);
    }
    EXPECT_EQ(allocate(bytes), first) << "with its whole size";
    EXPECT_EQ(told(first, CL_MEM_ALLOC_SIZE_INTEL, size), CL_SUCCESS);
    EXPECT_EQ(size, bytes);
    EXPECT_EQ(free(first), CL_SUCCESS);
}

TEST_F(usm_through_layer, has_the_alignment_that_the_program_wants) {
    std::vector<void *> made;
    for (int n = 0; n < 8; ++n) {
        made.push_back(allocate(256));
    }
    for (void *each : made) {
        EXPECT_EQ(free(each), CL_SUCCESS);
    }
    for (const cl_uint alignment : {4096U, 128U, 1U << 20, 1U << 22, 0U}) {
        void *const next = allocate(256, kind::device, alignment);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(next) % (alignment != 0 ? alignment : 128), 0U);
        EXPECT_EQ(free(next), CL_SUCCESS);
    }
}

TEST_F(usm_through_layer, is_in_no_allocation_once_it_is_free) {
    auto *const memory = static_cast<char *>(allocate());
    EXPECT_EQ(free(memory), CL_SUCCESS);
    for (const std::size_t offset : {std::size_t{0}, std::size_t{16}}) {
        void *begin = memory;
        EXPECT_EQ(told(memory + offset, CL_MEM_ALLOC_BASE_PTR_INTEL, begin), CL_SUCCESS);
        EXPECT_EQ(begin, nullptr);
        EXPECT_EQ(free(memory + offset), CL_INVALID_VALUE);
        EXPECT_EQ(free_when_unused(memory + offset), CL_INVALID_VALUE);
    }
    EXPECT_EQ(allocate(), memory);
    EXPECT_EQ(free(memory), CL_SUCCESS);
}

TEST_F(usm_through_layer, with_properties_is_the_drivers) {
    constexpr cl_mem_properties_intel properties[] = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
    EXPECT_EQ(free(allocate()), CL_SUCCESS);
    void *const made = allocate(bytes, kind::device, 0, properties);
    EXPECT_EQ(mock::allocated(), 2 * bytes);
    EXPECT_EQ(free(made), CL_SUCCESS);
    EXPECT_EQ(mock::allocated(), bytes);
    constexpr cl_mem_properties_intel none[] = {0};
    void *const reused = allocate(bytes, kind::device, 0, none);
    EXPECT_EQ(mock::allocated(), bytes);
    EXPECT_EQ(free(reused), CL_SUCCESS);
}

TEST_F(usm_through_layer, is_reserved_a_little_more_than_needed) {
    std::vector<void *> made;
    for (std::size_t n = 0; n < 64; ++n) {
        made.push_back(allocate(bytes));
    }
    for (void *each : made) {
        EXPECT_EQ(free(each), CL_SUCCESS);
    }
    void *const other = allocate(2 * bytes);
    EXPECT_LE(mock::allocated(), 10 * bytes);
    EXPECT_EQ(free(other), CL_SUCCESS);
}

TEST_F(usm_through_layer, goes_back_when_the_driver_is_full) {
    EXPECT_EQ(free(allocate()), CL_SUCCESS);
    mock::set_memory(mock::allocated() + bytes / 2);
    void *const other = allocate(bytes / 2, kind::host);
    void *const more = allocate(bytes, kind::host);
    EXPECT_NE(more, nullptr) << code;
    EXPECT_EQ(allocate(bytes, kind::shared), nullptr);
    EXPECT_EQ(code, CL_OUT_OF_RESOURCES);
    mock::set_memory(SIZE_MAX);
    EXPECT_EQ(free(other), CL_SUCCESS);
    EXPECT_EQ(free(more), CL_SUCCESS);
}

TEST_F(usm_through_layer, goes_to_the_driver_with_the_context) {
    cl_context own = context;
    context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    EXPECT_EQ(cl.clRetainContext(context), CL_SUCCESS);
    void *const late = allocate();
    EXPECT_EQ(free(allocate(2 * bytes)), CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseContext(context), CL_SUCCESS);
    EXPECT_EQ(mock::allocated(), 3 * bytes) << "the program has another reference";
    EXPECT_EQ(cl.clReleaseContext(context), CL_SUCCESS);
    EXPECT_EQ(mock::allocated(), bytes);
    EXPECT_EQ(free(late), CL_SUCCESS);
    EXPECT_EQ(mock::allocated(), 0U);
    context = own;
}

TEST_F(usm_through_layer, counts_as_a_reference_only_while_the_program_has_it) {
    const cl_uint before = references();
    void *const first = allocate();
    const cl_uint with_one = references();
    EXPECT_EQ(free(first), CL_SUCCESS);
    EXPECT_EQ(references(), before);
    EXPECT_EQ(allocate(), first);
    EXPECT_EQ(references(), with_one);
    EXPECT_EQ(free(first), CL_SUCCESS);
}

TEST_F(usm_through_layer, of_no_context_is_refused_as_by_the_driver) {
    cl_context own = context;
    context = nullptr;
    EXPECT_EQ(allocate(), nullptr);
    EXPECT_EQ(code, CL_INVALID_CONTEXT);
    context = own;
    EXPECT_EQ(allocate(0), nullptr);
    EXPECT_EQ(code, CL_INVALID_BUFFER_SIZE);
}

} // namespace

} // namespace over_mock
