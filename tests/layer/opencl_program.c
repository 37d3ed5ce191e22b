/* An OpenCL program for the tests of `clmem run`: each argument is a step.
     work    fill and read 20 buffers, two at a time
     hold    create a buffer of 5000 bytes and keep it
     svm     allocate 6000 bytes of SVM and free them, allocate 8000 bytes and keep them
     gate    create a buffer of 7000 bytes while a released one of the same size waits for an event of the program
     full=N  on a device with N MiB: fill it with buffers, images and SVM in turn, twice
     pair=N  on two devices with N MiB each: fill them from a context of both, and from one of each
     fork    a child that uses no OpenCL, until it has ended
     spawn   a child that starts this program again with the step `work`, until it has ended
     exit=N, _exit=N, kill=N    end the process
   Without such a step it releases everything and ends with 0; with 99 if a buffer has wrong content. */
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
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

/* One piece of N / 8 MiB of a kind; NULL if there is no room. */
static void *piece(int kind, size_t bytes, cl_int *code) {
    const cl_image_format format = {CL_RGBA, CL_FLOAT};
    cl_image_desc shape;
    unsigned char *content;
    cl_mem made;
    memset(&shape, 0, sizeof shape);
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = 1024;
    shape.image_height = bytes / 1024 / 16;
    if (kind == 0) return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, code);
    if (kind == 1) return clCreateImage(context, CL_MEM_READ_WRITE, &format, &shape, NULL, code);
    if (kind == 2) return *code = CL_MEM_OBJECT_ALLOCATION_FAILURE, clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0);
    content = calloc(bytes, 1);
    made = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, content, code);
    free(content);
    return made;
}

static void fill_device(size_t mebibytes) {
    const size_t all = mebibytes << 20;
    cl_device_id device;
    cl_ulong memory, largest;
    void *made[9];
    int round, count, at;
    cl_int code;
    open_device();
    clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, NULL);
    require(memory == all && largest == all, "another size of the device");
    for (round = 0; round < 2; ++round) {
        for (count = 0; count < 9; ++count) {
            made[count] = piece(count % 4, all / 8, &code);
            if (made[count] == NULL) break;
        }
        require(count == 8 && code == CL_MEM_OBJECT_ALLOCATION_FAILURE, "another number of pieces");
        require(piece(1, all / 8, &code) == NULL && code == CL_MEM_OBJECT_ALLOCATION_FAILURE, "an image too many");
        require(piece(2, all / 8, &code) == NULL, "SVM too much");
        require(piece(3, all / 8, &code) == NULL && code == CL_MEM_OBJECT_ALLOCATION_FAILURE, "a copy too many");
        for (at = 0; at < count; ++at) {
            if (at % 4 == 2) {
                clSVMFree(context, made[at]);
            } else {
                clReleaseMemObject(made[at]);
            }
        }
    }
    require(piece(0, 2 * all, &code) == NULL && code == CL_INVALID_BUFFER_SIZE, "a buffer that is too large");
    require(piece(1, 2 * all, &code) == NULL && code == CL_INVALID_IMAGE_SIZE, "an image that is too large");
}

static void fill_two_devices(size_t mebibytes) {
    const size_t half = (mebibytes << 20) / 2;
    cl_platform_id platform;
    cl_device_id devices[2];
    cl_uint count = 0;
    cl_context both;
    cl_mem shared;
    int at;
    cl_int code;
    require(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS &&
                clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, devices, &count) == CL_SUCCESS && count == 2,
            "not two devices");
    both = clCreateContext(NULL, 2, devices, NULL, NULL, NULL);
    shared = clCreateBuffer(both, CL_MEM_READ_WRITE, half, NULL, &code);
    require(shared != NULL, "no shared buffer");
    for (at = 0; at < 2; ++at) {
        cl_context one = clCreateContext(NULL, 1, &devices[at], NULL, NULL, NULL);
        cl_mem own = clCreateBuffer(one, CL_MEM_READ_WRITE, half, NULL, &code);
        require(own != NULL, "no buffer of one device");
        require(clCreateBuffer(one, CL_MEM_READ_WRITE, half, NULL, &code) == NULL &&
                    code == CL_MEM_OBJECT_ALLOCATION_FAILURE &&
                    clCreateBuffer(both, CL_MEM_READ_WRITE, half, NULL, &code) == NULL &&
                    code == CL_MEM_OBJECT_ALLOCATION_FAILURE,
                "a buffer too many");
        clReleaseMemObject(own);
        clReleaseContext(one);
    }
    clReleaseMemObject(shared);
    shared = clCreateBuffer(both, CL_MEM_READ_WRITE, 2 * half, NULL, &code);
    require(shared != NULL, "no larger buffer");
    clReleaseMemObject(shared);
    clReleaseContext(both);
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

static void allocate_svm(void) {
    void *freed;
    open_device();
    freed = clSVMAlloc(context, CL_MEM_READ_WRITE, 6000, 0);
    require(freed != NULL, "no SVM");
    clSVMFree(context, freed);
    require(clSVMAlloc(context, CL_MEM_READ_WRITE, 8000, 0) != NULL, "no SVM");
}

int main(int count, char **words) {
    int at;
    (void)count;
    for (at = 1; words[at] != NULL; ++at) {
        const char *step = words[at], *equals = strchr(step, '=');
        const int number = equals != NULL ? atoi(equals + 1) : 0;
        if (strcmp(step, "work") == 0) work();
        if (strcmp(step, "hold") == 0) open_device(), held = filled(1, 5000);
        if (strcmp(step, "svm") == 0) allocate_svm();
        if (strcmp(step, "gate") == 0) hold_back();
        if (strncmp(step, "full=", 5) == 0) fill_device((size_t)number);
        if (strncmp(step, "pair=", 5) == 0) fill_two_devices((size_t)number);
        if (strcmp(step, "fork") == 0) fork_and_wait(NULL);
        if (strcmp(step, "spawn") == 0) fork_and_wait(words[0]);
        if (strncmp(step, "exit=", 5) == 0) return close_device(), number;
        if (strncmp(step, "_exit=", 6) == 0) _exit(number);
        if (strncmp(step, "kill=", 5) == 0) raise(number);
    }
    close_device();
    return 0;
}
