// Boxes of bytes in linear memory and of pixels in images: their size, whether they fit, whether two overlap.
#pragma once

#include <CL/cl.h>
#include <array>
#include <cstddef>

namespace clmem_core {

// Bytes or pixels, rows, slices.
using extent = std::array<std::size_t, 3>;
inline constexpr std::size_t open_size = ~std::size_t{0}; // everything

[[nodiscard]] inline bool is_empty(const extent &region) noexcept {
    return region[0] == 0 || region[1] == 0 || region[2] == 0;
}

// Sums and products that saturate instead of wrapping.
[[nodiscard]] std::size_t sum(std::size_t a, std::size_t b) noexcept;
[[nodiscard]] std::size_t product(std::size_t a, std::size_t b) noexcept;

// The layout of a box in linear memory.
struct layout {
    std::size_t start; // its first byte
    std::size_t row;   // distance of its rows
    std::size_t slice; // distance of its slices

    // The origin in the form of OpenCL's commands for rectangles.
    [[nodiscard]] extent origin() const noexcept;
    // The end of the box; `open_size` if that overflows.
    [[nodiscard]] std::size_t end(const extent &region) const noexcept;
};

// Throws error if pitches are too small for a region. `name` is that of the place. A pitch of 0: no gaps.
[[nodiscard]] layout lay_out(const char *name, std::size_t offset, const extent &origin, std::size_t row,
                             std::size_t slice, const extent &region);

// Whether a box has no gaps between its rows and slices.
[[nodiscard]] constexpr bool is_tight(const layout &lies, const extent &bytes) noexcept {
    return lies.row == bytes[0] && lies.slice == bytes[0] * bytes[1];
}

// Whether two boxes of the same region and the same pitches have a byte in common.
[[nodiscard]] bool overlap(const layout &a, const layout &b, const extent &region) noexcept;

// An image as a box of pixels: the images of a 1D array are its rows, those of a 2D array its slices.
struct image_shape {
    cl_mem_object_type type;
    extent size;
    std::size_t pixel_bytes;
    cl_image_format format;

    [[nodiscard]] bool is_array_of_rows() const noexcept { return type == CL_MEM_OBJECT_IMAGE1D_ARRAY; }
    // Throws error if a box is not inside the image; open sizes of the region extend to the end.
    [[nodiscard]] extent fit(const char *name, const extent &origin, const extent &region) const;
};
[[nodiscard]] image_shape shape_of(cl_mem image);

} // namespace clmem_core
