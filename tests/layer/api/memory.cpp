// Contexts, buffers, and parts of buffers.
#include "api.hpp"

namespace {

constexpr std::size_t bytes = 5000;

cl_mem show_buffer(const device &in, const std::string &what, cl_mem_flags flags, std::size_t size, void *host) {
    cl_int result = 1;
    cl_mem made = clCreateBuffer(in.context, flags, size, host, &result);
    code("a buffer " + what, result);
    name(made, "the buffer " + what);
    return made;
}

cl_mem part_of(cl_mem buffer, const std::string &what, cl_mem_flags flags, std::size_t origin, std::size_t size) {
    const cl_buffer_region region{origin, size};
    cl_int result = 1;
    cl_mem made = clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &result);
    code("a part " + what, result);
    name(made, "the part " + what);
    return made;
}

void refuse_part(cl_mem buffer, const std::string &what, cl_mem_flags flags, std::size_t origin, std::size_t size) {
    cl_mem made = part_of(buffer, what, flags, origin, size);
    if (made != nullptr) { code("its release", clReleaseMemObject(made)); }
}

void ask_context(const std::string &of, cl_context context) {
    const query get = [context](cl_uint parameter, std::size_t size, void *answer, std::size_t *out_size) {
        return clGetContextInfo(context, parameter, size, answer, out_size);
    };
    ask(of, get,
        {{"CL_CONTEXT_REFERENCE_COUNT", CL_CONTEXT_REFERENCE_COUNT},
         {"CL_CONTEXT_NUM_DEVICES", CL_CONTEXT_NUM_DEVICES},
         {"CL_CONTEXT_DEVICES", CL_CONTEXT_DEVICES, kind::handle}});
}

void wrong_contexts(const device &in) {
    cl_int result = 1;
    clCreateContext(nullptr, 0, &in.id, nullptr, nullptr, &result);
    code("a context of no devices", result);
    clCreateContext(nullptr, 1, nullptr, nullptr, nullptr, &result);
    code("a context of one device at NULL", result);
    int data = 0;
    clCreateContext(nullptr, 1, &in.id, nullptr, &data, &result);
    code("a context with data for no callback", result);
    const cl_context_properties unknown[] = {0x7777, 1, 0};
    clCreateContext(unknown, 1, &in.id, nullptr, nullptr, &result);
    code("a context with an unknown property", result);
    code("release of no context", clReleaseContext(nullptr));
    code("retain of no context", clRetainContext(nullptr));
    code("question about no context", clGetContextInfo(nullptr, CL_CONTEXT_NUM_DEVICES, 0, nullptr, nullptr));
}

} // namespace

void contexts() {
    const device in;
    ask_context("the context", in.context);
    wrong_contexts(in);
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                reinterpret_cast<cl_context_properties>(in.platform), 0};
    cl_int result = 1;
    cl_context second = clCreateContext(properties, 1, &in.id, nullptr, nullptr, &result);
    code("a context with its platform", result);
    ask_context("the context with its platform", second);
    const query properties_of = [second](cl_uint parameter, std::size_t size, void *answer, std::size_t *out_size) {
        return clGetContextInfo(second, parameter, size, answer, out_size);
    };
    ask("the context with its platform", properties_of, {{"CL_CONTEXT_PROPERTIES", CL_CONTEXT_PROPERTIES, kind::size}});
    references("a new context", second, 1);
    code("retain", clRetainContext(second));
    references("a retained context", second, 2);
    code("release", clReleaseContext(second));
    references("a released context", second, 1);
    code("last release", clReleaseContext(second));
    second = clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &result);
    code("a context from a type", result);
    ask_context("the context from a type", second);
    code("its release", clReleaseContext(second));
    cl_mem kept = in.counted(bytes);
    cl_context other = clCreateContext(nullptr, 1, &in.id, nullptr, nullptr, &result);
    cl_command_queue queue = clCreateCommandQueue(other, in.id, 0, &result);
    unsigned char data[4] = {};
    code("a read with a queue of another context",
         clEnqueueReadBuffer(queue, kept, CL_TRUE, 0, sizeof data, data, 0, nullptr, nullptr));
    code("a write with a queue of another context",
         clEnqueueWriteBuffer(queue, kept, CL_TRUE, 0, sizeof data, data, 0, nullptr, nullptr));
    cl_mem foreign = clCreateBuffer(other, CL_MEM_READ_WRITE, bytes, nullptr, &result);
    code("a copy between contexts", clEnqueueCopyBuffer(in.queue, kept, foreign, 0, 0, 16, 0, nullptr, nullptr));
    code("release of the context before its objects", clReleaseContext(other));
    code("a fill after it", clEnqueueFillBuffer(queue, foreign, data, 1, 0, bytes, 0, nullptr, nullptr));
    code("finish after it", clFinish(queue));
    code("release of its queue", clReleaseCommandQueue(queue));
    code("release of its buffer", clReleaseMemObject(foreign));
    in.contents("a buffer of the first context", kept, bytes);
    in.release("it", kept);
}

void buffers() {
    const device in;
    struct request {
        const char *what;
        cl_mem_flags flags;
    };
    const request good[] = {
        {"without flags", 0},
        {"to read and write", CL_MEM_READ_WRITE},
        {"to read", CL_MEM_READ_ONLY},
        {"to write", CL_MEM_WRITE_ONLY},
        {"of the host", CL_MEM_ALLOC_HOST_PTR},
        {"of the host to read", CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR},
        {"that the host only reads", CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY},
        {"that the host only writes", CL_MEM_READ_WRITE | CL_MEM_HOST_WRITE_ONLY},
        {"without access by the host", CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS},
        {"to write that the host only reads", CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_ALLOC_HOST_PTR},
    };
    for (const request &each : good) {
        cl_mem made = show_buffer(in, each.what, each.flags, bytes, nullptr);
        if (made == nullptr) { continue; }
        ask_memory(each.what, made);
        unsigned char data[64] = {1, 2, 3};
        const cl_int written = clEnqueueWriteBuffer(in.queue, made, CL_TRUE, 8, 64, data, 0, nullptr, nullptr);
        code("a write to it", written);
        code("a read from it", clEnqueueReadBuffer(in.queue, made, CL_TRUE, 8, 64, data, 0, nullptr, nullptr));
        if (written == CL_SUCCESS) { contents("the host's memory", data, 64); }
        cl_int result = 1;
        void *at = clEnqueueMapBuffer(in.queue, made, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, &result);
        code("a map to read it", result);
        if (at != nullptr) { clEnqueueUnmapMemObject(in.queue, made, at, 0, nullptr, nullptr); }
        at = clEnqueueMapBuffer(in.queue, made, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, nullptr, nullptr, &result);
        code("a map to write it", result);
        if (at != nullptr) { clEnqueueUnmapMemObject(in.queue, made, at, 0, nullptr, nullptr); }
        code("finish", clFinish(in.queue));
        in.release("it", made);
    }
    char host[64] = {};
    const request wrong[] = {
        {"to read and to write at once", CL_MEM_READ_WRITE | CL_MEM_READ_ONLY},
        {"to read only and to write only", CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY},
        {"that the host only reads and writes", CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY},
        {"that the host reads without access", CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS},
        {"with an unknown flag", cl_mem_flags{1} << 50},
        {"over memory that is NULL", CL_MEM_USE_HOST_PTR},
        {"with a copy of NULL", CL_MEM_COPY_HOST_PTR},
        {"over memory and of the host", CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR},
        {"over memory and with a copy", CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR},
    };
    for (const request &each : wrong) {
        cl_mem made = show_buffer(in, each.what, each.flags, sizeof host, nullptr);
        if (made != nullptr) { in.release("it", made); }
        made = show_buffer(in, std::string(each.what) + " with a pointer", each.flags, sizeof host, host);
        if (made != nullptr) { in.release("it", made); }
    }
    show_buffer(in, "of no bytes", 0, 0, nullptr);
    show_buffer(in, "with a pointer that no flag is for", 0, sizeof host, host);
    cl_ulong most = 0;
    clGetDeviceInfo(in.id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr);
    show_buffer(in, "of more than the device allows", 0, most + 1, nullptr);
    show_buffer(in, "of nearly all addresses", 0, ~std::size_t{0} - 64, nullptr);
    cl_int result = 1;
    clCreateBuffer(nullptr, CL_MEM_READ_WRITE, bytes, nullptr, &result);
    code("a buffer of no context", result);
    number("a buffer of no bytes without a code is NULL",
           clCreateBuffer(in.context, 0, 0, nullptr, nullptr) == nullptr);
    cl_mem plain = clCreateBuffer(in.context, 0, bytes, nullptr, nullptr);
    number("a buffer without a code is NULL", plain == nullptr);
    references("it", plain, 1);
    code("retain", clRetainMemObject(plain));
    references("the retained buffer", plain, 2);
    in.release("it", plain);
    references("the released buffer", plain, 1);
    in.release("it, the last time", plain);
    code("retain of no buffer", clRetainMemObject(nullptr));
    code("release of no buffer", clReleaseMemObject(nullptr));
    code("question about no buffer", clGetMemObjectInfo(nullptr, CL_MEM_SIZE, 0, nullptr, nullptr));
    if (in.at_least(3, 0)) {
        cl_mem made = clCreateBufferWithProperties(in.context, nullptr, CL_MEM_READ_WRITE, bytes, nullptr, &result);
        code("a buffer with properties at NULL", result);
        ask_memory("it", made);
        if (made != nullptr) { in.release("it", made); }
        const cl_mem_properties none[] = {0};
        made = clCreateBufferWithProperties(in.context, none, CL_MEM_READ_ONLY, bytes, nullptr, &result);
        code("a buffer with an empty list of properties", result);
        ask_memory("it", made);
        if (made != nullptr) { in.release("it", made); }
        const cl_mem_properties unknown[] = {0x7777, 1, 0};
        made = clCreateBufferWithProperties(in.context, unknown, CL_MEM_READ_ONLY, bytes, nullptr, &result);
        code("a buffer with an unknown property", result);
        if (made != nullptr) { in.release("it", made); }
    }
}

void parts() {
    const device in;
    const std::size_t unit = in.alignment();
    const std::size_t whole = 8 * unit;
    cl_mem buffer = in.counted(whole);
    name(buffer, "the buffer");
    cl_mem part = part_of(buffer, "from the second unit", 0, unit, 2 * unit);
    ask_memory("a part from the second unit", part);
    in.contents("the part", part, 2 * unit);
    cl_mem same = part_of(buffer, "of everything", CL_MEM_READ_ONLY, 0, whole);
    ask_memory("a part of everything", same);
    const unsigned char seven = 7;
    code("a fill of the part", clEnqueueFillBuffer(in.queue, part, &seven, 1, 3, 20, 0, nullptr, nullptr));
    in.contents("the part of everything after a fill of the other", same, whole);
    in.contents("the buffer after it", buffer, whole);
    refuse_part(buffer, "at an odd place", 0, 1, unit);
    refuse_part(buffer, "past the end", 0, 4 * unit, 5 * unit);
    refuse_part(buffer, "that begins past the end", 0, 16 * unit, unit);
    refuse_part(buffer, "of no bytes", 0, 0, 0);
    refuse_part(buffer, "with a host pointer's flag", CL_MEM_USE_HOST_PTR, 0, unit);
    refuse_part(buffer, "with a copy", CL_MEM_COPY_HOST_PTR, 0, unit);
    refuse_part(buffer, "of the host", CL_MEM_ALLOC_HOST_PTR, 0, unit);
    refuse_part(buffer, "to read only and to write only", CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 0, unit);
    refuse_part(buffer, "with an unknown flag", cl_mem_flags{1} << 50, 0, unit);
    refuse_part(part, "of a part", 0, 0, unit);
    refuse_part(nullptr, "of nothing", 0, 0, unit);
    const cl_buffer_region region{0, unit};
    cl_int result = 1;
    clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &result);
    code("a part without a region", result);
    clCreateSubBuffer(buffer, 0, 0x7777, &region, &result);
    code("a part of an unknown kind", result);
    number("a part that fails without a code is NULL",
           clCreateSubBuffer(buffer, 0, 0x7777, &region, nullptr) == nullptr);
    code("a copy from part to part that overlap",
         clEnqueueCopyBuffer(in.queue, same, part, unit, 4, unit, 0, nullptr, nullptr));
    code("a copy from part to part that do not",
         clEnqueueCopyBuffer(in.queue, same, part, 5 * unit, 0, unit, 0, nullptr, nullptr));
    in.contents("the buffer after the copies", buffer, whole);
    code("a read past the part's end",
         clEnqueueReadBuffer(in.queue, part, CL_TRUE, unit, 2 * unit, counting(2 * unit).data(), 0, nullptr, nullptr));
    code("retain of the part", clRetainMemObject(part));
    references("the part", part, 2);
    in.release("the part", part);
    references("the part", part, 1);
    in.release("the buffer before its parts", buffer);
    in.contents("the part after its buffer", part, 2 * unit);
    cl_mem asked = nullptr;
    code("the part's buffer after its release",
         clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof asked, &asked, nullptr));
    number("it is the same", asked == buffer);
    in.release("the part", part);
    in.release("the part of everything", same);
    struct inherited {
        const char *what;
        cl_mem_flags of_buffer;
        cl_mem_flags of_part;
    };
    const inherited all[] = {
        {"to read of one to read", CL_MEM_READ_ONLY, CL_MEM_READ_ONLY},
        {"to write of one to read", CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY},
        {"to read and write of one to read", CL_MEM_READ_ONLY, CL_MEM_READ_WRITE},
        {"to read of one to write", CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY},
        {"without flags of one to write", CL_MEM_WRITE_ONLY, 0},
        {"that the host reads of one that it writes", CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
        {"that the host writes of one that it reads", CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
        {"that the host reads of one without access", CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY},
        {"without flags of one without access", CL_MEM_HOST_NO_ACCESS, 0},
        {"without flags of one of the host", CL_MEM_ALLOC_HOST_PTR, 0},
        {"without access of one to read and write", CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS},
    };
    for (const inherited &each : all) {
        cl_mem from = clCreateBuffer(in.context, each.of_buffer, whole, nullptr, &result);
        name(from, "its buffer");
        cl_mem made = part_of(from, each.what, each.of_part, unit, unit);
        if (made != nullptr) {
            ask_memory(each.what, made);
            in.release("the part", made);
        }
        in.release("its buffer", from);
    }
}
