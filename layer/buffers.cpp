// clCreateBuffer and clCreateBufferWithProperties.
#include "calls.hpp"
#include "clmem_calls.hpp"
#include "driver.hpp"
#include "memory_table.hpp"
#include "recorder.hpp"
#include "report.hpp"
#include "residence.hpp"
#include "room.hpp"
#include "settings.hpp"
#include "shield.hpp"
#include "svm.hpp"

#include <bit>

namespace clmem::layer {

namespace {

constexpr cl_mem_flags kernel_access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags host_access = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
// CL_MEM_COPY_HOST_PTR is missing: other queues need not see what a blocking write in the layer's queue has written,
// and such a write may wait for a device that is busy with the program's kernels.
constexpr cl_mem_flags pooled_flags = kernel_access | host_access | CL_MEM_ALLOC_HOST_PTR;

// Whether the call is legal and asks for nothing that pools cannot give. The driver judges all others.
bool suits_pools(const context_state &context, cl_mem_flags flags, std::size_t bytes, const void *host) noexcept {
    return context.is_pooled() && (flags & ~pooled_flags) == 0 && std::popcount(flags & kernel_access) <= 1 &&
           std::popcount(flags & host_access) <= 1 && host == nullptr && bytes > 0 && bytes <= context.largest;
}

// Why the driver creates a buffer. `is_plain`: without properties.
passed why_passed(const context_state *context, cl_mem_flags flags, std::size_t bytes, bool is_plain) noexcept {
    if ((flags & CL_MEM_COPY_HOST_PTR) != 0) { return passed::content; }
    if ((flags & CL_MEM_USE_HOST_PTR) != 0) { return passed::host_memory; }
    if (!is_plain || (flags & ~pooled_flags) != 0) { return passed::special; }
    if (context == nullptr || !context->is_pooled()) { return passed::context; }
    return bytes > context->largest ? passed::large : passed::scarce;
}

bool clear(context_state &context, uses from, cl_mem handle, std::size_t bytes) {
    constexpr unsigned char zero = 0;
    return driver().clEnqueueFillBuffer != nullptr && context.fill(from, [&](cl_command_queue queue, cl_event *done) {
        return driver().clEnqueueFillBuffer(queue, handle, &zero, sizeof zero, 0, bytes, 0, nullptr, done);
    });
}

cl_mem create_pooled(context_state &context, cl_mem_flags flags, std::size_t bytes) {
    memory made;
    made.block = context.take(flags, bytes);
    if (!made.is_pooled()) { return nullptr; }
    cl_mem handle = nullptr;
    if (clmem_buffer_mem(made.block.buffer, &handle) != CLMEM_SUCCESS ||
        (current_settings().zero && !clear(context, made.block.from, handle, bytes))) {
        context.give_unused(made.block);
        return nullptr;
    }
    made.block.commands = add_uses(handle);
    made.block.commands->is_filled.store(current_settings().zero, relaxed);
    made.context = &context;
    made.bytes = bytes;
    made.flags = flags;
    made.references = 1;
    made.recorded = recorder::allocated(kind::buffer, bytes, true);
    context.hold();
    put_memory(handle, std::move(made));
    return handle;
}

// Passes a creation on; `create` takes the output for the code.
template <class Create>
cl_mem create_by_driver(context_state *context, cl_mem_flags flags, std::size_t bytes, void *host, cl_int *out_code,
                        bool is_plain, Create &&create) noexcept {
    if (const cl_int refusal = judge_host_pointer(flags, bytes, host); refusal != CL_SUCCESS) {
        if (out_code != nullptr) { *out_code = refusal; }
        return nullptr;
    }
    const std::uint64_t begin = report::now_ns();
    cl_int code = CL_SUCCESS;
    cl_mem made = create_in_room(code, [&](cl_int *out) {
        cl_mem given = create(out);
        if (given == nullptr || !must_be_resident(context, flags)) { return given; }
        *out = make_resident(*context, given, flags);
        return *out == CL_SUCCESS ? given : nullptr;
    });
    if (out_code != nullptr) { *out_code = code; }
    if (made != nullptr) {
        track(made, context, kind::buffer, bytes, nullptr);
        note_host_pointer(made, flags, host);
        report::created(kind::buffer, context != nullptr ? context->handle : nullptr, bytes, false, true,
                        report::now_ns() - begin);
        report::passed_on(why_passed(context, flags, bytes, is_plain), bytes);
    }
    return made;
}

template <class Create>
cl_mem create(cl_context handle, cl_mem_flags flags, std::size_t bytes, void *host, cl_int *out_code, bool is_plain,
              Create &&by_driver) noexcept {
    context_state *const context = find_context(handle);
    if (is_plain && context != nullptr && suits_pools(*context, flags, bytes, host)) {
        const std::uint64_t begin = report::now_ns();
        const unsigned slabs = slabs_of_thread();
        cl_mem made =
            shielded([&] { return create_pooled(*context, flags, bytes); }, []() -> cl_mem { return nullptr; });
        if (made != nullptr) {
            if (out_code != nullptr) { *out_code = CL_SUCCESS; }
            report::created(kind::buffer, handle, bytes, true, slabs_of_thread() != slabs, report::now_ns() - begin);
            return made;
        }
    }
    return create_by_driver(context, flags, bytes, host, out_code, is_plain, by_driver);
}

} // namespace

void track(cl_mem handle, context_state *context, kind what, std::size_t bytes, cl_mem parent,
           std::size_t origin) noexcept {
    shielded(
        [&] {
            memory record;
            record.context = context;
            record.what = what;
            record.bytes = bytes;
            record.references = 1;
            record.parent = parent;
            record.origin = origin;
            record.recorded = what == kind::sub_buffer ? 0 : recorder::allocated(what, bytes, false);
            if (record.recorded != 0 && parent == nullptr) { (void)add_uses(handle); } // for the recording alone
            put_memory(handle, std::move(record));
            if (parent != nullptr) { share_uses(handle, parent); }
            if (context == nullptr) { return; }
            context->drivers_objects.fetch_add(1);
            context->hold();
        },
        [] { give_up_uses(); });
}

namespace calls {

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *out_code) {
    return create(context, flags, bytes, host, out_code, true,
                  [&](cl_int *code) { return driver().clCreateBuffer(context, flags, bytes, host, code); });
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                cl_mem_flags flags, size_t bytes, void *host, cl_int *out_code) {
    return create(context, flags, bytes, host, out_code, properties == nullptr, [&](cl_int *code) {
        return driver().clCreateBufferWithProperties(context, properties, flags, bytes, host, code);
    });
}

} // namespace calls

} // namespace clmem::layer
