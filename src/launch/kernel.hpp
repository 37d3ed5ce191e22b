// Kernels: their arguments, which stay alive while they are set, and their launches, which report uses to pools.
#pragma once

#include "cl/enqueue.hpp"
#include "cl/usm.hpp"
#include "launch/argument_type.hpp"
#include "launch/program.hpp"
#include "memory/object.hpp"

#include <condition_variable>
#include <initializer_list>
#include <mutex>
#include <string>
#include <vector>

namespace clmem_core {

// A checked launch: only the first `dimensions` members of the arrays count.
struct launch {
    cl_uint dimensions;
    const std::size_t *offset;
    const std::size_t *global;
    const std::size_t *local; // NULL: the driver chooses
    cl::wait_list waits;
    bool clears; // the arguments are released
};

class kernel {
  public:
    enum class setters { clmem_alone, others_too }; // owner of the set arguments
    // It keeps the program, from which it may need a copy of the kernel.
    kernel(cl::kernel object, setters who, cl::program from = {});
    ~kernel();
    kernel(const kernel &) = delete;
    kernel &operator=(const kernel &) = delete;

    // From now on others may also set arguments; throws error.
    void share();

    // Constant. It has the latest arguments whenever no call is in progress.
    [[nodiscard]] cl_kernel object() const noexcept { return own_->object.get(); }

    // Each throws error, and then the argument is unchanged.
    void set_memory(cl_uint index, std::shared_ptr<memory_object> memory);
    void set_sampler(cl_uint index, std::shared_ptr<cl::sampler> sampler);
    void set_value(cl_uint index, const void *value, std::size_t bytes);
    void set_local(cl_uint index, std::size_t bytes);
    void set_null(cl_uint index);

    // Names the memory that it accesses through addresses in other memory, instead of that named before of the same
    // kinds; throws error.
    void set_indirect(const std::vector<std::shared_ptr<memory_object>> &memories);

    void run(cl_command_queue queue, const launch &how, cl_event *out_event);

  private:
    struct argument {
        enum class state { missing, unknown, set } is = state::missing;
        std::shared_ptr<memory_object> memory{};
        std::shared_ptr<cl::sampler> sampler{};
        std::uint64_t version = 0; // changes whenever the argument is set
    };
    // The arguments of one launch, whatever changes meanwhile.
    struct used {
        std::vector<argument> arguments;
        std::vector<std::shared_ptr<memory_object>> indirect;
    };
    // The driver's value of an argument.
    struct setting {
        cl::usm::set_pointer_argument set_pointer = nullptr; // sets an address; nullptr: clSetKernelArg does it
        const void *value = nullptr;                         // NULL: local memory of this size
        std::size_t bytes = 0;

        [[nodiscard]] bool is_by_value() const noexcept { return set_pointer == nullptr && value != nullptr; }
    };
    // A setting with a copy of its value, so that it can be set in another cl_kernel.
    class kept_setting {
      public:
        // Reserves memory, so that keep() cannot fail.
        void prepare(const setting &next) {
            if (next.is_by_value() && bytes_.capacity() < next.bytes) { bytes_.reserve(next.bytes); }
        }
        void keep(const setting &next) noexcept;
        [[nodiscard]] setting get() const noexcept;

      private:
        setting setting_;
        std::string bytes_; // a string stores short values without an allocation
    };
    // A cl_kernel that has the arguments up to a version.
    struct instance {
        // Clang 14 and 15 do not initialise aggregates in parentheses, as std::make_shared() does.
        explicit instance(cl::kernel made) noexcept : object{std::move(made)} {}

        cl::kernel object;
        std::vector<bool> had_address{}; // of each argument, for quirk::svm_arguments_stay; otherwise empty
        std::uint64_t version = 0;
        unsigned launches = 0; // in progress; no argument may be set meanwhile
    };
    class launch_scope;

    void check_index(cl_uint index) const;
    // Throws error if the argument is known to have none of the qualifiers.
    void check_qualifier(cl_uint index, std::initializer_list<cl_uint> wanted, const char *what) const;
    // Throws error if the argument is known to have one of the types, since drivers accept one OpenCL object's bytes
    // for another's.
    void check_type(cl_uint index, std::initializer_list<argument_type> refused, const char *what) const;
    // `memory` and `sampler` must stay alive while the argument is set.
    void set(cl_uint index, const setting &how, std::shared_ptr<memory_object> memory = {},
             std::shared_ptr<cl::sampler> sampler = {});
    cl_int set_in(instance &to, cl_uint index, const setting &how) const;
    // quirk::svm_arguments_stay: whether the driver refuses launches of it with this setting.
    static bool is_refused(const instance &of, cl_uint index, const setting &how);
    [[nodiscard]] bool is_refused(const instance &of) const;
    // The cl_kernel in which to set the next argument: no launch of it is in progress.
    instance &settable(std::unique_lock<std::mutex> &lock);
    [[gnu::cold]] void leave_launches(std::unique_lock<std::mutex> &lock);
    // With all arguments, but for one that is about to be set.
    [[nodiscard]] std::shared_ptr<instance> make_copy(cl_uint but = no_argument) const;
    [[gnu::cold]] [[nodiscard]] std::shared_ptr<instance> make_copy_to_set(cl_uint index) const;
    // Sets the arguments that are newer than its version; throws error.
    void bring_up_to_date(instance &behind, cl_uint but = no_argument) const;
    // Gives the program's cl_kernel the arguments that only a copy has; false if it cannot.
    bool update_own() noexcept;
    // The same after an argument is set in a copy that stays beyond a launch.
    void follow() noexcept;
    void end_launch(instance &launched) noexcept;
    // The argument's name, for messages.
    [[nodiscard]] std::string describe(cl_uint index) const;
    [[nodiscard]] cl_device_id device() const;
    void check_complete(const std::vector<argument> &arguments) const;
    void clear(const std::vector<argument> &launched);

    static constexpr cl_uint no_argument = ~cl_uint{0};
    // Intel's runtime makes no kernels of a program whose last reference is released, even while its kernels live.
    cl::program program_;
    std::vector<cl_uint> qualifiers_; // CL_KERNEL_ARG_ADDRESS_*; 0: unknown
    std::vector<argument_type> types_;
    const std::shared_ptr<instance> own_; // the one that the program knows
    const bool addresses_stay_;           // quirk::svm_arguments_stay
    // Held while OpenCL sets arguments, because it allows that to one thread at a time; launches run without it. Guards
    // what follows, and the versions and launches of instances.
    std::mutex mutex_;
    std::condition_variable idle_; // the last launch of an instance has ended
    setters who_;
    // Has all arguments. It is a copy only while `own_` lacks some, or the driver refuses launches of that.
    std::shared_ptr<instance> current_;
    std::vector<argument> arguments_;
    std::vector<kept_setting> settings_; // of the arguments that are set
    std::uint64_t last_version_ = 0;
    std::vector<std::shared_ptr<memory_object>> indirect_;
    std::uint64_t indirect_version_ = 0;
};

// One for each OpenCL kernel, however often it is imported, since the arguments belong to that.
[[nodiscard]] std::shared_ptr<kernel> make_kernel(const program &from, const char *name);
// Retains the object; throws error.
[[nodiscard]] std::shared_ptr<kernel> import_kernel(cl_kernel object);

} // namespace clmem_core
