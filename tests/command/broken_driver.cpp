// A driver that fails when the loader asks it for platforms. BROKEN_DRIVER says how.
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {

bool breaks_by(const char *kind) {
    const char *const wanted = std::getenv("BROKEN_DRIVER");
    return wanted != nullptr && std::strcmp(wanted, kind) == 0;
}

cl_int CL_API_CALL list_platforms(cl_uint, cl_platform_id *, cl_uint *count) {
    if (count != nullptr) { *count = 0; }
    if (breaks_by("abort")) {
        std::fputs("broken driver: no firmware\n", stderr);
        std::abort();
    }
    if (breaks_by("hang")) {
        if (fork() == 0) { pause(); } // a process that keeps the pipes open
        for (;;) {
            pause();
        }
    }
    if (breaks_by("exit")) { std::_Exit(0); }
    if (breaks_by("refuse")) { return CL_OUT_OF_HOST_MEMORY; }
    return -1001; // CL_PLATFORM_NOT_FOUND_KHR
}

} // namespace

extern "C" CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
    const bool is_known = std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0;
    return is_known ? reinterpret_cast<void *>(list_platforms) : nullptr;
}

extern "C" CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id, cl_platform_info, size_t, void *,
                                                             size_t *) {
    return CL_INVALID_PLATFORM;
}
