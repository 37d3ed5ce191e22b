#include "transfer/box.hpp"

#include "cl/query.hpp"

#include <algorithm>

namespace clmem_core {

std::size_t sum(std::size_t a, std::size_t b) noexcept {
    std::size_t result = 0;
    return __builtin_add_overflow(a, b, &result) ? open_size : result;
}

std::size_t product(std::size_t a, std::size_t b) noexcept {
    std::size_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? open_size : result;
}

extent layout::origin() const noexcept {
    return {start % slice % row, start % slice / row, start / slice};
}

std::size_t layout::end(const extent &region) const noexcept {
    return sum(sum(start, product(region[2] - 1, slice)), sum(product(region[1] - 1, row), region[0]));
}

layout lay_out(const char *name, std::size_t offset, const extent &origin, std::size_t row, std::size_t slice,
               const extent &region) {
    if (row == 0) { row = region[0]; }
    if (row < region[0]) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "row_pitch_bytes of %s: expected at least %zu, the bytes of a row, got %zu",
             name, region[0], row);
    }
    const std::size_t least = product(row, region[1]);
    if (slice == 0) { slice = least; }
    if (slice < least || slice % row != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "slice_pitch_bytes of %s: expected a multiple of the row pitch, %zu, and at least %zu, got %zu", name, row,
             least, slice);
    }
    const std::size_t start = sum(sum(offset, origin[0]), sum(product(origin[1], row), product(origin[2], slice)));
    return {start, row, slice};
}

bool overlap(const layout &a, const layout &b, const extent &region) noexcept {
    const std::size_t distance = a.start < b.start ? b.start - a.start : a.start - b.start;
    // They overlap if they are less than the region's slices, rows and bytes apart, in either direction.
    const auto reaches = [](std::size_t rest, std::size_t pitch, std::size_t count, auto &&further) {
        const std::size_t steps = rest / pitch;
        if (steps < count && further(rest - steps * pitch)) { return true; }
        return steps + 1 < count && further((steps + 1) * pitch - rest);
    };
    return reaches(distance, a.slice, region[2], [&](std::size_t in_slice) {
        return reaches(in_slice, a.row, region[1], [&](std::size_t in_row) { return in_row < region[0]; });
    });
}

extent image_shape::fit(const char *name, const extent &origin, const extent &region) const {
    static constexpr const char *what[] = {"pixels", "rows", "slices"};
    extent fitted = region;
    for (std::size_t i = 0; i < size.size(); ++i) {
        if (region[i] == open_size && origin[i] <= size[i]) { fitted[i] = size[i] - origin[i]; }
        if (origin[i] > size[i] || fitted[i] > size[i] - origin[i]) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected a region within its %zu %s, got %zu from %zu on", name,
                 size[i], what[i], region[i], origin[i]);
        }
    }
    return fitted;
}

namespace {

template <class T>
T about(cl_mem image, const cl::question &what) {
    T answer{};
    const cl_int code = cl::dispatch().clGetImageInfo(image, what.code, sizeof answer, &answer, nullptr);
    if (code != CL_SUCCESS) { fail_opencl(code, "clGetImageInfo(%s) failed: %s", what.name, status_name(code)); }
    return answer;
}

} // namespace

image_shape shape_of(cl_mem image) {
    image_shape shape{};
    shape.type = cl::value<cl_mem_object_type>(image, CLMEM_CL_ASK(CL_MEM_TYPE));
    shape.format = about<cl_image_format>(image, CLMEM_CL_ASK(CL_IMAGE_FORMAT));
    shape.pixel_bytes = about<std::size_t>(image, CLMEM_CL_ASK(CL_IMAGE_ELEMENT_SIZE));
    shape.size = {about<std::size_t>(image, CLMEM_CL_ASK(CL_IMAGE_WIDTH)), 1, 1};
    switch (shape.type) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
        shape.size[1] = about<std::size_t>(image, CLMEM_CL_ASK(CL_IMAGE_ARRAY_SIZE));
        break;
    case CL_MEM_OBJECT_IMAGE2D:
        shape.size[1] = about<std::size_t>(image, CLMEM_CL_ASK(CL_IMAGE_HEIGHT));
        break;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        shape.size[1] = about<std::size_t>(image, CLMEM_CL_ASK(CL_IMAGE_HEIGHT));
        shape.size[2] = about<std::size_t>(image, CLMEM_CL_ASK(CL_IMAGE_ARRAY_SIZE));
        break;
    case CL_MEM_OBJECT_IMAGE3D:
        shape.size[1] = about<std::size_t>(image, CLMEM_CL_ASK(CL_IMAGE_HEIGHT));
        shape.size[2] = about<std::size_t>(image, CLMEM_CL_ASK(CL_IMAGE_DEPTH));
        break;
    default: // one row of pixels
        break;
    }
    return shape;
}

} // namespace clmem_core
