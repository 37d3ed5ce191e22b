// The system's OpenCL with one fault: its barriers have no effect. A queue then uses memory of another queue too early, which
// --verify must find.
#include <CL/cl.h>

extern "C" cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue, cl_uint, const cl_event *, cl_event *) {
    return CL_SUCCESS;
}
