/* Where a pool's memory comes from: the program's own callbacks, unified shared memory, and what a provider says of
 * itself. */
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

enum { mib = 1 << 20, space = 16 * mib };

/* Memory that something else manages: here a range of 16 MiB, allocated from its beginning to its end. */
typedef struct range {
    size_t used;
    int is_over;
} range;

static clmem_status CLMEM_CALL allocate_range(void *user, size_t bytes, void **out_memory) {
    range *memory = user;
    if (bytes > space - memory->used) { return CLMEM_ERROR_OUT_OF_MEMORY; }
    *out_memory = (void *)(uintptr_t)memory->used; /* any value, which clmem only passes on */
    memory->used += bytes;
    return CLMEM_SUCCESS;
}

static void CLMEM_CALL release_range(void *user, void *memory, size_t bytes) {
    range *all = user;
    if ((size_t)(uintptr_t)memory + bytes == all->used) { all->used -= bytes; }
}

static void CLMEM_CALL end(void *user) {
    ((range *)user)->is_over = 1;
}

static void your_own(void) {
    range memory = {0, 0};
    clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
    clmem_provider_info info = CLMEM_PROVIDER_INFO_INIT;
    clmem_buffer_info place = CLMEM_BUFFER_INFO_INIT;
    clmem_provider provider;
    clmem_pool pool;
    clmem_buffer first, second;
    callbacks.memory_bytes = space;
    callbacks.user = &memory;
    callbacks.allocate = allocate_range;
    callbacks.release = release_range;
    callbacks.user_release = end;
    CHECK(clmem_provider_create_user(&callbacks, &provider));
    CHECK(clmem_provider_describe(provider, &info));
    printf("your own: %zu MiB, in blocks that are aligned to %zu bytes\n", info.memory_bytes / mib,
           info.alignment_bytes);
    CHECK(clmem_pool_create(provider, NULL, &pool));
    CHECK(clmem_provider_release(provider)); /* the pool keeps what it needs */
    CHECK(clmem_pool_allocate(pool, NULL, 1000, &first));
    CHECK(clmem_pool_allocate(pool, NULL, 1000, &second));
    CHECK(clmem_buffer_describe(second, &place));
    printf("the second block: %zu bytes at %zu\n", place.bytes,
           (size_t)(uintptr_t)place.slab_memory + place.offset_bytes);
    CHECK(clmem_buffer_release(first));
    CHECK(clmem_buffer_release(second));
    CHECK(clmem_pool_release(pool));
    printf("at the end: %zu bytes are in use, and the provider is %s\n", memory.used,
           memory.is_over ? "gone" : "alive");
}

/* On Intel's devices. The host writes such memory without a map, while no command uses it. */
static void shared_with_the_device(cl_context context, cl_device_id device, cl_command_queue queue) {
    clmem_provider provider;
    clmem_buffer block;
    void *pointer;
    clmem_status status = clmem_provider_create_usm(context, device, CLMEM_USM_SHARED, NULL, &provider);
    if (status == CLMEM_ERROR_UNSUPPORTED) {
        printf("unified shared memory: the device has none\n");
        return;
    }
    CHECK(status);
    CHECK(clmem_provider_allocate(provider, mib, &block)); /* without a pool: a driver allocation of its own */
    CHECK(clmem_svm_pointer(block, &pointer));
    *(int *)pointer = 7;
    CHECK(clmem_queue_finish(queue));
    printf("unified shared memory: %d is its first number\n", *(int *)pointer);
    CHECK(clmem_buffer_release(block));
    CHECK(clmem_provider_release(provider));
}

int main(void) {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    your_own();
    CHECK(clmem_context_shared(&context, &device)); /* one context for all parts of a process */
    CHECK(clmem_queue_create(context, device, 0, &queue));
    shared_with_the_device(context, device, queue);
    CHECK(clmem_queue_release(queue));
    CHECK(clmem_context_release(context));
    return 0;
}
