// Where a pooled object lies.
#pragma once

#include "driver.hpp"

#include <cstddef>

namespace clmem::layer {

// Beyond every buffer, and a multiple of every pattern's size: the driver refuses what begins or ends there.
inline constexpr std::size_t beyond = std::size_t{1} << 62;

struct place_in_slab {
    cl_mem memory; // the whole buffer
    std::size_t offset;
    cl_int code = CL_SUCCESS; // of the driver, which may have too little host memory for an answer
};

// A block is a sub-buffer of its slab; a dedicated one is a whole buffer.
[[nodiscard]] inline place_in_slab slab_of(cl_mem block) noexcept {
    place_in_slab found{nullptr, 0};
    found.code =
        driver().clGetMemObjectInfo(block, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof found.memory, &found.memory, nullptr);
    if (found.code == CL_SUCCESS && found.memory == nullptr) { return {block, 0}; }
    if (found.code == CL_SUCCESS) {
        found.code = driver().clGetMemObjectInfo(block, CL_MEM_OFFSET, sizeof found.offset, &found.offset, nullptr);
    }
    return found;
}

} // namespace clmem::layer
