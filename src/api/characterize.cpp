#include "device/characterize/characterize.hpp"

#include "api/guard.hpp"
#include "device/characterize/measurement.hpp"
#include "device/vendor.hpp"

#include <clmem_extras.h>
#include <vector>

using namespace clmem_core;
using namespace clmem_core::api;

namespace {

// The common part of all functions that return one value of a device.
template <class T, class Ask>
clmem_status tell(const char *function, cl_device_id device, T *out_value, const char *name, uint32_t *out_source,
                  Ask &&ask) {
    return guard(function, [&] {
        zero(out_source);
        T &value = output(out_value, name);
        const figure told = ask(required(device, "device"));
        value = static_cast<T>(told.value);
        set_output(out_source, told.source);
    });
}

std::vector<std::size_t> read_extents(const size_t *extents, uint32_t dimensions, const char *name) {
    required(extents, name);
    return {extents, extents + dimensions};
}

} // namespace

clmem_status clmem_characterize_fast_math_options(cl_device_id device, const char **out_options) {
    return guard(__func__, [&] {
        const char *&options = output(out_options, "out_options");
        options = fast_math_options(required(device, "device"));
    });
}

clmem_status clmem_characterize_simd_group_size(cl_device_id device, uint32_t type_bytes, uint32_t *out_size,
                                                uint32_t *out_source) {
    return tell(__func__, device, out_size, "out_size", out_source,
                [=](cl_device_id d) { return simd_group_size(d, type_bytes); });
}

clmem_status clmem_characterize_has_double(cl_device_id device, uint32_t *out_has, uint32_t *out_source) {
    return tell(__func__, device, out_has, "out_has", out_source, has_double);
}

clmem_status clmem_characterize_has_amd_double(cl_device_id device, uint32_t *out_has, uint32_t *out_source) {
    return tell(__func__, device, out_has, "out_has", out_source, has_amd_double);
}

clmem_status clmem_characterize_has_struct_bug(cl_device_id device, cl_context context, uint32_t *out_bug,
                                               uint32_t *out_source) {
    return tell(__func__, device, out_bug, "out_bug", out_source,
                [=](cl_device_id d) { return struct_bug(d, context); });
}

clmem_status clmem_characterize_local_memory_banks(cl_device_id device, uint32_t *out_count, uint32_t *out_source) {
    return tell(__func__, device, out_count, "out_count", out_source, local_memory_banks);
}

clmem_status clmem_characterize_local_memory_granularity(cl_device_id device, uint32_t *out_bytes,
                                                         uint32_t *out_source) {
    return tell(__func__, device, out_bytes, "out_bytes", out_source, local_memory_granularity);
}

clmem_status clmem_characterize_simultaneous_items(cl_device_id device, uint32_t *out_items, uint32_t *out_source) {
    return tell(__func__, device, out_items, "out_items", out_source, simultaneous_items);
}

clmem_status clmem_characterize_usable_local_memory(cl_device_id device, int32_t argument_count, size_t *out_bytes,
                                                    uint32_t *out_source) {
    return tell(__func__, device, out_bytes, "out_bytes", out_source,
                [=](cl_device_id d) { return usable_local_memory(d, argument_count); });
}

clmem_status clmem_characterize_nvidia_capability(cl_device_id device, uint32_t *out_major, uint32_t *out_minor,
                                                  uint32_t *out_source) {
    return guard(__func__, [&] {
        zero(out_major, out_minor, out_source);
        uint32_t &major = output(out_major, "out_major");
        uint32_t &minor = output(out_minor, "out_minor");
        const auto capability = capability_of(required(device, "device"));
        if (!capability) { return; }
        major = capability->major;
        minor = capability->minor;
        set_output(out_source, CLMEM_CHARACTERIZE_QUERIED);
    });
}

clmem_status clmem_characterize_local_conflicts(cl_device_id device, size_t item_bytes, uint32_t dimensions,
                                                const size_t *shape, const size_t *stored_shape, uint32_t capacity,
                                                char *out_text, size_t *out_length, uint32_t *out_multiplicity) {
    return guard(__func__, [&] {
        zero(out_length);
        if (capacity > 0) { zero(out_text); }
        uint32_t &multiplicity = output(out_multiplicity, "out_multiplicity");
        if (capacity > 0) { required(out_text, "out_text"); }
        const std::vector<std::size_t> extents = read_extents(shape, dimensions, "shape");
        const std::vector<std::size_t> stored = read_extents(stored_shape, dimensions, "stored_shape");
        const bank_layout banks = bank_layout_of(required(device, "device"));
        const bank_conflict found = find_conflict(banks, item_bytes, extents, stored);
        multiplicity = found.multiplicity;
        set_output(out_length, found.explanation.size());
        if (capacity > 0) { out_text[found.explanation.copy(out_text, capacity - 1)] = '\0'; }
    });
}

clmem_status clmem_characterize_svm(cl_device_id device, uint64_t *out_features, uint32_t *out_source) {
    return tell(__func__, device, out_features, "out_features", out_source, svm_features);
}

clmem_status clmem_characterize_measure_simd(cl_device_id device, uint32_t *out_size, uint32_t *out_source) {
    return tell(__func__, device, out_size, "out_size", out_source, [](cl_device_id d) {
        const cl_uint size = measure_simd(d);
        return figure{size, size != 0 ? CLMEM_CHARACTERIZE_MEASURED : CLMEM_CHARACTERIZE_UNKNOWN};
    });
}

clmem_status clmem_characterize_measure_banks(cl_device_id device, uint32_t *out_count, uint32_t *out_granularity,
                                              uint32_t *out_source) {
    return guard(__func__, [&] {
        zero(out_count, out_granularity, out_source);
        uint32_t &count = output(out_count, "out_count");
        uint32_t &granularity = output(out_granularity, "out_granularity");
        const auto banks = measure_banks(required(device, "device"));
        if (!banks) { return; }
        count = banks->count;
        granularity = banks->granularity;
        set_output(out_source, CLMEM_CHARACTERIZE_MEASURED);
    });
}
