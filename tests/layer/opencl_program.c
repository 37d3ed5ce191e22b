/* An OpenCL program for the tests of `clmem run`: each argument is a step.
     work    fill and read 20 buffers, two at a time
     hold    create a buffer of 5000 bytes and keep it
     gate    create a buffer of 7000 bytes while a released one of the same size waits for an event of the program
     fork    a child that uses no OpenCL, until it has ended
     spawn   a child that starts this program again with the step `work`, until it has ended
     exit=N, _exit=N, kill=N    end the process
   Without such a step it releases everything and ends with 0; with 99 if a buffer has wrong content. */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static cl_context context;
static cl_command_queue queue;
static cl_mem held;

static void require(int is_right, const char *what) {
    if (is_right) return;
    fprintf(stderr, "%s\n", what);
    exit(99);
}

static void open_device(void) {
    cl_platform_id platform;
    cl_device_id device;
    if (context != NULL) return;
    require(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS &&
                clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS,
            "no OpenCL device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    require(queue != NULL, "no queue");
}

static cl_mem filled(unsigned char value, size_t bytes) {
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    require(made != NULL && clEnqueueFillBuffer(queue, made, &value, 1, 0, bytes, 0, NULL, NULL) == CL_SUCCESS,
            "no buffer");
    return made;
}

static void check(cl_mem buffer, unsigned char value, size_t bytes) {
    unsigned char content[3000];
    size_t at;
    require(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, content, 0, NULL, NULL) == CL_SUCCESS, "no read");
    for (at = 0; at < bytes; ++at)
        require(content[at] == value, "wrong content");
    clReleaseMemObject(buffer);
}

static void work(void) {
    unsigned char round;
    open_device();
    for (round = 0; round < 10; ++round) {
        cl_mem small = filled(round, 1000), large = filled((unsigned char)(100 + round), 3000);
        check(small, round, 1000);
        check(large, (unsigned char)(100 + round), 3000);
    }
}

static void fill_behind(cl_event gate) {
    const unsigned char value = 1;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, 7000, NULL, NULL);
    require(made != NULL && clEnqueueFillBuffer(queue, made, &value, 1, 0, 7000, 1, &gate, NULL) == CL_SUCCESS,
            "no gated buffer");
    clReleaseMemObject(made);
}

static void hold_back(void) {
    cl_event gate;
    open_device();
    gate = clCreateUserEvent(context, NULL);
    fill_behind(gate);
    fill_behind(gate);
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(queue);
    clReleaseEvent(gate);
}

static void close_device(void) {
    if (held != NULL) clReleaseMemObject(held);
    if (queue != NULL) clReleaseCommandQueue(queue);
    if (context != NULL) clReleaseContext(context);
}

static void fork_and_wait(const char *program) {
    pid_t child;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        if (program != NULL) execl(program, program, "work", (char *)NULL);
        _exit(program != NULL ? 98 : 0);
    }
    waitpid(child, NULL, 0);
}

int main(int count, char **words) {
    int at;
    (void)count;
    for (at = 1; words[at] != NULL; ++at) {
        const char *step = words[at], *equals = strchr(step, '=');
        const int number = equals != NULL ? atoi(equals + 1) : 0;
        if (strcmp(step, "work") == 0) work();
        if (strcmp(step, "hold") == 0) open_device(), held = filled(1, 5000);
        if (strcmp(step, "gate") == 0) hold_back();
        if (strcmp(step, "fork") == 0) fork_and_wait(NULL);
        if (strcmp(step, "spawn") == 0) fork_and_wait(words[0]);
        if (strncmp(step, "exit=", 5) == 0) return close_device(), number;
        if (strncmp(step, "_exit=", 6) == 0) _exit(number);
        if (strncmp(step, "kill=", 5) == 0) raise(number);
    }
    close_device();
    return 0;
}
