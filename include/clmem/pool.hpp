// Providers and pools.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_POOL_HPP
#define CLMEM_POOL_HPP

#include "buffer.hpp"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

class [[nodiscard]] provider : public detail::owner<clmem_provider, clmem_provider_release> {
  public:
    using owner::owner;
    static provider buffers(context_argument in, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                            error_sink failure = throws()) {
        const clmem_provider_options options = {sizeof options, 0, memory_flags};
        return make(failure, clmem_provider_create_buffer, static_cast<cl_context>(in), &options);
    }
    static provider immediate(queue_argument on, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                              error_sink failure = throws()) {
        const clmem_provider_options options = {sizeof options, 0, memory_flags};
        return make(failure, clmem_provider_create_immediate, static_cast<cl_command_queue>(on), &options);
    }
    static provider svm(context_argument in, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                        error_sink failure = throws()) {
        const clmem_provider_options options = {sizeof options, 0, memory_flags};
        return make(failure, clmem_provider_create_svm, static_cast<cl_context>(in), &options);
    }
    static provider usm(context_argument in, device_argument of, clmem_usm_kind kind, error_sink failure = throws()) {
        return make(failure, clmem_provider_create_usm, static_cast<cl_context>(in), static_cast<cl_device_id>(of),
                    kind, nullptr);
    }
    static provider pinned(queue_argument on, std::uint64_t memory_flags = CL_MEM_READ_WRITE,
                           error_sink failure = throws()) {
        const clmem_provider_options options = {sizeof options, 0, memory_flags};
        return make(failure, clmem_provider_create_pinned, static_cast<cl_command_queue>(on), &options);
    }
    static provider simulated(const clmem_virtual_options *options = nullptr, error_sink failure = throws()) {
        return make(failure, clmem_provider_create_virtual, options);
    }
    static provider user(const clmem_provider_callbacks &callbacks, error_sink failure = throws()) {
        return make(failure, clmem_provider_create_user, &callbacks);
    }

    // A whole driver object, without a pool.
    buffer allocate(std::size_t bytes, error_sink failure = throws()) const {
        buffer made;
        detail::check(clmem_provider_allocate(handle_, bytes, &made.handle_), failure);
        return made;
    }
    clmem_provider_info describe(error_sink failure = throws()) const {
        clmem_provider_info info = CLMEM_PROVIDER_INFO_INIT;
        detail::check(clmem_provider_describe(handle_, &info), failure);
        return info;
    }
    // The virtual provider's clock.
    void set_time(std::uint64_t time_ns, error_sink failure = throws()) const {
        detail::check(clmem_provider_set_time(handle_, time_ns), failure);
    }

  private:
    template <class Create, class... Arguments>
    static provider make(error_sink failure, Create create, Arguments... arguments) {
        provider made;
        detail::check(create(arguments..., &made.handle_), failure);
        return made;
    }
};

class [[nodiscard]] pool : public detail::owner<clmem_pool, clmem_pool_release> {
  public:
    using owner::owner;
    explicit pool(const provider &from, const clmem_pool_options *options = nullptr, error_sink failure = throws()) {
        detail::check(clmem_pool_create(from.get(), options, &handle_), failure);
    }

    buffer allocate(std::size_t bytes, queue_argument for_queue = nullptr, error_sink failure = throws()) const {
        buffer made;
        detail::check(clmem_pool_allocate(handle_, for_queue, bytes, &made.handle_), failure);
        return made;
    }
    // A block that is immediately available, without waiting or calling OpenCL; an owner of nothing if there is none.
    buffer try_allocate(std::size_t bytes, queue_argument for_queue = nullptr, error_sink failure = throws()) const {
        buffer made;
        detail::check(clmem_pool_try_allocate(handle_, for_queue, bytes, &made.handle_), failure);
        return made;
    }
    buffer allocate(std::size_t bytes, const clmem_allocation_options &options, error_sink failure = throws()) const {
        buffer made;
        detail::check(clmem_pool_allocate_with(handle_, &options, bytes, &made.handle_), failure);
        return made;
    }
    void record_use(const buffer &used, queue_argument by, error_sink failure = throws()) const {
        detail::check(clmem_pool_record_use(handle_, used.get(), by), failure);
    }
    void forget(queue_argument queue, error_sink failure = throws()) const {
        detail::check(clmem_pool_forget_queue(handle_, queue), failure);
    }
    void free_held(error_sink failure = throws()) const { detail::check(clmem_pool_free_held(handle_), failure); }
    void stop_holding(error_sink failure = throws()) const { detail::check(clmem_pool_stop_holding(handle_), failure); }
    // Returns how many bytes were returned to the driver.
    std::size_t trim(std::size_t target_bytes = 0, error_sink failure = throws()) const {
        std::size_t released = 0;
        detail::check(clmem_pool_trim(handle_, target_bytes, &released), failure);
        return released;
    }
    void set_limit(std::size_t bytes, error_sink failure = throws()) const {
        detail::check(clmem_pool_set_limit(handle_, bytes), failure);
    }
    clmem_statistics statistics(error_sink failure = throws()) const {
        clmem_statistics now = CLMEM_STATISTICS_INIT;
        detail::check(clmem_pool_statistics(handle_, &now), failure);
        return now;
    }
    void reset_peaks(error_sink failure = throws()) const { detail::check(clmem_pool_reset_peaks(handle_), failure); }
    std::vector<clmem_bin_statistics> bin_statistics(error_sink failure = throws()) const {
        return list<clmem_bin_statistics>(clmem_pool_bin_statistics, failure);
    }
    std::vector<clmem_tag_statistics> tag_statistics(error_sink failure = throws()) const {
        return list<clmem_tag_statistics>(clmem_pool_tag_statistics, failure);
    }
    std::uint32_t tag(const char *name, error_sink failure = throws()) const {
        std::uint32_t number = 0;
        detail::check(clmem_pool_tag(handle_, name, &number), failure);
        return number;
    }

    // The live block that contains an address, which its owner still owns, and the offset in it.
    struct place {
        clmem_buffer block = nullptr;
        std::size_t offset = 0;
    };
    place find(const void *pointer, error_sink failure = throws()) const {
        place found;
        detail::check(clmem_svm_find(handle_, pointer, &found.block, &found.offset), failure);
        return found;
    }

  private:
    // There may be more by the time of the second call.
    template <class T, class Get>
    std::vector<T> list(Get ask, error_sink failure) const {
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

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
