/* Two stages of a program, each with a pool. Without an argument the first stage's pool keeps its memory, which is idle
 * by then, and the second stage runs out of memory with half of the card. The card is a virtual device of 64 MiB.
 *
 *     idle_memory [fixed] [FILE.clmem]     the file gets a recording
 *
 * docs/memory-cases.md explains how to find that. */
#include <clmem.h>
#include <clmem_extras.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { mib = 1 << 20, card = 64 * mib, blocks = 5 };

static void check(int32_t status, const char *what) {
    clmem_error error = CLMEM_ERROR_INIT;
    if (status == CLMEM_SUCCESS) { return; }
    clmem_error_last(&error);
    fprintf(stderr, "%s\n", error.message);
    fprintf(stderr, "%s gives %d\n", what, (int)status);
    exit(1);
}
#define CHECK(...) check(__VA_ARGS__, #__VA_ARGS__)

static clmem_statistics statistics(clmem_pool pool) {
    clmem_statistics now = CLMEM_STATISTICS_INIT;
    CHECK(clmem_pool_statistics(pool, &now));
    return now;
}

static void print(const char *name, clmem_pool pool) {
    const clmem_statistics now = statistics(pool);
    printf("%s: %zu MiB live, %zu MiB reserved\n", name, now.active_bytes / mib, now.managed_bytes / mib);
}

static void prepare(clmem_pool pool) {
    clmem_buffer tables, batch[blocks];
    CHECK(clmem_pool_allocate(pool, NULL, 2 * mib, &tables));
    for (int i = 0; i < blocks; ++i) {
        CHECK(clmem_pool_allocate(pool, NULL, 6 * mib, &batch[i]));
    }
    for (int i = 0; i < blocks; ++i) {
        CHECK(clmem_buffer_release(batch[i]));
    }
    CHECK(clmem_buffer_release(tables));
}

static void train(clmem_pool pool) {
    clmem_buffer layers[blocks];
    for (int i = 0; i < blocks; ++i) {
        CHECK(clmem_pool_allocate(pool, NULL, 9 * mib, &layers[i]));
    }
    print("training", pool);
    for (int i = 0; i < blocks; ++i) {
        CHECK(clmem_buffer_release(layers[i]));
    }
}

static clmem_recorder record(const char *path) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    clmem_recorder recorder;
    options.path = path;
    options.stack_frames = 16;
    CHECK(clmem_recorder_create(&options, &recorder));
    CHECK(clmem_recorder_start(recorder, NULL));
    return recorder;
}

int main(int count, char **arguments) {
    clmem_virtual_options device = CLMEM_VIRTUAL_OPTIONS_INIT;
    clmem_provider provider;
    clmem_pool preparation, training;
    clmem_recorder recorder = NULL;
    int is_fixed = 0;
    for (int i = 1; i < count; ++i) {
        if (strcmp(arguments[i], "fixed") == 0) {
            is_fixed = 1;
        } else {
            recorder = record(arguments[i]);
        }
    }
    device.memory_bytes = card;
    CHECK(clmem_provider_create_virtual(&device, &provider));
    CHECK(clmem_pool_create(provider, NULL, &preparation));
    CHECK(clmem_pool_create(provider, NULL, &training));
    prepare(preparation);
    if (is_fixed) {
        size_t released;
        CHECK(clmem_pool_trim(preparation, 0, &released)); /* as much as possible */
        printf("trimmed: %zu MiB\n", released / mib);
    }
    print("preparation", preparation);
    train(training);
    CHECK(clmem_pool_release(preparation));
    CHECK(clmem_pool_release(training));
    CHECK(clmem_provider_release(provider));
    if (recorder != NULL) { CHECK(clmem_recorder_release(recorder)); }
    return 0;
}
