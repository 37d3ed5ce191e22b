// Commands on parts of buffers. A block is larger than the program asked for; a range beyond what it asked for is made
// so large that the driver refuses it, with its own code. Maps keep their block.
#include "calls.hpp"
#include "driver.hpp"
#include "memory_table.hpp"
#include "shield.hpp"

#include <algorithm>
#include <cstdint>

namespace clmem::layer {

namespace {

// Beyond every buffer, and a multiple of every pattern's size.
constexpr std::size_t beyond = std::size_t{1} << 62;

bool leaves(cl_mem handle, std::size_t offset, std::size_t bytes) noexcept {
    const pooled_object known = find_pooled(handle);
    return known && (offset > known.bytes || bytes > known.bytes - offset);
}

// The size to pass on.
std::size_t judged(cl_mem handle, std::size_t offset, std::size_t bytes) noexcept {
    return bytes != 0 && leaves(handle, offset, bytes) ? beyond : bytes;
}

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
    return leaves(handle, offset, (region[2] - 1) * slice + (region[1] - 1) * row + region[0]);
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

} // namespace

namespace calls {

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                       size_t bytes, void *host, cl_uint count, const cl_event *events,
                                       cl_event *out_event) {
    return driver().clEnqueueReadBuffer(queue, buffer, blocking, offset, judged(buffer, offset, bytes), host, count,
                                        events, out_event);
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                        size_t bytes, const void *host, cl_uint count, const cl_event *events,
                                        cl_event *out_event) {
    return driver().clEnqueueWriteBuffer(queue, buffer, blocking, offset, judged(buffer, offset, bytes), host, count,
                                         events, out_event);
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                                       size_t to_offset, size_t bytes, cl_uint count, const cl_event *events,
                                       cl_event *out_event) {
    const std::size_t passed = std::max(judged(from, from_offset, bytes), judged(to, to_offset, bytes));
    return driver().clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, passed, count, events, out_event);
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_bytes,
                                       size_t offset, size_t bytes, cl_uint count, const cl_event *events,
                                       cl_event *out_event) {
    return driver().clEnqueueFillBuffer(queue, buffer, pattern, pattern_bytes, offset, judged(buffer, offset, bytes),
                                        count, events, out_event);
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                           const size_t *origin, const size_t *host_origin, const size_t *region,
                                           size_t row, size_t slice, size_t host_row, size_t host_slice, void *host,
                                           cl_uint count, const cl_event *events, cl_event *out_event) {
    const judged_origin judged{buffer, origin, region, {row, slice}};
    return driver().clEnqueueReadBufferRect(queue, buffer, blocking, judged.passed, host_origin, region, row, slice,
                                            host_row, host_slice, host, count, events, out_event);
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                            const size_t *origin, const size_t *host_origin, const size_t *region,
                                            size_t row, size_t slice, size_t host_row, size_t host_slice,
                                            const void *host, cl_uint count, const cl_event *events,
                                            cl_event *out_event) {
    const judged_origin judged{buffer, origin, region, {row, slice}};
    return driver().clEnqueueWriteBufferRect(queue, buffer, blocking, judged.passed, host_origin, region, row, slice,
                                             host_row, host_slice, host, count, events, out_event);
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                                           const size_t *to_origin, const size_t *region, size_t from_row,
                                           size_t from_slice, size_t to_row, size_t to_slice, cl_uint count,
                                           const cl_event *events, cl_event *out_event) {
    const judged_origin source{from, from_origin, region, {from_row, from_slice}};
    const judged_origin target{to, to_origin, region, {to_row, to_slice}};
    return driver().clEnqueueCopyBufferRect(queue, from, to, source.passed, target.passed, region, from_row, from_slice,
                                            to_row, to_slice, count, events, out_event);
}

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                                     size_t offset, size_t bytes, cl_uint count, const cl_event *events,
                                     cl_event *out_event, cl_int *out_code) {
    cl_int code = CL_SUCCESS;
    void *const mapped = driver().clEnqueueMapBuffer(queue, buffer, blocking, flags, offset,
                                                     judged(buffer, offset, bytes), count, events, out_event, &code);
    if (out_code != nullptr) { *out_code = code; }
    if (code == CL_SUCCESS) {
        with_memory(buffer, [](memory &known) {
            if (!known.is_pooled()) { return; }
            ++known.maps;
            ++known.holds;
        });
    }
    return mapped;
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem handle, void *mapped, cl_uint count,
                                           const cl_event *events, cl_event *out_event) {
    const cl_int code = driver().clEnqueueUnmapMemObject(queue, handle, mapped, count, events, out_event);
    if (code != CL_SUCCESS) { return code; }
    bool was_held = false;
    with_memory(handle, [&](memory &known) {
        was_held = known.maps > 0;
        known.maps -= was_held ? 1U : 0U;
    });
    if (was_held) {
        shielded([&] { drop_hold(handle); }, [] {});
    }
    return code;
}

} // namespace calls

} // namespace clmem::layer
