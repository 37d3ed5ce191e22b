// Short lives: buffers that are released while all of their commands are held back. Memory that is used again too early
// shows in what these commands move, or in the buffers that come next.
#include "actor.hpp"

#include <algorithm>

namespace {

memory create(actor &in, std::size_t bytes) {
    auto made = std::make_shared<object>();
    made->bytes = bytes;
    made->flags = CL_MEM_READ_WRITE;
    made->in = std::make_shared<storage>(bytes);
    cl_int code = CL_SUCCESS;
    made->handle = clCreateBuffer(in.context, made->flags, bytes, nullptr, &code);
    add_object(in, made, "buffer");
    in.out.line(made->name, " of ", bytes, " bytes for a short time: code ", code);
    return made;
}

memory part_of(actor &in, const memory &parent) {
    auto made = std::make_shared<object>();
    made->what = object::kind::part;
    made->bytes = parent->bytes;
    made->flags = parent->flags;
    made->in = parent->in;
    made->parent = parent;
    const cl_buffer_region region{0, made->bytes};
    cl_int code = CL_SUCCESS;
    made->handle = clCreateSubBuffer(parent->handle, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    parent->is_covered = true;
    add_object(in, made, "part");
    in.out.line(made->name, " of ", parent->name, ": code ", code);
    return made;
}

// Moves as many bytes as fit from one buffer to another.
void move(actor &in, const memory &from, const memory &to) {
    const std::size_t bytes = std::min(from->bytes, to->bytes);
    const auto how = in.random.below(4);
    if (how < 2) { return move_by_kernel(in, from, to); }
    if (how == 2 && can_be_native(in, from, to)) { return move_natively(in, from, to); }
    const command done = in.enqueue("copy of " + from->name + " to " + to->name, {{from->in.get()}, {to->in.get()}},
                                    false, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                                        return clEnqueueCopyBuffer(queue, from->handle, to->handle, 0, 0, bytes,
                                                                   waited.count(), waited.list(), out);
                                    });
    if (done != nullptr) { in.move_content(*from, 0, *to, 0, bytes); }
}

} // namespace

void use_temporaries(actor &in) {
    const memory source = in.any(false);
    const memory target = in.any(true);
    constexpr cl_mem_flags refused = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    if (source == nullptr || target == nullptr || source->in == target->in) { return; }
    if (((source->flags | target->flags) & refused) != 0 || source->last != nullptr || target->last != nullptr) {
        return;
    }
    const std::size_t bytes =
        in.random.of({std::size_t{256}, std::size_t{1024}, std::size_t{4096}, std::size_t{65536}});
    const memory between = create(in, bytes);
    const memory used = in.random.one_in(3) ? part_of(in, between) : between;
    fill_first(in, between);
    if (in.random.one_in(2)) {
        for (const std::shared_ptr<lane> &each : in.lanes) {
            in.open(each->gates);
            in.open_for(*each, {});
            in.out.line("finish of queue ", each->number, ": code ", clFinish(each->handle));
        }
    }
    std::erase_if(in.gates, [](const std::shared_ptr<gate> &each) { return each->is_open.load(); });
    if (in.gates.empty()) { create_gate(in); }
    in.holds_back = !in.random.one_in(4);
    move(in, source, used);
    move(in, used, target);
    in.holds_back = false;
    if (used != between) { release(in, used); }
    release(in, between);
    for (std::size_t count = in.random.between(1, 3); count > 0; --count) {
        fill_first(in, create(in, bytes));
    }
}
