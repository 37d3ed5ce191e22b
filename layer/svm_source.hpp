// Pools of shared virtual memory. Its life is the program's business: clSVMFree waits for nothing, and the program
// calls it when no command uses the memory any more. So freed memory can be used again at once, by every queue and the
// host.
#pragma once

#include <CL/cl.h>
#include <atomic>
#include <clmem.h>
#include <cstddef>
#include <mutex>

namespace clmem::layer {

// The SVM pools of one context.
class svm_source {
    struct pool_of_flags {
        cl_svm_mem_flags flags;
        clmem_pool pool; // NULL: clmem refuses the flags
        pool_of_flags *next;
    };

  public:
    explicit svm_source(cl_context context) noexcept : context_{context} {}
    ~svm_source();
    svm_source(const svm_source &) = delete;
    svm_source &operator=(const svm_source &) = delete;

    // A block, or NULL: clmem has no memory, or the pool does not take the flags or the alignment.
    [[nodiscard]] clmem_buffer allocate(cl_svm_mem_flags flags, std::size_t bytes, cl_uint alignment) noexcept;

    template <class Use>
    void for_each_pool(Use &&use) const noexcept {
        for (const pool_of_flags *made = first_.load(std::memory_order_acquire); made != nullptr; made = made->next) {
            if (made->pool != nullptr) { use(made->pool); }
        }
    }

    // Returns idle memory to the driver.
    void trim() noexcept;
    // After a command that freed these bytes: returns idle memory beyond a little.
    void trim_after(std::size_t freed) noexcept;

  private:
    [[nodiscard]] clmem_pool pool_for(cl_svm_mem_flags flags) noexcept;
    [[nodiscard]] clmem_pool make_pool(cl_svm_mem_flags flags) const noexcept;

    cl_context context_;
    std::mutex making_;
    std::atomic<std::size_t> freed_{0}; // by commands since trim_after() last looked
    std::atomic<pool_of_flags *> first_{nullptr};
};

} // namespace clmem::layer
