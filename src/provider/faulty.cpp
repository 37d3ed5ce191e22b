#include "provider/faulty.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "fault/plan.hpp"

#include <atomic>
#include <chrono>
#include <list>
#include <mutex>
#include <thread>

namespace clmem_core {

namespace {

constexpr fault::call calls[] = {{"allocate", true}, {"free", false, false, true}, {"sub_buffer"}, {"map"}};
enum class operation : std::size_t { allocate, free, sub_buffer, map };

std::uint64_t now_ns() noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds{now}.count());
}

class faulty_provider final : public provider {
  public:
    faulty_provider(std::shared_ptr<provider> from, const fault::spec &spec)
        : provider{from->properties()}, from_{std::move(from)}, plan_{spec, calls, false, now_ns} {}

    // What its frees have lost.
    ~faulty_provider() override {
        for (lost_memory &each : lost_) {
            if (!each.is_lost) { continue; }
            if (each.uses.none()) {
                from_->release(each.memory, each.bytes);
            } else {
                from_->release_after(each.memory, each.bytes, std::move(each.uses));
            }
        }
    }

    void *allocate(std::size_t bytes) override {
        inject(operation::allocate, bytes);
        std::list<lost_memory> place(1); // so that a free needs no memory
        void *const memory = from_->allocate(bytes);
        live_bytes_.fetch_add(bytes, std::memory_order_relaxed);
        const std::lock_guard lock{mutex_};
        lost_.splice(lost_.end(), place);
        return memory;
    }

    void release(void *memory, std::size_t bytes) noexcept override { release_after(memory, bytes, {}); }
    void release_after(void *memory, std::size_t bytes, last_uses uses) noexcept override {
        const bool is_lost = decide(operation::free, bytes).code != 0;
        if (forget_or_lose(memory, bytes, uses, is_lost)) { return; }
        live_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
        if (uses.none()) {
            from_->release(memory, bytes);
        } else {
            from_->release_after(memory, bytes, std::move(uses));
        }
    }
    void finish_releases() noexcept override { from_->finish_releases(); }

    void prepare(void *memory, std::size_t bytes) override { from_->prepare(memory, bytes); }
    cl_mem make_object(void *memory, std::size_t offset, std::size_t bytes) override {
        inject(operation::sub_buffer, bytes);
        return from_->make_object(memory, offset, bytes);
    }
    void release_object(cl_mem object) noexcept override { from_->release_object(object); }
    void before_map(std::size_t bytes) override { inject(operation::map, bytes); }

    [[nodiscard]] queue_driver *queues() noexcept override { return from_->queues(); }
    [[nodiscard]] std::uint64_t time() const noexcept override { return from_->time(); }
    void set_time(std::uint64_t time_ns) override { from_->set_time(time_ns); }

    [[nodiscard]] const fault::plan *faults() const noexcept override { return &plan_; }

  private:
    // A place for each live allocation, whose memory may be lost.
    struct lost_memory {
        void *memory = nullptr;
        std::size_t bytes = 0;
        last_uses uses{};
        bool is_lost = false;
    };

    fault::decision decide(operation which, std::size_t bytes) noexcept {
        const auto index = static_cast<std::size_t>(which);
        const bool is_new = which == operation::allocate;
        const fault::decision result =
            plan_.decide(index, is_new ? bytes : 0, live_bytes_.load(std::memory_order_relaxed));
        if (result.delay_ns != 0) { std::this_thread::sleep_for(std::chrono::nanoseconds{result.delay_ns}); }
        if (result.code != 0 && log::is_on(log::level::info)) {
            log::write(log::level::info, "injected fault: %s of %zu bytes, call %llu of the provider: %s",
                       calls[index].name, bytes, static_cast<unsigned long long>(result.number),
                       status_name(result.code));
        }
        return result;
    }

    // Throws what the driver would have reported.
    void inject(operation which, std::size_t bytes) {
        const fault::decision result = decide(which, bytes);
        if (result.code == 0) { return; }
        fail_because(is_out_of_memory(result.code) ? CLMEM_ERROR_OUT_OF_MEMORY : result.code, result.code,
                     "expected %s of %zu bytes to succeed, got an injected fault, at call %llu of the provider: %s",
                     calls[static_cast<std::size_t>(which)].name, bytes, static_cast<unsigned long long>(result.number),
                     status_name(result.code));
    }

    // True: the memory is lost, and keeps a place. Otherwise a place is given up.
    bool forget_or_lose(void *memory, std::size_t bytes, last_uses &uses, bool is_lost) noexcept {
        std::list<lost_memory> gone; // ends without the lock
        const std::lock_guard lock{mutex_};
        const auto at = lost_.begin(); // places are alike until memory is lost, and lost ones are at the end
        if (is_lost) {
            *at = {memory, bytes, std::move(uses), true};
            lost_.splice(lost_.end(), lost_, at);
        } else {
            gone.splice(gone.end(), lost_, at);
        }
        return is_lost;
    }

    std::shared_ptr<provider> from_;
    fault::plan plan_;
    std::atomic<std::uint64_t> live_bytes_{0};
    std::mutex mutex_;
    std::list<lost_memory> lost_; // guarded by mutex_
};

} // namespace

std::shared_ptr<provider> make_faulty_provider(std::shared_ptr<provider> from, const char *spec) {
    const fault::parsed_spec read = fault::parse(spec);
    if (!read.error.empty()) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "spec: %s", read.error.c_str()); }
    if (const std::string unknown = fault::unmatched(read.value, calls); !unknown.empty()) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "spec: expected allocate, free, sub_buffer, map, memory or all, got %s; functions of OpenCL fail under "
             "clmem run --fault",
             unknown.c_str());
    }
    for (const fault::rule &each : read.value.rules) {
        if (each.below || each.late != 0) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "spec: expected rules without below: and late=, which only clmem run --fault has, got %s",
                 each.below ? "below:" : "late=");
        }
    }
    return std::make_shared<faulty_provider>(std::move(from), read.value);
}

} // namespace clmem_core
