/* One pool, two queues: the program of docs/queue-order.md. It also links OpenCL's library. */
#include <clmem.h>
#include <stdio.h>
#include <stdlib.h>

enum { mib = 1 << 20 };

static void check(int32_t status, const char *what) {
    clmem_error error = CLMEM_ERROR_INIT;
    if (status == CLMEM_SUCCESS) { return; }
    clmem_error_last(&error);
    fprintf(stderr, "%s gave %d: %s\n", what, (int)status, error.message);
    exit(1);
}
#define CHECK(...) check(__VA_ARGS__, #__VA_ARGS__)

/* A command that writes the whole block. */
static void fill(cl_command_queue queue, clmem_buffer block, cl_uint pattern, cl_uint events, const cl_event *wait_for,
                 cl_event *event) {
    size_t bytes;
    cl_mem mem;
    CHECK(clmem_buffer_size(block, &bytes));
    CHECK(clmem_buffer_mem(block, &mem));
    CHECK(clEnqueueFillBuffer(queue, mem, &pattern, sizeof pattern, 0, bytes, events, wait_for, event));
}

static cl_uint last_number(cl_command_queue queue, clmem_buffer block) {
    cl_uint number;
    cl_mem mem;
    CHECK(clmem_buffer_mem(block, &mem));
    CHECK(clEnqueueReadBuffer(queue, mem, CL_TRUE, mib - sizeof number, sizeof number, &number, 0, NULL, NULL));
    return number;
}

static void blocks_belong_to_queues(clmem_pool pool, cl_command_queue compute, cl_command_queue copies) {
    clmem_buffer a, b;
    CHECK(clmem_pool_allocate(pool, compute, mib, &a)); /* for commands in `compute`, at once */
    fill(compute, a, 7, 0, NULL, NULL);
    CHECK(clmem_buffer_release(a));                    /* the command may still be running */
    CHECK(clmem_pool_allocate(pool, copies, mib, &b)); /* never memory that `compute` is still writing */
    fill(copies, b, 8, 0, NULL, NULL);
    printf("in turn: the second queue's block holds %u\n", last_number(copies, b));
    CHECK(clmem_buffer_release(b));
}

static void a_second_queue_uses_a_block(clmem_pool pool, cl_command_queue compute, cl_command_queue copies) {
    clmem_buffer block;
    cl_event written;
    CHECK(clmem_pool_allocate(pool, compute, mib, &block));
    fill(compute, block, 7, 0, NULL, &written);
    CHECK(clFlush(compute)); /* OpenCL requires it before another queue waits */
    CHECK(clmem_pool_record_use(pool, block, copies));
    fill(copies, block, 9, 1, &written, NULL); /* you order the queues' commands, as always */
    CHECK(clReleaseEvent(written));
    printf("both: the second queue made %u of it\n", last_number(copies, block));
    CHECK(clmem_buffer_release(block)); /* reused only when both queues have finished with it */
}

static void a_block_is_free_after_events(clmem_pool pool, cl_command_queue compute, cl_command_queue copies) {
    clmem_buffer block;
    cl_event written, copied;
    clmem_statistics s = CLMEM_STATISTICS_INIT;
    CHECK(clmem_pool_allocate(pool, compute, mib, &block));
    fill(compute, block, 7, 0, NULL, &written);
    CHECK(clFlush(compute));
    fill(copies, block, 9, 1, &written, &copied);
    CHECK(clFlush(copies));
    CHECK(clmem_buffer_release_after(block, 1, &copied)); /* the pool retains the events */
    CHECK(clReleaseEvent(written));
    CHECK(clReleaseEvent(copied));
    CHECK(clmem_pool_statistics(pool, &s));
    printf("after events: %d blocks are in use\n", (int)s.active_blocks);
}

static void what_it_has_cost(clmem_pool pool) {
    clmem_statistics s = CLMEM_STATISTICS_INIT;
    CHECK(clmem_pool_statistics(pool, &s));
    printf("the pool served %u queues, and the host waited %d times\n", s.queues, (int)s.host_waits);
    /* s.markers, s.barriers and s.live_events_peak depend on the device's timing */
}

static void a_queue_ends(clmem_pool pool, cl_command_queue copies) {
    CHECK(clmem_pool_forget_queue(pool, copies)); /* the pool releases its reference */
    CHECK(clReleaseCommandQueue(copies));
}

int main(void) {
    cl_device_id device;
    cl_context context;
    cl_command_queue compute, copies;
    clmem_provider provider;
    clmem_pool pool;
    CHECK(clmem_device_choose(NULL, &device));
    CHECK(clmem_context_create(device, &context));
    CHECK(clmem_queue_create(context, device, 0, &compute));
    CHECK(clmem_queue_create(context, device, 0, &copies));
    CHECK(clmem_provider_create_buffer(context, NULL, &provider));
    CHECK(clmem_pool_create(provider, NULL, &pool));

    blocks_belong_to_queues(pool, compute, copies);
    a_second_queue_uses_a_block(pool, compute, copies);
    a_block_is_free_after_events(pool, compute, copies);
    what_it_has_cost(pool);
    a_queue_ends(pool, copies);

    CHECK(clmem_pool_release(pool));
    CHECK(clmem_provider_release(provider));
    CHECK(clmem_queue_release(compute));
    CHECK(clmem_context_release(context));
    return 0;
}
