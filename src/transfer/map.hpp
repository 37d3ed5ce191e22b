// Regions of memory that the host can access.
#pragma once

#include "cl/enqueue.hpp"
#include "memory/object.hpp"
#include "transfer/box.hpp"

#include <atomic>

namespace clmem_core {

// The flags of a map, and whether the call waits for it.
struct map_manner {
    std::uint64_t flags;
    bool blocking;
};

class memory_map {
  public:
    // The driver's result.
    struct region {
        void *pointer = nullptr;
        std::size_t bytes = 0;
        std::size_t row_pitch = 0;
        std::size_t slice_pitch = 0;
    };

    memory_map(std::shared_ptr<memory_object> memory, cl::queue queue) noexcept
        : memory_{std::move(memory)}, queue_{std::move(queue)} {}
    // Unmaps the memory if it is still mapped and that is possible: no caller got the handle.
    ~memory_map();
    memory_map(const memory_map &) = delete;
    memory_map &operator=(const memory_map &) = delete;

    // Maps the memory, once, before other threads can see this. Throw error.
    void map_buffer(std::size_t offset, std::size_t bytes, const map_manner &how, const cl::wait_list &waits,
                    cl_event *out_event);
    void map_image(const extent &origin, const extent &size, const map_manner &how, const cl::wait_list &waits,
                   cl_event *out_event);

    // nullptr: the queue on which it was mapped. Throws error, and then it is still mapped. A second call does nothing.
    void unmap(cl_command_queue queue, const cl::wait_list &waits, cl_event *out_event);
    // Unmaps it on its queue if it is still mapped; a release of the memory waits for that. Throws error, and then it
    // is still mapped.
    void release(cl_event *out_event = nullptr);

    [[nodiscard]] clmem_map_info describe() const noexcept;

  private:
    void end(cl_command_queue queue, const cl::wait_list &waits, cl_event *out_event, memory_object::event given);
    void enqueue_unmap(cl_command_queue queue, const cl::wait_list &waits, cl_event *out_event) const;

    std::shared_ptr<memory_object> memory_; // until it is unmapped
    cl::queue queue_;
    region region_;
    std::atomic<bool> is_mapped_{false};
};

// nullptr if there is nothing to map; then the event is that of a marker. Throw error.
[[nodiscard]] std::shared_ptr<memory_map> map_buffer(std::shared_ptr<memory_object> buffer, cl_command_queue queue,
                                                     std::size_t offset, std::size_t bytes, const map_manner &how,
                                                     const cl::wait_list &waits, cl_event *out_event);
[[nodiscard]] std::shared_ptr<memory_map> map_image(std::shared_ptr<memory_object> image, cl_command_queue queue,
                                                    const extent &origin, const extent &region, const map_manner &how,
                                                    const cl::wait_list &waits, cl_event *out_event);

} // namespace clmem_core
