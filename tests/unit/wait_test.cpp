// How drivers report the end of commands: any device will do, since the test sets the function table.
#include "cl/enqueue.hpp"
#include "opencl_table.hpp"

#include <gtest/gtest.h>

namespace {

using namespace clmem_core;

class waiting : public clmem_core::test::opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        cl::table &table = cl::dispatch();
        table.clWaitForEvents = [](cl_uint, const cl_event *) { return code_of_wait; };
        table.clGetEventInfo = [](cl_event event, cl_event_info, size_t, void *out, size_t *) {
            *static_cast<cl_int *>(out) = event == bad() ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
            return CL_SUCCESS;
        };
        code_of_wait = CL_SUCCESS;
    }

    static cl_event good() { return reinterpret_cast<cl_event>(&ends[0]); }
    static cl_event bad() { return reinterpret_cast<cl_event>(&ends[1]); }
    static inline cl_int code_of_wait;
    static inline char ends[2];
};

TEST_F(waiting, for_successful_commands_succeeds) {
    const cl_event events[] = {good(), good()};
    EXPECT_NO_THROW(cl::wait_for(2, events));
}

// NVIDIA's clWaitForEvents returns success in this case.
TEST_F(waiting, for_a_failed_command_is_an_error_even_if_the_driver_reports_none) {
    const cl_event events[] = {good(), bad()};
    EXPECT_EQ(clmem_core::test::failure_of([&] { cl::wait_for(2, events); }).opencl_code,
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(waiting, passes_on_what_the_driver_says) {
    const cl_event events[] = {good()};
    code_of_wait = CL_INVALID_EVENT;
    EXPECT_EQ(clmem_core::test::failure_of([&] { cl::wait_for(1, events); }).opencl_code, CL_INVALID_EVENT);
}

} // namespace
