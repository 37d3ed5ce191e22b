// The source of a replay's memory: a provider, and its device if there is one.
#pragma once

#include "library.hpp"
#include "memory.hpp"
#include "schedule.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace clmem::command {

class source {
  public:
    // `kind` is one of provider_names(); `selector` is passed to clmem_device_choose() and may be empty; the lag
    // applies to the markers of the virtual kind.
    source(const std::string &kind, const std::string &selector, std::uint64_t marker_lag_ns);

    [[nodiscard]] const std::string &kind() const noexcept { return kind_; }
    [[nodiscard]] bool has_device() const noexcept { return device_ != nullptr; }
    [[nodiscard]] const memory &blocks() const noexcept { return *memory_; } // needs a device
    [[nodiscard]] cl_device_id device() const noexcept { return device_; }
    [[nodiscard]] cl_context context() const noexcept { return context_.get(); }
    [[nodiscard]] cl_command_queue queue() const noexcept { return queue_.get(); }
    [[nodiscard]] std::size_t alignment() const;
    [[nodiscard]] std::string description() const; // for people

    [[nodiscard]] owned_queue make_queue() const;

    // Sets the clock by which markers of the virtual kind complete.
    void set_time(std::uint64_t time_ns) const { check(clmem_provider_set_time(provider(), time_ns)); }

    // Creates a pool with default options; its blocks belong to the queue unless an allocation names another.
    [[nodiscard]] owned_pool make_pool() const;

    // The smallest power of two that a trace's sizes must be divided by so that its replay fits; 1 without a device.
    [[nodiscard]] std::uint64_t default_scale(const trace &recorded) const;

  private:
    [[nodiscard]] clmem_provider provider() const noexcept {
        return memory_ ? memory_->provider() : virtual_provider_.get();
    }

    std::string kind_;
    cl_device_id device_ = nullptr;
    clmem_device_info info_ = CLMEM_DEVICE_INFO_INIT;
    owned_context context_;
    owned_queue queue_;
    std::unique_ptr<memory> memory_; // NULL: the kind is virtual
    owned_provider virtual_provider_;
};

} // namespace clmem::command
