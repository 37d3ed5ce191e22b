// What the kernel does to all processors that run threads of this process. tests/schedules replaces the source.
#pragma once

namespace clmem_core {

// The system call; 0 if it succeeds.
[[nodiscard]] long membarrier(int command) noexcept;

// Runs this thread on every processor in turn. A processor that switches threads has completed all stores of the
// previous one, so afterwards every thread of the process has executed a full fence, or was not running. False if the
// kernel refuses.
[[nodiscard]] bool visit_all_processors() noexcept;

} // namespace clmem_core
