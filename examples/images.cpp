// Images: filled, copied, mapped, and read by a kernel through a sampler.
#include <algorithm>
#include <clmem.hpp>
#include <cstdio>
#include <numeric>
#include <string>

constexpr std::size_t width = 64;
constexpr std::size_t height = 48;
using bytes = std::vector<unsigned char>;

static clmem_transfer_options box(std::size_t columns, std::size_t rows) {
    clmem_transfer_options options = CLMEM_TRANSFER_OPTIONS_INIT;
    options.region[0] = columns; // pixels, if one side is an image
    options.region[1] = rows;
    options.region[2] = 1;
    return options;
}

// The pixel at a place, as text.
static std::string pixel(const clmem::queue &queue, const clmem::image &image, std::size_t x, std::size_t y) {
    bytes channels(4);
    const clmem_transfer_options one = box(1, 1);
    clmem::copy(queue, clmem::place{image}.origin({x, y, 0}), channels, &one);
    std::string text;
    for (const int channel : channels) {
        text += (text.empty() ? "" : " ") + std::to_string(channel);
    }
    return text;
}

static void filled(const clmem::queue &queue, const clmem::image &image) {
    image.fill(queue, {1, 2, 3, 4}); // the whole image
    std::printf("filled: %s is the last pixel\n", pixel(queue, image, width - 1, height - 1).c_str());
}

static void a_window(const clmem::queue &queue, const clmem::image &image) {
    const bytes nines(4 * 8, 9);
    const clmem_transfer_options window = box(4, 2);
    clmem::copy(queue, nines, clmem::place{image}.origin({8, 8, 0}), &window);
    std::printf("a window: %s inside, %s next to it\n", pixel(queue, image, 11, 9).c_str(),
                pixel(queue, image, 12, 9).c_str());
}

static void a_map(const clmem::queue &queue, const clmem::image &image) {
    {
        const clmem::map map{image, queue, CL_MAP_READ | CL_MAP_WRITE, {8, 8, 0}, {4, 2, 1}};
        unsigned char *const row = map.elements<unsigned char>().data() + map.describe().row_pitch_bytes;
        std::fill(row, row + 4, static_cast<unsigned char>(255)); // the driver chooses the row pitch
    }                                                             // later commands in the queue see it
    std::printf("a map: %s at its corner\n", pixel(queue, image, 8, 9).c_str());
}

// Each work-item adds up the red of one row.
static const char *const source =
    "kernel void add_red(read_only image2d_t image, sampler_t sampler, global uint *sums) {\n"
    "    uint sum = 0;\n"
    "    for (int x = 0; x < get_image_width(image); ++x) {\n"
    "        sum += read_imageui(image, sampler, (int2)(x, get_global_id(0))).x;\n"
    "    }\n"
    "    sums[get_global_id(0)] = sum;\n"
    "}\n";

static void a_kernel(const clmem::context &context, const clmem::queue &queue, const clmem::image &image) {
    std::vector<unsigned> sums(height);
    const clmem::buffer rows{context, CL_MEM_READ_WRITE, height * sizeof(unsigned)};
    const clmem::sampler sampler{context, false, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST};
    const clmem::program program{context, source};
    program.build();
    const clmem::kernel add_red{program, "add_red"};
    add_red.set(0, image);
    add_red.set(1, sampler);
    add_red.set(2, rows);
    add_red.launch(queue, height);
    clmem::copy(queue, rows, sums);
    std::printf("a kernel: %u is the sum of the red\n", std::accumulate(sums.begin(), sums.end(), 0U));
}

int main() {
    const clmem::device device = clmem::device::choose();
    if ((device.describe().features & CLMEM_DEVICE_IMAGE) == 0) {
        std::printf("the device has no images\n");
        return 0;
    }
    const clmem::context context{device};
    const clmem::queue queue{context, device};
    const clmem::image image{context, CL_MEM_READ_WRITE, clmem::image_2d(width, height, CL_RGBA, CL_UNSIGNED_INT8)};
    filled(queue, image);
    a_window(queue, image);
    a_map(queue, image);
    a_kernel(context, queue, image);
}
