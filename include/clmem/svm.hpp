// Shared virtual memory without a pool: allocate, wrap and move it.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_SVM_HPP
#define CLMEM_SVM_HPP

#include "buffer.hpp"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

// clmem_svm_allocate(); `alignment_bytes` 0: the devices' alignment.
inline buffer allocate_svm(context_argument in, std::size_t bytes, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                           std::size_t alignment_bytes = 0, queue_argument for_queue = nullptr,
                           error_sink failure = throws()) {
    clmem_buffer made = nullptr;
    detail::check(clmem_svm_allocate(in, memory_flags, bytes, alignment_bytes, for_queue, &made), failure);
    return buffer{made};
}

// clmem_svm_wrap(): a handle for memory that the program still owns; SIZE_MAX bytes: unknown.
inline buffer wrap_svm(context_argument in, void *pointer, std::size_t bytes = SIZE_MAX, std::uint64_t flags = 0,
                       error_sink failure = throws()) {
    clmem_buffer made = nullptr;
    detail::check(clmem_svm_wrap(in, pointer, bytes, flags, &made), failure);
    return buffer{made};
}

// clmem_svm_release_enqueued(): `on` NULL is the block's queue. On a failure `memory` still owns the block.
inline event release_enqueued(buffer &memory, queue_argument on = nullptr, const wait_list &waits = {},
                              error_sink failure = throws()) {
    const auto options = detail::after<clmem_enqueue_options>(CLMEM_ENQUEUE_OPTIONS_INIT, waits);
    cl_event done = nullptr;
    if (detail::check(clmem_svm_release_enqueued(memory.get(), on, &options, &done), failure)) {
        static_cast<void>(memory.give_up());
    }
    return event{done};
}

// clmem_svm_migrate()
inline event migrate_svm(queue_argument on, const std::vector<clmem_buffer> &memories, std::uint64_t flags = 0,
                         const wait_list &waits = {}, error_sink failure = throws()) {
    const auto options = detail::after<clmem_enqueue_options>(CLMEM_ENQUEUE_OPTIONS_INIT, waits);
    cl_event done = nullptr;
    detail::check(
        clmem_svm_migrate(on, static_cast<std::uint32_t>(memories.size()), memories.data(), flags, &options, &done),
        failure);
    return event{done};
}

// clmem_svm_as_buffer(): an OpenCL buffer over the same memory.
inline buffer as_buffer(const buffer &memory, context_argument in, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                        std::size_t bytes = SIZE_MAX, error_sink failure = throws()) {
    clmem_buffer made = nullptr;
    detail::check(clmem_svm_as_buffer(memory.get(), in, memory_flags, bytes, &made), failure);
    return buffer{made};
}

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
