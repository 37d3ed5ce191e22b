// What OpenCL reports of contexts and memory objects.
#include "core_program.hpp"

#include <chrono>
#include <thread>

namespace {

constexpr std::size_t bytes = 1 << 16;

cl_uint references_of(cl_context context) {
    cl_uint count = 0;
    check(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr), "clGetContextInfo");
    return count;
}

// In some drivers, a context's objects count as references to it.
void context_references() {
    const environment in;
    expect(references_of(in.context) == 1, "a new context has one reference");
    cl_command_queue queue = in.queue();
    const cl_uint of_queue = references_of(in.context) - 1;
    std::vector<cl_mem> made;
    for (int i = 0; i < 10; ++i) {
        made.push_back(in.buffer(bytes));
        fill(queue, made.back(), bytes, 1);
    }
    finish(queue);
    expect(references_of(in.context) == 1 + 11 * of_queue, "each object counts like a queue");
    void *const shared = clSVMAlloc(in.context, CL_MEM_READ_WRITE, bytes, 0);
    const cl_uint of_objects = references_of(in.context) - 1 - of_queue;
    const cl_uint of_shared = of_objects - 10 * of_queue;
    // PoCL 6.0 makes a buffer for each allocation, too.
    const bool is_counted = of_shared == of_queue || of_shared == 2 * of_queue;
    expect(shared != nullptr ? is_counted : of_shared == 0, "so does shared virtual memory");
    check(clRetainContext(in.context), "clRetainContext");
    expect(references_of(in.context) == 2 + of_queue + of_objects, "the program's references count");
    check(clReleaseContext(in.context), "clReleaseContext");
    for (cl_mem each : made) {
        release(each);
    }
    if (shared != nullptr) { clSVMFree(in.context, shared); }
    release(queue);
    for (int tries = 0; tries < 1000 && references_of(in.context) != 1; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1}); // a driver may release a command's objects late
    }
    expect(references_of(in.context) == 1, "a context without objects has one reference");
}

bool uses_svm(cl_mem memory) {
    cl_bool answer = CL_FALSE;
    check(clGetMemObjectInfo(memory, CL_MEM_USES_SVM_POINTER, sizeof answer, &answer, nullptr), "clGetMemObjectInfo");
    return answer == CL_TRUE;
}

void image_over_svm(const environment &in, void *shared) {
    cl_bool has_images = CL_FALSE;
    check(clGetDeviceInfo(in.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, nullptr),
          "clGetDeviceInfo");
    if (has_images == CL_FALSE) { return; }
    const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = 64;
    description.image_height = 64;
    cl_int code = CL_SUCCESS;
    cl_mem image =
        clCreateImage(in.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, &format, &description, shared, &code);
    check(code, "clCreateImage");
    expect(uses_svm(image), "an image over shared virtual memory says so");
    release(image);
}

// Whether the memory is one allocation of the driver or one of several in a slab.
void objects_over_svm(const environment &in) {
    void *const before = clSVMAlloc(in.context, CL_MEM_READ_WRITE, bytes, 0);
    void *const shared = clSVMAlloc(in.context, CL_MEM_READ_WRITE, bytes, 0);
    if (before == nullptr || shared == nullptr) { return; }
    constexpr cl_mem_flags over = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
    cl_mem buffer = in.buffer(bytes, over, shared);
    expect(uses_svm(buffer), "a buffer over shared virtual memory says so");
    release(buffer);
    image_over_svm(in, shared);
    cl_int code = CL_SUCCESS;
    cl_mem larger = clCreateBuffer(in.context, over, 4 * bytes, shared, &code);
    expect(larger == nullptr && code == CL_INVALID_BUFFER_SIZE, "no buffer is larger than the memory it lies over");
    cl_mem plain = in.buffer(bytes);
    expect(!uses_svm(plain), "other buffers do not use shared virtual memory");
    release(plain);
    clSVMFree(in.context, shared);
    clSVMFree(in.context, before);
}

cl_mem_flags flags_of(cl_mem memory) {
    cl_mem_flags flags = 0;
    check(clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof flags, &flags, nullptr), "clGetMemObjectInfo");
    return flags;
}

// The test runs this over a driver that ends the process after a few creations.
void flags_many_times(const environment &in) {
    constexpr cl_mem_flags access[] = {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
    for (const cl_mem_flags flags : access) {
        cl_mem buffer = in.buffer(bytes, flags);
        const cl_buffer_region region{0, bytes};
        cl_int code = CL_SUCCESS;
        cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
        check(code, "clCreateSubBuffer");
        for (int i = 0; i < 200; ++i) {
            expect((flags_of(buffer) & flags) == flags, "a buffer has its flags");
            expect((flags_of(part) & flags) == flags, "a sub-buffer has the flags of its buffer");
        }
        release(part);
        release(buffer);
    }
}

// Two blocks of one slab, and pitches that differ.
void event_of_a_box(const environment &in) {
    cl_command_queue queue = in.queue();
    cl_mem from = in.buffer(bytes);
    cl_mem to = in.buffer(bytes);
    fill(queue, from, bytes, 1);
    fill(queue, to, bytes, 2);
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {16, 3, 1};
    cl_event event = nullptr;
    check(clEnqueueCopyBufferRect(queue, from, to, origin, origin, region, 32, 0, 16, 0, 0, nullptr, &event),
          "clEnqueueCopyBufferRect");
    cl_command_type type = 0;
    check(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), "clGetEventInfo");
    expect(type == CL_COMMAND_COPY_BUFFER_RECT, "the event of a copied box tells its command");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    std::vector<unsigned char> found(bytes);
    check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, bytes, found.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
    expect(found[0] == 1 && found[47] == 1 && found[48] == 2,
           "all rows of a box are copied when its event is complete");
    release(event);
    release(from);
    release(to);
    release(queue);
}

} // namespace

int main() {
    context_references();
    const environment in;
    event_of_a_box(in);
    objects_over_svm(in);
    flags_many_times(in);
    std::puts("all answers are right");
}
