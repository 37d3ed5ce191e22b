#include "actor.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sstream>
#include <thread>

namespace {

template <class Value>
Value device_answer(cl_device_id device, cl_device_info question) {
    Value value{};
    (void)clGetDeviceInfo(device, question, sizeof value, &value, nullptr);
    return value;
}

std::string device_text(cl_device_id device, cl_device_info question) {
    std::size_t bytes = 0;
    (void)clGetDeviceInfo(device, question, 0, nullptr, &bytes);
    std::string text(bytes, '\0');
    (void)clGetDeviceInfo(device, question, bytes, text.data(), nullptr);
    return text;
}

// The names in RANDOM_WITHOUT.
std::vector<std::string> left_out() {
    static constexpr const char *known[] = {"abandoned", "exit",    "failures", "forks",        "gates",
                                            "held back", "images",  "maps",     "several maps", "parts",
                                            "svm",       "threads", "unordered"};
    const char *const names = std::getenv("RANDOM_WITHOUT");
    std::istringstream list{names != nullptr ? names : ""};
    std::vector<std::string> found;
    for (std::string name; std::getline(list, name, ',');) {
        if (std::ranges::find(known, name) == std::end(known)) {
            std::fprintf(stderr, "RANDOM_WITHOUT: expected some of");
            for (const char *each : known) {
                std::fprintf(stderr, " '%s'", each);
            }
            std::fprintf(stderr, ", separated by commas, got '%s'\n", name.c_str());
            std::exit(2);
        }
        found.push_back(name);
    }
    return found;
}

} // namespace

machine::machine() {
    if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS) { return; }
    (void)clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    char text[256] = {};
    (void)clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text - 1, text, nullptr);
    is_pocl = std::strcmp(text, "Portable Computing Language") == 0;
    is_intel = std::strstr(text, "Intel") != nullptr;
    without = left_out();
    has_images = device_answer<cl_bool>(device, CL_DEVICE_IMAGE_SUPPORT) == CL_TRUE;
    const auto able = device_answer<cl_device_exec_capabilities>(device, CL_DEVICE_EXECUTION_CAPABILITIES);
    has_native_kernels = (able & CL_EXEC_NATIVE_KERNEL) != 0;
    const std::string version = device_text(device, CL_DEVICE_VERSION);
    has_clones = version >= "OpenCL 2.1";
    if (version >= "OpenCL 2.0") {
        svm = device_answer<cl_device_svm_capabilities>(device, CL_DEVICE_SVM_CAPABILITIES);
    }
    has_usm = device_text(device, CL_DEVICE_EXTENSIONS).find("cl_intel_unified_shared_memory") != std::string::npos;
    alignment = device_answer<cl_uint>(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
}

std::uint64_t sum_of(const unsigned char *bytes, const std::vector<unsigned char> &is_known) {
    std::uint64_t sum = 14695981039346656037U;
    for (std::size_t at = 0; at < is_known.size(); ++at) {
        if (is_known[at] != 0) { sum = (sum ^ bytes[at]) * 1099511628211U; }
    }
    return sum;
}

actor::actor(const machine &its_machine, cl_context in, std::uint64_t seed, transcript &to)
    : on{its_machine}, context{in}, random{seed}, out{to} {
    names[context] = "the context";
    names[on.device] = "the device";
}

void actor::add_queue(cl_command_queue shared, bool in_order) {
    (void)clRetainCommandQueue(shared);
    auto made = std::make_shared<lane>();
    made->handle = shared;
    made->in_order = in_order;
    made->is_shared = true;
    made->number = next();
    names[shared] = "queue " + std::to_string(made->number);
    lanes.push_back(made);
}

std::string actor::named(const void *handle) const {
    if (handle == nullptr) { return "NULL"; }
    const auto known = names.find(handle);
    return known != names.end() ? known->second : "another handle";
}

std::shared_ptr<lane> actor::any_lane() {
    return lanes[random.below(lanes.size())];
}

memory actor::any(bool writes, bool images) {
    for (int tries = 0; tries < 8 && !objects.empty(); ++tries) {
        const memory &found = objects[random.below(objects.size())];
        const bool is_image = found->what == object::kind::image || found->what == object::kind::image_over;
        const bool has_address = found->address != nullptr;
        if (is_image != images || has_address || found->in->write_maps != 0) { continue; }
        if (writes && found->in->read_maps != 0) { continue; }
        return found;
    }
    return nullptr;
}

waits actor::before(lane &queue, const uses &of) {
    std::set<command> all;
    const auto add = [&](const command &done) {
        if (done != nullptr) { all.insert(done); }
    };
    for (const storage *each : of.reads) {
        add(each->written);
    }
    for (const storage *each : of.writes) {
        add(each->written);
        for (const command &done : each->read) {
            add(done);
        }
    }
    waits made;
    for (const command &done : all) {
        merge_closed(made.gates, done->gates);
        const bool is_ordered = done->in.get() == &queue && queue.in_order;
        // The order of the set is that of addresses, so that nothing may be drawn here.
        if (is_ordered && (done->event == nullptr || queue.number % 2 == 0)) { continue; }
        made.events.push_back(event_of(done));
        merge_closed(made.gates, done->gates);
        if (done->in->handle != nullptr && done->in.get() != &queue) { (void)clFlush(done->in->handle); }
    }
    if (!gates.empty() && (holds_back || random.one_in(6))) {
        const std::shared_ptr<gate> &closed = random.of(gates);
        if (!closed->is_open) {
            made.gates.insert(closed);
            made.events.push_back(closed->event);
        }
    }
    merge_closed(made.gates, queue.ahead);
    return made;
}

cl_event actor::event_of(const command &done) {
    if (done->event != nullptr) { return done->event; }
    lane &queue = *done->in;
    merge_closed(done->gates, queue.gates);
    if (queue.handle == nullptr) {
        (void)clRetainEvent(queue.end);
        done->event = queue.end;
    } else if (clEnqueueMarkerWithWaitList(queue.handle, 0, nullptr, &done->event) != CL_SUCCESS) {
        out.wrong("no marker in queue ", queue.number);
    }
    return done->event;
}

command actor::after(const std::shared_ptr<lane> &queue, const waits &waited, cl_event event, const uses &of) {
    auto made = std::make_shared<step>();
    made->in = queue;
    made->event = event;
    merge_closed(made->gates, waited.gates);
    merge_closed(queue->gates, waited.gates);
    if (queue->in_order) { merge_closed(queue->ahead, waited.gates); }
    for (storage *each : of.reads) {
        each->read.push_back(made);
    }
    for (storage *each : of.writes) {
        each->read.clear();
        each->written = made;
    }
    if (random.one_in(3)) { (void)clFlush(queue->handle); }
    if (event != nullptr && random.one_in(8)) { watched.push_back(made); }
    return made;
}

void actor::open(const gate_set &closed) {
    for (const std::shared_ptr<gate> &each : closed) {
        each->open();
    }
}

// A blocking call in a queue in order waits for all commands before it, and in a shared one for those of other threads,
// which may wait for this thread's.
void actor::open_for(lane &queue, const waits &waited) {
    open(waited.gates);
    // In PoCL 3.1, one in a queue out of order does the same.
    if (queue.is_shared || queue.in_order || on.is_pocl) { open(queue.gates); }
    for (const std::shared_ptr<lane> &each : lanes) {
        if (each->is_shared) { open(each->gates); }
        (void)clFlush(each->handle);
    }
}

void actor::wait_for(const command &done) {
    if (done == nullptr) { return; }
    cl_event event = event_of(done);
    open(done->gates);
    for (const std::shared_ptr<lane> &each : lanes) {
        if (each->is_shared) { open(each->gates); }
        (void)clFlush(each->handle);
    }
    if (const cl_int code = clWaitForEvents(1, &event); code != CL_SUCCESS) { out.wrong("a wait fails: ", code); }
}

expected actor::content(const std::string &what, const object &of, std::size_t offset, std::size_t bytes) {
    const auto from = static_cast<std::ptrdiff_t>(of.origin + offset);
    const auto to = from + static_cast<std::ptrdiff_t>(bytes);
    const storage &in = *of.in;
    return {what,
            {in.bytes.begin() + from, in.bytes.begin() + to},
            {in.is_known.begin() + from, in.is_known.begin() + to},
            nullptr,
            nullptr};
}

void actor::set_content(object &of, std::size_t offset, const unsigned char *bytes, std::size_t count) {
    std::copy_n(bytes, count, of.in->bytes.begin() + static_cast<std::ptrdiff_t>(of.origin + offset));
    std::fill_n(of.in->is_known.begin() + static_cast<std::ptrdiff_t>(of.origin + offset), count, 1);
}

void actor::move_content(const object &from, std::size_t from_offset, object &to, std::size_t to_offset,
                         std::size_t count) {
    const expected moved = content("", from, from_offset, count);
    const auto at = static_cast<std::ptrdiff_t>(to.origin + to_offset);
    std::ranges::copy(moved.bytes, to.in->bytes.begin() + at);
    std::ranges::copy(moved.is_known, to.in->is_known.begin() + at);
}

void actor::look(const expected &result, const unsigned char *found) {
    out.line(result.what, " has sum ", sum_of(found, result.is_known));
    std::vector<std::size_t> differ;
    for (std::size_t at = 0; at < result.bytes.size(); ++at) {
        if (result.is_known[at] != 0 && found[at] != result.bytes[at]) { differ.push_back(at); }
    }
    if (differ.empty()) { return; }
    const std::size_t first = differ.front();
    out.wrong(result.what, ": ", differ.size(), " bytes from ", first, " to ", differ.back(),
              " differ; the first one is ", int{found[first]}, " in place of ", int{result.bytes[first]});
}

void actor::look_at_results() {
    for (const expected &each : results) {
        wait_for(each.after);
        look(each, each.host->data());
    }
    results.clear();
}

void actor::forget(const memory &gone) {
    std::erase(objects, gone);
    for (kernel_slot &slot : kernels) {
        for (memory &each : slot.arguments) {
            if (each == gone) { each = nullptr; }
        }
    }
}

void actor::one_step() {
    struct choice {
        unsigned weight;
        void (*take)(actor &);
    };
    static constexpr choice choices[] = {{14, create_buffer}, {4, create_part},        {4, create_image},
                                         {3, create_svm},     {16, release_object},    {2, retain_object},
                                         {4, ask_object},     {8, write_buffer},       {8, read_buffer},
                                         {6, copy_buffer},    {8, fill_buffer},        {5, use_rectangle},
                                         {2, migrate},        {6, map_memory},         {5, end_map},
                                         {4, use_image},      {4, copy_with_image},    {5, use_svm},
                                         {8, set_argument},   {8, launch_kernel},      {6, use_temporaries},
                                         {1, clone_kernel},   {2, launch_native},      {2, change_queues},
                                         {7, use_gates},      {4, synchronise},        {1, ask_queue},
                                         {3, ask_event},      {2, add_event_callback}, {2, add_destructor_callback},
                                         {4, misuse}};
    unsigned total = 0;
    for (const choice &each : choices) {
        total += each.weight;
    }
    std::size_t drawn = random.below(total);
    for (const choice &each : choices) {
        if (drawn < each.weight) { return each.take(*this); }
        drawn -= each.weight;
    }
}

void actor::run(std::size_t steps) {
    set_up_kernels(*this);
    const std::size_t pause = random.between(40, 200);
    for (std::size_t at = 1; at <= steps; ++at) {
        one_step();
        if (results.size() >= 12) { look_at_results(); }
        if (at % pause == 0) { become_quiet(); }
    }
    become_quiet();
}

void actor::become_quiet() {
    for (const std::shared_ptr<gate> &each : gates) {
        each->open();
    }
    gates.clear();
    for (std::thread &each : openers) {
        each.join();
    }
    openers.clear();
    while (!maps.empty()) {
        end_map(*this);
    }
    look_at_results();
    for (const std::shared_ptr<lane> &each : lanes) {
        if (const cl_int code = clFinish(each->handle); code != CL_SUCCESS) { out.wrong("finish: ", code); }
    }
    sources.clear();
    while (!watched.empty()) {
        ask_event(*this);
    }
    for (int tries = 0; tries < 1000 && event_callbacks.load() != expected_callbacks; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    out.line("quiet: ", event_callbacks.load(), " event callbacks");
    show_destructor_callbacks(*this);
    for (const memory &each : objects) {
        ask_references(*this, each);
    }
}

void actor::release_everything() {
    become_quiet();
    while (!objects.empty()) {
        const memory last = objects.back();
        release(*this, last);
    }
    release_kernels(*this);
    if (program != nullptr) { out.line("release of the program: code ", clReleaseProgram(program)); }
    become_quiet();
    lanes.clear();
}
