#include "kernel_arguments.hpp"

#include "calls.hpp"
#include "commands.hpp"
#include "driver.hpp"
#include "handle_map.hpp"
#include "shield.hpp"
#include "whole.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace clmem::layer {

namespace {

// A program sets a kernel's arguments and enqueues it in one thread at a time. An argument's uses are looked up when it
// is set, since programs enqueue kernels more often. What a released block leaves there may be another block's by then,
// which waits longer than it must.
struct kernel_record {
    struct argument {
        std::atomic<block_uses *> uses{nullptr}; // NULL: it is no buffer
        std::atomic<cl_mem> handle{nullptr};     // the program's
        std::atomic<cl_mem> passed{nullptr};     // what the driver has
        void set(block_uses *its_uses, cl_mem its_handle, cl_mem its_passed) noexcept {
            uses.store(its_uses, relaxed);
            handle.store(its_handle, relaxed);
            passed.store(its_passed, relaxed);
        }
    };
    explicit kernel_record(cl_uint count) : arguments(count) {}
    std::vector<argument> arguments;
    std::atomic<bool> has_indirect_access{false}; // it may use memory that is no argument
};

// Never destroyed: the program may call OpenCL while it exits. A released kernel keeps its record until another one has
// its handle.
handle_map<kernel_record> &kernels() {
    static auto &made = *new handle_map<kernel_record>;
    return made;
}

kernel_record &record_of(cl_kernel kernel) {
    if (kernel_record *const known = kernels().find(kernel)) { return *known; }
    cl_uint count = 0;
    (void)driver().clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
    auto made = std::make_unique<kernel_record>(count);
    (void)kernels().put(kernel, made.get());
    return *made.release();
}

void forget(cl_kernel kernel) noexcept {
    const std::unique_ptr<kernel_record> former{kernels().forget(kernel)};
}

// Sets those arguments again whose blocks have been replaced by whole buffers since the program set them. Done at the
// enqueue, not when a block is replaced: another thread may use the kernel then. The lock is for threads that enqueue
// the same kernel.
cl_int pass_wholes(cl_kernel kernel, kernel_record &of) noexcept {
    static std::mutex setting;
    const std::lock_guard lock{setting};
    for (cl_uint index = 0; index < of.arguments.size(); ++index) {
        kernel_record::argument &argument = of.arguments[index];
        if (argument.uses.load(relaxed) == nullptr) { continue; }
        cl_mem real = real_of(argument.handle.load(relaxed));
        if (real == argument.passed.load(relaxed) || is_number(kernel, index)) { continue; }
        const cl_int code = driver().clSetKernelArg(kernel, index, sizeof real, static_cast<const void *>(&real));
        if (code != CL_SUCCESS) { return code; }
        argument.passed.store(real, relaxed);
    }
    return CL_SUCCESS;
}

// Before an enqueue of the kernel: counts its buffers as used, and sets arguments again if need be. Returns OpenCL's
// code for the latter.
cl_int use_arguments(command &issued, cl_kernel kernel) noexcept {
    kernel_record *const known = kernels().find(kernel);
    if (known == nullptr) { return CL_SUCCESS; }
    for (const auto &argument : known->arguments) {
        if (block_uses *const uses = argument.uses.load(relaxed)) { issued.stamp(*uses); }
    }
    if (known->has_indirect_access.load(relaxed)) { issued.uses_all_blocks(); }
    return has_wholes() ? pass_wholes(kernel, *known) : CL_SUCCESS;
}

} // namespace

void set_argument(cl_kernel kernel, cl_uint index, cl_mem handle, cl_mem passed) noexcept {
    block_uses *const uses = find_uses(handle);
    kernel_record *known = kernels().find(kernel);
    if (known == nullptr && uses == nullptr) { return; }
    if (known == nullptr) {
        shielded([&] { known = &record_of(kernel); }, [] { give_up_uses(); });
    }
    if (known == nullptr) { return; }
    if (index < known->arguments.size()) {
        known->arguments[index].set(uses, handle, passed);
    } else if (uses != nullptr) {
        give_up_uses(); // the driver does not tell how many arguments the kernel has
    }
}

namespace calls {

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *out_code) {
    cl_kernel made = driver().clCreateKernel(program, name, out_code);
    forget(made);
    return made;
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel *out_kernels,
                                            cl_uint *out_count) {
    cl_uint made = 0;
    const cl_int code = driver().clCreateKernelsInProgram(program, count, out_kernels, &made);
    if (out_count != nullptr) { *out_count = made; }
    if (code == CL_SUCCESS && out_kernels != nullptr) {
        for (cl_kernel kernel : std::span{out_kernels, made}) {
            forget(kernel);
        }
    }
    return code;
}

// The clone has the arguments of its source.
cl_kernel CL_API_CALL clCloneKernel(cl_kernel source, cl_int *out_code) {
    cl_kernel made = driver().clCloneKernel(source, out_code);
    forget(made);
    const kernel_record *const known = made != nullptr ? kernels().find(source) : nullptr;
    if (known == nullptr) { return made; }
    shielded(
        [&] {
            kernel_record &copy = record_of(made);
            for (std::size_t at = 0; at < std::min(copy.arguments.size(), known->arguments.size()); ++at) {
                const kernel_record::argument &from = known->arguments[at];
                copy.arguments[at].set(from.uses.load(relaxed), from.handle.load(relaxed), from.passed.load(relaxed));
            }
            copy.has_indirect_access.store(known->has_indirect_access.load(relaxed), relaxed);
        },
        [] { give_up_uses(); });
    return made;
}

// Lists of SVM name no buffers. Whatever else a program lets a kernel access may be a buffer.
cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info question, size_t bytes,
                                       const void *value) {
    const cl_int code = driver().clSetKernelExecInfo(kernel, question, bytes, value);
    if (code == CL_SUCCESS && question != CL_KERNEL_EXEC_INFO_SVM_PTRS) {
        shielded([&] { record_of(kernel).has_indirect_access.store(true, relaxed); }, [] { give_up_uses(); });
    }
    return code;
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                          const size_t *offset, const size_t *global, const size_t *local,
                                          cl_uint count, const cl_event *events, cl_event *out_event) {
    command issued{queue};
    if (const cl_int code = use_arguments(issued, kernel); code != CL_SUCCESS) { return code; }
    return driver().clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, events, out_event);
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event *events,
                                 cl_event *out_event) {
    command issued{queue};
    if (const cl_int code = use_arguments(issued, kernel); code != CL_SUCCESS) { return code; }
    return driver().clEnqueueTask(queue, kernel, count, events, out_event);
}

} // namespace calls

} // namespace clmem::layer
