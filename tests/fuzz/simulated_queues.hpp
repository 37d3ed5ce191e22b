// Queues whose commands complete in any order that their markers, barriers and events allow. They know what each queue
// has waited for, so that a model can ask whether a queue may use memory that another one has used.
#pragma once

#include "bytes.hpp"
#include "provider/byte_budget.hpp"
#include "provider/provider.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <span>

namespace clmem::fuzz {

inline constexpr std::size_t queue_count = 6;
inline constexpr std::size_t unit_count = 32; // queues, and events of the program, which complete on their own

// For each unit, up to which position its commands have ended.
using clock = std::array<std::uint32_t, unit_count>;

inline void join(clock &to, const clock &from) noexcept {
    for (std::size_t i = 0; i < unit_count; ++i) {
        to[i] = std::max(to[i], from[i]);
    }
}

inline bool covers(const clock &all, const clock &some) noexcept {
    for (std::size_t i = 0; i < unit_count; ++i) {
        if (all[i] < some[i]) { return false; }
    }
    return true;
}

class simulated_queues final : public clmem_core::queue_driver {
  public:
    explicit simulated_queues(std::uint8_t out_of_order) noexcept : out_of_order_{out_of_order} {}

    static cl_command_queue handle(std::size_t queue) noexcept {
        return reinterpret_cast<cl_command_queue>((queue + 1) << 6);
    }
    static std::size_t number(cl_command_queue handle) noexcept {
        return (reinterpret_cast<std::uintptr_t>(handle) >> 6) - 1;
    }
    [[nodiscard]] bool is_out_of_order(std::size_t queue) const noexcept { return (out_of_order_ >> queue & 1) != 0; }

    // The program enqueues another command; its position.
    std::uint32_t enqueue(std::size_t unit) noexcept { return ++position_[unit]; }
    [[nodiscard]] std::uint32_t position(std::size_t unit) const noexcept { return position_[unit]; }
    // Whether commands of a unit up to a position have ended for the host, or before what a queue enqueues next.
    [[nodiscard]] bool is_done(std::size_t unit, std::uint32_t position) const noexcept {
        return position <= done_[unit];
    }
    [[nodiscard]] bool is_before(std::size_t unit, std::uint32_t position, std::size_t queue) const noexcept {
        return is_done(unit, position) || position <= known_[queue][unit] || (unit == queue && !is_out_of_order(queue));
    }

    // An event of the program, which has a reference to it until the queues end.
    cl_event make_event(std::size_t unit) {
        clock ends{};
        ends[unit] = enqueue(unit);
        return add(ends);
    }
    [[nodiscard]] std::size_t events() const noexcept { return events_.size(); }
    void complete(std::size_t event) noexcept { join(done_, events_[event].ends); }
    void complete_queue(std::size_t queue) noexcept { join(done_, now(queue)); }
    void complete_all() noexcept { join(done_, position_); }
    // So many of the driver's next calls fail.
    void fail_next(unsigned calls) noexcept { failing_ = calls; }
    [[nodiscard]] bool has_failed_calls() const noexcept { return has_failed_; }

    // After all pools have ended.
    void expect_unreferenced() const {
        expect(queue_references_ == 0, "%d references to queues are left", queue_references_);
        for (const known_event &e : events_) {
            expect(e.references == (e.is_own ? 1 : 0), "an event has %d references left", e.references);
        }
    }

    traits retain(cl_command_queue queue) override {
        ++queue_references_;
        return {.out_of_order = is_out_of_order(number(queue))};
    }
    void release(cl_command_queue) noexcept override { --queue_references_; }
    cl_event enqueue_marker(cl_command_queue queue) override {
        if (fails()) { clmem_core::fail_opencl(CL_OUT_OF_RESOURCES, "the marker fails"); }
        const cl_event made = add(now(number(queue)));
        of(made).is_own = false;
        return made;
    }
    void enqueue_barrier(cl_command_queue queue, std::span<const cl_event> events, cl_event *out_barrier) override {
        if (fails()) { clmem_core::fail_opencl(CL_OUT_OF_RESOURCES, "the barrier fails"); }
        clock &known = known_[number(queue)];
        for (cl_event e : events) {
            join(known, of(e).ends);
        }
        if (events.empty()) { join(known, now(number(queue))); }
        if (out_barrier == nullptr) { return; }
        *out_barrier = add(known);
        of(*out_barrier).is_own = false;
    }
    bool is_complete(cl_event event) noexcept override { return covers(done_, of(event).ends); }
    bool has_failed(cl_event) noexcept override { return false; }
    cl_int wait(cl_event event) noexcept override {
        if (fails()) { return CL_OUT_OF_RESOURCES; }
        join(done_, of(event).ends);
        return CL_SUCCESS;
    }
    cl_int finish(cl_command_queue queue) noexcept override {
        if (fails()) { return CL_OUT_OF_RESOURCES; }
        complete_queue(number(queue));
        return CL_SUCCESS;
    }
    void retain_event(cl_event event) override { ++of(event).references; }
    void release_event(cl_event event) noexcept override { --of(event).references; }

  private:
    struct known_event {
        clock ends;
        int references = 1;
        bool is_own = true; // of the program
    };

    cl_event add(const clock &ends) {
        events_.push_back({.ends = ends});
        return reinterpret_cast<cl_event>(events_.size() << 4);
    }
    known_event &of(cl_event handle) noexcept {
        known_event &found = events_[(reinterpret_cast<std::uintptr_t>(handle) >> 4) - 1];
        expect(found.references > 0, "an event is used after its last reference");
        return found;
    }
    // All that a queue has enqueued, and waited for.
    [[nodiscard]] clock now(std::size_t queue) const noexcept {
        clock all = known_[queue];
        all[queue] = position_[queue];
        return all;
    }
    bool fails() noexcept {
        if (failing_ == 0) { return false; }
        --failing_;
        has_failed_ = true;
        return true;
    }

    std::uint8_t out_of_order_;
    clock position_{};
    clock done_{};
    std::array<clock, queue_count> known_{};
    std::deque<known_event> events_;
    int queue_references_ = 0;
    unsigned failing_ = 0;
    bool has_failed_ = false;
};

// Addresses without memory, as the virtual provider has them, for these queues.
class simulated_provider final : public clmem_core::provider {
  public:
    simulated_provider(const traits &t, std::uint8_t out_of_order)
        : provider{t}, queues_{out_of_order}, budget_{t.memory} {}

    void *allocate(std::size_t bytes) override {
        check_size(bytes);
        budget_.reserve(bytes);
        allocated_ += bytes;
        next_ += properties().alignment;
        return reinterpret_cast<void *>(next_);
    }
    void release(void *, std::size_t bytes) noexcept override {
        budget_.release(bytes);
        allocated_ -= bytes;
    }
    clmem_core::queue_driver *queues() noexcept override { return &queues_; }
    [[nodiscard]] std::uint64_t time() const noexcept override { return time_; }
    void set_time(std::uint64_t time_ns) override { time_ = std::max(time_, time_ns); }

    [[nodiscard]] simulated_queues &simulated() noexcept { return queues_; }
    [[nodiscard]] std::size_t allocated() const noexcept { return allocated_; }

  private:
    simulated_queues queues_;
    clmem_core::byte_budget budget_;
    std::size_t allocated_ = 0;
    std::uintptr_t next_ = std::uintptr_t{1} << 60;
    std::uint64_t time_ = 0;
};

} // namespace clmem::fuzz
