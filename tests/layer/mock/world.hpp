// A random OpenCL program: what one thread has in a context, and the steps that it takes. Everything it does is legal
// OpenCL, and it knows nothing of clmem. Each of its buffers is an owner for the mock, which reports commands of two
// owners on the same memory without an order between them.
#pragma once

#include "harness.hpp"
#include "plan.hpp"

#include <CL/cl_ext.h>
#include <deque>
#include <memory>
#include <vector>

namespace over_mock {

class world {
  public:
    // Without a context, it creates one.
    world(const cl_icd_dispatch &functions, const plan &of, std::uint64_t seed, cl_context shared);
    world(const world &) = delete;
    world &operator=(const world &) = delete;

    [[nodiscard]] bool is_usable() const noexcept { return context_ != nullptr; }
    void step();
    // Releases everything, while commands may still run.
    void end();

    // Reports that something is wrong.
    static void report(const char *what);
    [[nodiscard]] static std::uint64_t reports() noexcept;
    // Destructor callbacks that the driver has accepted, less those that were called.
    [[nodiscard]] static std::int64_t missing_callbacks() noexcept;

  private:
    struct known_queue {
        cl_command_queue handle;
        bool in_order;
        unsigned references;
    };
    struct object { // a buffer, or a part of one
        cl_mem handle;
        std::size_t bytes;
        unsigned references;
        std::vector<void *> maps;
    };
    struct known_buffer {
        object whole;
        std::uint64_t owner;
        std::vector<object> parts;
    };
    struct known_event {
        cl_event handle;
        cl_command_queue queue; // NULL: a user event
    };
    struct known_kernel {
        cl_kernel handle;
        std::vector<cl_mem> arguments; // of memory; NULL: none
        std::vector<cl_uint> places;   // their indices
        bool has_svm = false;
    };
    struct shared_memory {
        unsigned char *pointer;
        std::size_t bytes;
        std::uint64_t owner;
        cl_command_queue queue; // the one whose commands use it
        bool is_mapped;
        bool is_usm = false;
    };
    struct recording {
        cl_command_buffer_khr handle;
        cl_command_queue queue;
        unsigned references;
        bool is_final;
    };
    struct wait_list {
        std::vector<cl_event> events;
        [[nodiscard]] cl_uint count() const noexcept { return static_cast<cl_uint>(events.size()); }
        [[nodiscard]] const cl_event *data() const noexcept { return events.empty() ? nullptr : events.data(); }
    };

    // While it lives, a call that waits is a fault.
    [[nodiscard]] std::unique_ptr<mock::no_waits> without_waits() const {
        return plan_.forbids_waits() ? std::make_unique<mock::no_waits>() : nullptr;
    }

    // world_memory.cpp
    void create_buffer();
    void create_part();
    void release_any_buffer();
    bool unmap_all(object &of);
    void release(object &ended);
    void retain_any_buffer();
    void add_callback(object &of);
    void migrate();
    [[nodiscard]] object *any_object();

    // world_commands.cpp
    void transfer();
    void copy();
    void map();
    void read_blocking();
    void create_kernel();
    void set_argument();
    void launch();
    void native_kernel();
    void forget_argument(cl_mem handle);
    [[nodiscard]] wait_list any_events(cl_command_queue queue);
    [[nodiscard]] cl_event *wanted(cl_event &event);
    void keep(cl_int code, const cl_event &event, cl_command_queue queue); // the event that the call has written

    // world_svm.cpp
    void allocate_shared();
    void use_shared();
    void free_shared();
    void free_shared_of(cl_command_queue queue);
    void free_shared(std::size_t at, bool by_command);

    [[nodiscard]] static std::uint64_t new_owner_of_svm() noexcept;

    // world_usm.cpp
    void allocate_usm();
    void use_usm(shared_memory &of);
    void launch_on_usm(const shared_memory &of);
    void free_usm(const shared_memory &ended);

    // world_recordings.cpp
    template <class Function>
    [[nodiscard]] Function found(const char *name) const {
        return reinterpret_cast<Function>(cl_.clGetExtensionFunctionAddressForPlatform(nullptr, name));
    }
    void create_recording();
    void record();
    void execute();
    void retain_or_release_recording();
    void release_recording(std::size_t at);

    // world_queues.cpp
    void create_queue();
    void release_queue(std::size_t at);
    void retain_any_queue();
    void end_queue(std::size_t at);
    void create_user_event();
    void end_user_event(std::size_t at);
    void release_any_event();
    void wait_for_any();
    void order();
    void look_around();

    const cl_icd_dispatch &cl_;
    const plan &plan_;
    dice dice_;
    cl_context context_ = nullptr;
    bool owns_context_;
    cl_device_id device_ = nullptr;
    std::deque<known_queue> queues_;
    std::deque<known_buffer> buffers_;
    std::vector<known_event> events_; // of commands
    std::vector<cl_event> user_events_;
    cl_program program_ = nullptr;
    std::vector<known_kernel> kernels_;
    std::vector<shared_memory> shared_;
    std::vector<recording> recordings_;
};

} // namespace over_mock
