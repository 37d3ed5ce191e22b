// Image formats: what a pixel consists of, and which ones a context's devices have.
#pragma once

#include <clmem.h>
#include <cstdint>
#include <vector>

namespace clmem {

// What is known of any two numbers, forbidden together or not; a pixel of unknown size has 0 bytes.
[[nodiscard]] clmem_image_format_info look_up(const cl_image_format &format);

// The same of a format that OpenCL allows; throws error for any other.
[[nodiscard]] clmem_image_format_info describe_format(const cl_image_format &format);

// Throws error if `type` is no kind of image, or a kind that the library or all of a context's devices are too old for.
void check_image_type(cl_context context, cl_mem_object_type type);

// Those of all devices together; `flags` may have bits of the host's use, which are of no account. Throws error.
[[nodiscard]] std::vector<cl_image_format> list_formats(cl_context context, std::uint64_t flags,
                                                        cl_mem_object_type type);

// Devices of a context that have images.
[[nodiscard]] std::vector<cl_device_id> devices_with_images(cl_context context);

// The version of the newest device, 100 * major + 10 * minor; 0 if there is none.
[[nodiscard]] unsigned newest_version(const std::vector<cl_device_id> &devices);

} // namespace clmem
