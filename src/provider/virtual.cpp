#include "provider/virtual.hpp"

#include "base/error.hpp"
#include "provider/byte_budget.hpp"

#include <atomic>
#include <bit>
#include <limits>

namespace clmem_core {

namespace {

constexpr std::size_t default_alignment = 512;

// Queues without commands. A marker is the time at which it was enqueued, and completes when the clock has advanced by
// a lag.
class virtual_queues final : public queue_driver {
  public:
    explicit virtual_queues(std::uint64_t lag) noexcept : lag_{lag} {}

    [[nodiscard]] std::uint64_t time() const noexcept { return time_.load(std::memory_order_relaxed); }
    void set_time(std::uint64_t time) noexcept {
        std::uint64_t before = time_.load(std::memory_order_relaxed);
        while (before < time && !time_.compare_exchange_weak(before, time, std::memory_order_relaxed)) {}
    }

    traits retain(cl_command_queue) override { return {.out_of_order = false}; }
    void release(cl_command_queue) noexcept override {}
    cl_event enqueue_marker(cl_command_queue) override {
        // Never NULL, and not a real address.
        return reinterpret_cast<cl_event>(time_.load(std::memory_order_relaxed) << 1 | 1);
    }
    void enqueue_barrier(cl_command_queue, std::span<const cl_event>, cl_event *) override {} // none is out of order
    bool is_complete(cl_event event) noexcept override {
        const std::uint64_t since = reinterpret_cast<std::uint64_t>(event) >> 1;
        // The event has room for 63 bits of its time.
        const std::uint64_t passed = (time_.load(std::memory_order_relaxed) - since) << 1 >> 1;
        return lag_ != std::numeric_limits<std::uint64_t>::max() && passed >= lag_;
    }
    bool has_failed(cl_event) noexcept override { return false; }
    cl_int wait(cl_event) noexcept override { return CL_SUCCESS; }
    cl_int finish(cl_command_queue) noexcept override { return CL_SUCCESS; }
    void retain_event(cl_event) override {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected a queue with events to wait for, got a queue of a virtual provider, which has none");
    }
    void release_event(cl_event) noexcept override {}

  private:
    std::uint64_t lag_;
    std::atomic<std::uint64_t> time_{0};
};

class virtual_provider final : public provider {
  public:
    virtual_provider(const traits &t, std::uint64_t lag) : provider{t}, budget_{t.memory}, queues_{lag} {}

    void *allocate(std::size_t bytes) override {
        check_size(bytes);
        budget_.reserve(bytes);
        // Addresses that no program has, each used once.
        const std::size_t step = (bytes / properties().alignment + 2) * properties().alignment;
        return reinterpret_cast<void *>(next_address_.fetch_add(step, std::memory_order_relaxed));
    }

    void release(void *, std::size_t bytes) noexcept override { budget_.release(bytes); }
    queue_driver *queues() noexcept override { return &queues_; }
    [[nodiscard]] std::uint64_t time() const noexcept override { return queues_.time(); }
    void set_time(std::uint64_t time_ns) override { queues_.set_time(time_ns); }

  private:
    static constexpr std::uintptr_t first_address = std::uintptr_t{1} << 60;

    byte_budget budget_;
    virtual_queues queues_;
    std::atomic<std::uintptr_t> next_address_{first_address};
};

} // namespace

std::shared_ptr<provider> make_virtual_provider(const clmem_virtual_options &options) {
    if (options.reserved != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options: expected 0 in its reserved members, got another value; set it by "
                                           "the *_INIT macro");
    }
    const std::size_t alignment = options.alignment_bytes != 0 ? options.alignment_bytes : default_alignment;
    if (!std::has_single_bit(alignment)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "alignment_bytes: expected 0 or a power of two, got %zu",
             options.alignment_bytes);
    }
    return std::make_shared<virtual_provider>(provider::traits{.kind = CLMEM_PROVIDER_VIRTUAL,
                                                               .name = "virtual memory",
                                                               .alignment = alignment,
                                                               .max_allocation = options.max_allocation_bytes,
                                                               .memory = options.memory_bytes,
                                                               .has_pointers = true,
                                                               .free_of_cost = true},
                                              options.marker_lag_ns);
}

} // namespace clmem_core
