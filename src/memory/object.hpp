// What stands behind the handles of memory: a block of a pool, or something that is none: a buffer of the program's, a part of
// another one, an image, a pipe, shared virtual memory that was made or is only pointed to.
#pragma once

#include "cl/raii.hpp"
#include "pool/block_hold.hpp"

#include <cstddef>
#include <memory>
#include <optional>

namespace clmem {

enum class memory_kind { buffer, svm, image, pipe };

// The noun for messages.
[[nodiscard]] const char *noun_of(memory_kind kind) noexcept;

class memory_object {
  public:
    // A block; `hold` has one.
    explicit memory_object(std::shared_ptr<block_hold> hold) noexcept;
    // An OpenCL object with the reference that comes with it; `parent`: what it was cut from or made of, which lives as long.
    memory_object(memory_kind kind, cl::memory object, std::size_t bytes,
                  std::shared_ptr<memory_object> parent = {}) noexcept
        : kind_{kind}, bytes_{bytes}, parent_{std::move(parent)}, object_{std::move(object)} {}
    // Memory of the program's at an address; `of_host`: not OpenCL's, but of the host's own allocator.
    memory_object(void *pointer, std::size_t bytes, bool of_host = false) noexcept
        : kind_{memory_kind::svm}, is_of_host_{of_host}, pointer_{pointer}, bytes_{bytes} {}

    [[nodiscard]] memory_kind kind() const noexcept { return kind_; }
    // The OpenCL object, which lives as long as this; throws CLMEM_ERROR_UNSUPPORTED for memory that has none.
    [[nodiscard]] cl_mem mem() const;
    // nullptr for memory that has no address.
    [[nodiscard]] void *pointer() const noexcept { return pointer_; }
    [[nodiscard]] memory_access access() const noexcept;
    // True for an address that devices reach by fine-grain system SVM alone.
    [[nodiscard]] bool is_of_host() const noexcept { return is_of_host_; }
    // As it was asked for. `unknown_bytes` if the program did not say.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    static constexpr std::size_t unknown_bytes = ~std::size_t{0};

    // For a buffer: where sub-regions of it are cut, since OpenCL cuts no part of a part.
    struct place {
        cl_mem whole;
        std::size_t offset; // of this memory in it
    };
    [[nodiscard]] place root() const;
    void set_offset(std::size_t offset) noexcept { offset_ = offset; }

    // Tells the pool that the memory is from, if it is from one, that commands of a queue use it, or that some do until events are
    // complete. Throws error, also if the queue's device cannot reach the memory. `event::hidden`: the program gets no event of the
    // command, so that no release can name it.
    enum class event { returned, hidden };
    void use(cl_command_queue queue, event given = event::returned) const;
    void use_until(std::span<const cl_event> events) const;

    // The block, if it is one.
    [[nodiscard]] const block_hold *block() const noexcept { return hold_.get(); }
    [[nodiscard]] const std::shared_ptr<memory_object> &parent() const noexcept { return parent_; }
    // Keeps something alive as long as this, such as what the OpenCL object refers to.
    void keep(std::shared_ptr<void> what) noexcept { kept_ = std::move(what); }
    // The block that the memory is, or was derived from; nullptr if none.
    [[nodiscard]] const block_hold *origin() const noexcept;

  private:
    memory_kind kind_;
    bool is_of_host_ = false;
    void *pointer_ = nullptr;
    std::size_t bytes_;
    std::size_t offset_ = 0; // in its parent's whole
    std::shared_ptr<block_hold> hold_;
    std::shared_ptr<memory_object> parent_;
    std::shared_ptr<void> kept_;
    cl::memory object_; // the last member, so that it goes before the memory that it was made of
};

// A new handle for an object that is no block.
[[nodiscard]] std::uint64_t make_memory_handle(std::shared_ptr<memory_object> object);

// What a handle stands for, for the time of a call; nullptr if it is not live. A block is held meanwhile.
[[nodiscard]] std::shared_ptr<memory_object> find_memory(std::uint64_t handle);

} // namespace clmem
