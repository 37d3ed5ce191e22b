// Maps of buffers and images. Several may be open at a time; memory that is mapped to be written is not used meanwhile.
#include "actor.hpp"

namespace {

bool is_writing(cl_map_flags flags) {
    return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
}

void begin(actor &in, mapped &&made, const command &done, bool blocking) {
    made.content.after = done;
    storage &used = *made.of->in;
    ++(is_writing(made.flags) ? used.write_maps : used.read_maps);
    made.of->is_covered = true;
    if (made.of->parent != nullptr) { made.of->parent->is_covered = true; }
    if (blocking && (made.flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0) { in.look(made.content, made.at); }
    in.maps.push_back(std::move(made));
}

} // namespace

void map_memory(actor &in) {
    if (in.maps.size() >= (in.on.draws("several maps") ? 5U : 1U)) { return end_map(in); }
    if (!in.on.draws("maps")) { return; }
    mapped made;
    made.flags = in.random.of<cl_map_flags>(
        {CL_MAP_READ, CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION});
    made.of = in.any(is_writing(made.flags));
    if (made.of == nullptr) { return; }
    // Intel's runtime sometimes refuses to end maps that have the same address.
    if (in.on.is_intel && made.of->in->read_maps != 0) { return; }
    const object &of = *made.of;
    made.offset = in.random.one_in(2) ? 0 : in.random.below(of.bytes);
    made.bytes = in.random.between(1, of.bytes - made.offset);
    const std::string what = "map of " + of.name + ", " + std::to_string(made.offset) + " + " +
                             std::to_string(made.bytes) + ", flags " + std::to_string(made.flags);
    made.content = in.content(what, of, made.offset, made.bytes);
    const bool blocking = in.random.one_in(3);
    const uses used = is_writing(made.flags) ? uses{{}, {of.in.get()}} : uses{{of.in.get()}, {}};
    const command done =
        in.enqueue(what, used, blocking, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
            cl_int code = CL_SUCCESS;
            made.at = static_cast<unsigned char *>(clEnqueueMapBuffer(queue, of.handle, blocking ? CL_TRUE : CL_FALSE,
                                                                      made.flags, made.offset, made.bytes,
                                                                      waited.count(), waited.list(), out, &code));
            return code;
        });
    if (done == nullptr) { return; }
    const object &root = of.parent != nullptr ? *of.parent : of;
    if (root.host != nullptr) { in.out.line("it lies at the host's + ", made.at - root.host->data()); }
    begin(in, std::move(made), done, blocking);
}

void end_map(actor &in) {
    if (in.maps.empty()) { return; }
    std::swap(in.maps[in.random.below(in.maps.size())], in.maps.back());
    mapped ended = std::move(in.maps.back());
    in.maps.pop_back();
    in.wait_for(ended.content.after);
    if ((ended.flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0) { in.look(ended.content, ended.at); }
    storage &used = *ended.of->in;
    if (is_writing(ended.flags)) {
        const std::vector<unsigned char> bytes = in.random.bytes(ended.bytes);
        std::copy(bytes.begin(), bytes.end(), ended.at);
        in.set_content(*ended.of, ended.offset, bytes.data(), bytes.size());
        --used.write_maps;
    } else {
        --used.read_maps;
    }
    const uses of = is_writing(ended.flags) ? uses{{}, {&used}} : uses{{&used}, {}};
    (void)in.enqueue(
        "unmap of " + ended.of->name, of, false, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
            return clEnqueueUnmapMemObject(queue, ended.of->handle, ended.at, waited.count(), waited.list(), out);
        });
}
