// What OpenCL's loader calls (CL/cl_layer.h).
#include "entry.hpp"

#include "calls.hpp"
#include "clmem_calls.hpp"
#include "driver.hpp"
#include "faults.hpp"
#include "limit.hpp"
#include "report.hpp"
#include "shield.hpp"
#include "way_out.hpp"

#include <CL/cl_layer.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <new>
#include <string>
#include <utility>

namespace clmem::layer {

namespace {

// What the program calls through one loader.
struct loader_table {
    cl_icd_dispatch functions{};
    loader_table *next = nullptr;
};

loader_table first; // that of the process's first loader, which is mostly the only one

// Copies an answer as OpenCL's questions do.
cl_int answer(const void *value, std::size_t bytes, std::size_t capacity, void *out, std::size_t *out_bytes) noexcept {
    if (out != nullptr) {
        if (capacity < bytes) { return CL_INVALID_VALUE; }
        std::memcpy(out, value, bytes);
    }
    if (out_bytes != nullptr) { *out_bytes = bytes; }
    return CL_SUCCESS;
}

// Replaces the functions that both the layer and what lies below it know.
void replace_calls(cl_icd_dispatch &own) noexcept {
#define CLMEM_LAYER_REPLACE(name)                                                                                      \
    if (own.name != nullptr) { own.name = calls::name; }
    CLMEM_LAYER_CALLS(CLMEM_LAYER_REPLACE)
#undef CLMEM_LAYER_REPLACE
}

// This layer's file, as the dynamic linker knows it.
std::string own_path() {
    Dl_info library{};
    const bool is_known = ::dladdr(reinterpret_cast<const void *>(&clGetLayerInfo), &library) != 0;
    return is_known && library.dli_fname != nullptr ? library.dli_fname : "";
}

bool is_left_alone() noexcept {
    return shielded(
        [] {
            const auto find = [](const char *name) -> const char * { return std::getenv(name); };
            if (waits_to_be_asked(find, own_path())) { return true; } // says nothing: it is opened in every program
            const std::string why = why_left_alone();
            if (!why.empty()) { log_once(("this program is left alone: " + why).c_str()); }
            return !why.empty();
        },
        [] { return true; });
}

// Keeps the library of a function loaded until the process ends. The layer goes on calling a loader that the program
// has closed: the table of a loader that is opened later leads to the first one's target.
void keep_loaded(const void *function) noexcept {
    Dl_info library{};
    if (::dladdr(function, &library) == 0 || library.dli_fname == nullptr) { return; }
    // Without a library of this name, the loader is a part of the program, which stays.
    (void)::dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

// `caller` is an address in the loader, `target` may have functions of further layers.
cl_int initialize(cl_uint count, const cl_icd_dispatch *target, cl_uint *out_count,
                  const cl_icd_dispatch **out_dispatch, const void *caller) {
    constexpr std::size_t known = sizeof(cl_icd_dispatch) / sizeof(void *);
    if (target == nullptr || out_count == nullptr || out_dispatch == nullptr) { return CL_INVALID_VALUE; }
    static std::mutex initializing;
    const std::lock_guard lock{initializing};
    static bool is_initialized = false;
    static bool replaces_calls = false;
    const bool is_first = !std::exchange(is_initialized, true);
    loader_table *const made = is_first ? &first : new (std::nothrow) loader_table;
    if (made == nullptr) { return CL_OUT_OF_HOST_MEMORY; }
    if (!is_first) { made->next = std::exchange(first.next, made); }
    keep_loaded(caller);
    cl_icd_dispatch *const own = &made->functions;
    std::memcpy(own, target, std::min<std::size_t>(count, known) * sizeof(void *));
    keep_loaded(reinterpret_cast<const void *>(own->clGetPlatformIDs));
    if (is_first) {
        detail::target = *own;
        // Where clmem cannot work, as with a loader older than OpenCL 1.1, the program gets the driver's functions.
        replaces_calls = !is_left_alone() && set_clmem_functions();
        if (replaces_calls) {
            inject_faults_below(detail::target);
            limit_memory(detail::target);
            report::loaded();
        }
    }
    if (replaces_calls) {
        inject_faults_below(*own);
        limit_memory(*own);
        replace_calls(*own);
        inject_faults_above(*own);
    }
    *out_count = known;
    *out_dispatch = own;
    return CL_SUCCESS;
}

} // namespace

void *replacement_of(const char *name) noexcept {
#define CLMEM_LAYER_FIND(function)                                                                                     \
    if (std::strcmp(name, #function) == 0) { return reinterpret_cast<void *>(first.functions.function); }
    CLMEM_LAYER_CALLS(CLMEM_LAYER_FIND)
#undef CLMEM_LAYER_FIND
    return nullptr;
}

} // namespace clmem::layer

using namespace clmem::layer;

#define CLMEM_LAYER_EXPORT extern "C" __attribute__((visibility("default")))

CLMEM_LAYER_EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info question, std::size_t capacity, void *out,
                                                     std::size_t *out_bytes) {
    constexpr cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    constexpr char name[] = "clmem";
    switch (question) {
    case CL_LAYER_API_VERSION:
        return answer(&version, sizeof version, capacity, out, out_bytes);
    case CL_LAYER_NAME:
        return answer(name, sizeof name, capacity, out, out_bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

// The loader calls it before any OpenCL function, so it makes no OpenCL call, loads no library and starts no thread. A
// second loader in the process gets the same functions, which call the first one's target: OpenCL's objects are the
// drivers' own.
CLMEM_LAYER_EXPORT cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *target, cl_uint *out_count,
                                                  const cl_icd_dispatch **out_dispatch) {
    return initialize(count, target, out_count, out_dispatch, __builtin_return_address(0));
}

// The Khronos loader from v2026.05.29 on calls this function in place of clInitLayer, unless
// OCL_ICD_FORCE_LEGACY_TERMINATION is set. CL/cl_layer.h of older headers does not declare it.
CLMEM_LAYER_EXPORT cl_int CL_API_CALL clInitLayerWithProperties(cl_uint count, const cl_icd_dispatch *target,
                                                                cl_uint *out_count,
                                                                const cl_icd_dispatch **out_dispatch,
                                                                const cl_properties *properties) {
    if (properties != nullptr && *properties != 0) { return CL_INVALID_PROPERTY; }
    return initialize(count, target, out_count, out_dispatch, __builtin_return_address(0));
}

// That loader calls this function at exit, before it closes layers and drivers, and sends later calls elsewhere. The
// report is written by then, and clmem's threads have ended. What the layer has lives until the process ends.
CLMEM_LAYER_EXPORT cl_int CL_API_CALL clDeinitLayer(void) {
    return CL_SUCCESS;
}
