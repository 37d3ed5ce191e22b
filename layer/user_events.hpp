// The program's user events that are not set yet, with its references to them.
#pragma once

#include <CL/cl.h>

namespace clmem::layer {

class context_state;

void put_user_event(cl_event event, context_state *context);

// The context of one of them, which the caller must drop; NULL if the event is none of them.
[[nodiscard]] context_state *hold_context_of(cl_event event) noexcept;

// Counts one more reference of the program, if the event is one of them.
void retain_user_event(cl_event event) noexcept;

// Ends a reference of the program. If it was the last one, forgets the event and returns its context, NULL otherwise.
[[nodiscard]] context_state *release_user_event(cl_event event) noexcept;

// Forgets an event that is set. Returns its context, NULL if the event is not known.
[[nodiscard]] context_state *forget_user_event(cl_event event) noexcept;

} // namespace clmem::layer
