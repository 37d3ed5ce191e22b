// The arithmetic of transfers and images, compared with loops over single bytes and with wider numbers.
#include "bytes.hpp"
#include "image/image.hpp"
#include "image/image_format.hpp"
#include "transfer/transfer_plan.hpp"

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace clmem::fuzz {
namespace {

using namespace clmem_core;
__extension__ using wide = unsigned __int128;

constexpr std::size_t most_bytes = 96; // of the arrays

// Small numbers, for loops over bytes, or any.
class numbers {
  public:
    explicit numbers(bytes &in) noexcept : in_{in}, are_small_{in.flag()} {}

    [[nodiscard]] bool are_small() const noexcept { return are_small_; }
    std::size_t number(std::size_t bound) noexcept { return are_small_ ? in_.below(bound) : in_.size(); }
    extent triple(std::size_t bound) noexcept { return {number(bound), number(bound), number(bound)}; }

  private:
    bytes &in_;
    bool are_small_;
};

std::optional<layout> try_lay_out(std::size_t offset, const extent &origin, std::size_t row, std::size_t slice,
                                  const extent &region) {
    try {
        return lay_out("the place", offset, origin, row, slice, region);
    } catch (const error &refused) {
        expect(refused.status() == CLMEM_ERROR_INVALID_ARGUMENT, "a layout is refused with status %d",
               refused.status());
        return std::nullopt;
    }
}

std::size_t saturated(wide value) noexcept {
    return value > open_size ? open_size : static_cast<std::size_t>(value);
}

// Every byte of a box.
template <class Visit>
void for_each_byte(const layout &box, const extent &region, Visit &&visit) {
    for (std::size_t z = 0; z < region[2]; ++z) {
        for (std::size_t y = 0; y < region[1]; ++y) {
            for (std::size_t x = 0; x < region[0]; ++x) {
                visit(box.start + z * box.slice + y * box.row + x);
            }
        }
    }
}

std::set<std::size_t> bytes_of(const layout &box, const extent &region) {
    std::set<std::size_t> all;
    for_each_byte(box, region, [&all](std::size_t at) { all.insert(at); });
    return all;
}

bool have_common(const std::set<std::size_t> &a, const std::set<std::size_t> &b) {
    return std::any_of(a.begin(), a.end(), [&b](std::size_t at) { return b.contains(at); });
}

void check_layout(bytes &in) {
    numbers from{in};
    const extent region = {from.number(6) + 1, from.number(4) + 1, from.number(4) + 1};
    if (is_empty(region)) { return; }
    const std::size_t offset = from.number(64);
    const extent origin = from.triple(4);
    const std::size_t row = from.number(12);
    const std::size_t slice = from.number(64);
    const std::optional<layout> made = try_lay_out(offset, origin, row, slice, region);
    const wide whole_row = row != 0 ? row : region[0];
    const wide least = whole_row * region[1];
    const wide whole_slice = slice != 0 ? slice : least;
    const bool is_valid =
        whole_row >= region[0] && (slice == 0 || (whole_slice >= saturated(least) && whole_slice % whole_row == 0));
    const bool is_absurd = least > open_size; // no memory has so many bytes: refused here or later
    expect(made.has_value() == is_valid || is_absurd,
           "a layout with row pitch %zu and slice pitch %zu is judged wrongly", row, slice);
    if (!made) { return; }
    const wide start = wide{offset} + origin[0] + saturated(whole_row * origin[1]) +
                       saturated(wide{saturated(whole_slice)} * origin[2]);
    expect(made->start == saturated(start), "a box begins at %zu", made->start);
    const wide end = wide{made->start} + saturated(wide{made->slice} * (region[2] - 1)) +
                     saturated(wide{made->row} * (region[1] - 1)) + region[0];
    expect(made->end(region) == saturated(end), "a box ends at %zu", made->end(region));
    if (!from.are_small()) { return; }
    expect(made->end(region) == *bytes_of(*made, region).rbegin() + 1, "a box ends at %zu", made->end(region));
    const extent place = made->origin();
    expect(place[0] + place[1] * made->row + place[2] * made->slice == made->start, "a box has a wrong origin");
    layout other = *made;
    other.start = in.below(most_bytes);
    const bool expected = have_common(bytes_of(*made, region), bytes_of(other, region));
    expect(overlap(*made, other, region) == expected, "boxes at %zu and %zu overlap: expected %d", made->start,
           other.start, int{expected});
}

// A side of a transfer: an array of the program, or shared virtual memory.
struct array_side {
    std::vector<unsigned char> content;
    transfer_place place;

    array_side(bytes &in, numbers &from, bool is_memory) : content(in.below(most_bytes) + 1) {
        if (is_memory) {
            place.memory = std::make_shared<memory_object>(content.data(), content.size());
        } else {
            place.pointer = content.data();
            place.bytes = content.size();
        }
        place.offset = from.number(32);
        if (in.flag()) {
            place.origin = from.triple(4);
            place.row_pitch = from.number(12);
            place.slice_pitch = from.number(48);
        }
    }
};

transfer_options choose_options(bytes &in, numbers &from) {
    transfer_options options;
    const std::uint8_t what = in.byte();
    if ((what & 1) != 0) { options.bytes = from.number(64); }
    if ((what & 2) != 0) { options.region = from.triple(6); }
    return options;
}

// What the places and the region say, byte by byte.
void check_copy(const transfer_plan &plan, const array_side &source, const array_side &destination) {
    const auto place_of = [&](const transfer_place &p, std::size_t x, std::size_t y, std::size_t z) {
        const std::size_t row = p.row_pitch != 0 ? p.row_pitch : plan.bytes[0];
        const std::size_t slice = p.slice_pitch != 0 ? p.slice_pitch : row * plan.bytes[1];
        return p.offset + p.origin[0] + x + (p.origin[1] + y) * row + (p.origin[2] + z) * slice;
    };
    const auto planned = [](const layout &l, std::size_t x, std::size_t y, std::size_t z) {
        return l.start + x + y * l.row + z * l.slice;
    };
    for (std::size_t z = 0; z < plan.bytes[2]; ++z) {
        for (std::size_t y = 0; y < plan.bytes[1]; ++y) {
            for (std::size_t x = 0; x < plan.bytes[0]; ++x) {
                const std::size_t from = planned(plan.from.lies, x, y, z);
                const std::size_t to = planned(plan.to.lies, x, y, z);
                expect(from == place_of(source.place, x, y, z) && to == place_of(destination.place, x, y, z),
                       "byte %zu, %zu, %zu is copied from %zu to %zu", x, y, z, from, to);
                expect(from < source.content.size() && to < destination.content.size(), "a copy leaves an array");
            }
        }
    }
}

void check_transfer(bytes &in) {
    numbers from{in};
    const std::uint8_t kinds = in.byte();
    array_side source{in, from, (kinds & 1) != 0};
    array_side destination{in, from, (kinds & 1) == 0 || (kinds & 2) != 0};
    const bool is_same = (kinds & 4) != 0 && source.place.memory != nullptr && destination.place.memory != nullptr;
    if (is_same) {
        destination.place.memory = source.place.memory;
        destination.content.resize(source.content.size());
    }
    const transfer_options options = choose_options(in, from);
    std::optional<transfer_plan> plan;
    try {
        plan = plan_transfer(source.place, destination.place, options);
    } catch (const error &refused) {
        expect(refused.status() == CLMEM_ERROR_INVALID_ARGUMENT && *refused.what() != '\0',
               "a transfer is refused with status %d", refused.status());
    }
    if (plan && !is_empty(plan->region)) {
        check_copy(*plan, source, destination);
        expect(!is_same || !have_common(bytes_of(plan->from.lies, plan->bytes), bytes_of(plan->to.lies, plan->bytes)),
               "a transfer overlaps itself");
    }
    const bool is_plain = source.place.origin == extent{} && destination.place.origin == extent{} &&
                          source.place.row_pitch == 0 && destination.place.row_pitch == 0 &&
                          source.place.slice_pitch == 0 && destination.place.slice_pitch == 0;
    if (is_same || !is_plain || options.region != transfer_options{}.region) { return; }
    // One row: valid if it fits both sides.
    const auto rest = [](const array_side &s) {
        return s.place.offset <= s.content.size() ? s.content.size() - s.place.offset : open_size;
    };
    const bool begins = rest(source) != open_size && rest(destination) != open_size;
    const std::size_t most = std::min(rest(source), rest(destination));
    const bool fits = begins && (options.bytes == open_size || options.bytes <= most);
    expect(plan.has_value() == fits, "a row of %zu bytes is judged wrongly", options.bytes);
    const std::size_t expected = options.bytes == open_size ? most : options.bytes;
    expect(!plan || plan->bytes[0] == expected, "expected a row of %zu bytes", expected);
}

void check_box(bytes &in) {
    numbers from{in};
    const extent size = from.triple(6);
    const extent origin = from.triple(6);
    extent region = from.triple(6);
    for (std::size_t &edge : region) {
        if (in.below(4) == 0) { edge = open_size; }
    }
    bool fits = true;
    for (std::size_t i = 0; i < 3; ++i) {
        const bool is_open = region[i] == open_size && origin[i] <= size[i];
        fits = fits && origin[i] <= size[i] && (is_open || wide{origin[i]} + region[i] <= size[i]);
    }
    const image_shape shape{CL_MEM_OBJECT_IMAGE3D, size, 4, {CL_RGBA, CL_UNORM_INT8}};
    std::optional<extent> fitted;
    try {
        fitted = shape.fit("the image", origin, region);
    } catch (const error &) {
        // compared below
    }
    expect(fitted.has_value() == fits, "a box in an image is judged wrongly");
    for (std::size_t i = 0; fitted && i < 3; ++i) {
        const std::size_t expected = region[i] == open_size ? size[i] - origin[i] : region[i];
        expect((*fitted)[i] == expected, "expected %zu pixels, got %zu", expected, (*fitted)[i]);
    }
    clmem_image_info info = CLMEM_IMAGE_INFO_INIT;
    info.dimensions = static_cast<std::uint32_t>(in.below(3) + 1);
    std::copy(size.begin(), size.end(), info.shape);
    try {
        const pixel_box box = box_in(info, origin.data(), region.data());
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t most = i < info.dimensions ? size[i] : 1;
            expect(box.origin[i] < most && box.region[i] <= most - box.origin[i], "a filled box leaves its image");
        }
    } catch (const error &refused) {
        expect(refused.status() == CLMEM_ERROR_INVALID_ARGUMENT, "a box is refused with status %d", refused.status());
    }
}

void check_format(bytes &in) {
    // Orders and types are numbered from these on; some follow later.
    const auto order = static_cast<cl_uint>(CL_R - 2 + in.below(20));
    const auto type = static_cast<cl_uint>(CL_SNORM_INT8 - 2 + in.below(24));
    const clmem_image_format_info all = look_up({order, type});
    const std::size_t length = std::string_view{all.name}.size();
    expect(length != 0 && length < sizeof all.name, "a format's name has %zu bytes", length);
    expect(all.pixel_bytes <= 16, "a pixel has %u bytes", all.pixel_bytes);
    if (all.is_packed == 0 && all.pixel_bytes != 0) {
        expect(all.pixel_bytes == all.channel_count * all.component_bytes, "a pixel of %u times %u bytes has %u",
               all.channel_count, all.component_bytes, all.pixel_bytes);
    }
    try {
        const clmem_image_format_info known = describe_format({order, type});
        expect(known.pixel_bytes != 0 && known.pixel_bytes == all.pixel_bytes, "a format has two descriptions");
        expect(known.is_normalized + known.is_integer + known.is_float == 1, "a format has several kinds of numbers");
    } catch (const error &refused) {
        expect(refused.status() == CLMEM_ERROR_INVALID_ARGUMENT, "a format is refused: status %d", refused.status());
    }
}

} // namespace
} // namespace clmem::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t count) {
    using namespace clmem::fuzz;
    bytes in{data, count};
    while (!in.has_ended()) {
        switch (in.below(4)) {
        case 0:
            check_layout(in);
            break;
        case 1:
            check_transfer(in);
            break;
        case 2:
            check_box(in);
            break;
        default:
            check_format(in);
            break;
        }
    }
    return 0;
}
