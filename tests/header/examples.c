/* Runs the examples in the header's comments (tests/generated/examples.h), with what they take for granted: a device, a context, a
 * queue, a pool, and CHECK(). */
#undef NDEBUG
#include <assert.h>
#include <clmem_extras.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct example {
    const char *section;
    void (*run)(void);
};

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static clmem_pool pool;
static int is_supported;

/* Whether an example goes on. What the device cannot do ends it; what else fails ends the program. */
static int goes_on(clmem_status status, const char *call) {
    clmem_error error = CLMEM_ERROR_INIT;
    if (status == CLMEM_SUCCESS) { return 1; }
    clmem_error_last(&error);
    fprintf(stderr, "%s gave %d: %s\n", call, (int)status, error.message);
    if (status != CLMEM_ERROR_UNSUPPORTED) { exit(1); }
    is_supported = 0;
    return 0;
}
#define CHECK(...)                                                                                                     \
    do {                                                                                                               \
        if (!goes_on((__VA_ARGS__), #__VA_ARGS__)) { return; }                                                         \
    } while (0)

#include "../generated/examples.h"

static void set_up(void) {
    clmem_provider provider;
    CHECK(clmem_device_choose(NULL, &device));
    CHECK(clmem_context_create(device, &context));
    CHECK(clmem_queue_create(context, device, 0, &queue));
    CHECK(clmem_provider_create_buffer(context, NULL, &provider));
    CHECK(clmem_pool_create(provider, NULL, &pool));
    CHECK(clmem_provider_release(provider));
}

static void tear_down(void) {
    clmem_statistics now = CLMEM_STATISTICS_INIT;
    CHECK(clmem_queue_finish(queue));
    CHECK(clmem_pool_statistics(pool, &now));
    assert(now.active_blocks == 0); /* each example releases what it has */
    CHECK(clmem_pool_release(pool));
    CHECK(clmem_queue_release(queue));
    CHECK(clmem_context_release(context));
}

int main(void) {
    const size_t count = sizeof examples / sizeof examples[0];
    size_t whole = 0;
    set_up();
    for (size_t i = 0; i < count; ++i) {
        is_supported = 1;
        examples[i].run();
        printf("%-14s %s\n", examples[i].section, is_supported ? "ran" : "is not supported by the device");
        whole += is_supported != 0;
    }
    tear_down();
    printf("%zu of %zu examples ran\n", whole, count);
    return 0;
}
