// The unified shared memory of one context: the program's allocations, and free ones that wait for their reuse. Each is
// a whole allocation of the driver, so that the driver's functions do with it what they do without the layer.
#pragma once

#include "usm_functions.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>

namespace clmem::layer {

struct usm_allocation {
    cl_unified_shared_memory_type_intel type = 0;
    std::size_t bytes = 0; // as the program asked
    std::size_t capacity = 0;
    bool is_reusable = false;
    std::uint64_t recorded = 0;
};

class usm_memory {
  public:
    explicit usm_memory(cl_context context) noexcept : context_{context} {}
    usm_memory(const usm_memory &) = delete;
    usm_memory &operator=(const usm_memory &) = delete;

    // The functions of the context's driver.
    [[nodiscard]] const usm_functions &functions() noexcept;

    // Takes a free allocation of a type for a request; NULL if there is none that suits.
    [[nodiscard]] void *take(cl_unified_shared_memory_type_intel type, std::size_t bytes, cl_uint alignment) noexcept;
    // Returns free allocations that, with a new one of so many bytes, would be too many.
    void prepare_growth(std::size_t bytes) noexcept;
    // A new allocation of the driver. Throws if host memory is short.
    void add(void *begin, const usm_allocation &made);

    // What is known of an address; neither: it is in no allocation that the layer knows.
    struct place {
        void *begin = nullptr;
        usm_allocation in;
        bool is_free = false; // the program has freed it
        [[nodiscard]] bool is_live() const noexcept { return begin != nullptr && !is_free; }
    };
    [[nodiscard]] place find(const void *pointer) noexcept;
    void set_recorded(void *begin, std::uint64_t recorded) noexcept;

    // Keeps an allocation that the program frees, for reuse. False if it is not live, or the context is closed.
    [[nodiscard]] bool keep(void *begin) noexcept;
    // Takes an allocation out of the table, before the driver can use its address again. False if it is not live.
    [[nodiscard]] bool forget(void *begin) noexcept;

    // How many allocations are free.
    [[nodiscard]] std::size_t count_free() noexcept;

    // Returns free allocations to the driver, the longest free first, until no more than so many bytes are reserved.
    std::size_t trim(std::size_t reserved = 0) noexcept;
    // The same for all of them; later ones are not kept: the program has released the context.
    void close() noexcept;

    // What is reusable: the driver's allocations until now, the live bytes, and their peak since the last call.
    struct use {
        std::uint64_t allocations = 0;
        std::size_t live = 0;
        std::size_t peak = 0;
    };
    [[nodiscard]] use take_use() noexcept;

  private:
    // Type, capacity, and the turn's complement: of equal ones, the one that was freed last comes first.
    using order = std::tuple<cl_unified_shared_memory_type_intel, std::size_t, std::uint64_t>;
    struct entry {
        usm_allocation in;
        bool is_free = false;
    };

    void remove_free(std::map<order, char *>::iterator at) noexcept;                          // with the mutex
    [[nodiscard]] void *remove_oldest(std::size_t reserved, std::size_t &out_bytes) noexcept; // with the mutex
    void free_by_driver(void *begin, std::size_t bytes) noexcept;

    cl_context context_;
    std::once_flag are_loaded_;
    usm_functions functions_;
    std::mutex mutex_; // protects what follows
    std::map<const char *, entry> known_;
    std::map<order, char *> free_;
    std::map<std::uint64_t, order> by_turn_; // the free ones
    std::uint64_t turn_ = 0;                 // counts frees
    std::uint64_t allocations_ = 0;          // by the driver, until now
    std::size_t live_ = 0;                   // bytes of allocations that the program has, and of those that are free
    std::size_t peak_ = 0;
    std::size_t free_bytes_ = 0;
    bool is_closed_ = false;
};

} // namespace clmem::layer
