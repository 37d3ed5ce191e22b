#include "provider/user.hpp"

#include "base/callback.hpp"
#include "base/error.hpp"
#include "cl/query.hpp"
#include "cl/raii.hpp"
#include "device/description.hpp"
#include "provider/opencl_memory.hpp"
#include "provider/residence.hpp"

#include <algorithm>
#include <bit>

namespace clmem_core {

namespace {

class user_provider final : public provider {
  public:
    user_provider(const traits &t, const clmem_provider_callbacks &callbacks, cl::context context, cl_device_id device)
        : provider{t}, callbacks_{callbacks}, context_{std::move(context)}, residence_{context_.get(), device} {}

    ~user_provider() override {
        if (callbacks_.user_release == nullptr || !committed_) { return; }
        call_back("user_release of a provider", callbacks_.user_release, callbacks_.user);
    }

    void commit() noexcept override { committed_ = true; }

    void *allocate(std::size_t bytes) override {
        check_size(bytes);
        void *memory = nullptr;
        const clmem_status status =
            call_back("allocate of a provider", callbacks_.allocate, callbacks_.user, bytes, &memory);
        if (status != CLMEM_SUCCESS) { fail_allocation(status, bytes); }
        if (properties().has_objects() && memory == nullptr) {
            fail(CLMEM_ERROR_CALLBACK,
                 "expected a buffer of %zu bytes from the provider's allocate callback, got success without a buffer",
                 bytes);
        }
        return memory;
    }

    void release(void *memory, std::size_t bytes) noexcept override {
        call_back("release of a provider", callbacks_.release, callbacks_.user, memory, bytes);
    }

    void prepare(void *memory, std::size_t bytes) override {
        const cl_int code = residence_.make_real(static_cast<cl_mem>(memory), bytes);
        if (code != CL_SUCCESS) {
            fail_because(is_out_of_memory(code) ? CLMEM_ERROR_OUT_OF_MEMORY : code, code,
                         "the driver has no memory for the provider's buffer of %zu bytes: %s", bytes,
                         status_name(code));
        }
    }

  private:
    [[noreturn]] static void fail_allocation(clmem_status status, std::size_t bytes) {
        const cl_int code = std::min(status, 0); // OpenCL's codes are negative
        fail_because(is_out_of_memory(status) ? CLMEM_ERROR_OUT_OF_MEMORY : status, code,
                     "expected %zu bytes from the provider's allocate callback, got %s", bytes, status_name(status));
    }

    clmem_provider_callbacks callbacks_;
    bool committed_ = false;
    cl::context context_;
    residence residence_;
};

void check(const clmem_provider_callbacks &callbacks) {
    if (callbacks.allocate == nullptr || callbacks.release == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "expected both callbacks, allocate and release, got NULL for one");
    }
    if (callbacks.memory_is_buffer > 1) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "memory_is_buffer: expected 0 or 1, got %u", callbacks.memory_is_buffer);
    }
    if (callbacks.alignment_bytes != 0 && !std::has_single_bit(callbacks.alignment_bytes)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "alignment_bytes: expected 0 or a power of two, got %zu",
             callbacks.alignment_bytes);
    }
    if (callbacks.memory_is_buffer == 1 && callbacks.context == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "context: expected that of the buffers, since memory_is_buffer is 1, got NULL");
    }
    if (callbacks.memory_is_buffer == 0 && callbacks.context != nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "context: expected NULL, since memory_is_buffer is 0, got a context");
    }
}

} // namespace

std::shared_ptr<provider> make_user_provider(const clmem_provider_callbacks &callbacks) {
    check(callbacks);
    provider::traits t{.kind = CLMEM_PROVIDER_USER,
                       .name = "memory from the program's callbacks",
                       .access = callbacks.memory_is_buffer == 1 ? memory_access::object : memory_access::none,
                       .alignment = callbacks.alignment_bytes != 0 ? callbacks.alignment_bytes : 512,
                       .max_allocation = callbacks.max_allocation_bytes,
                       .memory = callbacks.memory_bytes,
                       .context = callbacks.context};
    cl::context context;
    cl_device_id device = nullptr;
    if (t.has_objects()) {
        context = cl::context::retain(callbacks.context);
        // Sub-buffers need the devices' alignment; a larger power of two is a multiple of it.
        t.alignment = std::max(callbacks.alignment_bytes, alignment_of(callbacks.context));
        const std::vector<cl_device_id> devices = devices_of(callbacks.context);
        t.sub_buffers_race = sub_buffers_race(devices);
        device = devices.at(0);
        for (cl_device_id each : devices) {
            t.devices.emplace_back(describe(each).name);
        }
    }
    return std::make_shared<user_provider>(t, callbacks, std::move(context), device);
}

} // namespace clmem_core
