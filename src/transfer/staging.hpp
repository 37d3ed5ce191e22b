// The way of pageable host memory to and from the device through page-locked chunks: several threads copy, each between the host
// and two chunks of its own, while the device copies between chunks and the buffer. Where it pays is measured.
//
// A driver does the same for pageable memory, with one thread: it then copies as fast as one processor does. With one thread we
// would be no faster; with eight an H200 takes four fifths of what its link carries.
#pragma once

#include "cl/enqueue.hpp"

#include <atomic>
#include <cstddef>

namespace clmem::staging {

enum class direction { write, read }; // to the buffer, from it

struct target {
    cl_mem mem;
    std::size_t offset;
};

// Whether it takes less time than the driver's own command, by what was measured for the queue's device: at the first call for so
// much. Never on devices that share the host's memory.
[[nodiscard]] bool is_faster(cl_command_queue queue, direction way, std::size_t bytes) noexcept;

// The clock of those measurements, in seconds; tests have one that does not depend on what else the machine does.
extern std::atomic<double (*)()> seconds;

// Return when all has been copied, or throw error, and then none of it is in use any more.
void write(cl_command_queue queue, const target &to, const unsigned char *from, std::size_t bytes,
           const cl::wait_list &waits);
void read(cl_command_queue queue, const target &from, unsigned char *to, std::size_t bytes, const cl::wait_list &waits);

// Gives back the chunks that are kept for a context; as long as they are, they keep it alive.
void forget(cl_context context) noexcept;

} // namespace clmem::staging
