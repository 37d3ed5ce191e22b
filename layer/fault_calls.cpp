#include "fault_calls.hpp"

namespace clmem::layer {

namespace {

using clmem_core::fault::call;

constexpr bool creates_memory(std::string_view name) noexcept {
    return name.starts_with("clCreateBuffer") || name.starts_with("clCreateImage") || name == "clCreatePipe" ||
           name == "clSVMAlloc";
}

// The host answers the others, also when the device is lost.
constexpr bool needs_device(std::string_view name) noexcept {
    constexpr std::string_view of_host[] = {"clGet", "clRelease", "clRetain", "clSVMFree", "clUnload"};
    for (const std::string_view beginning : of_host) {
        if (name.starts_with(beginning)) { return false; }
    }
    return !name.starts_with("clSet") || name == "clSetDefaultDeviceCommandQueue";
}

constexpr bool releases(std::string_view name) noexcept {
    return name.starts_with("clRelease");
}

constexpr call every_call[] = {
#define CLMEM_LAYER_CALL(name) {#name, creates_memory(#name), needs_device(#name), releases(#name)},
    CLMEM_LAYER_CORE(CLMEM_LAYER_CALL)
#undef CLMEM_LAYER_CALL
};

} // namespace

std::span<const call> fault_calls() noexcept {
    return every_call;
}

clmem_core::fault::parsed_spec parse_faults(std::string_view text) {
    auto result = clmem_core::fault::parse(text);
    if (!result.error.empty()) { return result; }
    if (const std::string unknown = unmatched(result.value, every_call); !unknown.empty()) {
        result.error = "expected the name of an OpenCL function, all or memory, got " + unknown;
    }
    return result;
}

} // namespace clmem::layer
