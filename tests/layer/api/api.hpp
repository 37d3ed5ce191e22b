// What the parts of the program share that prints how OpenCL answers. The program knows nothing of clmem.
//
// It leaves out what drivers do not check, such as boxes past a buffer's end, and what the references to an object with
// parts, images or maps, or that is an argument, are: some drivers count these.
#pragma once

#include <CL/cl.h>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

// One line, after the name of its part.
void line(const std::string &text);
void code(const std::string &call, cl_int result);
void number(const std::string &what, unsigned long long value);

// A name for a handle or a pointer, printed in its place.
void name(const void *handle, const std::string &as);

// How a question's answer is printed.
enum class kind { number, handle, text, size };

struct question {
    const char *name;
    cl_uint parameter;
    kind how = kind::number;
};

using query = std::function<cl_int(cl_uint, std::size_t, void *, std::size_t *)>;

// Asks each question with enough room and with too little, and something that nothing answers.
void ask(const std::string &of, const query &get, std::initializer_list<question> questions);
void ask_memory(const std::string &of, cl_mem memory);
void ask_image(const std::string &of, cl_mem image);
void ask_event(const std::string &of, cl_event event);

// The count of references once it is what is expected, or what it is after a second: drivers may release late.
void references(const std::string &of, cl_mem memory, cl_uint expected);
void references(const std::string &of, cl_context context, cl_uint expected);
void references(const std::string &of, cl_command_queue queue, cl_uint expected);
void references(const std::string &of, cl_event event, cl_uint expected);

// A device with a context and a queue, and what most parts need of them.
struct device {
    cl_platform_id platform = nullptr;
    cl_device_id id = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;

    device();
    ~device();
    device(const device &) = delete;
    device &operator=(const device &) = delete;

    [[nodiscard]] bool at_least(int major, int minor) const;
    [[nodiscard]] bool has_images() const;
    [[nodiscard]] std::size_t alignment() const; // of sub-buffers, in bytes
    [[nodiscard]] void *extension(const char *function) const;

    // A buffer whose creation is not what is tested, filled with 0, 1, 2 and so on.
    [[nodiscard]] cl_mem counted(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const;
    void contents(const std::string &of, cl_mem memory, std::size_t bytes) const;
    void release(const std::string &of, cl_mem memory) const;
};

[[nodiscard]] std::vector<unsigned char> counting(std::size_t bytes);
void contents(const std::string &of, const void *data, std::size_t bytes);

void contexts();
void buffers();
void parts();
void transfers();
void rectangles();
void maps();
void images();
void host_pointers();
void kernels();
void queues();
void events();
void callbacks();
void shared();
void unified();
void others();
