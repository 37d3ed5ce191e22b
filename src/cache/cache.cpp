#include "cache/cache.hpp"

#include "base/callback.hpp"
#include "cl/query.hpp"
#include "device/description.hpp"

#include <utility>

namespace clmem_core {

namespace {

// The caches that watch a context. A context's callback cannot be removed, so each context gets only one, however many
// caches watch it.
struct watch_list {
    std::mutex mutex;
    std::map<cl_context, std::map<const cache *, std::weak_ptr<cache>>> watchers;
};

watch_list &watched_contexts() {
    static auto *const one = new watch_list; // outlives static destructors, since drivers call back late
    return *one;
}

std::uint64_t number_of(cl_context context) noexcept {
    return reinterpret_cast<std::uintptr_t>(context);
}

void check_can_be_watched(cl_context context) {
    if (cl::dispatch().clSetContextDestructorCallback == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected clSetContextDestructorCallback (OpenCL 3.0), got an OpenCL library "
                                      "without it; call clmem_cache_drop() before the context is released");
    }
    for (cl_device_id device : cl::list<cl_device_id>(context, CLMEM_CL_ASK(CL_CONTEXT_DEVICES))) {
        const cl_uint version = opencl_version(device);
        if (version < 300) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "expected devices with OpenCL 3.0, which reports the end of a context, got one with OpenCL %u.%u; "
                 "call clmem_cache_drop() before the context is released",
                 version / 100, version / 10 % 10);
        }
    }
}

} // namespace

cache::entry::~entry() {
    if (value_.release == nullptr) { return; }
    call_back("release of a cache's value", value_.release, value_.user, value_.value);
}

void *cache::entry::retain() const {
    if (value_.retain != nullptr) { call_back("retain of a cache's value", value_.retain, value_.user, value_.value); }
    return value_.value;
}

cache::found cache::get(std::uint64_t object, std::string_view key) const {
    std::shared_ptr<entry> there;
    {
        const std::lock_guard lock{mutex_};
        const auto of_object = objects_.find(object);
        if (of_object == objects_.end()) { return {}; }
        const auto of_key = of_object->second.find(key);
        if (of_key == of_object->second.end()) { return {}; }
        there = of_key->second;
    }
    return {there->retain(), true};
}

cache::put_result cache::put(std::uint64_t object, std::string_view key, const clmem_cache_value &value) {
    std::string name{key};
    const auto made = std::make_shared<entry>(value);
    std::shared_ptr<entry> winner;
    try {
        const std::lock_guard lock{mutex_};
        const auto of_object = objects_.try_emplace(object).first;
        try {
            winner = of_object->second.try_emplace(std::move(name), made).first->second;
        } catch (...) {
            if (of_object->second.empty()) { objects_.erase(of_object); }
            throw;
        }
    } catch (...) {
        made->disown();
        throw;
    }
    return {winner->retain(), winner == made};
}

std::size_t cache::drop(std::uint64_t object) {
    keys dropped; // and released outside the lock
    {
        const std::lock_guard lock{mutex_};
        const auto of_object = objects_.find(object);
        if (of_object == objects_.end()) { return 0; }
        dropped = std::move(of_object->second);
        objects_.erase(of_object);
    }
    return dropped.size();
}

std::size_t cache::clear() {
    std::map<std::uint64_t, keys> dropped;
    {
        const std::lock_guard lock{mutex_};
        dropped.swap(objects_);
    }
    std::size_t count = 0;
    for (const auto &[object, entries] : dropped) {
        count += entries.size();
    }
    return count;
}

std::size_t cache::count() const {
    const std::lock_guard lock{mutex_};
    std::size_t count = 0;
    for (const auto &[object, entries] : objects_) {
        count += entries.size();
    }
    return count;
}

cache::~cache() {
    watch_list &list = watched_contexts();
    const std::lock_guard lock{list.mutex};
    for (auto &[context, watchers] : list.watchers) {
        watchers.erase(this);
    }
}

void cache::watch(cl_context context) {
    check_can_be_watched(context);
    watch_list &list = watched_contexts();
    const auto add = [&](auto &watchers) { watchers.try_emplace(this, weak_from_this()); };
    {
        const std::lock_guard lock{list.mutex};
        if (const auto at = list.watchers.find(context); at != list.watchers.end()) { return add(at->second); }
    }
    // Two threads that get here at the same time register twice, which is harmless.
    const cl_int code = cl::dispatch().clSetContextDestructorCallback(context, &context_destroyed, nullptr);
    if (code != CL_SUCCESS) { fail_opencl(code, "clSetContextDestructorCallback failed: %s", status_name(code)); }
    const std::lock_guard lock{list.mutex};
    add(list.watchers[context]);
}

void CL_CALLBACK cache::context_destroyed(cl_context context, void *) {
    watch_list &list = watched_contexts();
    decltype(list.watchers)::node_type gone; // another context may get the same address
    {
        const std::lock_guard lock{list.mutex};
        gone = list.watchers.extract(context);
    }
    if (gone.empty()) { return; }
    for (const auto &[watcher, handle] : gone.mapped()) {
        if (const auto owner = handle.lock()) { owner->drop(number_of(context)); }
    }
}

} // namespace clmem_core
