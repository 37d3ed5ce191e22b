// Copying from one place to another.
#pragma once

#include "cl/enqueue.hpp"
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

// Throws error, and then nothing was copied or the program's memory is no longer in use.
void copy(cl_command_queue queue, const transfer_place &source, const transfer_place &destination,
          const transfer_options &options, const cl::wait_list &waits, cl_event *out_event);

// Between the buffers of two AMD devices. `bytes` open_size: the size of the smaller one.
void copy_peer_amd(cl_command_queue queue, const std::shared_ptr<memory_object> &source,
                   const std::shared_ptr<memory_object> &destination, std::size_t bytes, const cl::wait_list &waits,
                   cl_event *out_event);

} // namespace clmem_core
