// Creations by the driver for the program, on a device that may be full.
#pragma once

#include "contexts.hpp"
#include "limit.hpp"
#include "report.hpp"

#include <CL/cl.h>

namespace clmem::layer {

// The codes by which drivers tell that memory is short.
[[nodiscard]] constexpr bool is_shortage(cl_int code) noexcept {
    return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY;
}

// The result of create(), NULL if there is no memory. If `is_short()` says so, it tries again once the pools of all
// contexts have returned their idle memory.
template <class Create, class IsShort>
auto create_in_room(Create &&create, IsShort &&is_short) noexcept {
    auto made = create();
    if (made == nullptr && is_short()) {
        trim_contexts();
        made = create();
    }
    if (made == nullptr && limit::has_refused()) { report::refused(); }
    return made;
}

// The same for memory objects; `create` takes the output for the code.
template <class Create>
cl_mem create_in_room(cl_int &code, Create &&create) noexcept {
    return create_in_room(
        [&] {
            code = CL_SUCCESS;
            return create(&code);
        },
        [&] { return is_shortage(code); });
}

} // namespace clmem::layer
