#include "memory/svm.hpp"

#include "cl/svm.hpp"
#include "memory/buffer.hpp"
#include "memory/import.hpp"
#include "pool/lone_block.hpp"
#include "provider/opencl_memory.hpp"
#include "provider/svm.hpp"

#include <cinttypes>
#include <vector>

namespace clmem_core {

std::uint64_t allocate_svm(cl_context context, std::uint64_t flags, std::size_t bytes, std::size_t alignment,
                           cl_command_queue queue) {
    return allocate_alone(make_svm_provider(context, flags, alignment), bytes, queue);
}

std::shared_ptr<memory_object> wrap_svm(cl_context context, void *pointer, std::size_t bytes, std::uint64_t flags) {
    if ((flags & ~std::uint64_t{CLMEM_SVM_SYSTEM}) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "flags: expected CLMEM_SVM_SYSTEM or 0, got unknown bits 0x%" PRIx64, flags);
    }
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (bytes != memory_object::unknown_bytes && bytes > UINTPTR_MAX - address) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "bytes: expected a range within the address space, got %zu bytes at %p",
             bytes, pointer);
    }
    const bool is_of_host = (flags & CLMEM_SVM_SYSTEM) != 0;
    if (context != nullptr && is_of_host) {
        for (cl_device_id device : devices_of(context)) {
            cl::need(device, cl::svm_system);
        }
    }
    return bytes != 0 ? std::make_shared<memory_object>(pointer, bytes, is_of_host) : nullptr;
}

namespace {

void check_is_svm(const memory_object &memory, const char *found) {
    if (memory.access() != memory_access::svm) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected shared virtual memory, got %s", found);
    }
}

} // namespace

std::shared_ptr<memory_object> make_buffer_of(const std::shared_ptr<memory_object> &svm, cl_context context,
                                              std::uint64_t flags, std::size_t bytes) {
    check_is_svm(*svm, svm->access() == memory_access::object ? "an OpenCL object; use the object"
                                                              : "memory of which no OpenCL buffer can be made");
    if (const block_hold *const block = svm->block(); block != nullptr && block->traits().context != context) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "context: expected that of the block, got another one");
    }
    const std::size_t size = svm->bytes();
    if (bytes == SIZE_MAX) {
        if (size == memory_object::unknown_bytes) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "bytes: expected a size, since that of the memory is unknown, got SIZE_MAX");
        }
        bytes = size;
    }
    if (bytes > size) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "bytes: expected at most %zu, the size of the memory, got %zu", size, bytes);
    }
    flags |= CL_MEM_USE_HOST_PTR;
    check_object_flags(flags, svm->pointer());
    return bytes != 0 ? make_buffer(context, flags, bytes, svm->pointer(), svm) : nullptr;
}

void migrate_svm(cl_command_queue queue, std::span<const std::shared_ptr<memory_object>> memories, std::uint64_t flags,
                 const cl::wait_list &waits, cl_event *out_event) {
    check_migration_flags(flags);
    std::vector<const void *> pointers;
    std::vector<std::size_t> sizes;
    for (const auto &memory : memories) {
        check_is_svm(*memory, memory->access() == memory_access::object
                                  ? "an OpenCL object; use clmem_memory_migrate()"
                                  : "memory that stays in place, or migrates automatically");
        pointers.push_back(memory->pointer());
        // 0: the whole allocation
        sizes.push_back(memory->bytes() != memory_object::unknown_bytes ? memory->bytes() : 0);
    }
    const auto command = cl::dispatch().clEnqueueSVMMigrateMem;
    cl::need(command != nullptr, queue, 210, "clEnqueueSVMMigrateMem");
    for (const auto &memory : memories) {
        memory->use(queue);
    }
    cl::check_command(command(queue, static_cast<cl_uint>(pointers.size()), pointers.data(), sizes.data(), flags,
                              waits.count, waits.events, out_event),
                      "clEnqueueSVMMigrateMem");
}

cl::event mark_for_release(const memory_object &memory, cl_command_queue queue, const cl::wait_list &waits) {
    const block_hold *const block = memory.block();
    if (block == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected a block or an allocation, got a tag; release the handle with clmem_buffer_release()");
    }
    pool &owner = block->owner();
    owner.check_has_pointers();
    static_cast<void>(owner.queues()); // expects at least one
    if (memory.access() == memory_access::none) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected memory whose queues have events, got memory of a virtual provider; "
                                      "release it with clmem_buffer_release()");
    }
    queue_reference own; // another thread may forget the queue
    if (queue == nullptr) {
        own = owner.uses().queue_of(*block->get());
        queue = own != nullptr ? *own : nullptr;
    }
    if (queue == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "queue: expected the queue whose commands use the block, since the block belongs to none, got NULL");
    }
    if (cl::context_of(queue) != block->traits().context) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "queue: expected one of the block's context, got one of another context");
    }
    cl_event made = nullptr;
    cl::enqueue_nothing(queue, waits, &made);
    cl::event marker{made};
    // The next owner waits for the marker in another queue.
    cl::check_command(cl::dispatch().clFlush(queue), "clFlush");
    return marker;
}

} // namespace clmem_core
