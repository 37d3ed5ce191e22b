#include "provider/provider.hpp"

#include "base/error.hpp"
#include "cl/loader.hpp"

#include <chrono>

namespace clmem_core {

void provider::release_after(void *memory, std::size_t bytes, last_uses uses) noexcept {
    if (queues()->wait_for(uses)) { release(memory, bytes); }
}

void provider::prepare(void *, std::size_t) {}

cl_mem provider::make_object(void *memory, std::size_t offset, std::size_t bytes) {
    if (!traits_.has_objects()) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a provider of OpenCL buffers, got one of other memory");
    }
    const cl_buffer_region region{offset, bytes};
    cl_int code = CL_SUCCESS;
    // No flags: those of the slab apply to its parts.
    cl_mem object =
        cl::dispatch().clCreateSubBuffer(static_cast<cl_mem>(memory), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    if (code != CL_SUCCESS) {
        fail_opencl(code, "cannot create the sub-buffer of %zu bytes at %zu: %s", bytes, offset, status_name(code));
    }
    return object;
}

void provider::release_object(cl_mem object) noexcept {
    cl::dispatch().clReleaseMemObject(object);
}

void provider::check_size(std::size_t bytes) const {
    if (traits_.max_allocation != 0 && bytes > traits_.max_allocation) {
        fail(CLMEM_ERROR_OUT_OF_MEMORY, "%zu bytes exceed the largest allocation of %zu bytes", bytes,
             traits_.max_allocation);
    }
}

std::uint64_t provider::time() const noexcept {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds{since}.count());
}

void provider::set_time(std::uint64_t) {
    fail(CLMEM_ERROR_UNSUPPORTED, "expected a virtual provider, got one whose clock cannot be set");
}

} // namespace clmem_core
