#include "api/handles.hpp"
#include "launch/kernel.hpp"

#include <algorithm>

using namespace clmem_core;

namespace {

std::shared_ptr<program> find(clmem_program handle) {
    api::refuse_forked();
    auto found = object_table::find(token::type::program, token::of(handle));
    if (found == nullptr) { object_table::fail_invalid(token::of(handle), "program", "program"); }
    return std::static_pointer_cast<program>(std::move(found));
}

std::shared_ptr<kernel> find(clmem_kernel handle) {
    api::refuse_forked();
    auto found = object_table::find(token::type::kernel, token::of(handle));
    if (found == nullptr) { object_table::fail_invalid(token::of(handle), "kernel", "kernel"); }
    return std::static_pointer_cast<kernel>(std::move(found));
}

void release(token::type kind, std::uint64_t handle, const char *noun) {
    api::refuse_forked();
    if (handle == 0) { return; }
    if (object_table::remove(kind, handle) == nullptr) { object_table::fail_invalid(handle, noun, noun); }
}

void check_size(std::size_t bytes) {
    if (bytes == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "bytes: expected at least 1, got 0"); }
}

// The options must outlive the result.
launch read_launch(const clmem_launch_options &options) {
    const std::uint32_t dimensions = options.dimensions != 0 ? options.dimensions : 1;
    if (dimensions > 3) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.dimensions: expected 1 to 3, got %u", dimensions);
    }
    constexpr std::uint32_t known_flags = CLMEM_LAUNCH_CLEAR;
    if ((options.flags & ~known_flags) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.flags: expected CLMEM_LAUNCH_CLEAR or 0, got unknown bits %#x",
             options.flags & ~known_flags);
    }
    const auto given =
        std::count_if(options.local, options.local + dimensions, [](std::size_t count) { return count != 0; });
    if (given != 0 && given != dimensions) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "options.local: expected the first %u sizes to be all 0 or all above 0, got some of each", dimensions);
    }
    return {.dimensions = dimensions,
            .offset = options.offset,
            .global = options.global,
            .local = given != 0 ? options.local : nullptr,
            .waits = api::wait_list(options),
            .clears = (options.flags & CLMEM_LAUNCH_CLEAR) != 0};
}

} // namespace

clmem_status clmem_program_create(cl_context context, const char *source, clmem_program *out_program) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_program, "out_program");
        api::required(context, "context");
        auto made = make_program(context, api::required(source, "source"));
        out = token::to_handle<clmem_program>(object_table::add(token::type::program, std::move(made)));
    });
}

clmem_status clmem_program_import(cl_program object, uint32_t retain, clmem_program *out_program) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_program, "out_program");
        api::required(object, "object");
        api::check_bool(retain, "retain");
        auto made = import_program(object);
        out = token::to_handle<clmem_program>(object_table::add(token::type::program, std::move(made)));
        if (retain == 0) { cl::dispatch().clReleaseProgram(object); } // our reference replaces the caller's from now on
    });
}

clmem_status clmem_program_build(clmem_program handle, const char *options, uint32_t device_count,
                                 const cl_device_id *devices) {
    return api::guard(__func__, [&] {
        const auto found = find(handle);
        if (device_count > 0) { api::required(devices, "devices"); }
        found->build(options, {devices, device_count});
    });
}

clmem_status clmem_program_log(clmem_program handle, cl_device_id device, size_t capacity_bytes, char *out_text,
                               size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        if (capacity_bytes > 0) { *api::required(out_text, "out_text") = '\0'; }
        const std::string text = find(handle)->log(device);
        if (capacity_bytes > 0) { out_text[text.copy(out_text, capacity_bytes - 1)] = '\0'; }
        out = text.size() + 1;
    });
}

clmem_status clmem_program_object(clmem_program handle, cl_program *out_object) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_object, "out_object");
        out = find(handle)->object();
    });
}

clmem_status clmem_program_release(clmem_program handle) {
    return api::guard(__func__, [&] { release(token::type::program, token::of(handle), "program"); });
}

clmem_status clmem_kernel_create(clmem_program program, const char *name, clmem_kernel *out_kernel) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_kernel, "out_kernel");
        const auto found = find(program);
        auto made = make_kernel(*found, api::required(name, "name"));
        out = token::to_handle<clmem_kernel>(object_table::add(token::type::kernel, std::move(made)));
    });
}

clmem_status clmem_kernel_import(cl_kernel object, uint32_t retain, clmem_kernel *out_kernel) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_kernel, "out_kernel");
        api::required(object, "object");
        api::check_bool(retain, "retain");
        auto made = import_kernel(object);
        out = token::to_handle<clmem_kernel>(object_table::add(token::type::kernel, std::move(made)));
        if (retain == 0) { cl::dispatch().clReleaseKernel(object); } // our reference replaces the caller's from now on
    });
}

clmem_status clmem_kernel_object(clmem_kernel handle, cl_kernel *out_object) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_object, "out_object");
        out = find(handle)->object();
    });
}

clmem_status clmem_kernel_set_memory(clmem_kernel handle, uint32_t index, clmem_memory memory) {
    return api::guard(__func__, [&] {
        const auto found = find(handle);
        found->set_memory(index, api::find(memory));
    });
}

clmem_status clmem_kernel_set_sampler(clmem_kernel handle, uint32_t index, clmem_sampler sampler) {
    return api::guard(__func__, [&] {
        const auto found = find(handle);
        found->set_sampler(index, api::find(sampler));
    });
}

clmem_status clmem_kernel_set_local(clmem_kernel handle, uint32_t index, size_t bytes) {
    return api::guard(__func__, [&] {
        const auto found = find(handle);
        check_size(bytes);
        found->set_local(index, bytes);
    });
}

clmem_status clmem_kernel_set_bytes(clmem_kernel handle, uint32_t index, const void *value, size_t bytes) {
    return api::guard(__func__, [&] {
        const auto found = find(handle);
        api::required(value, "value");
        check_size(bytes);
        found->set_value(index, value, bytes);
    });
}

clmem_status clmem_kernel_set_null(clmem_kernel handle, uint32_t index) {
    return api::guard(__func__, [&] { find(handle)->set_null(index); });
}

clmem_status clmem_kernel_use_svm(clmem_kernel handle, uint32_t count, const clmem_buffer *buffers) {
    return api::guard(__func__, [&] {
        const auto found = find(handle);
        found->set_indirect(api::find_each(count, buffers, "buffers"));
    });
}

clmem_status clmem_kernel_launch(clmem_kernel handle, cl_command_queue queue, const clmem_launch_options *options,
                                 cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        const auto found = find(handle);
        api::required(queue, "queue");
        clmem_launch_options known = api::read_struct(options, "options");
        if (options == nullptr) { known.global[0] = 1; }
        found->run(queue, read_launch(known), event.wanted());
        event.give();
    });
}

clmem_status clmem_kernel_release(clmem_kernel handle) {
    return api::guard(__func__, [&] { release(token::type::kernel, token::of(handle), "kernel"); });
}
