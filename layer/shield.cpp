#include "shield.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace clmem::layer {

void log_once(const char *what) noexcept {
    static std::atomic<const char *> last{nullptr};
    if (last.exchange(what) == what) { return; }
    const char *const level = ::secure_getenv("CLMEM_LOG");
    if (level != nullptr && *level != '\0') { std::fprintf(stderr, "clmem warning: layer: %s\n", what); }
}

} // namespace clmem::layer
