// Counts what the program and the layer do, for `--report`. Without it, a call returns at once.
#pragma once

#include "page.hpp"

#include <CL/cl.h>
#include <cstddef>
#include <cstdint>

namespace clmem::layer::report {

// The layer is initialised: claims this process's section of the page, and arranges what happens at exit: without
// `clmem run` the process writes its report and its recording itself. Makes no OpenCL call.
void loaded() noexcept;

// Whether this process counts. If not, time need not be measured.
[[nodiscard]] bool active() noexcept;
// The time for the calls below; 0 if this process does not count.
[[nodiscard]] std::uint64_t now_ns() noexcept;

// The program has created or released (its last reference to) an object. `pooled`: its memory comes from a pool;
// `by_driver`: the driver allocated or freed memory for it; `ns`: how long the whole call took.
void created(kind what, cl_context context, std::size_t bytes, bool pooled, bool by_driver, std::uint64_t ns) noexcept;
void released(kind what, cl_context context, std::size_t bytes, bool pooled, bool by_driver, std::uint64_t ns) noexcept;

// The driver has created an object of the program with its own memory, for this reason.
void passed_on(passed why, std::size_t bytes) noexcept;

// A creation has failed because of the limit.
void refused() noexcept;

// A pooled block is released while commands may still use it, or may be reused from now on. The former comes before
// the release is counted.
void pending_began(cl_context context, std::size_t bytes) noexcept;
void pending_ended(cl_context context, std::size_t bytes) noexcept;

// The layer has called the driver for itself: to create or release a slab, or for anything else (a marker, a fill).
enum class driver_function : std::uint8_t { create, release, other };
void driver_call(driver_function which, cl_context context, std::size_t bytes, std::uint64_t ns) noexcept;

// The program's last reference to a context is gone: its address may come again for another one.
void context_closed(cl_context context) noexcept;

} // namespace clmem::layer::report
