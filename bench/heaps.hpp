// A common interface to clmem and the other allocators: allocate(bytes) returns a block, release(block) frees it. Both
// throw on failure, so no failed operation is ever measured.
#pragma once

#include <clmem.h>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>

namespace clmem::bench {

// Thrown if an allocator or a device is missing; the row is then reported as not run.
struct not_here : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Creates an allocator; if it is missing, puts the reason into `missing` under its name and returns NULL.
template <class Heap, class... Arguments>
[[nodiscard]] std::unique_ptr<Heap> make_if_there(const char *name, nlohmann::json &missing, Arguments &&...arguments) {
    try {
        return std::make_unique<Heap>(std::forward<Arguments>(arguments)...);
    } catch (const not_here &reason) {
        missing[name] = reason.what();
        return nullptr;
    }
}

// Formats a size for people: "64 KiB".
[[nodiscard]] std::string size_name(std::size_t bytes);

// Throws with the message of clmem_error_last().
void fail_with_last_error();
inline void check(clmem_status status) {
    if (status != CLMEM_SUCCESS) [[unlikely]] { fail_with_last_error(); }
}
[[noreturn]] void fail_out_of_memory(const char *who);

// A pool with the default options. It always holds a block of 64 MiB, so that the thread caches may grow to their full
// bound (the smaller of 1 MiB and a 64th of the pool), as in any program with a serious use of the device.
class pool_heap {
  public:
    using block = clmem_buffer;

    pool_heap() : pool_heap{virtual_provider()} {}
    explicit pool_heap(clmem_provider provider); // takes ownership of the provider
    ~pool_heap();
    pool_heap(const pool_heap &) = delete;
    pool_heap &operator=(const pool_heap &) = delete;

    [[nodiscard]] block allocate(std::size_t bytes) {
        block b;
        check(clmem_pool_allocate(pool_, nullptr, bytes, &b));
        return b;
    }
    void release(block b) { check(clmem_buffer_release(b)); }

    void stop_holding() { check(clmem_pool_stop_holding(pool_)); }
    [[nodiscard]] clmem_pool pool() const noexcept { return pool_; }
    [[nodiscard]] clmem_statistics statistics() const;

  private:
    static clmem_provider virtual_provider();

    clmem_pool pool_ = nullptr;
    clmem_buffer keeper_ = nullptr;
};

struct glibc_heap {
    using block = void *;
    [[nodiscard]] static block allocate(std::size_t bytes) {
        void *const p = std::malloc(bytes);
        if (p == nullptr) [[unlikely]] { fail_out_of_memory("glibc"); }
        return p;
    }
    static void release(block b) { std::free(b); }
};

// mimalloc, loaded at run time: if linked, it would replace glibc's malloc.
class mimalloc_heap {
  public:
    using block = void *;

    mimalloc_heap();

    [[nodiscard]] block allocate(std::size_t bytes) const {
        void *const p = malloc_(bytes);
        if (p == nullptr) [[unlikely]] { fail_out_of_memory("mimalloc"); }
        return p;
    }
    void release(block b) const { free_(b); }

  private:
    void *(*malloc_)(std::size_t);
    void (*free_)(void *);
};

// The disjoint pool of the Unified Memory Framework over a fixed range of addresses. Its parameters are the defaults
// (blocks of up to 2 MiB are pooled), except that it may keep more slabs of each size, so that it frees none during a
// measurement.
class umf_heap {
  public:
    using block = void *;

    explicit umf_heap(const std::string &library);
    ~umf_heap();
    umf_heap(const umf_heap &) = delete;
    umf_heap &operator=(const umf_heap &) = delete;

    [[nodiscard]] block allocate(std::size_t bytes) const {
        void *const p = malloc_(pool_, bytes);
        if (p == nullptr) [[unlikely]] { fail_out_of_memory("UMF"); }
        return p;
    }
    void release(block b) const {
        if (free_(pool_, b) != 0) [[unlikely]] { fail_out_of_memory("UMF's free"); }
    }

  private:
    void *memory_ = nullptr;
    void *pool_ = nullptr;
    void *(*malloc_)(void *pool, std::size_t bytes) = nullptr;
    int (*free_)(void *pool, void *block) = nullptr;
    int (*destroy_)(void *pool) = nullptr;
};

} // namespace clmem::bench
