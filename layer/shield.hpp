// A fault of the layer must not harm the program: it goes on without the layer.
#pragma once

#include <utility>

namespace clmem::layer {

// Says once on standard error what went wrong, if CLMEM_LOG turns the log on.
void log_once(const char *what) noexcept;

// The result of work(), or of otherwise() if host memory is short.
template <class Work, class Otherwise>
auto shielded(Work &&work, Otherwise &&otherwise) noexcept {
    try {
        return std::forward<Work>(work)();
    } catch (...) {
        log_once("host memory is short: a call goes straight to the driver");
        return std::forward<Otherwise>(otherwise)();
    }
}

} // namespace clmem::layer
