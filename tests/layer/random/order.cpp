#include "order.hpp"

gate::~gate() {
    open();
    (void)clReleaseEvent(event);
}

void gate::open() {
    if (is_open.exchange(true)) { return; }
    (void)clSetUserEventStatus(event, CL_COMPLETE);
}

step::~step() {
    if (event != nullptr) { (void)clReleaseEvent(event); }
}

lane::~lane() {
    if (end != nullptr) { (void)clReleaseEvent(end); }
    if (handle != nullptr) { (void)clReleaseCommandQueue(handle); }
}

void merge_closed(gate_set &into, const gate_set &from) {
    for (const std::shared_ptr<gate> &each : from) {
        if (!each->is_open) { into.insert(each); }
    }
}
