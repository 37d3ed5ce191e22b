// Boxes of bytes in linear memory and of pixels in images: how large they are, whether they fit, whether two overlap.
#pragma once

#include <CL/cl.h>
#include <array>
#include <cstddef>

namespace clmem {

// Bytes or pixels, rows, slices.
using extent = std::array<std::size_t, 3>;
inline constexpr std::size_t open_size = ~std::size_t{0}; // as much as there is

[[nodiscard]] inline bool is_empty(const extent &region) noexcept {
    return region[0] == 0 || region[1] == 0 || region[2] == 0;
}

// Sums and products that stay at the largest number instead of wrapping.
[[nodiscard]] std::size_t sum(std::size_t a, std::size_t b) noexcept;
[[nodiscard]] std::size_t product(std::size_t a, std::size_t b) noexcept;

// How a box lies in linear memory.
struct layout {
    std::size_t start; // its first byte
    std::size_t row;   // distance of its rows
    std::size_t slice; // distance of its slices

    // The origin as OpenCL's commands for rectangles want it.
    [[nodiscard]] extent origin() const noexcept;
    // Where the box ends; `open_size` if that is more than there can be.
    [[nodiscard]] std::size_t end(const extent &region) const noexcept;
};

// Throws error if pitches are too small for a region. `name` is the place's. A pitch of 0: tight.
[[nodiscard]] layout lay_out(const char *name, std::size_t offset, const extent &origin, std::size_t row,
                             std::size_t slice, const extent &region);

// Whether two boxes of the same region and the same pitches have a byte in common.
[[nodiscard]] bool overlap(const layout &a, const layout &b, const extent &region) noexcept;

// An image as a box of pixels: the images of a 1D array are its rows, those of a 2D array its slices.
struct image_shape {
    cl_mem_object_type type;
    extent size;
    std::size_t pixel_bytes;
    cl_image_format format;

    [[nodiscard]] bool is_array_of_rows() const noexcept { return type == CL_MEM_OBJECT_IMAGE1D_ARRAY; }
    // Throws error if a box does not lie in the image; what is open of the region is as much as there is.
    [[nodiscard]] extent fit(const char *name, const extent &origin, const extent &region) const;
};
[[nodiscard]] image_shape shape_of(cl_mem image);

} // namespace clmem
