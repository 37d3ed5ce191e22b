/* A program in whose calls faults are injected. It does the right thing unless its argument says otherwise:
 * leaks: an error path forgets objects; crashes, aborts: it ends so; hangs: it waits forever;
 * finishes: it ignores the errors of 30 calls. */
#include <CL/cl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *manner = "";

static int is(const char *name) {
    return strcmp(manner, name) == 0;
}

static int failed(cl_int code, const char *call) {
    if (code != CL_SUCCESS) { fprintf(stderr, "%s: %d\n", call, (int)code); }
    return code != CL_SUCCESS;
}

static int copy_and_check(cl_command_queue queue, cl_mem memory) {
    cl_int numbers[1024], read[1024];
    cl_event written = NULL;
    cl_int code;
    memset(read, 0, sizeof read);
    for (int at = 0; at < 1024; ++at) {
        numbers[at] = at;
    }
    code = clEnqueueWriteBuffer(queue, memory, CL_FALSE, 0, sizeof numbers, numbers, 0, NULL, &written);
    while (code != CL_SUCCESS && is("hangs")) {
        sleep(1); /* it waits for an end that does not come */
    }
    if (failed(code, "clEnqueueWriteBuffer")) { return 1; }
    code = clWaitForEvents(1, &written);
    if (failed(code, "clWaitForEvents")) { (void)clFinish(queue); } /* the numbers are in use until then */
    if (failed(clReleaseEvent(written), "clReleaseEvent") || code != CL_SUCCESS) { return 1; }
    code = clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof read, read, 0, NULL, NULL);
    if (failed(code, "clEnqueueReadBuffer")) { return 1; }
    return memcmp(numbers, read, sizeof read) != 0;
}

static int with_memory(cl_context context, cl_command_queue queue) {
    cl_int code = CL_SUCCESS;
    int status = 1;
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &code);
    if (failed(code, "clCreateBuffer")) {
        if (is("crashes")) {
            signal(SIGSEGV, SIG_DFL); /* a driver may have a handler */
            raise(SIGSEGV);
        }
        if (is("aborts")) { abort(); }
        return 1;
    }
    status = copy_and_check(queue, memory);
    if (failed(clReleaseMemObject(memory), "clReleaseMemObject")) { return 1; }
    return status;
}

static int with_context(cl_context context, cl_device_id device) {
    cl_int code = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    int status;
    if (failed(code, "clCreateCommandQueue")) { return 1; }
    for (int at = 0; at < 30 && is("finishes"); ++at) {
        (void)clFinish(queue);
    }
    status = with_memory(context, queue);
    if (failed(clReleaseCommandQueue(queue), "clReleaseCommandQueue")) { return 1; }
    return status;
}

int main(int count, char **words) {
    cl_platform_id platform = NULL;
    cl_device_id device = NULL;
    cl_context context;
    cl_int code = CL_SUCCESS;
    int status;
    if (count > 1) { manner = words[1]; }
    if (failed(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs")) { return 1; }
    if (failed(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs")) { return 1; }
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    if (failed(code, "clCreateContext")) { return 1; }
    status = with_context(context, device);
    if (status != 0 && is("leaks")) { return status; }
    if (failed(clReleaseContext(context), "clReleaseContext")) { return 1; }
    return status;
}
