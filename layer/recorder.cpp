#include "recorder.hpp"

#include "attachment.hpp"
#include "python_stack.hpp"
#include "record.hpp"
#include "report_text.hpp"
#include "settings.hpp"
#include "shield.hpp"

#include <atomic>
#include <clmem_extras.h>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unistd.h>

namespace clmem::layer::recorder {
namespace {

std::atomic<clmem_recorder> own{nullptr}; // none: not asked for, not begun, or at an end

const char *name_of(kind what) noexcept {
    switch (what) {
    case kind::buffer:
        return "buffer";
    case kind::sub_buffer:
        return "sub-buffer";
    case kind::image:
        return "image";
    case kind::pipe:
        return "pipe";
    case kind::svm:
        return "svm";
    case kind::usm:
        return "usm";
    }
    return "memory";
}

void end() {
    (void)clmem_recorder_release(own.exchange(nullptr));
}

void open() {
    const settings &asked = current_settings();
    const auto pid = static_cast<std::uint64_t>(::getpid());
    const recording_name name = claim_recording() ? recording_name::requested : recording_name::with_pid;
    const std::string path =
        name == recording_name::requested ? asked.record_path : path_of_process(asked.record_path, pid);
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.path = path.c_str();
    options.stack_frames = asked.stacks;
    options.stack = describe_python_stack;
    clmem_recorder made = nullptr;
    if (clmem_recorder_create(&options, &made) == CLMEM_SUCCESS &&
        clmem_recorder_start(made, nullptr) == CLMEM_SUCCESS) {
        own.store(made, std::memory_order_release);
        if (page_process *const process = section()) { process->recording.store(static_cast<std::uint64_t>(name)); }
        std::atexit(end);
        return;
    }
    clmem_error why = CLMEM_ERROR_INIT;
    (void)clmem_error_last(&why);
    std::fprintf(stderr, "clmem: nothing is recorded: %s\n", why.message);
    (void)clmem_recorder_release(made);
}

} // namespace

void begin() noexcept {
    static std::once_flag once;
    if (!current_settings().records_events()) { return; }
    std::call_once(once, [] { shielded([] { open(); }, [] {}); });
}

std::uint64_t allocated(kind what, std::size_t bytes, bool pooled) noexcept {
    if (!current_settings().records_events()) { return record::allocated(bytes); }
    if (pooled) { return 0; }
    begin();
    clmem_recorder const to = own.load(std::memory_order_acquire);
    std::uint64_t number = 0;
    if (to == nullptr || clmem_recorder_add_outside(to, name_of(what), bytes, &number) != CLMEM_SUCCESS) { return 0; }
    return number;
}

void freed(std::uint64_t number, std::uint32_t stream) noexcept {
    if (!current_settings().records_events()) { return record::freed(number, stream); }
    clmem_recorder const to = own.load(std::memory_order_acquire);
    // At the end of the process, the recording has ended already.
    if (to != nullptr) { (void)clmem_recorder_remove_outside(to, number); }
}

} // namespace clmem::layer::recorder
