#include "api/guard.hpp"

#include <initializer_list>

using namespace clmem_core;

clmem_status clmem_version(uint32_t *out_major, uint32_t *out_minor, uint32_t *out_patch) {
    return api::guard(__func__, [&] {
        // On failure every output is zero, including those after one that is NULL.
        for (uint32_t *out : {out_major, out_minor, out_patch}) {
            if (out != nullptr) { *out = 0; }
        }
        auto &major = api::output(out_major, "out_major");
        auto &minor = api::output(out_minor, "out_minor");
        auto &patch = api::output(out_patch, "out_patch");
        major = CLMEM_VERSION_MAJOR;
        minor = CLMEM_VERSION_MINOR;
        patch = CLMEM_VERSION_PATCH;
    });
}
