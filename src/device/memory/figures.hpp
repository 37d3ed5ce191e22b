// Numbers of bytes with their sources.
#pragma once

#include <clmem.h>
#include <cstdint>

namespace clmem_core {

struct memory_figure {
    std::uint64_t bytes = 0;
    clmem_device_memory_source source = CLMEM_DEVICE_MEMORY_UNKNOWN;

    [[nodiscard]] bool is_known() const noexcept { return source != CLMEM_DEVICE_MEMORY_UNKNOWN; }
};

struct memory_figures {
    memory_figure total;
    memory_figure free;
    memory_figure process;
};

// The smaller of two figures, or the one that is known.
[[nodiscard]] inline memory_figure smaller(const memory_figure &a, const memory_figure &b) noexcept {
    if (!a.is_known() || !b.is_known()) { return a.is_known() ? a : b; }
    return b.bytes < a.bytes ? b : a;
}

} // namespace clmem_core
