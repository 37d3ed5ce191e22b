// The object behind a handle of memory: a block of a pool, a buffer without a pool, a part of another buffer, an image,
// a pipe, or shared virtual memory that clmem allocated or the program tagged.
#pragma once

#include "cl/raii.hpp"
#include "pool/block_hold.hpp"

#include <cstddef>
#include <memory>
#include <optional>

namespace clmem_core {

enum class memory_kind { buffer, svm, image, pipe };

// The noun for messages.
[[nodiscard]] const char *noun_of(memory_kind kind) noexcept;

class memory_object {
  public:
    // A block, kept by `hold`.
    explicit memory_object(std::shared_ptr<block_hold> hold) noexcept;
    // An OpenCL object with its reference; `parent` contains it or is its source, and is kept alive.
    memory_object(memory_kind kind, cl::memory object, std::size_t bytes,
                  std::shared_ptr<memory_object> parent = {}) noexcept
        : kind_{kind}, bytes_{bytes}, parent_{std::move(parent)}, object_{std::move(object)} {}
    // The program's memory at an address; `of_host`: from the host's allocator instead of OpenCL's.
    memory_object(void *pointer, std::size_t bytes, bool of_host = false) noexcept
        : kind_{memory_kind::svm}, is_of_host_{of_host}, pointer_{pointer}, bytes_{bytes} {}

    [[nodiscard]] memory_kind kind() const noexcept { return kind_; }
    // The OpenCL object, which lives as long as this; throws CLMEM_ERROR_UNSUPPORTED for memory without one.
    [[nodiscard]] cl_mem mem() const;
    // nullptr for memory without an address.
    [[nodiscard]] void *pointer() const noexcept { return pointer_; }
    [[nodiscard]] memory_access access() const noexcept;
    // True for an address that devices can access only by fine-grain system SVM.
    [[nodiscard]] bool is_of_host() const noexcept { return is_of_host_; }
    // The requested size; `unknown_bytes` if the program did not give it.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    static constexpr std::size_t unknown_bytes = ~std::size_t{0};

    // For a buffer: the whole buffer in which sub-regions are created, since OpenCL does not divide a sub-buffer.
    struct place {
        cl_mem whole;
        std::size_t offset; // this memory's offset in it
    };
    [[nodiscard]] place root() const;
    void set_offset(std::size_t offset) noexcept { offset_ = offset; }

    // Reports to the memory's pool, if it has one, that commands of a queue use it, or use it until events are
    // complete. Throws error, also if the queue's device cannot access the memory. `event::hidden`: the program gets no
    // event of the command, so no release can name it.
    enum class event { returned, hidden };
    void use(cl_command_queue queue, event given = event::returned) const;
    void use_until(std::span<const cl_event> events) const;

    // The block, if this is one.
    [[nodiscard]] const block_hold *block() const noexcept { return hold_.get(); }
    [[nodiscard]] const std::shared_ptr<memory_object> &parent() const noexcept { return parent_; }
    // Keeps another object alive as long as this one, for example one that the OpenCL object refers to.
    void keep(std::shared_ptr<void> what) noexcept { kept_ = std::move(what); }
    // The block that the memory is or was derived from; nullptr if none.
    [[nodiscard]] const block_hold *origin() const noexcept { return origin_hold().get(); }

  private:
    [[nodiscard]] const std::shared_ptr<block_hold> &origin_hold() const noexcept;

    memory_kind kind_;
    bool is_of_host_ = false;
    void *pointer_ = nullptr;
    std::size_t bytes_;
    std::size_t offset_ = 0; // offset in its parent's whole buffer
    std::shared_ptr<block_hold> hold_;
    std::shared_ptr<memory_object> parent_;
    std::shared_ptr<void> kept_;
    cl::memory object_; // the last member, so that it is released before its source
};

// A new handle for an object that is not a block.
[[nodiscard]] std::uint64_t make_memory_handle(std::shared_ptr<memory_object> object);

// The object of a handle during a call; nullptr if the handle is not live. A block is held during the call.
[[nodiscard]] std::shared_ptr<memory_object> find_memory(std::uint64_t handle);

} // namespace clmem_core
