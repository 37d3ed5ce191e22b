// Images over buffers: they have the buffer's memory, whatever the program has done with the buffer before.
#include "core_program.hpp"

#include <cstdint>
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

cl_mem try_image_over(const environment &in, cl_mem buffer, cl_int &code) {
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.image_width = width;
    description.buffer = buffer;
    return clCreateImage(in.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &code);
}

cl_mem image_over(const environment &in, cl_mem buffer) {
    cl_int code = CL_SUCCESS;
    cl_mem made = try_image_over(in, buffer, code);
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

cl_kernel kernel_of(const environment &in, const char *source) {
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(in.context, 1, &source, nullptr, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &in.device, "", nullptr, nullptr), "clBuildProgram");
    cl_kernel made = clCreateKernel(program, "set", &code);
    check(code, "clCreateKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    return made;
}

cl_kernel kernel_that_sets(const environment &in) {
    return kernel_of(in, "kernel void set(global uchar *p, uchar value) { p[get_global_id(0)] = value; }");
}

void set_buffer(cl_kernel kernel, cl_mem buffer) {
    check(clSetKernelArg(kernel, 0, sizeof buffer, static_cast<const void *>(&buffer)), "clSetKernelArg");
}

void run_kernel(cl_command_queue queue, cl_kernel kernel, unsigned char value, cl_event gate = nullptr) {
    check(clSetKernelArg(kernel, 1, 1, &value), "clSetKernelArg");
    const std::size_t global = bytes;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, gate != nullptr ? 1 : 0,
                                 gate != nullptr ? &gate : nullptr, nullptr),
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

// The usual order: a kernel fills the buffer, and keeps it as an argument.
void image_over_argument() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_mem buffer = in.buffer(bytes);
    cl_kernel kernel = kernel_that_sets(in);
    set_buffer(kernel, buffer);
    run_kernel(queue, kernel, 2);
    cl_int code = CL_SUCCESS;
    cl_kernel earlier = clCloneKernel(kernel, &code);
    const bool can_clone = code == CL_SUCCESS; // not before OpenCL 2.1
    cl_mem image = image_over(in, buffer);
    expect_image(queue, image, 2, "an image has what a kernel has written");
    if (can_clone) {
        run_kernel(queue, earlier, 3);
        expect_image(queue, image, 3, "a clone that was made before the image reaches its memory");
        cl_kernel later = clCloneKernel(kernel, &code);
        check(code, "clCloneKernel");
        run_kernel(queue, later, 4);
        expect_image(queue, image, 4, "a clone of a kernel with an argument from before the image reaches its memory");
        check(clReleaseKernel(later), "clReleaseKernel");
        check(clReleaseKernel(earlier), "clReleaseKernel");
    }
    run_kernel(queue, kernel, 5);
    expect_image(queue, image, 5, "a kernel with an argument from before the image reaches its memory");
    run_kernel(queue, kernel, 11);
    end(queue, buffer, image);
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

// clEnqueueTask, and an argument that is a number with the value of the buffer's handle.
void task_with_number() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_mem buffer = in.buffer(bytes);
    cl_mem told = in.buffer(sizeof(cl_ulong));
    cl_kernel kernel = kernel_of(in, "kernel void set(global uchar *p, ulong number, global ulong *told) {"
                                     "  for (int i = 0; i < 4096; ++i) { p[i] = 11; }"
                                     "  *told = number;"
                                     "}");
    set_buffer(kernel, buffer);
    check(clSetKernelArg(kernel, 1, sizeof buffer, static_cast<const void *>(&buffer)), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof told, static_cast<const void *>(&told)), "clSetKernelArg");
    cl_mem image = image_over(in, buffer);
    check(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), "clEnqueueTask");
    expect_image(queue, image, 11, "a task with an argument from before the image reaches its memory");
    cl_ulong found = 0;
    check(clEnqueueReadBuffer(queue, told, CL_TRUE, 0, sizeof found, &found, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    expect(found == reinterpret_cast<std::uintptr_t>(buffer), "a number stays what it is");
    end(queue, buffer, image);
    release(told);
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

// What was an argument once has been replaced by an address.
void argument_replaced_by_svm() {
    const environment in;
    cl_device_svm_capabilities able = 0;
    if (clGetDeviceInfo(in.device, CL_DEVICE_SVM_CAPABILITIES, sizeof able, &able, nullptr) != CL_SUCCESS ||
        (able & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) == 0) {
        return;
    }
    cl_command_queue queue = in.queue();
    cl_mem buffer = in.buffer(bytes);
    fill(queue, buffer, bytes, 11);
    cl_kernel kernel = kernel_that_sets(in);
    set_buffer(kernel, buffer);
    void *const shared = clSVMAlloc(in.context, CL_MEM_READ_WRITE, bytes, 0);
    check(clSetKernelArgSVMPointer(kernel, 0, shared), "clSetKernelArgSVMPointer");
    cl_mem image = image_over(in, buffer);
    run_kernel(queue, kernel, 12);
    expect_image(queue, image, 11, "a kernel does not reach a buffer that is no argument any more");
    finish(queue);
    clSVMFree(in.context, shared);
    end(queue, buffer, image);
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

// Keeps a queue busy until the image has been created.
void occupy(const environment &in, cl_command_queue queue) {
    constexpr std::size_t large = std::size_t{64} << 20;
    cl_mem from = in.buffer(large);
    cl_mem to = in.buffer(large);
    for (int i = 0; i < 4; ++i) {
        check(clEnqueueCopyBuffer(queue, from, to, 0, 0, large, 0, nullptr, nullptr), "clEnqueueCopyBuffer");
    }
    release(from);
    release(to);
}

// Several queues use the buffer, and another one the image.
void image_beside_used_queues() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_command_queue other = in.queue();
    cl_mem buffer = in.buffer(bytes);
    cl_kernel kernel = kernel_that_sets(in);
    set_buffer(kernel, buffer);
    run_kernel(queue, kernel, 1);
    cl_event first = nullptr;
    check(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &first), "clEnqueueMarkerWithWaitList");
    check(clFlush(queue), "clFlush");
    occupy(in, other);
    run_kernel(other, kernel, 2, first);
    check(clFlush(other), "clFlush");
    cl_mem image = image_over(in, buffer);
    finish(other);
    release(first);
    expect_image(queue, image, 2, "an image has what the commands of several queues have written");
    cl_command_queue third = in.queue();
    run_kernel(third, kernel, 11);
    finish(third);
    release(third);
    release(other);
    end(queue, buffer, image);
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

// The commands of a queue that runs out of order are behind one another by a barrier.
void image_beside_unordered_queue() {
    const environment in;
    cl_int code = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(in.context, in.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    if (code != CL_SUCCESS) { return; }
    cl_mem buffer = in.buffer(bytes);
    cl_kernel kernel = kernel_that_sets(in);
    set_buffer(kernel, buffer);
    run_kernel(queue, kernel, 2);
    cl_mem image = image_over(in, buffer);
    check(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), "clEnqueueBarrierWithWaitList");
    expect_image(queue, image, 2, "an image has what a queue has written that runs out of order");
    run_kernel(queue, kernel, 11);
    finish(queue);
    end(queue, buffer, image);
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

// A user event holds back a queue that has nothing to do with the buffer, whose commands are complete.
void image_beside_user_event() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_command_queue other = in.queue();
    cl_mem buffer = in.buffer(bytes);
    cl_mem unrelated = in.buffer(bytes);
    cl_kernel kernel = kernel_that_sets(in);
    set_buffer(kernel, buffer);
    run_kernel(queue, kernel, 2);
    finish(queue);
    cl_event gate = in.user_event();
    fill(other, unrelated, bytes, 1, gate);
    cl_mem image = image_over(in, buffer);
    expect_image(queue, image, 2, "no image waits for a user event");
    run_kernel(queue, kernel, 11, gate);
    set(gate);
    finish(queue);
    finish(other);
    release(gate);
    release(unrelated);
    release(other);
    end(queue, buffer, image);
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

// With the layer, a driver may refuse the image. Then the buffer stays as it is, and a new one has no such limits.
void expect_image_or_refusal(const environment &in, cl_mem buffer) {
    cl_int code = CL_SUCCESS;
    cl_mem image = try_image_over(in, buffer, code);
    expect(image != nullptr || code == CL_INVALID_MEM_OBJECT, "a refused image has the driver's code");
    if (image != nullptr) { release(image); }
    cl_mem next = in.buffer(bytes);
    release(image_over(in, next));
    release(next);
}

void image_over_mapped_buffer() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_mem buffer = in.buffer(bytes);
    fill(queue, buffer, bytes, 1);
    cl_int code = CL_SUCCESS;
    void *const mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &code);
    check(code, "clEnqueueMapBuffer");
    expect_image_or_refusal(in, buffer);
    std::memset(mapped, 11, bytes);
    check(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
    expect(holds(queue, buffer, bytes, 11), "a buffer has what was written through a map");
    cl_mem image = image_over(in, buffer); // once it is not mapped any more
    end(queue, buffer, image);
}

// An image whose creation must not let any queue wait for the buffer's command.
void image_over_gated_buffer() {
    const environment in;
    cl_command_queue queue = in.queue();
    cl_command_queue other = in.queue();
    cl_mem buffer = in.buffer(bytes);
    cl_mem unrelated = in.buffer(bytes);
    cl_event gate = in.user_event();
    fill(queue, buffer, bytes, 11, gate);
    expect_image_or_refusal(in, buffer);
    fill(other, unrelated, bytes, 2);
    expect(holds(other, unrelated, bytes, 2), "another queue does not wait for the buffer's command");
    set(gate);
    finish(queue);
    release(gate);
    release(unrelated);
    release(other);
    cl_mem image = image_over(in, buffer);
    end(queue, buffer, image);
}

} // namespace

int main() {
    if (has_images(environment{})) {
        image_over_argument();
        task_with_number();
        argument_replaced_by_svm();
        image_beside_used_queues();
        image_beside_unordered_queue();
        image_beside_user_event();
        image_over_mapped_buffer();
        image_over_gated_buffer();
        image_over_new_buffer();
        image_over_used_buffer();
        image_beside_queues();
    }
    std::puts("all images are right");
}
