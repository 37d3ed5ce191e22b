#include "launch/program.hpp"

#include "cl/query.hpp"

#include <algorithm>
#include <string_view>

namespace clmem_core {

namespace {

std::vector<cl_device_id> devices_of_program(cl_program object) {
    return cl::list<cl_device_id>(object, CLMEM_CL_ASK(CL_PROGRAM_DEVICES));
}

// What to do about a program that a compiler has refused. PoCL's has no code for processors that are newer than it.
const char *advice_on(std::string_view log) {
    return log.find("unknown target CPU") != std::string_view::npos
               ? "this driver's compiler does not know the processor; install a newer one, or on x86-64 Intel's "
                 "(intel-opencl-rt on PyPI)"
               : "correct what the compiler reports";
}

} // namespace

void program::build(const char *options, std::span<const cl_device_id> devices) const {
    const cl_int code =
        cl::dispatch().clBuildProgram(object(), static_cast<cl_uint>(devices.size()),
                                      devices.empty() ? nullptr : devices.data(), options, nullptr, nullptr);
    if (code == CL_BUILD_PROGRAM_FAILURE) {
        const std::string said = log(nullptr);
        fail_opencl(code, "the program does not build; %s:\n%s", advice_on(said), said.c_str());
    }
    if (code != CL_SUCCESS) { fail_opencl(code, "clBuildProgram failed: %s", status_name(code)); }
}

cl_build_status program::status(cl_device_id device) const {
    cl_build_status status = CL_BUILD_NONE;
    const cl_int code = cl::dispatch().clGetProgramBuildInfo(object(), device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                                             &status, nullptr);
    cl::detail::check(code, CLMEM_CL_ASK(CL_PROGRAM_BUILD_STATUS));
    return status;
}

cl_device_id program::telling_device() const {
    const auto devices = devices_of_program(object());
    for (cl_device_id device : devices) {
        if (status(device) == CL_BUILD_ERROR) { return device; }
    }
    return devices.at(0);
}

std::string program::log(cl_device_id device) const {
    if (device == nullptr) { device = telling_device(); }
    if (status(device) == CL_BUILD_NONE) { return {}; } // quirk::no_log_before_build
    const auto get = cl::dispatch().clGetProgramBuildInfo;
    const cl::question what = CLMEM_CL_ASK(CL_PROGRAM_BUILD_LOG);
    std::size_t bytes = 0;
    cl::detail::check(get(object(), device, what.code, 0, nullptr, &bytes), what);
    std::string text(bytes, '\0');
    if (bytes > 0) { cl::detail::check(get(object(), device, what.code, bytes, text.data(), nullptr), what); }
    text.resize(std::min(text.size(), text.find('\0')));
    return text;
}

std::shared_ptr<program> make_program(cl_context context, const char *source) {
    cl_int code = CL_SUCCESS;
    cl::program made{cl::dispatch().clCreateProgramWithSource(context, 1, &source, nullptr, &code)};
    if (code != CL_SUCCESS) { fail_opencl(code, "clCreateProgramWithSource failed: %s", status_name(code)); }
    return std::make_shared<program>(std::move(made));
}

std::shared_ptr<program> import_program(cl_program object) {
    return std::make_shared<program>(cl::program::retain(object));
}

} // namespace clmem_core
