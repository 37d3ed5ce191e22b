// Functions that programs find by their names. Some create what the layer does not follow.
#include "calls.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "entry.hpp"
#include "faults.hpp"
#include "queue_functions.hpp"
#include "recordings.hpp"
#include "shield.hpp"
#include "usm.hpp"
#include "whole.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace clmem::layer {

namespace {

bool begins_with_any(std::string_view name, std::initializer_list<std::string_view> beginnings) noexcept {
    for (const std::string_view beginning : beginnings) {
        if (name.starts_with(beginning)) { return true; }
    }
    return false;
}

// A function by which no command comes into a queue, as far as its name tells. The layer replaces those that it knows,
// among them those that create and enqueue command buffers.
bool is_without_commands(std::string_view name) noexcept {
    return begins_with_any(name,
                           {"clCommand", "clCreate", "clGet", "clIcdGet", "clLogMessages", "clRelease", "clRetain",
                            "clSetMemObject", "clSetContext", "clTerminate", "clUnload", "clUpdateMutable"});
}

// Commands of cl_intel_unified_shared_memory use memory by addresses, and no program has the address of a pooled buffer
// but by a map, which keeps the buffer. usm.cpp replaces the functions that allocate and free.
bool is_of_usm(std::string_view name) noexcept {
    constexpr std::string_view names[] = {
        "clEnqueueMemsetINTEL",     "clEnqueueMemFillINTEL",   "clEnqueueMemcpyINTEL",
        "clEnqueueMigrateMemINTEL", "clEnqueueMemAdviseINTEL", "clSetKernelArgMemPointerINTEL",
    };
    return std::ranges::find(names, name) != std::end(names);
}

// The function that the program gets for a name.
void *found(void *address, const char *name) noexcept {
    if (name != nullptr && address == nullptr) { return fault_function(name); }
    if (address == nullptr || name == nullptr) { return address; }
    if (void *own = replacement_of(name); own != nullptr) { return own; }
    if (void *own = recording_function(address, name); own != nullptr) { return own; }
    if (void *own = queue_function(address, name); own != nullptr) { return own; }
    if (void *own = usm_function(address, name); own != nullptr) { return own; }
    if (begins_with_any(name, {"clUpdateMutable"})) { give_up_finalized_recordings(); }
    if (begins_with_any(name, {"clCreateCommandQueue", "clCreateCommandBuffer", "clRemapCommandBuffer"})) {
        log_once("the program may record commands or create queues by an extension: memory is no longer reused");
        give_up_pooling();
    }
    if (begins_with_any(name, {"clCreateEventFrom", "clCreateSemaphore", "clEnqueueWaitSemaphores"})) {
        shielded([] { give_up_single_mode(); }, [] { give_up_pooling(); });
    }
    if (begins_with_any(name, {"clSetKernelArg"})) { give_up_wholes(); }
    if (!is_without_commands(name) && !is_of_usm(name)) { give_up_uses(); }
    return address;
}

} // namespace

namespace calls {

void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
    return found(driver().clGetExtensionFunctionAddress(name), name);
}

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
    return found(driver().clGetExtensionFunctionAddressForPlatform(platform, name), name);
}

cl_event CL_API_CALL clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync, cl_int *out_code) {
    shielded([] { give_up_single_mode(); }, [] { give_up_pooling(); });
    return driver().clCreateEventFromGLsyncKHR(context, sync, out_code);
}

} // namespace calls

} // namespace clmem::layer
