// Images of two dimensions, images over buffers, and copies between images and buffers.
#include "actor.hpp"

#include <algorithm>

namespace {

constexpr cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
constexpr std::size_t pixel = 4;

struct area {
    std::size_t origin[3] = {};
    std::size_t region[3] = {1, 1, 1};
};

area any_area(actor &in, const object &of) {
    area made;
    made.region[0] = in.random.between(1, of.width);
    made.origin[0] = in.random.below(of.width - made.region[0] + 1);
    const std::size_t height = std::max<std::size_t>(of.height, 1);
    made.region[1] = in.random.between(1, height);
    made.origin[1] = in.random.below(height - made.region[1] + 1);
    return made;
}

std::size_t offset_of(const object &of, const area &at, std::size_t y) {
    return ((at.origin[1] + y) * of.width + at.origin[0]) * pixel;
}

void create_flat(actor &in) {
    auto made = std::make_shared<object>();
    made->what = object::kind::image;
    made->width = in.random.between(1, 64);
    made->height = in.random.between(1, 64);
    made->bytes = made->width * made->height * pixel;
    made->flags = CL_MEM_READ_WRITE;
    made->in = std::make_shared<storage>(made->bytes);
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = made->width;
    description.image_height = made->height;
    cl_int code = CL_SUCCESS;
    made->handle = clCreateImage(in.context, made->flags, &format, &description, nullptr, &code);
    if (made->handle == nullptr) { return in.out.line("image: code ", code); }
    add_object(in, made, "image");
    in.out.line(made->name, " of ", made->width, " x ", made->height, ": code ", code);
}

void create_over(actor &in, const memory &parent) {
    auto made = std::make_shared<object>();
    made->what = object::kind::image_over;
    made->width = in.random.between(1, std::min<std::size_t>(parent->bytes / pixel, 4096));
    made->bytes = made->width * pixel;
    made->flags = parent->flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
    made->in = parent->in;
    made->origin = parent->origin;
    made->parent = parent;
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.image_width = made->width;
    description.buffer = parent->handle;
    cl_int code = CL_SUCCESS;
    made->handle = clCreateImage(in.context, made->flags, &format, &description, nullptr, &code);
    in.out.line("image of ", made->width, " over ", parent->name, ": code ", code);
    if (made->handle == nullptr) { return; }
    parent->is_covered = true;
    add_object(in, made, "image");
}

// PoCL 3.1 refuses images over parts, so that the layer has to move a buffer. It can do so while nothing has used it.
memory fresh_buffer(actor &in) {
    auto made = std::make_shared<object>();
    made->bytes = in.random.between(16, 4096) * pixel;
    made->flags = CL_MEM_READ_WRITE;
    made->in = std::make_shared<storage>(made->bytes);
    cl_int code = CL_SUCCESS;
    made->handle = clCreateBuffer(in.context, made->flags, made->bytes, nullptr, &code);
    add_object(in, made, "buffer");
    in.out.line(made->name, " of ", made->bytes, " bytes for an image: code ", code);
    return made;
}

} // namespace

void create_image(actor &in) {
    if (!in.on.draws("images")) { return; }
    if (!in.on.has_images || in.objects.size() >= 40) { return; }
    // The layer does not move a buffer in a program that looks for clSetKernelArgMemPointerINTEL().
    const bool may_lie_over = !in.on.is_pocl || !in.on.has_usm;
    if (in.random.one_in(2) || !may_lie_over) { return create_flat(in); }
    const memory found = in.on.is_pocl || in.random.one_in(2) ? nullptr : in.any(false);
    if (found != nullptr && found->what == object::kind::buffer && found->bytes >= pixel) {
        return create_over(in, found);
    }
    const memory fresh = fresh_buffer(in);
    create_over(in, fresh);
    if (!in.random.one_in(4)) { fill_first(in, fresh); }
}

namespace {

void write_image(actor &in, const memory &to, const area &at, bool blocking) {
    const std::size_t row = at.region[0] * pixel;
    auto from = std::make_shared<std::vector<unsigned char>>(in.random.bytes(row * at.region[1]));
    in.sources.push_back(from);
    const command done =
        in.enqueue("write of " + to->name, {{}, {to->in.get()}}, blocking,
                   [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                       return clEnqueueWriteImage(queue, to->handle, blocking ? CL_TRUE : CL_FALSE, at.origin,
                                                  at.region, 0, 0, from->data(), waited.count(), waited.list(), out);
                   });
    for (std::size_t y = 0; done != nullptr && y < at.region[1]; ++y) {
        in.set_content(*to, offset_of(*to, at, y), from->data() + y * row, row);
    }
}

void read_image(actor &in, const memory &from, const area &at, bool blocking) {
    const std::size_t row = at.region[0] * pixel;
    expected result{
        "read of " + from->name, {}, {}, nullptr, std::make_shared<std::vector<unsigned char>>(row * at.region[1])};
    for (std::size_t y = 0; y < at.region[1]; ++y) {
        const expected part = in.content("", *from, offset_of(*from, at, y), row);
        result.bytes.insert(result.bytes.end(), part.bytes.begin(), part.bytes.end());
        result.is_known.insert(result.is_known.end(), part.is_known.begin(), part.is_known.end());
    }
    result.after = in.enqueue(
        result.what, {{from->in.get()}, {}}, blocking, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
            return clEnqueueReadImage(queue, from->handle, blocking ? CL_TRUE : CL_FALSE, at.origin, at.region, 0, 0,
                                      result.host->data(), waited.count(), waited.list(), out);
        });
    if (result.after != nullptr) { in.results.push_back(std::move(result)); }
}

void fill_image(actor &in, const memory &to, const area &at) {
    const cl_uint color[4] = {in.random.byte(), in.random.byte(), in.random.byte(), in.random.byte()};
    const command done = in.enqueue("fill of " + to->name, {{}, {to->in.get()}}, false,
                                    [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                                        return clEnqueueFillImage(queue, to->handle, color, at.origin, at.region,
                                                                  waited.count(), waited.list(), out);
                                    });
    const unsigned char bytes[] = {static_cast<unsigned char>(color[0]), static_cast<unsigned char>(color[1]),
                                   static_cast<unsigned char>(color[2]), static_cast<unsigned char>(color[3])};
    for (std::size_t y = 0; done != nullptr && y < at.region[1]; ++y) {
        for (std::size_t x = 0; x < at.region[0]; ++x) {
            in.set_content(*to, offset_of(*to, at, y) + x * pixel, bytes, pixel);
        }
    }
}

// Looks at a part of an image through a map.
void map_image(actor &in, const memory &of, const area &at) {
    unsigned char *mapped_at = nullptr;
    std::size_t pitch = 0;
    const std::shared_ptr<lane> queue = in.any_lane();
    const uses used{{of->in.get()}, {}};
    const command done = in.enqueue_in(
        queue, "map of " + of->name, used, true, [&](cl_command_queue handle, const waits &waited, cl_event *out) {
            cl_int code = CL_SUCCESS;
            mapped_at = static_cast<unsigned char *>(clEnqueueMapImage(handle, of->handle, CL_TRUE, CL_MAP_READ,
                                                                       at.origin, at.region, &pitch, nullptr,
                                                                       waited.count(), waited.list(), out, &code));
            return code;
        });
    if (done == nullptr) { return; }
    of->is_covered = true;
    if (of->parent != nullptr) { of->parent->is_covered = true; }
    for (std::size_t y = 0; y < at.region[1]; ++y) {
        in.look(in.content("row of " + of->name, *of, offset_of(*of, at, y), at.region[0] * pixel),
                mapped_at + y * pitch);
    }
    (void)in.enqueue(
        "unmap of " + of->name, used, false, [&](cl_command_queue handle, const waits &waited, cl_event *out) {
            return clEnqueueUnmapMemObject(handle, of->handle, mapped_at, waited.count(), waited.list(), out);
        });
}

} // namespace

void use_image(actor &in) {
    const auto how = in.random.below(5);
    const memory found = in.any(how < 3, true);
    if (found == nullptr) { return; }
    const area at = any_area(in, *found);
    if (how < 2) { return write_image(in, found, at, in.random.one_in(4)); }
    if (how == 2 && found->what == object::kind::image) { return fill_image(in, found, at); }
    if (how == 3) { return map_image(in, found, at); }
    read_image(in, found, at, in.random.one_in(4));
}

void copy_with_image(actor &in) {
    const bool into_image = in.random.one_in(2);
    const memory image = in.any(into_image, true);
    const memory buffer = in.any(!into_image);
    if (image == nullptr || buffer == nullptr || image->in == buffer->in || image->what != object::kind::image) {
        return;
    }
    // PoCL 3.1 crashes when it copies a box from or to a part.
    if (in.on.is_pocl && buffer->what == object::kind::part) { return; }
    const area at = any_area(in, *image);
    const std::size_t row = at.region[0] * pixel;
    const std::size_t bytes = row * at.region[1];
    if (bytes > buffer->bytes) { return; }
    const std::size_t offset = in.random.below((buffer->bytes - bytes) / pixel + 1) * pixel;
    const std::string names = into_image ? buffer->name + " to " + image->name : image->name + " to " + buffer->name;
    const memory &from = into_image ? buffer : image;
    const memory &to = into_image ? image : buffer;
    const command done =
        in.enqueue("copy of " + names, {{from->in.get()}, {to->in.get()}}, false,
                   [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                       if (into_image) {
                           return clEnqueueCopyBufferToImage(queue, buffer->handle, image->handle, offset, at.origin,
                                                             at.region, waited.count(), waited.list(), out);
                       }
                       return clEnqueueCopyImageToBuffer(queue, image->handle, buffer->handle, at.origin, at.region,
                                                         offset, waited.count(), waited.list(), out);
                   });
    for (std::size_t y = 0; done != nullptr && y < at.region[1]; ++y) {
        const std::size_t in_image = offset_of(*image, at, y);
        const std::size_t in_buffer = offset + y * row;
        in.move_content(*from, into_image ? in_buffer : in_image, *to, into_image ? in_image : in_buffer, row);
    }
}
