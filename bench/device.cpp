#include "device.hpp"

#include <cstdlib>
#include <dlfcn.h>

namespace clmem::bench {

namespace {

opencl_functions load() {
    const char *wanted = secure_getenv("CLMEM_OPENCL_LIBRARY");
    const bool is_wanted = wanted != nullptr && *wanted != '\0';
    void *const library = dlopen(is_wanted ? wanted : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) { throw std::runtime_error{dlerror()}; }
    opencl_functions functions;
    const auto find = [&]<class Function>(const char *name, Function &function) {
        function = reinterpret_cast<Function>(dlsym(library, name));
        if (function == nullptr) { throw std::runtime_error{std::string{"the OpenCL library lacks "} + name}; }
    };
#define CLMEM_BENCH_FIND(name) find(#name, functions.name);
    CLMEM_BENCH_OPENCL(CLMEM_BENCH_FIND)
#undef CLMEM_BENCH_FIND
    return functions;
}

} // namespace

const opencl_functions &opencl() {
    static const opencl_functions functions = load();
    return functions;
}

void check_opencl(cl_int code, const char *function) {
    if (code != CL_SUCCESS) {
        throw std::runtime_error{std::string{function} + " failed with code " + std::to_string(code)};
    }
}

device::device(std::size_t queues) {
    const clmem_status chosen = clmem_device_choose(nullptr, &id_);
    if (chosen == CLMEM_ERROR_NO_OPENCL || chosen == CLMEM_ERROR_NO_DEVICE) {
        clmem_error record = CLMEM_ERROR_INIT;
        clmem_error_last(&record);
        throw not_here{record.message};
    }
    check(chosen);
    check(clmem_device_describe(id_, &info_));
    check(clmem_context_create(id_, &context_));
    queues_.resize(queues);
    for (cl_command_queue &queue : queues_) {
        check(clmem_queue_create(context_, id_, 0, &queue));
    }
}

device::~device() {
    for (cl_command_queue queue : queues_) {
        clmem_queue_release(queue);
    }
    clmem_context_release(context_);
}

void device::finish() const {
    for (cl_command_queue queue : queues_) {
        check(clmem_queue_finish(queue));
    }
}

} // namespace clmem::bench
