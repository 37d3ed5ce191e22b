#include "device/shared_context.hpp"

#include "base/latch_once.hpp"
#include "device/choice.hpp"
#include "device/creation.hpp"

namespace clmem_core {

namespace {

// Never released: OpenCL must not be called at process exit.
constinit latch_once made_once;
constinit cl_context the_context = nullptr;
constinit cl_device_id the_device = nullptr;

} // namespace

shared_context share_context() {
    made_once.run([] {
        cl_device_id device = choose_device(nullptr);
        the_context = make_context(device).detach();
        the_device = device;
    });
    return {cl::context::retain(the_context), the_device};
}

} // namespace clmem_core
