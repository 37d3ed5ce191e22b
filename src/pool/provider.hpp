// Where memory comes from. A pool takes slabs from a provider and gives them back; nothing here knows about pools.
#pragma once

#include <clmem.h>
#include <cstddef>
#include <cstdint>

namespace clmem {

class provider {
  public:
    struct traits {
        clmem_provider_kind kind;
        std::size_t alignment;          // power of two, in bytes
        std::size_t max_allocation = 0; // 0: no bound
        std::size_t memory = 0;         // 0: unknown
        cl_context context = nullptr;   // NULL if the kind has none
        std::uint64_t memory_flags = 0;
        bool has_objects = false;    // memory is a cl_mem, and ranges of it can be had as sub-buffers
        bool has_pointers = false;   // memory is the base pointer of the slab, for kernels or the host
        bool host_reachable = false; // the host touches it without a map that is enqueued, so that no queue orders that
        bool waits_for_nobody =
            false; // release does not wait for commands that use the memory: they must be known to be done
        bool free_of_cost = false; // allocations cost nothing, so that time need not be measured
    };

    explicit provider(const traits &t) : traits_{t} {}
    virtual ~provider() = default;
    provider(const provider &) = delete;
    provider &operator=(const provider &) = delete;

    [[nodiscard]] const traits &properties() const noexcept { return traits_; }

    // Takes memory. Throws error; is_out_of_memory() of its status or OpenCL code tells a shortage from other failures.
    // Called without any lock held, by several threads at once.
    virtual void *allocate(std::size_t bytes) = 0;
    virtual void release(void *memory, std::size_t bytes) noexcept = 0;

    // Called once for `memory`, before the first object is made of it (has_objects only). Throws error.
    // NVIDIA's driver gives each sub-buffer memory of its own, and takes a millisecond for each, if the buffer has none yet.
    virtual void prepare(void *memory, std::size_t bytes);

    // Makes the OpenCL buffer for a range of `memory`, and releases it. Throws error, without has_objects always.
    virtual cl_mem make_object(void *memory, std::size_t offset, std::size_t bytes);
    virtual void release_object(cl_mem object) noexcept;

  protected:
    // Throws CLMEM_ERROR_OUT_OF_MEMORY if so much cannot be had in one piece.
    void check_size(std::size_t bytes) const;

  private:
    traits traits_;
};

} // namespace clmem
