// Threads that help with a transfer, and stay a while for the next one: to start them takes about as long as to copy 16 MiB.
#pragma once

#include <functional>

namespace clmem::staging {

// Does `work` in this thread, and at the same time in as many others as come: at most `others`. Returns when all of them are done.
// `work` ends when nothing is left to do, and throws nothing.
void together(unsigned others, const std::function<void()> &work) noexcept;

} // namespace clmem::staging
