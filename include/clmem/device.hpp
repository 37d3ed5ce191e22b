// Devices, contexts and queues.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_DEVICE_HPP
#define CLMEM_DEVICE_HPP

#include "event.hpp"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {

namespace detail {

// What a function lists that takes a capacity, an array and a count.
template <class List>
std::vector<cl_device_id> device_ids(error_sink failure, List list) {
    std::uint32_t count = 0;
    std::vector<cl_device_id> ids;
    if (check(list(0U, static_cast<cl_device_id *>(nullptr), &count), failure)) {
        ids.resize(count);
        check(list(count, ids.data(), &count), failure);
    }
    return ids;
}

} // namespace detail

class device {
  public:
    device() noexcept = default;
    explicit device(cl_device_id id) noexcept : id_{id} {}

    // clmem_device_choose()
    static device choose(const char *selector = nullptr, error_sink failure = throws()) {
        device chosen;
        detail::check(clmem_device_choose(selector, &chosen.id_), failure);
        return chosen;
    }
    // clmem_device_list()
    static std::vector<device> list(error_sink failure = throws()) {
        const auto ids = detail::device_ids(failure, [](auto... list) { return clmem_device_list(list...); });
        return {ids.begin(), ids.end()};
    }
    clmem_device_info describe(error_sink failure = throws()) const {
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        detail::check(clmem_device_describe(id_, &info), failure);
        return info;
    }
    // clmem_device_memory()
    clmem_device_memory_info memory(error_sink failure = throws()) const {
        clmem_device_memory_info info = CLMEM_DEVICE_MEMORY_INFO_INIT;
        detail::check(clmem_device_memory(id_, &info), failure);
        return info;
    }

    cl_device_id get() const noexcept { return id_; }
    cl_device_id operator()() const noexcept { return id_; }
    explicit operator bool() const noexcept { return id_ != nullptr; }

  private:
    cl_device_id id_ = nullptr;
};

class [[nodiscard]] context : public detail::opencl_owner<cl_context, clmem_context_release> {
  public:
    using opencl_owner::opencl_owner;
    explicit context(device_argument on, error_sink failure = throws()) {
        detail::check(clmem_context_create(on, &handle_), failure);
    }
    // A reference to the context that all parts of the process share; sets `its_device` to its device.
    static context shared(device *its_device = nullptr, error_sink failure = throws()) {
        context common;
        cl_device_id id = nullptr;
        detail::check(clmem_context_shared(&common.handle_, &id), failure);
        if (its_device != nullptr) { *its_device = device{id}; }
        return common;
    }
};

class [[nodiscard]] queue : public detail::opencl_owner<cl_command_queue, clmem_queue_release> {
  public:
    using opencl_owner::opencl_owner;
    queue(context_argument in, device_argument on, std::uint64_t flags = 0, error_sink failure = throws()) {
        detail::check(clmem_queue_create(in, on, flags, &handle_), failure);
    }
    // Submits its commands to the device, without waiting for them.
    void flush(error_sink failure = throws()) const { detail::check(clmem_queue_flush(handle_), failure); }
    void finish(error_sink failure = throws()) const { detail::check(clmem_queue_finish(handle_), failure); }
};

} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
