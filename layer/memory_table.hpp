// A record for each memory object that the program has, and for each idle cl_mem of the pools.
#pragma once

#include "blocks.hpp"
#include "contexts.hpp"
#include "farewell.hpp"
#include "page.hpp"

#include <CL/cl.h>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace clmem::layer {

struct memory {
    context_state *context = nullptr; // held; NULL: the layer does not know it
    kind what = kind::buffer;
    std::size_t bytes = 0;  // as the program asked
    owned_block block;      // its buffer is NULL if the driver made the object for the program
    cl_mem_flags flags = 0; // those that the program passed
    cl_uint references = 0; // the program's; 0 and no holds: the object is the pool's
    cl_uint holds = 0;      // maps, and objects over this one that are held, too
    cl_uint maps = 0;
    cl_uint maps_over = 0;          // of the objects over this one
    cl_mem parent = nullptr;        // what this object lies over, held: a pooled object, or one over a pooled object
    std::size_t origin = 0;         // of a sub-buffer in its parent
    cl_mem whole = nullptr;         // the buffer that has replaced the block (whole.hpp)
    bool is_over_svm = false;       // the program's host pointer is the beginning of pooled SVM
    std::shared_ptr<farewell> last; // the program's destructor callbacks; NULL if there are none
    std::uint64_t recorded = 0;

    [[nodiscard]] bool is_pooled() const noexcept { return block.buffer != nullptr; }
};

namespace detail {

struct shard {
    std::mutex mutex;
    std::unordered_map<cl_mem, memory> objects;
};
[[nodiscard]] shard &shard_of(cl_mem handle) noexcept;

} // namespace detail

// Calls function(memory &) for a known object, with its shard locked, and returns whether there is one.
template <class Function>
bool with_memory(cl_mem handle, Function &&function) {
    detail::shard &shard = detail::shard_of(handle);
    const std::lock_guard lock{shard.mutex};
    const auto at = shard.objects.find(handle);
    if (at == shard.objects.end()) { return false; }
    function(at->second);
    return true;
}

// A copy of what is known; an object without a block for one that is not pooled or not known.
struct pooled_object {
    owned_block block;
    std::size_t bytes = 0;
    cl_mem_flags flags = 0;
    explicit operator bool() const noexcept { return block.buffer != nullptr; }
};
[[nodiscard]] pooled_object find_pooled(cl_mem handle) noexcept;

void put_memory(cl_mem handle, memory &&record);
void forget_memory(cl_mem handle) noexcept;

// Counts an object that the driver has made for the program. It may lie over a pooled one, which is held.
void track(cl_mem handle, context_state *context, kind what, std::size_t bytes, cl_mem parent,
           std::size_t origin = 0) noexcept;

// Keeps an object of pooled memory for something that lies over it. False if its memory is not pooled.
[[nodiscard]] bool hold_memory(cl_mem handle) noexcept;
// Keeps any known object for as long as it is mapped: the program may use the map after its last release.
void add_map(cl_mem handle) noexcept;
void drop_map(cl_mem handle);
// Ends a hold. An object ends once it has neither holds nor references of the program: a block returns to its pool, any
// other object is released by the driver.
void drop_hold(cl_mem handle);

// Releases one of the program's references to an object. Returns false if the layer does not know the object.
[[nodiscard]] bool release_reference(cl_mem handle, cl_int &code);

} // namespace clmem::layer
