// A library of its own, see counting_opencl.hpp. The real library is CLMEM_TEST_OPENCL_LIBRARY or the system's.
#include "counting_opencl.hpp"

#include "cl/loader.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace {

struct function {
    explicit function(const char *name) noexcept;

    const char *name;
    std::atomic<std::uint64_t> calls{0};
    function *next;
};

std::atomic<function *> functions{nullptr};
std::atomic<std::int64_t> references{0};

function::function(const char *name_) noexcept : name{name_}, next{functions.load()} {
    while (!functions.compare_exchange_weak(next, this)) {}
}

// The failure that was ordered.
struct {
    std::mutex mutex;
    const char *function = nullptr;
    std::uint64_t countdown = 0; // 0: none
    std::uint64_t next = 0;      // the countdown that follows
    cl_int code = CL_SUCCESS;
    bool lasting = false;
    bool came = false;
} order;

std::atomic<bool> order_ignored{false};
std::atomic<bool> peer_copy_offered{false};

// What waits is not forwarded while the order of queues is switched off.
bool waits(std::string_view name) {
    return name == "clEnqueueBarrierWithWaitList" || name == "clEnqueueWaitForEvents" || name == "clWaitForEvents";
}

bool releases(std::string_view name) {
    return name.starts_with("clRelease") || name == "clMemFreeINTEL";
}

// The code that this call must give; CL_SUCCESS: it is to be forwarded.
cl_int ordered_code(const function &f) {
    // A driver keeps what it could not unmap for ever, which would look like a leak of ours; a unit test has that case.
    // Nor does one forget what it would not release, unless a test asks for that by name and releases it itself.
    if (std::strcmp(f.name, "clEnqueueUnmapMemObject") == 0) { return CL_SUCCESS; }
    const std::lock_guard lock{order.mutex};
    if (order.function == nullptr && releases(f.name)) { return CL_SUCCESS; }
    if (order.countdown == 0 || (order.function != nullptr && std::strcmp(order.function, f.name) != 0)) {
        return CL_SUCCESS;
    }
    if (order.countdown > 1) {
        --order.countdown;
        return CL_SUCCESS;
    }
    if (!order.lasting) { order.countdown = std::exchange(order.next, 0); }
    order.came = true;
    return order.code;
}

void *real(const char *name) {
    static void *const library = [] {
        const char *path = std::getenv("CLMEM_TEST_OPENCL_LIBRARY");
        return dlopen(path != nullptr ? path : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    }();
    void *address = library != nullptr ? dlsym(library, name) : nullptr;
    if (address == nullptr) { std::abort(); }
    return address;
}

// The last argument, by which OpenCL gives error codes and events.
template <class... Arguments>
auto last_of(Arguments... arguments) {
    return std::get<sizeof...(Arguments) - 1>(std::tuple{arguments...});
}

// Where the event of a command goes that gives a pointer and an error code.
template <class... Arguments>
cl_event *event_before_last(Arguments... arguments) {
    if constexpr (sizeof...(Arguments) >= 2) {
        const auto before_last = std::get<sizeof...(Arguments) - 2>(std::tuple{arguments...});
        if constexpr (std::is_same_v<decltype(before_last), cl_event *const>) { return before_last; }
    }
    return nullptr;
}

template <class Result, class... Arguments>
Result refuse(cl_int code, Arguments... arguments) {
    if constexpr (std::is_same_v<Result, cl_int>) {
        return code;
    } else {
        if constexpr (std::is_same_v<decltype(last_of(arguments...)), cl_int *>) {
            if (last_of(arguments...) != nullptr) { *last_of(arguments...) = code; }
        }
        return Result();
    }
}

template <class Result, class... Arguments>
void count_references(std::string_view name, Result result, Arguments... arguments) {
    if constexpr (std::is_same_v<Result, cl_int>) {
        if (result != CL_SUCCESS) { return; }
        if (name.starts_with("clRetain")) { ++references; }
        if (releases(name)) { --references; }
        if constexpr (std::is_same_v<decltype(last_of(arguments...)), cl_event *>) {
            if (last_of(arguments...) != nullptr) { ++references; }
        }
    } else {
        const bool makes = name.starts_with("clCreate") || name == "clSVMAlloc" || name.ends_with("MemAllocINTEL");
        if (makes && result != nullptr) { ++references; }
        if (name.starts_with("clEnqueueMap") && result != nullptr && event_before_last(arguments...) != nullptr) {
            ++references;
        }
    }
}

template <class Result, class... Arguments>
Result forward(function &f, Result(CL_API_CALL *call)(Arguments...), std::type_identity_t<Arguments>... arguments) {
    f.calls.fetch_add(1);
    if constexpr (std::is_void_v<Result>) { // clSVMFree alone
        call(arguments...);
        --references;
    } else {
        if (const cl_int code = ordered_code(f); code != CL_SUCCESS) { return refuse<Result>(code, arguments...); }
        if constexpr (std::is_same_v<Result, cl_int>) {
            if (order_ignored && waits(f.name)) { return CL_SUCCESS; }
        }
        const Result result = call(arguments...);
        count_references(f.name, result, arguments...);
        return result;
    }
}

std::uint64_t calls(const char *name) {
    std::uint64_t sum = 0;
    for (const function *f = functions.load(); f != nullptr; f = f->next) {
        if (name == nullptr || std::strcmp(f->name, name) == 0) { sum += f->calls.load(); }
    }
    return sum;
}

void fail(const char *name, std::uint64_t nth, cl_int code, bool lasting) {
    const std::lock_guard lock{order.mutex};
    order.function = name;
    order.countdown = nth;
    order.next = 0;
    order.code = code;
    order.lasting = lasting;
    order.came = false;
}

void fail_pair(std::uint64_t nth, std::uint64_t next, cl_int code) {
    fail(nullptr, nth, code, false);
    const std::lock_guard lock{order.mutex};
    order.next = next;
}

void ignore_order(bool ignored) {
    order_ignored = ignored;
}

void offer_peer_copy(bool offered) {
    peer_copy_offered = offered;
}

void reset() {
    ignore_order(false);
    fail(nullptr, 0, CL_SUCCESS, false);
    for (function *f = functions.load(); f != nullptr; f = f->next) {
        f->calls.store(0);
    }
}

bool failed() {
    const std::lock_guard lock{order.mutex};
    return order.came;
}

std::int64_t reference_count() {
    return references.load();
}

} // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED const clmem::test::counting_opencl clmem_test_counting_opencl;
const clmem::test::counting_opencl clmem_test_counting_opencl{calls,  reset,           fail,         fail_pair,
                                                              failed, reference_count, ignore_order, offer_peer_copy};

#define FORWARD(result, name, parameters, ...)                                                                         \
    EXPORTED result CL_API_CALL name parameters {                                                                      \
        static function self{#name};                                                                                   \
        static const auto call = reinterpret_cast<decltype(&name)>(real(#name));                                       \
        return forward(self, call, __VA_ARGS__);                                                                       \
    }

FORWARD(cl_int, clGetPlatformIDs, (cl_uint capacity, cl_platform_id *platforms, cl_uint *count), capacity, platforms,
        count)
FORWARD(cl_int, clGetPlatformInfo,
        (cl_platform_id platform, cl_platform_info name, size_t size, void *value, size_t *out_size), platform, name,
        size, value, out_size)
FORWARD(cl_int, clGetDeviceIDs,
        (cl_platform_id platform, cl_device_type type, cl_uint capacity, cl_device_id *devices, cl_uint *count),
        platform, type, capacity, devices, count)
FORWARD(cl_int, clGetDeviceInfo, (cl_device_id device, cl_device_info name, size_t size, void *value, size_t *out_size),
        device, name, size, value, out_size)
FORWARD(cl_int, clRetainDevice, (cl_device_id device), device)
FORWARD(cl_int, clReleaseDevice, (cl_device_id device), device)
FORWARD(cl_context, clCreateContext,
        (const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
         void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *error),
        properties, count, devices, notify, user, error)
FORWARD(cl_int, clRetainContext, (cl_context context), context)
FORWARD(cl_int, clReleaseContext, (cl_context context), context)
FORWARD(cl_int, clGetContextInfo,
        (cl_context context, cl_context_info name, size_t size, void *value, size_t *out_size), context, name, size,
        value, out_size)
FORWARD(cl_command_queue, clCreateCommandQueue,
        (cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *error), context,
        device, properties, error)
FORWARD(cl_command_queue, clCreateCommandQueueWithProperties,
        (cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *error), context,
        device, properties, error)
FORWARD(cl_int, clRetainCommandQueue, (cl_command_queue queue), queue)
FORWARD(cl_int, clReleaseCommandQueue, (cl_command_queue queue), queue)
FORWARD(cl_int, clGetCommandQueueInfo,
        (cl_command_queue queue, cl_command_queue_info name, size_t size, void *value, size_t *out_size), queue, name,
        size, value, out_size)
FORWARD(cl_mem, clCreateBuffer, (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error),
        context, flags, size, host, error)
FORWARD(cl_mem, clCreateSubBuffer,
        (cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *region, cl_int *error), buffer,
        flags, type, region, error)
FORWARD(cl_int, clRetainMemObject, (cl_mem memory), memory)
FORWARD(cl_int, clReleaseMemObject, (cl_mem memory), memory)
FORWARD(cl_int, clGetMemObjectInfo, (cl_mem memory, cl_mem_info name, size_t size, void *value, size_t *out_size),
        memory, name, size, value, out_size)
FORWARD(cl_int, clSetMemObjectDestructorCallback,
        (cl_mem memory, void(CL_CALLBACK *notify)(cl_mem, void *), void *user), memory, notify, user)
FORWARD(cl_int, clGetSupportedImageFormats,
        (cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint capacity, cl_image_format *formats,
         cl_uint *count),
        context, flags, type, capacity, formats, count)
FORWARD(cl_int, clGetImageInfo, (cl_mem image, cl_image_info name, size_t size, void *value, size_t *out_size), image,
        name, size, value, out_size)
FORWARD(cl_mem, clCreateImage,
        (cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc, void *host,
         cl_int *error),
        context, flags, format, desc, host, error)
FORWARD(cl_mem, clCreateImage2D,
        (cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height,
         size_t row_pitch, void *host, cl_int *error),
        context, flags, format, width, height, row_pitch, host, error)
FORWARD(cl_mem, clCreateImage3D,
        (cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height,
         size_t depth, size_t row_pitch, size_t slice_pitch, void *host, cl_int *error),
        context, flags, format, width, height, depth, row_pitch, slice_pitch, host, error)
FORWARD(cl_int, clEnqueueFillImage,
        (cl_command_queue queue, cl_mem image, const void *color, const size_t *origin, const size_t *region,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, image, color, origin, region, count, events, event)
FORWARD(cl_sampler, clCreateSampler,
        (cl_context context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter, cl_int *error),
        context, normalized, addressing, filter, error)
FORWARD(cl_sampler, clCreateSamplerWithProperties,
        (cl_context context, const cl_sampler_properties *properties, cl_int *error), context, properties, error)
FORWARD(cl_int, clRetainSampler, (cl_sampler sampler), sampler)
FORWARD(cl_int, clReleaseSampler, (cl_sampler sampler), sampler)
FORWARD(cl_int, clGetSamplerInfo,
        (cl_sampler sampler, cl_sampler_info name, size_t size, void *value, size_t *out_size), sampler, name, size,
        value, out_size)
FORWARD(cl_mem, clCreatePipe,
        (cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint packets,
         const cl_pipe_properties *properties, cl_int *error),
        context, flags, packet_size, packets, properties, error)
FORWARD(cl_int, clGetPipeInfo, (cl_mem pipe, cl_pipe_info name, size_t size, void *value, size_t *out_size), pipe, name,
        size, value, out_size)
FORWARD(cl_int, clEnqueueReadBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *host, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, buffer, blocking, offset, size, host, count, events, event)
FORWARD(cl_int, clEnqueueWriteBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, const void *host,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, buffer, blocking, offset, size, host, count, events, event)
FORWARD(cl_int, clEnqueueCopyBuffer,
        (cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, from, to, from_offset, to_offset, size, count, events, event)
FORWARD(cl_int, clEnqueueReadBufferRect,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *origin, const size_t *host_origin,
         const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, void *host, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice, host, count, events,
        event)
FORWARD(cl_int, clEnqueueWriteBufferRect,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *origin, const size_t *host_origin,
         const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, const void *host,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice, host, count, events,
        event)
FORWARD(cl_int, clEnqueueCopyBufferRect,
        (cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin,
         const size_t *region, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, from, to, from_origin, to_origin, region, from_row, from_slice, to_row, to_slice, count, events, event)
FORWARD(cl_int, clEnqueueReadImage,
        (cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region, size_t row,
         size_t slice, void *host, cl_uint count, const cl_event *events, cl_event *event),
        queue, image, blocking, origin, region, row, slice, host, count, events, event)
FORWARD(cl_int, clEnqueueWriteImage,
        (cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region, size_t row,
         size_t slice, const void *host, cl_uint count, const cl_event *events, cl_event *event),
        queue, image, blocking, origin, region, row, slice, host, count, events, event)
FORWARD(cl_int, clEnqueueCopyImage,
        (cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin,
         const size_t *region, cl_uint count, const cl_event *events, cl_event *event),
        queue, from, to, from_origin, to_origin, region, count, events, event)
FORWARD(cl_int, clEnqueueCopyImageToBuffer,
        (cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t *origin, const size_t *region, size_t offset,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, image, buffer, origin, region, offset, count, events, event)
FORWARD(cl_int, clEnqueueCopyBufferToImage,
        (cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset, const size_t *origin, const size_t *region,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, buffer, image, offset, origin, region, count, events, event)
FORWARD(void *, clEnqueueMapImage,
        (cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags, const size_t *origin,
         const size_t *region, size_t *row, size_t *slice, cl_uint count, const cl_event *events, cl_event *event,
         cl_int *error),
        queue, image, blocking, flags, origin, region, row, slice, count, events, event, error)
FORWARD(cl_int, clEnqueueFillBuffer,
        (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, buffer, pattern, pattern_size, offset, size, count, events, event)
FORWARD(void *, clEnqueueMapBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset, size_t size,
         cl_uint count, const cl_event *events, cl_event *event, cl_int *error),
        queue, buffer, blocking, flags, offset, size, count, events, event, error)
FORWARD(cl_int, clEnqueueUnmapMemObject,
        (cl_command_queue queue, cl_mem memory, void *mapped, cl_uint count, const cl_event *events, cl_event *event),
        queue, memory, mapped, count, events, event)
FORWARD(cl_int, clEnqueueMigrateMemObjects,
        (cl_command_queue queue, cl_uint objects, const cl_mem *memory, cl_mem_migration_flags flags, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, objects, memory, flags, count, events, event)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // what devices below OpenCL 1.2 have
FORWARD(cl_int, clEnqueueMarker, (cl_command_queue queue, cl_event *event), queue, event)
FORWARD(cl_int, clEnqueueWaitForEvents, (cl_command_queue queue, cl_uint count, const cl_event *events), queue, count,
        events)
#pragma GCC diagnostic pop
FORWARD(cl_int, clEnqueueMarkerWithWaitList,
        (cl_command_queue queue, cl_uint count, const cl_event *events, cl_event *event), queue, count, events, event)
FORWARD(cl_int, clEnqueueBarrierWithWaitList,
        (cl_command_queue queue, cl_uint count, const cl_event *events, cl_event *event), queue, count, events, event)
FORWARD(cl_int, clWaitForEvents, (cl_uint count, const cl_event *events), count, events)

namespace {

cl_int CL_API_CALL event_info(cl_event event, cl_event_info name, size_t size, void *value, size_t *out_size) {
    static const auto call = reinterpret_cast<decltype(&clGetEventInfo)>(real("clGetEventInfo"));
    const cl_int code = call(event, name, size, value, out_size);
    if (order_ignored && code == CL_SUCCESS && name == CL_EVENT_COMMAND_EXECUTION_STATUS && value != nullptr) {
        *static_cast<cl_int *>(value) = CL_COMPLETE;
    }
    return code;
}

} // namespace

EXPORTED cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value,
                                           size_t *out_size) {
    static function self{"clGetEventInfo"};
    return forward(self, &event_info, event, name, size, value, out_size);
}

FORWARD(cl_int, clRetainEvent, (cl_event event), event)
FORWARD(cl_int, clReleaseEvent, (cl_event event), event)
FORWARD(cl_int, clGetEventProfilingInfo,
        (cl_event event, cl_profiling_info name, size_t size, void *value, size_t *out_size), event, name, size, value,
        out_size)
FORWARD(cl_program, clCreateProgramWithSource,
        (cl_context context, cl_uint count, const char **sources, const size_t *lengths, cl_int *error), context, count,
        sources, lengths, error)
FORWARD(cl_int, clRetainProgram, (cl_program program), program)
FORWARD(cl_int, clReleaseProgram, (cl_program program), program)
FORWARD(cl_int, clBuildProgram,
        (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
         void(CL_CALLBACK *notify)(cl_program, void *), void *user),
        program, count, devices, options, notify, user)
FORWARD(cl_int, clGetProgramBuildInfo,
        (cl_program program, cl_device_id device, cl_program_build_info name, size_t size, void *value,
         size_t *out_size),
        program, device, name, size, value, out_size)
FORWARD(cl_kernel, clCreateKernel, (cl_program program, const char *name, cl_int *error), program, name, error)
FORWARD(cl_int, clRetainKernel, (cl_kernel kernel), kernel)
FORWARD(cl_int, clReleaseKernel, (cl_kernel kernel), kernel)
FORWARD(cl_int, clSetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void *value), kernel, index, size,
        value)
FORWARD(cl_int, clGetKernelInfo, (cl_kernel kernel, cl_kernel_info name, size_t size, void *value, size_t *out_size),
        kernel, name, size, value, out_size)
FORWARD(cl_int, clGetKernelWorkGroupInfo,
        (cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name, size_t size, void *value,
         size_t *out_size),
        kernel, device, name, size, value, out_size)
FORWARD(cl_int, clEnqueueNDRangeKernel,
        (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
         const size_t *local, cl_uint count, const cl_event *events, cl_event *event),
        queue, kernel, dimensions, offset, global, local, count, events, event)
FORWARD(cl_int, clSetContextDestructorCallback,
        (cl_context context, void(CL_CALLBACK *notify)(cl_context, void *), void *user), context, notify, user)
FORWARD(cl_int, clFlush, (cl_command_queue queue), queue)
FORWARD(cl_int, clFinish, (cl_command_queue queue), queue)
FORWARD(void *, clSVMAlloc, (cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment), context,
        flags, size, alignment)
FORWARD(void, clSVMFree, (cl_context context, void *pointer), context, pointer)
FORWARD(cl_int, clEnqueueSVMFree,
        (cl_command_queue queue, cl_uint pointers, void **svm,
         void(CL_CALLBACK *free_function)(cl_command_queue, cl_uint, void **, void *), void *user, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, pointers, svm, free_function, user, count, events, event)
FORWARD(cl_int, clEnqueueSVMMemcpy,
        (cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t size, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, blocking, to, from, size, count, events, event)
FORWARD(cl_int, clEnqueueSVMMemFill,
        (cl_command_queue queue, void *svm, const void *pattern, size_t pattern_size, size_t size, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, svm, pattern, pattern_size, size, count, events, event)
FORWARD(cl_int, clEnqueueSVMMap,
        (cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *svm, size_t size, cl_uint count,
         const cl_event *events, cl_event *event),
        queue, blocking, flags, svm, size, count, events, event)
FORWARD(cl_int, clEnqueueSVMUnmap,
        (cl_command_queue queue, void *svm, cl_uint count, const cl_event *events, cl_event *event), queue, svm, count,
        events, event)

FORWARD(cl_int, clEnqueueSVMMigrateMem,
        (cl_command_queue queue, cl_uint pointers, const void **svm, const size_t *sizes, cl_mem_migration_flags flags,
         cl_uint count, const cl_event *events, cl_event *event),
        queue, pointers, svm, sizes, flags, count, events, event)
FORWARD(cl_int, clGetProgramInfo,
        (cl_program program, cl_program_info name, size_t size, void *value, size_t *out_size), program, name, size,
        value, out_size)
FORWARD(cl_int, clGetKernelArgInfo,
        (cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size, void *value, size_t *out_size), kernel,
        index, name, size, value, out_size)
FORWARD(cl_int, clSetKernelArgSVMPointer, (cl_kernel kernel, cl_uint index, const void *value), kernel, index, value)
FORWARD(cl_int, clSetKernelExecInfo, (cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void *value),
        kernel, name, size, value)
// Functions of extensions, which are asked for by name. Their platform is that of the one device which tests use.
using usm_properties = const cl_bitfield *;
#define EXTENSION(result, name, parameters, ...)                                                                       \
    std::atomic<result(CL_API_CALL *) parameters> real_##name{nullptr};                                                \
    result CL_API_CALL name parameters {                                                                               \
        static function self{#name};                                                                                   \
        return forward(self, real_##name.load(), __VA_ARGS__);                                                         \
    }

namespace {

EXTENSION(void *, clHostMemAllocINTEL,
          (cl_context context, usm_properties properties, size_t size, cl_uint alignment, cl_int *error), context,
          properties, size, alignment, error)
EXTENSION(void *, clDeviceMemAllocINTEL,
          (cl_context context, cl_device_id device, usm_properties properties, size_t size, cl_uint alignment,
           cl_int *error),
          context, device, properties, size, alignment, error)
EXTENSION(void *, clSharedMemAllocINTEL,
          (cl_context context, cl_device_id device, usm_properties properties, size_t size, cl_uint alignment,
           cl_int *error),
          context, device, properties, size, alignment, error)
EXTENSION(cl_int, clMemFreeINTEL, (cl_context context, void *pointer), context, pointer)
EXTENSION(cl_int, clSetKernelArgMemPointerINTEL, (cl_kernel kernel, cl_uint index, const void *pointer), kernel, index,
          pointer)

// An extension of AMD's, which no platform here has.
cl_int CL_API_CALL clEnqueueCopyBufferP2PAMD(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                                             size_t to_offset, size_t size, cl_uint count, const cl_event *events,
                                             cl_event *event) {
    static function self{"clEnqueueCopyBufferP2PAMD"};
    static const auto call = reinterpret_cast<decltype(&clEnqueueCopyBuffer)>(real("clEnqueueCopyBuffer"));
    return forward(self, call, queue, from, to, from_offset, to_offset, size, count, events, event);
}

// The counting function that stands before a real one.
void *CL_API_CALL extension(cl_platform_id platform, const char *name) {
    static const auto call = reinterpret_cast<decltype(&clGetExtensionFunctionAddressForPlatform)>(
        real("clGetExtensionFunctionAddressForPlatform"));
    if (peer_copy_offered && std::strcmp(name, "clEnqueueCopyBufferP2PAMD") == 0) {
        return reinterpret_cast<void *>(&clEnqueueCopyBufferP2PAMD);
    }
    void *address = call(platform, name);
    if (address == nullptr) { return nullptr; }
#define STAND_BEFORE(function)                                                                                         \
    if (std::strcmp(name, #function) == 0) {                                                                           \
        real_##function = reinterpret_cast<decltype(&(function))>(address);                                            \
        return reinterpret_cast<void *>(&(function));                                                                  \
    }
    STAND_BEFORE(clHostMemAllocINTEL)
    STAND_BEFORE(clDeviceMemAllocINTEL)
    STAND_BEFORE(clSharedMemAllocINTEL)
    STAND_BEFORE(clMemFreeINTEL)
    STAND_BEFORE(clSetKernelArgMemPointerINTEL)
    return address;
}

} // namespace

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
    static function self{"clGetExtensionFunctionAddressForPlatform"};
    return forward(self, &extension, platform, name);
}

// All that clmem's loader looks for: the link fails if one of them is not above.
#define ADDRESS(name) reinterpret_cast<void *>(&name),
EXPORTED void *const clmem_test_all_functions[];
void *const clmem_test_all_functions[] = {CLMEM_CL_REQUIRED(ADDRESS) CLMEM_CL_OPTIONAL(ADDRESS)};
