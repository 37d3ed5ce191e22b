// The parts of `clmem doctor` that call OpenCL. They run in a child process (isolated.hpp).
#pragma once

#include "isolated.hpp"

#include <cstddef>

namespace clmem::command {

// Reports the OpenCL library, the platforms, the devices and the device that clmem chooses, as records with one member:
// "opencl_library", "platform", "device", "chosen" or "choice_failure".
void list_opencl(const isolated_output &output);

// Uses the device with this index in the list of all devices as programs do: allocates, fills, runs a kernel, reads.
// Reports the quirks in force as records "quirk".
void try_device(const isolated_output &output, std::size_t index);

} // namespace clmem::command
