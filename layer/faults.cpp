#include "faults.hpp"

#include "attachment.hpp"
#include "census.hpp"
#include "fault_calls.hpp"
#include "late_failures.hpp"
#include "live_bytes.hpp"
#include "requested_bytes.hpp"
#include "settings.hpp"
#include "shield.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <clmem.h>
#include <cstdio>
#include <fault/plan.hpp>
#include <memory>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>

namespace clmem::layer {

namespace {

using clmem_core::fault::decision;
using clmem_core::fault::plan;

enum class side { above, below };

// Threads that ask a plan, so that another one can replace it.
class plan_in_use {
  public:
    explicit plan_in_use(std::atomic<plan *> &active) noexcept {
        asking.fetch_add(1);
        plan_ = active.load();
    }
    ~plan_in_use() { asking.fetch_sub(1); }
    plan_in_use(const plan_in_use &) = delete;
    plan_in_use &operator=(const plan_in_use &) = delete;
    [[nodiscard]] plan *operator->() const noexcept { return plan_; }

    static void wait_until_none_asks() noexcept {
        while (asking.load() != 0) {
            std::this_thread::yield();
        }
    }

  private:
    static inline std::atomic<unsigned> asking{0};
    plan *plan_;
};

template <side Where>
struct injection {
    // NULL until faults are asked for. The last one stays: the program may call OpenCL while it exits.
    static inline std::atomic<plan *> active{nullptr};
    static inline cl_icd_dispatch next{}; // the functions behind this side's

    [[nodiscard]] static plan_in_use current() noexcept { return plan_in_use{active}; }
};

std::uint64_t now_ns() noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds{now}.count());
}

// Calls, failures, delays, and lost objects, since the start of the process.
std::array<std::atomic<std::uint64_t>, 4> totals{};

void count(const char *name, const decision &what, bool loses_object) noexcept {
    const bool counts[] = {true, what.code != 0 || what.late != 0, what.delay_ns != 0, what.code != 0 && loses_object};
    for (std::size_t at = 0; at < totals.size(); ++at) {
        if (counts[at]) { totals[at].fetch_add(1, std::memory_order_relaxed); }
    }
    page_process *const process = section();
    if (process == nullptr) { return; }
    page_faults &faults = process->faults;
    faults.calls.fetch_add(1, std::memory_order_relaxed);
    if (what.delay_ns != 0) { faults.delays.fetch_add(1, std::memory_order_relaxed); }
    if (what.code == 0 && what.late == 0) { return; }
    if (faults.failures.fetch_add(1, std::memory_order_relaxed) != 0) { return; }
    for (std::size_t at = 0; name[at] != '\0' && at + 1 < faults.first.size(); ++at) {
        faults.first[at].store(name[at], std::memory_order_relaxed);
    }
}

// Says what was injected; of many faults the first ones.
void tell(const char *name, bool is_below, const decision &what) noexcept {
    static std::atomic<unsigned> told{0};
    constexpr unsigned most = 20;
    const unsigned earlier = told.fetch_add(1, std::memory_order_relaxed);
    if (earlier > most) { return; }
    if (earlier == most) {
        std::fputs("clmem: fault: there are more, which are only counted\n", stderr);
        return;
    }
    const char *code = nullptr;
    (void)clmem_status_name(what.code != 0 ? what.code : what.late, &code);
    std::fprintf(stderr, "clmem: fault: %s%s, call %llu of the process: %s%s\n", is_below ? "below the pools, " : "",
                 name, static_cast<unsigned long long>(what.number), code,
                 what.code != 0 ? "" : ", once the command is complete");
}

thread_local unsigned shields = 0;          // of this thread, whose calls are left alone
std::atomic<const char *> first_failed{""}; // under the present spec

template <side Where>
decision decide(call_index which, std::uint64_t bytes) noexcept {
    if (shields != 0) { return {}; }
    const auto index = static_cast<std::size_t>(which);
    const decision result = injection<Where>::current()->decide(index, bytes, live_bytes<Where == side::below>::now());
    const char *const name = fault_calls()[index].name;
    count(name, result, fault_calls()[index].releases);
    if (result.code != 0 || result.late != 0) {
        const char *none = "";
        if (*first_failed.load() == '\0') { first_failed.compare_exchange_strong(none, name); }
        tell(name, Where == side::below, result);
    }
    if (result.delay_ns != 0) { std::this_thread::sleep_for(std::chrono::nanoseconds{result.delay_ns}); }
    return result;
}

// What a function returns that fails with the code.
template <class Result, class... Arguments>
Result refusal(cl_int code, Arguments... arguments) noexcept {
    if constexpr (std::is_void_v<Result>) {
        return; // it does nothing: that is all it can do
    } else if constexpr (std::is_same_v<Result, cl_int>) {
        return code;
    } else {
        const auto last = std::get<sizeof...(Arguments) - 1>(std::tuple{arguments...});
        if constexpr (std::is_same_v<decltype(last), cl_int *const>) {
            if (last != nullptr) { *last = code; }
        }
        return nullptr;
    }
}

// Where a function returns the event of its command; NULL if it has none, or the program wants none.
template <class... Arguments>
cl_event *event_of(Arguments... arguments) noexcept {
    cl_event *found = nullptr;
    [[maybe_unused]] const auto look = [&found](auto argument) {
        if constexpr (std::is_same_v<decltype(argument), cl_event *>) { found = argument; }
    };
    (look(arguments), ...);
    return found;
}

[[maybe_unused]] std::nullptr_t first_of() noexcept {
    return nullptr;
}

template <class First, class... Others>
First first_of(First first, Others...) noexcept {
    return first;
}

constexpr bool begins(call_index which, std::string_view beginning) noexcept {
    constexpr std::string_view names[] = {
#define CLMEM_LAYER_NAME(name) #name,
        CLMEM_LAYER_CORE(CLMEM_LAYER_NAME)
#undef CLMEM_LAYER_NAME
    };
    return names[static_cast<std::size_t>(which)].starts_with(beginning);
}

// Objects of the program that come and go. A release has removed its reference before the driver was called.
template <call_index Which, class Result, class... Arguments>
void count_objects(Result result, Arguments... arguments) noexcept {
    using first = decltype(first_of(arguments...));
    if constexpr (census::is_counted<Result>) {
        census::add(census::kind_of<Result>, result);
    } else if constexpr (std::is_same_v<Result, cl_int> && census::is_counted<first>) {
        if (begins(Which, "clRetain") && result == CL_SUCCESS) {
            census::add(census::kind_of<first>, first_of(arguments...));
        }
        if (begins(Which, "clRelease") && result != CL_SUCCESS) {
            census::add(census::kind_of<first>, first_of(arguments...));
        }
    }
    if constexpr (Which == call_index::clCreateKernelsInProgram) {
        const auto [program, capacity, kernels, out_count] = std::tuple{arguments...};
        for (cl_uint at = 0; result == CL_SUCCESS && kernels != nullptr && at < capacity; ++at) {
            if (out_count == nullptr || at < *out_count) { census::add(object_kind::kernel, kernels[at]); }
        }
    }
}

template <class Result>
bool succeeded(Result result) noexcept {
    if constexpr (std::is_pointer_v<Result>) {
        return result != nullptr;
    } else {
        return result == CL_SUCCESS;
    }
}

template <side Where, call_index Which, auto Member, class Function>
struct interposed;

template <side Where, call_index Which, auto Member, class Result, class... Arguments>
struct interposed<Where, Which, Member, Result(CL_API_CALL *)(Arguments...)> {
    static Result next(Arguments... arguments) noexcept { return (injection<Where>::next.*Member)(arguments...); }

    static Result CL_API_CALL call(Arguments... arguments) noexcept {
        const std::uint64_t bytes = requested_bytes<Which>(arguments...);
        const decision what = decide<Where>(Which, bytes);
        if (what.code != 0) { return refusal<Result>(what.code, arguments...); }
        if constexpr (Where == side::above && begins(Which, "clRelease")) { census::remove(first_of(arguments...)); }
        using live = live_bytes<Where == side::below>;
        if constexpr (std::is_void_v<Result>) {
            live::template ended<Which>(arguments...);
            next(arguments...);
        } else {
            const Result result = next(arguments...);
            // It asks the driver to tell when an object is deleted, which a program may notice.
            if (injection<Where>::current()->needs_live_bytes()) {
                live::template begun<Which>(injection<Where>::next, result, bytes);
            }
            cl_event *const event = event_of(arguments...);
            if constexpr (begins(Which, "clEnqueue")) {
                if (what.late != 0 && event != nullptr && *event != nullptr) {
                    fail_later(injection<Where>::next, first_of(arguments...), *event, what.late);
                }
            }
            if constexpr (Where == side::above) {
                count_objects<Which>(result, arguments...);
                if (event != nullptr && succeeded(result)) { census::add(object_kind::event, *event); }
            }
            return result;
        }
    }
};

template <side Where, call_index Which, auto Member, class Function>
void interpose(Function cl_icd_dispatch::*, cl_icd_dispatch &functions) noexcept {
    if (functions.*Member != nullptr) { functions.*Member = interposed<Where, Which, Member, Function>::call; }
}

template <side Where>
void interpose_all(cl_icd_dispatch &functions) noexcept {
#define CLMEM_LAYER_INTERPOSE(name)                                                                                    \
    interpose<Where, call_index::name, &cl_icd_dispatch::name>(&cl_icd_dispatch::name, functions);
    CLMEM_LAYER_CORE(CLMEM_LAYER_INTERPOSE)
#undef CLMEM_LAYER_INTERPOSE
}

// NULL if host memory is short.
template <side Where>
plan *new_plan(const clmem_core::fault::spec &asked) noexcept {
    return shielded(
        [&] {
            return new plan{asked, fault_calls(), Where == side::below, now_ns};
        },
        []() -> plan * { return nullptr; });
}

// The functions behind are those of the process's first loader, as for the rest of the layer.
template <side Where>
void inject_faults(cl_icd_dispatch &functions) noexcept {
    const auto &asked = current_settings().faults;
    if (!asked) { return; }
    if (injection<Where>::active.load() == nullptr) {
        injection<Where>::next = functions;
        injection<Where>::active.store(new_plan<Where>(*asked));
    }
    if (injection<Where>::active.load() != nullptr) { interpose_all<Where>(functions); }
}

// ---- for programs that inject faults themselves --------------------------------------------------------------------

cl_int CL_API_CALL set_faults(const char *text) noexcept {
    const auto replace = [text]() -> cl_int {
        const auto read = parse_faults(text != nullptr ? text : "off");
        if (!read.error.empty()) {
            std::fprintf(stderr, "clmem: clSetFaultsCLMEM: %s\n", read.error.c_str());
            return CL_INVALID_VALUE;
        }
        std::unique_ptr<plan> above{new_plan<side::above>(read.value)};
        std::unique_ptr<plan> below{new_plan<side::below>(read.value)};
        if (above == nullptr || below == nullptr) { return CL_OUT_OF_HOST_MEMORY; }
        above.reset(injection<side::above>::active.exchange(above.release()));
        below.reset(injection<side::below>::active.exchange(below.release()));
        plan_in_use::wait_until_none_asks();
        first_failed.store("");
        return CL_SUCCESS;
    };
    return shielded(replace, []() -> cl_int { return CL_OUT_OF_HOST_MEMORY; });
}

// Since the start of the process: calls, failures, delays, objects that are lost because their release failed, on both
// sides; then the program's live objects of each kind.
cl_int CL_API_CALL get_fault_counts(cl_uint capacity, cl_ulong *out_counts) noexcept {
    constexpr std::size_t own = totals.size();
    if (out_counts == nullptr || capacity < own + object_kinds) { return CL_INVALID_VALUE; }
    for (std::size_t at = 0; at < own; ++at) {
        out_counts[at] = totals[at].load(std::memory_order_relaxed);
    }
    for (std::size_t kind = 0; kind < object_kinds; ++kind) {
        out_counts[own + kind] = static_cast<cl_ulong>(census::live(static_cast<object_kind>(kind)));
    }
    return CL_SUCCESS;
}

// Between two calls, the first with CL_TRUE and the second with CL_FALSE, this thread's calls are left alone.
void CL_API_CALL shield_from_faults(cl_bool begins) noexcept {
    shields = begins != CL_FALSE ? shields + 1 : shields - (shields != 0 ? 1U : 0U);
}

// The function that failed first under the present spec; "" if none has.
const char *CL_API_CALL get_first_fault() noexcept {
    return first_failed.load();
}

} // namespace

void inject_faults_below(cl_icd_dispatch &functions) noexcept {
    inject_faults<side::below>(functions);
}

void inject_faults_above(cl_icd_dispatch &functions) noexcept {
    inject_faults<side::above>(functions);
}

void *fault_function(const char *name) noexcept {
    if (injection<side::above>::active.load() == nullptr) { return nullptr; }
    const std::string_view wanted{name};
    if (wanted == "clSetFaultsCLMEM") { return reinterpret_cast<void *>(set_faults); }
    if (wanted == "clGetFaultCountsCLMEM") { return reinterpret_cast<void *>(get_fault_counts); }
    if (wanted == "clGetFirstFaultCLMEM") { return reinterpret_cast<void *>(get_first_fault); }
    if (wanted == "clShieldFromFaultsCLMEM") { return reinterpret_cast<void *>(shield_from_faults); }
    return nullptr;
}

} // namespace clmem::layer
