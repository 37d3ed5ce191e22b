/* CLBlast's routines that create temporary buffers, in rounds of many sizes, for a long time.
   usage: clblast_soak SECONDS; checks that each size has the same result in every round, and prints what it did */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "common.h"

#include <clblast_c.h>
#include <string.h>

enum { sizes = 40, largest = 200, count = largest * largest };

static struct device device;
static float *values;

static void require(CLBlastStatusCode status, const char *what) {
    if (status == CLBlastSuccess) return;
    fprintf(stderr, "%s failed with status %d\n", what, (int)status);
    exit(1);
}

static cl_mem filled(size_t floats, size_t from) {
    cl_mem made = clCreateBuffer(device.context, CL_MEM_READ_WRITE, floats * sizeof(float), NULL, NULL);
    clEnqueueWriteBuffer(device.queue, made, CL_FALSE, 0, floats * sizeof(float), values + from, 0, NULL, NULL);
    return made;
}

/* Releases its buffers before its commands are complete. Returns the sum of the bits of all results. */
static unsigned use(size_t n) {
    cl_mem a = filled(n * n, 0), b = filled(n * n, 1), c = filled(n * n, 2), scalars = filled(3, 3);
    float *results = malloc((n * n + 3) * sizeof(float));
    unsigned bits, sum = 0;
    require(CLBlastSdot(n * n, scalars, 0, a, 0, 1, b, 0, 1, &device.queue, NULL), "sdot");
    require(CLBlastSnrm2(n * n, scalars, 1, a, 0, 1, &device.queue, NULL), "snrm2");
    require(CLBlastiSamax(n * n, scalars, 2, a, 0, 1, &device.queue, NULL), "isamax");
    require(CLBlastSgemv(CLBlastLayoutRowMajor, CLBlastTransposeNo, n, n, 1, a, 0, n, b, 0, 1, 0, c, 0, 1,
                         &device.queue, NULL),
            "sgemv");
    require(CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeYes, n, n, n, 1, a, 0, n, b, 0, n,
                         0.5f, c, 0, n, &device.queue, NULL),
            "sgemm");
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clEnqueueReadBuffer(device.queue, c, CL_FALSE, 0, n * n * sizeof(float), results, 0, NULL, NULL);
    clEnqueueReadBuffer(device.queue, scalars, CL_FALSE, 0, 3 * sizeof(float), results + n * n, 0, NULL, NULL);
    clReleaseMemObject(c);
    clReleaseMemObject(scalars);
    clFinish(device.queue);
    for (size_t i = 0; i < n * n + 3; ++i) {
        memcpy(&bits, results + i, sizeof bits);
        sum = sum * 31 + bits;
    }
    free(results);
    return sum;
}

int main(int words_count, char **words) {
    const double seconds = words_count > 1 ? atof(words[1]) : 60;
    unsigned first[sizes] = {0}, wrong = 0;
    int rounds = 0;
    device = default_device();
    values = malloc((count + 4) * sizeof(float));
    for (int i = 0; i < count + 4; ++i)
        values[i] = (float)(i * 37 % 1001) / 1001.0f - 0.5f;
    for (struct moment start = now(); now().wall - start.wall < seconds * 1e6; ++rounds)
        for (int i = 0; i < sizes; ++i) {
            const unsigned sum = use((size_t)(16 + i * 61 % (largest - 16)));
            if (rounds == 0) first[i] = sum;
            wrong += first[i] != sum;
        }
    printf("%d rounds of %d sizes, %u wrong\n", rounds, (int)sizes, wrong);
    clReleaseCommandQueue(device.queue);
    clReleaseContext(device.context);
    free(values);
    return wrong != 0;
}
