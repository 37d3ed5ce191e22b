#include "report.hpp"

#include "layer_faults.hpp"

#include <algorithm>
#include <clmem.h>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace clmem::soak {

namespace {

std::atomic<std::uint64_t> reported{0};

std::mutex list_mutex;
std::vector<listed_activity *> list;

void print_event(cl_event event) {
    if (event == nullptr) { return; }
    cl_int status = 0;
    cl_command_type type = 0;
    cl_command_queue queue = nullptr;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
    clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue), &queue, nullptr);
    std::printf(" after %p (type %#x in %p, status %d)", static_cast<void *>(event), type, static_cast<void *>(queue),
                status);
}

} // namespace

void report(const char *format, ...) {
    if (reported.fetch_add(1) >= 20) { return; }
    std::fputs("violation: ", stdout);
    va_list arguments;
    va_start(arguments, format);
    std::vprintf(format, arguments);
    va_end(arguments);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

std::uint64_t reports() noexcept {
    return reported.load();
}

listed_activity::listed_activity() {
    const std::lock_guard lock{list_mutex};
    list.push_back(this);
}

listed_activity::~listed_activity() {
    const std::lock_guard lock{list_mutex};
    std::erase(list, this);
}

void print_activities() {
    const test::shield own;
    const std::lock_guard lock{list_mutex};
    for (const listed_activity *each : list) {
        std::printf("  %s in %p", each->now.what.load(), static_cast<void *>(each->now.queue.load()));
        for (const auto &event : each->now.waits_for) {
            print_event(event);
        }
        std::putchar('\n');
    }
    std::fflush(stdout);
}

void need(cl_int code, const char *what) {
    if (code == CL_SUCCESS) { return; }
    clmem_error last = CLMEM_ERROR_INIT;
    clmem_error_last(&last);
    std::printf("%s failed: %d (%s)\n", what, code, last.message);
    std::abort();
}

} // namespace clmem::soak
