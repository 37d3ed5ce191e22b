#include "transfer/transfer.hpp"

#include "cl/chain.hpp"
#include "cl/usm.hpp"
#include "transfer/staging.hpp"
#include "transfer/transfer_plan.hpp"

#include <algorithm>

namespace clmem_core {

namespace {

using cl::wait_list;

// The host's side of a command: host memory, or shared memory while it is mapped.
const transfer_side &host_side(const transfer_plan &plan) {
    return plan.from.by == reach::host || plan.from.by == reach::address ? plan.from : plan.to;
}

// Calls `row` with the offsets of each row's first byte from the first row's, on either side.
template <class Row>
void each_row(const transfer_plan &plan, Row &&row) {
    for (std::size_t z = 0; z < plan.bytes[2]; ++z) {
        for (std::size_t y = 0; y < plan.bytes[1]; ++y) {
            row(z * plan.from.lies.slice + y * plan.from.lies.row, z * plan.to.lies.slice + y * plan.to.lies.row);
        }
    }
}

// Adds a command for a whole box; if a driver refuses it although it is valid, one for each of its rows.
template <class Whole, class Rows>
void add_box(cl::chain &commands, const char *function, Whole &&whole, Rows &&rows) {
    const cl_int code = commands.try_to_add(std::forward<Whole>(whole));
    // quirk::boxes_refused
    if (code == CL_MEM_COPY_OVERLAP || code == CL_INVALID_VALUE) { return std::forward<Rows>(rows)(); }
    cl::check_command(code, function);
}

// Every block of a pool is a part of a buffer.
bool fails_at_parts(const transfer_plan &plan, cl_command_queue queue) {
    const auto is_part = [](const transfer_side &side) {
        return side.by == reach::buffer && side.memory->root().whole != side.mem;
    };
    return cl::quirks_of(queue).has(cl::quirk::boxes_of_parts_crash) && (is_part(plan.from) || is_part(plan.to));
}

void copy_buffers(const transfer_plan &plan, cl::chain &commands) {
    const layout &from = plan.from.lies;
    const layout &to = plan.to.lies;
    if (plan.is_row) {
        commands.add("clEnqueueCopyBuffer", [&](const wait_list &w, cl_event *event) {
            return cl::dispatch().clEnqueueCopyBuffer(commands.queue(), plan.from.mem, plan.to.mem, from.start,
                                                      to.start, plan.bytes[0], w.count, w.events, event);
        });
        return;
    }
    const auto by_rows = [&] {
        each_row(plan, [&](std::size_t from_row, std::size_t to_row) {
            commands.add("clEnqueueCopyBuffer", [&](const wait_list &w, cl_event *event) {
                return cl::dispatch().clEnqueueCopyBuffer(commands.queue(), plan.from.mem, plan.to.mem,
                                                          from.start + from_row, to.start + to_row, plan.bytes[0],
                                                          w.count, w.events, event);
            });
        });
    };
    if (fails_at_parts(plan, commands.queue())) { return by_rows(); }
    const auto whole = [&](const wait_list &w, cl_event *event) {
        return cl::dispatch().clEnqueueCopyBufferRect(commands.queue(), plan.from.mem, plan.to.mem,
                                                      from.origin().data(), to.origin().data(), plan.bytes.data(),
                                                      from.row, from.slice, to.row, to.slice, w.count, w.events, event);
    };
    add_box(commands, "clEnqueueCopyBufferRect", whole, by_rows);
}

void write_row(const transfer_plan &plan, cl::chain &commands, cl_bool blocking, std::size_t from_row = 0,
               std::size_t to_row = 0) {
    commands.add("clEnqueueWriteBuffer", [&](const wait_list &w, cl_event *event) {
        return cl::dispatch().clEnqueueWriteBuffer(commands.queue(), plan.to.mem, blocking, plan.to.lies.start + to_row,
                                                   plan.bytes[0], plan.from.first() + from_row, w.count, w.events,
                                                   event);
    });
}

void read_row(const transfer_plan &plan, cl::chain &commands, cl_bool blocking, std::size_t from_row = 0,
              std::size_t to_row = 0) {
    commands.add("clEnqueueReadBuffer", [&](const wait_list &w, cl_event *event) {
        return cl::dispatch().clEnqueueReadBuffer(commands.queue(), plan.from.mem, blocking,
                                                  plan.from.lies.start + from_row, plan.bytes[0],
                                                  plan.to.first() + to_row, w.count, w.events, event);
    });
}

constexpr extent here{}; // of the host's side: the box begins at first()

void write_buffer(const transfer_plan &plan, cl::chain &commands, cl_bool blocking) {
    if (plan.is_row) { return write_row(plan, commands, blocking); }
    const layout &from = plan.from.lies;
    const layout &to = plan.to.lies;
    const auto whole = [&](const wait_list &w, cl_event *event) {
        return cl::dispatch().clEnqueueWriteBufferRect(commands.queue(), plan.to.mem, blocking, to.origin().data(),
                                                       here.data(), plan.bytes.data(), to.row, to.slice, from.row,
                                                       from.slice, plan.from.first(), w.count, w.events, event);
    };
    add_box(commands, "clEnqueueWriteBufferRect", whole,
            [&] { each_row(plan, [&](std::size_t a, std::size_t b) { write_row(plan, commands, CL_FALSE, a, b); }); });
}

void read_buffer(const transfer_plan &plan, cl::chain &commands, cl_bool blocking) {
    if (plan.is_row) { return read_row(plan, commands, blocking); }
    const layout &from = plan.from.lies;
    const layout &to = plan.to.lies;
    const auto whole = [&](const wait_list &w, cl_event *event) {
        return cl::dispatch().clEnqueueReadBufferRect(commands.queue(), plan.from.mem, blocking, from.origin().data(),
                                                      here.data(), plan.bytes.data(), from.row, from.slice, to.row,
                                                      to.slice, plan.to.first(), w.count, w.events, event);
    };
    add_box(commands, "clEnqueueReadBufferRect", whole,
            [&] { each_row(plan, [&](std::size_t a, std::size_t b) { read_row(plan, commands, CL_FALSE, a, b); }); });
}

// The host's pitches in the form of image commands: unused ones are 0, and the slice pitch is the distance of the
// images of a 1D array.
struct image_pitches {
    std::size_t row = 0;
    std::size_t slice = 0;
};
image_pitches pitches_of(const transfer_plan &plan, const image_shape &image) {
    const layout &lies = host_side(plan).lies;
    image_pitches pitches;
    const bool rows_apart = plan.region[1] > 1 && lies.row != plan.bytes[0];
    const bool slices_apart = plan.region[2] > 1 && lies.slice != plan.bytes[0] * plan.bytes[1];
    if (rows_apart) { pitches.row = lies.row; }
    if (slices_apart) { pitches.slice = lies.slice; }
    if (rows_apart && image.is_array_of_rows()) { pitches.slice = lies.row; }
    return pitches;
}

// Calls `row` with the origin and the region of each row of a box in an image.
template <class Row>
void each_image_row(const transfer_side &image, const extent &region, Row &&row) {
    const extent one{region[0], 1, 1};
    for (std::size_t z = 0; z < region[2]; ++z) {
        for (std::size_t y = 0; y < region[1]; ++y) {
            row({image.origin[0], image.origin[1] + y, image.origin[2] + z}, one, y, z);
        }
    }
}

void write_image(const transfer_plan &plan, cl::chain &commands, cl_bool blocking) {
    const image_pitches pitches = pitches_of(plan, plan.to.shape);
    const layout &lies = plan.from.lies;
    const auto write = [&](const extent &origin, const extent &region, const image_pitches &p, std::size_t offset,
                           cl_bool waits) {
        return [&, waits, offset](const wait_list &w, cl_event *event) {
            return cl::dispatch().clEnqueueWriteImage(commands.queue(), plan.to.mem, waits, origin.data(),
                                                      region.data(), p.row, p.slice, plan.from.first() + offset,
                                                      w.count, w.events, event);
        };
    };
    add_box(commands, "clEnqueueWriteImage", write(plan.to.origin, plan.region, pitches, 0, blocking), [&] {
        each_image_row(
            plan.to, plan.region, [&](const extent &origin, const extent &one, std::size_t y, std::size_t z) {
                commands.add("clEnqueueWriteImage", write(origin, one, {}, y * lies.row + z * lies.slice, CL_FALSE));
            });
    });
}

void read_image(const transfer_plan &plan, cl::chain &commands, cl_bool blocking) {
    const image_pitches pitches = pitches_of(plan, plan.from.shape);
    const layout &lies = plan.to.lies;
    const auto read = [&](const extent &origin, const extent &region, const image_pitches &p, std::size_t offset,
                          cl_bool waits) {
        return [&, waits, offset](const wait_list &w, cl_event *event) {
            return cl::dispatch().clEnqueueReadImage(commands.queue(), plan.from.mem, waits, origin.data(),
                                                     region.data(), p.row, p.slice, plan.to.first() + offset, w.count,
                                                     w.events, event);
        };
    };
    add_box(commands, "clEnqueueReadImage", read(plan.from.origin, plan.region, pitches, 0, blocking), [&] {
        each_image_row(
            plan.from, plan.region, [&](const extent &origin, const extent &one, std::size_t y, std::size_t z) {
                commands.add("clEnqueueReadImage", read(origin, one, {}, y * lies.row + z * lies.slice, CL_FALSE));
            });
    });
}

void copy_images(const transfer_plan &plan, cl::chain &commands) {
    const transfer_side &from = plan.from;
    const transfer_side &to = plan.to;
    commands.add("clEnqueueCopyImage", [&](const wait_list &w, cl_event *event) {
        return cl::dispatch().clEnqueueCopyImage(commands.queue(), from.mem, to.mem, from.origin.data(),
                                                 to.origin.data(), plan.region.data(), w.count, w.events, event);
    });
}

void copy_image_and_buffer(const transfer_plan &plan, cl::chain &commands) {
    const bool to_buffer = plan.from.by == reach::image;
    const transfer_side &image = to_buffer ? plan.from : plan.to;
    const transfer_side &buffer = to_buffer ? plan.to : plan.from;
    memory_object::place place{buffer.mem, 0};
    if (fails_at_parts(plan, commands.queue())) { place = buffer.memory->root(); }
    const std::size_t start = place.offset + buffer.lies.start;
    const char *const name = to_buffer ? "clEnqueueCopyImageToBuffer" : "clEnqueueCopyBufferToImage";
    const auto copy_box = [&](const extent &origin, const extent &region, std::size_t offset) {
        return [&, offset](const wait_list &w, cl_event *event) {
            const cl::table &opencl = cl::dispatch();
            return to_buffer
                       ? opencl.clEnqueueCopyImageToBuffer(commands.queue(), image.mem, place.whole, origin.data(),
                                                           region.data(), offset, w.count, w.events, event)
                       : opencl.clEnqueueCopyBufferToImage(commands.queue(), place.whole, image.mem, offset,
                                                           origin.data(), region.data(), w.count, w.events, event);
        };
    };
    const auto by_rows = [&] {
        each_image_row(image, plan.region, [&](const extent &origin, const extent &one, std::size_t y, std::size_t z) {
            commands.add(name, copy_box(origin, one, start + y * buffer.lies.row + z * buffer.lies.slice));
        });
    };
    if (!is_tight(buffer.lies, plan.bytes)) { return by_rows(); }
    add_box(commands, name, copy_box(image.origin, plan.region, start), by_rows);
}

bool is_usm(const transfer_side &side) {
    return side.by == reach::address && side.memory->access() == memory_access::usm;
}

// One command for each row, since there is none for rectangles.
void copy_addresses(const transfer_plan &plan, cl::chain &commands, cl_bool blocking) {
    const auto svm_copy = cl::dispatch().clEnqueueSVMMemcpy;
    const bool by_usm = is_usm(plan.from) || is_usm(plan.to);
    cl::usm::commands usm{};
    if (by_usm) {
        usm = cl::usm::load_commands(cl::device_of(commands.queue()));
    } else {
        cl::need(svm_copy != nullptr, commands.queue(), 200, "clEnqueueSVMMemcpy");
    }
    const char *const name = by_usm ? "clEnqueueMemcpyINTEL" : "clEnqueueSVMMemcpy";
    const auto command = by_usm ? usm.clEnqueueMemcpyINTEL : svm_copy;
    // Several commands do not block one by one: chain::finish() waits for the last.
    const cl_bool waits = plan.bytes[1] == 1 && plan.bytes[2] == 1 ? blocking : CL_FALSE;
    each_row(plan, [&](std::size_t from_row, std::size_t to_row) {
        commands.add(name, [&](const wait_list &w, cl_event *event) {
            return command(commands.queue(), waits, plan.to.first() + to_row, plan.from.first() + from_row,
                           plan.bytes[0], w.count, w.events, event);
        });
    });
}

bool is_host_reachable(const memory_object &memory) {
    const block_hold *const block = memory.block();
    return block != nullptr ? block->traits().host_reachable : memory.is_of_host();
}

// Shared memory as the host's side of one command: mapped before it and unmapped after it, all in the queue.
class mapped_meanwhile {
  public:
    mapped_meanwhile(const transfer_plan &plan, cl::chain &commands) : side_{host_side(plan)}, commands_{commands} {
        if (is_usm(side_)) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "%s: expected memory that a command can copy to or from a buffer or an image, got USM of a device; "
                 "copy it to host memory first",
                 side_.name);
        }
        const auto map = cl::dispatch().clEnqueueSVMMap;
        cl::need(map != nullptr, commands.queue(), 200, "clEnqueueSVMMap");
        const cl_map_flags flags = &side_ == &plan.from ? CL_MAP_READ : CL_MAP_WRITE;
        const std::size_t bytes = side_.lies.end(plan.bytes) - side_.lies.start;
        commands.add("clEnqueueSVMMap", [&](const wait_list &w, cl_event *event) {
            return map(commands.queue(), CL_FALSE, flags, side_.first(), bytes, w.count, w.events, event);
        });
        is_mapped_ = true;
    }
    mapped_meanwhile(const mapped_meanwhile &) = delete;
    mapped_meanwhile &operator=(const mapped_meanwhile &) = delete;
    // The caller gets the error of the failed command; the memory must not stay mapped.
    ~mapped_meanwhile() {
        if (is_mapped_) {
            is_mapped_ = !cl::try_often([this] { return try_to_unmap(); });
        }
    }

    void unmap() {
        if (!is_mapped_) { return; }
        cl::check_command(try_to_unmap(), "clEnqueueSVMUnmap");
        is_mapped_ = false;
    }

  private:
    cl_int try_to_unmap() {
        return commands_.try_to_add([&](const wait_list &w, cl_event *event) {
            return cl::dispatch().clEnqueueSVMUnmap(commands_.queue(), side_.first(), w.count, w.events, event);
        });
    }

    const transfer_side &side_;
    cl::chain &commands_;
    bool is_mapped_ = false;
};

void copy_by_host_side(const transfer_plan &plan, cl::chain &commands, cl_bool blocking) {
    if (plan.to.by == reach::buffer) { return write_buffer(plan, commands, blocking); }
    if (plan.to.by == reach::image) { return write_image(plan, commands, blocking); }
    if (plan.from.by == reach::buffer) { return read_buffer(plan, commands, blocking); }
    read_image(plan, commands, blocking);
}

void copy_objects(const transfer_plan &plan, cl::chain &commands) {
    if (plan.is_between(reach::image, reach::image)) { return copy_images(plan, commands); }
    plan.has_image ? copy_image_and_buffer(plan, commands) : copy_buffers(plan, commands);
}

// For quirk::mapped_copies_race: a buffer over the range of shared memory takes its place. The driver keeps it until
// the commands are complete.
void copy_by_wrapping(const transfer_plan &plan, cl::chain &commands) {
    transfer_plan wrapped = plan;
    transfer_side &side = plan.from.by == reach::address ? wrapped.from : wrapped.to;
    cl_int code = CL_SUCCESS;
    const cl::memory wrapper{cl::dispatch().clCreateBuffer(cl::context_of(commands.queue()), CL_MEM_USE_HOST_PTR,
                                                           side.lies.end(plan.bytes) - side.lies.start, side.first(),
                                                           &code)};
    cl::check_command(code, "clCreateBuffer");
    side.by = reach::buffer;
    side.mem = wrapper.get();
    side.lies.start = 0;
    copy_objects(wrapped, commands);
}

void enqueue(const transfer_plan &plan, cl::chain &commands, cl_bool blocking) {
    const auto is_object = [](const transfer_side &side) {
        return side.by == reach::buffer || side.by == reach::image;
    };
    if (is_object(plan.from) && is_object(plan.to)) { return copy_objects(plan, commands); }
    if (!is_object(plan.from) && !is_object(plan.to)) { return copy_addresses(plan, commands, blocking); }
    const transfer_side &other = host_side(plan);
    if (other.by == reach::host) { return copy_by_host_side(plan, commands, blocking); }
    if (is_host_reachable(*other.memory)) { return copy_by_host_side(plan, commands, CL_FALSE); }
    if (cl::quirks_of(commands.queue()).has(cl::quirk::mapped_copies_race)) { return copy_by_wrapping(plan, commands); }
    mapped_meanwhile mapped{plan, commands};
    copy_by_host_side(plan, commands, CL_FALSE);
    mapped.unmap();
}

// Whether a transfer goes through page-locked chunks.
bool is_staged(const transfer_plan &plan, cl_command_queue queue, const transfer_options &options) {
    const bool is_write = plan.from.is_pageable() && plan.to.by == reach::buffer;
    const bool is_read = plan.to.is_pageable() && plan.from.by == reach::buffer;
    if (!plan.is_row || !(is_write || is_read) || (options.flags & CLMEM_TRANSFER_DIRECT) != 0) { return false; }
    if ((options.flags & CLMEM_TRANSFER_STAGED) != 0) { return true; }
    // Staging would make a non-blocking call wait.
    return options.blocking &&
           staging::is_faster(queue, is_write ? staging::direction::write : staging::direction::read, plan.bytes[0]);
}

void copy_staged(const transfer_plan &plan, cl_command_queue queue, const wait_list &waits, cl_event *out_event) {
    if (plan.from.is_pageable()) {
        staging::write(queue, {plan.to.mem, plan.to.lies.start}, plan.from.first(), plan.bytes[0], waits);
    } else {
        staging::read(queue, {plan.from.mem, plan.from.lies.start}, plan.to.first(), plan.bytes[0], waits);
    }
    if (out_event != nullptr) { cl::enqueue_nothing(queue, {}, out_event); }
}

// When a failed call returns, the commands that it enqueued have ended. If the driver does not report that, pools
// record commands without an event.
void abandon(cl::chain &commands, std::initializer_list<const memory_object *> used) {
    if (commands.abandon()) { return; }
    for (const memory_object *memory : used) {
        if (memory != nullptr) { memory->use(commands.queue(), memory_object::event::hidden); }
    }
}

} // namespace

void copy(cl_command_queue queue, const transfer_place &source, const transfer_place &destination,
          const transfer_options &options, const cl::wait_list &waits, cl_event *out_event) {
    const transfer_plan plan = plan_transfer(source, destination, options);
    cl::chain commands{queue, waits};
    if (is_empty(plan.region)) {
        commands.add("clEnqueueMarkerWithWaitList", [&](const wait_list &w, cl_event *event) {
            cl::enqueue_nothing(queue, w, event);
            return CL_SUCCESS;
        });
        return commands.finish(options.blocking, out_event);
    }
    for (const transfer_side *side : {&plan.from, &plan.to}) {
        if (side->memory != nullptr) { side->memory->use(queue); }
    }
    if (is_staged(plan, queue, options)) { return copy_staged(plan, queue, waits, out_event); }
    try {
        enqueue(plan, commands, options.blocking && !cl::is_on_processor(queue) ? CL_TRUE : CL_FALSE);
        commands.finish(options.blocking, out_event);
    } catch (...) {
        abandon(commands, {plan.from.memory.get(), plan.to.memory.get()});
        throw;
    }
}

namespace {

using peer_copy = cl_int(CL_API_CALL *)(cl_command_queue, cl_mem from, cl_mem to, std::size_t from_offset,
                                        std::size_t to_offset, std::size_t bytes, cl_uint, const cl_event *,
                                        cl_event *);

peer_copy find_peer_copy(cl_command_queue queue) {
    const auto address = cl::dispatch().clGetExtensionFunctionAddressForPlatform;
    const auto platform = cl::value<cl_platform_id>(cl::device_of(queue), CLMEM_CL_ASK(CL_DEVICE_PLATFORM));
    const auto command =
        address != nullptr ? reinterpret_cast<peer_copy>(address(platform, "clEnqueueCopyBufferP2PAMD")) : nullptr;
    if (command == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected clEnqueueCopyBufferP2PAMD, which AMD's platform has, got a platform without it; use "
             "clmem_transfer_copy() within a context, or copy through host memory");
    }
    return command;
}

} // namespace

void copy_peer_amd(cl_command_queue queue, const std::shared_ptr<memory_object> &source,
                   const std::shared_ptr<memory_object> &destination, std::size_t bytes, const cl::wait_list &waits,
                   cl_event *out_event) {
    for (const auto &memory : {source, destination}) {
        if (memory->access() != memory_access::object) {
            fail(CLMEM_ERROR_UNSUPPORTED, "%s: expected an OpenCL buffer, got an address",
                 memory == source ? "the source" : "the destination");
        }
    }
    transfer_options options;
    options.bytes = bytes;
    transfer_place from;
    transfer_place to;
    from.memory = source;
    to.memory = destination;
    const transfer_plan plan = plan_transfer(from, to, options);
    const peer_copy command = find_peer_copy(queue);
    if (is_empty(plan.region)) { return cl::enqueue_nothing(queue, waits, out_event); }
    // A pool of the other device's context does not know this context's queues: then the block is free when the copy is
    // complete.
    const bool is_foreign = cl::value<cl_context>(plan.to.mem, CLMEM_CL_ASK(CL_MEM_CONTEXT)) != cl::context_of(queue);
    source->use(queue);
    if (!is_foreign) { destination->use(queue); }
    cl::chain commands{queue, waits};
    try {
        commands.add("clEnqueueCopyBufferP2PAMD", [&](const wait_list &w, cl_event *event) {
            return command(queue, plan.from.mem, plan.to.mem, 0, 0, plan.bytes[0], w.count, w.events, event);
        });
        commands.finish(is_foreign, out_event);
    } catch (...) {
        abandon(commands, {source.get(), is_foreign ? nullptr : destination.get()});
        throw;
    }
}

} // namespace clmem_core
