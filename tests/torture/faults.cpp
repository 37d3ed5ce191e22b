#include "faults.hpp"

#include "host_faults.hpp"

#include <CL/cl.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <numeric>
#include <string>

namespace clmem::torture {

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

void set(const std::string &spec) {
    if (layer().set(spec.c_str()) != CL_SUCCESS) { std::abort(); }
}

counts get() {
    counts now{};
    if (layer().get(now.size(), now.data()) != CL_SUCCESS) { std::abort(); }
    return now;
}

counts at_arm;

} // namespace

void arm(victim what, std::uint64_t n, bool for_good) {
    at_arm = get();
    if (what != victim::opencl_call) { return arm_host(what, n, for_good); }
    set("all:" + std::string{for_good ? "from=" : "nth="} + std::to_string(n));
}

injected disarm() {
    const char *const first = layer().first();
    set("off"); // threads of clmem may fail until then
    const counts now = get();
    injected result{now[1] - at_arm[1], now[3] - at_arm[3], first};
    result.failures += disarm_host();
    return result;
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

} // namespace clmem::torture
