/* Handles and errors: the program of docs/handles-and-errors.md. */
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

/* An error record says what happened and what to do. */
static void ask_for_too_much(clmem_pool pool) {
    clmem_buffer block;
    clmem_error error = CLMEM_ERROR_INIT;
    clmem_status status = clmem_pool_allocate(pool, NULL, (size_t)1 << 50, &block);
    if (status == CLMEM_ERROR_OUT_OF_MEMORY) {
        clmem_error_last(&error); /* of this thread's last failure */
        printf("%s: %s (OpenCL's code: %d)\n", error.function, error.message, (int)error.opencl_code);
    }
}

static void use_after_release(clmem_pool pool) {
    clmem_buffer block;
    size_t bytes;
    CHECK(clmem_pool_allocate(pool, NULL, 1000, &block));
    CHECK(clmem_buffer_release(block));
    EXPECT(CLMEM_ERROR_INVALID_HANDLE,
           clmem_buffer_size(block, &bytes));                        /* detected, however long ago it was released */
    EXPECT(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_release(block)); /* so is a second release */
    CHECK(clmem_buffer_release(NULL));                               /* does nothing, like free(NULL) */
}

static void order_of_releases(cl_context context) {
    clmem_provider provider;
    clmem_pool pool;
    clmem_buffer block, part;
    CHECK(clmem_provider_create_buffer(context, NULL, &provider));
    CHECK(clmem_pool_create(provider, NULL, &pool));
    CHECK(clmem_provider_release(provider)); /* the pool keeps what it needs */
    CHECK(clmem_pool_allocate(pool, NULL, 1 << 16, &block));
    CHECK(clmem_buffer_sub_region(block, 0, 1 << 12, 0, &part));
    CHECK(clmem_pool_release(pool));    /* the block remains valid */
    CHECK(clmem_buffer_release(block)); /* its part remains valid */
    CHECK(clmem_buffer_release(part));  /* now everything is released */
}

/* clmem takes OpenCL's objects and returns them. */
static void with_your_own_opencl(cl_context context) {
    clmem_memory yours;
    cl_mem mem;
    clmem_buffer block;
    clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
    CHECK(clmem_buffer_create(context, CL_MEM_READ_WRITE, 4096, NULL, &block));
    CHECK(clmem_buffer_mem(block, &mem));       /* borrowed: any OpenCL call takes it */
    CHECK(clmem_memory_import(mem, 1, &yours)); /* 1: clmem retains it; 0: clmem takes your reference */
    CHECK(clmem_memory_describe(yours, &info));
    printf("%zu bytes, flags %llx\n", info.bytes, (unsigned long long)info.flags);
    CHECK(clmem_memory_release(yours));
    CHECK(clmem_buffer_release(block));
}

int main(void) {
    cl_device_id device;
    cl_context context;
    clmem_provider provider;
    clmem_pool pool;
    CHECK(clmem_device_choose(NULL, &device));
    CHECK(clmem_context_create(device, &context));
    CHECK(clmem_provider_create_buffer(context, NULL, &provider));
    CHECK(clmem_pool_create(provider, NULL, &pool));
    ask_for_too_much(pool);
    use_after_release(pool);
    CHECK(clmem_pool_release(pool));
    CHECK(clmem_provider_release(provider));
    order_of_releases(context);
    with_your_own_opencl(context);
    CHECK(clmem_context_release(context));
    return 0;
}
