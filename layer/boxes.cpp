// Commands on boxes in buffers, and copies between buffers and images. As in ranges.cpp, the driver refuses what leaves
// the memory that the program asked for.
#include "calls.hpp"
#include "commands.hpp"
#include "driver.hpp"
#include "events.hpp"
#include "memory_table.hpp"
#include "places.hpp"
#include "platform.hpp"
#include "shield.hpp"
#include "whole.hpp"

#include <algorithm>
#include <vector>

namespace clmem::layer {

namespace {

struct pitches {
    std::size_t row;
    std::size_t slice;
};

// The bytes from a box's first to its last, which the driver computes likewise.
bool box_leaves(cl_mem handle, const std::size_t *origin, const std::size_t *region, pitches given) noexcept {
    if (origin == nullptr || region == nullptr || region[0] == 0 || region[1] == 0 || region[2] == 0) { return false; }
    const std::size_t row = given.row != 0 ? given.row : region[0];
    const std::size_t slice = given.slice != 0 ? given.slice : region[1] * row;
    const std::size_t offset = origin[2] * slice + origin[1] * row + origin[0];
    const std::size_t bytes = (region[2] - 1) * slice + (region[1] - 1) * row + region[0];
    const pooled_object known = find_pooled(handle);
    return known && (offset > known.bytes || bytes > known.bytes - offset);
}

// The origin to pass on.
struct judged_origin {
    judged_origin(cl_mem handle, const std::size_t *origin, const std::size_t *region, pitches given) noexcept
        : passed{origin} {
        if (!box_leaves(handle, origin, region, given)) { return; }
        std::copy_n(origin, 3, far);
        far[0] = beyond;
        passed = far;
    }
    judged_origin(const judged_origin &) = delete;
    judged_origin &operator=(const judged_origin &) = delete;

    std::size_t far[3]{};
    const std::size_t *passed;
};

// A copy of a box, as its caller describes it.
struct box_copy {
    cl_command_queue queue;
    cl_mem from;
    cl_mem to;
    const std::size_t *from_origin;
    const std::size_t *to_origin;
    const std::size_t *region;
    pitches from_pitches;
    pitches to_pitches;
    cl_uint count;
    const cl_event *events;
};

cl_int pass_on(const box_copy &copy, cl_event *out_event) noexcept {
    const judged_origin source{copy.from, copy.from_origin, copy.region, copy.from_pitches};
    const judged_origin target{copy.to, copy.to_origin, copy.region, copy.to_pitches};
    return driver().clEnqueueCopyBufferRect(copy.queue, copy.from, copy.to, source.passed, target.passed, copy.region,
                                            copy.from_pitches.row, copy.from_pitches.slice, copy.to_pitches.row,
                                            copy.to_pitches.slice, copy.count, copy.events, out_event);
}

// The pitches that 0 stands for.
pitches tight(pitches given, const std::size_t *region) noexcept {
    const std::size_t row = given.row != 0 ? given.row : region[0];
    return {row, given.slice != 0 ? given.slice : region[1] * row};
}

bool is_legal(cl_mem handle, const std::size_t *origin, const std::size_t *region, pitches given) noexcept {
    if (origin == nullptr || region == nullptr || region[0] == 0 || region[1] == 0 || region[2] == 0) { return false; }
    const pitches used = tight(given, region);
    return used.row >= region[0] && used.slice >= region[1] * used.row && used.slice % used.row == 0 &&
           !box_leaves(handle, origin, region, given);
}

// Row by row. The event is that of the last row, which is a box for its sake and waits for the other rows.
cl_int copy_rows(const box_copy &copy, place_in_slab from_place, place_in_slab to_place, cl_event *out_event) {
    const pitches from = tight(copy.from_pitches, copy.region);
    const pitches to = tight(copy.to_pitches, copy.region);
    const auto offset_of = [&](const std::size_t *origin, pitches used, std::size_t row) {
        const std::size_t z = origin[2] + row / copy.region[1];
        const std::size_t y = origin[1] + row % copy.region[1];
        return z * used.slice + y * used.row + origin[0];
    };
    const std::size_t last = copy.region[1] * copy.region[2] - 1;
    std::vector<cl_event> before(copy.events, copy.events + copy.count);
    if (out_event != nullptr) { before.reserve(copy.count + last); }
    cl_int code = CL_SUCCESS;
    for (std::size_t row = 0; code == CL_SUCCESS && row < (out_event != nullptr ? last : last + 1); ++row) {
        cl_event done = nullptr;
        code = driver().clEnqueueCopyBuffer(copy.queue, copy.from, copy.to, offset_of(copy.from_origin, from, row),
                                            offset_of(copy.to_origin, to, row), copy.region[0], copy.count, copy.events,
                                            out_event != nullptr ? &done : nullptr);
        if (done != nullptr) { before.push_back(done); }
    }
    if (code == CL_SUCCESS && out_event != nullptr) {
        const std::size_t from_origin[] = {from_place.offset + offset_of(copy.from_origin, from, last), 0, 0};
        const std::size_t to_origin[] = {to_place.offset + offset_of(copy.to_origin, to, last), 0, 0};
        const std::size_t region[] = {copy.region[0], 1, 1};
        code = driver().clEnqueueCopyBufferRect(copy.queue, from_place.memory, to_place.memory, from_origin, to_origin,
                                                region, 0, 0, 0, 0, static_cast<cl_uint>(before.size()),
                                                before.empty() ? nullptr : before.data(), out_event);
    }
    std::for_each(before.begin() + copy.count, before.end(), release_event);
    return code;
}

// Between whole buffers where that is the same. It is not for two blocks of one slab: OpenCL asks for equal pitches
// within a buffer.
cl_int copy_without_parts(const box_copy &copy, cl_event *out_event) {
    const place_in_slab from = slab_of(copy.from);
    const place_in_slab to = slab_of(copy.to);
    for (const cl_int code : {from.code, to.code}) {
        if (code != CL_SUCCESS) { return code; }
    }
    if (copy.from != copy.to && from.memory == to.memory) { return copy_rows(copy, from, to, out_event); }
    const std::size_t from_origin[] = {copy.from_origin[0] + from.offset, copy.from_origin[1], copy.from_origin[2]};
    const std::size_t to_origin[] = {copy.to_origin[0] + to.offset, copy.to_origin[1], copy.to_origin[2]};
    return driver().clEnqueueCopyBufferRect(copy.queue, from.memory, to.memory, from_origin, to_origin, copy.region,
                                            copy.from_pitches.row, copy.from_pitches.slice, copy.to_pitches.row,
                                            copy.to_pitches.slice, copy.count, copy.events, out_event);
}

// The buffer's side of a copy between a buffer and an image, as it is passed on.
struct image_side {
    image_side(cl_command_queue queue, cl_mem buffer, std::size_t its_offset, cl_mem image,
               const std::size_t *region) noexcept
        : memory{buffer}, offset{its_offset} {
        const pooled_object known = find_pooled(buffer);
        if (!known || region == nullptr) { return; }
        std::size_t element = 0;
        (void)driver().clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof element, &element, nullptr);
        const std::size_t bytes = region[0] * region[1] * region[2] * element;
        if (offset > known.bytes || bytes > known.bytes - offset) {
            offset = beyond;
        } else if (is_on_pocl(queue)) {
            const place_in_slab place = slab_of(buffer);
            if (place.code == CL_SUCCESS) { memory = place.memory; }
            offset = place.code == CL_SUCCESS ? offset + place.offset : beyond;
        }
    }

    cl_mem memory;
    std::size_t offset;
};

} // namespace

namespace calls {

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                           const size_t *origin, const size_t *host_origin, const size_t *region,
                                           size_t row, size_t slice, size_t host_row, size_t host_slice, void *host,
                                           cl_uint count, const cl_event *events, cl_event *out_event) {
    command issued{queue};
    buffer = issued.uses(buffer);
    const judged_origin judged{buffer, origin, region, {row, slice}};
    return driver().clEnqueueReadBufferRect(queue, buffer, blocking, judged.passed, host_origin, region, row, slice,
                                            host_row, host_slice, host, count, events, out_event);
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                            const size_t *origin, const size_t *host_origin, const size_t *region,
                                            size_t row, size_t slice, size_t host_row, size_t host_slice,
                                            const void *host, cl_uint count, const cl_event *events,
                                            cl_event *out_event) {
    command issued{queue};
    buffer = issued.uses(buffer);
    const judged_origin judged{buffer, origin, region, {row, slice}};
    return driver().clEnqueueWriteBufferRect(queue, buffer, blocking, judged.passed, host_origin, region, row, slice,
                                             host_row, host_slice, host, count, events, out_event);
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                                           const size_t *to_origin, const size_t *region, size_t from_row,
                                           size_t from_slice, size_t to_row, size_t to_slice, cl_uint count,
                                           const cl_event *events, cl_event *out_event) {
    command issued{queue};
    from = issued.uses(from);
    to = issued.uses(to);
    const box_copy copy{queue, from,  to, from_origin, to_origin, region, {from_row, from_slice}, {to_row, to_slice},
                        count, events};
    // PoCL crashes when it copies a box from or to a sub-buffer, which most blocks are.
    const bool has_parts = find_pooled(from) || find_pooled(to);
    if (!has_parts || !is_legal(from, from_origin, region, copy.from_pitches) ||
        !is_legal(to, to_origin, region, copy.to_pitches) || !is_on_pocl(queue)) {
        return pass_on(copy, out_event);
    }
    return shielded([&] { return copy_without_parts(copy, out_event); }, [] { return CL_OUT_OF_HOST_MEMORY; });
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset,
                                              const size_t *origin, const size_t *region, cl_uint count,
                                              const cl_event *events, cl_event *out_event) {
    command issued{queue};
    issued.stamp(image);
    const image_side from{queue, issued.uses(buffer), offset, image, region};
    return driver().clEnqueueCopyBufferToImage(queue, from.memory, image, from.offset, origin, region, count, events,
                                               out_event);
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t *origin,
                                              const size_t *region, size_t offset, cl_uint count,
                                              const cl_event *events, cl_event *out_event) {
    command issued{queue};
    issued.stamp(image);
    const image_side to{queue, issued.uses(buffer), offset, image, region};
    return driver().clEnqueueCopyImageToBuffer(queue, image, to.memory, origin, region, to.offset, count, events,
                                               out_event);
}

} // namespace calls

} // namespace clmem::layer
