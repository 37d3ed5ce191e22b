/* For the programs in C and C++: OpenCL's first device, and times for ./dev bench. */
#ifndef PROGRAMS_COMMON_H
#define PROGRAMS_COMMON_H

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
};

/* A context and an in-order queue of the first platform's first device. */
static inline struct device default_device(void) {
    struct device device = {NULL, NULL, NULL};
    cl_platform_id platform;
    if (clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS &&
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device.id, NULL) == CL_SUCCESS) {
        device.context = clCreateContext(NULL, 1, &device.id, NULL, NULL, NULL);
        device.queue = clCreateCommandQueue(device.context, device.id, 0, NULL);
    }
    if (!device.queue) {
        fprintf(stderr, "no OpenCL device\n");
        exit(1);
    }
    return device;
}

/* Microseconds of a clock, and of this process's threads on processors. */
struct moment {
    double wall, processor;
};

static inline double microseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static inline struct moment now(void) {
    struct moment moment = {microseconds(CLOCK_MONOTONIC), microseconds(CLOCK_PROCESS_CPUTIME_ID)};
    return moment;
}

/* On stderr, since results are compared on stdout. */
static inline void print_time(const char *what, struct moment start, int steps) {
    struct moment end = now();
    fprintf(stderr, "time %s %.3f %.3f\n", what, (end.wall - start.wall) / steps,
            (end.processor - start.processor) / steps);
}

#endif
