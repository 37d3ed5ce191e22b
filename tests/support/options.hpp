// Options of commands, as arguments of calls.
#pragma once

#include <algorithm>
#include <clmem_extras.h>
#include <cstddef>
#include <cstdint>

namespace clmem::test {

// Options that convert to a pointer to them, which is valid until the end of the call.
template <class Options>
struct argument {
    Options options;
    operator const Options *() const { return &options; }
};

template <class Options>
argument<Options> waiting(Options options, std::uint32_t count, const cl_event *events) {
    options.wait_count = count;
    options.wait_events = events;
    return {options};
}

inline argument<clmem_provider_options> memory_flags(std::uint64_t flags) {
    clmem_provider_options options = CLMEM_PROVIDER_OPTIONS_INIT;
    options.memory_flags = flags;
    return {options};
}

inline auto after(std::uint32_t count, const cl_event *events) {
    return waiting<clmem_enqueue_options>(CLMEM_ENQUEUE_OPTIONS_INIT, count, events);
}

inline auto copy_after(const clmem_transfer_options &how, std::uint32_t count, const cl_event *events) {
    return waiting(how, count, events);
}

inline auto fill_part(std::size_t offset, std::size_t part_bytes, std::uint32_t count = 0,
                      const cl_event *events = nullptr) {
    clmem_buffer_fill_options part = CLMEM_BUFFER_FILL_OPTIONS_INIT;
    part.offset_bytes = offset;
    part.bytes = part_bytes;
    return waiting(part, count, events);
}

// NULL: the default.
inline auto fill_box(const std::size_t *origin, const std::size_t *region, std::uint32_t count = 0,
                     const cl_event *events = nullptr) {
    clmem_image_fill_options part = CLMEM_IMAGE_FILL_OPTIONS_INIT;
    if (origin != nullptr) { std::copy_n(origin, 3, part.origin); }
    if (region != nullptr) { std::copy_n(region, 3, part.region); }
    return waiting(part, count, events);
}

inline auto map_part(std::size_t offset, std::size_t part_bytes, std::uint32_t non_blocking = 0,
                     std::uint32_t count = 0, const cl_event *events = nullptr) {
    clmem_map_buffer_options part = CLMEM_MAP_BUFFER_OPTIONS_INIT;
    part.offset_bytes = offset;
    part.bytes = part_bytes;
    part.non_blocking = non_blocking;
    return waiting(part, count, events);
}

inline auto map_box(const std::size_t *origin, const std::size_t *region, std::uint32_t non_blocking = 0,
                    std::uint32_t count = 0, const cl_event *events = nullptr) {
    clmem_map_image_options part = CLMEM_MAP_IMAGE_OPTIONS_INIT;
    std::copy_n(origin, 3, part.origin);
    std::copy_n(region, 3, part.region);
    part.non_blocking = non_blocking;
    return waiting(part, count, events);
}

} // namespace clmem::test
