#include "provider/usm.hpp"

#include "cl/raii.hpp"
#include "cl/usm.hpp"
#include "device/description.hpp"
#include "provider/opencl_memory.hpp"
#include "provider/pointer_provider.hpp"

#include <algorithm>

namespace clmem_core {

namespace {

class usm_source final : public pointer_source {
  public:
    usm_source(cl::context context, cl_device_id device, std::uint32_t kind, std::size_t alignment,
               const cl::usm::table &functions) noexcept
        : context_{std::move(context)}, device_{device}, kind_{kind}, alignment_{static_cast<cl_uint>(alignment)},
          functions_{functions} {}

    void *take(std::size_t bytes) override {
        cl_int code = CL_SUCCESS;
        void *memory = allocate(bytes, &code);
        if (code == CL_SUCCESS && memory == nullptr) { code = CL_OUT_OF_RESOURCES; } // no driver should fail here
        if (code != CL_SUCCESS) { fail_allocation(code, "unified shared memory", bytes); }
        return memory;
    }

    // Not the blocking call: it would wait for every kernel that may access such memory indirectly, used or not.
    // Freeing memory that was allocated here cannot fail.
    void release(void *memory) noexcept override { functions_.clMemFreeINTEL(context_.get(), memory); }

  private:
    void *allocate(std::size_t bytes, cl_int *code) const {
        if (kind_ == CLMEM_USM_HOST) {
            return functions_.clHostMemAllocINTEL(context_.get(), nullptr, bytes, alignment_, code);
        }
        const auto call =
            kind_ == CLMEM_USM_DEVICE ? functions_.clDeviceMemAllocINTEL : functions_.clSharedMemAllocINTEL;
        return call(context_.get(), device_, nullptr, bytes, alignment_, code);
    }

    cl::context context_;
    cl_device_id device_; // lives as long as the context
    std::uint32_t kind_;
    cl_uint alignment_;
    cl::usm::table functions_;
};

const cl::question &capabilities_of(std::uint32_t kind) {
    switch (kind) {
    case CLMEM_USM_DEVICE:
        return cl::usm::device_capabilities;
    case CLMEM_USM_HOST:
        return cl::usm::host_capabilities;
    case CLMEM_USM_SHARED:
        return cl::usm::shared_capabilities;
    default:
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "kind: expected CLMEM_USM_DEVICE, CLMEM_USM_HOST or CLMEM_USM_SHARED, got %u", kind);
    }
}

void need(const cl::question &capabilities, const std::vector<cl_device_id> &devices) {
    for (cl_device_id device : devices) {
        const clmem_device_info info = describe(device);
        if ((info.features & CLMEM_DEVICE_USM) == 0) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "expected a device with cl_intel_unified_shared_memory, got %s; try clmem_provider_create_svm()",
                 info.name);
        }
        if (cl::value_or<cl_bitfield>(device, capabilities, 0) == 0) {
            fail(CLMEM_ERROR_UNSUPPORTED, "expected a device with this kind of memory, got %s, whose %s is 0",
                 info.name, capabilities.name);
        }
    }
}

} // namespace

std::shared_ptr<provider> make_usm_provider(cl_context context, cl_device_id device, std::uint32_t kind) {
    const cl::question &capabilities = capabilities_of(kind);
    const bool is_host = kind == CLMEM_USM_HOST;
    if (is_host != (device == nullptr)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             is_host ? "device: expected NULL, since host memory (CLMEM_USM_HOST) belongs to no device, got a device"
                     : "device: expected a device, to which device memory and shared memory belong, got NULL");
    }
    cl::context own = cl::context::retain(context);
    auto devices = devices_of(context);
    if (!is_host) {
        if (std::find(devices.begin(), devices.end(), device) == devices.end()) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "device: expected one of the context's, got another");
        }
        devices = {device};
    }
    need(capabilities, devices);
    provider::traits t = traits_of(CLMEM_PROVIDER_USM, context, devices, 0);
    t.alignment = std::max(t.alignment, sizeof(cl_long16));
    t.name = "USM";
    t.access = memory_access::usm;
    t.host_reachable = kind != CLMEM_USM_DEVICE;
    if (is_host) { t.memory = 0; } // the devices do not report how much memory the host has
    return make_pointer_provider(
        t, std::make_unique<usm_source>(std::move(own), device, kind, t.alignment, cl::usm::load(devices.at(0))));
}

} // namespace clmem_core
