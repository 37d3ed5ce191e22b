// Copying from one place to another.
#pragma once

#include "cl/enqueue.hpp"
#include "transfer/transfer_place.hpp"

namespace clmem_core {

// Throws error, and then nothing was copied or the program's memory is no longer in use.
void copy(cl_command_queue queue, const transfer_place &source, const transfer_place &destination,
          const transfer_options &options, const cl::wait_list &waits, cl_event *out_event);

// Between the buffers of two AMD devices. `bytes` open_size: the size of the smaller one.
void copy_peer_amd(cl_command_queue queue, const std::shared_ptr<memory_object> &source,
                   const std::shared_ptr<memory_object> &destination, std::size_t bytes, const cl::wait_list &waits,
                   cl_event *out_event);

} // namespace clmem_core
