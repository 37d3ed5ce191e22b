// What a program asks of a transfer: two places, and how much of them.
#pragma once

#include "memory/object.hpp"
#include "transfer/box.hpp"

namespace clmem_core {

// A place as the program gave it.
struct transfer_place {
    void *pointer = nullptr; // host memory, otherwise:
    std::shared_ptr<memory_object> memory;
    std::size_t bytes = 0; // at `pointer`
    std::size_t offset = 0;
    extent origin{};
    std::size_t row_pitch = 0;
    std::size_t slice_pitch = 0;
};

// By default everything that fits both sides. A region replaces the bytes; open sizes alone are none.
struct transfer_options {
    bool blocking = true;
    std::uint64_t flags = 0;
    std::size_t bytes = open_size;
    extent region{open_size, open_size, open_size};
};

} // namespace clmem_core
