/* A service that scales pictures, as a program of plain OpenCL. Without an argument it leaks in two ways: a cache whose
 * keys never repeat, and a failure path without a release. Fills and copies stand for its kernels.
 *
 *     leak [fixed] [REQUESTS]     REQUESTS: 100 by default
 *
 * docs/memory-cases.md explains how to find that. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kib = 1024, sizes = 4, most_entries = 1 << 16 };

typedef struct request {
    int number, width;
    int is_broken; /* the picture cannot be decoded */
} request;

static cl_context context;
static cl_command_queue queue;
static int is_fixed;

static void require(cl_int status, const char *what) {
    if (status == CL_SUCCESS) { return; }
    fprintf(stderr, "%s fails with %d\n", what, (int)status);
    exit(1);
}

static cl_mem create(size_t bytes) {
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    require(status, "clCreateBuffer");
    return buffer;
}

/* Tables of weights, which depend on the width only. */
static struct entry {
    int key;
    cl_mem weights;
} cache[most_entries];
static int entries;

static cl_mem weights_for(const request *of) {
    const int key = is_fixed ? of->width : of->number; /* a request's number never repeats */
    const float weight = 0.5f;
    for (int i = 0; i < entries; ++i) {
        if (cache[i].key == key) { return cache[i].weights; }
    }
    if (entries == most_entries) { require(CL_OUT_OF_HOST_MEMORY, "the cache"); }
    cache[entries].key = key;
    cache[entries].weights = create(64 * kib);
    require(clEnqueueFillBuffer(queue, cache[entries].weights, &weight, sizeof weight, 0, 64 * kib, 0, NULL, NULL),
            "clEnqueueFillBuffer");
    return cache[entries++].weights;
}

static int decode(const request *of, cl_mem picture) {
    const unsigned char value = (unsigned char)of->number;
    if (of->is_broken) { return 0; }
    require(clEnqueueFillBuffer(queue, picture, &value, 1, 0, 256 * kib, 0, NULL, NULL), "clEnqueueFillBuffer");
    return 1;
}

static int scale(const request *of) {
    cl_mem picture = create(256 * kib), scaled;
    if (!decode(of, picture)) {
        if (is_fixed) { clReleaseMemObject(picture); }
        return 0;
    }
    scaled = create(128 * kib);
    require(clEnqueueCopyBuffer(queue, picture, scaled, 0, 0, 128 * kib, 0, NULL, NULL), "clEnqueueCopyBuffer");
    require(clEnqueueCopyBuffer(queue, weights_for(of), scaled, 0, 0, 64 * kib, 0, NULL, NULL), "clEnqueueCopyBuffer");
    require(clFinish(queue), "clFinish");
    clReleaseMemObject(scaled);
    clReleaseMemObject(picture);
    return 1;
}

static void open_device(void) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    require(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    require(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    require(status, "clCreateCommandQueue");
}

int main(int count, char **arguments) {
    int requests = 100, scaled = 0;
    for (int i = 1; i < count; ++i) {
        if (strcmp(arguments[i], "fixed") == 0) {
            is_fixed = 1;
        } else {
            requests = atoi(arguments[i]);
        }
    }
    open_device();
    for (int i = 1; i <= requests; ++i) {
        const request next = {i, 640 * (1 + i % sizes), i % 10 == 0};
        scaled += scale(&next);
    }
    printf("%d of %d pictures are scaled\n", scaled, requests);
    if (is_fixed) {
        for (int i = 0; i < entries; ++i) {
            clReleaseMemObject(cache[i].weights);
        }
    }
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
