/* Transfers and maps: the program of docs/transfers-and-maps.md. */
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
#define EXPECT(expected, ...) check((__VA_ARGS__) == (expected) ? CLMEM_SUCCESS : CLMEM_ERROR_INTERNAL, #__VA_ARGS__)

enum { width = 64, height = 48, count = width * height };

/* A place is memory of the host ... */
static clmem_transfer_place host(void *pointer, size_t bytes) {
    clmem_transfer_place place = CLMEM_TRANSFER_PLACE_INIT;
    place.pointer = pointer;
    place.bytes = bytes; /* a copy beyond them is refused */
    return place;
}

/* ... or of any other kind, by its handle. */
static clmem_transfer_place at(clmem_buffer buffer, size_t offset) {
    clmem_transfer_place place = CLMEM_TRANSFER_PLACE_INIT;
    place.memory = (clmem_memory)buffer;
    place.offset_bytes = offset;
    return place;
}

static int first_number(cl_command_queue queue, clmem_buffer block) {
    int number;
    clmem_transfer_place from = at(block, 0), to = host(&number, sizeof number);
    CHECK(clmem_transfer_copy(queue, &from, &to, NULL, NULL));
    return number;
}

static int sum(cl_command_queue queue, clmem_buffer block) {
    static int numbers[count];
    int total = 0;
    clmem_transfer_place from = at(block, 0), to = host(numbers, sizeof numbers);
    CHECK(clmem_transfer_copy(queue, &from, &to, NULL, NULL));
    for (int i = 0; i < count; ++i) {
        total += numbers[i];
    }
    return total;
}

static void there_and_back(cl_command_queue queue, clmem_buffer block) {
    static int numbers[count], back[count];
    clmem_transfer_place from = host(numbers, sizeof numbers), to = at(block, 0);
    for (int i = 0; i < count; ++i) {
        numbers[i] = i;
    }
    CHECK(clmem_transfer_copy(queue, &from, &to, NULL, NULL)); /* copies what fits, and waits */
    from = host(back, sizeof back);
    CHECK(clmem_transfer_copy(queue, &to, &from, NULL, NULL));
    printf("there and back: %d is the last number\n", back[count - 1]);
}

static void a_window(cl_command_queue queue, clmem_buffer block) {
    int window[8][8];
    clmem_transfer_options options = CLMEM_TRANSFER_OPTIONS_INIT;
    clmem_transfer_place from = at(block, 0), to = host(window, sizeof window);
    from.origin[0] = 16 * sizeof(int); /* bytes in the row */
    from.origin[1] = 10;               /* rows */
    from.row_pitch_bytes = width * sizeof(int);
    options.region[0] = 8 * sizeof(int);
    options.region[1] = 8;
    options.region[2] = 1;
    CHECK(clmem_transfer_copy(queue, &from, &to, &options, NULL));
    printf("a window: its corners are %d and %d\n", window[0][0], window[7][7]);
}

static void without_waiting(cl_command_queue queue, clmem_pool pool, clmem_buffer block) {
    clmem_buffer copy;
    cl_event copied;
    size_t bytes;
    clmem_transfer_options later = CLMEM_TRANSFER_OPTIONS_INIT;
    clmem_transfer_place from = at(block, 0), to;
    later.non_blocking = 1;
    CHECK(clmem_pool_allocate(pool, queue, count * sizeof(int), &copy));
    CHECK(clmem_buffer_size(copy, &bytes));
    to = at(copy, 0);
    CHECK(clmem_transfer_copy(queue, &from, &to, &later, &copied));
    CHECK(clmem_buffer_release(copy)); /* not reused before the copy is complete */
    CHECK(clmem_event_wait(1, &copied));
    CHECK(clmem_event_release(copied));
    printf("without waiting: %d bytes were copied\n", (int)bytes);
}

static void what_is_refused(cl_command_queue queue, clmem_buffer block) {
    clmem_transfer_options too_much = CLMEM_TRANSFER_OPTIONS_INIT;
    clmem_transfer_place from = at(block, 0), to = at(block, 4096);
    EXPECT(CLMEM_ERROR_INVALID_ARGUMENT, clmem_transfer_copy(queue, &from, &to, NULL, NULL)); /* they overlap */
    too_much.bytes = count * sizeof(int);
    EXPECT(CLMEM_ERROR_INVALID_ARGUMENT, clmem_transfer_copy(queue, &from, &to, &too_much, NULL)); /* beyond the end */
    printf("refused: a copy that would pass the end\n");
}

static void a_map(cl_command_queue queue, clmem_buffer block) {
    clmem_map map, other;
    clmem_map_info info = CLMEM_MAP_INFO_INIT;
    clmem_map_buffer_options begin = CLMEM_MAP_BUFFER_OPTIONS_INIT, rest = CLMEM_MAP_BUFFER_OPTIONS_INIT;
    begin.bytes = rest.offset_bytes = 4096;
    CHECK(clmem_map_buffer(block, queue, CL_MAP_READ | CL_MAP_WRITE, &begin, &map, NULL));
    CHECK(clmem_map_buffer(block, queue, CL_MAP_READ, &rest, &other, NULL)); /* any number at a time */
    CHECK(clmem_map_describe(map, &info));
    ((int *)info.pointer)[0] = 7;
    CHECK(clmem_map_unmap(map, NULL, NULL, NULL)); /* later commands in the queue see the 7 */
    CHECK(clmem_map_unmap(map, NULL, NULL, NULL)); /* a second call does nothing */
    CHECK(clmem_map_release(map));
    CHECK(clmem_map_release(other)); /* unmaps it first */
    printf("a map: the first number is %d\n", first_number(queue, block));
}

static void full_speed(cl_context context, cl_command_queue queue, clmem_buffer block) {
    clmem_provider provider;
    clmem_pool pinned;
    clmem_buffer staging;
    clmem_transfer_place from, to = at(block, 0);
    void *pointer;
    CHECK(clmem_provider_create_pinned(queue, NULL, &provider));
    CHECK(clmem_pool_create(provider, NULL, &pinned));
    CHECK(clmem_provider_release(provider));
    CHECK(clmem_pool_allocate(pinned, queue, count * sizeof(int), &staging)); /* page-locked host memory */
    CHECK(clmem_svm_pointer(staging, &pointer));
    for (int i = 0; i < count; ++i) {
        ((int *)pointer)[i] = i;
    }
    from = at(staging, 0);
    CHECK(clmem_transfer_copy(queue, &from, &to, NULL, NULL)); /* direct at any size */
    printf("page-locked: %d is the sum of all numbers\n", sum(queue, block));
    CHECK(clmem_buffer_release(staging));
    CHECK(clmem_pool_release(pinned));
    CHECK(clmem_transfer_trim(context)); /* frees the chunks of pageable transfers */
}

int main(void) {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    clmem_provider provider;
    clmem_pool pool;
    clmem_buffer block;
    CHECK(clmem_device_choose(NULL, &device));
    CHECK(clmem_context_create(device, &context));
    CHECK(clmem_queue_create(context, device, 0, &queue));
    CHECK(clmem_provider_create_buffer(context, NULL, &provider));
    CHECK(clmem_pool_create(provider, NULL, &pool));
    CHECK(clmem_provider_release(provider));
    CHECK(clmem_pool_allocate(pool, queue, count * sizeof(int), &block));
    there_and_back(queue, block);
    a_window(queue, block);
    without_waiting(queue, pool, block);
    what_is_refused(queue, block);
    a_map(queue, block);
    full_speed(context, queue, block);
    CHECK(clmem_buffer_release(block));
    CHECK(clmem_pool_release(pool));
    CHECK(clmem_queue_release(queue));
    CHECK(clmem_context_release(context));
    return 0;
}
