// Images over buffers: they have the buffer's memory, whatever the program has done with the buffer before.
#include "core_program.hpp"

#include <cstring>

namespace {

constexpr std::size_t width = 1024;
constexpr std::size_t bytes = 4 * width;
constexpr std::size_t part_bytes = bytes / 2;

bool has_images(const environment &in) {
    cl_bool answer = CL_FALSE;
    check(clGetDeviceInfo(in.device, CL_DEVICE_IMAGE_SUPPORT, sizeof answer, &answer, nullptr), "clGetDeviceInfo");
    return answer == CL_TRUE;
}

cl_mem image_over(const environment &in, cl_mem buffer) {
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.image_width = width;
    description.buffer = buffer;
    cl_int code = CL_SUCCESS;
    cl_mem made = clCreateImage(in.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &code);
    check(code, "clCreateImage");
    cl_mem told = nullptr;
    check(clGetImageInfo(made, CL_IMAGE_BUFFER, sizeof told, static_cast<void *>(&told), nullptr), "clGetImageInfo");
    expect(told == buffer, "an image says over which buffer it lies");
    check(clGetMemObjectInfo(made, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof told, static_cast<void *>(&told), nullptr),
          "clGetMemObjectInfo");
    expect(told == buffer, "an image's parent is its buffer");
    return made;
}

// Reads the image, since the buffer may be another object.
void expect_image(cl_command_queue queue, cl_mem image, unsigned char value, const char *what) {
    std::vector<unsigned char> found(bytes);
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {width, 1, 1};
    check(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, found.data(), 0, nullptr, nullptr),
          "clEnqueueReadImage");
    for (const unsigned char each : found) {
        expect(each == value, what);
    }
}

void CL_CALLBACK set_first(void *arguments) {
    void *memory = nullptr;
    std::memcpy(&memory, arguments, sizeof memory);
    std::memset(memory, 9, bytes);
}

void use_in_native_kernel(const environment &in, cl_command_queue queue, cl_mem buffer, cl_mem image) {
    cl_device_exec_capabilities able = 0;
    check(clGetDeviceInfo(in.device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof able, &able, nullptr), "clGetDeviceInfo");
    if ((able & CL_EXEC_NATIVE_KERNEL) == 0) { return; }
    void *argument = nullptr;
    const void *place = &argument;
    check(clEnqueueNativeKernel(queue, set_first, &argument, sizeof argument, 1, &buffer, &place, 0, nullptr, nullptr),
          "clEnqueueNativeKernel");
    expect_image(queue, image, 9, "native kernels reach the image's memory");
}

cl_kernel kernel_that_sets(const environment &in) {
    const char *source = "kernel void set(global uchar *p, uchar value) { p[get_global_id(0)] = value; }";
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(in.context, 1, &source, nullptr, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &in.device, "", nullptr, nullptr), "clBuildProgram");
    cl_kernel made = clCreateKernel(program, "set", &code);
    check(code, "clCreateKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    return made;
}

void set_buffer(cl_kernel kernel, cl_mem buffer) {
    check(clSetKernelArg(kernel, 0, sizeof buffer, static_cast<const void *>(&buffer)), "clSetKernelArg");
}

void run_kernel(cl_command_queue queue, cl_kernel kernel, unsigned char value) {
    check(clSetKernelArg(kernel, 1, 1, &value), "clSetKernelArg");
    const std::size_t global = bytes;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

void use_part(cl_command_queue queue, cl_mem buffer, cl_mem image) {
    cl_int code = CL_SUCCESS;
    for (const std::size_t begin : {std::size_t{0}, part_bytes}) {
        const cl_buffer_region region{begin, part_bytes};
        cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
        check(code, "clCreateSubBuffer");
        fill(queue, part, part_bytes, 8);
        finish(queue);
        release(part);
    }
    expect_image(queue, image, 8, "sub-buffers reach the image's memory");
}

// Each kind of call with the buffer's handle.
void use_buffer(const environment &in, cl_command_queue queue, cl_mem buffer, cl_mem image) {
    fill(queue, buffer, bytes, 3);
    expect_image(queue, image, 3, "fills reach the image's memory");
    const std::vector<unsigned char> host(bytes, 4);
    check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, host.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
    expect_image(queue, image, 4, "writes reach the image's memory");
    expect(holds(queue, buffer, bytes, 4), "reads get what was written");
    cl_mem other = in.buffer(bytes);
    fill(queue, other, bytes, 5);
    check(clEnqueueCopyBuffer(queue, other, buffer, 0, 0, bytes, 0, nullptr, nullptr), "clEnqueueCopyBuffer");
    expect_image(queue, image, 5, "copies reach the image's memory");
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {64, bytes / 64, 1};
    fill(queue, other, bytes, 6);
    check(clEnqueueCopyBufferRect(queue, other, buffer, origin, origin, region, 0, 0, 0, 0, 0, nullptr, nullptr),
          "clEnqueueCopyBufferRect");
    expect_image(queue, image, 6, "copies of boxes reach the image's memory");
    release(other);
    cl_int code = CL_SUCCESS;
    void *const mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &code);
    check(code, "clEnqueueMapBuffer");
    std::memset(mapped, 7, bytes);
    check(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
    expect_image(queue, image, 7, "maps reach the image's memory");
    check(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, nullptr, nullptr), "clEnqueueMigrateMemObjects");
    use_part(queue, buffer, image);
    use_in_native_kernel(in, queue, buffer, image);
    cl_kernel kernel = kernel_that_sets(in);
    set_buffer(kernel, buffer);
    run_kernel(queue, kernel, 10);
    expect_image(queue, image, 10, "kernels reach the image's memory");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    expect(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 1, bytes, std::vector<char>(bytes).data(), 0, nullptr,
                               nullptr) == CL_INVALID_VALUE,
           "a read beyond the buffer is refused");
}

void end(cl_command_queue queue, cl_mem buffer, cl_mem image) {
    release(buffer);
    expect_image(queue, image, 11, "an image keeps its buffer's memory");
    release(image);
    release(queue);
}

// Without a queue there can be no commands yet.
void image_over_new_buffer() {
    const environment in;
    cl_mem buffer = in.buffer(bytes);
    cl_mem image = image_over(in, buffer);
    cl_command_queue queue = in.queue();
    use_buffer(in, queue, buffer, image);
    fill(queue, buffer, bytes, 11);
    end(queue, buffer, image);
}

// The commands before the image's creation may still run.
void image_over_used_buffer() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_mem buffer = in.buffer(bytes);
    fill(queue, buffer, bytes, 2);
    cl_mem image = image_over(in, buffer);
    expect_image(queue, image, 2, "an image has the content of its buffer");
    cl_mem second = image_over(in, buffer);
    use_buffer(in, queue, buffer, image);
    fill(queue, buffer, bytes, 11);
    expect_image(queue, second, 11, "two images over a buffer have the same memory");
    release(second);
    end(queue, buffer, image);
}

// A buffer that no command has used, in a context with several queues.
void image_beside_queues() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_command_queue other = in.queue();
    cl_mem buffer = in.buffer(bytes);
    cl_mem image = image_over(in, buffer);
    fill(other, buffer, bytes, 11);
    finish(other);
    release(other);
    end(queue, buffer, image);
}

} // namespace

int main() {
    if (has_images(environment{})) {
        image_over_new_buffer();
        image_over_used_buffer();
        image_beside_queues();
    }
    std::puts("all images are right");
}
