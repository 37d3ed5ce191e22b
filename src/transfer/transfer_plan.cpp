#include "transfer/transfer_plan.hpp"

#include <algorithm>

namespace clmem_core {

namespace {

constexpr extent nowhere{};
constexpr extent all_open{open_size, open_size, open_size};

void reach_memory(transfer_side &side) {
    const memory_object &memory = *side.memory;
    if (memory.kind() == memory_kind::pipe) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "%s: expected memory that commands can copy, got a pipe, whose content only kernels access", side.name);
    }
    switch (memory.access()) {
    case memory_access::object:
        side.mem = memory.mem();
        side.by = memory.kind() == memory_kind::image ? reach::image : reach::buffer;
        break;
    case memory_access::svm:
    case memory_access::usm:
        side.by = reach::address;
        break;
    case memory_access::host:
        side.by = reach::host;
        break;
    case memory_access::none:
        fail(CLMEM_ERROR_UNSUPPORTED,
             "%s: expected memory that commands can access, got memory whose provider has neither OpenCL buffers nor "
             "addresses",
             side.name);
    }
    side.pointer = static_cast<unsigned char *>(memory.pointer());
    side.size = memory.bytes();
    if (side.by == reach::image) { side.shape = shape_of(side.mem); }
}

transfer_side side_of(const transfer_place &place, const char *name) {
    transfer_side side;
    side.name = name;
    side.memory = place.memory;
    if ((place.pointer != nullptr) == (place.memory != nullptr)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "%s: expected a pointer to host memory or a memory object, got %s", name,
             place.pointer != nullptr ? "both" : "neither");
    }
    if (place.memory == nullptr) {
        side.pointer = static_cast<unsigned char *>(place.pointer);
        side.size = place.bytes;
    } else {
        reach_memory(side);
        if (place.bytes != 0) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "bytes of %s: expected 0, since clmem knows the size of its memory, got %zu", name, place.bytes);
        }
    }
    const bool has_pitches = place.row_pitch != 0 || place.slice_pitch != 0;
    if (side.by == reach::image && (place.offset != 0 || has_pitches)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "%s: expected an origin alone, since it is an image, got an offset or a pitch", name);
    }
    return side;
}

// The box of pixels to copy.
extent fit_images(const transfer_plan &plan, const transfer_place &source, const transfer_place &destination,
                  const extent &wanted) {
    extent region = wanted;
    if (plan.is_between(reach::image, reach::image)) {
        // Open sizes end with the first image.
        const extent here = plan.from.shape.fit("the source", source.origin, wanted);
        const extent there = plan.to.shape.fit("the destination", destination.origin, wanted);
        for (std::size_t i = 0; i < region.size(); ++i) {
            region[i] = std::min(here[i], there[i]);
        }
        return region;
    }
    const bool is_source = plan.from.by == reach::image;
    const transfer_side &image = is_source ? plan.from : plan.to;
    return image.shape.fit(is_source ? "the source" : "the destination", is_source ? source.origin : destination.origin,
                           region);
}

void check_offset(const transfer_side &side, const transfer_place &place) {
    if (place.offset > side.size) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "offset_bytes of %s: expected at most %zu, its size, got %zu", side.name,
             side.size, place.offset);
    }
}

// How many bytes follow a place's offset; open if unknown.
std::size_t rest_of(const transfer_side &side, const transfer_place &place) {
    check_offset(side, place);
    if (place.origin != nowhere || place.row_pitch != 0 || place.slice_pitch != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "%s: expected neither an origin nor a pitch, since the options have no region, got one; set the region to "
             "copy a rectangle",
             side.name);
    }
    return side.size == open_size ? open_size : side.size - place.offset;
}

extent fit_row(const transfer_plan &plan, const transfer_place &source, const transfer_place &destination,
               std::size_t bytes) {
    const std::size_t most = std::min(rest_of(plan.from, source), rest_of(plan.to, destination));
    if (bytes == open_size) {
        if (most == open_size) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "options.bytes: expected a size, since that of both sides is unknown, got SIZE_MAX");
        }
        bytes = most;
    }
    return {bytes, 1, 1};
}

void find_region(transfer_plan &plan, const transfer_place &source, const transfer_place &destination,
                 const transfer_options &options) {
    plan.has_image = plan.from.by == reach::image || plan.to.by == reach::image;
    const bool has_region = options.region != nowhere && options.region != all_open;
    const bool is_open = options.bytes == open_size;
    // 0 bytes, or a region of zeros in options whose bytes are left open: the caller has computed an empty amount.
    if ((options.bytes == 0 && !has_region) || (is_open && options.region == nowhere)) {
        check_offset(plan.from, source);
        return check_offset(plan.to, destination);
    }
    const bool has_bytes = options.bytes != 0 && !is_open;
    if (has_bytes && (plan.has_image || has_region)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "options.bytes: expected SIZE_MAX or 0, since a region or an image gives the size, got %zu",
             options.bytes);
    }
    if (plan.has_image) {
        const extent wanted = has_region ? options.region : all_open;
        plan.region = plan.bytes = fit_images(plan, source, destination, wanted);
        const std::size_t pixel = (plan.from.by == reach::image ? plan.from : plan.to).shape.pixel_bytes;
        plan.bytes[0] *= pixel;
    } else if (has_region) {
        if (std::ranges::find(options.region, open_size) != options.region.end()) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "options.region: expected all sizes of the rectangle, got SIZE_MAX for one");
        }
        plan.region = plan.bytes = options.region;
    } else {
        plan.region = plan.bytes = fit_row(plan, source, destination, options.bytes);
        plan.is_row = true;
    }
}

// The layout of the bytes on a side that is not an image.
void lay_out_side(transfer_side &side, const transfer_place &place, const transfer_plan &plan) {
    if (side.by == reach::image) {
        side.origin = place.origin;
        return;
    }
    side.lies = lay_out(side.name, place.offset, place.origin, place.row_pitch, place.slice_pitch, plan.bytes);
    const std::size_t end = side.lies.end(plan.bytes);
    if (end > side.size || end == open_size) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "%s: expected a transfer within its %zu bytes, got one that ends at byte %zu", side.name, side.size, end);
    }
    if (plan.has_image && side.by == reach::buffer && !is_tight(side.lies, plan.bytes)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "%s: expected rows without gaps, since the other side is an image, got a pitch", side.name);
    }
}

[[noreturn]] void fail_overlap() {
    fail_because(CLMEM_ERROR_INVALID_ARGUMENT, CL_MEM_COPY_OVERLAP,
                 "expected a source and a destination that do not overlap, got an overlap, whose result would depend "
                 "on the device");
}

bool same_pitches(const layout &a, const layout &b, const extent &bytes) {
    return (a.row == b.row || (bytes[1] == 1 && bytes[2] == 1)) && (a.slice == b.slice || bytes[2] == 1);
}

void check_linear_overlap(const transfer_plan &plan, const layout &from, const layout &to) {
    if (same_pitches(from, to, plan.bytes)) {
        if (overlap(from, to, plan.bytes)) { fail_overlap(); }
        return;
    }
    // OpenCL has no rectangles of different pitches in one buffer, and whether they overlap is unpredictable.
    if (from.start < to.end(plan.bytes) && to.start < from.end(plan.bytes)) { fail_overlap(); }
}

void check_overlap(const transfer_plan &plan) {
    if (plan.is_between(reach::buffer, reach::buffer)) {
        const memory_object::place from = plan.from.memory->root();
        const memory_object::place to = plan.to.memory->root();
        if (from.whole != to.whole) { return; }
        layout a = plan.from.lies;
        layout b = plan.to.lies;
        a.start += from.offset;
        b.start += to.offset;
        check_linear_overlap(plan, a, b);
        if (!same_pitches(a, b, plan.bytes) && plan.from.mem == plan.to.mem) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "expected the same pitches for rectangles inside one buffer, got "
                                               "different ones; copy through another buffer");
        }
    } else if (plan.from.pointer != nullptr && plan.to.pointer != nullptr) {
        layout a = plan.from.lies;
        layout b = plan.to.lies;
        a.start = reinterpret_cast<std::uintptr_t>(plan.from.first());
        b.start = reinterpret_cast<std::uintptr_t>(plan.to.first());
        check_linear_overlap(plan, a, b);
    } else if (plan.is_between(reach::image, reach::image) && plan.from.mem == plan.to.mem) {
        bool all = true;
        for (std::size_t i = 0; i < plan.region.size(); ++i) {
            const std::size_t a = plan.from.origin[i];
            const std::size_t b = plan.to.origin[i];
            all = all && (a < b ? b - a : a - b) < plan.region[i];
        }
        if (all) { fail_overlap(); }
    }
}

void check_formats(const transfer_plan &plan) {
    if (!plan.is_between(reach::image, reach::image)) { return; }
    const cl_image_format &a = plan.from.shape.format;
    const cl_image_format &b = plan.to.shape.format;
    if (a.image_channel_order != b.image_channel_order || a.image_channel_data_type != b.image_channel_data_type) {
        fail_because(CLMEM_ERROR_INVALID_ARGUMENT, CL_IMAGE_FORMAT_MISMATCH,
                     "expected images of the same format, since OpenCL copies pixels unchanged, got different formats");
    }
}

} // namespace

transfer_plan plan_transfer(const transfer_place &source, const transfer_place &destination,
                            const transfer_options &options) {
    transfer_plan plan;
    plan.from = side_of(source, "the source");
    plan.to = side_of(destination, "the destination");
    if (plan.is_between(reach::host, reach::host)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "expected host memory on at most one side, got it on both; use memcpy()");
    }
    check_formats(plan);
    find_region(plan, source, destination, options);
    if (is_empty(plan.region)) { return plan; }
    lay_out_side(plan.from, source, plan);
    lay_out_side(plan.to, destination, plan);
    check_overlap(plan);
    return plan;
}

} // namespace clmem_core
