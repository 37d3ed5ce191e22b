// Buffers, their parts and their destructor callbacks.
#include "world.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <iterator>
#include <mutex>

namespace over_mock {

namespace {

std::atomic<std::uint64_t> last_owner{0};
std::atomic<std::int64_t> awaited_callbacks{0};

std::array<std::atomic<int>, 4096> calls; // of each destructor callback
std::atomic<std::size_t> callbacks{0};

void CL_CALLBACK is_destroyed(cl_mem, void *user) {
    if (static_cast<std::atomic<int> *>(user)->fetch_add(1) != 0) {
        world::report("a destructor callback is called twice");
    }
    awaited_callbacks.fetch_sub(1);
}

} // namespace

std::int64_t world::missing_callbacks() noexcept {
    return awaited_callbacks.load();
}

void world::create_buffer() {
    if (buffers_.size() >= plan_.most_buffers) { return release_any_buffer(); }
    constexpr cl_mem_flags kinds[] = {CL_MEM_READ_WRITE, CL_MEM_READ_WRITE, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY};
    std::size_t bytes = 1 + dice_.below(plan_.largest);
    if (dice_.once_in(2)) { bytes = plan_.largest >> dice_.below(3); } // sizes that return
    cl_int code = CL_SUCCESS;
    cl_mem made = nullptr;
    {
        const auto scope = without_waits();
        made = cl_.clCreateBuffer(context_, kinds[dice_.below(std::size(kinds))], bytes, nullptr, &code);
    }
    if ((made == nullptr) != (code != CL_SUCCESS)) { report("a creation's code does not fit its result"); }
    if (made == nullptr) { return; }
    const std::uint64_t owner = last_owner.fetch_add(1) + 1;
    mock::set_owner_of(made, owner);
    buffers_.push_back({{made, bytes, 1, {}}, owner, {}});
    if (plan_.has_callbacks && dice_.once_in(4)) { add_callback(buffers_.back().whole); }
}

// NVIDIA's driver may crash on overlapping parts of memory that held commands use.
void world::create_part() {
    if (buffers_.empty() || plan_.is_nvidia) { return; }
    known_buffer &of = buffers_[dice_.below(buffers_.size())];
    constexpr std::size_t alignment = 128;
    if (of.whole.bytes < 2 * alignment || of.parts.size() > 3) { return; }
    cl_buffer_region region{};
    region.origin = dice_.below(of.whole.bytes / alignment) * alignment;
    region.size = 1 + dice_.below(of.whole.bytes - region.origin);
    cl_mem made = cl_.clCreateSubBuffer(of.whole.handle, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
    if (made == nullptr) { return; }
    mock::set_owner_of(made, of.owner);
    of.parts.push_back({made, region.size, 1, {}});
    if (plan_.has_callbacks && dice_.once_in(4)) { add_callback(of.parts.back()); }
}

void world::add_callback(object &of) {
    const std::size_t number = callbacks.fetch_add(1);
    if (number >= calls.size()) { return; }
    awaited_callbacks.fetch_add(1);
    if (cl_.clSetMemObjectDestructorCallback(of.handle, is_destroyed, &calls[number]) != CL_SUCCESS) {
        awaited_callbacks.fetch_sub(1);
    }
}

world::object *world::any_object() {
    if (buffers_.empty()) { return nullptr; }
    known_buffer &of = buffers_[dice_.below(buffers_.size())];
    return of.parts.empty() || dice_.once_in(2) ? &of.whole : &dice_.pick(of.parts);
}

void world::retain_any_buffer() {
    object *const of = any_object();
    if (of != nullptr && cl_.clRetainMemObject(of->handle) == CL_SUCCESS) { ++of->references; }
}

// Whether no map is left.
bool world::unmap_all(object &of) {
    while (!of.maps.empty()) {
        if (queues_.empty()) { create_queue(); }
        if (queues_.empty()) { return false; }
        const known_queue &in = queues_[dice_.below(queues_.size())];
        const cl_int code = cl_.clEnqueueUnmapMemObject(in.handle, of.handle, of.maps.back(), 0, nullptr, nullptr);
        if (code != CL_SUCCESS) { return false; }
        of.maps.pop_back();
    }
    return true;
}

void world::release(object &ended) {
    forget_argument(ended.handle);
    const auto scope = without_waits();
    for (; ended.references != 0; --ended.references) {
        if (cl_.clReleaseMemObject(ended.handle) != CL_SUCCESS) { report("a release fails"); }
    }
}

void world::release_any_buffer() {
    if (buffers_.empty()) { return; }
    const std::size_t at = dice_.below(buffers_.size());
    known_buffer &ended = buffers_[at];
    bool is_unmapped = unmap_all(ended.whole);
    for (object &part : ended.parts) {
        is_unmapped = unmap_all(part) && is_unmapped;
    }
    if (!is_unmapped) { return; }
    const bool parent_first = dice_.once_in(2);
    if (parent_first) { release(ended.whole); }
    for (object &part : ended.parts) {
        release(part);
    }
    if (!parent_first) { release(ended.whole); }
    buffers_.erase(buffers_.begin() + static_cast<std::ptrdiff_t>(at));
}

// A list that stays: the driver may read it when the command runs, even after the world's end.
static const cl_mem *list_of(cl_mem handle) {
    static std::mutex adding;
    static auto &lists = *new std::deque<cl_mem>; // reachable, so no leak
    const std::lock_guard lock{adding};
    return &lists.emplace_back(handle);
}

void world::migrate() {
    object *const of = any_object();
    if (of == nullptr || queues_.empty()) { return; }
    const known_queue &in = queues_[dice_.below(queues_.size())];
    const auto scope = without_waits();
    cl_event event = nullptr;
    cl_event *const out = wanted(event);
    // Drivers crash when a part of a buffer moves to the host, so no program asks for that, and the mock reports it.
    const bool is_part = std::ranges::none_of(buffers_, [of](const known_buffer &each) { return &each.whole == of; });
    const cl_mem_migration_flags flags = dice_.once_in(2) && !is_part ? CL_MIGRATE_MEM_OBJECT_HOST : 0;
    keep(cl_.clEnqueueMigrateMemObjects(in.handle, 1, list_of(of->handle), flags, 0, nullptr, out), event, in.handle);
}

} // namespace over_mock
