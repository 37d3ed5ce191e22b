// One thread of a random program: its objects, what they must hold, and what it does with them.
#pragma once

#include "dice.hpp"
#include "order.hpp"

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

struct machine {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    bool is_pocl = false;
    bool is_intel = false;
    bool has_images = false;
    bool has_native_kernels = false;
    bool has_clones = false; // OpenCL 2.1
    bool has_usm = false;
    cl_device_svm_capabilities svm = 0;
    std::size_t alignment = 1; // of sub-buffers, in bytes
    machine();
    // False for what the environment variable RANDOM_WITHOUT names (main.cpp).
    [[nodiscard]] bool draws(std::string_view what) const { return std::ranges::find(without, what) == without.end(); }
    std::vector<std::string> without;
};

// The destructor callbacks of one object, in the order in which they were called.
struct farewells {
    std::string name;
    std::shared_ptr<farewells> parent;
    std::mutex mutex;
    std::vector<std::string> called; // with the mutex
    unsigned expected = 0;
    bool is_gone = false; // the object and its parts
    [[nodiscard]] std::size_t count();
};

// Host memory for buffers, which begins at a page. If its address is less aligned, Intel's runtime refuses some fills of
// sub-buffers, so that what a program prints would depend on malloc().
template <class Value>
struct page_allocator {
    using value_type = Value;
    static constexpr std::align_val_t page{4096};
    [[nodiscard]] Value *allocate(std::size_t count) {
        return static_cast<Value *>(::operator new(count * sizeof(Value), page));
    }
    void deallocate(Value *at, std::size_t) noexcept { ::operator delete(at, page); }
    friend bool operator==(const page_allocator &, const page_allocator &) = default;
};
using pages = std::vector<unsigned char, page_allocator<unsigned char>>;

// Memory that commands use: a buffer, a part of one, an image, or memory with an address.
struct object {
    enum class kind { buffer, part, image, image_over, svm, usm };
    kind what = kind::buffer;
    unsigned number = 0;
    cl_mem handle = nullptr;
    void *address = nullptr; // of SVM and USM
    cl_mem_flags flags = 0;
    std::shared_ptr<storage> in;
    std::size_t origin = 0; // in the storage
    std::size_t bytes = 0;
    std::size_t width = 0; // of an image, in pixels of 4 bytes
    std::size_t height = 0;
    cl_uint references = 1;
    std::shared_ptr<object> parent;
    pages *host = nullptr;    // CL_MEM_USE_HOST_PTR
    bool is_argument = false; // or was one: some drivers refer to it for longer
    bool is_covered = false;  // or was, by a part, an image or a map: likewise
    std::shared_ptr<farewells> last;
    std::string name;

    object() = default;
    ~object() {
        if (last != nullptr) { last->is_gone = true; }
    }
    object(const object &) = delete;
    object &operator=(const object &) = delete;
};
using memory = std::shared_ptr<object>;

// A read or a map whose result is looked at once the command is complete.
struct expected {
    std::string what;
    std::vector<unsigned char> bytes;
    std::vector<unsigned char> is_known;
    command after;
    std::shared_ptr<std::vector<unsigned char>> host; // of a read
};

struct mapped {
    memory of;
    unsigned char *at = nullptr;
    std::size_t offset = 0;
    std::size_t bytes = 0;
    cl_map_flags flags = 0;
    expected content;
};

struct kernel_slot {
    enum class kind { mix, add, move };
    kind what = kind::mix;
    cl_kernel handle = nullptr;
    unsigned number = 0;
    std::array<memory, 3> arguments; // NULL: not set, or released since
    cl_uint factor = 0;
};

class actor {
  public:
    actor(const machine &on, cl_context in, std::uint64_t seed, transcript &to);
    actor(const actor &) = delete;
    actor &operator=(const actor &) = delete;

    void add_queue(cl_command_queue shared, bool in_order);
    void run(std::size_t steps);
    // Ends all commands, looks at all results, and prints what is determined only then.
    void become_quiet();
    void release_everything();

    const machine &on;
    cl_context const context;
    bool uses_usm = false;
    bool holds_back = false; // all commands wait for a user event, if there is one
    dice random;
    transcript &out;
    std::atomic<unsigned> event_callbacks{0};
    std::vector<std::shared_ptr<lane>> lanes;
    std::vector<std::shared_ptr<gate>> gates;
    std::vector<memory> objects;
    std::vector<mapped> maps;
    std::vector<expected> results;
    std::vector<kernel_slot> kernels;
    std::vector<std::shared_ptr<std::vector<unsigned char>>> sources; // of writes; until the actor is quiet
    std::vector<command> watched;                                     // commands whose events are asked later
    std::vector<std::unique_ptr<pages>> kept;
    std::vector<std::shared_ptr<farewells>> farewell;
    std::vector<std::thread> openers; // of gates
    cl_program program = nullptr;
    std::map<const void *, std::string> names;
    unsigned last_number = 0;
    unsigned expected_callbacks = 0;

    [[nodiscard]] std::shared_ptr<lane> any_lane();
    // An object whose memory commands may read or write now; NULL if none was found.
    [[nodiscard]] memory any(bool writes, bool images = false);
    [[nodiscard]] std::string named(const void *handle) const;
    [[nodiscard]] unsigned next() { return ++last_number; }

    // What a command on some memory has to wait for, in a queue.
    [[nodiscard]] waits before(lane &queue, const uses &of);
    command after(const std::shared_ptr<lane> &queue, const waits &waited, cl_event event, const uses &of);
    // Opens what holds a blocking call back.
    void open_for(lane &queue, const waits &waited);
    void open(const gate_set &closed);
    void wait_for(const command &done);

    // Enqueues a command: `enqueue(queue, waits, out_event)` returns OpenCL's code. NULL if OpenCL refused it.
    template <class Enqueue>
    command enqueue(const std::string &what, const uses &of, bool blocking, Enqueue &&call) {
        const std::shared_ptr<lane> queue = any_lane();
        return enqueue_in(queue, what, of, blocking, call);
    }
    template <class Enqueue>
    command enqueue_in(const std::shared_ptr<lane> &queue, const std::string &what, const uses &of, bool blocking,
                       Enqueue &&call) {
        const waits waited = before(*queue, of);
        if (blocking) { open_for(*queue, waited); }
        cl_event event = nullptr;
        // Without an event, later commands depend on this one by a marker.
        const bool is_named = !queue->in_order || queue->is_shared || !random.one_in(4);
        const cl_int code = call(queue->handle, waited, is_named ? &event : nullptr);
        out.line(what, " in queue ", queue->number, blocking ? ", blocking" : "", ": code ", code);
        if (code != CL_SUCCESS) { return nullptr; }
        return after(queue, waited, event, of);
    }

    // Looks at a result now.
    void look(const expected &result, const unsigned char *found);
    void look_at_results();
    [[nodiscard]] expected content(const std::string &what, const object &of, std::size_t offset, std::size_t bytes);
    void set_content(object &of, std::size_t offset, const unsigned char *bytes, std::size_t count);
    void move_content(const object &from, std::size_t from_offset, object &to, std::size_t to_offset,
                      std::size_t count);
    void forget(const memory &gone);

  private:
    void one_step();
    [[nodiscard]] cl_event event_of(const command &done);
};

[[nodiscard]] std::uint64_t sum_of(const unsigned char *bytes, const std::vector<unsigned char> &is_known);

// The steps that an actor takes: one function for each kind.
void create_buffer(actor &in);
void create_part(actor &in);
void create_image(actor &in);
void create_svm(actor &in);
void release_object(actor &in);
void release(actor &in, const memory &object);
void free_svm(actor &in, const memory &object);
void show_destructor_callbacks(actor &in);
void add_object(actor &in, const memory &made, const char *kind);
void fill_first(actor &in, const memory &made);
void retain_object(actor &in);
void ask_object(actor &in);
void ask_references(actor &in, const memory &of);

void write_buffer(actor &in);
void read_buffer(actor &in);
void copy_buffer(actor &in);
void fill_buffer(actor &in);
void use_rectangle(actor &in);
void migrate(actor &in);

void map_memory(actor &in);
void end_map(actor &in);

void use_image(actor &in);
void copy_with_image(actor &in);

void use_svm(actor &in);
[[nodiscard]] cl_int set_pointer(actor &in, cl_kernel kernel, cl_uint index, const object &wanted);

void set_up_kernels(actor &in);
void set_argument(actor &in);
void launch_kernel(actor &in);
void clone_kernel(actor &in);
void launch_native(actor &in);
void release_kernels(actor &in);
void move_by_kernel(actor &in, const memory &from, const memory &to);
[[nodiscard]] bool can_be_native(const actor &in, const memory &from, const memory &to);
void move_natively(actor &in, const memory &from, const memory &to);

void use_temporaries(actor &in);

void change_queues(actor &in);
void create_gate(actor &in);
void use_gates(actor &in);
void synchronise(actor &in);
void ask_queue(actor &in);
void ask_event(actor &in);
void add_event_callback(actor &in);
void add_destructor_callback(actor &in);

void misuse(actor &in);
