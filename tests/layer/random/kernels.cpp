// Kernels whose arguments are set long before they are launched, clones, and native kernels.
#include "actor.hpp"

#include <algorithm>
#include <cstring>

namespace {

constexpr const char *source = R"(
kernel void mix_both(global uint *out, global const uint *a, global const uint *b, uint factor) {
    size_t i = get_global_id(0);
    out[i] = a[i] * factor + b[i] + (uint)i;
}
kernel void add_to(global uint *at, uint factor) { at[get_global_id(0)] += factor; }
kernel void move_bytes(global uchar *out, global const uchar *from, uint factor) {
    out[get_global_id(0)] = from[get_global_id(0)] + (uchar)factor;
}
kernel void add_through(global const ulong *table, uint factor) {
    ((global uint *)table[0])[get_global_id(0)] += factor;
}
)";

constexpr std::size_t group = 16;

struct shape {
    const char *name;
    std::size_t buffers; // the first one is written
    std::size_t unit;    // bytes of an element
};

shape shape_of(kernel_slot::kind what) {
    switch (what) {
    case kernel_slot::kind::mix:
        return {"mix_both", 3, 4};
    case kernel_slot::kind::add:
        return {"add_to", 1, 4};
    case kernel_slot::kind::move:
        break;
    }
    return {"move_bytes", 2, 1};
}

void set_factor(actor &in, kernel_slot &slot) {
    slot.factor = static_cast<cl_uint>(in.random.below(1 << 20));
    const auto index = static_cast<cl_uint>(shape_of(slot.what).buffers);
    in.out.line("factor of kernel ", slot.number, ": code ",
                clSetKernelArg(slot.handle, index, sizeof slot.factor, &slot.factor));
}

void ask_arguments(actor &in, const kernel_slot &slot) {
    const auto index = static_cast<cl_uint>(in.random.below(shape_of(slot.what).buffers + 2));
    cl_kernel_arg_address_qualifier place = 0;
    char type[64] = {};
    const cl_int first =
        clGetKernelArgInfo(slot.handle, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof place, &place, nullptr);
    const cl_int second =
        clGetKernelArgInfo(slot.handle, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type - 1, type, nullptr);
    in.out.line("argument ", index, " of kernel ", slot.number, ": codes ", first, ", ", second, ", ",
                first == CL_SUCCESS ? place : 0, " ", type);
}

void add_slot(actor &in, kernel_slot::kind what) {
    cl_int code = CL_SUCCESS;
    kernel_slot made;
    made.what = what;
    made.handle = clCreateKernel(in.program, shape_of(what).name, &code);
    made.number = in.next();
    in.out.line("kernel ", made.number, ": code ", code);
    if (made.handle == nullptr) { return; }
    set_factor(in, made);
    in.kernels.push_back(made);
}

} // namespace

void set_up_kernels(actor &in) {
    cl_int code = CL_SUCCESS;
    const char *text = source;
    in.program = clCreateProgramWithSource(in.context, 1, &text, nullptr, &code);
    in.out.line("build: code ", clBuildProgram(in.program, 1, &in.on.device, "-cl-kernel-arg-info", nullptr, nullptr));
    for (const kernel_slot::kind what : {kernel_slot::kind::mix, kernel_slot::kind::add, kernel_slot::kind::move}) {
        add_slot(in, what);
    }
}

namespace {

// What a kernel may write or read; NULL if none was found.
memory any_argument(actor &in, bool writes) {
    const cl_mem_flags refused = writes ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY;
    if (in.random.one_in(5)) {
        const auto has_address = [](const memory &each) { return each->address != nullptr; };
        const auto at = std::ranges::find_if(in.objects, has_address);
        return at != in.objects.end() ? *at : nullptr;
    }
    const memory found = in.any(false);
    // A callback of a driver that refers to arguments would come late.
    return found != nullptr && (found->flags & refused) == 0 && found->last == nullptr ? found : nullptr;
}

} // namespace

void set_argument(actor &in) {
    if (in.kernels.empty()) { return; }
    kernel_slot &slot = in.kernels[in.random.below(in.kernels.size())];
    if (in.random.one_in(8)) { return set_factor(in, slot); }
    if (in.random.one_in(10)) { return ask_arguments(in, slot); }
    const std::size_t index = in.random.below(shape_of(slot.what).buffers);
    const memory wanted = in.random.one_in(12) ? nullptr : any_argument(in, index == 0);
    cl_int code = CL_SUCCESS;
    const auto at = static_cast<cl_uint>(index);
    if (wanted == nullptr) {
        code = clSetKernelArg(slot.handle, at, sizeof(cl_mem), nullptr);
    } else if (wanted->handle != nullptr) {
        code = clSetKernelArg(slot.handle, at, sizeof(cl_mem), &wanted->handle);
    } else {
        code = set_pointer(in, slot.handle, at, *wanted);
    }
    if (wanted != nullptr) { wanted->is_argument = true; }
    slot.arguments[index] = code == CL_SUCCESS ? wanted : nullptr;
    in.out.line("argument ", index, " of kernel ", slot.number, " is ", wanted != nullptr ? wanted->name : "NULL",
                ": code ", code);
}

namespace {

// Whether the kernel may run now, and what it does is determined.
bool is_ready(const kernel_slot &slot) {
    const std::size_t count = shape_of(slot.what).buffers;
    const memory &out = slot.arguments[0];
    for (std::size_t at = 0; at < count; ++at) {
        const memory &each = slot.arguments[at];
        if (each == nullptr || each->in->write_maps != 0 || (at == 0 && each->in->read_maps != 0)) { return false; }
        if (each != out && each->in == out->in) { return false; }
    }
    return true;
}

cl_uint word(const object &of, std::size_t at) {
    cl_uint value = 0;
    std::memcpy(&value, of.in->bytes.data() + of.origin + 4 * at, sizeof value);
    return value;
}

bool is_known(const object &of, std::size_t at, std::size_t unit) {
    const auto first = of.in->is_known.begin() + static_cast<std::ptrdiff_t>(of.origin + unit * at);
    return std::all_of(first, first + static_cast<std::ptrdiff_t>(unit), [](unsigned char each) { return each != 0; });
}

void compute(const kernel_slot &slot, std::size_t at) {
    const object &out = *slot.arguments[0];
    const std::size_t unit = shape_of(slot.what).unit;
    bool all_known = true;
    for (std::size_t each = slot.what == kernel_slot::kind::add ? 0 : 1; each < shape_of(slot.what).buffers; ++each) {
        all_known = all_known && is_known(*slot.arguments[each], at, unit);
    }
    cl_uint value = 0;
    if (slot.what == kernel_slot::kind::mix) {
        value = word(*slot.arguments[1], at) * slot.factor + word(*slot.arguments[2], at) + static_cast<cl_uint>(at);
    } else if (slot.what == kernel_slot::kind::add) {
        value = word(out, at) + slot.factor;
    } else {
        const object &from = *slot.arguments[1];
        value = from.in->bytes[from.origin + at] + slot.factor;
    }
    std::memcpy(out.in->bytes.data() + out.origin + unit * at, &value, unit);
    std::memset(out.in->is_known.data() + out.origin + unit * at, all_known ? 1 : 0, unit);
}

void launch(actor &in, const kernel_slot &slot) {
    if (!is_ready(slot)) { return; }
    const shape of = shape_of(slot.what);
    std::size_t fits = std::size_t{1} << 14;
    uses used{{}, {slot.arguments[0]->in.get()}};
    for (std::size_t at = 0; at < of.buffers; ++at) {
        fits = std::min(fits, slot.arguments[at]->bytes / of.unit);
        if (at > 0) { used.reads.push_back(slot.arguments[at]->in.get()); }
    }
    const std::size_t groups = fits / group;
    if (groups == 0) { return; }
    const std::size_t offset = in.random.one_in(4) ? in.random.below(groups) * group : 0;
    const std::size_t count = in.random.between(1, groups - offset / group) * group;
    const std::string what =
        "kernel " + std::to_string(slot.number) + ", " + std::to_string(offset) + " + " + std::to_string(count);
    const command done = in.enqueue(what, used, false, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
        return clEnqueueNDRangeKernel(queue, slot.handle, 1, offset != 0 ? &offset : nullptr, &count, &group,
                                      waited.count(), waited.list(), out);
    });
    for (std::size_t at = offset; done != nullptr && at < offset + count; ++at) {
        compute(slot, at);
    }
}

} // namespace

void launch_kernel(actor &in) {
    if (!in.kernels.empty()) { launch(in, in.kernels[in.random.below(in.kernels.size())]); }
}

// The kernel keeps its arguments; its clone ends at once.
void move_by_kernel(actor &in, const memory &from, const memory &to) {
    const auto at = std::ranges::find(in.kernels, kernel_slot::kind::move, &kernel_slot::what);
    if (at == in.kernels.end()) { return; }
    at->arguments = {to, from, nullptr};
    const cl_int first = clSetKernelArg(at->handle, 0, sizeof(cl_mem), &to->handle);
    const cl_int second = clSetKernelArg(at->handle, 1, sizeof(cl_mem), &from->handle);
    in.out.line("arguments of kernel ", at->number, " are ", to->name, " and ", from->name, ": codes ", first, ", ",
                second);
    to->is_argument = from->is_argument = true;
    kernel_slot used = *at;
    cl_int code = CL_SUCCESS;
    const bool is_clone = in.on.has_clones && in.random.one_in(3);
    if (is_clone) { used.handle = clCloneKernel(at->handle, &code); }
    launch(in, used);
    if (is_clone) { in.out.line("clone: codes ", code, ", ", clReleaseKernel(used.handle)); }
    if (in.random.one_in(3)) {
        at->arguments[0] = nullptr;
        in.out.line("no argument: code ", clSetKernelArg(at->handle, 0, sizeof(cl_mem), nullptr));
    }
}

void clone_kernel(actor &in) {
    if (in.kernels.empty() || in.kernels.size() > 6 || !in.on.has_clones) { return; }
    kernel_slot made = in.kernels[in.random.below(in.kernels.size())];
    cl_int code = CL_SUCCESS;
    made.handle = clCloneKernel(made.handle, &code);
    in.out.line("clone of kernel ", made.number, ": code ", code);
    if (made.handle == nullptr) { return; }
    made.number = in.next();
    in.kernels.push_back(made);
}

void release_kernels(actor &in) {
    for (const kernel_slot &each : in.kernels) {
        in.out.line("release of kernel ", each.number, ": code ", clReleaseKernel(each.handle));
    }
    in.kernels.clear();
}

namespace {

struct native_arguments {
    void *to;
    const void *from; // NULL: the bytes are set
    std::size_t bytes;
    int value;
};

void CL_CALLBACK run_native(void *all) {
    native_arguments of{};
    std::memcpy(&of, all, sizeof of);
    if (of.from != nullptr) {
        std::memcpy(of.to, of.from, of.bytes);
    } else {
        std::memset(of.to, of.value, of.bytes);
    }
}

} // namespace

bool can_be_native(const actor &in, const memory &from, const memory &to) {
    if (!in.on.has_native_kernels || from->in == to->in) { return false; }
    const auto is_part = [](const memory &each) { return each->what == object::kind::part; };
    // PoCL 3.1 shows a native kernel the beginning of the buffer in place of a part, and gives it the addresses of several
    // buffers in the order of their creation.
    return !in.on.is_pocl || (!is_part(from) && !is_part(to) && to->number < from->number);
}

namespace {

command enqueue_native(actor &in, native_arguments &of, const memory &to, const memory &from) {
    const cl_mem all[] = {to->handle, from != nullptr ? from->handle : nullptr};
    const void *places[] = {static_cast<const void *>(&of.to), static_cast<const void *>(&of.from)};
    uses used{{}, {to->in.get()}};
    if (from != nullptr) { used.reads.push_back(from->in.get()); }
    const std::string what = "native kernel of " + to->name + (from != nullptr ? " and " + from->name : "");
    return in.enqueue(what, used, false, [&](cl_command_queue queue, const waits &waited, cl_event *out) {
        return clEnqueueNativeKernel(queue, run_native, &of, sizeof of, from != nullptr ? 2 : 1, all, places,
                                     waited.count(), waited.list(), out);
    });
}

} // namespace

void move_natively(actor &in, const memory &from, const memory &to) {
    native_arguments of{nullptr, nullptr, std::min(to->bytes, from->bytes), 0};
    if (enqueue_native(in, of, to, from) != nullptr) { in.move_content(*from, 0, *to, 0, of.bytes); }
}

void launch_native(actor &in) {
    const memory to = in.any(true);
    if (to == nullptr || !in.on.has_native_kernels) { return; }
    const memory from = in.random.one_in(2) ? in.any(false) : nullptr;
    if (from != nullptr && can_be_native(in, from, to)) { return move_natively(in, from, to); }
    if (in.on.is_pocl && to->what == object::kind::part) { return; }
    native_arguments of{nullptr, nullptr, to->bytes, in.random.byte()};
    if (enqueue_native(in, of, to, nullptr) == nullptr) { return; }
    const std::vector<unsigned char> bytes(to->bytes, static_cast<unsigned char>(of.value));
    in.set_content(*to, 0, bytes.data(), bytes.size());
}
