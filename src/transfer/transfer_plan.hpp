// A transfer once all is checked: two sides, and what is copied from the one to the other.
#pragma once

#include "transfer/transfer.hpp"

namespace clmem {

// By which commands a side is reached.
enum class reach { host, buffer, address, image };

struct transfer_side {
    const char *name = nullptr; // for messages
    reach by = reach::host;
    std::shared_ptr<memory_object> memory; // nullptr: the program's own, which is pageable
    unsigned char *pointer = nullptr;      // the first byte of the host's memory, or of an address
    cl_mem mem = nullptr;                  // of buffers and images
    std::size_t size = open_size;          // in bytes, if it is known; not of images
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
    bool is_row = false; // all of it is one row of bytes: no rectangle

    [[nodiscard]] bool is_between(reach a, reach b) const noexcept { return from.by == a && to.by == b; }
};

// Checks everything that can be checked before a command is enqueued. Throws error.
[[nodiscard]] transfer_plan plan_transfer(const transfer_place &source, const transfer_place &destination,
                                          const transfer_options &options);

} // namespace clmem
