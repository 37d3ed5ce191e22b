// A checked transfer: two sides, and what to copy from one to the other.
#pragma once

#include "transfer/transfer_place.hpp"

namespace clmem_core {

// The commands that can access a side.
enum class reach { host, buffer, address, image };

struct transfer_side {
    const char *name = nullptr; // for messages
    reach by = reach::host;
    std::shared_ptr<memory_object> memory; // nullptr: the program's pageable memory
    unsigned char *pointer = nullptr;      // the first byte of host memory, or of memory with an address
    cl_mem mem = nullptr;                  // of buffers and images
    std::size_t size = open_size;          // in bytes, if known; not of images
    layout lies{};                         // not of images
    extent origin{};                       // of images
    image_shape shape{};                   // of images

    [[nodiscard]] unsigned char *first() const noexcept { return pointer + lies.start; }
    [[nodiscard]] bool is_pageable() const noexcept { return by == reach::host && memory == nullptr; }
};

struct transfer_plan {
    transfer_side from;
    transfer_side to;
    extent region{}; // bytes, or pixels if there is an image
    extent bytes{};  // the same in bytes
    bool has_image = false;
    bool is_row = false; // the whole copy is one row of bytes, not a rectangle

    [[nodiscard]] bool is_between(reach a, reach b) const noexcept { return from.by == a && to.by == b; }
};

// Checks everything that can be checked before a command is enqueued. Throws error.
[[nodiscard]] transfer_plan plan_transfer(const transfer_place &source, const transfer_place &destination,
                                          const transfer_options &options);

} // namespace clmem_core
