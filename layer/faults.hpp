// Fault injection (`clmem run --fault`): functions that count calls, and delay or fail those that the spec chooses.
#pragma once

#include <CL/cl_icd.h>

namespace clmem::layer {

// Between the layer and the driver; `functions` are the driver's.
void inject_faults_below(cl_icd_dispatch &functions) noexcept;
// Between the program and the layer; `functions` are what the program gets. They also count the program's objects.
void inject_faults_above(cl_icd_dispatch &functions) noexcept;

// The functions by which a program injects faults itself, while it runs: clSetFaultsCLMEM and others (docs/faults.md).
// NULL for other names, and if no faults were asked for at the start.
[[nodiscard]] void *fault_function(const char *name) noexcept;

} // namespace clmem::layer
