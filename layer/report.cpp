#include "report.hpp"

#include "attachment.hpp"
#include "report_text.hpp"
#include "settings.hpp"
#include "trace_rows.hpp"

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>

namespace clmem::layer::report {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// Sections are taken in order and never freed, so two threads that find none for a context try the same one.
page_context &context_of(page_process &process, cl_context context) noexcept {
    const std::uint64_t handle = reinterpret_cast<std::uintptr_t>(context);
    for (std::size_t at = 0; at + 1 < process.contexts.size(); ++at) {
        page_context &candidate = process.contexts[at];
        std::uint64_t found = candidate.context.load(relaxed);
        if (found == 0 && candidate.context.compare_exchange_strong(found, handle, relaxed)) { return candidate; }
        if (found == handle) { return candidate; }
    }
    return process.contexts.back();
}

void add(timed &to, std::uint64_t ns) noexcept {
    to.calls.fetch_add(1, relaxed);
    to.nanoseconds.fetch_add(ns, relaxed);
}

void grow(level &bytes, std::size_t by) noexcept {
    const std::int64_t now =
        bytes.now.fetch_add(static_cast<std::int64_t>(by), relaxed) + static_cast<std::int64_t>(by);
    std::uint64_t known = bytes.peak.load(relaxed);
    while (now > 0 && static_cast<std::uint64_t>(now) > known &&
           !bytes.peak.compare_exchange_weak(known, static_cast<std::uint64_t>(now), relaxed)) {}
}

void shrink(level &bytes, std::size_t by) noexcept {
    bytes.now.fetch_sub(static_cast<std::int64_t>(by), relaxed);
}

// A sub-buffer uses the memory of its buffer.
bool has_memory(kind what) noexcept {
    return what != kind::sub_buffer;
}

void write_or_explain(const std::string &path, const std::string &content) {
    if (!write_file(path, content)) {
        std::fprintf(stderr, "clmem: cannot write %s: %s\n", path.c_str(), std::strerror(errno));
    }
}

void write_outputs(const page_process &process) {
    const settings &asked = current_settings();
    const std::uint64_t pid = process.pid;
    const std::string ending = "exits";
    if (asked.report && asked.report_path.empty()) {
        std::fputs(report_text(process, ending).c_str(), stderr);
    } else if (asked.report) {
        const std::string json = report_json(process, ending);
        write_or_explain(path_of_process(asked.report_path, pid), report_file({&json, 1}));
    }
    if (!asked.records_trace()) { return; }
    const std::string rows = trace_rows(*attached_page(), attached_page()->chunks.load(), process);
    const std::string path = asked.record_path.empty() ? "clmem.csv" : asked.record_path;
    if (!rows.empty()) { write_or_explain(path_of_process(path, pid), rows); }
}

void at_exit() {
    page_process *const process = claimed_section();
    if (process == nullptr) { return; }
    process->ended.store(1);
    if (page_is_shared()) { return; }
    try {
        write_outputs(*process);
    } catch (const std::exception &why) { std::fprintf(stderr, "clmem: no report: %s\n", why.what()); }
}

} // namespace

void loaded() noexcept {
    attach();
    if (attached_page() != nullptr) { std::atexit(at_exit); }
}

bool active() noexcept {
    return section() != nullptr;
}

std::uint64_t now_ns() noexcept {
    if (!active()) { return 0; }
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

void created(kind what, cl_context context, std::size_t bytes, bool pooled, bool by_driver, std::uint64_t ns) noexcept {
    page_process *const process = section();
    if (process == nullptr) { return; }
    page_context &at = context_of(*process, context);
    at.created[static_cast<std::size_t>(what)].fetch_add(1, relaxed);
    if (!has_memory(what)) { return; }
    add(!pooled ? at.driver_created : by_driver ? at.grown : at.pool_created, ns);
    at.sizes[bytes == 0 ? 0 : static_cast<std::size_t>(std::bit_width(bytes)) - 1].fetch_add(1, relaxed);
    for (memory_use *const memory : {&at.memory, &process->memory}) {
        grow(memory->live, bytes);
        grow(memory->needed, bytes);
        if (!pooled) { grow(memory->reserved, bytes); }
    }
}

void released(kind what, cl_context context, std::size_t bytes, bool pooled, bool by_driver,
              std::uint64_t ns) noexcept {
    page_process *const process = section();
    if (process == nullptr) { return; }
    page_context &at = context_of(*process, context);
    at.released[static_cast<std::size_t>(what)].fetch_add(1, relaxed);
    if (!has_memory(what)) { return; }
    if (!pooled) {
        add(at.driver_released, ns);
    } else if (!by_driver) {
        add(at.pool_released, ns);
    }
    for (memory_use *const memory : {&at.memory, &process->memory}) {
        shrink(memory->live, bytes);
        shrink(memory->needed, bytes);
        if (!pooled) { shrink(memory->reserved, bytes); }
    }
}

void passed_on(passed why, std::size_t bytes) noexcept {
    page_process *const process = section();
    if (process == nullptr) { return; }
    page_passed &at = process->passed[static_cast<std::size_t>(why)];
    at.calls.fetch_add(1, relaxed);
    at.bytes.fetch_add(bytes, relaxed);
    std::uint64_t least = at.least_plus_1.load(relaxed);
    while ((least == 0 || bytes + 1 < least) && !at.least_plus_1.compare_exchange_weak(least, bytes + 1, relaxed)) {}
    std::uint64_t most = at.most.load(relaxed);
    while (bytes > most && !at.most.compare_exchange_weak(most, bytes, relaxed)) {}
}

void refused() noexcept {
    page_process *const process = section();
    if (process != nullptr) { process->refused.fetch_add(1, relaxed); }
}

// Not a new peak: the bytes are still counted as live.
void pending_began(cl_context context, std::size_t bytes) noexcept {
    page_process *const process = section();
    if (process == nullptr) { return; }
    for (memory_use *const memory : {&context_of(*process, context).memory, &process->memory}) {
        memory->needed.now.fetch_add(static_cast<std::int64_t>(bytes), relaxed);
    }
}

void pending_ended(cl_context context, std::size_t bytes) noexcept {
    page_process *const process = section();
    if (process == nullptr) { return; }
    for (memory_use *const memory : {&context_of(*process, context).memory, &process->memory}) {
        shrink(memory->needed, bytes);
    }
}

void driver_call(driver_function which, cl_context context, std::size_t bytes, std::uint64_t ns) noexcept {
    page_process *const process = section();
    if (process == nullptr) { return; }
    page_context &at = context_of(*process, context);
    switch (which) {
    case driver_function::create:
        add(at.slabs_created, ns);
        grow(at.memory.reserved, bytes);
        grow(process->memory.reserved, bytes);
        break;
    case driver_function::release:
        add(at.slabs_released, ns);
        shrink(at.memory.reserved, bytes);
        shrink(process->memory.reserved, bytes);
        break;
    case driver_function::other:
        add(at.other_calls, ns);
        break;
    }
}

void context_closed(cl_context context) noexcept {
    page_process *const process = section();
    if (process == nullptr) { return; }
    std::uint64_t handle = reinterpret_cast<std::uintptr_t>(context);
    for (page_context &candidate : process->contexts) {
        if (candidate.context.compare_exchange_strong(handle, page_context::closed, relaxed)) { return; }
        handle = reinterpret_cast<std::uintptr_t>(context);
    }
}

} // namespace clmem::layer::report
