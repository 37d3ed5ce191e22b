// `--limit`: the program sees devices with less memory than they have, and creations beyond that fail as on a full
// device. Functions that count memory stand between the layer and the driver, so the pools' slabs count as well as what
// the program gets from the driver. Without a limit there are none.
#pragma once

#include <CL/cl_icd.h>
#include <cstddef>

namespace clmem::layer {

// Puts the counting functions in the place of the driver's. Calls nothing. The first table is that of the driver's
// functions, which the counting functions call.
void limit_memory(cl_icd_dispatch &functions) noexcept;

namespace limit {

// While it lives, creations of this thread do not count: the layer only asks what the driver says to them.
class uncounted {
  public:
    uncounted() noexcept;
    ~uncounted();
    uncounted(const uncounted &) = delete;
    uncounted &operator=(const uncounted &) = delete;
};

// Whether the limit refused this thread's last creation that counts.
[[nodiscard]] bool has_refused() noexcept;

} // namespace limit

} // namespace clmem::layer
