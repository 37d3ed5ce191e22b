// Programs, and the compiler's logs.
#pragma once

#include "cl/raii.hpp"

#include <memory>
#include <span>
#include <string>

namespace clmem_core {

class program {
  public:
    explicit program(cl::program object) noexcept : object_{std::move(object)} {}

    [[nodiscard]] cl_program object() const noexcept { return object_.get(); }

    // `options` may be NULL; no devices: all of them. Throws error, with the whole log in its message.
    void build(const char *options, std::span<const cl_device_id> devices) const;

    // The log of the last build for a device; NULL: the first one for which it failed, otherwise the first one.
    [[nodiscard]] std::string log(cl_device_id device) const;

  private:
    [[nodiscard]] cl_build_status status(cl_device_id device) const;
    [[nodiscard]] cl_device_id telling_device() const;

    cl::program object_;
};

[[nodiscard]] std::shared_ptr<program> make_program(cl_context context, const char *source);
// Retains the object; throws error.
[[nodiscard]] std::shared_ptr<program> import_program(cl_program object);

} // namespace clmem_core
