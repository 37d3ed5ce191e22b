// clmem for C++17: owners of clmem's handles, made of nothing but the C interface in clmem.h, whose comments hold here too.
// SPDX-License-Identifier: MIT
//
//     clmem::device device = clmem::device::choose();
//     clmem::context context{device};
//     clmem::pool pool{clmem::provider::buffers(context)};
//     clmem::buffer buffer = pool.allocate(1 << 20);
//     cl_mem mem = buffer.mem();               // any OpenCL call takes it
//
// Every owner moves, is never copied, and releases at its end what it owns. A member function throws clmem::error when its call
// fails. Whoever wants codes instead hands a std::error_code over as the last argument: then nothing is thrown, and what is
// returned on a failure owns nothing.
//
//     std::error_code failure;
//     clmem::buffer buffer = pool.allocate(1 << 20, nullptr, failure);
//     if (failure == clmem::out_of_memory) { ... }
//
// Objects of the OpenCL C++ bindings (cl::Context, cl::CommandQueue, cl::Buffer, ...) are taken wherever OpenCL's own are, and
// buffer.as<cl::Buffer>() makes one. Without exceptions (-fno-exceptions) a failure that nobody takes ends the program.
#ifndef CLMEM_HPP
#define CLMEM_HPP

#include <clmem.h>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory_resource>
#include <new>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace clmem {

// ---- errors ----------------------------------------------------------------------------------------------------------

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

// What an error_code is compared with.
inline constexpr clmem_status_code invalid_handle = CLMEM_ERROR_INVALID_HANDLE;
inline constexpr clmem_status_code invalid_argument = CLMEM_ERROR_INVALID_ARGUMENT;
inline constexpr clmem_status_code out_of_memory = CLMEM_ERROR_OUT_OF_MEMORY;
inline constexpr clmem_status_code unsupported = CLMEM_ERROR_UNSUPPORTED;
inline constexpr clmem_status_code no_device = CLMEM_ERROR_NO_DEVICE;
inline constexpr clmem_status_code no_opencl = CLMEM_ERROR_NO_OPENCL;

} // namespace clmem

inline std::error_code make_error_code(clmem_status_code status) noexcept {
    return {static_cast<int>(status), clmem::category()};
}
template <>
struct std::is_error_code_enum<clmem_status_code> : std::true_type {};

namespace clmem {

// What is thrown: the record of the call that failed.
class error : public std::system_error {
  public:
    explicit error(const clmem_error &record)
        : std::system_error{record.status, category(), std::string{record.function} + ": " + record.message},
          opencl_code_{record.opencl_code}, function_{record.function}, message_{record.message} {}

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

// The last argument that says: throw.
inline std::error_code &throws() noexcept {
    static std::error_code nobody_looks;
    return nobody_looks;
}

namespace detail {

[[noreturn]] inline void raise() {
#if defined(__cpp_exceptions)
    clmem_error record = CLMEM_ERROR_INIT;
    clmem_error_last(&record);
    throw error{record};
#else
    std::terminate();
#endif
}

// Returns true on success.
inline bool check(clmem_status status, std::error_code &failure) {
    if (&failure != &throws()) {
        failure.assign(status, category());
    } else if (status != CLMEM_SUCCESS) {
        raise();
    }
    return status == CLMEM_SUCCESS;
}

// OpenCL's object, or that of a wrapper which gives it by operator(), as those of the OpenCL C++ bindings do.
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

// Owns a handle, or an object of OpenCL's.
template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
class owner {
  public:
    using handle_type = Handle;

    owner() noexcept = default;
    // Takes over a handle.
    explicit owner(Handle handle) noexcept : handle_{handle} {}
    owner(owner &&other) noexcept : handle_{other.give_up()} {}
    owner &operator=(owner &&other) noexcept {
        owner{std::move(other)}.swap(*this);
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    // A release of what is owned fails in a forked child only, where there is nothing to release.
    ~owner() { Release(handle_); }

    Handle get() const noexcept { return handle_; }
    // So that owners are taken wherever OpenCL's objects are.
    Handle operator()() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != nullptr; }
    // Gives the handle to the caller.
    [[nodiscard]] Handle give_up() noexcept { return std::exchange(handle_, nullptr); }
    void release(std::error_code &failure = throws()) { check(Release(give_up()), failure); }
    void swap(owner &other) noexcept { std::swap(handle_, other.handle_); }

  protected:
    Handle handle_ = nullptr;
};

} // namespace detail

using context_argument = detail::argument<cl_context>;
using queue_argument = detail::argument<cl_command_queue>;
using device_argument = detail::argument<cl_device_id>;
using mem_argument = detail::argument<cl_mem>;

// Events that a command waits for: any contiguous list of cl_event.
class wait_list {
  public:
    wait_list() noexcept = default;
    wait_list(const cl_event &event) noexcept : events_{&event}, count_{1} {}
    wait_list(const cl_event *events, std::size_t count) noexcept
        : events_{events}, count_{static_cast<std::uint32_t>(count)} {}
    wait_list(const std::vector<cl_event> &events) noexcept : wait_list{events.data(), events.size()} {}

    const cl_event *data() const noexcept { return events_; }
    std::uint32_t size() const noexcept { return count_; }

  private:
    const cl_event *events_ = nullptr;
    std::uint32_t count_ = 0;
};

// ---- device, context, queue, event --------------------------------------------------------------------------------------

class device {
  public:
    device() noexcept = default;
    explicit device(cl_device_id id) noexcept : id_{id} {}

    // clmem_device_choose()
    static device choose(const char *wish = nullptr, std::error_code &failure = throws()) {
        device chosen;
        detail::check(clmem_device_choose(wish, &chosen.id_), failure);
        return chosen;
    }
    // clmem_device_list()
    static std::vector<device> list(std::error_code &failure = throws()) {
        std::uint32_t count = 0;
        std::vector<cl_device_id> ids;
        if (detail::check(clmem_device_list(0, nullptr, &count), failure)) {
            ids.resize(count);
            detail::check(clmem_device_list(count, ids.data(), &count), failure);
        }
        return {ids.begin(), ids.end()};
    }
    clmem_device_info describe(std::error_code &failure = throws()) const {
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        detail::check(clmem_device_describe(id_, &info), failure);
        return info;
    }

    cl_device_id get() const noexcept { return id_; }
    cl_device_id operator()() const noexcept { return id_; }
    explicit operator bool() const noexcept { return id_ != nullptr; }

  private:
    cl_device_id id_ = nullptr;
};

class context : public detail::owner<cl_context, clmem_context_release> {
  public:
    using owner::owner;
    explicit context(const device &on, std::error_code &failure = throws()) {
        detail::check(clmem_context_create(on.get(), &handle_), failure);
    }
};

class queue : public detail::owner<cl_command_queue, clmem_queue_release> {
  public:
    using owner::owner;
    queue(context_argument in, device_argument on, std::uint64_t flags = 0, std::error_code &failure = throws()) {
        detail::check(clmem_queue_create(in, on, flags, &handle_), failure);
    }
    void finish(std::error_code &failure = throws()) const { detail::check(clmem_queue_finish(handle_), failure); }
};

class event : public detail::owner<cl_event, clmem_event_release> {
  public:
    using owner::owner;
    void wait(std::error_code &failure = throws()) const {
        detail::check(clmem_event_wait(handle_ != nullptr ? 1 : 0, &handle_), failure);
    }
    operator wait_list() const noexcept { return {&handle_, handle_ != nullptr ? 1U : 0U}; }
};

// ---- memory, buffer -----------------------------------------------------------------------------------------------------

// What all kinds of memory have.
template <class Handle, clmem_status(CLMEM_CALL *Release)(Handle)>
class memory_owner : public detail::owner<Handle, Release> {
  public:
    using detail::owner<Handle, Release>::owner;

    clmem_memory memory() const noexcept { return reinterpret_cast<clmem_memory>(this->handle_); }

    cl_mem mem(std::error_code &failure = throws()) const {
        cl_mem object = nullptr;
        detail::check(clmem_memory_mem(memory(), &object), failure);
        return object;
    }
    // A wrapper of the OpenCL C++ bindings with a reference of its own. Of a block it must not outlive this.
    template <class Wrapper>
    Wrapper as(std::error_code &failure = throws()) const {
        cl_mem object = mem(failure);
        return object != nullptr ? Wrapper(object, true) : Wrapper();
    }
    clmem_memory_info describe_memory(std::error_code &failure = throws()) const {
        clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
        detail::check(clmem_memory_describe(memory(), &info), failure);
        return info;
    }
    template <class T>
    T query(std::uint32_t property, std::error_code &failure = throws()) const {
        T value{};
        std::size_t bytes = 0;
        detail::check(clmem_memory_query(memory(), property, sizeof value, &value, &bytes), failure);
        return value;
    }
    // The same OpenCL object, or the same address.
    template <class OtherHandle, clmem_status(CLMEM_CALL *OtherRelease)(OtherHandle)>
    bool is_same(const memory_owner<OtherHandle, OtherRelease> &other, std::error_code &failure = throws()) const {
        std::uint32_t equal = 0;
        detail::check(clmem_memory_equal(memory(), other.memory(), &equal), failure);
        return equal != 0;
    }
};

// clmem_memory_migrate()
inline event migrate(queue_argument on, const std::vector<clmem_memory> &memories, std::uint64_t flags = 0,
                     const wait_list &waits = {}, std::error_code &failure = throws()) {
    cl_event done = nullptr;
    detail::check(clmem_memory_migrate(on, static_cast<std::uint32_t>(memories.size()), memories.data(), flags,
                                       waits.size(), waits.data(), &done),
                  failure);
    return event{done};
}

class buffer : public memory_owner<clmem_buffer, clmem_buffer_release> {
  public:
    using memory_owner::memory_owner;
    // clmem_buffer_create()
    buffer(context_argument in, std::uint64_t memory_flags, std::size_t bytes, void *host_pointer = nullptr,
           std::error_code &failure = throws()) {
        detail::check(clmem_buffer_create(in, memory_flags, bytes, host_pointer, &handle_), failure);
    }
    // clmem_memory_import(); `retain` false takes the caller's reference over.
    static buffer import(mem_argument mem, bool retain = true, std::error_code &failure = throws()) {
        clmem_memory made = nullptr;
        detail::check(clmem_memory_import(mem, retain ? 1 : 0, &made), failure);
        return buffer{reinterpret_cast<clmem_buffer>(made)};
    }

    std::size_t size(std::error_code &failure = throws()) const {
        std::size_t bytes = 0;
        detail::check(clmem_buffer_size(handle_, &bytes), failure);
        return bytes;
    }
    clmem_buffer_info describe(std::error_code &failure = throws()) const {
        clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
        detail::check(clmem_buffer_describe(handle_, &info), failure);
        return info;
    }
    // The address of shared virtual memory, USM or page-locked memory.
    void *pointer(std::error_code &failure = throws()) const {
        void *address = nullptr;
        detail::check(clmem_svm_pointer(handle_, &address), failure);
        return address;
    }
    buffer sub_region(std::size_t offset_bytes, std::size_t bytes, std::uint64_t memory_flags = 0,
                      std::error_code &failure = throws()) const {
        buffer part;
        detail::check(clmem_buffer_sub_region(handle_, offset_bytes, bytes, memory_flags, &part.handle_), failure);
        return part;
    }
    buffer slice(std::int64_t start, std::int64_t stop = INT64_MAX, std::error_code &failure = throws()) const {
        buffer part;
        detail::check(clmem_buffer_slice(handle_, start, stop, &part.handle_), failure);
        return part;
    }
    // Fills from `offset_bytes` on; SIZE_MAX: to the end.
    template <class T>
    event fill(queue_argument on, const T &pattern, std::size_t offset_bytes = 0, std::size_t bytes = SIZE_MAX,
               const wait_list &waits = {}, std::error_code &failure = throws()) const {
        static_assert(std::is_trivially_copyable_v<T>, "a pattern is bytes");
        cl_event done = nullptr;
        detail::check(clmem_buffer_fill(handle_, on, &pattern, sizeof pattern, offset_bytes, bytes, waits.size(),
                                        waits.data(), &done),
                      failure);
        return event{done};
    }
    void bind(queue_argument to, std::error_code &failure = throws()) const {
        detail::check(clmem_svm_bind(handle_, to), failure);
    }
    void unbind(std::error_code &failure = throws()) const { detail::check(clmem_svm_unbind(handle_), failure); }
    // Back to the pool; free once the events are complete. On a failure it is still this one's.
    void release_after(const wait_list &events, std::error_code &failure = throws()) {
        if (detail::check(clmem_buffer_release_after(handle_, events.size(), events.data()), failure)) {
            handle_ = nullptr;
        }
    }

  private:
    friend class pool;
    friend class provider;
};

// ---- provider, pool -----------------------------------------------------------------------------------------------------

class provider : public detail::owner<clmem_provider, clmem_provider_release> {
  public:
    using owner::owner;
    static provider buffers(context_argument in, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                            std::error_code &failure = throws()) {
        return make(failure, clmem_provider_create_buffer, static_cast<cl_context>(in), memory_flags);
    }
    static provider immediate(queue_argument on, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                              std::error_code &failure = throws()) {
        return make(failure, clmem_provider_create_immediate, static_cast<cl_command_queue>(on), memory_flags);
    }
    static provider svm(context_argument in, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                        std::error_code &failure = throws()) {
        return make(failure, clmem_provider_create_svm, static_cast<cl_context>(in), memory_flags);
    }
    static provider usm(context_argument in, device_argument of, clmem_usm_kind kind,
                        std::error_code &failure = throws()) {
        return make(failure, clmem_provider_create_usm, static_cast<cl_context>(in), static_cast<cl_device_id>(of),
                    kind);
    }
    static provider pinned(queue_argument on, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                           std::error_code &failure = throws()) {
        return make(failure, clmem_provider_create_pinned, static_cast<cl_command_queue>(on), memory_flags);
    }
    static provider simulated(const clmem_virtual_options *options = nullptr, std::error_code &failure = throws()) {
        return make(failure, clmem_provider_create_virtual, options);
    }
    static provider user(const clmem_provider_callbacks &callbacks, std::error_code &failure = throws()) {
        return make(failure, clmem_provider_create_user, &callbacks);
    }

    // A whole driver object, without a pool.
    buffer allocate(std::size_t bytes, std::error_code &failure = throws()) const {
        buffer made;
        detail::check(clmem_provider_allocate(handle_, bytes, &made.handle_), failure);
        return made;
    }
    clmem_provider_info describe(std::error_code &failure = throws()) const {
        clmem_provider_info info = CLMEM_PROVIDER_INFO_INIT;
        detail::check(clmem_provider_describe(handle_, &info), failure);
        return info;
    }
    // The virtual provider's clock.
    void set_time(std::uint64_t time_ns, std::error_code &failure = throws()) const {
        detail::check(clmem_provider_set_time(handle_, time_ns), failure);
    }

  private:
    template <class Create, class... Arguments>
    static provider make(std::error_code &failure, Create create, Arguments... arguments) {
        provider made;
        detail::check(create(arguments..., &made.handle_), failure);
        return made;
    }
};

class pool : public detail::owner<clmem_pool, clmem_pool_release> {
  public:
    using owner::owner;
    explicit pool(const provider &from, const clmem_pool_options *options = nullptr,
                  std::error_code &failure = throws()) {
        detail::check(clmem_pool_create(from.get(), options, &handle_), failure);
    }

    buffer allocate(std::size_t bytes, queue_argument for_queue = nullptr, std::error_code &failure = throws()) const {
        buffer made;
        detail::check(clmem_pool_allocate(handle_, for_queue, bytes, &made.handle_), failure);
        return made;
    }
    buffer allocate(std::size_t bytes, const clmem_allocation_options &options,
                    std::error_code &failure = throws()) const {
        buffer made;
        detail::check(clmem_pool_allocate_with(handle_, bytes, &options, &made.handle_), failure);
        return made;
    }
    void record_use(const buffer &used, queue_argument by, std::error_code &failure = throws()) const {
        detail::check(clmem_pool_record_use(handle_, used.get(), by), failure);
    }
    void forget(queue_argument queue, std::error_code &failure = throws()) const {
        detail::check(clmem_pool_forget_queue(handle_, queue), failure);
    }
    void free_held(std::error_code &failure = throws()) const { detail::check(clmem_pool_free_held(handle_), failure); }
    void stop_holding(std::error_code &failure = throws()) const {
        detail::check(clmem_pool_stop_holding(handle_), failure);
    }
    // Returns how many bytes went back to the driver.
    std::size_t trim(std::size_t target_bytes = 0, std::error_code &failure = throws()) const {
        std::size_t released = 0;
        detail::check(clmem_pool_trim(handle_, target_bytes, &released), failure);
        return released;
    }
    void set_limit(std::size_t bytes, std::error_code &failure = throws()) const {
        detail::check(clmem_pool_set_limit(handle_, bytes), failure);
    }
    std::uint32_t bin_number(std::size_t bytes, std::error_code &failure = throws()) const {
        std::uint32_t bin = 0;
        detail::check(clmem_pool_bin_number(handle_, bytes, &bin), failure);
        return bin;
    }
    std::size_t alloc_size(std::uint32_t bin, std::error_code &failure = throws()) const {
        std::size_t bytes = 0;
        detail::check(clmem_pool_alloc_size(handle_, bin, &bytes), failure);
        return bytes;
    }
    clmem_statistics statistics(std::error_code &failure = throws()) const {
        clmem_statistics now = CLMEM_STATISTICS_INIT;
        detail::check(clmem_pool_statistics(handle_, &now), failure);
        return now;
    }
    void reset_peaks(std::error_code &failure = throws()) const {
        detail::check(clmem_pool_reset_peaks(handle_), failure);
    }
    std::vector<clmem_bin_statistics> bin_statistics(std::error_code &failure = throws()) const {
        return list<clmem_bin_statistics>(clmem_pool_bin_statistics, failure);
    }
    std::vector<clmem_tag_statistics> tag_statistics(std::error_code &failure = throws()) const {
        return list<clmem_tag_statistics>(clmem_pool_tag_statistics, failure);
    }
    std::uint32_t tag(const char *name, std::error_code &failure = throws()) const {
        std::uint32_t number = 0;
        detail::check(clmem_pool_tag(handle_, name, &number), failure);
        return number;
    }

    // The live block that an address is in, which stays its owner's, and where in it.
    struct place {
        clmem_buffer block = nullptr;
        std::size_t offset = 0;
    };
    place find(const void *pointer, std::error_code &failure = throws()) const {
        place found;
        detail::check(clmem_svm_find(handle_, pointer, &found.block, &found.offset), failure);
        return found;
    }

  private:
    // More may come between the question how many there are and the list.
    template <class T, class Get>
    std::vector<T> list(Get ask, std::error_code &failure) const {
        std::vector<T> all;
        std::uint32_t count = 0;
        do {
            all.resize(count);
            if (!detail::check(ask(handle_, count, sizeof(T), all.data(), &count), failure)) { return {}; }
        } while (count > all.size());
        all.resize(count);
        return all;
    }
};

// ---- memory resource ----------------------------------------------------------------------------------------------------

// Lets containers of the standard library live in memory that the host and kernels share: fine-grain SVM, USM for host and
// shared, page-locked memory. Their elements' addresses hold in kernels too, but for page-locked memory.
class memory_resource : public std::pmr::memory_resource {
  public:
    // The pool must outlive the resource.
    explicit memory_resource(const pool &from, queue_argument for_queue = nullptr) : pool_{&from}, queue_{for_queue} {}

  private:
    void *do_allocate(std::size_t bytes, std::size_t alignment) override {
        clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
        options.queue = queue_;
        options.alignment_bytes = alignment;
        std::error_code failure;
        buffer block = pool_->allocate(bytes != 0 ? bytes : 1, options, failure);
        void *const address = block ? block.pointer(failure) : nullptr;
        if (address == nullptr) {
#if defined(__cpp_exceptions)
            throw std::bad_alloc{};
#else
            std::terminate();
#endif
        }
        static_cast<void>(block.give_up()); // found again by its address
        return address;
    }
    void do_deallocate(void *address, std::size_t, std::size_t) override {
        std::error_code failure;
        buffer{pool_->find(address, failure).block}.release(failure);
    }
    bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override {
        const auto *same = dynamic_cast<const memory_resource *>(&other);
        return same != nullptr && same->pool_->get() == pool_->get();
    }

    const pool *pool_;
    cl_command_queue queue_;
};

} // namespace clmem

#endif
