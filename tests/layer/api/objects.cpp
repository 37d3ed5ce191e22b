// Images, and buffers with memory of the host.
#include "api.hpp"

namespace {

constexpr std::size_t bytes = 4096;
constexpr std::size_t width = 16; // of images with four bytes for each element
constexpr std::size_t height = 8;
const cl_image_format rgba{CL_RGBA, CL_UNSIGNED_INT8};

cl_mem show_image(const device &in, const std::string &what, const cl_image_desc &description, cl_mem_flags flags = 0,
                  void *host = nullptr, const cl_image_format &format = rgba) {
    cl_int result = 1;
    cl_mem made = clCreateImage(in.context, flags, &format, &description, host, &result);
    code("an image " + what, result);
    name(made, "the image " + what);
    return made;
}

cl_image_desc described(cl_mem_object_type type, cl_mem buffer) {
    cl_image_desc made{};
    made.image_type = type;
    made.image_width = width;
    made.image_height = type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? 0 : height;
    made.buffer = buffer;
    return made;
}

void image_contents(const device &in, const std::string &of, cl_mem image, std::size_t rows) {
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {width, rows, 1};
    unsigned char data[4 * width * height] = {};
    code("read of " + of,
         clEnqueueReadImage(in.queue, image, CL_TRUE, origin, region, 0, 0, data, 0, nullptr, nullptr));
    contents(of, data, 4 * width * rows);
}

void copy_image(const device &in, const std::string &of, cl_mem image, std::size_t rows) {
    const std::size_t origin[3] = {1, 0, 0};
    const std::size_t start[3] = {};
    const std::size_t region[3] = {4, 1, 1};
    cl_mem plain = in.counted(bytes);
    code("a copy of " + of + " to a buffer",
         clEnqueueCopyImageToBuffer(in.queue, image, plain, start, region, 64, 0, nullptr, nullptr));
    in.contents("the buffer", plain, 256);
    code("a copy of a buffer to " + of,
         clEnqueueCopyBufferToImage(in.queue, plain, image, 128, origin, region, 0, nullptr, nullptr));
    code("a copy of a buffer from past its end",
         clEnqueueCopyBufferToImage(in.queue, plain, image, bytes, origin, region, 0, nullptr, nullptr));
    image_contents(in, of + " after a copy", image, rows);
    in.release("the buffer", plain);
}

// Some drivers end the process if an image over a buffer is filled or copied.
void use_image(const device &in, const std::string &of, cl_mem image, std::size_t rows, bool is_whole = true) {
    ask_memory(of, image);
    ask_image(of, image);
    image_contents(in, of, image, rows);
    const std::size_t origin[3] = {1, 0, 0};
    const std::size_t start[3] = {};
    const std::size_t region[3] = {4, 1, 1};
    const std::size_t wide[3] = {width + 1, 1, 1};
    const cl_uint color[4] = {9, 8, 7, 6};
    unsigned char data[4 * width] = {1, 2, 3};
    if (is_whole) {
        code("a fill of " + of, clEnqueueFillImage(in.queue, image, color, origin, region, 0, nullptr, nullptr));
    }
    code("a write to " + of,
         clEnqueueWriteImage(in.queue, image, CL_TRUE, start, region, 0, 0, data, 0, nullptr, nullptr));
    image_contents(in, of + " after a fill and a write", image, rows);
    code("a read past the end of " + of,
         clEnqueueReadImage(in.queue, image, CL_TRUE, start, wide, 0, 0, data, 0, nullptr, nullptr));
    if (is_whole) { copy_image(in, of, image, rows); }
    cl_int result = 1;
    std::size_t pitch = 0;
    void *at = clEnqueueMapImage(in.queue, image, CL_TRUE, CL_MAP_READ, start, region, &pitch, nullptr, 0, nullptr,
                                 nullptr, &result);
    code("a map of " + of, result);
    if (at != nullptr) {
        contents("the map", at, 16);
        code("an unmap", clEnqueueUnmapMemObject(in.queue, image, at, 0, nullptr, nullptr));
    }
    clEnqueueMapImage(in.queue, image, CL_TRUE, CL_MAP_READ, start, region, nullptr, nullptr, 0, nullptr, nullptr,
                      &result);
    code("a map of " + of + " without a pitch", result);
    code("finish", clFinish(in.queue));
}

void over_buffer(const device &in, const std::string &what, cl_image_desc description, cl_mem buffer,
                 std::size_t rows) {
    description.buffer = buffer;
    cl_mem image = show_image(in, what, description);
    if (image == nullptr) { return; }
    use_image(in, "the image " + what, image, rows, false);
    in.contents("the buffer under it", buffer, bytes);
    in.release("the image", image);
}

void wrong_images(const device &in, cl_mem buffer) {
    cl_image_desc description = described(CL_MEM_OBJECT_IMAGE1D_BUFFER, buffer);
    description.image_width = bytes;
    show_image(in, "that is larger than its buffer", description);
    description = described(CL_MEM_OBJECT_IMAGE1D_BUFFER, nullptr);
    show_image(in, "over no buffer", description);
    description = described(CL_MEM_OBJECT_IMAGE2D, nullptr);
    description.image_width = 0;
    show_image(in, "of no columns", description);
    description = described(0x7777, nullptr);
    show_image(in, "of an unknown kind", description);
    description = described(CL_MEM_OBJECT_IMAGE2D, nullptr);
    description.image_row_pitch = 64;
    show_image(in, "with a pitch for no memory", description);
    description.image_row_pitch = 0;
    show_image(in, "over memory that is NULL", description, CL_MEM_USE_HOST_PTR);
    const cl_image_format unknown{0x7777, CL_UNSIGNED_INT8};
    show_image(in, "of an unknown format", description, 0, nullptr, unknown);
    cl_int result = 1;
    clCreateImage(in.context, 0, nullptr, &description, nullptr, &result);
    code("an image without a format", result);
    clCreateImage(in.context, 0, &rgba, nullptr, nullptr, &result);
    code("an image without a description", result);
    clCreateImage(nullptr, 0, &rgba, &description, nullptr, &result);
    code("an image of no context", result);
    code("a question about a buffer as an image", clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr));
    code("a question about no image", clGetImageInfo(nullptr, CL_IMAGE_WIDTH, 0, nullptr, nullptr));
}

} // namespace

void images() {
    const device in;
    if (!in.has_images()) { return line("the device has no images"); }
    cl_mem buffer = in.counted(bytes);
    name(buffer, "the buffer");
    cl_image_desc description = described(CL_MEM_OBJECT_IMAGE2D, nullptr);
    cl_mem image = show_image(in, "of two dimensions", description);
    if (image != nullptr) {
        const cl_uint color[4] = {1, 2, 3, 4};
        const std::size_t origin[3] = {};
        const std::size_t region[3] = {width, height, 1};
        code("a fill", clEnqueueFillImage(in.queue, image, color, origin, region, 0, nullptr, nullptr));
        references("the filled image", image, 1);
        use_image(in, "an image", image, height);
        in.release("it", image);
    }
    std::vector<unsigned char> host = counting(4 * width * height);
    for (const auto flags : {cl_mem_flags{CL_MEM_COPY_HOST_PTR}, cl_mem_flags{CL_MEM_USE_HOST_PTR}}) {
        image = show_image(in, "with the host's memory", description, flags, host.data());
        if (image == nullptr) { continue; }
        name(host.data(), "the host's memory");
        use_image(in, "an image with the host's memory", image, height);
        in.release("it", image);
    }
    over_buffer(in, "over a buffer", described(CL_MEM_OBJECT_IMAGE1D_BUFFER, nullptr), buffer, 1);
    if (in.at_least(2, 0)) {
        description.image_row_pitch = 256;
        over_buffer(in, "of rows in a buffer", description, buffer, height);
        description.image_row_pitch = 3;
        cl_image_desc wrong = description;
        wrong.buffer = buffer;
        show_image(in, "of rows that are too short", wrong);
    }
    const std::size_t unit = in.alignment();
    const cl_buffer_region region{unit, 2 * unit};
    cl_int result = 1;
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &result);
    code("a part", result);
    name(part, "the part");
    cl_image_desc over_part = described(CL_MEM_OBJECT_IMAGE1D_BUFFER, part);
    image = show_image(in, "over a part", over_part);
    if (image != nullptr) {
        use_image(in, "an image over a part", image, 1, false);
        in.release("the part before its image", part);
        in.release("the buffer before its image", buffer);
        image_contents(in, "the image after its buffer", image, 1);
        in.release("the image", image);
        buffer = in.counted(bytes);
    } else {
        in.release("the part", part);
    }
    wrong_images(in, buffer);
    in.contents("the buffer after wrong images", buffer, bytes);
    in.release("the buffer", buffer);
}

void host_pointers() {
    const device in;
    std::vector<unsigned char> host = counting(bytes);
    name(host.data(), "the host's memory");
    struct request {
        const char *what;
        cl_mem_flags flags;
    };
    const request all[] = {
        {"with a copy", CL_MEM_COPY_HOST_PTR},
        {"with a copy to read", CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY},
        {"with a copy of the host", CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR},
        {"with a copy without access", CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS},
        {"over memory", CL_MEM_USE_HOST_PTR},
        {"over memory to write", CL_MEM_USE_HOST_PTR | CL_MEM_WRITE_ONLY},
    };
    for (const request &each : all) {
        for (const std::size_t size : {std::size_t{4}, std::size_t{511}, bytes}) {
            host = counting(bytes);
            cl_int result = 1;
            cl_mem made = clCreateBuffer(in.context, each.flags, size, host.data(), &result);
            code(std::string("a buffer ") + each.what + " of " + std::to_string(size) + " bytes", result);
            if (made == nullptr) { continue; }
            ask_memory(each.what, made);
            cl_mem copy = in.counted(bytes);
            code("a copy", clEnqueueCopyBuffer(in.queue, made, copy, 0, 0, size, 0, nullptr, nullptr));
            in.contents("the copy", copy, bytes);
            const unsigned char nine = 9;
            code("a fill", clEnqueueFillBuffer(in.queue, made, &nine, 1, 1, 2, 0, nullptr, nullptr));
            void *at = clEnqueueMapBuffer(in.queue, made, CL_TRUE, CL_MAP_READ, 0, size, 0, nullptr, nullptr, &result);
            code("a map", result);
            if (at != nullptr) {
                number("the map is the host's memory", at == host.data());
                contents("the map", at, size);
                clEnqueueUnmapMemObject(in.queue, made, at, 0, nullptr, nullptr);
            }
            if ((each.flags & CL_MEM_USE_HOST_PTR) != 0 && size == bytes) {
                const cl_buffer_region region{in.alignment(), in.alignment()};
                cl_mem part = clCreateSubBuffer(made, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &result);
                code("a part", result);
                name(host.data() + in.alignment(), "the host's memory of the part");
                name(made, "the buffer");
                if (part != nullptr) {
                    ask_memory("the part", part);
                    in.release("the part", part);
                }
            }
            code("finish", clFinish(in.queue));
            contents("the host's memory", host.data(), bytes);
            in.release("the copy", copy);
            in.release("the buffer", made);
        }
    }
}
