// The source of memory. A pool allocates slabs from a provider and frees them; nothing here knows about pools.
#pragma once

#include "queue/opencl_queues.hpp"

#include <clmem.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clmem_core {

namespace fault {
class plan;
}

// The commands that can access the memory.
enum class memory_access {
    object, // commands that take a cl_mem
    svm,    // clEnqueueSVM*
    usm,    // clEnqueue*INTEL
    host,   // none: host memory, such as page-locked memory, which is the host's side of a transfer
    none,   // none at all: memory of the virtual provider
};

class provider {
  public:
    // Everything that pools and memory objects know about a kind.
    struct traits {
        clmem_provider_kind kind;
        const char *name = "memory"; // for the log
        memory_access access = memory_access::none;
        std::size_t alignment;          // power of two, in bytes
        std::size_t max_allocation = 0; // 0: no limit
        std::size_t memory = 0;         // 0: unknown
        cl_context context = nullptr;   // NULL if the kind has none
        std::uint64_t memory_flags = 0;
        bool has_pointers = false;             // memory is the address of its first byte, for the host or the device
        bool host_reachable = false;           // the host accesses it without a map, which no barrier can delay
        bool release_does_not_wait = false;    // release() does not wait for commands that use the memory
        bool free_of_cost = false;             // allocations cost nothing, so their time is not measured
        std::vector<std::string> devices = {}; // their names, for the dump of a pool
        bool sub_buffers_race = false;         // of a device whose driver has quirk::sub_buffers_race

        // Memory is a cl_mem, and its ranges can be sub-buffers.
        [[nodiscard]] bool has_objects() const noexcept { return access == memory_access::object; }
    };

    explicit provider(const traits &t) : traits_{t} {
        if (t.context != nullptr) { queues_.emplace(t.context); }
    }
    virtual ~provider() = default;
    provider(const provider &) = delete;
    provider &operator=(const provider &) = delete;

    [[nodiscard]] const traits &properties() const noexcept { return traits_; }

    // The program has the handle: from now on the provider must release what it was given.
    virtual void commit() noexcept {}

    // Allocates memory. Throws error; is_out_of_memory() of its status or OpenCL code distinguishes a shortage from
    // other failures. Called without a lock, by several threads at the same time.
    virtual void *allocate(std::size_t bytes) = 0;
    virtual void release(void *memory, std::size_t bytes) noexcept = 0;
    // The same after its last uses have ended, for memory whose release does not wait. If the driver never reports
    // that, it keeps the memory.
    virtual void release_after(void *memory, std::size_t bytes, last_uses uses) noexcept;
    // Returns when the driver has all memory given to release(), which may free it on a background thread.
    virtual void finish_releases() noexcept {}

    // Called once for `memory`, before its first object is created (has_objects() only). Throws error.
    virtual void prepare(void *memory, std::size_t bytes);

    // Creates the OpenCL buffer for a range of `memory`, and releases it. make_object() throws error; without
    // has_objects() it does nothing else.
    virtual cl_mem make_object(void *memory, std::size_t offset, std::size_t bytes);
    virtual void release_object(cl_mem object) noexcept;

    // Called before bytes of its memory are mapped. Throws error if the map must fail.
    virtual void before_map(std::size_t) {}

    // Its injected faults; nullptr if it has none.
    [[nodiscard]] virtual const fault::plan *faults() const noexcept { return nullptr; }

    // The queues that may use the memory; nullptr if there are none.
    [[nodiscard]] virtual queue_driver *queues() noexcept { return queues_ ? &*queues_ : nullptr; }

    // The clock for the age of idle memory, in nanoseconds; only virtual providers have a settable clock, others throw
    // error.
    [[nodiscard]] virtual std::uint64_t time() const noexcept;
    virtual void set_time(std::uint64_t time_ns);

  protected:
    // Throws CLMEM_ERROR_OUT_OF_MEMORY if one allocation cannot be that large.
    void check_size(std::size_t bytes) const;

  private:
    traits traits_;
    std::optional<opencl_queues> queues_;
};

} // namespace clmem_core
