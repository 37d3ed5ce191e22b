/* A panorama of twelve shots, as a program of plain OpenCL. Without an argument it holds three times the memory that its
 * work needs: 64 times MIB do not suffice. Fills and copies stand for its kernels.
 *
 *     out_of_memory [fixed] [MIB]     MIB: the size of a shot in MiB, 4 by default
 *
 * docs/memory-cases.md explains how to find that. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { shots = 12 };

static cl_context context;
static cl_command_queue queue;
static size_t unit = 4; /* the size of a shot as the camera stores it: MiB, then bytes */
static int is_fixed;

static void require(cl_int status, const char *what, int shot) {
    if (status == CL_SUCCESS) { return; }
    fprintf(stderr, "shot %d: %s fails with %d\n", shot, what, (int)status);
    exit(1);
}

typedef struct shot {
    int number;
    cl_mem stored, pixels, features, preview;
} shot;

static cl_mem create(size_t units, const char *what, int number) {
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, units * unit, NULL, &status);
    require(status, what, number);
    return buffer;
}

static void work_on(cl_mem buffer, const char *what, int number) {
    const float value = (float)number;
    require(clEnqueueFillBuffer(queue, buffer, &value, sizeof value, 0, 1 << 20, 0, NULL, NULL), what, number);
}

static void decode(shot *of) {
    of->stored = create(1, "the creation of the stored shot", of->number);
    of->pixels = create(4, "the creation of the pixels", of->number); /* four floats a pixel */
    work_on(of->stored, "the upload", of->number);
    work_on(of->pixels, "the decoder", of->number);
    clReleaseMemObject(of->stored);
}

static void find_features(shot *of) {
    of->features = create(2, "the creation of the features", of->number);
    work_on(of->features, "the search for features", of->number);
    clReleaseMemObject(of->features);
}

static void reduce(shot *of) {
    of->preview = create(1, "the creation of the preview", of->number);
    require(clEnqueueCopyBuffer(queue, of->pixels, of->preview, 0, 0, unit, 0, NULL, NULL), "the preview", of->number);
    if (is_fixed) { clReleaseMemObject(of->pixels); } /* what follows needs the preview only */
}

static void blend(const shot *all) {
    cl_mem panorama = create(8, "the creation of the panorama", shots);
    for (int i = 0; i < shots; ++i) {
        require(clEnqueueCopyBuffer(queue, all[i].preview, panorama, 0, (size_t)i * unit / 2, unit, 0, NULL, NULL),
                "the panorama", i + 1);
    }
    require(clFinish(queue), "the end of the panorama", shots);
    clReleaseMemObject(panorama);
}

static void open_device(void) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    require(clGetPlatformIDs(1, &platform, NULL), "the search for a platform", 0);
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "the search for a device", 0);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    require(status, "the creation of the context", 0);
    queue = clCreateCommandQueue(context, device, 0, &status);
    require(status, "the creation of the queue", 0);
}

int main(int count, char **arguments) {
    shot all[shots];
    for (int i = 1; i < count; ++i) {
        if (strcmp(arguments[i], "fixed") == 0) {
            is_fixed = 1;
        } else {
            unit = strtoul(arguments[i], NULL, 10);
        }
    }
    unit <<= 20;
    open_device();
    for (int i = 0; i < shots; ++i) {
        all[i].number = i + 1;
        decode(&all[i]);
        find_features(&all[i]);
        reduce(&all[i]);
        require(clFinish(queue), "the end of the shot", i + 1);
        printf("shot %d is ready\n", i + 1);
    }
    blend(all);
    printf("the panorama is ready\n");
    for (int i = 0; i < shots; ++i) {
        clReleaseMemObject(all[i].preview);
        if (!is_fixed) { clReleaseMemObject(all[i].pixels); }
    }
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
