// Counts the program's OpenCL objects by kind, for `clmem run --torture`: an object lives until its references are all
// released.
#pragma once

#include "page.hpp"

#include <CL/cl.h>

namespace clmem::layer::census {

// Which kind of objects a handle's type stands for.
template <class Handle>
inline constexpr bool is_counted = false;
template <class Handle>
inline constexpr object_kind kind_of = object_kind::context;
#define CLMEM_LAYER_COUNTED(type, kind)                                                                                \
    template <>                                                                                                        \
    inline constexpr bool is_counted<type> = true;                                                                     \
    template <>                                                                                                        \
    inline constexpr object_kind kind_of<type> = object_kind::kind;
CLMEM_LAYER_COUNTED(cl_context, context)
CLMEM_LAYER_COUNTED(cl_command_queue, queue)
CLMEM_LAYER_COUNTED(cl_mem, memory)
CLMEM_LAYER_COUNTED(cl_event, event)
CLMEM_LAYER_COUNTED(cl_kernel, kernel)
CLMEM_LAYER_COUNTED(cl_program, program)
CLMEM_LAYER_COUNTED(cl_sampler, sampler)
#undef CLMEM_LAYER_COUNTED

// A reference more. The first one of a handle is its creation.
void add(object_kind kind, void *handle) noexcept;
// A reference less, before the driver may use the address again. Handles that are not counted, such as devices, are
// left alone.
void remove(void *handle) noexcept;
// How many objects of a kind the program has.
[[nodiscard]] std::int64_t live(object_kind kind) noexcept;

} // namespace clmem::layer::census
