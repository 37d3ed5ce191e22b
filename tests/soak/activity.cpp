#include "activity.hpp"

#include "layer_faults.hpp"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <vector>

namespace clmem::soak {

namespace {

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
    std::fprintf(stderr, " after %p (type %#x in %p, status %d)", static_cast<void *>(event), type,
                 static_cast<void *>(queue), status);
}

} // namespace

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
        std::fprintf(stderr, "  %s in %p", each->now.what.load(), static_cast<void *>(each->now.queue.load()));
        for (const auto &event : each->now.waits_for) {
            print_event(event);
        }
        std::fputc('\n', stderr);
    }
}

} // namespace clmem::soak
