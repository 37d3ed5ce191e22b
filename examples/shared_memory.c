/* Memory with addresses: the program of docs/svm.md. */
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

enum { count = 1024 };

/* Reads after the queue's earlier commands. */
static int last_number(clmem_buffer buffer, cl_command_queue queue) {
    int number;
    clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT, to = CLMEM_TRANSFER_PLACE_INIT;
    from.memory = (clmem_memory)buffer;
    from.offset_bytes = (count - 1) * sizeof number;
    to.pointer = &number;
    to.bytes = sizeof number;
    CHECK(clmem_transfer_copy(queue, &from, &to, NULL, NULL));
    return number;
}

static uint64_t what_the_device_has(cl_device_id device) {
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    CHECK(clmem_device_describe(device, &info));
    if ((info.features & CLMEM_DEVICE_SVM_COARSE) == 0) { printf("the device has no shared virtual memory\n"); }
    return info.features; /* also CLMEM_DEVICE_SVM_FINE, CLMEM_DEVICE_SVM_SYSTEM, CLMEM_DEVICE_USM */
}

static void coarse_grain(cl_context context, cl_command_queue queue) {
    clmem_buffer shared;
    clmem_map map;
    void *pointer;
    int sum = 0;
    CHECK(clmem_svm_allocate(context, 0, count * sizeof(int), 0, queue, &shared));
    CHECK(clmem_svm_pointer(shared, &pointer)); /* valid in kernels; on the host while it is mapped */
    CHECK(clmem_map_buffer(shared, queue, CL_MAP_WRITE, NULL, &map, NULL));
    for (int i = 0; i < count; ++i) {
        ((int *)pointer)[i] = i;
    }
    CHECK(clmem_map_release(map)); /* the queue's next commands see the numbers */
    CHECK(clmem_map_buffer(shared, queue, CL_MAP_READ, NULL, &map, NULL));
    for (int i = 0; i < count; ++i) {
        sum += ((int *)pointer)[i];
    }
    CHECK(clmem_map_release(map));
    CHECK(clmem_buffer_release(shared));
    printf("coarse-grain: %d is the sum of the host's numbers\n", sum);
}

static void fine_grain(cl_context context, cl_command_queue queue) {
    clmem_buffer shared;
    void *pointer;
    const int seven = 7;
    CHECK(clmem_svm_allocate(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, count * sizeof(int), 0, queue,
                             &shared));
    CHECK(clmem_svm_pointer(shared, &pointer));
    CHECK(clmem_buffer_fill(shared, queue, &seven, sizeof seven, NULL, NULL));
    CHECK(clmem_queue_finish(queue)); /* no map, but no running command either */
    printf("fine-grain: %d is the last number\n", ((int *)pointer)[count - 1]);
    CHECK(clmem_buffer_release(shared));
}

static void a_pool_of_it(cl_context context, cl_command_queue queue, cl_command_queue other) {
    clmem_provider provider;
    clmem_pool pool;
    clmem_buffer block, found;
    void *pointer;
    size_t offset;
    const int three = 3;
    CHECK(clmem_provider_create_svm(context, NULL, &provider));
    CHECK(clmem_pool_create(provider, NULL, &pool));
    CHECK(clmem_provider_release(provider));
    CHECK(clmem_pool_allocate(pool, queue, count * sizeof(int), &block));
    CHECK(clmem_svm_pointer(block, &pointer));
    CHECK(clmem_svm_find(pool, (char *)pointer + 100, &found, &offset)); /* finds the block of any address */
    EXPECT(1, found == block && offset == 100);
    CHECK(clmem_buffer_fill(block, queue, &three, sizeof three, NULL, NULL));
    CHECK(clmem_svm_bind(block, other)); /* `other` waits for the commands in `queue` */
    printf("a pool: %d is the last number that the other queue sees\n", last_number(block, other));
    CHECK(clmem_svm_release_enqueued(block, NULL, NULL, NULL)); /* when `other` gets there */
    CHECK(clmem_pool_release(pool));
}

static void pointers_in_memory(cl_context context, cl_command_queue queue) {
    static const char *source = "struct list { global int *first; };\n"
                                "kernel void count_up(global const struct list *all) {\n"
                                "    all->first[get_global_id(0)] = get_global_id(0);\n"
                                "}\n";
    clmem_program program;
    clmem_kernel kernel;
    clmem_buffer numbers, list;
    clmem_map map;
    clmem_map_info info = CLMEM_MAP_INFO_INIT;
    clmem_launch_options options = CLMEM_LAUNCH_OPTIONS_INIT;
    CHECK(clmem_program_create(context, source, &program));
    CHECK(clmem_program_build(program, NULL, 0, NULL));
    CHECK(clmem_kernel_create(program, "count_up", &kernel));
    CHECK(clmem_svm_allocate(context, 0, count * sizeof(int), 0, queue, &numbers));
    CHECK(clmem_svm_allocate(context, 0, sizeof(void *), 0, queue, &list));
    CHECK(clmem_map_buffer(list, queue, CL_MAP_WRITE, NULL, &map, NULL));
    CHECK(clmem_map_describe(map, &info));
    CHECK(clmem_svm_pointer(numbers, (void **)info.pointer)); /* a pointer inside the kernel's argument */
    CHECK(clmem_map_release(map));
    CHECK(clmem_kernel_set_memory(kernel, 0, (clmem_memory)list));
    CHECK(clmem_kernel_use_svm(kernel, 1, &numbers)); /* name the memory behind pointers */
    options.global[0] = count;
    CHECK(clmem_kernel_launch(kernel, queue, &options, NULL));
    printf("pointers in memory: %d is the last number that the kernel wrote\n", last_number(numbers, queue));
    CHECK(clmem_buffer_release(list)); /* freed when the kernel has finished, like the numbers */
    CHECK(clmem_buffer_release(numbers));
    CHECK(clmem_kernel_release(kernel));
    CHECK(clmem_program_release(program));
}

static void memory_of_others(cl_context context, cl_command_queue queue, void *pointer) {
    clmem_buffer tag, buffer;
    cl_mem mem;
    const int one = 1;
    CHECK(clmem_svm_wrap(context, pointer, count * sizeof(int), 0, &tag)); /* owns nothing */
    CHECK(clmem_buffer_fill(tag, queue, &one, sizeof one, NULL, NULL));
    printf("memory of others: %d is the last number\n", last_number(tag, queue));
    CHECK(clmem_svm_as_buffer(tag, context, CL_MEM_READ_WRITE, SIZE_MAX, &buffer));
    CHECK(clmem_buffer_mem(buffer, &mem)); /* for commands that take no address */
    CHECK(clmem_buffer_release(buffer));
    CHECK(clmem_buffer_release(tag));
}

int main(void) {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue, other;
    uint64_t features;
    void *yours;
    CHECK(clmem_device_choose(NULL, &device));
    features = what_the_device_has(device);
    if ((features & CLMEM_DEVICE_SVM_COARSE) == 0) { return 0; }
    CHECK(clmem_context_create(device, &context));
    CHECK(clmem_queue_create(context, device, 0, &queue));
    CHECK(clmem_queue_create(context, device, 0, &other));
    coarse_grain(context, queue);
    if ((features & CLMEM_DEVICE_SVM_FINE) != 0) {
        fine_grain(context, queue);
    } else {
        printf("fine-grain: the device has none\n");
    }
    a_pool_of_it(context, queue, other);
    pointers_in_memory(context, queue);
    yours = clSVMAlloc(context, CL_MEM_READ_WRITE, count * sizeof(int), 0);
    memory_of_others(context, queue, yours);
    CHECK(clmem_queue_finish(queue));
    clSVMFree(context, yours);
    CHECK(clmem_queue_release(other));
    CHECK(clmem_queue_release(queue));
    CHECK(clmem_context_release(context));
    return 0;
}
