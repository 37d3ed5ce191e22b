// Memory with addresses: shared virtual memory, USM and page-locked memory. These providers never request more than the
// limit from the driver, and free memory in the background.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem_core {

// The driver's part.
class pointer_source {
  public:
    pointer_source() = default;
    virtual ~pointer_source() = default;
    pointer_source(const pointer_source &) = delete;
    pointer_source &operator=(const pointer_source &) = delete;

    // Allocates memory. Throws error; several threads may call it at the same time.
    virtual void *take(std::size_t bytes) = 0;
    // Frees it, on any thread.
    virtual void release(void *memory) noexcept = 0;
};

// Sets has_pointers and release_does_not_wait.
[[nodiscard]] std::shared_ptr<provider> make_pointer_provider(provider::traits t,
                                                              std::unique_ptr<pointer_source> source);

} // namespace clmem_core
