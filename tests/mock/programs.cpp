// Programs and kernels. Whatever its source, a kernel accesses the memory in its arguments. Its name tells their kinds if
// it only consists of the letters m (memory) and n (a number of 8 bytes); any other kernel has one argument of memory.
#include "platform.hpp"
#include "queues.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace mock {

namespace {

// A driver may read the arguments until the launch returns.
bool may_set(const call &now, cl_kernel kernel) {
    if (!is_valid(kernel, kind::kernel, now.function())) { return false; }
    if (kernel->launches != 0) { violation("%s during a launch of the kernel", now.function()); }
    return true;
}

// From the beginning of a launch, before the hook is called, until it returns.
class launch_scope {
  public:
    explicit launch_scope(cl_kernel launched) : kernel_{launched} { ++kernel_->launches; }
    ~launch_scope() { --kernel_->launches; }
    launch_scope(const launch_scope &) = delete;
    launch_scope &operator=(const launch_scope &) = delete;

  private:
    cl_kernel kernel_;
};

std::vector<_cl_kernel::argument> arguments_of(std::string_view name) {
    if (name.empty() || name.find_first_not_of("mn") != std::string_view::npos) { name = "m"; }
    std::vector<_cl_kernel::argument> made;
    for (const char letter : name) {
        made.push_back({letter == 'm', nullptr, nullptr, false});
    }
    return made;
}

cl_int launch(const call &now, request what, cl_kernel kernel) {
    if (now.failed()) { return fail_command(now.code(), what.out_event); }
    if (!is_valid(kernel, kind::kernel, now.function())) { return CL_INVALID_KERNEL; }
    for (const _cl_kernel::argument &each : kernel->arguments) {
        if (each.pointer != nullptr) {
            const auto found = find_range(each.pointer, 1);
            if (!found) {
                violation("%s with an argument at %p, which is not SVM", now.function(), each.pointer);
                return CL_INVALID_KERNEL_ARGS;
            }
            what.ranges.push_back(*found);
        }
        if (each.buffer == nullptr) { continue; }
        if (is_nvidia() && each.had_pointer) { return CL_INVALID_KERNEL_ARGS; }
        if (!is_valid(each.buffer, kind::memory, now.function())) { return CL_INVALID_KERNEL_ARGS; }
        what.ranges.push_back(range_of(*each.buffer, 0, each.buffer->bytes));
    }
    return enqueue(now, what);
}

} // namespace

cl_int set_pointer_argument(const call &now, cl_kernel kernel, cl_uint index, const void *pointer) {
    if (now.failed()) { return now.code(); }
    if (!may_set(now, kernel)) { return CL_INVALID_KERNEL; }
    if (index >= kernel->arguments.size()) { return CL_INVALID_ARG_INDEX; }
    if (!find_range(pointer, 1)) {
        violation("%s of %p, which is not SVM", now.function(), pointer);
        return CL_INVALID_ARG_VALUE;
    }
    kernel->arguments[index].pointer = pointer;
    kernel->arguments[index].had_pointer = true;
    kernel->arguments[index].buffer = nullptr;
    return CL_SUCCESS;
}

} // namespace mock

using namespace mock;

extern "C" {

cl_program clCreateProgramWithSource(cl_context context, cl_uint, const char **, const std::size_t *, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_program>(now.code(), code); }
    if (!is_valid(context, kind::context, now.function())) { return refuse<_cl_program>(CL_INVALID_CONTEXT, code); }
    cl_program made = make<_cl_program>(kind::program);
    made->context = context;
    return succeed(made, code);
}

cl_int clRetainProgram(cl_program program) {
    return retain(__func__, program, kind::program, CL_INVALID_PROGRAM);
}

cl_int clReleaseProgram(cl_program program) {
    const call now{__func__, may_fail::no};
    if (!is_valid(program, kind::program, now.function())) { return CL_INVALID_PROGRAM; }
    if (drop(program)) { bury(program); }
    return CL_SUCCESS;
}

cl_int clBuildProgram(cl_program program, cl_uint, const cl_device_id *, const char *,
                      void(CL_CALLBACK *)(cl_program, void *), void *) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    return is_valid(program, kind::program, now.function()) ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

cl_int clGetProgramInfo(cl_program program, cl_program_info what, std::size_t capacity, void *out, std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(program, kind::program, now.function())) { return CL_INVALID_PROGRAM; }
    switch (what) {
    case CL_PROGRAM_CONTEXT:
        return answer(program->context, capacity, out, bytes);
    case CL_PROGRAM_NUM_DEVICES:
        return answer(cl_uint{1}, capacity, out, bytes);
    case CL_PROGRAM_DEVICES:
        return answer(the_device(), capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info what, std::size_t capacity, void *out,
                             std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    switch (what) {
    case CL_PROGRAM_BUILD_STATUS:
        return answer(cl_build_status{CL_BUILD_SUCCESS}, capacity, out, bytes);
    case CL_PROGRAM_BUILD_LOG:
        return answer_text("", capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_kernel>(now.code(), code); }
    if (!is_valid(program, kind::program, now.function())) { return refuse<_cl_kernel>(CL_INVALID_PROGRAM, code); }
    cl_kernel made = make<_cl_kernel>(kind::kernel);
    made->program = program;
    made->name = name != nullptr ? name : "";
    made->arguments = arguments_of(made->name);
    ++program->references;
    return succeed(made, code);
}

cl_kernel clCloneKernel(cl_kernel source, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_kernel>(now.code(), code); }
    if (!is_valid(source, kind::kernel, now.function())) { return refuse<_cl_kernel>(CL_INVALID_KERNEL, code); }
    cl_kernel made = make<_cl_kernel>(kind::kernel);
    made->program = source->program;
    made->name = source->name;
    made->arguments = source->arguments;
    ++made->program->references;
    return succeed(made, code);
}

// Whatever a kernel may access besides its arguments is not followed.
cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info, std::size_t, const void *) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    return is_valid(kernel, kind::kernel, now.function()) ? CL_SUCCESS : CL_INVALID_KERNEL;
}

cl_int clRetainKernel(cl_kernel kernel) {
    return retain(__func__, kernel, kind::kernel, CL_INVALID_KERNEL);
}

cl_int clReleaseKernel(cl_kernel kernel) {
    const call now{__func__, may_fail::no};
    if (!is_valid(kernel, kind::kernel, now.function())) { return CL_INVALID_KERNEL; }
    if (!drop(kernel)) { return CL_SUCCESS; }
    cl_program program = kernel->program;
    bury(kernel);
    if (drop(program)) { bury(program); }
    return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, std::size_t bytes, const void *value) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!may_set(now, kernel)) { return CL_INVALID_KERNEL; }
    if (index >= kernel->arguments.size()) { return CL_INVALID_ARG_INDEX; }
    if (bytes != sizeof(cl_mem)) { return CL_INVALID_ARG_SIZE; }
    _cl_kernel::argument &set = kernel->arguments[index];
    if (!set.is_memory) { return value != nullptr ? CL_SUCCESS : CL_INVALID_ARG_VALUE; }
    cl_mem buffer = nullptr;
    if (value != nullptr) { std::memcpy(&buffer, value, sizeof(cl_mem)); }
    if (buffer != nullptr && !is_valid(buffer, kind::memory, now.function())) { return CL_INVALID_ARG_VALUE; }
    set.buffer = buffer;
    set.pointer = nullptr;
    return CL_SUCCESS;
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *pointer) {
    const call now{__func__};
    return set_pointer_argument(now, kernel, index, pointer);
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info what, std::size_t capacity, void *out, std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(kernel, kind::kernel, now.function())) { return CL_INVALID_KERNEL; }
    switch (what) {
    case CL_KERNEL_NUM_ARGS:
        return answer(static_cast<cl_uint>(kernel->arguments.size()), capacity, out, bytes);
    case CL_KERNEL_CONTEXT:
        return answer(kernel->program->context, capacity, out, bytes);
    case CL_KERNEL_PROGRAM:
        return answer(kernel->program, capacity, out, bytes);
    case CL_KERNEL_FUNCTION_NAME:
        return answer_text(kernel->name.c_str(), capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetKernelWorkGroupInfo(cl_kernel, cl_device_id, cl_kernel_work_group_info what, std::size_t capacity,
                                void *out, std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (what != CL_KERNEL_WORK_GROUP_SIZE) { return CL_INVALID_VALUE; }
    return answer(std::size_t{256}, capacity, out, bytes);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint, const std::size_t *,
                              const std::size_t *, const std::size_t *, cl_uint count, const cl_event *events,
                              cl_event *event) {
    const launch_scope in_progress{kernel};
    const call now{__func__};
    return launch(now, {queue, CL_COMMAND_NDRANGE_KERNEL, {}, {count, events}, event}, kernel);
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event *events, cl_event *event) {
    const launch_scope in_progress{kernel};
    const call now{__func__};
    return launch(now, {queue, CL_COMMAND_TASK, {}, {count, events}, event}, kernel);
}

} // extern "C"
