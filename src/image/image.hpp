// Creates, describes and fills images.
#pragma once

#include "cl/enqueue.hpp"
#include "memory/object.hpp"

#include <array>

namespace clmem_core {

// The memory of an image, besides its description.
struct image_request {
    cl_context context;
    std::uint64_t flags;
    void *host_pointer;
    std::size_t host_bytes; // ~0: enough
    std::shared_ptr<memory_object> source;
};
[[nodiscard]] std::shared_ptr<memory_object> make_image(const image_request &request,
                                                        const clmem_image_description &description);

[[nodiscard]] std::shared_ptr<memory_object> make_image_of(cl_context context, std::uint64_t flags,
                                                           const clmem_image_array &array);

[[nodiscard]] clmem_image_info describe_image(const memory_object &image);

// clGetImageInfo; returns the size of the value. Throws error.
std::size_t query_image(const memory_object &image, cl_image_info property, std::size_t capacity, void *out);

// A box of pixels: x, then y, then z or the number in the array; of arrays of 1D images that is the second.
struct pixel_box {
    std::array<std::size_t, 3> origin;
    std::array<std::size_t, 3> region;
};
// `origin` and `region` come from the program, either may be NULL; SIZE_MAX in a region: up to the end. Throws error
// for a box that is not inside the image.
[[nodiscard]] pixel_box box_in(const clmem_image_info &image, const std::size_t *origin, const std::size_t *region);

// `color`: red, green, blue, alpha.
void fill_image(const memory_object &image, cl_command_queue queue, const double *color, const std::size_t *origin,
                const std::size_t *region, const cl::wait_list &waits, cl_event *out_event);

} // namespace clmem_core
