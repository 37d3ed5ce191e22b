// Destructor callbacks: called once, when the object's commands are complete, the last one first, a part's before those
// of its parent.
#include "core_program.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>

namespace {

constexpr std::size_t bytes = 1 << 14;

std::mutex mutex;
std::string called; // a letter for each callback

void CL_CALLBACK note(cl_mem /*memory*/, void *user) {
    const std::lock_guard lock{mutex};
    called += *static_cast<const char *>(user);
}

std::string calls() {
    const std::lock_guard lock{mutex};
    return called;
}

bool has_images(const environment &in) {
    cl_bool answer = CL_FALSE;
    check(clGetDeviceInfo(in.device, CL_DEVICE_IMAGE_SUPPORT, sizeof answer, &answer, nullptr), "clGetDeviceInfo");
    return answer == CL_TRUE;
}

bool has(const std::string &all, char one) {
    return all.find(one) != std::string::npos;
}

void set_callback(cl_mem memory, const char *letter) {
    check(clSetMemObjectDestructorCallback(memory, note, const_cast<char *>(letter)),
          "clSetMemObjectDestructorCallback");
}

// A driver may delete an object some time after its last command.
void expect_calls(const std::string &all, const char *what) {
    for (int tries = 0; tries < 5000 && calls().size() < all.size(); ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
    expect(calls() == all, what);
    const std::lock_guard lock{mutex};
    called.clear();
}

cl_mem part_of(cl_mem buffer) {
    const cl_buffer_region region{0, bytes / 2};
    cl_int code = CL_SUCCESS;
    cl_mem made = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    check(code, "clCreateSubBuffer");
    return made;
}

void idle_buffer(const environment &in, cl_command_queue queue) {
    cl_mem buffer = in.buffer(bytes);
    set_callback(buffer, "1");
    set_callback(buffer, "2");
    fill(queue, buffer, bytes, 1);
    finish(queue);
    release(buffer);
    expect_calls("21", "the callback that was set last is called first");
}

// Meanwhile no other buffer has the handle.
void pending_buffer(const environment &in, cl_command_queue queue, cl_command_queue used) {
    cl_event gate = in.user_event();
    cl_mem buffer = in.buffer(bytes);
    set_callback(buffer, "b");
    fill(used, buffer, bytes, 1, gate);
    check(clFlush(used), "clFlush");
    release(buffer);
    std::vector<cl_mem> others;
    for (int i = 0; i < 20; ++i) {
        others.push_back(in.buffer(bytes));
        fill(queue != used ? queue : used, others.back(), bytes, 2);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    expect(calls().empty(), "no callback is called while a command is pending");
    expect(std::ranges::find(others, buffer) == others.end(), "a handle is not used again before its callback");
    set(gate);
    finish(used);
    expect_calls("b", "a callback is called when the last command is complete");
    for (cl_mem other : others) {
        release(other);
    }
    release(gate);
}

// Some drivers delete a part as soon as it is released, its parent only after the command.
void pending_part(const environment &in, cl_command_queue queue, bool parent_first) {
    cl_event gate = in.user_event();
    cl_mem buffer = in.buffer(bytes);
    cl_mem part = part_of(buffer);
    set_callback(buffer, "1");
    set_callback(part, "p");
    set_callback(part, "q");
    set_callback(buffer, "2");
    fill(queue, part, bytes / 2, 1, gate);
    check(clFlush(queue), "clFlush");
    release(parent_first ? buffer : part);
    release(parent_first ? part : buffer);
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    expect(!has(calls(), '1') && !has(calls(), '2'), "a parent is not deleted while a command uses its part");
    set(gate);
    finish(queue);
    expect_calls("qp21", "a part's callbacks are called before those of its parent");
    release(gate);
}

void part_without_callbacks(const environment &in, cl_command_queue queue) {
    cl_mem buffer = in.buffer(bytes);
    cl_mem part = part_of(buffer);
    set_callback(buffer, "b");
    release(buffer);
    expect_calls("", "a part keeps its parent");
    fill(queue, part, bytes / 2, 1);
    finish(queue);
    release(part);
    expect_calls("b", "a parent ends with its last part");
}

// A map that has ended does not keep its object.
void part_that_was_mapped(const environment &in, cl_command_queue queue) {
    cl_mem buffer = in.buffer(bytes);
    cl_mem part = part_of(buffer);
    set_callback(buffer, "b");
    cl_int code = CL_SUCCESS;
    void *const mapped =
        clEnqueueMapBuffer(queue, part, CL_TRUE, CL_MAP_WRITE, 0, bytes / 2, 0, nullptr, nullptr, &code);
    check(code, "clEnqueueMapBuffer");
    check(clEnqueueUnmapMemObject(queue, part, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
    finish(queue);
    release(part);
    release(buffer);
    expect_calls("b", "an object that is not mapped any more ends with its last reference");
}

// PoCL 3.1 calls no callbacks of such an image, but those of its buffer.
void buffer_under_an_image(const environment &in, cl_command_queue queue, bool parent_first) {
    cl_mem buffer = in.buffer(bytes);
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.image_width = bytes / 4;
    description.buffer = buffer;
    cl_int code = CL_SUCCESS;
    cl_mem image = clCreateImage(in.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &code);
    check(code, "clCreateImage");
    set_callback(buffer, "b");
    cl_event gate = in.user_event();
    fill(queue, buffer, bytes, 1, gate);
    check(clFlush(queue), "clFlush");
    release(parent_first ? buffer : image);
    release(parent_first ? image : buffer);
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    expect(calls().empty(), "no callback of an image's buffer is called while a command is pending");
    set(gate);
    finish(queue);
    expect_calls("b", "the buffer under an image ends with its last reference");
    release(gate);
}

} // namespace

int main() {
    const environment in;
    cl_command_queue first = in.queue();
    for (int round = 0; round < 10; ++round) {
        idle_buffer(in, first);
        pending_buffer(in, first, first);
        pending_part(in, first, true);
        pending_part(in, first, false);
        part_without_callbacks(in, first);
        part_that_was_mapped(in, first);
        if (has_images(in)) {
            buffer_under_an_image(in, first, true);
            buffer_under_an_image(in, first, false);
        }
        cl_command_queue second = in.queue();
        pending_buffer(in, first, second);
        release(second);
    }
    release(first);
    std::puts("all callbacks are right");
}
