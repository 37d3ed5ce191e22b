/* Images: filled, copied, mapped, and read by a kernel through a sampler. */
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

enum { width = 64, height = 48 };

/* Four channels of eight bits: red, green, blue, alpha. */
typedef struct pixel {
    unsigned char channel[4];
} pixel;

static void print_pixel(pixel p) {
    printf("%d %d %d %d", p.channel[0], p.channel[1], p.channel[2], p.channel[3]);
}

static int has_images(cl_device_id device) {
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    CHECK(clmem_device_describe(device, &info));
    return (info.features & CLMEM_DEVICE_IMAGE) != 0;
}

static clmem_image an_image(cl_context context) {
    clmem_image image;
    clmem_image_description description = CLMEM_IMAGE_DESCRIPTION_INIT; /* two dimensions, RGBA */
    description.channel_type = CL_UNSIGNED_INT8;
    description.width = width;
    description.height = height;
    CHECK(clmem_image_create(context, CL_MEM_READ_WRITE, &description, NULL, SIZE_MAX, &image));
    return image;
}

/* Copies between the host and an image count pixels: this one copies a window at (x, y). */
static void copy(cl_command_queue queue, clmem_transfer_place from, clmem_transfer_place to, size_t columns,
                 size_t rows) {
    clmem_transfer_options options = CLMEM_TRANSFER_OPTIONS_INIT;
    options.region[0] = columns;
    options.region[1] = rows;
    options.region[2] = 1;
    CHECK(clmem_transfer_copy(queue, &from, &to, &options, NULL));
}

static clmem_transfer_place at(clmem_image image, size_t x, size_t y) {
    clmem_transfer_place place = CLMEM_TRANSFER_PLACE_INIT;
    place.memory = (clmem_memory)image;
    place.origin[0] = x;
    place.origin[1] = y;
    return place;
}

static clmem_transfer_place host(pixel *pixels, size_t count) {
    clmem_transfer_place place = CLMEM_TRANSFER_PLACE_INIT;
    place.pointer = pixels;
    place.bytes = count * sizeof(pixel);
    return place;
}

static pixel read_pixel(cl_command_queue queue, clmem_image image, size_t x, size_t y) {
    pixel p;
    copy(queue, at(image, x, y), host(&p, 1), 1, 1);
    return p;
}

static void filled(cl_command_queue queue, clmem_image image) {
    const double color[4] = {1, 2, 3, 4}; /* no region: the whole image */
    CHECK(clmem_image_fill(image, queue, color, NULL, NULL));
    printf("filled: ");
    print_pixel(read_pixel(queue, image, width - 1, height - 1));
    printf(" is the last pixel\n");
}

static void a_window(cl_command_queue queue, clmem_image image) {
    pixel nines[8];
    for (int i = 0; i < 8; ++i) {
        nines[i] = (pixel){{9, 9, 9, 9}};
    }
    copy(queue, host(nines, 8), at(image, 8, 8), 4, 2);
    printf("a window: ");
    print_pixel(read_pixel(queue, image, 11, 9));
    printf(" inside, ");
    print_pixel(read_pixel(queue, image, 12, 9));
    printf(" next to it\n");
}

static void a_map(cl_command_queue queue, clmem_image image) {
    const clmem_map_image_options window = {sizeof window, 0, NULL, {8, 8, 0}, {4, 2, 1}, 0, 0};
    clmem_map map;
    clmem_map_info info = CLMEM_MAP_INFO_INIT;
    CHECK(clmem_map_image(image, queue, CL_MAP_READ | CL_MAP_WRITE, &window, &map, NULL));
    CHECK(clmem_map_describe(map, &info));
    /* The driver chooses the row pitch: this is the first pixel of the window's second row. */
    *(pixel *)((char *)info.pointer + info.row_pitch_bytes) = (pixel){{255, 255, 255, 255}};
    CHECK(clmem_map_release(map)); /* later commands in the queue see it */
    printf("a map: ");
    print_pixel(read_pixel(queue, image, 8, 9));
    printf(" at its corner\n");
}

/* Each work-item adds up the red of one row. */
static const char *source = "kernel void add_red(read_only image2d_t image, sampler_t sampler, global uint *sums) {\n"
                            "    uint sum = 0;\n"
                            "    for (int x = 0; x < get_image_width(image); ++x) {\n"
                            "        sum += read_imageui(image, sampler, (int2)(x, get_global_id(0))).x;\n"
                            "    }\n"
                            "    sums[get_global_id(0)] = sum;\n"
                            "}\n";

static void a_kernel(cl_context context, cl_command_queue queue, clmem_image image) {
    unsigned sums[height], total = 0;
    clmem_program program;
    clmem_kernel kernel;
    clmem_sampler sampler;
    clmem_buffer rows;
    clmem_launch_options options = CLMEM_LAUNCH_OPTIONS_INIT;
    clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT, to = CLMEM_TRANSFER_PLACE_INIT;
    CHECK(clmem_program_create(context, source, &program));
    CHECK(clmem_program_build(program, NULL, 0, NULL));
    CHECK(clmem_kernel_create(program, "add_red", &kernel));
    CHECK(clmem_sampler_create(context, 0, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &sampler));
    CHECK(clmem_buffer_create(context, CL_MEM_READ_WRITE, sizeof sums, NULL, &rows));
    CHECK(clmem_kernel_set_memory(kernel, 0, (clmem_memory)image));
    CHECK(clmem_kernel_set_sampler(kernel, 1, sampler));
    CHECK(clmem_kernel_set_memory(kernel, 2, (clmem_memory)rows));
    options.global[0] = height;
    CHECK(clmem_kernel_launch(kernel, queue, &options, NULL));
    from.memory = (clmem_memory)rows;
    to.pointer = sums;
    to.bytes = sizeof sums;
    CHECK(clmem_transfer_copy(queue, &from, &to, NULL, NULL));
    for (int row = 0; row < height; ++row) {
        total += sums[row];
    }
    printf("a kernel: %u is the sum of the red\n", total);
    CHECK(clmem_buffer_release(rows));
    CHECK(clmem_sampler_release(sampler));
    CHECK(clmem_kernel_release(kernel));
    CHECK(clmem_program_release(program));
}

int main(void) {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    clmem_image image;
    CHECK(clmem_device_choose(NULL, &device));
    if (!has_images(device)) {
        printf("the device has no images\n");
        return 0;
    }
    CHECK(clmem_context_create(device, &context));
    CHECK(clmem_queue_create(context, device, 0, &queue));
    image = an_image(context);
    filled(queue, image);
    a_window(queue, image);
    a_map(queue, image);
    a_kernel(context, queue, image);
    CHECK(clmem_image_release(image));
    CHECK(clmem_queue_release(queue));
    CHECK(clmem_context_release(context));
    return 0;
}
