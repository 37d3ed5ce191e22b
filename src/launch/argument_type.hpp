// The kind of a kernel's argument, from OpenCL's name of its type.
#pragma once

#include <string_view>

namespace clmem_core {

// `other`: a number, a struct, or a type name of the program.
enum class argument_type { other, pointer, image, sampler };

[[nodiscard]] constexpr argument_type type_by_name(std::string_view name) noexcept {
    if (name == "sampler_t") { return argument_type::sampler; }
    if (name.starts_with("image") && name.ends_with("_t")) { return argument_type::image; }
    return name.ends_with('*') ? argument_type::pointer : argument_type::other;
}

[[nodiscard]] constexpr const char *noun_of(argument_type type) noexcept {
    switch (type) {
    case argument_type::pointer:
        return "a pointer";
    case argument_type::image:
        return "an image";
    case argument_type::sampler:
        return "a sampler";
    case argument_type::other:
        break;
    }
    return "of another type";
}

} // namespace clmem_core
