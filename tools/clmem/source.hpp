// Where a replay's memory comes from: a provider, with the device behind it if there is one.
#pragma once

#include "library.hpp"
#include "schedule.hpp"

#include <cstdint>
#include <string>

namespace clmem::command {

class source {
  public:
    // `kind` is "virtual", "buffer" or "immediate"; the wish is clmem_device_choose()'s, and may be empty.
    source(const std::string &kind, const std::string &wish);

    [[nodiscard]] const std::string &kind() const noexcept { return kind_; }
    [[nodiscard]] bool has_device() const noexcept { return device_ != nullptr; }
    [[nodiscard]] cl_device_id device() const noexcept { return device_; }
    [[nodiscard]] cl_context context() const noexcept { return context_.get(); }
    [[nodiscard]] cl_command_queue queue() const noexcept { return queue_.get(); }
    [[nodiscard]] std::size_t alignment() const;
    [[nodiscard]] std::string description() const; // for people

    // A new pool with the default options, whose blocks belong to the queue.
    [[nodiscard]] owned_pool make_pool() const;

    // The smallest power of two by which a trace's sizes must be divided so that its replay fits; 1 without a device.
    [[nodiscard]] std::uint64_t default_scale(const trace &recorded) const;

  private:
    std::string kind_;
    cl_device_id device_ = nullptr;
    clmem_device_info info_ = CLMEM_DEVICE_INFO_INIT;
    owned_context context_;
    owned_queue queue_;
    owned_provider provider_;
};

} // namespace clmem::command
