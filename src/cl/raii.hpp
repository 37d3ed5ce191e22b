// Owners of OpenCL's reference-counted objects.
#pragma once

#include "base/error.hpp"
#include "cl/loader.hpp"

#include <utility>

namespace clmem_core::cl {

// Holds one reference to an object and releases it when destroyed. Can be moved but not copied.
template <class Object, auto Retain, auto Release>
class owner {
  public:
    owner() noexcept = default;
    // Adopts the caller's reference.
    explicit owner(Object object) noexcept : object_{object} {}
    owner(owner &&other) noexcept : object_{other.detach()} {}
    owner &operator=(owner &&other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    // The object exists, so its library does too, and the release of a valid object cannot fail.
    ~owner() {
        if (object_ != nullptr) { (dispatch().*Release)(object_); }
    }

    // Retains the object.
    [[nodiscard]] static owner retain(Object object) {
        const cl_int code = (dispatch().*Retain)(object);
        if (code != CL_SUCCESS) { fail_opencl(code, "expected a live OpenCL object, got %s", status_name(code)); }
        return owner{object};
    }

    [[nodiscard]] Object get() const noexcept { return object_; }
    // Transfers the reference to the caller.
    [[nodiscard]] Object detach() noexcept { return std::exchange(object_, nullptr); }

  private:
    Object object_ = nullptr;
};

using context = owner<cl_context, &table::clRetainContext, &table::clReleaseContext>;
using queue = owner<cl_command_queue, &table::clRetainCommandQueue, &table::clReleaseCommandQueue>;
using memory = owner<cl_mem, &table::clRetainMemObject, &table::clReleaseMemObject>;
using sampler = owner<cl_sampler, &table::clRetainSampler, &table::clReleaseSampler>;
using program = owner<cl_program, &table::clRetainProgram, &table::clReleaseProgram>;
using kernel = owner<cl_kernel, &table::clRetainKernel, &table::clReleaseKernel>;
using event = owner<cl_event, &table::clRetainEvent, &table::clReleaseEvent>;

} // namespace clmem_core::cl
