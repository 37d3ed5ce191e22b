/* How much memory a pool holds, and how it returns it to the driver: limits, trims, and statistics by size and by tag.
 * The memory is that of a virtual device, which exists nowhere, so that the figures are the same on every machine. */
#include <clmem.h>
#include <inttypes.h>
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

enum { mib = 1 << 20, bins = 256 };

static clmem_statistics statistics(clmem_pool pool) {
    clmem_statistics now = CLMEM_STATISTICS_INIT;
    CHECK(clmem_pool_statistics(pool, &now));
    return now;
}

static void print(const char *when, clmem_pool pool) {
    const clmem_statistics now = statistics(pool);
    printf("%s: %zu MiB live, %zu MiB reserved\n", when, now.active_bytes / mib, now.managed_bytes / mib);
}

static clmem_buffer allocate(clmem_pool pool, size_t bytes) {
    clmem_buffer block;
    CHECK(clmem_pool_allocate(pool, NULL, bytes, &block));
    return block;
}

static void return_memory(clmem_pool pool) {
    clmem_buffer first = allocate(pool, 8 * mib), second = allocate(pool, 24 * mib);
    size_t released;
    print("two blocks", pool);
    CHECK(clmem_buffer_release(second));
    print("one block", pool);                   /* the other one's memory is idle: the next block may use it */
    CHECK(clmem_pool_trim(pool, 0, &released)); /* as much as possible: a slab with a live block stays */
    print("trimmed", pool);
    CHECK(clmem_buffer_release(first));
    CHECK(clmem_pool_free_held(pool)); /* everything that is idle */
    print("nothing held", pool);
}

static void a_limit(clmem_pool pool) {
    clmem_buffer block;
    const char *what;
    CHECK(clmem_pool_set_limit(pool, 16 * mib));
    CHECK(clmem_status_name(clmem_pool_allocate(pool, NULL, 24 * mib, &block), &what));
    printf("above the limit: %s\n", what);
    CHECK(clmem_pool_set_limit(pool, 0)); /* no limit */
}

/* Returns at once, with or without a block: for callers that hold a lock which others need. */
static void without_waiting(clmem_pool pool) {
    clmem_buffer block;
    CHECK(clmem_pool_try_allocate(pool, NULL, 1000, &block));
    printf("without waiting: %s\n", block == NULL ? "no block is available" : "a block");
    if (block == NULL) { block = allocate(pool, 1000); }
    CHECK(clmem_buffer_release(block));
    CHECK(clmem_pool_try_allocate(pool, NULL, 1000, &block));
    printf("after a release: %s\n", block == NULL ? "no block is available" : "a block");
    CHECK(clmem_buffer_release(block));
}

static void by_tag(clmem_pool pool) {
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    clmem_tag_statistics tags[2] = {CLMEM_TAG_STATISTICS_INIT, CLMEM_TAG_STATISTICS_INIT};
    clmem_buffer weights, other = allocate(pool, mib);
    uint32_t count;
    CHECK(clmem_pool_tag(pool, "weights", &options.tag));
    CHECK(clmem_pool_allocate_with(pool, &options, 3 * mib, &weights));
    CHECK(clmem_pool_tag_statistics(pool, 2, sizeof tags[0], tags, &count));
    for (uint32_t i = 0; i < count; ++i) {
        printf("by tag: %zu MiB in %" PRIu64 " block of %s\n", tags[i].active_bytes / mib, tags[i].active_blocks,
               tags[i].tag == 0 ? "no tag" : tags[i].name);
    }
    CHECK(clmem_buffer_release(weights));
    CHECK(clmem_buffer_release(other));
}

static void by_size(clmem_pool pool) {
    static clmem_bin_statistics all[bins];
    uint32_t count;
    for (uint32_t i = 0; i < bins; ++i) {
        all[i] = (clmem_bin_statistics)CLMEM_BIN_STATISTICS_INIT;
    }
    CHECK(clmem_pool_bin_statistics(pool, bins, sizeof all[0], all, &count));
    for (uint32_t i = 0; i < count && i < bins; ++i) {
        if (all[i].smallest_bytes <= 1000 && 1000 <= all[i].largest_bytes) {
            printf("by size: of requests like 1000 bytes, %" PRIu64 " hit and %" PRIu64 " missed\n", all[i].hits,
                   all[i].misses);
        }
    }
}

static void peaks(clmem_pool pool) {
    printf("peak: %zu MiB live\n", statistics(pool).active_bytes_peak / mib);
    CHECK(clmem_pool_reset_peaks(pool)); /* for the next phase of the program */
    printf("the next phase: %zu MiB live\n", statistics(pool).active_bytes_peak / mib);
}

int main(void) {
    clmem_virtual_options device = CLMEM_VIRTUAL_OPTIONS_INIT;
    clmem_provider provider;
    clmem_pool pool;
    device.memory_bytes = 64 * mib;
    CHECK(clmem_provider_create_virtual(&device, &provider));
    CHECK(clmem_provider_set_time(provider, 1000)); /* a simulation moves its clock; nothing here depends on it */
    CHECK(clmem_pool_create(provider, NULL, &pool));
    return_memory(pool);
    a_limit(pool);
    without_waiting(pool);
    by_tag(pool);
    by_size(pool);
    peaks(pool);
    CHECK(clmem_pool_stop_holding(pool)); /* from now on each slab is returned with its last block */
    print("at the end", pool);
    CHECK(clmem_pool_release(pool));
    CHECK(clmem_provider_release(provider));
    return 0;
}
