// Memory that is had by pointers: shared virtual memory, USM and page-locked memory. What they share is that the driver
// is asked for nothing beyond the bound, and that memory is given back in the background.
#pragma once

#include "provider/provider.hpp"

#include <memory>

namespace clmem {

// The driver's side of it.
class pointer_source {
  public:
    pointer_source() = default;
    virtual ~pointer_source() = default;
    pointer_source(const pointer_source &) = delete;
    pointer_source &operator=(const pointer_source &) = delete;

    // Takes memory. Throws error; called by several threads at once.
    virtual void *take(std::size_t bytes) = 0;
    // Gives it back, on any thread.
    virtual void give_back(void *memory) noexcept = 0;
};

// has_pointers and waits_for_nobody are set by this.
[[nodiscard]] std::shared_ptr<provider> make_pointer_provider(provider::traits t,
                                                              std::unique_ptr<pointer_source> source);

} // namespace clmem
