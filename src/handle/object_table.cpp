#include "handle/object_table.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace clmem_core::object_table {

namespace {

struct slot {
    std::uint64_t token;
    std::shared_ptr<void> object;
};

struct table {
    std::mutex mutex;
    std::vector<slot> slots;
    std::vector<std::uint64_t> free;
};

// Never destroyed: handles may be used, and released, after static destructors have run.
table &objects() {
    static table *const instance = new table;
    return *instance;
}

slot *live_slot(table &t, token::type kind, std::uint64_t handle) noexcept {
    const std::uint64_t index = token::index(handle);
    if (index >= t.slots.size()) { return nullptr; }
    slot &s = t.slots[index];
    const bool good = s.token == handle && (handle & token::live) != 0 && token::type_of(handle) == kind;
    return good ? &s : nullptr;
}

} // namespace

std::uint64_t add(token::type kind, std::shared_ptr<void> object) {
    table &t = objects();
    const std::lock_guard lock{t.mutex};
    if (t.free.empty()) {
        if (t.slots.size() == token::slots) { throw std::bad_alloc{}; }
        t.free.reserve(t.slots.size() + 1); // so that remove() never allocates
        t.slots.push_back({token::first(kind, t.slots.size()), nullptr});
        t.free.push_back(t.slots.size() - 1);
    }
    slot &s = t.slots[t.free.back()];
    t.free.pop_back();
    constexpr std::uint64_t type_bits = std::uint64_t{15} << 58;
    s.token = (s.token & ~type_bits) | (static_cast<std::uint64_t>(kind) << 58) | token::live;
    s.object = std::move(object);
    return s.token;
}

std::shared_ptr<void> find(token::type kind, std::uint64_t handle) noexcept {
    table &t = objects();
    const std::lock_guard lock{t.mutex};
    const slot *s = live_slot(t, kind, handle);
    return s != nullptr ? s->object : nullptr;
}

std::shared_ptr<void> remove(token::type kind, std::uint64_t handle) noexcept {
    table &t = objects();
    const std::lock_guard lock{t.mutex};
    slot *s = live_slot(t, kind, handle);
    if (s == nullptr) { return nullptr; }
    s->token = token::next(s->token);
    if (!token::spent(s->token)) { t.free.push_back(token::index(handle)); }
    return std::exchange(s->object, nullptr);
}

void fail_invalid(std::uint64_t handle, const char *name, const char *noun) {
    if (handle == 0) {
        fail(CLMEM_ERROR_INVALID_HANDLE, "%s: expected %s %s, got NULL", name, noun[0] == 'i' ? "an" : "a", noun);
    }
    fail(CLMEM_ERROR_INVALID_HANDLE,
         "%s: expected a live %s, got %#llx, which was released, has another type, or belongs to another copy of clmem",
         name, noun, static_cast<unsigned long long>(handle));
}

} // namespace clmem_core::object_table
