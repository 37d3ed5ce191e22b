// Commands between buffers and the host.
#include "api.hpp"

namespace {

constexpr std::size_t bytes = 4096;

struct boxes {
    const char *what;
    std::size_t buffer_origin[3];
    std::size_t host_origin[3];
    std::size_t region[3];
    std::size_t pitches[4]; // rows and slices of the buffer, then of the host's memory
};

const boxes all_boxes[] = {
    {"one row", {3, 0, 0}, {5, 0, 0}, {16, 1, 1}, {0, 0, 0, 0}},
    {"four rows", {8, 1, 0}, {0, 0, 0}, {16, 4, 1}, {64, 0, 32, 0}},
    {"two slices", {8, 1, 1}, {4, 1, 0}, {16, 4, 2}, {64, 512, 32, 160}},
    {"with its own pitches", {0, 0, 0}, {0, 0, 0}, {32, 8, 4}, {0, 0, 0, 0}},
    {"up to the end", {0, 0, 3}, {0, 0, 0}, {64, 16, 1}, {64, 1024, 64, 0}},
    {"of no rows", {0, 0, 0}, {0, 0, 0}, {4, 0, 1}, {64, 0, 64, 0}},
    {"of no slices", {0, 0, 0}, {0, 0, 0}, {4, 4, 0}, {64, 0, 64, 0}},
    {"with rows shorter than the box", {0, 0, 0}, {0, 0, 0}, {16, 4, 1}, {8, 0, 64, 0}},
    {"with rows of the host shorter than the box", {0, 0, 0}, {0, 0, 0}, {16, 4, 1}, {64, 0, 8, 0}},
    {"with slices that are too short", {0, 0, 0}, {0, 0, 0}, {16, 4, 2}, {64, 128, 64, 0}},
    {"with slices that are no multiple of rows", {0, 0, 0}, {0, 0, 0}, {16, 4, 2}, {64, 300, 64, 0}},
};

void wrong_lists(const device &in, cl_mem buffer) {
    unsigned char data[16] = {};
    cl_event none = nullptr;
    code("a read that waits for a list at NULL",
         clEnqueueReadBuffer(in.queue, buffer, CL_TRUE, 0, 16, data, 1, nullptr, nullptr));
    code("a read that waits for no event in a list",
         clEnqueueReadBuffer(in.queue, buffer, CL_TRUE, 0, 16, data, 1, &none, nullptr));
    code("a write that waits for a list at NULL",
         clEnqueueWriteBuffer(in.queue, buffer, CL_TRUE, 0, 16, data, 1, nullptr, nullptr));
    code("a fill that waits for a list at NULL",
         clEnqueueFillBuffer(in.queue, buffer, data, 1, 0, 16, 1, nullptr, nullptr));
    code("a copy that waits for a list at NULL",
         clEnqueueCopyBuffer(in.queue, buffer, buffer, 0, 64, 16, 1, nullptr, nullptr));
}

void wrong_reads_and_writes(const device &in, cl_mem buffer) {
    unsigned char data[64] = {};
    struct place {
        const char *what;
        std::size_t at;
        std::size_t size;
    };
    const place places[] = {{"past the end", bytes - 8, 16},
                            {"that begins past the end", bytes + 1, 1},
                            {"of more than the buffer", 0, bytes + 1},
                            {"of no bytes", 0, 0}};
    for (const place &each : places) {
        const std::string what = each.what;
        code("a read " + what,
             clEnqueueReadBuffer(in.queue, buffer, CL_TRUE, each.at, each.size, data, 0, nullptr, nullptr));
        code("a write " + what,
             clEnqueueWriteBuffer(in.queue, buffer, CL_TRUE, each.at, each.size, data, 0, nullptr, nullptr));
        code("a fill " + what, clEnqueueFillBuffer(in.queue, buffer, data, 1, each.at, each.size, 0, nullptr, nullptr));
        code("a copy " + what,
             clEnqueueCopyBuffer(in.queue, buffer, buffer, each.at, 2048, each.size, 0, nullptr, nullptr));
        code("a copy to a place " + what,
             clEnqueueCopyBuffer(in.queue, buffer, buffer, 2048, each.at, each.size, 0, nullptr, nullptr));
    }
    code("a read to NULL", clEnqueueReadBuffer(in.queue, buffer, CL_TRUE, 0, 16, nullptr, 0, nullptr, nullptr));
    code("a write from NULL", clEnqueueWriteBuffer(in.queue, buffer, CL_TRUE, 0, 16, nullptr, 0, nullptr, nullptr));
    code("a read of no buffer", clEnqueueReadBuffer(in.queue, nullptr, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
    code("a write to no buffer", clEnqueueWriteBuffer(in.queue, nullptr, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
    code("a fill of no buffer", clEnqueueFillBuffer(in.queue, nullptr, data, 1, 0, 16, 0, nullptr, nullptr));
    code("a copy from no buffer", clEnqueueCopyBuffer(in.queue, nullptr, buffer, 0, 0, 16, 0, nullptr, nullptr));
    code("a copy to no buffer", clEnqueueCopyBuffer(in.queue, buffer, nullptr, 0, 0, 16, 0, nullptr, nullptr));
    code("a read without a queue", clEnqueueReadBuffer(nullptr, buffer, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
    code("a fill without a queue", clEnqueueFillBuffer(nullptr, buffer, data, 1, 0, 16, 0, nullptr, nullptr));
}

void fills(const device &in, cl_mem buffer) {
    const std::vector<unsigned char> pattern = counting(256);
    for (const std::size_t size : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U}) {
        const std::string what = "a pattern of " + std::to_string(size) + " bytes";
        code("a fill with " + what,
             clEnqueueFillBuffer(in.queue, buffer, pattern.data() + size, size, 256, 512, 0, nullptr, nullptr));
        in.contents("the buffer filled with " + what, buffer, 1024);
    }
    for (const std::size_t size : {0U, 3U, 5U, 12U, 256U}) {
        code("a fill with a pattern of " + std::to_string(size) + " bytes",
             clEnqueueFillBuffer(in.queue, buffer, pattern.data(), size, 0, 256, 0, nullptr, nullptr));
    }
    code("a fill at an odd place",
         clEnqueueFillBuffer(in.queue, buffer, pattern.data(), 4, 2, 16, 0, nullptr, nullptr));
    code("a fill of half a pattern",
         clEnqueueFillBuffer(in.queue, buffer, pattern.data(), 4, 4, 6, 0, nullptr, nullptr));
    code("a fill without a pattern", clEnqueueFillBuffer(in.queue, buffer, nullptr, 4, 4, 16, 0, nullptr, nullptr));
    in.contents("the buffer after wrong fills", buffer, 1024);
}

} // namespace

void transfers() {
    const device in;
    cl_mem buffer = in.counted(bytes);
    cl_mem target = in.counted(bytes);
    in.contents("the buffer", buffer, bytes);
    std::vector<unsigned char> host(bytes, 9);
    cl_event event = nullptr;
    code("a write that does not wait",
         clEnqueueWriteBuffer(in.queue, buffer, CL_FALSE, 100, 200, host.data(), 0, nullptr, &event));
    code("a copy that waits for it", clEnqueueCopyBuffer(in.queue, buffer, target, 90, 1000, 220, 1, &event, nullptr));
    code("a fill", clEnqueueFillBuffer(in.queue, buffer, host.data(), 1, 150, 10, 0, nullptr, nullptr));
    code("a read that does not wait",
         clEnqueueReadBuffer(in.queue, target, CL_FALSE, 0, bytes, host.data(), 1, &event, nullptr));
    code("finish", clFinish(in.queue));
    contents("what was read", host.data() + 1000, 256);
    in.contents("the buffer", buffer, bytes);
    ask_event("a write's event", event);
    code("its release", clReleaseEvent(event));
    code("a copy inside a buffer that overlaps",
         clEnqueueCopyBuffer(in.queue, buffer, buffer, 0, 8, 16, 0, nullptr, nullptr));
    code("a copy inside a buffer", clEnqueueCopyBuffer(in.queue, buffer, buffer, 0, 16, 16, 0, nullptr, nullptr));
    wrong_reads_and_writes(in, buffer);
    in.contents("the buffer after wrong commands", buffer, bytes);
    fills(in, buffer);
    code("a migration", clEnqueueMigrateMemObjects(in.queue, 1, &buffer, 0, 0, nullptr, nullptr));
    const cl_mem both[] = {buffer, target};
    code("a migration of two to the host",
         clEnqueueMigrateMemObjects(in.queue, 2, both, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, nullptr));
    code("a migration of nothing", clEnqueueMigrateMemObjects(in.queue, 0, nullptr, 0, 0, nullptr, nullptr));
    code("a migration of a list at NULL", clEnqueueMigrateMemObjects(in.queue, 1, nullptr, 0, 0, nullptr, nullptr));
    code("a migration with an unknown flag",
         clEnqueueMigrateMemObjects(in.queue, 1, &buffer, cl_mem_migration_flags{1} << 40, 0, nullptr, nullptr));
    in.contents("the migrated buffer", buffer, bytes);
    in.release("the buffer right after a command", buffer);
    wrong_lists(in, target);
    in.release("the target", target);
}

void rectangles() {
    const device in;
    for (const boxes &each : all_boxes) {
        const std::string what = std::string("a box ") + each.what;
        cl_mem buffer = in.counted(bytes);
        cl_mem target = in.counted(bytes);
        std::vector<unsigned char> host(2 * bytes, 5);
        code("a read of " + what,
             clEnqueueReadBufferRect(in.queue, buffer, CL_TRUE, each.buffer_origin, each.host_origin, each.region,
                                     each.pitches[0], each.pitches[1], each.pitches[2], each.pitches[3], host.data(), 0,
                                     nullptr, nullptr));
        contents("the host's memory", host.data(), host.size());
        code("a write of " + what,
             clEnqueueWriteBufferRect(in.queue, target, CL_TRUE, each.buffer_origin, each.host_origin, each.region,
                                      each.pitches[0], each.pitches[1], each.pitches[2], each.pitches[3],
                                      counting(2 * bytes).data(), 0, nullptr, nullptr));
        in.contents("the target", target, bytes);
        code("a copy of " + what,
             clEnqueueCopyBufferRect(in.queue, buffer, target, each.buffer_origin, each.host_origin, each.region,
                                     each.pitches[0], each.pitches[1], each.pitches[2], each.pitches[3], 0, nullptr,
                                     nullptr));
        in.contents("the target", target, bytes);
        code("a copy to the same buffer of " + what,
             clEnqueueCopyBufferRect(in.queue, buffer, buffer, each.buffer_origin, each.buffer_origin, each.region,
                                     each.pitches[0], each.pitches[1], each.pitches[0], each.pitches[1], 0, nullptr,
                                     nullptr));
        code("finish", clFinish(in.queue));
        in.release("the buffer", buffer);
        in.release("the target", target);
    }
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {4, 4, 1};
    unsigned char data[64] = {};
    cl_mem buffer = in.counted(bytes);
    code("a read of a box to NULL", clEnqueueReadBufferRect(in.queue, buffer, CL_TRUE, origin, origin, region, 8, 0, 8,
                                                            0, nullptr, 0, nullptr, nullptr));
    code("a write of a box from NULL", clEnqueueWriteBufferRect(in.queue, buffer, CL_TRUE, origin, origin, region, 8, 0,
                                                                8, 0, nullptr, 0, nullptr, nullptr));
    code("a read of a box of no buffer", clEnqueueReadBufferRect(in.queue, nullptr, CL_TRUE, origin, origin, region, 8,
                                                                 0, 8, 0, data, 0, nullptr, nullptr));
    in.release("the buffer", buffer);
}

void maps() {
    const device in;
    cl_mem buffer = in.counted(bytes);
    cl_int result = 1;
    const auto map = [&](const char *what, cl_mem of, cl_map_flags flags, std::size_t at, std::size_t size) {
        result = 1;
        void *made = clEnqueueMapBuffer(in.queue, of, CL_TRUE, flags, at, size, 0, nullptr, nullptr, &result);
        code(std::string("a map ") + what, result);
        return static_cast<unsigned char *>(made);
    };
    const auto unmap = [&](const char *what, cl_mem of, void *at) {
        code(std::string("an unmap ") + what, clEnqueueUnmapMemObject(in.queue, of, at, 0, nullptr, nullptr));
        code("finish", clFinish(in.queue));
    };
    const auto count = [](const char *what, cl_mem of) {
        cl_uint maps = 99;
        clGetMemObjectInfo(of, CL_MEM_MAP_COUNT, sizeof maps, &maps, nullptr);
        number(std::string("maps of ") + what, maps);
    };
    unsigned char *first = map("to read", buffer, CL_MAP_READ, 0, bytes);
    contents("the map", first, bytes);
    count("the buffer", buffer);
    unsigned char *second = map("to read a part", buffer, CL_MAP_READ, 1000, 100);
    contents("the map", second, 100);
    number("the maps are as far apart as the places", static_cast<unsigned long long>(second - first));
    count("the buffer", buffer);
    unmap("of the first", buffer, first);
    count("the buffer", buffer);
    unmap("of the second", buffer, second);
    count("the buffer", buffer);
    first = map("to write", buffer, CL_MAP_WRITE, 16, 64);
    if (first != nullptr) { first[3] = 200; }
    unmap("after writing", buffer, first);
    in.contents("the buffer after it", buffer, bytes);
    first = map("to write all of it", buffer, CL_MAP_WRITE_INVALIDATE_REGION, 64, 16);
    for (int i = 0; first != nullptr && i < 16; ++i) {
        first[i] = static_cast<unsigned char>(100 + i);
    }
    unmap("after writing all of it", buffer, first);
    in.contents("the buffer after it", buffer, bytes);
    map("past the end", buffer, CL_MAP_READ, 0, bytes + 1);
    map("that begins past the end", buffer, CL_MAP_READ, bytes + 1, 1);
    map("of no bytes", buffer, CL_MAP_READ, 0, 0);
    map("to read and to write all of it", buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 16);
    map("with an unknown flag", buffer, cl_map_flags{1} << 40, 0, 16);
    map("of no buffer", nullptr, CL_MAP_READ, 0, 16);
    code("an unmap of no buffer", clEnqueueUnmapMemObject(in.queue, nullptr, buffer, 0, nullptr, nullptr));
    code("an unmap of NULL", clEnqueueUnmapMemObject(in.queue, buffer, nullptr, 0, nullptr, nullptr));
    code("an unmap of other memory", clEnqueueUnmapMemObject(in.queue, buffer, &result, 0, nullptr, nullptr));
    count("the buffer after wrong calls", buffer);
    cl_event event = nullptr;
    void *late = clEnqueueMapBuffer(in.queue, buffer, CL_FALSE, CL_MAP_READ, 0, 16, 0, nullptr, &event, &result);
    code("a map that does not wait", result);
    code("a wait for it", clWaitForEvents(1, &event));
    ask_event("a map's event", event);
    code("its release", clReleaseEvent(event));
    contents("the map", late, 16);
    code("an unmap with an event", clEnqueueUnmapMemObject(in.queue, buffer, late, 0, nullptr, &event));
    code("finish", clFinish(in.queue));
    ask_event("an unmap's event", event);
    code("its release", clReleaseEvent(event));
    const std::size_t unit = in.alignment();
    if (2 * unit <= bytes) {
        const cl_buffer_region region{unit, unit};
        cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &result);
        code("a part", result);
        first = map("of a part", part, CL_MAP_READ, 0, unit);
        contents("the map", first, unit);
        count("the part", part);
        map("of a part past its end", part, CL_MAP_READ, 1, unit);
        code("an unmap of a part's map by its buffer's end", clFinish(in.queue));
        unmap("of a part", part, first);
        count("the part", part);
        in.release("the part", part);
    }
    in.release("the buffer", buffer);
}
