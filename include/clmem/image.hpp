// Images, samplers and pipes.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_IMAGE_HPP
#define CLMEM_IMAGE_HPP

#include "buffer.hpp"

#include <algorithm>
#include <array>

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

// The description of an image; members that are not set are those of CLMEM_IMAGE_DESCRIPTION_INIT.
inline clmem_image_description image_2d(std::size_t width, std::size_t height, std::uint32_t channel_order = CL_RGBA,
                                        std::uint32_t channel_type = CL_UNORM_INT8) {
    clmem_image_description description = CLMEM_IMAGE_DESCRIPTION_INIT;
    description.width = width;
    description.height = height;
    description.channel_order = channel_order;
    description.channel_type = channel_type;
    return description;
}

using position = std::array<std::size_t, 3>;
using color = std::array<double, 4>;

class [[nodiscard]] image : public memory_owner<clmem_image, clmem_image_release> {
  public:
    using memory_owner::memory_owner;
    // clmem_image_create()
    image(context_argument in, std::uint64_t memory_flags, const clmem_image_description &description,
          void *host_pointer = nullptr, std::size_t host_bytes = SIZE_MAX, error_sink failure = throws()) {
        detail::check(clmem_image_create(in, memory_flags, &description, host_pointer, host_bytes, &handle_), failure);
    }
    // clmem_image_from_array()
    image(context_argument in, std::uint64_t memory_flags, const clmem_image_array &array,
          error_sink failure = throws()) {
        detail::check(clmem_image_from_array(in, memory_flags, &array, &handle_), failure);
    }
    // clmem_memory_import()
    static image import(mem_argument mem, bool retain = true, error_sink failure = throws()) {
        const auto describe = [](clmem_image made) {
            clmem_image_info info = CLMEM_IMAGE_INFO_INIT;
            return clmem_image_describe(made, &info);
        };
        return detail::import <image>(mem, retain, describe, failure);
    }
    static clmem_image_format_info format(std::uint32_t channel_order, std::uint32_t channel_type,
                                          error_sink failure = throws()) {
        clmem_image_format_info info = CLMEM_IMAGE_FORMAT_INFO_INIT;
        detail::check(clmem_image_format_describe(channel_order, channel_type, &info), failure);
        return info;
    }
    // clmem_image_formats()
    static std::vector<clmem_image_format_info> formats(context_argument in, std::uint64_t memory_flags,
                                                        std::uint32_t type, error_sink failure = throws()) {
        std::vector<clmem_image_format_info> all;
        std::uint32_t count = 0;
        if (!detail::check(clmem_image_formats(in, memory_flags, type, 0, sizeof all[0], nullptr, &count), failure)) {
            return all;
        }
        all.resize(count);
        detail::check(clmem_image_formats(in, memory_flags, type, count, sizeof all[0], all.data(), &count), failure);
        return all;
    }

    clmem_image_info describe(error_sink failure = throws()) const {
        clmem_image_info info = CLMEM_IMAGE_INFO_INIT;
        detail::check(clmem_image_describe(handle_, &info), failure);
        return info;
    }
    template <class T>
    T query(std::uint32_t property, error_sink failure = throws()) const {
        return detail::query<T>(clmem_image_query, handle_, property, failure);
    }
    event fill(queue_argument on, const color &with, const position *origin = nullptr, const position *region = nullptr,
               const wait_list &waits = {}, error_sink failure = throws()) const {
        auto part = detail::after<clmem_image_fill_options>(CLMEM_IMAGE_FILL_OPTIONS_INIT, waits);
        if (origin != nullptr) { std::copy(origin->begin(), origin->end(), part.origin); }
        if (region != nullptr) { std::copy(region->begin(), region->end(), part.region); }
        cl_event done = nullptr;
        detail::check(clmem_image_fill(handle_, on, with.data(), &part, &done), failure);
        return event{done};
    }
};

class [[nodiscard]] sampler
    : public detail::object_owner<clmem_sampler, clmem_sampler_release, cl_sampler, clmem_sampler_object> {
  public:
    using object_owner::object_owner;
    sampler(context_argument in, bool is_normalized, std::uint32_t addressing, std::uint32_t filter,
            error_sink failure = throws()) {
        detail::check(clmem_sampler_create(in, is_normalized ? 1 : 0, addressing, filter, &handle_), failure);
    }
    sampler(context_argument in, const std::vector<std::uint64_t> &properties, error_sink failure = throws()) {
        detail::check(clmem_sampler_create_with_properties(in, static_cast<std::uint32_t>(properties.size()),
                                                           properties.data(), &handle_),
                      failure);
    }
    static sampler import(sampler_argument object, bool retain = true, error_sink failure = throws()) {
        sampler made;
        detail::check(clmem_sampler_import(object, retain ? 1 : 0, &made.handle_), failure);
        return made;
    }
    clmem_sampler_info describe(error_sink failure = throws()) const {
        clmem_sampler_info info = CLMEM_SAMPLER_INFO_INIT;
        detail::check(clmem_sampler_describe(handle_, &info), failure);
        return info;
    }
    template <class T>
    T query(std::uint32_t property, error_sink failure = throws()) const {
        return detail::query<T>(clmem_sampler_query, handle_, property, failure);
    }
    bool is_same(const sampler &other, error_sink failure = throws()) const {
        std::uint32_t equal = 0;
        detail::check(clmem_sampler_equal(handle_, other.handle_, &equal), failure);
        return equal != 0;
    }
};

class [[nodiscard]] pipe : public memory_owner<clmem_pipe, clmem_pipe_release> {
  public:
    using memory_owner::memory_owner;
    pipe(context_argument in, std::uint32_t packet_bytes, std::uint32_t max_packets, std::uint64_t memory_flags = 0,
         error_sink failure = throws()) {
        detail::check(clmem_pipe_create(in, memory_flags, packet_bytes, max_packets, 0, nullptr, &handle_), failure);
    }
    // clmem_memory_import()
    static pipe import(mem_argument mem, bool retain = true, error_sink failure = throws()) {
        const auto describe = [](clmem_pipe made) {
            clmem_pipe_info info = CLMEM_PIPE_INFO_INIT;
            return clmem_pipe_describe(made, &info);
        };
        return detail::import <pipe>(mem, retain, describe, failure);
    }
    clmem_pipe_info describe(error_sink failure = throws()) const {
        clmem_pipe_info info = CLMEM_PIPE_INFO_INIT;
        detail::check(clmem_pipe_describe(handle_, &info), failure);
        return info;
    }
    template <class T>
    T query(std::uint32_t property, error_sink failure = throws()) const {
        return detail::query<T>(clmem_pipe_query, handle_, property, failure);
    }
};

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
