// Kernels: their arguments, which live as long as they are set, and their launches, which tell pools what queues use.
#pragma once

#include "cl/enqueue.hpp"
#include "launch/argument_type.hpp"
#include "launch/program.hpp"
#include "memory/object.hpp"

#include <initializer_list>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace clmem {

// What is launched, checked: of the arrays the first `dimensions` members count.
struct launch {
    cl_uint dimensions;
    const std::size_t *offset;
    const std::size_t *global;
    const std::size_t *local; // NULL: the driver chooses
    cl::wait_list waits;
    bool clears; // the arguments are not kept
};

class kernel {
  public:
    enum class setters { clmem_alone, others_too }; // who may have set arguments
    kernel(cl::kernel object, setters who);
    ~kernel();
    kernel(const kernel &) = delete;
    kernel &operator=(const kernel &) = delete;

    // From now on others may set arguments, too.
    void share();

    [[nodiscard]] cl_kernel object() const noexcept { return object_.get(); }

    // Each throws error, and leaves the argument as it was.
    void set_memory(cl_uint index, std::shared_ptr<memory_object> memory);
    void set_sampler(cl_uint index, std::shared_ptr<cl::sampler> sampler);
    void set_value(cl_uint index, const void *value, std::size_t bytes);
    void set_local(cl_uint index, std::size_t bytes);
    void set_null(cl_uint index);

    // What it reaches by addresses that lie in other memory. Replaces what was told before of the same kinds; throws error.
    void set_indirect(const std::vector<std::shared_ptr<memory_object>> &memories);

    void run(cl_command_queue queue, const launch &how, cl_event *out_event);

  private:
    struct argument {
        enum class state { missing, unknown, set } is = state::missing;
        std::shared_ptr<memory_object> memory{};
        std::shared_ptr<cl::sampler> sampler{};
        std::uint64_t version = 0; // changes whenever the argument is set
    };
    // What a launch works with, whatever becomes of the arguments meanwhile.
    struct used {
        std::vector<argument> arguments;
        std::vector<std::shared_ptr<memory_object>> indirect;
    };
    class launch_scope;

    void check_index(cl_uint index) const;
    // Throws error if the argument is known to be of none of the qualifiers.
    void check_qualifier(cl_uint index, std::initializer_list<cl_uint> wanted, const char *what) const;
    // Throws error if the argument is known to be of one of the types: drivers take the bytes of any object of OpenCL's for another.
    void check_type(cl_uint index, std::initializer_list<argument_type> refused, const char *what) const;
    // `call` gives the argument to OpenCL.
    template <class Call>
    void set(cl_uint index, argument next, Call &&call);
    // A name that tells it from the others, for messages.
    [[nodiscard]] std::string describe(cl_uint index) const;
    [[nodiscard]] cl_device_id device() const;
    void check_complete(const std::vector<argument> &arguments) const;
    // Tells the launches that are on their way of memory that they may find set.
    void use_in_launches(std::span<const std::shared_ptr<memory_object>> memories, std::unique_lock<std::mutex> &lock);
    void clear(const std::vector<argument> &launched);

    cl::kernel object_;
    std::vector<cl_uint> qualifiers_; // CL_KERNEL_ARG_ADDRESS_*; 0: not known
    std::vector<argument_type> types_;
    // Held while OpenCL sets arguments, since it lets one thread at a time do so; launches run without it.
    std::mutex mutex_;
    std::vector<argument> arguments_;
    std::uint64_t last_version_ = 0;
    std::vector<std::shared_ptr<memory_object>> indirect_;
    std::vector<cl_command_queue> launching_; // of launches that are on their way
};

// There is one for each of OpenCL's, however often it is imported: the arguments are the OpenCL kernel's.
[[nodiscard]] std::shared_ptr<kernel> make_kernel(const program &from, const char *name);
// With a reference of its own, or the caller's.
[[nodiscard]] std::shared_ptr<kernel> import_kernel(cl_kernel object, bool retain);

} // namespace clmem
