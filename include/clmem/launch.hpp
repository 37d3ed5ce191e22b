// Programs and kernels.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_LAUNCH_HPP
#define CLMEM_LAUNCH_HPP

#include "image.hpp"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

class [[nodiscard]] program
    : public detail::object_owner<clmem_program, clmem_program_release, cl_program, clmem_program_object> {
  public:
    using object_owner::object_owner;
    // From source; build() follows.
    program(context_argument in, const char *source, error_sink failure = throws()) {
        detail::check(clmem_program_create(in, source, &handle_), failure);
    }
    static program import(program_argument object, bool retain = true, error_sink failure = throws()) {
        program made;
        detail::check(clmem_program_import(object, retain ? 1 : 0, &made.handle_), failure);
        return made;
    }
    // For some devices, or for all devices of the program.
    void build(const char *options = nullptr, const std::vector<cl_device_id> &devices = {},
               error_sink failure = throws()) const {
        detail::check(clmem_program_build(handle_, options, static_cast<std::uint32_t>(devices.size()), devices.data()),
                      failure);
    }
    std::string log(device_argument of = nullptr, error_sink failure = throws()) const {
        std::size_t bytes = 0;
        if (!detail::check(clmem_program_log(handle_, of, 0, nullptr, &bytes), failure)) { return {}; }
        std::string text(bytes, ' ');
        detail::check(clmem_program_log(handle_, of, text.size(), text.data(), &bytes), failure);
        while (!text.empty() && text.back() == '\0') {
            text.pop_back();
        }
        return text;
    }
};

// The number of work-items in 1 to 3 dimensions: `1000`, `{640, 480}`, `{64, 64, 64}`. Empty, as a group: the driver
// chooses.
class work_size {
  public:
    constexpr work_size() noexcept = default;
    constexpr work_size(std::size_t x) noexcept : dimensions_{1}, sizes_{x, 0, 0} {}
    constexpr work_size(std::size_t x, std::size_t y) noexcept : dimensions_{2}, sizes_{x, y, 0} {}
    constexpr work_size(std::size_t x, std::size_t y, std::size_t z) noexcept : dimensions_{3}, sizes_{x, y, z} {}

    constexpr std::uint32_t dimensions() const noexcept { return dimensions_; }
    constexpr std::size_t operator[](std::size_t dimension) const noexcept { return sizes_[dimension]; }

  private:
    std::uint32_t dimensions_ = 0;
    std::size_t sizes_[3] = {0, 0, 0};
};

class [[nodiscard]] kernel
    : public detail::object_owner<clmem_kernel, clmem_kernel_release, cl_kernel, clmem_kernel_object> {
  public:
    using object_owner::object_owner;
    kernel(const program &of, const char *name, error_sink failure = throws()) {
        detail::check(clmem_kernel_create(of.get(), name, &handle_), failure);
    }
    static kernel import(kernel_argument object, bool retain = true, error_sink failure = throws()) {
        kernel made;
        detail::check(clmem_kernel_import(object, retain ? 1 : 0, &made.handle_), failure);
        return made;
    }

    // Memory of any kind, a sampler, or a number or struct by its bytes.
    template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
    void set(std::uint32_t index, const memory_owner<Handle, Release> &memory, error_sink failure = throws()) const {
        detail::check(clmem_kernel_set_memory(handle_, index, memory.memory()), failure);
    }
    void set(std::uint32_t index, const sampler &with, error_sink failure = throws()) const {
        detail::check(clmem_kernel_set_sampler(handle_, index, with.get()), failure);
    }
    template <class T, class = std::enable_if_t<std::is_trivially_copyable_v<T>>>
    void set(std::uint32_t index, const T &value, error_sink failure = throws()) const {
        static_assert(
            !std::is_pointer_v<T> && !std::is_null_pointer_v<T>,
            "a pointer or a raw handle is not a value: pass the owner of the memory or sampler, or use set_null()");
        detail::check(clmem_kernel_set_bytes(handle_, index, &value, sizeof value), failure);
    }
    void set_local(std::uint32_t index, std::size_t bytes, error_sink failure = throws()) const {
        detail::check(clmem_kernel_set_local(handle_, index, bytes), failure);
    }
    void set_null(std::uint32_t index, error_sink failure = throws()) const {
        detail::check(clmem_kernel_set_null(handle_, index), failure);
    }
    // Shared virtual memory that the kernel accesses through pointers in other memory.
    void use_svm(const std::vector<clmem_buffer> &memories, error_sink failure = throws()) const {
        detail::check(clmem_kernel_use_svm(handle_, static_cast<std::uint32_t>(memories.size()), memories.data()),
                      failure);
    }
    // clmem_kernel_launch() with `global` work-items in groups of `local`, which has as many dimensions or is empty.
    event launch(queue_argument on, const work_size &global, const work_size &local = {}, const wait_list &waits = {},
                 error_sink failure = throws()) const {
        clmem_launch_options options = CLMEM_LAUNCH_OPTIONS_INIT;
        if (global.dimensions() == 0) {
            detail::refuse(__func__, "global: expected 1 to 3 numbers of work-items, got none; pass 0 to run nothing",
                           failure);
            return {};
        }
        const bool is_grouped = local.dimensions() != 0 && (local.dimensions() != 1 || local[0] != 0);
        if (is_grouped && local.dimensions() != global.dimensions()) {
            detail::refuse(__func__, "local: expected as many dimensions as global, got another number", failure);
            return {};
        }
        options.dimensions = global.dimensions();
        for (std::size_t i = 0; i < global.dimensions(); ++i) {
            options.global[i] = global[i];
            options.local[i] = local[i];
        }
        return launch(on, detail::after(options, waits), failure);
    }
    // With an offset, or flags. A template, so that braces mean sizes.
    template <class Options, class = std::enable_if_t<std::is_same_v<Options, clmem_launch_options>>>
    event launch(queue_argument on, const Options &options, error_sink failure = throws()) const {
        cl_event done = nullptr;
        detail::check(clmem_kernel_launch(handle_, on, &options, &done), failure);
        return event{done};
    }
};

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
