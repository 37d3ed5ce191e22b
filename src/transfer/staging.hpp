// Copies pageable host memory to and from the device through page-locked chunks: several threads copy, each between the
// host and its own two chunks, while the device copies between chunks and the buffer. A measurement decides where that
// is faster.
//
// A driver does the same for pageable memory with one thread, and so copies as fast as one CPU core does. With one
// thread clmem would be no faster; with eight an H200 reaches four fifths of its link's speed.
#pragma once

#include "cl/enqueue.hpp"

#include <atomic>
#include <cstddef>

namespace clmem_core::staging {

enum class direction { write, read }; // to the buffer, from it

struct target {
    cl_mem mem;
    std::size_t offset;
};

// Whether staging is faster than the driver's command, as measured for the queue's device at the first call of that
// size. Never on devices that share the host's memory.
[[nodiscard]] bool is_faster(cl_command_queue queue, direction way, std::size_t bytes) noexcept;

// The clock of those measurements, in seconds; tests use one that does not depend on other work on the machine.
extern std::atomic<double (*)()> seconds;

// Return when everything has been copied, or throw error, and then no memory is in use.
void write(cl_command_queue queue, const target &to, const unsigned char *from, std::size_t bytes,
           const cl::wait_list &waits);
void read(cl_command_queue queue, const target &from, unsigned char *to, std::size_t bytes, const cl::wait_list &waits);

// Frees the chunks that are kept for a context, which they retain.
void forget(cl_context context) noexcept;

} // namespace clmem_core::staging
