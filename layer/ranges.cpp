// Commands on parts of buffers. A block is larger than the program asked for; a range beyond what it asked for is made
// so large that the driver refuses it, with its own code. Maps keep what they map.
#include "calls.hpp"
#include "commands.hpp"
#include "driver.hpp"
#include "memory_table.hpp"
#include "places.hpp"
#include "shield.hpp"
#include "whole.hpp"

#include <algorithm>

namespace clmem::layer {

namespace {

// A range of bytes as it is passed on: where it leaves what the program asked for, it leaves the block, too.
struct judged {
    judged(cl_mem handle, std::size_t its_offset, std::size_t its_bytes) noexcept
        : offset{its_offset}, bytes{its_bytes} {
        const pooled_object known = find_pooled(handle);
        if (!known) { return; }
        if (offset > known.bytes) {
            offset = beyond;
        } else if (bytes > known.bytes - offset) {
            bytes = beyond;
        }
    }

    std::size_t offset;
    std::size_t bytes;
};

} // namespace

namespace calls {

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                       size_t bytes, void *host, cl_uint count, const cl_event *events,
                                       cl_event *out_event) {
    auto wait = wait_for_queue::in_order(queue, blocking);
    command issued{queue};
    buffer = issued.uses(buffer);
    const judged range{buffer, offset, bytes};
    const cl_int code = driver().clEnqueueReadBuffer(queue, buffer, blocking, range.offset, range.bytes, host, count,
                                                     events, out_event);
    wait.returned(code, issued);
    return code;
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                        size_t bytes, const void *host, cl_uint count, const cl_event *events,
                                        cl_event *out_event) {
    command issued{queue};
    buffer = issued.uses(buffer);
    const judged range{buffer, offset, bytes};
    return driver().clEnqueueWriteBuffer(queue, buffer, blocking, range.offset, range.bytes, host, count, events,
                                         out_event);
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                                       size_t to_offset, size_t bytes, cl_uint count, const cl_event *events,
                                       cl_event *out_event) {
    command issued{queue};
    from = issued.uses(from);
    to = issued.uses(to);
    const judged source{from, from_offset, bytes};
    const judged target{to, to_offset, bytes};
    return driver().clEnqueueCopyBuffer(queue, from, to, source.offset, target.offset,
                                        std::max(source.bytes, target.bytes), count, events, out_event);
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_bytes,
                                       size_t offset, size_t bytes, cl_uint count, const cl_event *events,
                                       cl_event *out_event) {
    command issued{queue};
    buffer = issued.uses(buffer);
    const judged range{buffer, offset, bytes};
    return driver().clEnqueueFillBuffer(queue, buffer, pattern, pattern_bytes, range.offset, range.bytes, count, events,
                                        out_event);
}

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                                     size_t offset, size_t bytes, cl_uint count, const cl_event *events,
                                     cl_event *out_event, cl_int *out_code) {
    cl_int code = CL_SUCCESS;
    auto wait = wait_for_queue::in_order(queue, blocking);
    command issued{queue};
    cl_mem const real = issued.uses(buffer);
    const judged range{real, offset, bytes};
    void *const mapped = driver().clEnqueueMapBuffer(queue, real, blocking, flags, range.offset, range.bytes, count,
                                                     events, out_event, &code);
    if (out_code != nullptr) { *out_code = code; }
    wait.returned(code, issued);
    if (code == CL_SUCCESS) { add_map(buffer); }
    return mapped;
}

void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                                    const size_t *origin, const size_t *region, size_t *row, size_t *slice,
                                    cl_uint count, const cl_event *events, cl_event *out_event, cl_int *out_code) {
    cl_int code = CL_SUCCESS;
    auto wait = wait_for_queue::in_order(queue, blocking);
    command issued{queue};
    issued.stamp(image);
    void *const mapped = driver().clEnqueueMapImage(queue, image, blocking, flags, origin, region, row, slice, count,
                                                    events, out_event, &code);
    if (out_code != nullptr) { *out_code = code; }
    wait.returned(code, issued);
    if (code == CL_SUCCESS) { add_map(image); }
    return mapped;
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem handle, void *mapped, cl_uint count,
                                           const cl_event *events, cl_event *out_event) {
    command issued{queue};
    issued.stamp(handle);
    const cl_int code = driver().clEnqueueUnmapMemObject(queue, real_of(handle), mapped, count, events, out_event);
    if (code == CL_SUCCESS) {
        shielded([&] { drop_map(handle); }, [] {});
    }
    return code;
}

} // namespace calls

} // namespace clmem::layer
