// The kinds of memory of a device: how to allocate and free each with the driver, and how commands access it.
#pragma once

#include "library.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clmem::command {

// The location of a block: an OpenCL buffer, or an address. Memory that only the driver provides, mapped, has both.
struct place {
    cl_mem mem = nullptr;
    void *pointer = nullptr;
};

class memory {
  public:
    struct traits {
        bool has_pointers = true;  // pool blocks are addresses; otherwise OpenCL buffers
        bool kernels_reach = true; // kernels can access it; otherwise only copies can
        bool is_on_host = false;   // it is in host memory, whatever memory the device has
    };

    memory(const traits &t, owned_provider provider) : traits_{t}, provider_{std::move(provider)} {}
    virtual ~memory() = default;
    memory(const memory &) = delete;
    memory &operator=(const memory &) = delete;

    [[nodiscard]] const traits &properties() const noexcept { return traits_; }
    [[nodiscard]] clmem_provider provider() const noexcept { return provider_.get(); }

    // Finds the location of a pool's block; NULL if clmem fails.
    [[nodiscard]] clmem_status find(clmem_buffer block, place &out) const {
        return traits_.has_pointers ? clmem_svm_pointer(block, &out.pointer) : clmem_buffer_mem(block, &out.mem);
    }
    [[nodiscard]] place find(clmem_buffer block) const {
        place found;
        check(find(block, found));
        return found;
    }

    // Allocates with the driver alone. Commands in the queue may still use memory that is freed.
    [[nodiscard]] virtual place take(std::size_t bytes) const = 0;
    virtual void release(const place &block, cl_command_queue queue) const = 0;

    // Makes the block the first argument of a kernel (only if kernels_reach).
    virtual void set_argument(cl_kernel kernel, const place &block) const = 0;
    // Enqueues a command that writes the block's first bytes, so that a lazy driver backs it with memory.
    virtual void touch(cl_command_queue queue, const place &block, std::size_t bytes) const = 0;

  private:
    traits traits_;
    owned_provider provider_;
};

// The values of --provider, including "virtual", which stands for no memory.
[[nodiscard]] const std::vector<std::string> &provider_names();

// Creates the memory with this name. It borrows the objects. Throws failure if the device lacks what it needs.
[[nodiscard]] std::unique_ptr<memory> make_memory(const std::string &name, cl_device_id device, cl_context context,
                                                  cl_command_queue queue);

} // namespace clmem::command
