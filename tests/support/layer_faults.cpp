#include "layer_faults.hpp"

#include <CL/cl.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <numeric>

namespace clmem::test {

namespace {

constexpr std::size_t own_counts = 4, object_kinds = 7;
using counts = std::array<cl_ulong, own_counts + object_kinds>;

// The layer's functions, which a program finds like those of an extension.
struct layer_functions {
    cl_int (*set)(const char *spec) = nullptr;
    cl_int (*get)(cl_uint capacity, cl_ulong *out_counts) = nullptr;
    const char *(*first)() = nullptr;
    void (*shield)(cl_bool begins) = nullptr;
};

template <class Function>
Function *find(const char *name) {
    static void *const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    return library != nullptr ? reinterpret_cast<Function *>(dlsym(library, name)) : nullptr;
}

layer_functions load() {
    layer_functions made;
    cl_platform_id platform = nullptr;
    const auto platforms = find<decltype(clGetPlatformIDs)>("clGetPlatformIDs");
    const auto function =
        find<decltype(clGetExtensionFunctionAddressForPlatform)>("clGetExtensionFunctionAddressForPlatform");
    if (platforms != nullptr && function != nullptr && platforms(1, &platform, nullptr) == CL_SUCCESS) {
        made.set = reinterpret_cast<decltype(made.set)>(function(platform, "clSetFaultsCLMEM"));
        made.get = reinterpret_cast<decltype(made.get)>(function(platform, "clGetFaultCountsCLMEM"));
        made.first = reinterpret_cast<decltype(made.first)>(function(platform, "clGetFirstFaultCLMEM"));
        made.shield = reinterpret_cast<decltype(made.shield)>(function(platform, "clShieldFromFaultsCLMEM"));
    }
    if (made.set == nullptr || made.get == nullptr || made.first == nullptr || made.shield == nullptr) {
        std::fputs("expected the layer in OPENCL_LAYERS, and CLMEM_RUN_FAULTS=off, got none\n", stderr);
        std::exit(2);
    }
    return made;
}

const layer_functions &layer() {
    static const layer_functions loaded = load();
    return loaded;
}

counts get() {
    counts now{};
    if (layer().get(now.size(), now.data()) != CL_SUCCESS) { std::abort(); }
    return now;
}

} // namespace

void set_faults(const std::string &spec) {
    if (layer().set(spec.c_str()) != CL_SUCCESS) { std::exit(2); } // it has said what is wrong
}

const char *first_fault() {
    return layer().first();
}

fault_totals count_faults() {
    const counts now = get();
    return {now[0], now[1], now[2], now[3]};
}

shield::shield() {
    layer().shield(CL_TRUE);
}

shield::~shield() {
    layer().shield(CL_FALSE);
}

std::string live_objects_by_kind() {
    constexpr const char *names[object_kinds] = {"contexts", "queues",   "memory objects", "events",
                                                 "kernels",  "programs", "samplers"};
    const counts now = get();
    std::string text;
    for (std::size_t kind = 0; kind < object_kinds; ++kind) {
        text += std::string{kind == 0 ? "" : ", "} + std::to_string(now[own_counts + kind]) + ' ' + names[kind];
    }
    return text;
}

std::int64_t live_objects() {
    const counts now = get();
    return std::accumulate(now.begin() + own_counts, now.end(), std::int64_t{0},
                           [](std::int64_t sum, cl_ulong each) { return sum + static_cast<std::int64_t>(each); });
}

} // namespace clmem::test
