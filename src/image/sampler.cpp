#include "image/sampler.hpp"

#include "cl/enqueue.hpp"
#include "image/image_format.hpp"

#include <algorithm>
#include <cinttypes>
#include <utility>
#include <vector>

namespace clmem_core {

namespace {

// For quirk::sampler_modes_unchecked.
void check_choice(const sampler_choice &choice) {
    if (choice.is_normalized > 1) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "is_normalized: expected 0 or 1, got %" PRIu64, choice.is_normalized);
    }
    switch (choice.addressing) {
    case CL_ADDRESS_NONE:
    case CL_ADDRESS_CLAMP_TO_EDGE:
    case CL_ADDRESS_CLAMP:
        break;
    case CL_ADDRESS_REPEAT:
    case CL_ADDRESS_MIRRORED_REPEAT:
        if (choice.is_normalized == 0) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "addressing: expected a mode that clamps, since the coordinates are not normalised, got one that "
                 "repeats the image; set is_normalized, or use CL_ADDRESS_CLAMP");
        }
        break;
    default:
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "addressing: expected a mode such as CL_ADDRESS_CLAMP, got 0x%" PRIx64,
             choice.addressing);
    }
    if (choice.filter != CL_FILTER_NEAREST && choice.filter != CL_FILTER_LINEAR) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "filter: expected CL_FILTER_NEAREST or CL_FILTER_LINEAR, got 0x%" PRIx64,
             choice.filter);
    }
}

std::vector<cl_device_id> find_devices(cl_context context) {
    std::vector<cl_device_id> devices = devices_with_images(context);
    if (devices.empty()) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a device with images, which samplers need, got none in the context");
    }
    return devices;
}

// Takes a sampler that a function created, or throws its error.
cl::sampler taken_over(cl_sampler object, cl_int code, const char *function) {
    if (code != CL_SUCCESS) { fail_opencl(code, "%s failed: %s", function, status_name(code)); }
    return cl::sampler{object};
}

// The properties in a list; each name may occur once.
sampler_choice read_list(std::span<const std::uint64_t> properties) {
    sampler_choice choice{CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};
    bool seen[3] = {};
    for (std::size_t i = 0; i < properties.size(); i += 2) {
        std::uint64_t *const values[3] = {&choice.is_normalized, &choice.addressing, &choice.filter};
        static constexpr std::uint64_t names[3] = {CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE,
                                                   CL_SAMPLER_FILTER_MODE};
        const auto at = static_cast<std::size_t>(std::find(std::begin(names), std::end(names), properties[i]) - names);
        if (at == 3) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "properties[%zu]: expected CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE or "
                 "CL_SAMPLER_FILTER_MODE, got 0x%" PRIx64,
                 i, properties[i]);
        }
        if (std::exchange(seen[at], true)) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "properties[%zu]: expected each name once, got 0x%" PRIx64 " again", i,
                 properties[i]);
        }
        if (i + 1 == properties.size()) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "properties[%zu]: expected a name with a value, got 0x%" PRIx64 " alone",
                 i, properties[i]);
        }
        *values[at] = properties[i + 1];
    }
    return choice;
}

} // namespace

cl::sampler make_sampler(cl_context context, const sampler_choice &choice) {
    check_choice(choice);
    static_cast<void>(find_devices(context));
    cl_int code = CL_SUCCESS;
    cl_sampler object = cl::dispatch().clCreateSampler(context, static_cast<cl_bool>(choice.is_normalized),
                                                       static_cast<cl_addressing_mode>(choice.addressing),
                                                       static_cast<cl_filter_mode>(choice.filter), &code);
    return taken_over(object, code, "clCreateSampler");
}

cl::sampler make_sampler(cl_context context, std::span<const std::uint64_t> properties) {
    if (properties.size() % 2 == 1 && properties.back() == 0) { properties = properties.first(properties.size() - 1); }
    check_choice(read_list(properties));
    const auto devices = find_devices(context);
    const auto newest = *std::max_element(devices.begin(), devices.end(), [](cl_device_id a, cl_device_id b) {
        return cl::version_of(a) < cl::version_of(b);
    });
    const auto create = cl::dispatch().clCreateSamplerWithProperties;
    cl::need(create != nullptr, newest, 200, "clCreateSamplerWithProperties");
    std::vector<cl_sampler_properties> list(properties.begin(), properties.end());
    list.push_back(0);
    cl_int code = CL_SUCCESS;
    cl_sampler object = create(context, list.data(), &code);
    return taken_over(object, code, "clCreateSamplerWithProperties");
}

cl::sampler import_sampler(cl_sampler object) {
    return cl::sampler::retain(object);
}

clmem_sampler_info describe_sampler(cl_sampler sampler) {
    clmem_sampler_info info = CLMEM_SAMPLER_INFO_INIT;
    info.is_normalized = cl::value<cl_bool>(sampler, CLMEM_CL_ASK(CL_SAMPLER_NORMALIZED_COORDS)) != CL_FALSE;
    info.addressing = cl::value<cl_addressing_mode>(sampler, CLMEM_CL_ASK(CL_SAMPLER_ADDRESSING_MODE));
    info.filter = cl::value<cl_filter_mode>(sampler, CLMEM_CL_ASK(CL_SAMPLER_FILTER_MODE));
    info.reference_count = cl::value<cl_uint>(sampler, CLMEM_CL_ASK(CL_SAMPLER_REFERENCE_COUNT));
    info.object = sampler;
    info.context = cl::value<cl_context>(sampler, CLMEM_CL_ASK(CL_SAMPLER_CONTEXT));
    return info;
}

} // namespace clmem_core
