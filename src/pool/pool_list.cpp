#include "pool/pool_list.hpp"

#include <mutex>
#include <unordered_map>
#include <utility>

namespace clmem_core::pool_list {

namespace {

struct list {
    std::mutex mutex; // no other lock is taken while it is held
    std::unordered_map<const pool *, std::weak_ptr<pool>> pools;
};

// Never destroyed: pools may end after static objects.
list &all() {
    static list &made = *new list;
    return made;
}

} // namespace

void add(const std::shared_ptr<pool> &made) {
    const std::lock_guard lock{all().mutex};
    all().pools.emplace(made.get(), made);
}

void remove(const pool &ended) noexcept {
    const std::lock_guard lock{all().mutex};
    all().pools.erase(&ended);
}

std::vector<std::shared_ptr<pool>> live(const pool *only) {
    std::vector<std::shared_ptr<pool>> found;
    const std::lock_guard lock{all().mutex};
    found.reserve(all().pools.size());
    for (const auto &[address, weak] : all().pools) {
        if (only != nullptr && only != address) { continue; }
        if (auto alive = weak.lock()) { found.push_back(std::move(alive)); }
    }
    return found;
}

} // namespace clmem_core::pool_list
