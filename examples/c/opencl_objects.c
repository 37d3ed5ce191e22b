/* OpenCL's objects and clmem's: each goes in, comes out, and tells what it is. */
#include <clmem.h>
#include <dlfcn.h>
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

enum { count = 64 };

/* clmem loads the system's OpenCL, unless the program names its functions first: here those that it is linked with. */
static int32_t CLMEM_CALL find_function(void *user, const char *name, void **out_function) {
    *out_function = dlsym(user, name); /* NULL if there is none */
    return 0;
}

static void functions_of_opencl(void) {
    void *program = dlopen(NULL, RTLD_LAZY), *function;
    CHECK(clmem_opencl_set_functions(find_function, program));
    CHECK(clmem_opencl_function("clCreateBuffer", &function));
    printf("functions: clCreateBuffer is %s\n",
           function == dlsym(program, "clCreateBuffer") ? "the program's" : "another");
}

static cl_device_id a_device(void) {
    cl_device_id all[64], chosen;
    uint32_t number, found = 0;
    CHECK(clmem_device_list(64, all, &number)); /* of all platforms */
    CHECK(clmem_device_choose(NULL, &chosen));
    for (uint32_t i = 0; i < number && i < 64; ++i) {
        found += all[i] == chosen;
    }
    printf("devices: the chosen one is in the list %u time\n", found);
    return chosen;
}

/* Each work-item writes the sum of its group's numbers, and adds `more` if there are any. */
static const char *source = "kernel void add(global int *numbers, local int *group, int first, global int *more) {\n"
                            "    group[get_local_id(0)] = first + get_local_id(0);\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    int sum = more ? more[0] : 0;\n"
                            "    for (int i = 0; i < get_local_size(0); ++i) { sum += group[i]; }\n"
                            "    numbers[get_global_id(0)] = sum;\n"
                            "}\n";

/* Objects that OpenCL created work like clmem's own. */
static clmem_kernel a_kernel(cl_context context, cl_device_id device) {
    static char log[1 << 16];
    cl_program program_of_opencl = clCreateProgramWithSource(context, 1, &source, NULL, NULL), same_program;
    cl_kernel kernel_of_opencl, same_kernel;
    clmem_program program;
    clmem_kernel kernel;
    size_t bytes;
    CHECK(clmem_program_import(program_of_opencl, 0, &program)); /* 0: clmem takes the program's reference */
    CHECK(clmem_program_build(program, "-cl-std=CL1.2", 0, NULL));
    CHECK(clmem_program_log(program, device, sizeof log, log, &bytes)); /* what the compiler says, often nothing */
    CHECK(clmem_program_object(program, &same_program));
    kernel_of_opencl = clCreateKernel(same_program, "add", NULL);
    CHECK(clmem_kernel_import(kernel_of_opencl, 0, &kernel));
    CHECK(clmem_kernel_object(kernel, &same_kernel));
    EXPECT(1, same_program == program_of_opencl && same_kernel == kernel_of_opencl);
    CHECK(clmem_program_release(program)); /* the kernel keeps it */
    return kernel;
}

static void arguments_and_times(cl_context context, cl_device_id device) {
    int numbers[count];
    const int first = 10;
    cl_command_queue queue;
    cl_event event;
    clmem_event_times times = CLMEM_EVENT_TIMES_INIT;
    clmem_buffer buffer;
    clmem_kernel kernel = a_kernel(context, device);
    clmem_launch_options options = CLMEM_LAUNCH_OPTIONS_INIT;
    clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT, to = CLMEM_TRANSFER_PLACE_INIT;
    CHECK(clmem_queue_create(context, device, CLMEM_QUEUE_PROFILING, &queue));
    CHECK(clmem_buffer_create(context, CL_MEM_READ_WRITE, sizeof numbers, NULL, &buffer));
    CHECK(clmem_kernel_set_memory(kernel, 0, (clmem_memory)buffer));
    CHECK(clmem_kernel_set_local(kernel, 1, 4 * sizeof(int)));
    CHECK(clmem_kernel_set_bytes(kernel, 2, &first, sizeof first));
    CHECK(clmem_kernel_set_null(kernel, 3));
    options.global[0] = count;
    options.local[0] = 4;
    CHECK(clmem_kernel_launch(kernel, queue, &options, &event));
    CHECK(clmem_queue_flush(queue)); /* submits it, and does not wait */
    CHECK(clmem_event_wait(1, &event));
    CHECK(clmem_event_profile(event, &times));
    from.memory = (clmem_memory)buffer;
    to.pointer = numbers;
    to.bytes = sizeof numbers;
    CHECK(clmem_transfer_copy(queue, &from, &to, NULL, NULL));
    printf("a kernel: %d is the sum of four numbers, ended %s it began\n", numbers[count - 1],
           times.ended_ns >= times.started_ns ? "after" : "before");
    CHECK(clmem_event_release(event));
    CHECK(clmem_buffer_release(buffer));
    CHECK(clmem_kernel_release(kernel));
    CHECK(clmem_queue_release(queue));
}

static void memory(cl_context context, cl_command_queue queue) {
    cl_mem of_opencl = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL), same;
    clmem_memory first, second;
    uint32_t are_equal;
    size_t size, bytes;
    CHECK(clmem_memory_import(of_opencl, 1, &first)); /* 1: clmem retains it */
    CHECK(clmem_memory_import(of_opencl, 0, &second));
    CHECK(clmem_memory_equal(first, second, &are_equal));
    CHECK(clmem_memory_mem(first, &same));
    CHECK(clmem_memory_query(first, CL_MEM_SIZE, sizeof size, &size, &bytes)); /* as clGetMemObjectInfo would */
    CHECK(clmem_memory_migrate(queue, 1, &first, CL_MIGRATE_MEM_OBJECT_HOST, NULL, NULL));
    printf("memory: two handles of one object are %s, and it has %zu bytes\n", are_equal ? "equal" : "different", size);
    EXPECT(of_opencl, same);
    CHECK(clmem_memory_release(second));
    CHECK(clmem_memory_release(first));
}

static void shared_memory(cl_context context, cl_command_queue queue) {
    clmem_buffer block;
    const int one = 1;
    clmem_status status = clmem_svm_allocate(context, 0, 4096, 0, queue, &block);
    if (status == CLMEM_ERROR_UNSUPPORTED) {
        printf("shared memory: the device has none\n");
        return;
    }
    CHECK(status);
    CHECK(clmem_buffer_fill(block, queue, &one, sizeof one, NULL, NULL));
    status = clmem_svm_migrate(queue, 1, &block, CL_MIGRATE_MEM_OBJECT_HOST, NULL, NULL); /* from OpenCL 2.1 on */
    if (status != CLMEM_ERROR_UNSUPPORTED) { CHECK(status); }
    CHECK(clmem_svm_unbind(block)); /* waits for the queue, which must not use the block any more */
    CHECK(clmem_buffer_release(block));
    printf("shared memory: moved to the host, and released without a queue\n");
}

static void images(cl_context context) {
    static clmem_image_format_info formats[256];
    const float pixels[3][5] = {{0}, {0}};
    uint32_t number, has_float = 0;
    size_t width, bytes;
    clmem_image image;
    clmem_image_array array = CLMEM_IMAGE_ARRAY_INIT;
    clmem_image_info info = CLMEM_IMAGE_INFO_INIT;
    clmem_image_format_info format = CLMEM_IMAGE_FORMAT_INFO_INIT;
    for (int i = 0; i < 256; ++i) {
        formats[i] = (clmem_image_format_info)CLMEM_IMAGE_FORMAT_INFO_INIT;
    }
    CHECK(clmem_image_formats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 256, sizeof formats[0], formats,
                              &number));
    for (uint32_t i = 0; i < number && i < 256; ++i) {
        has_float |= formats[i].channel_order == CL_R && formats[i].channel_type == CL_FLOAT;
    }
    if (!has_float) {
        printf("images: the device has none\n");
        return;
    }
    array.element_kind = CLMEM_ELEMENT_FLOAT;
    array.element_bytes = sizeof(float);
    array.dimensions = 2;
    array.shape[0] = 3;
    array.shape[1] = 5;
    array.data = pixels;
    array.data_bytes = sizeof pixels;
    CHECK(clmem_image_from_array(context, CL_MEM_READ_ONLY, &array, &image));
    CHECK(clmem_image_describe(image, &info));
    CHECK(clmem_image_format_describe(info.channel_order, info.channel_type, &format));
    CHECK(clmem_image_query(image, CL_IMAGE_WIDTH, sizeof width, &width, &bytes));
    printf("images: %zu x %zu pixels of %s\n", width, info.height, format.name);
    CHECK(clmem_image_release(image));
}

static void samplers(cl_context context) {
    const uint64_t repeat[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT};
    clmem_sampler sampler, same;
    clmem_sampler_info info = CLMEM_SAMPLER_INFO_INIT;
    cl_sampler object;
    cl_filter_mode filter;
    uint32_t are_equal;
    size_t bytes;
    clmem_status status = clmem_sampler_create_with_properties(context, 4, repeat, &sampler);
    if (status != CLMEM_SUCCESS) { /* no device of the context has images */
        printf("samplers: the device has none\n");
        return;
    }
    CHECK(clmem_sampler_object(sampler, &object)); /* borrowed */
    CHECK(clmem_sampler_import(object, 1, &same));
    CHECK(clmem_sampler_equal(sampler, same, &are_equal));
    CHECK(clmem_sampler_describe(sampler, &info));
    CHECK(clmem_sampler_query(sampler, CL_SAMPLER_FILTER_MODE, sizeof filter, &filter, &bytes));
    printf("samplers: they %s, the filter is the %s one\n", info.addressing == CL_ADDRESS_REPEAT ? "repeat" : "clamp",
           filter == CL_FILTER_NEAREST ? "nearest" : "linear");
    EXPECT(1, are_equal);
    CHECK(clmem_sampler_release(same));
    CHECK(clmem_sampler_release(sampler));
}

static void pipes(cl_context context) {
    clmem_pipe pipe;
    clmem_pipe_info info = CLMEM_PIPE_INFO_INIT;
    cl_uint packets;
    size_t bytes;
    clmem_status status = clmem_pipe_create(context, 0, 16, 64, 0, NULL, &pipe);
    if (status == CLMEM_ERROR_UNSUPPORTED) {
        printf("pipes: the device has none\n");
        return;
    }
    CHECK(status);
    CHECK(clmem_pipe_describe(pipe, &info));
    CHECK(clmem_pipe_query(pipe, CL_PIPE_MAX_PACKETS, sizeof packets, &packets, &bytes));
    printf("pipes: %u packets of %u bytes\n", packets, info.packet_bytes);
    CHECK(clmem_pipe_release(pipe));
}

int main(void) {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    functions_of_opencl();
    device = a_device();
    CHECK(clmem_context_create(device, &context));
    CHECK(clmem_queue_create(context, device, 0, &queue));
    arguments_and_times(context, device);
    memory(context, queue);
    shared_memory(context, queue);
    images(context);
    samplers(context);
    pipes(context);
    CHECK(clmem_queue_finish(queue));
    CHECK(clmem_queue_release(queue));
    CHECK(clmem_context_release(context));
    return 0;
}
