// Programs and kernels.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_LAUNCH_HPP
#define CLMEM_LAUNCH_HPP

#include "image.hpp"

namespace clmem {

class program : public detail::owner<clmem_program, clmem_program_release> {
  public:
    using owner::owner;
    // From source; build() follows.
    program(context_argument in, const char *source, std::error_code &failure = throws()) {
        detail::check(clmem_program_create(in, source, &handle_), failure);
    }
    static program import(cl_program object, bool retain = true, std::error_code &failure = throws()) {
        program made;
        detail::check(clmem_program_import(object, retain ? 1 : 0, &made.handle_), failure);
        return made;
    }
    // For all devices of the context.
    void build(const char *options = nullptr, std::error_code &failure = throws()) const {
        detail::check(clmem_program_build(handle_, options, 0, nullptr), failure);
    }
    std::string log(device_argument of, std::error_code &failure = throws()) const {
        std::size_t bytes = 0;
        if (!detail::check(clmem_program_log(handle_, of, 0, nullptr, &bytes), failure)) { return {}; }
        std::string text(bytes, ' ');
        detail::check(clmem_program_log(handle_, of, text.size(), text.data(), &bytes), failure);
        while (!text.empty() && text.back() == '\0') {
            text.pop_back();
        }
        return text;
    }
    cl_program object(std::error_code &failure = throws()) const {
        cl_program raw = nullptr;
        detail::check(clmem_program_object(handle_, &raw), failure);
        return raw;
    }
};

class kernel : public detail::owner<clmem_kernel, clmem_kernel_release> {
  public:
    using owner::owner;
    kernel(const program &of, const char *name, std::error_code &failure = throws()) {
        detail::check(clmem_kernel_create(of.get(), name, &handle_), failure);
    }
    static kernel import(cl_kernel object, bool retain = true, std::error_code &failure = throws()) {
        kernel made;
        detail::check(clmem_kernel_import(object, retain ? 1 : 0, &made.handle_), failure);
        return made;
    }
    cl_kernel object(std::error_code &failure = throws()) const {
        cl_kernel raw = nullptr;
        detail::check(clmem_kernel_object(handle_, &raw), failure);
        return raw;
    }

    // Memory of any kind, a sampler, or a number or struct by its bytes.
    template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
    void set(std::uint32_t index, const memory_owner<Handle, Release> &memory,
             std::error_code &failure = throws()) const {
        detail::check(clmem_kernel_set_memory(handle_, index, memory.memory()), failure);
    }
    void set(std::uint32_t index, const sampler &with, std::error_code &failure = throws()) const {
        detail::check(clmem_kernel_set_sampler(handle_, index, with.get()), failure);
    }
    template <class T, class = std::enable_if_t<std::is_trivially_copyable_v<T>>>
    void set(std::uint32_t index, const T &value, std::error_code &failure = throws()) const {
        detail::check(clmem_kernel_set_bytes(handle_, index, &value, sizeof value), failure);
    }
    void set_local(std::uint32_t index, std::size_t bytes, std::error_code &failure = throws()) const {
        detail::check(clmem_kernel_set_local(handle_, index, bytes), failure);
    }
    void set_null(std::uint32_t index, std::error_code &failure = throws()) const {
        detail::check(clmem_kernel_set_null(handle_, index), failure);
    }
    // Shared virtual memory that the kernel reaches through pointers in other memory.
    void use_svm(const std::vector<clmem_buffer> &memories, std::error_code &failure = throws()) const {
        detail::check(clmem_kernel_use_svm(handle_, static_cast<std::uint32_t>(memories.size()), memories.data()),
                      failure);
    }
    // clmem_kernel_launch() over one dimension.
    event launch(queue_argument on, std::size_t global, std::size_t local = 0, const wait_list &waits = {},
                 std::error_code &failure = throws()) const {
        clmem_launch_options options = CLMEM_LAUNCH_OPTIONS_INIT;
        options.global[0] = global;
        options.local[0] = local;
        options.wait_count = waits.size();
        options.wait_events = waits.data();
        return launch(on, options, failure);
    }
    event launch(queue_argument on, const clmem_launch_options &options, std::error_code &failure = throws()) const {
        cl_event done = nullptr;
        detail::check(clmem_kernel_launch(handle_, on, &options, &done), failure);
        return event{done};
    }
};

} // namespace clmem

#endif
