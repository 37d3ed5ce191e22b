// Memory with an address: coarse-grained shared virtual memory, and Intel's unified shared memory.
#include "actor.hpp"

#include <algorithm>
#include <cstring>

namespace {

struct usm_calls {
    clHostMemAllocINTEL_fn host;
    clDeviceMemAllocINTEL_fn device;
    clSharedMemAllocINTEL_fn shared;
    clMemFreeINTEL_fn free;
    clMemBlockingFreeINTEL_fn blocking_free;
    clSetKernelArgMemPointerINTEL_fn set_argument;
    clEnqueueMemFillINTEL_fn fill;
    clEnqueueMemcpyINTEL_fn copy;
};

template <class Function>
Function find(const actor &in, const char *name) {
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(in.on.platform, name));
}

// Only programs that use it look it up.
const usm_calls &usm(const actor &in) {
    static const usm_calls found{find<clHostMemAllocINTEL_fn>(in, "clHostMemAllocINTEL"),
                                 find<clDeviceMemAllocINTEL_fn>(in, "clDeviceMemAllocINTEL"),
                                 find<clSharedMemAllocINTEL_fn>(in, "clSharedMemAllocINTEL"),
                                 find<clMemFreeINTEL_fn>(in, "clMemFreeINTEL"),
                                 find<clMemBlockingFreeINTEL_fn>(in, "clMemBlockingFreeINTEL"),
                                 find<clSetKernelArgMemPointerINTEL_fn>(in, "clSetKernelArgMemPointerINTEL"),
                                 find<clEnqueueMemFillINTEL_fn>(in, "clEnqueueMemFillINTEL"),
                                 find<clEnqueueMemcpyINTEL_fn>(in, "clEnqueueMemcpyINTEL")};
    return found;
}

void *allocate_usm(actor &in, std::size_t bytes, cl_int &code) {
    switch (in.random.below(3)) {
    case 0:
        return usm(in).host(in.context, nullptr, bytes, 0, &code);
    case 1:
        return usm(in).device(in.context, in.on.device, nullptr, bytes, 64, &code);
    default:
        return usm(in).shared(in.context, in.on.device, nullptr, bytes, 0, &code);
    }
}

memory any_of(actor &in, object::kind what) {
    for (int tries = 0; tries < 12 && !in.objects.empty(); ++tries) {
        const memory &found = in.objects[in.random.below(in.objects.size())];
        if (found->what == what) { return found; }
    }
    return nullptr;
}

} // namespace

void create_svm(actor &in) {
    if (!in.on.draws("svm")) { return; }
    const bool is_usm = in.on.has_usm && in.uses_usm && in.random.one_in(2);
    if ((in.on.svm == 0 && !is_usm) || in.objects.size() >= 40) { return; }
    auto made = std::make_shared<object>();
    made->what = is_usm ? object::kind::usm : object::kind::svm;
    made->bytes = in.random.of({std::size_t{64}, std::size_t{1000}, std::size_t{4096}, std::size_t{70000}});
    made->in = std::make_shared<storage>(made->bytes);
    cl_int code = CL_SUCCESS;
    if (is_usm) {
        made->address = allocate_usm(in, made->bytes, code);
    } else {
        const auto alignment = in.random.of<cl_uint>({0, 0, 16, 128, 4096});
        made->address = clSVMAlloc(in.context, CL_MEM_READ_WRITE, made->bytes, alignment);
    }
    if (made->address == nullptr) { return in.out.line("no memory with an address: code ", code); }
    made->number = in.next();
    made->name = (is_usm ? "USM " : "SVM ") + std::to_string(made->number);
    in.names[made->address] = made->name;
    in.objects.push_back(made);
    in.out.line(made->name, " of ", made->bytes, " bytes: code ", code);
}

cl_int set_pointer(actor &in, cl_kernel kernel, cl_uint index, const object &wanted) {
    return wanted.what == object::kind::svm ? clSetKernelArgSVMPointer(kernel, index, wanted.address)
                                            : usm(in).set_argument(kernel, index, wanted.address);
}

namespace {

void CL_CALLBACK free_all(cl_command_queue queue, cl_uint count, void **all, void *user) {
    cl_context context = nullptr;
    (void)clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, static_cast<void *>(&context), nullptr);
    for (cl_uint at = 0; at < count; ++at) {
        clSVMFree(context, all[at]);
    }
    static_cast<std::atomic<unsigned> *>(user)->fetch_add(1);
}

void wait_for_all(actor &in, const object &of) {
    in.wait_for(of.in->written);
    for (const command &each : of.in->read) {
        in.wait_for(each);
    }
}

} // namespace

// OpenCL frees such memory at once, so that its commands have to be complete.
void free_svm(actor &in, const memory &ended) {
    if (ended->what == object::kind::usm) {
        wait_for_all(in, *ended);
        const auto free = in.random.one_in(2) ? usm(in).free : usm(in).blocking_free;
        return in.out.line("free of ", ended->name, ": code ", free(in.context, ended->address));
    }
    if (in.random.one_in(2)) {
        wait_for_all(in, *ended);
        clSVMFree(in.context, ended->address);
        return in.out.line("free of ", ended->name);
    }
    const bool by_callback = in.random.one_in(2);
    const command done =
        in.enqueue("enqueued free of " + ended->name, {{}, {ended->in.get()}}, false,
                   [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                       return clEnqueueSVMFree(queue, 1, &ended->address, by_callback ? free_all : nullptr,
                                               &in.event_callbacks, waited.count(), waited.list(), out);
                   });
    if (done != nullptr && by_callback) { ++in.expected_callbacks; }
}

namespace {

void fill(actor &in, const memory &to) {
    const cl_uint pattern = static_cast<cl_uint>(in.random.below(1U << 31));
    const std::size_t count = in.random.between(1, to->bytes / sizeof pattern);
    const std::size_t bytes = count * sizeof pattern;
    const command done = in.enqueue(
        "fill of " + to->name, {{}, {to->in.get()}}, false,
        [&](cl_command_queue queue, const waits &waited, cl_event *out) {
            const auto call = to->what == object::kind::svm ? clEnqueueSVMMemFill : usm(in).fill;
            return call(queue, to->address, &pattern, sizeof pattern, bytes, waited.count(), waited.list(), out);
        });
    const auto *const first = reinterpret_cast<const unsigned char *>(&pattern);
    for (std::size_t at = 0; done != nullptr && at < count; ++at) {
        in.set_content(*to, at * sizeof pattern, first, sizeof pattern);
    }
}

cl_int copy_call(actor &in, object::kind what, cl_command_queue queue, bool blocking, void *to, const void *from,
                 std::size_t bytes, const waits &waited, cl_event *out) {
    const auto call = what == object::kind::svm ? clEnqueueSVMMemcpy : usm(in).copy;
    return call(queue, blocking ? CL_TRUE : CL_FALSE, to, from, bytes, waited.count(), waited.list(), out);
}

void copy(actor &in, const memory &from, const memory &to) {
    if (from == to) { return; }
    const std::size_t bytes = in.random.between(1, std::min(from->bytes, to->bytes));
    const bool blocking = in.random.one_in(4);
    const command done =
        in.enqueue("copy of " + from->name + " to " + to->name, {{from->in.get()}, {to->in.get()}}, blocking,
                   [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                       return copy_call(in, to->what, queue, blocking, to->address, from->address, bytes, waited, out);
                   });
    if (done != nullptr) { in.move_content(*from, 0, *to, 0, bytes); }
}

void read(actor &in, const memory &from) {
    expected result = in.content("read of " + from->name, *from, 0, from->bytes);
    result.host = std::make_shared<std::vector<unsigned char>>(from->bytes);
    result.after = in.enqueue(result.what, {{from->in.get()}, {}}, false,
                              [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                                  return copy_call(in, from->what, queue, false, result.host->data(), from->address,
                                                   from->bytes, waited, out);
                              });
    if (result.after != nullptr) { in.results.push_back(std::move(result)); }
}

void write(actor &in, const memory &to) {
    auto from = std::make_shared<std::vector<unsigned char>>(in.random.bytes(to->bytes));
    in.sources.push_back(from);
    const command done =
        in.enqueue("write of " + to->name, {{}, {to->in.get()}}, false,
                   [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                       return copy_call(in, to->what, queue, false, to->address, from->data(), to->bytes, waited, out);
                   });
    if (done != nullptr) { in.set_content(*to, 0, from->data(), from->size()); }
}

// The host changes what the map shows.
void map(actor &in, const memory &of) {
    const uses used{{}, {of->in.get()}};
    const command done =
        in.enqueue("map of " + of->name, used, true, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
            // PoCL 6.0 crashes at the unmap if the event of the map was not asked for.
            cl_event mapped = nullptr;
            const cl_int code = clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, of->address, of->bytes,
                                                waited.count(), waited.list(), &mapped);
            if (out != nullptr) {
                *out = mapped;
            } else if (mapped != nullptr) {
                clReleaseEvent(mapped);
            }
            return code;
        });
    if (done == nullptr) { return; }
    auto *const at = static_cast<unsigned char *>(of->address);
    in.look(in.content("map of " + of->name, *of, 0, of->bytes), at);
    const std::vector<unsigned char> bytes = in.random.bytes(of->bytes);
    std::ranges::copy(bytes, at);
    in.set_content(*of, 0, bytes.data(), bytes.size());
    (void)in.enqueue("unmap of " + of->name, used, false,
                     [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                         return clEnqueueSVMUnmap(queue, of->address, waited.count(), waited.list(), out);
                     });
}

// A kernel reaches the memory through an address in a buffer.
void use_indirectly(actor &in, const memory &of) {
    const memory table = in.any(true);
    if (table == nullptr || table->bytes < sizeof(cl_ulong) || (table->flags & CL_MEM_WRITE_ONLY) != 0) { return; }
    const auto address = reinterpret_cast<cl_ulong>(of->address);
    const command written = in.enqueue("address in " + table->name, {{}, {table->in.get()}}, true,
                                       [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                                           return clEnqueueWriteBuffer(queue, table->handle, CL_TRUE, 0, sizeof address,
                                                                       &address, waited.count(), waited.list(), out);
                                       });
    if (written == nullptr) { return; }
    std::fill_n(table->in->is_known.begin() + static_cast<std::ptrdiff_t>(table->origin), sizeof address, 0);
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(in.program, "add_through", &code);
    const auto factor = static_cast<cl_uint>(in.random.below(1 << 20));
    const cl_int first = clSetKernelArg(kernel, 0, sizeof(cl_mem), &table->handle);
    const cl_int second = clSetKernelArg(kernel, 1, sizeof factor, &factor);
    const cl_int third = clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof of->address, &of->address);
    in.out.line("a kernel that uses ", of->name, " indirectly: codes ", first, ", ", second, ", ", third);
    table->is_argument = true;
    constexpr std::size_t count = 16;
    const uses used{{table->in.get()}, {of->in.get()}};
    const command done = in.enqueue("it", used, false, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
        return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, &count, waited.count(), waited.list(), out);
    });
    in.out.line("its release: code ", clReleaseKernel(kernel));
    for (std::size_t at = 0; done != nullptr && at < count; ++at) {
        cl_uint value = 0;
        const auto place = static_cast<std::ptrdiff_t>(at * sizeof value);
        std::memcpy(&value, of->in->bytes.data() + place, sizeof value);
        value += factor;
        std::memcpy(of->in->bytes.data() + place, &value, sizeof value);
        const auto known = of->in->is_known.begin() + place;
        const bool all_known = std::all_of(known, known + sizeof value, [](unsigned char each) { return each != 0; });
        std::fill_n(known, sizeof value, all_known ? 1 : 0);
    }
}

} // namespace

void use_svm(actor &in) {
    const auto what = in.uses_usm && in.random.one_in(3) ? object::kind::usm : object::kind::svm;
    const memory found = any_of(in, what);
    if (found == nullptr) { return; }
    switch (in.random.below(6)) {
    case 0:
        return fill(in, found);
    case 1:
        if (const memory to = any_of(in, what); to != nullptr) { copy(in, found, to); }
        return;
    case 2:
        return read(in, found);
    case 3:
        return write(in, found);
    case 4:
        return what == object::kind::svm ? use_indirectly(in, found) : fill(in, found);
    default:
        return what == object::kind::svm ? map(in, found) : read(in, found);
    }
}
