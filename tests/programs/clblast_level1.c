/* CLBlast's dot product, norm and index of the largest value: each creates temporary buffers in every call.
   usage: clblast_level1 REPETITIONS; prints the results, and on stderr the time of a call */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "common.h"

#include <clblast_c.h>

enum { count = 1030 * 1030 };

static void require(CLBlastStatusCode status, const char *what) {
    if (status == CLBlastSuccess) return;
    fprintf(stderr, "%s failed with status %d\n", what, (int)status);
    exit(1);
}

int main(int argc, char **argv) {
    int repetitions = argc > 1 ? atoi(argv[1]) : 100;
    struct device device = default_device();
    float *values = malloc(2 * count * sizeof(float));
    for (int i = 0; i < 2 * count; ++i)
        values[i] = (float)(i * 37 % 1001) / 1001.0f - 0.5f;
    cl_mem x = clCreateBuffer(device.context, 0, count * sizeof(float), NULL, NULL);
    cl_mem y = clCreateBuffer(device.context, 0, count * sizeof(float), NULL, NULL);
    cl_mem results = clCreateBuffer(device.context, 0, 3 * sizeof(float), NULL, NULL);
    clEnqueueWriteBuffer(device.queue, x, CL_TRUE, 0, count * sizeof(float), values, 0, NULL, NULL);
    clEnqueueWriteBuffer(device.queue, y, CL_TRUE, 0, count * sizeof(float), values + count, 0, NULL, NULL);

    for (int routine = 0; routine < 3; ++routine) {
        static const char *const names[] = {"sdot", "snrm2", "isamax"};
        struct moment start = {0, 0};
        for (int i = -repetitions / 10; i < repetitions; ++i) {
            if (i == 0) start = now();
            cl_event done = NULL;
            if (routine == 0)
                require(CLBlastSdot(count, results, 0, x, 0, 1, y, 0, 1, &device.queue, &done), names[routine]);
            if (routine == 1) require(CLBlastSnrm2(count, results, 1, x, 0, 1, &device.queue, &done), names[routine]);
            if (routine == 2) require(CLBlastiSamax(count, results, 2, x, 0, 1, &device.queue, &done), names[routine]);
            clWaitForEvents(1, &done);
            clReleaseEvent(done);
        }
        print_time(names[routine], start, repetitions);
    }
    unsigned values_as_bits[3];
    clEnqueueReadBuffer(device.queue, results, CL_TRUE, 0, sizeof values_as_bits, values_as_bits, 0, NULL, NULL);
    for (int i = 0; i < 3; ++i)
        printf("%08x\n", values_as_bits[i]);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    clReleaseMemObject(results);
    clReleaseCommandQueue(device.queue);
    clReleaseContext(device.context);
    free(values);
    return 0;
}
