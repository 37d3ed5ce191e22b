#include "memory/import.hpp"

#include <algorithm>
#include <cinttypes>
#include <memory>
#include <utility>
#include <vector>

namespace clmem_core {

namespace {

memory_kind kind_of(cl_mem mem) {
    switch (cl::value<cl_mem_object_type>(mem, CLMEM_CL_ASK(CL_MEM_TYPE))) {
    case CL_MEM_OBJECT_BUFFER:
        return memory_kind::buffer;
    case CL_MEM_OBJECT_PIPE:
        return memory_kind::pipe;
    default:
        return memory_kind::image;
    }
}

// The buffer that contains a sub-buffer, which OpenCL keeps alive, as the parent of further parts.
std::shared_ptr<memory_object> whole_of(cl_mem part) {
    auto *const whole = cl::value<cl_mem>(part, CLMEM_CL_ASK(CL_MEM_ASSOCIATED_MEMOBJECT));
    if (whole == nullptr) { return nullptr; }
    const auto bytes = cl::value<std::size_t>(whole, CLMEM_CL_ASK(CL_MEM_SIZE));
    return std::make_shared<memory_object>(memory_kind::buffer, cl::memory::retain(whole), bytes);
}

} // namespace

std::shared_ptr<memory_object> import_memory(cl_mem mem) {
    // The first query of the object, for which the driver returns an error if it is invalid.
    const memory_kind kind = kind_of(mem);
    const auto bytes = cl::value<std::size_t>(mem, CLMEM_CL_ASK(CL_MEM_SIZE));
    auto parent = kind == memory_kind::buffer ? whole_of(mem) : nullptr;
    const std::size_t offset = parent != nullptr ? cl::value<std::size_t>(mem, CLMEM_CL_ASK(CL_MEM_OFFSET)) : 0;
    cl::memory own = cl::memory::retain(mem);
    auto made = std::make_shared<memory_object>(kind, std::move(own), bytes, std::move(parent));
    made->set_offset(offset);
    return made;
}

clmem_memory_info describe(const memory_object &memory) {
    clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
    info.bytes = memory.bytes();
    info.is_pooled = memory.block() != nullptr && !memory.block()->owner().is_of_one_block() ? 1 : 0;
    if (memory.access() != memory_access::object) {
        info.host_pointer = memory.pointer();
        if (memory.block() != nullptr) {
            info.context = memory.block()->traits().context;
            info.flags = memory.block()->traits().memory_flags;
        }
        return info;
    }
    cl_mem mem = memory.mem();
    info.mem = mem;
    info.type = cl::value<cl_mem_object_type>(mem, CLMEM_CL_ASK(CL_MEM_TYPE));
    info.flags = cl::value<cl_mem_flags>(mem, CLMEM_CL_ASK(CL_MEM_FLAGS));
    info.offset_bytes = cl::value<std::size_t>(mem, CLMEM_CL_ASK(CL_MEM_OFFSET));
    info.host_pointer = cl::value<void *>(mem, CLMEM_CL_ASK(CL_MEM_HOST_PTR));
    info.associated = cl::value<cl_mem>(mem, CLMEM_CL_ASK(CL_MEM_ASSOCIATED_MEMOBJECT));
    info.context = cl::value<cl_context>(mem, CLMEM_CL_ASK(CL_MEM_CONTEXT));
    info.map_count = cl::value<cl_uint>(mem, CLMEM_CL_ASK(CL_MEM_MAP_COUNT));
    info.reference_count = cl::value<cl_uint>(mem, CLMEM_CL_ASK(CL_MEM_REFERENCE_COUNT));
    info.uses_svm = cl::value_or<cl_bool>(mem, CLMEM_CL_ASK(CL_MEM_USES_SVM_POINTER), 0);
    return info;
}

std::size_t query(const memory_object &memory, cl_mem_info property, std::size_t capacity, void *out) {
    std::size_t bytes = 0;
    const cl_int code =
        cl::dispatch().clGetMemObjectInfo(memory.mem(), property, out != nullptr ? capacity : 0, out, &bytes);
    if (code != CL_SUCCESS) {
        fail_opencl(code, "clGetMemObjectInfo(0x%x): expected a known property whose value fits in %zu bytes, got %s",
                    property, capacity, status_name(code));
    }
    return bytes;
}

bool are_equal(const memory_object &a, const memory_object &b) {
    const bool are_objects = a.access() == memory_access::object;
    if (are_objects != (b.access() == memory_access::object)) { return false; }
    return are_objects ? a.mem() == b.mem() : a.pointer() == b.pointer();
}

void check_migration_flags(std::uint64_t flags) {
    if ((flags & ~std::uint64_t{CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED}) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "flags: expected bits of cl_mem_migration_flags, got unknown bits 0x%" PRIx64, flags);
    }
}

namespace {

// The flags that drivers survive. For quirk::migration_of_parts_crashes, parts stay on the device, and so does whatever
// else the command names.
std::uint64_t survivable(std::uint64_t flags, std::span<const cl_mem> objects) {
    if ((flags & CL_MIGRATE_MEM_OBJECT_HOST) == 0) { return flags; }
    const bool has_parts = std::ranges::any_of(objects, [](cl_mem object) {
        return cl::value<cl_mem>(object, CLMEM_CL_ASK(CL_MEM_ASSOCIATED_MEMOBJECT)) != nullptr;
    });
    return has_parts ? flags & ~std::uint64_t{CL_MIGRATE_MEM_OBJECT_HOST} : flags;
}

using object_list = std::vector<cl_mem>;

void CL_CALLBACK free_list(cl_event /*event*/, cl_int /*status*/, void *list) {
    const std::unique_ptr<object_list> over{static_cast<object_list *>(list)};
}

// For drivers with quirk::migration_keeps_list: the list lives until the command is complete.
void migrate_kept(cl_command_queue queue, object_list objects, std::uint64_t flags, const cl::wait_list &waits,
                  cl_event *out_event) {
    auto kept = std::make_unique<object_list>(std::move(objects));
    cl_event made = nullptr;
    cl::check_command(cl::dispatch().clEnqueueMigrateMemObjects(queue, static_cast<cl_uint>(kept->size()), kept->data(),
                                                                flags, waits.count, waits.events, &made),
                      "clEnqueueMigrateMemObjects");
    cl::event own{made};
    // If the driver refuses the callback, the list is never freed.
    static_cast<void>(cl::dispatch().clSetEventCallback(made, CL_COMPLETE, free_list, kept.release()));
    if (out_event != nullptr) { *out_event = own.detach(); }
}

} // namespace

void migrate(cl_command_queue queue, std::span<const std::shared_ptr<memory_object>> memories, std::uint64_t flags,
             const cl::wait_list &waits, cl_event *out_event) {
    check_migration_flags(flags);
    const auto command = cl::dispatch().clEnqueueMigrateMemObjects;
    cl::need(command != nullptr, queue, 120, "clEnqueueMigrateMemObjects");
    std::vector<cl_mem> objects;
    for (const auto &memory : memories) {
        if (memory->access() != memory_access::object) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "memories[%zu]: expected an OpenCL object, got an address; use clmem_svm_migrate()", objects.size());
        }
        objects.push_back(memory->mem());
    }
    for (const auto &memory : memories) {
        memory->use(queue);
    }
    const std::uint64_t passed = survivable(flags, objects);
    if (cl::quirks_of(queue).has(cl::quirk::migration_keeps_list)) {
        return migrate_kept(queue, std::move(objects), passed, waits, out_event);
    }
    cl::check_command(command(queue, static_cast<cl_uint>(objects.size()), objects.data(), passed, waits.count,
                              waits.events, out_event),
                      "clEnqueueMigrateMemObjects");
}

} // namespace clmem_core
