#include "driver.hpp"

#include "core_calls.hpp"

#include <cstring>

namespace clmem::layer {

void *driver_function(const char *name) noexcept {
#define CLMEM_LAYER_FIND(function)                                                                                     \
    if (std::strcmp(name, #function) == 0) { return reinterpret_cast<void *>(driver().function); }
    CLMEM_LAYER_CORE(CLMEM_LAYER_FIND)
#undef CLMEM_LAYER_FIND
    return nullptr;
}

} // namespace clmem::layer
