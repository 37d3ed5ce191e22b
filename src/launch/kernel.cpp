#include "launch/kernel.hpp"

#include "cl/query.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace clmem_core {

namespace {

// One property of an argument; false if OpenCL does not know it.
bool ask(cl_kernel object, cl_uint index, cl_kernel_arg_info what, std::size_t bytes, void *answer,
         std::size_t *out_bytes = nullptr) {
    const auto get = cl::dispatch().clGetKernelArgInfo;
    return get != nullptr && get(object, index, what, bytes, answer, out_bytes) == CL_SUCCESS;
}

cl_uint qualifier_of(cl_kernel object, cl_uint index) {
    cl_kernel_arg_address_qualifier qualifier = 0;
    return ask(object, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof qualifier, &qualifier) ? qualifier : 0;
}

argument_type type_of(cl_kernel object, cl_uint index) {
    std::size_t bytes = 0;
    std::string name;
    if (ask(object, index, CL_KERNEL_ARG_TYPE_NAME, 0, nullptr, &bytes)) { name.resize(bytes); }
    const bool is_told = !name.empty() && ask(object, index, CL_KERNEL_ARG_TYPE_NAME, bytes, name.data());
    return is_told ? type_by_name(name.c_str()) : argument_type::other;
}

cl_device_id first_device(cl_kernel object) {
    const auto context = cl::value<cl_context>(object, CLMEM_CL_ASK(CL_KERNEL_CONTEXT));
    return cl::list<cl_device_id>(context, CLMEM_CL_ASK(CL_CONTEXT_DEVICES)).at(0);
}

// Memory that a kernel accesses indirectly, grouped by clSetKernelExecInfo's properties.
enum class indirect_kind { svm, of_host, usm };
constexpr indirect_kind indirect_kinds[] = {indirect_kind::svm, indirect_kind::of_host, indirect_kind::usm};

indirect_kind indirect_kind_of(const memory_object &memory) {
    if (memory.access() == memory_access::usm) { return indirect_kind::usm; }
    if (memory.access() != memory_access::svm) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected SVM or USM, which kernels can reach through pointers stored in memory, got another kind");
    }
    return memory.is_of_host() ? indirect_kind::of_host : indirect_kind::svm;
}

void tell(cl_kernel object, cl_kernel_exec_info what, std::size_t bytes, const void *value) {
    cl::check_command(cl::dispatch().clSetKernelExecInfo(object, what, bytes, value), "clSetKernelExecInfo");
}

std::vector<const void *> pointers_of(const std::vector<std::shared_ptr<memory_object>> &memories, indirect_kind kind) {
    std::vector<const void *> pointers;
    for (const auto &memory : memories) {
        if (indirect_kind_of(*memory) == kind) { pointers.push_back(memory->pointer()); }
    }
    return pointers;
}

void tell_indirect(cl_kernel object, indirect_kind kind, const std::vector<const void *> &pointers,
                   cl_device_id device) {
    const cl_bool yes = CL_TRUE;
    if (pointers.empty()) { return; }
    switch (kind) {
    case indirect_kind::svm:
        return tell(object, CL_KERNEL_EXEC_INFO_SVM_PTRS, pointers.size() * sizeof(void *), pointers.data());
    case indirect_kind::of_host:
        return tell(object, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes);
    case indirect_kind::usm: // quirk::usm_needs_flags
        for (const auto &[capabilities, property] : cl::usm::indirect_access) {
            if (cl::value_or<cl_bitfield>(device, capabilities, 0) != 0) { tell(object, property, sizeof yes, &yes); }
        }
    }
}

// `task` says what clmem does, for the message.
cl::kernel create(cl_program from, const char *name, const char *task) {
    cl_int code = CL_SUCCESS;
    cl::kernel object{cl::dispatch().clCreateKernel(from, name, &code)};
    if (code != CL_SUCCESS) { fail_opencl(code, "cannot %s the kernel \"%s\": %s", task, name, status_name(code)); }
    return object;
}

// Nothing if the driver refuses, as Intel's does once the program has no reference.
cl::program program_of(cl_kernel object) {
    cl_program from = nullptr;
    const cl_int code = cl::dispatch().clGetKernelInfo(object, CL_KERNEL_PROGRAM, sizeof from, &from, nullptr);
    const bool is_retained = code == CL_SUCCESS && cl::dispatch().clRetainProgram(from) == CL_SUCCESS;
    return is_retained ? cl::program{from} : cl::program{};
}

struct known_kernels {
    std::mutex mutex;
    std::unordered_map<cl_kernel, std::weak_ptr<kernel>> by_object;

    std::shared_ptr<kernel> find(cl_kernel object) {
        const std::lock_guard lock{mutex};
        const auto at = by_object.find(object);
        return at != by_object.end() ? at->second.lock() : nullptr;
    }
    // Returns the one that another thread added first, if there is one.
    std::shared_ptr<kernel> add(std::shared_ptr<kernel> made) {
        const std::lock_guard lock{mutex};
        std::weak_ptr<kernel> &place = by_object[made->object()];
        if (auto first = place.lock()) { return first; }
        place = made;
        return made;
    }
};

known_kernels &all_kernels() {
    static auto *const one = new known_kernels; // outlives static destructors, as handles do
    return *one;
}

} // namespace

kernel::kernel(cl::kernel object, setters who, cl::program from)
    : program_{std::move(from)}, own_{std::make_shared<instance>(std::move(object))},
      addresses_stay_{cl::quirks_of(device()).has(cl::quirk::svm_arguments_stay)}, who_{who}, current_{own_},
      arguments_(cl::value<cl_uint>(this->object(), CLMEM_CL_ASK(CL_KERNEL_NUM_ARGS))), settings_(arguments_.size()) {
    const bool is_told = cl::version_of(device()) >= 120;
    for (cl_uint i = 0; i < arguments_.size(); ++i) {
        qualifiers_.push_back(is_told ? qualifier_of(this->object(), i) : 0);
        // Drivers that keep qualifiers also keep types.
        types_.push_back(qualifiers_[i] != 0 ? type_of(this->object(), i) : argument_type::other);
        if (who == setters::others_too) { arguments_[i].is = argument::state::unknown; }
    }
}

cl_device_id kernel::device() const {
    return first_device(object());
}

std::string kernel::describe(cl_uint index) const {
    std::string text = "argument " + std::to_string(index);
    std::size_t bytes = 0;
    // Drivers that keep its qualifier also keep its name.
    const bool has_name = qualifiers_[index] != 0 && ask(object(), index, CL_KERNEL_ARG_NAME, 0, nullptr, &bytes);
    std::string name(has_name ? bytes : 0, '\0');
    if (!name.empty() && ask(object(), index, CL_KERNEL_ARG_NAME, bytes, name.data())) {
        text += " (\"" + std::string{name.c_str()} + "\")";
    }
    return text;
}

void kernel::check_index(cl_uint index) const {
    if (index >= qualifiers_.size()) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "index: expected less than %zu, the number of the kernel's arguments, got %u", qualifiers_.size(), index);
    }
}

void kernel::check_qualifier(cl_uint index, std::initializer_list<cl_uint> wanted, const char *what) const {
    check_index(index);
    const cl_uint is = qualifiers_[index];
    if (is == 0 || std::find(wanted.begin(), wanted.end(), is) != wanted.end()) { return; }
    const char *const has = is == CL_KERNEL_ARG_ADDRESS_PRIVATE ? "a value"
                            : is == CL_KERNEL_ARG_ADDRESS_LOCAL ? "local memory"
                                                                : "global or constant memory";
    fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s of the kernel: expected %s, got %s", describe(index).c_str(), has, what);
}

void kernel::check_type(cl_uint index, std::initializer_list<argument_type> refused, const char *what) const {
    const argument_type is = types_.at(index);
    if (std::find(refused.begin(), refused.end(), is) == refused.end()) { return; }
    fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s of the kernel: expected %s, got %s", describe(index).c_str(), noun_of(is),
         what);
}

void kernel::kept_setting::keep(const setting &next) noexcept {
    setting_ = next;
    const std::size_t bytes = next.is_by_value() ? next.bytes : 0;
    if (bytes_.size() != bytes) { bytes_.resize(bytes); } // once: an argument's type does not change
    if (bytes != 0) { std::memcpy(bytes_.data(), next.value, bytes); }
}

kernel::setting kernel::kept_setting::get() const noexcept {
    setting is = setting_;
    if (!bytes_.empty()) { is.value = bytes_.data(); }
    return is;
}

cl_int kernel::set_in(instance &to, cl_uint index, const setting &how) const {
    if (how.set_pointer == nullptr) {
        return cl::dispatch().clSetKernelArg(to.object.get(), index, how.bytes, how.value);
    }
    if (addresses_stay_ && to.had_address.empty()) { to.had_address.resize(arguments_.size()); }
    const cl_int code = how.set_pointer(to.object.get(), index, how.value);
    if (addresses_stay_ && code == CL_SUCCESS) { to.had_address[index] = true; }
    return code;
}

bool kernel::is_refused(const instance &of, cl_uint index, const setting &how) {
    return !of.had_address.empty() && of.had_address[index] && how.set_pointer == nullptr;
}

bool kernel::is_refused(const instance &of) const {
    for (cl_uint i = 0; i < of.had_address.size(); ++i) {
        if (arguments_[i].is == argument::state::set && is_refused(of, i, settings_[i].get())) { return true; }
    }
    return false;
}

void kernel::bring_up_to_date(instance &behind, cl_uint but) const {
    for (cl_uint i = 0; i < arguments_.size(); ++i) {
        if (i == but || arguments_[i].is != argument::state::set || arguments_[i].version <= behind.version) {
            continue;
        }
        const cl_int code = set_in(behind, i, settings_[i].get());
        if (code != CL_SUCCESS) {
            fail_opencl(code, "cannot set %s in a copy of the kernel: %s", describe(i).c_str(), status_name(code));
        }
    }
    if (indirect_version_ > behind.version) {
        for (const indirect_kind kind : indirect_kinds) {
            tell_indirect(behind.object.get(), kind, pointers_of(indirect_, kind), device());
        }
    }
    behind.version = last_version_;
}

std::shared_ptr<kernel::instance> kernel::make_copy(cl_uint but) const {
    const auto from = cl::value<cl_program>(object(), CLMEM_CL_ASK(CL_KERNEL_PROGRAM));
    const std::string name = cl::text(object(), CLMEM_CL_ASK(CL_KERNEL_FUNCTION_NAME));
    auto made = std::make_shared<instance>(create(from, name.c_str(), "copy, for use during a launch,"));
    bring_up_to_date(*made, but);
    return made;
}

std::shared_ptr<kernel::instance> kernel::make_copy_to_set(cl_uint index) const {
    if (who_ == setters::others_too) { // the copy would lack the arguments that others have set
        fail(CLMEM_ERROR_UNSUPPORTED,
             "%s of the kernel: expected SVM, as it was before, got a buffer or NULL, with which NVIDIA's driver would "
             "refuse to launch the same cl_kernel; use another cl_kernel, or a kernel that clmem creates",
             describe(index).c_str());
    }
    return make_copy(index);
}

bool kernel::update_own() noexcept {
    if (own_->launches != 0) { return false; }
    try {
        bring_up_to_date(*own_);
        return true;
    } catch (const std::exception &) {
        return false;
    } // launches go on with the copy; the end of the next one tries again
}

void kernel::follow() noexcept {
    if (addresses_stay_ && current_ != own_) { update_own(); }
}

void kernel::leave_launches(std::unique_lock<std::mutex> &lock) {
    if (who_ == setters::others_too) { // a copy would lack the arguments that others have set
        idle_.wait(lock, [this] { return current_->launches == 0; });
    } else {
        current_ = make_copy(); // the launches hold the previous one
    }
}

kernel::instance &kernel::settable(std::unique_lock<std::mutex> &lock) {
    if (current_->launches != 0) { leave_launches(lock); }
    return *current_;
}

void kernel::set(cl_uint index, const setting &how, std::shared_ptr<memory_object> memory,
                 std::shared_ptr<cl::sampler> sampler) {
    check_index(index);
    std::unique_lock lock{mutex_};
    settings_[index].prepare(how);
    std::shared_ptr<instance> next = is_refused(*current_, index, how) ? make_copy_to_set(index) : nullptr;
    instance &to = next != nullptr ? *next : settable(lock);
    const cl_int code = set_in(to, index, how);
    if (code == CL_SUCCESS) {
        argument &now = arguments_[index];
        to.version = now.version = ++last_version_;
        now.is = argument::state::set;
        now.memory.swap(memory); // the previous memory is released outside the lock
        now.sampler.swap(sampler);
        settings_[index].keep(how);
        if (next != nullptr) { current_.swap(next); } // the previous one, too
        follow();
    }
    lock.unlock();
    if (code != CL_SUCCESS) {
        fail_opencl(code, "cannot set %s of the kernel to the given value: %s", describe(index).c_str(),
                    status_name(code));
    }
}

void kernel::set_memory(cl_uint index, std::shared_ptr<memory_object> memory) {
    check_index(index);
    if (memory->kind() == memory_kind::buffer || memory->kind() == memory_kind::svm) {
        check_qualifier(index, {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ADDRESS_CONSTANT}, "memory of a buffer");
        check_type(index, {argument_type::image}, "memory of a buffer");
    } else if (memory->kind() == memory_kind::image) {
        check_type(index, {argument_type::pointer, argument_type::sampler}, "an image");
    }
    switch (memory->access()) {
    case memory_access::object: {
        cl_mem mem = memory->mem();
        return set(index, {.value = &mem, .bytes = sizeof mem}, std::move(memory));
    }
    case memory_access::svm: {
        const auto call = cl::dispatch().clSetKernelArgSVMPointer;
        cl::need(call != nullptr, device(), 200, "clSetKernelArgSVMPointer");
        const void *const pointer = memory->pointer();
        return set(index, {.set_pointer = call, .value = pointer}, std::move(memory));
    }
    case memory_access::usm: {
        const auto call = cl::usm::load_set_pointer_argument(device());
        const void *const pointer = memory->pointer();
        return set(index, {.set_pointer = call, .value = pointer}, std::move(memory));
    }
    case memory_access::host:
    case memory_access::none:
        fail(CLMEM_ERROR_UNSUPPORTED, "expected memory that kernels can access, got %s",
             memory->access() == memory_access::host
                 ? "host memory, which only transfers can use"
                 : "memory whose provider has neither OpenCL buffers nor addresses");
    }
}

void kernel::set_sampler(cl_uint index, std::shared_ptr<cl::sampler> sampler) {
    check_qualifier(index, {CL_KERNEL_ARG_ADDRESS_PRIVATE}, "a sampler");
    cl_sampler raw = sampler->get();
    set(index, {.value = &raw, .bytes = sizeof raw}, {}, std::move(sampler));
}

void kernel::set_value(cl_uint index, const void *value, std::size_t bytes) {
    check_qualifier(index, {CL_KERNEL_ARG_ADDRESS_PRIVATE}, "a value");
    check_type(index, {argument_type::sampler}, "a value");
    set(index, {.value = value, .bytes = bytes});
}

void kernel::set_local(cl_uint index, std::size_t bytes) {
    check_qualifier(index, {CL_KERNEL_ARG_ADDRESS_LOCAL}, "a size of local memory");
    set(index, {.bytes = bytes});
}

void kernel::set_null(cl_uint index) {
    check_qualifier(index, {CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ADDRESS_CONSTANT}, "NULL");
    check_type(index, {argument_type::image}, "NULL");
    cl_mem none = nullptr;
    set(index, {.value = &none, .bytes = sizeof none});
}

void kernel::set_indirect(const std::vector<std::shared_ptr<memory_object>> &memories) {
    cl::need(cl::dispatch().clSetKernelExecInfo != nullptr, device(), 200, "clSetKernelExecInfo");
    std::vector<std::shared_ptr<memory_object>> before; // released outside the lock
    std::unique_lock lock{mutex_};
    instance &to = settable(lock);
    before = indirect_;
    for (const indirect_kind kind : indirect_kinds) {
        std::vector<std::shared_ptr<memory_object>> next;
        for (const auto &memory : indirect_) {
            if (indirect_kind_of(*memory) != kind) { next.push_back(memory); }
        }
        const std::vector<const void *> pointers = pointers_of(memories, kind);
        if (pointers.empty()) { continue; }
        std::copy_if(memories.begin(), memories.end(), std::back_inserter(next),
                     [kind](const auto &memory) { return indirect_kind_of(*memory) == kind; });
        tell_indirect(to.object.get(), kind, pointers, device());
        to.version = indirect_version_ = ++last_version_;
        indirect_ = std::move(next);
    }
    follow();
}

void kernel::check_complete(const std::vector<argument> &arguments) const {
    for (cl_uint i = 0; i < arguments.size(); ++i) {
        if (arguments[i].is == argument::state::missing) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "expected all %zu arguments of the kernel to be set, got none for %s; set it before the launch",
                 arguments.size(), describe(i).c_str());
        }
    }
}

// A launch in progress: it holds what it uses, and no argument of its cl_kernel may be set.
class kernel::launch_scope {
  public:
    launch_scope(kernel &of, cl_command_queue queue) : kernel_{of}, queue_{queue} {
        const std::lock_guard lock{kernel_.mutex_};
        used_ = {kernel_.arguments_, kernel_.indirect_};
        launched_ = kernel_.current_;
        ++launched_->launches;
    }
    ~launch_scope() { kernel_.end_launch(*launched_); }
    launch_scope(const launch_scope &) = delete;
    launch_scope &operator=(const launch_scope &) = delete;

    [[nodiscard]] cl_kernel object() const noexcept { return launched_->object.get(); }
    [[nodiscard]] const std::vector<argument> &arguments() const noexcept { return used_.arguments; }

    void use_all() const {
        for (const argument &a : used_.arguments) {
            if (a.memory != nullptr) { a.memory->use(queue_); }
        }
        for (const auto &memory : used_.indirect) {
            memory->use(queue_);
        }
    }

  private:
    kernel &kernel_;
    cl_command_queue queue_;
    used used_;
    // The last member, so that a copy is released before the memory that it refers to.
    std::shared_ptr<instance> launched_;
};

// The cl_kernel that the program knows takes over from a copy as soon as its arguments may be set again.
void kernel::end_launch(instance &launched) noexcept {
    std::shared_ptr<instance> copy; // released outside the lock
    const std::lock_guard lock{mutex_};
    if (--launched.launches == 0) { idle_.notify_all(); }
    if (current_ != own_ && update_own() && !is_refused(*own_)) { copy = std::exchange(current_, own_); }
}

// The arguments that the launch used, not those that were set after it began.
void kernel::clear(const std::vector<argument> &launched) {
    const std::lock_guard lock{mutex_};
    for (std::size_t i = 0; i < launched.size(); ++i) {
        // The launch still holds the previous one.
        if (arguments_[i].version == launched[i].version) { arguments_[i] = {}; }
    }
}

void kernel::run(cl_command_queue queue, const launch &how, cl_event *out_event) {
    const launch_scope on_its_way{*this, queue};
    check_complete(on_its_way.arguments());
    // Before OpenCL 2.1 a launch of nothing is an error.
    if (std::find(how.global, how.global + how.dimensions, std::size_t{0}) != how.global + how.dimensions) {
        cl::enqueue_nothing(queue, how.waits, out_event);
    } else {
        on_its_way.use_all();
        cl::check_command(cl::dispatch().clEnqueueNDRangeKernel(queue, on_its_way.object(), how.dimensions, how.offset,
                                                                how.global, how.local, how.waits.count,
                                                                how.waits.events, out_event),
                          "clEnqueueNDRangeKernel");
    }
    if (how.clears) { clear(on_its_way.arguments()); }
}

void kernel::share() {
    const std::lock_guard lock{mutex_};
    if (is_refused(*own_)) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a cl_kernel that NVIDIA's driver would launch, got one with a buffer "
                                      "for an argument that was SVM "
                                      "before; set the argument to SVM first, or create another kernel");
    }
    who_ = setters::others_too;
    for (argument &a : arguments_) {
        if (a.is == argument::state::missing) { a.is = argument::state::unknown; }
    }
}

kernel::~kernel() {
    known_kernels &known = all_kernels();
    const std::lock_guard lock{known.mutex};
    const auto at = known.by_object.find(object());
    if (at != known.by_object.end() && at->second.expired()) { known.by_object.erase(at); }
}

std::shared_ptr<kernel> make_kernel(const program &from, const char *name) {
    auto made = std::make_shared<kernel>(create(from.object(), name, "create"), kernel::setters::clmem_alone,
                                         cl::program::retain(from.object()));
    return all_kernels().add(std::move(made));
}

std::shared_ptr<kernel> import_kernel(cl_kernel object) {
    auto found = all_kernels().find(object);
    if (found != nullptr) {
        found->share();
    } else {
        cl::kernel retained = cl::kernel::retain(object); // before anything is asked of it
        found = all_kernels().add(
            std::make_shared<kernel>(std::move(retained), kernel::setters::others_too, program_of(object)));
    }
    return found;
}

} // namespace clmem_core
