// Buffers, and the commands that access them.
#include "platform.hpp"
#include "queues.hpp"

#include <algorithm>

namespace mock {

namespace {

// Host memory counts only if the device shares it: SVM, or a buffer that is permanently mapped.
void add_host(const call &now, request &what, const void *host, std::size_t bytes) {
    const auto found = find_range(host, bytes);
    if (!found) { return; }
    what.ranges.push_back(*found);
    const bool may_be_early = is_nvidia() && find_allocation(found->allocation)->is_svm && what.waits.count != 0;
    if (may_be_early) { violation("%s at %p, which may run before the SVM is mapped", now.function(), host); }
}

cl_int transfer(const call &now, request what, cl_mem buffer, std::size_t offset, std::size_t bytes, const void *host) {
    if (!is_valid(buffer, kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
    if (bytes == 0 || offset > buffer->bytes || bytes > buffer->bytes - offset) { return CL_INVALID_VALUE; }
    what.ranges.push_back(range_of(*buffer, offset, bytes));
    if (host != nullptr) { add_host(now, what, host, bytes); }
    return enqueue(now, what);
}

// Destroys a buffer whose last reference is released, and then the buffer that contains it.
void end_buffer(cl_mem buffer, std::vector<std::pair<cl_mem, _cl_mem::callback>> &callbacks) {
    for (auto at = buffer->callbacks.rbegin(); at != buffer->callbacks.rend(); ++at) {
        callbacks.emplace_back(buffer, *at);
    }
    cl_mem parent = buffer->parent;
    const bool has_own_memory = parent == nullptr && (buffer->flags & CL_MEM_USE_HOST_PTR) == 0;
    if (has_own_memory) {
        commands().end_allocation(buffer->allocation);
        give_memory(buffer->allocation);
    }
    bury(buffer);
    if (parent != nullptr && drop(parent)) { end_buffer(parent, callbacks); }
}

cl_mem make_buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, const range &where) {
    cl_mem made = make<_cl_mem>(kind::memory);
    made->context = context;
    made->flags = flags;
    made->bytes = bytes;
    made->allocation = where.allocation;
    made->offset = where.begin;
    return made;
}

} // namespace

void set_owner_of(cl_mem memory, std::uint64_t owner) {
    const std::lock_guard guard{lock()};
    if (is_valid(memory, kind::memory, __func__)) { memory->owner = owner; }
}

} // namespace mock

using namespace mock;

extern "C" {

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void *host, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_mem>(now.code(), code); }
    if (!is_valid(context, kind::context, now.function())) { return refuse<_cl_mem>(CL_INVALID_CONTEXT, code); }
    if (bytes == 0) { return refuse<_cl_mem>(CL_INVALID_BUFFER_SIZE, code); }
    range where;
    if ((flags & CL_MEM_USE_HOST_PTR) != 0) {
        const auto found = find_range(host, bytes); // a buffer over SVM shares its memory
        if (found) { where = *found; }
    } else {
        where.allocation = take_memory(bytes, base_alignment, false);
        if (where.allocation == 0) { return refuse<_cl_mem>(CL_MEM_OBJECT_ALLOCATION_FAILURE, code); }
    }
    cl_mem made = make_buffer(context, flags, bytes, where);
    made->host = host;
    return succeed(made, code);
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *, cl_mem_flags flags,
                                    std::size_t bytes, void *host, cl_int *code) {
    return clCreateBuffer(context, flags, bytes, host, code);
}

cl_mem clCreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type, const void *info, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<_cl_mem>(now.code(), code); }
    if (!is_valid(parent, kind::memory, now.function()) || parent->parent != nullptr) {
        return refuse<_cl_mem>(CL_INVALID_MEM_OBJECT, code);
    }
    const auto &region = *static_cast<const cl_buffer_region *>(info);
    if (region.size == 0 || region.origin >= parent->bytes) { return refuse<_cl_mem>(CL_INVALID_VALUE, code); }
    const std::size_t inside = std::min(region.size, parent->bytes - region.origin);
    if (!is_nvidia() && inside < region.size) { return refuse<_cl_mem>(CL_INVALID_VALUE, code); }
    if (region.origin % base_alignment != 0) { return refuse<_cl_mem>(CL_MISALIGNED_SUB_BUFFER_OFFSET, code); }
    cl_mem made = make_buffer(parent->context, flags != 0 ? flags : parent->flags, region.size,
                              range_of(*parent, region.origin, inside));
    if (is_nvidia()) { commands().check_sub_buffer({made->allocation, made->offset, made->offset + made->bytes}); }
    made->parent = parent;
    ++parent->references;
    return succeed(made, code);
}

cl_int clRetainMemObject(cl_mem buffer) {
    return retain(__func__, buffer, kind::memory, CL_INVALID_MEM_OBJECT);
}

cl_int clReleaseMemObject(cl_mem buffer) {
    call now{__func__, may_fail::no};
    if (!is_valid(buffer, kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
    if (!drop(buffer)) { return CL_SUCCESS; }
    std::vector<std::pair<cl_mem, _cl_mem::callback>> callbacks;
    end_buffer(buffer, callbacks);
    now.unlock();
    for (const auto &[of, callback] : callbacks) {
        callback.first(of, callback.second);
    }
    return CL_SUCCESS;
}

cl_int clGetMemObjectInfo(cl_mem buffer, cl_mem_info what, std::size_t capacity, void *out, std::size_t *bytes) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(buffer, kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
    switch (what) {
    case CL_MEM_TYPE:
        return answer(cl_mem_object_type{CL_MEM_OBJECT_BUFFER}, capacity, out, bytes);
    case CL_MEM_FLAGS:
        return answer(buffer->flags, capacity, out, bytes);
    case CL_MEM_SIZE:
        return answer(buffer->bytes, capacity, out, bytes);
    case CL_MEM_HOST_PTR:
        return answer(buffer->host, capacity, out, bytes);
    case CL_MEM_MAP_COUNT:
        return answer(buffer->maps, capacity, out, bytes);
    case CL_MEM_REFERENCE_COUNT:
        return answer(static_cast<cl_uint>(buffer->references), capacity, out, bytes);
    case CL_MEM_CONTEXT:
        return answer(buffer->context, capacity, out, bytes);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return answer(buffer->parent, capacity, out, bytes);
    case CL_MEM_OFFSET:
        return answer(buffer->parent != nullptr ? buffer->offset - buffer->parent->offset : std::size_t{0}, capacity,
                      out, bytes);
    case CL_MEM_USES_SVM_POINTER:
        return answer(cl_bool{buffer->host != nullptr && buffer->allocation != 0}, capacity, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *)(void *), void *, std::size_t, cl_uint buffers,
                             const cl_mem *memory, const void **, cl_uint count, const cl_event *events,
                             cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    request what{queue, CL_COMMAND_NATIVE_KERNEL, {}, {count, events}, event};
    for (cl_uint i = 0; i < buffers; ++i) {
        if (!is_valid(memory[i], kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
        what.ranges.push_back(range_of(*memory[i], 0, memory[i]->bytes));
    }
    return enqueue(now, what);
}

cl_int clSetMemObjectDestructorCallback(cl_mem buffer, void(CL_CALLBACK *function)(cl_mem, void *), void *user) {
    const call now{__func__};
    if (now.failed()) { return now.code(); }
    if (!is_valid(buffer, kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
    buffer->callbacks.emplace_back(function, user);
    return CL_SUCCESS;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, std::size_t offset,
                           std::size_t bytes, void *host, cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    return transfer(now, {queue, CL_COMMAND_READ_BUFFER, {}, {count, events}, event, blocking != CL_FALSE}, buffer,
                    offset, bytes, host);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, std::size_t offset,
                            std::size_t bytes, const void *host, cl_uint count, const cl_event *events,
                            cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    return transfer(now, {queue, CL_COMMAND_WRITE_BUFFER, {}, {count, events}, event, blocking != CL_FALSE}, buffer,
                    offset, bytes, host);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem source, cl_mem target, std::size_t source_offset,
                           std::size_t target_offset, std::size_t bytes, cl_uint count, const cl_event *events,
                           cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    if (!is_valid(source, kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
    request what{queue, CL_COMMAND_COPY_BUFFER, {}, {count, events}, event};
    what.ranges.push_back(range_of(*source, source_offset, bytes));
    return transfer(now, std::move(what), target, target_offset, bytes, nullptr);
}

// All bytes from the first to the last count as used, those between its rows, too.
cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem source, cl_mem target, const std::size_t *source_origin,
                               const std::size_t *target_origin, const std::size_t *region, std::size_t source_row,
                               std::size_t source_slice, std::size_t target_row, std::size_t target_slice,
                               cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    const auto box_of = [region](const std::size_t *origin, std::size_t row, std::size_t slice) {
        row = row != 0 ? row : region[0];
        slice = slice != 0 ? slice : row * region[1];
        const std::size_t begin = origin[0] + origin[1] * row + origin[2] * slice;
        return range{0, begin, begin + region[0] + (region[1] - 1) * row + (region[2] - 1) * slice};
    };
    const range from = box_of(source_origin, source_row, source_slice);
    const range to = box_of(target_origin, target_row, target_slice);
    if (!is_valid(source, kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
    if (from.end > source->bytes) { return CL_INVALID_VALUE; }
    request what{queue, CL_COMMAND_COPY_BUFFER_RECT, {}, {count, events}, event};
    what.ranges.push_back(range_of(*source, from.begin, from.end - from.begin));
    return transfer(now, std::move(what), target, to.begin, to.end - to.begin, nullptr);
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *, std::size_t, std::size_t offset,
                           std::size_t bytes, cl_uint count, const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    return transfer(now, {queue, CL_COMMAND_FILL_BUFFER, {}, {count, events}, event}, buffer, offset, bytes, nullptr);
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags, std::size_t offset,
                         std::size_t bytes, cl_uint count, const cl_event *events, cl_event *event, cl_int *code) {
    const call now{__func__};
    if (now.failed()) { return refuse<void>(fail_command(now.code(), event), code); }
    const cl_int done = transfer(now, {queue, CL_COMMAND_MAP_BUFFER, {}, {count, events}, event, blocking != CL_FALSE},
                                 buffer, offset, bytes, nullptr);
    if (done != CL_SUCCESS) { return refuse<void>(done, code); }
    const range where = range_of(*buffer, offset, bytes);
    void *const pointer = address_of(where);
    add_mapping(where, where.owner != 0 ? where.owner : current_owner(), pointer);
    ++buffer->maps;
    return succeed(pointer, code);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *pointer, cl_uint count,
                               const cl_event *events, cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    if (!is_valid(buffer, kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
    if (buffer->maps == 0 || !remove_mapping(buffer->allocation, pointer)) {
        violation("%s of %p, which is not mapped", now.function(), pointer);
        return CL_INVALID_VALUE;
    }
    --buffer->maps;
    return transfer(now, {queue, CL_COMMAND_UNMAP_MEM_OBJECT, {}, {count, events}, event}, buffer, 0, buffer->bytes,
                    nullptr);
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint buffers, const cl_mem *memory,
                                  cl_mem_migration_flags flags, cl_uint count, const cl_event *events,
                                  cl_event *event) {
    const call now{__func__};
    if (now.failed()) { return fail_command(now.code(), event); }
    request what{queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, {}, {count, events}, event};
    // Undefined content counts as a write without an owner.
    const bool writes = (flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) != 0;
    if (writes && what.owner == 0) { what.owner = ~detail::next_number(); }
    // As NVIDIA's driver does, it reads the list when the command runs.
    if (is_nvidia()) {
        what.when_over = [memory, before = std::vector<cl_mem>(memory, memory + buffers)](cl_int) {
            if (!std::equal(before.begin(), before.end(), memory)) {
                violation("the list of the memory objects to migrate changes before the command runs");
            }
        };
    }
    for (cl_uint i = 0; i < buffers; ++i) {
        if (!is_valid(memory[i], kind::memory, now.function())) { return CL_INVALID_MEM_OBJECT; }
        if (!make_resident(memory[i]->allocation)) { return fail_command(CL_MEM_OBJECT_ALLOCATION_FAILURE, event); }
        if (writes) { what.ranges.push_back(range_of(*memory[i], 0, memory[i]->bytes)); }
        if ((flags & CL_MIGRATE_MEM_OBJECT_HOST) != 0 && memory[i]->parent != nullptr) {
            violation("a sub-buffer is migrated to the host");
        }
    }
    return enqueue(now, what);
}

} // extern "C"
