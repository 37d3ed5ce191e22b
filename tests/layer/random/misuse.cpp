// Calls that OpenCL refuses. Handles are never wrong, but for NULL: drivers need not recognise others.
#include "actor.hpp"

namespace {

// Offsets and sizes that leave a buffer.
void leave_buffer(actor &in, const object &of, cl_command_queue queue) {
    std::vector<unsigned char> host(64);
    const std::size_t offset = in.random.of({of.bytes, of.bytes - std::min<std::size_t>(of.bytes, 8), of.bytes + 1});
    const std::size_t bytes = in.random.of({std::size_t{0}, std::size_t{16}, std::size_t{64}});
    const unsigned char value = 1;
    cl_int code = CL_SUCCESS;
    if (bytes != 0 && offset + bytes <= of.bytes) { return; }
    switch (in.random.below(4)) {
    case 0:
        code = clEnqueueReadBuffer(queue, of.handle, CL_FALSE, offset, bytes, host.data(), 0, nullptr, nullptr);
        break;
    case 1:
        code = clEnqueueWriteBuffer(queue, of.handle, CL_FALSE, offset, bytes, host.data(), 0, nullptr, nullptr);
        break;
    case 2:
        code = clEnqueueFillBuffer(queue, of.handle, &value, 1, offset, bytes == 0 ? 16 : bytes, 0, nullptr, nullptr);
        break;
    default:
        (void)clEnqueueMapBuffer(queue, of.handle, CL_FALSE, CL_MAP_READ, offset, bytes, 0, nullptr, nullptr, &code);
    }
    in.out.line("misuse of ", of.name, " at ", offset, " + ", bytes, ": code ", code);
}

void wrong_buffer(actor &in) {
    struct wrong {
        const char *what;
        cl_mem_flags flags;
        std::size_t bytes;
    };
    static constexpr wrong all[] = {
        {"of no bytes", CL_MEM_READ_WRITE, 0},
        {"to read and to write only", CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64},
        {"with an unknown flag", cl_mem_flags{1} << 50, 64},
        {"with host memory that is missing", CL_MEM_COPY_HOST_PTR, 64},
        {"over host memory that is missing", CL_MEM_USE_HOST_PTR, 64},
        {"of nearly all addresses", CL_MEM_READ_WRITE, ~std::size_t{0} - 64},
        {"that the host reads and does not use", CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 64}};
    const wrong &drawn = all[in.random.below(std::size(all))];
    cl_int code = CL_SUCCESS;
    cl_mem made = clCreateBuffer(in.context, drawn.flags, drawn.bytes, nullptr, &code);
    in.out.line("a buffer ", drawn.what, ": code ", code, made != nullptr ? ", made" : "");
    if (made != nullptr) { (void)clReleaseMemObject(made); }
    unsigned char host[16] = {};
    made = clCreateBuffer(in.context, CL_MEM_READ_WRITE, sizeof host, host, &code);
    in.out.line("a buffer with host memory that nothing asks for: code ", code);
    if (made != nullptr) { (void)clReleaseMemObject(made); }
}

void wrong_part(actor &in, const object &of) {
    const std::size_t step = in.on.alignment;
    const cl_buffer_region all[] = {{0, 0}, {0, of.bytes + 1}, {(of.bytes / step + 1) * step, 1}, {1, of.bytes - 1}};
    const std::size_t drawn = in.random.below(std::size(all));
    if (drawn == 3 && of.bytes == 1) { return; }
    cl_int code = CL_SUCCESS;
    cl_mem made = clCreateSubBuffer(of.handle, 0, CL_BUFFER_CREATE_TYPE_REGION, &all[drawn], &code);
    in.out.line("wrong part of ", of.name, ": code ", code, made != nullptr ? ", made" : "");
    if (made != nullptr) { (void)clReleaseMemObject(made); }
}

void wrong_call(actor &in, const object &of, cl_command_queue queue) {
    unsigned char host[16] = {};
    cl_int code = CL_SUCCESS;
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {0, 1, 1};
    switch (in.random.below(7)) {
    case 0:
        code = clEnqueueReadBuffer(queue, of.handle, CL_FALSE, 0, 1, nullptr, 0, nullptr, nullptr);
        return in.out.line("read of ", of.name, " to NULL: code ", code);
    case 1:
        code = clEnqueueReadBuffer(queue, of.handle, CL_FALSE, 0, 1, host, 1, nullptr, nullptr);
        return in.out.line("read of ", of.name, " behind a missing list: code ", code);
    case 2:
        code = clEnqueueFillBuffer(queue, of.handle, host, 3, 0, 3, 0, nullptr, nullptr);
        return in.out.line("fill of ", of.name, " with 3 bytes: code ", code);
    case 3:
        code = clEnqueueReadBufferRect(queue, of.handle, CL_FALSE, origin, origin, region, 0, 0, 0, 0, host, 0, nullptr,
                                       nullptr);
        return in.out.line("read of no bytes of ", of.name, ": code ", code);
    case 4:
        code = clEnqueueUnmapMemObject(queue, of.handle, host, 0, nullptr, nullptr);
        return in.out.line("unmap of ", of.name, " at no map: code ", code);
    case 5:
        code = clEnqueueCopyBuffer(queue, of.handle, of.handle, 0, 0, of.bytes, 0, nullptr, nullptr);
        return in.out.line("copy of ", of.name, " to itself: code ", code);
    default:
        code = clSetMemObjectDestructorCallback(of.handle, nullptr, nullptr);
        return in.out.line("no destructor callback of ", of.name, ": code ", code);
    }
}

void wrong_event(actor &in) {
    cl_int code = CL_SUCCESS;
    cl_event made = clCreateUserEvent(in.context, &code);
    const cl_int unusual = clSetUserEventStatus(made, CL_RUNNING);
    const cl_int first = clSetUserEventStatus(made, CL_COMPLETE);
    const cl_int second = clSetUserEventStatus(made, CL_COMPLETE);
    in.out.line("wrong statuses: codes ", code, ", ", unusual, ", ", first, ", ", second, ", ", clReleaseEvent(made));
}

} // namespace

void misuse(actor &in) {
    const auto how = in.random.below(6);
    if (how == 0) { return wrong_buffer(in); }
    if (how == 1) { return wrong_event(in); }
    const memory found = in.any(false);
    if (found == nullptr) { return; }
    if (how == 2 && found->what == object::kind::buffer) { return wrong_part(in, *found); }
    if (how == 3) { return wrong_call(in, *found, in.any_lane()->handle); }
    leave_buffer(in, *found, in.any_lane()->handle);
}
