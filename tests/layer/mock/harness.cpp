#include "harness.hpp"

#include "core_calls.hpp"

#include <CL/cl_layer.h>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace over_mock {

const cl_icd_dispatch &plainly() {
    static const cl_icd_dispatch functions = [] {
        cl_icd_dispatch found{};
#define OVER_MOCK_FIND(name) found.name = reinterpret_cast<decltype(found.name)>(::dlsym(RTLD_DEFAULT, #name));
        CLMEM_LAYER_CORE(OVER_MOCK_FIND)
#undef OVER_MOCK_FIND
        return found;
    }();
    return functions;
}

const cl_icd_dispatch &through_layer() {
    static const cl_icd_dispatch *const functions = [] {
        const cl_icd_dispatch *made = nullptr;
        // No clock decides about the driver's calls, unless a test asks for it.
        (void)::setenv("CLMEM_RUN_IDLE", "0", 0);
        cl_uint count = sizeof(cl_icd_dispatch) / sizeof(void *);
        if (clInitLayer(count, &plainly(), &count, &made) != CL_SUCCESS) {
            std::fputs("the layer refuses the mock's functions\n", stderr);
            std::exit(2);
        }
        return made;
    }();
    return *functions;
}

} // namespace over_mock
