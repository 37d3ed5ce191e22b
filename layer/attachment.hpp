// This process's place in the page: the one that `clmem run` shares, or a private one if the program was started
// without it and the environment asks for a report or a recording.
#pragma once

#include "page.hpp"

namespace clmem::layer {

// Maps the page and claims a section, if the environment asks for it. Called once, before all others.
void attach() noexcept;

// This process's section, claimed at the first call after a fork; null if nothing is counted.
[[nodiscard]] page_process *section() noexcept;

// A new chunk for this process's events; null if there is none left, or nothing is recorded.
[[nodiscard]] event_chunk *claim_chunk() noexcept;

// The page, null if there is none; and whether `clmem run` reads it.
[[nodiscard]] const page *attached_page() noexcept;
[[nodiscard]] bool page_is_shared() noexcept;

[[nodiscard]] bool recording() noexcept;

// Whether this process is the first under `clmem run` that records events: its file has the name that was asked for.
[[nodiscard]] bool claim_recording() noexcept;

// This process's section if it has claimed one already.
[[nodiscard]] page_process *claimed_section() noexcept;

} // namespace clmem::layer
