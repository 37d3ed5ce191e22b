// Objects over buffers, and maps, keep the memory that they use.
#include "core_program.hpp"

#include <chrono>
#include <thread>

namespace {

constexpr std::size_t bytes = 1 << 16;
constexpr std::size_t width = 64; // of images with four bytes for each element
constexpr std::size_t height = 64;

cl_mem part_of(cl_mem buffer, std::size_t part_bytes) {
    const cl_buffer_region region{0, part_bytes};
    cl_int code = CL_SUCCESS;
    cl_mem made = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    check(code, "clCreateSubBuffer");
    return made;
}

// NULL where the driver has no such images.
cl_mem image_over(const environment &in, cl_mem buffer) {
    cl_bool has_images = CL_FALSE;
    check(clGetDeviceInfo(in.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, nullptr),
          "clGetDeviceInfo");
    if (has_images == CL_FALSE) { return nullptr; }
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    description.image_row_pitch = 4 * width;
    description.buffer = buffer;
    return clCreateImage(in.context, CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr);
}

unsigned char *map_buffer(cl_command_queue queue, cl_mem memory) {
    cl_int code = CL_SUCCESS;
    void *const mapped = clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &code);
    check(code, "clEnqueueMapBuffer");
    return static_cast<unsigned char *>(mapped);
}

unsigned char *map_image(cl_command_queue queue, cl_mem image) {
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {width, height, 1};
    std::size_t row = 0;
    cl_int code = CL_SUCCESS;
    void *const mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, region, &row, nullptr, 0,
                                           nullptr, nullptr, &code);
    check(code, "clEnqueueMapImage");
    return static_cast<unsigned char *>(mapped);
}

void unmap(cl_command_queue queue, cl_mem memory, void *mapped) {
    check(clEnqueueUnmapMemObject(queue, memory, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
}

// New buffers with a content, which no use of released memory may change.
class others {
  public:
    others(const environment &in, cl_command_queue queue) : queue_{queue} {
        for (int i = 0; i < 4; ++i) {
            made_.push_back(in.buffer(bytes));
            fill(queue, made_.back(), bytes, 2);
        }
        finish(queue);
    }
    ~others() {
        for (cl_mem made : made_) {
            release(made);
        }
    }
    others(const others &) = delete;
    others &operator=(const others &) = delete;

    void check_content(const char *what) const {
        for (cl_mem made : made_) {
            expect(holds(queue_, made, bytes, 2), what);
        }
    }

  private:
    cl_command_queue queue_;
    std::vector<cl_mem> made_;
};

// Writes to all of a map after its object, and what that lies over, have been released. Some drivers refuse to unmap an
// object then.
void write_map(const environment &in, cl_command_queue queue, unsigned char *mapped, std::size_t mapped_bytes,
               const char *what) {
    const others after{in, queue};
    for (std::size_t at = 0; at < mapped_bytes; ++at) {
        mapped[at] = 7;
    }
    after.check_content(what);
}

void mapped_part(const environment &in, cl_command_queue queue) {
    cl_mem buffer = in.buffer(bytes);
    cl_mem part = part_of(buffer, bytes);
    unsigned char *const mapped = map_buffer(queue, part);
    release(part);
    release(buffer);
    write_map(in, queue, mapped, bytes, "a mapped sub-buffer keeps its memory");
}

// Two maps of a sub-buffer: the first one that ends does not release the memory.
void part_mapped_twice(const environment &in, cl_command_queue queue) {
    cl_mem buffer = in.buffer(bytes);
    cl_mem part = part_of(buffer, bytes);
    unsigned char *const first = map_buffer(queue, part);
    unsigned char *const second = map_buffer(queue, part);
    release(buffer);
    unmap(queue, part, first);
    finish(queue);
    release(part);
    write_map(in, queue, second, bytes, "a sub-buffer that is mapped twice keeps its memory");
}

// Two maps of a buffer, which another thread ends one after the other. Some drivers refuse that after the release.
void buffer_mapped_twice(const environment &in, cl_command_queue queue) {
    cl_mem buffer = in.buffer(bytes);
    unsigned char *const first = map_buffer(queue, buffer);
    unsigned char *const second = map_buffer(queue, buffer);
    release(buffer);
    std::thread{[&] { (void)clEnqueueUnmapMemObject(queue, buffer, first, 0, nullptr, nullptr); }}.join();
    write_map(in, queue, second, bytes, "a buffer that is still mapped keeps its memory");
    std::thread{[&] { (void)clEnqueueUnmapMemObject(queue, buffer, second, 0, nullptr, nullptr); }}.join();
    finish(queue);
}

// A sub-buffer that has been mapped and is not any more ends with its last reference.
void unmapped_part(const environment &in, cl_command_queue queue) {
    for (int round = 0; round < 50; ++round) {
        cl_mem buffer = in.buffer(bytes);
        cl_mem part = part_of(buffer, bytes);
        unsigned char *const mapped = map_buffer(queue, part);
        check(clRetainMemObject(part), "clRetainMemObject");
        release(part);
        unmap(queue, part, mapped);
        finish(queue);
        cl_uint references = 0;
        check(clGetMemObjectInfo(part, CL_MEM_REFERENCE_COUNT, sizeof references, &references, nullptr),
              "clGetMemObjectInfo");
        expect(references == 1, "maps do not count as references");
        release(part);
        release(buffer);
    }
}

void mapped_image(const environment &in, cl_command_queue queue) {
    cl_mem buffer = in.buffer(bytes);
    cl_mem image = image_over(in, buffer);
    if (image == nullptr) { return release(buffer); }
    unsigned char *const mapped = map_image(queue, image);
    release(image);
    release(buffer);
    write_map(in, queue, mapped, 4 * width * height, "a mapped image over a buffer keeps its memory");
}

// The image keeps the sub-buffer, and that the buffer.
void image_over_part(const environment &in, cl_command_queue queue) {
    cl_mem buffer = in.buffer(bytes);
    cl_mem part = part_of(buffer, bytes / 2);
    cl_mem image = image_over(in, part);
    release(part);
    release(buffer);
    if (image == nullptr) { return; }
    const others after{in, queue};
    const cl_uint color[4] = {7, 7, 7, 7};
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {width, height, 1};
    check(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr), "clEnqueueFillImage");
    finish(queue);
    after.check_content("an image over a sub-buffer keeps its memory");
    release(image);
}

cl_uint references_of(cl_mem memory) {
    cl_uint found = 0;
    check(clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof found, &found, nullptr), "clGetMemObjectInfo");
    return found;
}

// Some drivers release references some time after a command.
void expect_same_references(cl_mem first, cl_mem second, const char *what) {
    for (int tries = 0; tries < 500 && references_of(first) != references_of(second); ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    expect(references_of(first) == references_of(second), what);
}

// A buffer that may be pooled counts its references as one that is the driver's own.
void same_references(const environment &in, cl_command_queue queue) {
    std::vector<unsigned char> host(bytes, 1);
    cl_mem plain = in.buffer(bytes);
    cl_mem own = in.buffer(bytes, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.data());
    cl_mem const part[] = {part_of(plain, bytes), part_of(own, bytes)};
    expect_same_references(plain, own, "a buffer counts its parts as the driver does");
    unsigned char *const mapped[] = {map_buffer(queue, part[0]), map_buffer(queue, part[1])};
    expect_same_references(plain, own, "a buffer counts the maps of its parts as the driver does");
    unsigned char *const all[] = {map_buffer(queue, plain), map_buffer(queue, own)};
    expect_same_references(plain, own, "a buffer counts its maps as the driver does");
    unmap(queue, part[0], mapped[0]);
    unmap(queue, part[1], mapped[1]);
    finish(queue);
    expect_same_references(plain, own, "a buffer counts the maps that its parts had as the driver does");
    unmap(queue, plain, all[0]);
    unmap(queue, own, all[1]);
    finish(queue);
    expect_same_references(plain, own, "a buffer counts the maps that it had as the driver does");
    release(part[0]);
    release(part[1]);
    expect_same_references(plain, own, "a buffer counts the parts that it had as the driver does");
    release(plain);
    release(own);
}

} // namespace

int main() {
    const environment in;
    cl_command_queue queue = in.queue();
    for (int round = 0; round < 5; ++round) {
        mapped_part(in, queue);
        part_mapped_twice(in, queue);
        buffer_mapped_twice(in, queue);
        unmapped_part(in, queue);
        mapped_image(in, queue);
        image_over_part(in, queue);
        same_references(in, queue);
    }
    release(queue);
    std::puts("all contents are right");
}
