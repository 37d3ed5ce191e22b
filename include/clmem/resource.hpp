// Pools for the containers of the standard library.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_RESOURCE_HPP
#define CLMEM_RESOURCE_HPP

#include "pool.hpp"

#include <cstdio>
#include <memory_resource>
#include <new>

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

// Puts containers of the standard library into memory that the host and kernels share: fine-grain SVM, USM of the host
// and shared, page-locked memory. Their elements' addresses are valid in kernels too, except for page-locked memory.
class memory_resource : public std::pmr::memory_resource {
  public:
    // The pool must outlive the resource and all that the resource has allocated; its owner may be moved.
    explicit memory_resource(const pool &from, queue_argument for_queue = nullptr)
        : pool_{from.get()}, queue_{for_queue} {}
    explicit memory_resource(const pool &&from, queue_argument for_queue = nullptr) = delete;

  private:
    void *do_allocate(std::size_t bytes, std::size_t alignment) override {
        std::error_code failure;
        buffer block = take(bytes != 0 ? bytes : 1, alignment, failure);
        std::uintptr_t address = address_of(block, failure);
        if (address % alignment != 0) { // a block is aligned relative to its slab, which may be aligned less
            block.release(failure);
            block = take(bytes + alignment, alignment, failure);
            address = (address_of(block, failure) + alignment - 1) / alignment * alignment;
        }
        if (address == 0) {
#if defined(__cpp_exceptions)
            throw std::bad_alloc{};
#else
            std::terminate();
#endif
        }
        static_cast<void>(block.give_up()); // found again by its address
        return reinterpret_cast<void *>(address);
    }
    // Ends the process if the pool does not know the memory, as the system's allocators do: nothing can be thrown here.
    void do_deallocate(void *address, std::size_t, std::size_t) noexcept override {
        clmem_buffer block = nullptr;
        std::size_t offset = 0;
        clmem_status status = clmem_svm_find(pool_, address, &block, &offset);
        if (status == CLMEM_SUCCESS) { status = clmem_buffer_release(block); }
        if (status != CLMEM_SUCCESS && status != CLMEM_ERROR_FORKED) { // a forked child has no memory to release
            std::fprintf(stderr,
                         "clmem::memory_resource::deallocate: expected memory of a pool that still exists, got "
                         "%p; %s\n",
                         address, error::last().what());
            std::terminate();
        }
    }
    bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override {
        const auto *same = dynamic_cast<const memory_resource *>(&other);
        return same != nullptr && same->pool_ == pool_;
    }

    buffer take(std::size_t bytes, std::size_t alignment, error_sink failure) const {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.queue = queue_;
        options.alignment_bytes = alignment;
        clmem_buffer block = nullptr;
        detail::check(clmem_pool_allocate_with(pool_, &options, bytes, &block), failure);
        return buffer{block};
    }
    static std::uintptr_t address_of(const buffer &block, error_sink failure) {
        return block ? reinterpret_cast<std::uintptr_t>(block.pointer(failure)) : 0;
    }

    clmem_pool pool_;
    cl_command_queue queue_;
};

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
