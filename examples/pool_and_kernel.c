/* A pool, and a kernel that works on a block of its memory. */
#include <clmem.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int32_t status, const char *what) {
    clmem_error error = CLMEM_ERROR_INIT;
    if (status == CLMEM_SUCCESS) { return; }
    clmem_error_last(&error);
    fprintf(stderr, "%s gave %d: %s\n", what, (int)status, error.message);
    exit(1);
}
#define CHECK(...) check(__VA_ARGS__, #__VA_ARGS__)

enum { count = 1000 };

static clmem_kernel built(cl_context context, const char *source, const char *name) {
    clmem_program program;
    clmem_kernel kernel;
    CHECK(clmem_program_create(context, source, &program));
    CHECK(clmem_program_build(program, NULL, 0, NULL));
    CHECK(clmem_kernel_create(program, name, &kernel));
    CHECK(clmem_program_release(program)); /* the kernel keeps what it needs */
    return kernel;
}

static void a_kernel_works_on_a_block(clmem_pool pool, cl_command_queue queue, clmem_kernel twice) {
    int numbers[count];
    clmem_buffer block;
    clmem_transfer_place host = CLMEM_TRANSFER_PLACE_INIT, device = CLMEM_TRANSFER_PLACE_INIT;
    clmem_launch_options options = CLMEM_LAUNCH_OPTIONS_INIT;
    for (int i = 0; i < count; ++i) {
        numbers[i] = i;
    }
    CHECK(clmem_pool_allocate(pool, queue, sizeof numbers, &block)); /* for commands in `queue` */
    host.pointer = numbers;
    host.bytes = sizeof numbers;
    device.memory = (clmem_memory)block;
    CHECK(clmem_transfer_copy(queue, &host, &device, NULL, NULL));
    CHECK(clmem_kernel_set_memory(twice, 0, (clmem_memory)block)); /* keeps the block while it is an argument */
    options.global[0] = count;
    CHECK(clmem_kernel_launch(twice, queue, &options, NULL));
    CHECK(clmem_transfer_copy(queue, &device, &host, NULL, NULL)); /* waits, unless its options say otherwise */
    CHECK(clmem_buffer_release(block));
    printf("doubled on the device: %d %d %d ... %d\n", numbers[0], numbers[1], numbers[2], numbers[count - 1]);
}

/* A released block serves the next request without a driver call. */
static void blocks_come_again(clmem_pool pool, cl_command_queue queue) {
    clmem_statistics s = CLMEM_STATISTICS_INIT;
    clmem_buffer block;
    for (int turn = 0; turn < 10; ++turn) {
        CHECK(clmem_pool_allocate(pool, queue, count * sizeof(int), &block));
        CHECK(clmem_buffer_release(block));
    }
    CHECK(clmem_pool_statistics(pool, &s));
    printf("%d blocks were served by %d allocation of the driver\n", (int)s.allocations, (int)s.driver_allocations);
    printf("%d blocks are in use\n", (int)s.active_blocks);
}

int main(void) {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    clmem_provider provider;
    clmem_pool pool;
    clmem_kernel twice;
    CHECK(clmem_device_choose(NULL, &device)); /* CLMEM_DEVICE, or the first device that works */
    CHECK(clmem_context_create(device, &context));
    CHECK(clmem_queue_create(context, device, 0, &queue));
    CHECK(clmem_provider_create_immediate(queue, NULL, &provider)); /* where slabs come from */
    CHECK(clmem_pool_create(provider, NULL, &pool));                /* splits slabs into blocks */
    CHECK(clmem_provider_release(provider));                        /* the pool keeps it */

    twice = built(context, "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }", "twice");
    a_kernel_works_on_a_block(pool, queue, twice);
    CHECK(clmem_kernel_release(twice));
    blocks_come_again(pool, queue);

    CHECK(clmem_pool_release(pool));
    CHECK(clmem_queue_release(queue));
    CHECK(clmem_context_release(context));
    return 0;
}
