// Texts that clmem parses: device selectors, for pretended devices, and the layer's settings.
#include "base/error.hpp"
#include "bytes.hpp"
#include "device/choice.hpp"
#include "device/selector.hpp"
#include "layer/fault_calls.hpp"
#include "layer/settings.hpp"

#include <algorithm>
#include <clmem_extras.h>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace clmem::fuzz {
namespace {

// ---- an OpenCL library with two platforms and three devices ---------------------------------------------------------

constexpr std::string_view platform_names[] = {"Portable Computing Language", "Intel(R) OpenCL: HD, 1;2"};
constexpr std::string_view device_names[] = {"cpu-haswell", "Tesla V100, 32 GB", "Graphics=[0x1912]"};

template <class Handle>
Handle handle_of(std::size_t number) noexcept {
    return reinterpret_cast<Handle>((number + 1) << 6);
}
template <class Handle>
std::size_t number_of(Handle handle) noexcept {
    return (reinterpret_cast<std::uintptr_t>(handle) >> 6) - 1;
}

cl_int give_text(std::string_view text, std::size_t capacity, void *out, std::size_t *out_bytes) {
    if (out_bytes != nullptr) { *out_bytes = text.size() + 1; }
    if (out == nullptr) { return CL_SUCCESS; }
    if (capacity <= text.size()) { return CL_INVALID_VALUE; }
    std::memcpy(out, text.data(), text.size());
    static_cast<char *>(out)[text.size()] = '\0';
    return CL_SUCCESS;
}

cl_int CL_API_CALL get_platforms(cl_uint capacity, cl_platform_id *out, cl_uint *out_count) {
    if (out_count != nullptr) { *out_count = 2; }
    for (cl_uint i = 0; out != nullptr && i < capacity && i < 2; ++i) {
        out[i] = handle_of<cl_platform_id>(i);
    }
    return CL_SUCCESS;
}

// The first platform has one device, the second one has two.
cl_int CL_API_CALL get_devices(cl_platform_id platform, cl_device_type, cl_uint capacity, cl_device_id *out,
                               cl_uint *out_count) {
    const std::size_t first = number_of(platform);
    const auto count = static_cast<cl_uint>(first + 1);
    if (out_count != nullptr) { *out_count = count; }
    for (cl_uint i = 0; out != nullptr && i < capacity && i < count; ++i) {
        out[i] = handle_of<cl_device_id>(first + i);
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info, std::size_t capacity, void *out,
                                     std::size_t *out_bytes) {
    return give_text(platform_names[number_of(platform)], capacity, out, out_bytes);
}

cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info, std::size_t capacity, void *out,
                                   std::size_t *out_bytes) {
    return give_text(device_names[number_of(device)], capacity, out, out_bytes);
}

void refuse() {
    expect(false, "a function of OpenCL is called that no selector needs");
}

int32_t CLMEM_CALL find(void *, const char *name, void **out_address) {
    const std::string_view wanted{name};
    *out_address = wanted == "clGetPlatformIDs"    ? reinterpret_cast<void *>(&get_platforms)
                   : wanted == "clGetDeviceIDs"    ? reinterpret_cast<void *>(&get_devices)
                   : wanted == "clGetPlatformInfo" ? reinterpret_cast<void *>(&get_platform_info)
                   : wanted == "clGetDeviceInfo"   ? reinterpret_cast<void *>(&get_device_info)
                                                   : reinterpret_cast<void *>(&refuse);
    return 0;
}

// ---- the texts ------------------------------------------------------------------------------------------------------

void check_selector(const std::string &text) {
    static const clmem_status is_set = clmem_opencl_set_functions(find, nullptr);
    expect(is_set == CLMEM_SUCCESS, "the pretended OpenCL library is refused");
    const auto is_refusal = [](const clmem_core::error &refused) {
        return refused.status() == CLMEM_ERROR_NO_DEVICE && *refused.what() != '\0';
    };
    try {
        const std::size_t chosen = number_of(clmem_core::choose_device(text.c_str()));
        expect(chosen < 3, "a selector chooses device %zu", chosen);
    } catch (const clmem_core::error &refused) {
        expect(is_refusal(refused), "a selector is refused with status %d", refused.status());
    }
    try {
        const std::vector<cl_device_id> chosen = clmem_core::list_test_devices(text.c_str());
        expect(!chosen.empty() && chosen.size() <= 3, "a selector for tests chooses %zu devices", chosen.size());
        for (cl_device_id device : chosen) {
            expect(std::count(chosen.begin(), chosen.end(), device) == 1, "a device is chosen twice");
        }
    } catch (const clmem_core::error &refused) {
        expect(is_refusal(refused), "a selector for tests is refused with status %d", refused.status());
    }
}

void check_parts(const std::string &text) {
    std::string joined;
    for (const std::string_view part : clmem_core::split(text, ':')) {
        expect(part.find(':') == part.npos, "a part has a separator");
        joined += part;
        joined += ':';
    }
    expect(joined == text + ':', "the parts are not the text");
    const std::string_view trimmed = clmem_core::trim(text);
    const auto is_white = [](char c) { return std::strchr(" \t\r\n", c) != nullptr && c != '\0'; };
    expect(trimmed.empty() || (!is_white(trimmed.front()) && !is_white(trimmed.back())), "white space is left");
    expect(static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_white)) >= text.size() - trimmed.size(),
           "more than white space is lost");
    const bool has_digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    expect(clmem_core::is_number(text) == (has_digits && !text.empty()), "a number is judged wrongly");
}

// The number in the digits at the front; none if there is no digit, or it exceeds `most`.
std::optional<std::uint64_t> number_at(std::string_view text, std::uint64_t most, std::size_t &end) {
    std::uint64_t number = 0;
    bool fits = true;
    for (end = 0; end < text.size() && text[end] >= '0' && text[end] <= '9'; ++end) {
        const auto digit = static_cast<std::uint64_t>(text[end] - '0');
        fits = fits && !__builtin_mul_overflow(number, 10U, &number) && !__builtin_add_overflow(number, digit, &number);
    }
    return end != 0 && fits && number <= most ? std::optional{number} : std::nullopt;
}

void check_settings(std::string_view text) {
    std::size_t end = 0;
    const std::optional<std::uint64_t> number = number_at(text, UINT64_MAX, end);
    const std::string_view suffix = text.substr(end);
    const auto found = layer::parse_limit(text);
    expect(!found || (number && *number != 0), "a limit without a number");
    if (found && found->percent != 0) {
        expect(found->percent == *number && *number <= 100 && suffix == "%" && found->bytes == 0, "a share is wrong");
    } else if (found) {
        const std::size_t unit = suffix.empty() ? 0 : std::string_view{"BKMGT"}.find(suffix.front());
        expect(unit != std::string_view::npos && suffix.size() <= 3, "a limit has an unknown suffix");
        const std::size_t shift = 10 * unit;
        expect(found->bytes >> shift == *number && found->bytes >> shift << shift == found->bytes, "a limit is wrong");
    } else {
        expect(!suffix.empty() || !number || *number == 0, "a limit of plain bytes is refused");
    }
    const std::optional<std::uint64_t> small = number_at(text, UINT32_MAX, end);
    const bool is_plain = small && end == text.size();
    const auto idle = layer::parse_idle(text);
    expect(idle.has_value() == is_plain && (!idle || *idle == *small), "a time is wrong");
    const auto stacks = layer::parse_stacks(text);
    const bool is_depth = is_plain && *small >= 1 && *small <= 32;
    expect(stacks.has_value() == is_depth && (!stacks || *stacks == *small), "a number of frames is wrong");
}

// Whatever is read is in order, and a refusal says what was expected.
void check_faults(const std::string &text) {
    const auto read = layer::parse_faults(text);
    if (!read.error.empty()) {
        return expect(read.error.find("expected ") != std::string::npos, "a refusal does not say what was expected");
    }
    for (const auto &rule : read.value.rules) {
        const int choices = (rule.nth != 0) + (rule.from != 0) + (rule.every != 0) + (rule.share_per_million != 0);
        expect(choices <= 1, "a rule chooses its calls in %d ways", choices);
        expect(rule.share_per_million <= 1'000'000, "a share is more than all");
        expect(rule.fails != (rule.late != 0) || rule.delay_ns != 0, "a rule has two effects, or none");
        expect(rule.code <= 0 && rule.late <= 0, "a code is no error");
        expect(!rule.loses || rule.fails, "a device is lost without a failure");
    }
}

} // namespace
} // namespace clmem::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t count) {
    clmem::fuzz::bytes in{data, count};
    const std::string text = in.text(count);
    clmem::fuzz::check_selector(text);
    clmem::fuzz::check_parts(text);
    clmem::fuzz::check_settings(text);
    clmem::fuzz::check_faults(text);
    return 0;
}
