// quirk::struct_arguments_miscounted: drivers that count a struct's members as arguments.
#include "cl/query.hpp"
#include "cl/quirks.hpp"
#include "device/characterize/characterize.hpp"
#include "device/characterize/kernel_timer.hpp"
#include "device/creation.hpp"
#include "device/vendor.hpp"

#include <cstdio>
#include <optional>

namespace clmem_core {

namespace {

// 100 * major + minor; empty if the platform is not PoCL.
std::optional<unsigned> pocl_version(cl_platform_id platform) {
    if (!cl::is_pocl(platform)) { return std::nullopt; }
    const std::string text = cl::text(platform, CLMEM_CL_ASK(CL_PLATFORM_VERSION));
    unsigned major = 0;
    unsigned minor = 0;
    const std::size_t at = text.find("pocl ") != text.npos ? text.find("pocl ") : text.find("PoCL ");
    if (at == text.npos || std::sscanf(text.c_str() + at + 5, "%4u.%4u", &major, &minor) != 2) { return std::nullopt; }
    return 100 * major + minor;
}

// A driver with the bug also counts the members of a struct.
bool miscounts(cl_device_id device, cl_context context) {
    static const char *const source = "struct pair { int one; int two; };\n"
                                      "kernel void two_arguments(struct pair p, global int *out) {\n"
                                      "    out[0] = p.one + p.two;\n"
                                      "}\n";
    cl::context own;
    if (context == nullptr) { own = make_context(device); }
    const cl::program program = build_program(context != nullptr ? context : own.get(), device, source, "");
    const cl::kernel kernel = make_kernel(program.get(), "two_arguments");
    cl_uint count = 0;
    const cl_int code = cl::dispatch().clGetKernelInfo(kernel.get(), CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
    if (code != CL_SUCCESS) { fail_opencl(code, "the query of CL_KERNEL_NUM_ARGS failed: %s", status_name(code)); }
    return count != 2;
}

} // namespace

figure struct_bug(cl_device_id device, cl_context context) {
    const auto platform = cl::value<cl_platform_id>(device, CLMEM_CL_ASK(CL_DEVICE_PLATFORM));
    if (is_cpu(device) && cl::text(platform, CLMEM_CL_ASK(CL_PLATFORM_NAME)) == "Apple") {
        return {CLMEM_CHARACTERIZE_STRUCT_BUG_APPLE, CLMEM_CHARACTERIZE_TABLE};
    }
    const auto version = pocl_version(platform);
    if (!version || *version > 14) { return {CLMEM_CHARACTERIZE_STRUCT_BUG_NONE, CLMEM_CHARACTERIZE_TABLE}; }
    if (*version < 13) { return {CLMEM_CHARACTERIZE_STRUCT_BUG_POCL, CLMEM_CHARACTERIZE_TABLE}; }
    const bool has = miscounts(device, context);
    return {static_cast<std::uint64_t>(has ? CLMEM_CHARACTERIZE_STRUCT_BUG_POCL : CLMEM_CHARACTERIZE_STRUCT_BUG_NONE),
            CLMEM_CHARACTERIZE_MEASURED};
}

} // namespace clmem_core
