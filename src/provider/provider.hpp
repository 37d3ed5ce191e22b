// Where memory comes from. A pool takes slabs from a provider and gives them back; nothing here knows about pools.
#pragma once

#include "queue/opencl_queues.hpp"

#include <clmem.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace clmem {

// By which commands memory is reached.
enum class memory_access {
    object, // those that take a cl_mem
    svm,    // clEnqueueSVM*
    usm,    // clEnqueue*INTEL
    host,   // none: it is the host's, as page-locked memory, and counts as that in a transfer
    none,   // none at all: the virtual provider's
};

class provider {
  public:
    // All that pools and memory objects know of a kind.
    struct traits {
        clmem_provider_kind kind;
        const char *name = "memory"; // for the log
        memory_access access = memory_access::none;
        std::size_t alignment;          // power of two, in bytes
        std::size_t max_allocation = 0; // 0: no bound
        std::size_t memory = 0;         // 0: unknown
        cl_context context = nullptr;   // NULL if the kind has none
        std::uint64_t memory_flags = 0;
        bool has_pointers = false;     // memory is the address of its first byte, for the host or the device
        bool host_reachable = false;   // the host touches it with no map in between: no barrier holds that back
        bool waits_for_nobody = false; // release() does not care whether commands use the memory
        bool free_of_cost = false;     // allocations cost nothing, so that time need not be measured

        // Memory is a cl_mem, and ranges of it can be had as sub-buffers.
        [[nodiscard]] bool has_objects() const noexcept { return access == memory_access::object; }
    };

    explicit provider(const traits &t) : traits_{t} {
        if (t.context != nullptr) { queues_.emplace(t.context); }
    }
    virtual ~provider() = default;
    provider(const provider &) = delete;
    provider &operator=(const provider &) = delete;

    [[nodiscard]] const traits &properties() const noexcept { return traits_; }

    // The program has its handle: from now on what the provider was given is the provider's to release.
    virtual void commit() noexcept {}

    // Takes memory. Throws error; is_out_of_memory() of its status or OpenCL code tells a shortage from other failures.
    // Called without any lock held, by several threads at once.
    virtual void *allocate(std::size_t bytes) = 0;
    virtual void release(void *memory, std::size_t bytes) noexcept = 0;
    // The same once its last uses are over: for memory whose release waits for nobody. Should the driver never tell, it keeps the
    // memory.
    virtual void release_after(void *memory, std::size_t bytes, last_uses uses) noexcept;

    // Called once for `memory`, before the first object is made of it (has_objects() only). Throws error.
    virtual void prepare(void *memory, std::size_t bytes);

    // Makes the OpenCL buffer for a range of `memory`, and releases it. Throws error, without has_objects() always.
    virtual cl_mem make_object(void *memory, std::size_t offset, std::size_t bytes);
    virtual void release_object(cl_mem object) noexcept;

    // The queues that may use the memory; nullptr if there are none.
    [[nodiscard]] virtual queue_driver *queues() noexcept { return queues_ ? &*queues_ : nullptr; }

    // The clock by which idle memory grows old, in nanoseconds; setting it throws error if it is the world's.
    [[nodiscard]] virtual std::uint64_t time() const noexcept;
    virtual void set_time(std::uint64_t time_ns);

  protected:
    // Throws CLMEM_ERROR_OUT_OF_MEMORY if so much cannot be had in one piece.
    void check_size(std::size_t bytes) const;

  private:
    traits traits_;
    std::optional<opencl_queues> queues_;
};

} // namespace clmem
