// Reads, writes, copies and fills of buffers, as bytes or as rectangles.
#include "actor.hpp"

#include <algorithm>

namespace {

struct range {
    std::size_t offset = 0;
    std::size_t bytes = 0;
};

range any_range(actor &in, const object &of) {
    if (in.random.one_in(3)) { return {0, of.bytes}; }
    const std::size_t offset = in.random.below(of.bytes);
    return {offset, in.random.between(1, of.bytes - offset)};
}

std::string shown(const range &of) {
    return ", " + std::to_string(of.offset) + " + " + std::to_string(of.bytes);
}

using bytes = std::vector<unsigned char>;

} // namespace

void write_buffer(actor &in) {
    const memory to = in.any(true);
    if (to == nullptr) { return; }
    const range part = any_range(in, *to);
    const bool blocking = in.random.one_in(5);
    auto from = std::make_shared<bytes>(in.random.bytes(part.bytes));
    in.sources.push_back(from);
    const command done =
        in.enqueue("write of " + to->name + shown(part), {{}, {to->in.get()}}, blocking,
                   [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                       return clEnqueueWriteBuffer(queue, to->handle, blocking ? CL_TRUE : CL_FALSE, part.offset,
                                                   part.bytes, from->data(), waited.count(), waited.list(), out);
                   });
    if (done != nullptr) { in.set_content(*to, part.offset, from->data(), part.bytes); }
}

void read_buffer(actor &in) {
    const memory from = in.any(false);
    if (from == nullptr) { return; }
    const range part = any_range(in, *from);
    const bool blocking = in.random.one_in(4);
    const auto to = std::make_shared<bytes>(part.bytes);
    const std::string what = "read of " + from->name + shown(part);
    expected result = in.content(what, *from, part.offset, part.bytes);
    result.host = to;
    result.after = in.enqueue(
        what, {{from->in.get()}, {}}, blocking, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
            return clEnqueueReadBuffer(queue, from->handle, blocking ? CL_TRUE : CL_FALSE, part.offset, part.bytes,
                                       to->data(), waited.count(), waited.list(), out);
        });
    if (result.after == nullptr) { return; }
    if (blocking) {
        in.look(result, to->data());
    } else {
        in.results.push_back(std::move(result));
    }
}

void copy_buffer(actor &in) {
    const memory from = in.any(false);
    const memory to = in.any(true);
    if (from == nullptr || to == nullptr || from->in == to->in) { return; }
    const std::size_t count = in.random.between(1, std::min(from->bytes, to->bytes));
    const std::size_t from_offset = in.random.below(from->bytes - count + 1);
    const std::size_t to_offset = in.random.below(to->bytes - count + 1);
    const std::string what =
        "copy of " + from->name + shown({from_offset, count}) + " to " + to->name + shown({to_offset, count});
    const command done =
        in.enqueue(what, {{from->in.get()}, {to->in.get()}}, false,
                   [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                       return clEnqueueCopyBuffer(queue, from->handle, to->handle, from_offset, to_offset, count,
                                                  waited.count(), waited.list(), out);
                   });
    if (done != nullptr) { in.move_content(*from, from_offset, *to, to_offset, count); }
}

void fill_buffer(actor &in) {
    const memory to = in.any(true);
    if (to == nullptr) { return; }
    const std::size_t unit = std::size_t{1} << in.random.below(in.random.one_in(4) ? 8 : 4);
    if (to->bytes < unit) { return; }
    const std::size_t units = to->bytes / unit;
    const std::size_t first = in.random.one_in(2) ? 0 : in.random.below(units);
    const range part{first * unit, in.random.between(1, units - first) * unit};
    const bytes pattern = in.random.bytes(unit);
    const command done = in.enqueue("fill of " + to->name + shown(part), {{}, {to->in.get()}}, false,
                                    [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                                        return clEnqueueFillBuffer(queue, to->handle, pattern.data(), unit, part.offset,
                                                                   part.bytes, waited.count(), waited.list(), out);
                                    });
    if (done == nullptr) { return; }
    for (std::size_t at = 0; at < part.bytes; at += unit) {
        in.set_content(*to, part.offset + at, pattern.data(), unit);
    }
}

namespace {

// A box of rows in a buffer, and a tight one at the host or in another buffer.
struct box {
    std::size_t origin[3] = {};
    std::size_t region[3] = {1, 1, 1};
    std::size_t row = 0;
    std::size_t slice = 0;

    [[nodiscard]] std::size_t offset(std::size_t y, std::size_t z) const {
        return origin[0] + (origin[1] + y) * row + (origin[2] + z) * slice;
    }
    [[nodiscard]] std::size_t bytes() const { return region[0] * region[1] * region[2]; }
};

// One that fits; false if the buffer is too small.
bool draw_box(actor &in, const object &of, box &made) {
    if (of.bytes < 64) { return false; }
    made.row = in.random.between(8, 64);
    const std::size_t rows = of.bytes / made.row;
    const std::size_t height = in.random.between(1, std::min<std::size_t>(rows, 6));
    made.slice = made.row * height;
    const std::size_t slices = std::min<std::size_t>(of.bytes / made.slice, 4);
    if (slices == 0) { return false; }
    made.region[2] = in.random.between(1, slices);
    made.origin[2] = in.random.below(slices - made.region[2] + 1);
    made.region[1] = in.random.between(1, height);
    made.origin[1] = in.random.below(height - made.region[1] + 1);
    made.region[0] = in.random.between(1, made.row);
    made.origin[0] = in.random.below(made.row - made.region[0] + 1);
    return true;
}

std::string shown(const box &of) {
    return ", box of " + std::to_string(of.region[0]) + " x " + std::to_string(of.region[1]) + " x " +
           std::to_string(of.region[2]) + " at " + std::to_string(of.offset(0, 0));
}

constexpr std::size_t nowhere[3] = {};

void write_box(actor &in, const memory &to, const box &at, bool blocking) {
    auto from = std::make_shared<bytes>(in.random.bytes(at.bytes()));
    in.sources.push_back(from);
    const command done =
        in.enqueue("write of " + to->name + shown(at), {{}, {to->in.get()}}, blocking,
                   [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                       return clEnqueueWriteBufferRect(queue, to->handle, blocking ? CL_TRUE : CL_FALSE, at.origin,
                                                       nowhere, at.region, at.row, at.slice, 0, 0, from->data(),
                                                       waited.count(), waited.list(), out);
                   });
    if (done == nullptr) { return; }
    for (std::size_t z = 0; z < at.region[2]; ++z) {
        for (std::size_t y = 0; y < at.region[1]; ++y) {
            in.set_content(*to, at.offset(y, z), from->data() + (z * at.region[1] + y) * at.region[0], at.region[0]);
        }
    }
}

void read_box(actor &in, const memory &from, const box &at, bool blocking) {
    expected result{"read of " + from->name + shown(at), {}, {}, nullptr, std::make_shared<bytes>(at.bytes())};
    for (std::size_t z = 0; z < at.region[2]; ++z) {
        for (std::size_t y = 0; y < at.region[1]; ++y) {
            const expected row = in.content("", *from, at.offset(y, z), at.region[0]);
            result.bytes.insert(result.bytes.end(), row.bytes.begin(), row.bytes.end());
            result.is_known.insert(result.is_known.end(), row.is_known.begin(), row.is_known.end());
        }
    }
    result.after = in.enqueue(
        result.what, {{from->in.get()}, {}}, blocking, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
            return clEnqueueReadBufferRect(queue, from->handle, blocking ? CL_TRUE : CL_FALSE, at.origin, nowhere,
                                           at.region, at.row, at.slice, 0, 0, result.host->data(), waited.count(),
                                           waited.list(), out);
        });
    if (result.after != nullptr) { in.results.push_back(std::move(result)); }
}

void copy_box(actor &in, const memory &from, const box &at, const memory &to) {
    box there = at;
    there.row = at.region[0] + in.random.below(5);
    there.slice = there.row * (at.region[1] + in.random.below(2));
    for (std::size_t &each : there.origin) {
        each = 0;
    }
    if (from->in == to->in || there.offset(at.region[1], at.region[2]) > to->bytes) { return; }
    const command done = in.enqueue(
        "copy of " + from->name + shown(at) + " to " + to->name, {{from->in.get()}, {to->in.get()}}, false,
        [&](cl_command_queue queue, const waits &waited, cl_event *out) {
            return clEnqueueCopyBufferRect(queue, from->handle, to->handle, at.origin, there.origin, at.region, at.row,
                                           at.slice, there.row, there.slice, waited.count(), waited.list(), out);
        });
    if (done == nullptr) { return; }
    for (std::size_t z = 0; z < at.region[2]; ++z) {
        for (std::size_t y = 0; y < at.region[1]; ++y) {
            in.move_content(*from, at.offset(y, z), *to, there.offset(y, z), at.region[0]);
        }
    }
}

} // namespace

void use_rectangle(actor &in) {
    const unsigned how = static_cast<unsigned>(in.random.below(3));
    const memory found = in.any(how == 0);
    box at;
    if (found == nullptr || !draw_box(in, *found, at)) { return; }
    if (how == 0) { return write_box(in, found, at, in.random.one_in(4)); }
    if (how == 1) { return read_box(in, found, at, in.random.one_in(4)); }
    const memory to = in.any(true);
    // PoCL 3.1 crashes when it copies a box from or to a part.
    const auto is_part = [](const memory &each) { return each->what == object::kind::part; };
    if (to == nullptr || (in.on.is_pocl && (is_part(found) || is_part(to)))) { return; }
    copy_box(in, found, at, to);
}

void migrate(actor &in) {
    const memory found = in.any(false);
    if (found == nullptr) { return; }
    const cl_mem_migration_flags flags = in.random.one_in(2) ? CL_MIGRATE_MEM_OBJECT_HOST : 0;
    (void)in.enqueue("migration of " + found->name, {{}, {found->in.get()}}, false,
                     [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                         return clEnqueueMigrateMemObjects(queue, 1, &found->handle, flags, waited.count(),
                                                           waited.list(), out);
                     });
}
