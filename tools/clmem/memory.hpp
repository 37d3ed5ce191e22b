// The kinds of memory that a device has, as a program uses them: how a driver gives it and takes it back, and how commands get
// at it.
#pragma once

#include "library.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clmem::command {

// Where a block is: an OpenCL buffer, or an address. What the driver alone gives as mapped has both.
struct place {
    cl_mem mem = nullptr;
    void *pointer = nullptr;
};

class memory {
  public:
    struct traits {
        bool has_pointers = true;  // blocks of a pool are addresses; otherwise OpenCL buffers
        bool kernels_reach = true; // otherwise commands that copy do
        bool is_on_host = false;   // it takes the host's memory, whatever the device has
    };

    memory(const traits &t, owned_provider provider) : traits_{t}, provider_{std::move(provider)} {}
    virtual ~memory() = default;
    memory(const memory &) = delete;
    memory &operator=(const memory &) = delete;

    [[nodiscard]] const traits &properties() const noexcept { return traits_; }
    [[nodiscard]] clmem_provider provider() const noexcept { return provider_.get(); }

    // Where a pool's block is. A place is NULL if clmem has failed.
    [[nodiscard]] clmem_status find(clmem_buffer block, place &out) const {
        return traits_.has_pointers ? clmem_svm_pointer(block, &out.pointer) : clmem_buffer_mem(block, &out.mem);
    }
    [[nodiscard]] place find(clmem_buffer block) const {
        place found;
        check(find(block, found));
        return found;
    }

    // By the driver alone. What is given back may be in use by commands of the queue.
    [[nodiscard]] virtual place take(std::size_t bytes) const = 0;
    virtual void give_back(const place &block, cl_command_queue queue) const = 0;

    // The block becomes a kernel's first argument (kernels_reach only).
    virtual void set_argument(cl_kernel kernel, const place &block) const = 0;
    // A command writes the block's first bytes: a driver that promises memory finds it then.
    virtual void touch(cl_command_queue queue, const place &block, std::size_t bytes) const = 0;

  private:
    traits traits_;
    owned_provider provider_;
};

// All that --provider takes, "virtual" included, which is no memory.
[[nodiscard]] const std::vector<std::string> &provider_names();

// Memory by its name. The objects are borrowed, and live as long as it. Throws failure if the device lacks what it takes.
[[nodiscard]] std::unique_ptr<memory> make_memory(const std::string &name, cl_device_id device, cl_context context,
                                                  cl_command_queue queue);

} // namespace clmem::command
