// Image formats: the contents of a pixel, and the formats that a context's devices support.
#pragma once

#include <clmem.h>
#include <cstdint>
#include <vector>

namespace clmem_core {

// The properties of any order and type, allowed together or not; a pixel of unknown size has 0 bytes.
[[nodiscard]] clmem_image_format_info look_up(const cl_image_format &format);

// The same for a format that OpenCL allows; throws error for any other.
[[nodiscard]] clmem_image_format_info describe_format(const cl_image_format &format);

// Throws error if `type` is not a kind of image, or the library or all of a context's devices are too old for it.
void check_image_type(cl_context context, cl_mem_object_type type);

// The formats of all devices together; bits of the host's access in `flags` are ignored. Throws error.
[[nodiscard]] std::vector<cl_image_format> list_formats(cl_context context, std::uint64_t flags,
                                                        cl_mem_object_type type);

// Devices of a context that support images.
[[nodiscard]] std::vector<cl_device_id> devices_with_images(cl_context context);

// The version of the newest device, 100 * major + 10 * minor; 0 if there is none.
[[nodiscard]] unsigned newest_version(const std::vector<cl_device_id> &devices);

} // namespace clmem_core
