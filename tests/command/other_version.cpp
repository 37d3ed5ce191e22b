// Preloaded, it makes clmem's library say that it has another version.
#include <cstdint>

extern "C" std::int32_t clmem_version(std::uint32_t *major, std::uint32_t *minor, std::uint32_t *patch) {
    *major = 9;
    *minor = 8;
    *patch = 7;
    return 0;
}
