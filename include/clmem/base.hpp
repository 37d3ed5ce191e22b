// Shared by all parts of clmem.hpp: errors, owners, arguments.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_BASE_HPP
#define CLMEM_BASE_HPP

#include <clmem.h>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

// The classes are in clmem::v0_1, named after the version of clmem.h, so that a program may link parts that were
// compiled with different versions of this header. Programs write clmem::pool.
#define CLMEM_HPP_VERSION_OF(major, minor) v##major##_##minor
#define CLMEM_HPP_VERSION_NAMED(major, minor) CLMEM_HPP_VERSION_OF(major, minor)
#define CLMEM_HPP_VERSION CLMEM_HPP_VERSION_NAMED(CLMEM_VERSION_MAJOR, CLMEM_VERSION_MINOR)

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

// The category of clmem's statuses and OpenCL's codes.
inline const std::error_category &category() noexcept {
    class statuses final : public std::error_category {
      public:
        const char *name() const noexcept override { return "clmem"; }
        std::string message(int status) const override {
            const char *text = "";
            clmem_status_name(status, &text);
            return text;
        }
    };
    static const statuses instance;
    return instance;
}

// Conditions to compare an error_code with.
inline constexpr clmem_status_code invalid_handle = CLMEM_ERROR_INVALID_HANDLE;
inline constexpr clmem_status_code invalid_argument = CLMEM_ERROR_INVALID_ARGUMENT;
inline constexpr clmem_status_code out_of_memory = CLMEM_ERROR_OUT_OF_MEMORY;
inline constexpr clmem_status_code unsupported = CLMEM_ERROR_UNSUPPORTED;
inline constexpr clmem_status_code no_device = CLMEM_ERROR_NO_DEVICE;
inline constexpr clmem_status_code no_opencl = CLMEM_ERROR_NO_OPENCL;

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

inline std::error_code make_error_code(clmem_status_code status) noexcept {
    return {static_cast<int>(status), clmem::category()};
}
template <>
struct std::is_error_code_enum<clmem_status_code> : std::true_type {};

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

// The version of the running library.
struct version_number {
    std::uint32_t major_number;
    std::uint32_t minor_number;
    std::uint32_t patch_number;
};
inline version_number version() noexcept {
    version_number running{};
    clmem_version(&running.major_number, &running.minor_number, &running.patch_number);
    return running;
}

// The exception: the record of the failed call.
class error : public std::system_error {
  public:
    explicit error(const clmem_error &record)
        : std::system_error{record.status, category(), std::string{record.function} + ": " + record.message},
          opencl_code_{record.opencl_code}, function_{record.function}, message_{record.message} {}

    // The record of this thread's last failure, for callers that passed an error_code. Its status is CLMEM_SUCCESS if
    // there was none.
    static error last() {
        clmem_error record = CLMEM_ERROR_INIT;
        clmem_error_last(&record);
        return error{record};
    }

    clmem_status status() const noexcept { return code().value(); }
    // The code that OpenCL gave, 0 if OpenCL was not the cause.
    cl_int opencl_code() const noexcept { return opencl_code_; }
    const std::string &function() const noexcept { return function_; }
    // What happened and what to do.
    const std::string &message() const noexcept { return message_; }

  private:
    cl_int opencl_code_;
    std::string function_;
    std::string message_;
};

// The last argument of every function that may fail: a std::error_code, which receives the status, or throws().
class error_sink {
  public:
    constexpr error_sink() noexcept = default;
    error_sink(std::error_code &code) noexcept : code_{&code} {}

    // Whether a failure is thrown. It is not recognised by an address: each library of a program may have another.
    constexpr bool is_thrown() const noexcept { return code_ == nullptr; }
    // Whether the last call has stored a failure.
    bool has_failed() const noexcept { return code_ != nullptr && *code_; }
    void store(clmem_status status) const noexcept { code_->assign(status, category()); }

  private:
    std::error_code *code_ = nullptr;
};

// The default for the last argument: throw.
constexpr error_sink throws() noexcept {
    return {};
}

namespace detail {

[[noreturn]] inline void raise() {
#if defined(__cpp_exceptions)
    throw error::last();
#else
    std::terminate();
#endif
}

// Returns true on success.
inline bool check(clmem_status status, error_sink failure) {
    if (!failure.is_thrown()) {
        failure.store(status);
    } else if (status != CLMEM_SUCCESS) {
        raise();
    }
    return status == CLMEM_SUCCESS;
}

// Fails for a reason that the library does not know. Returns false.
inline bool refuse(const char *function, const char *message, error_sink failure) {
    if (!failure.is_thrown()) {
        failure.store(invalid_argument);
        return false;
    }
#if defined(__cpp_exceptions)
    clmem_error record = CLMEM_ERROR_INIT;
    record.status = invalid_argument;
    record.function = function;
    record.message = message;
    throw error{record};
#else
    static_cast<void>(function), static_cast<void>(message);
    std::terminate();
#endif
}

// An OpenCL object, or a wrapper that returns it by operator(), as those of the OpenCL C++ bindings do.
template <class Raw>
class argument {
  public:
    argument(Raw raw) noexcept : raw_{raw} {}
    template <class Wrapper,
              class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<const Wrapper &>()()), Raw>>>
    argument(const Wrapper &wrapper) : raw_{wrapper()} {}
    operator Raw() const noexcept { return raw_; }

  private:
    Raw raw_;
};

// Owns a handle, or an OpenCL object.
template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
class owner {
  public:
    using handle_type = Handle;

    owner() noexcept = default;
    // Adopts a handle.
    explicit owner(Handle handle) noexcept : handle_{handle} {}
    owner(owner &&other) noexcept : handle_{other.give_up()} {}
    owner &operator=(owner &&other) noexcept {
        owner{std::move(other)}.swap(*this);
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    // A release fails only in a forked child, where there is nothing to release.
    ~owner() { Release(handle_); }

    Handle get() const noexcept { return handle_; }
    // So that an owner can be passed wherever an OpenCL object can.
    Handle operator()() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != nullptr; }
    // Transfers the handle to the caller.
    [[nodiscard]] Handle give_up() noexcept { return std::exchange(handle_, nullptr); }
    void release(error_sink failure = throws()) { check(Release(give_up()), failure); }
    void swap(owner &other) noexcept { std::swap(handle_, other.handle_); }

  protected:
    Handle handle_ = nullptr;
};

// Owns an OpenCL object.
template <class Object, clmem_status(CLMEM_CALL *Release)(Object)>
class opencl_owner : public owner<Object, Release> {
  public:
    using owner<Object, Release>::owner;
    // A wrapper of the OpenCL C++ bindings, which retains the object.
    template <class Wrapper>
    Wrapper as() const {
        return *this ? Wrapper(this->handle_, true) : Wrapper();
    }
};

// Owns a handle that stands for an OpenCL object.
template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle), class Object,
          clmem_status(CLMEM_CALL *Get)(Handle, Object *)>
class object_owner : public owner<Handle, Release> {
  public:
    using owner<Handle, Release>::owner;

    Object object(error_sink failure = throws()) const {
        Object raw = nullptr;
        check(Get(this->handle_, &raw), failure);
        return raw;
    }
    // A wrapper of the OpenCL C++ bindings, which retains the object.
    template <class Wrapper>
    Wrapper as(error_sink failure = throws()) const {
        Object raw = object(failure);
        return raw != nullptr ? Wrapper(raw, true) : Wrapper();
    }
};

} // namespace detail

// Chooses how much to log, instead of the environment variable CLMEM_LOG, and who receives it; without a callback the
// log goes to standard error.
inline void set_log(clmem_log_level level, clmem_log_fn callback = nullptr, void *user = nullptr,
                    error_sink failure = throws()) {
    detail::check(clmem_log_set_callback(level, callback, user), failure);
}

using context_argument = detail::argument<cl_context>;
using queue_argument = detail::argument<cl_command_queue>;
using device_argument = detail::argument<cl_device_id>;
using mem_argument = detail::argument<cl_mem>;
using sampler_argument = detail::argument<cl_sampler>;
using program_argument = detail::argument<cl_program>;
using kernel_argument = detail::argument<cl_kernel>;

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
