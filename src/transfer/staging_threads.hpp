// Threads that help with a transfer, and stay a while for the next one: starting them takes about as long as copying 16
// MiB.
#pragma once

#include <functional>

namespace clmem_core::staging {

// Runs `work` in this thread, and at the same time in at most `others` helper threads. Returns when all have finished.
// `work` ends when nothing is left to do, and must not throw.
void together(unsigned others, const std::function<void()> &work) noexcept;

} // namespace clmem_core::staging
