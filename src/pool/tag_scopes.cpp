#include "pool/tag_scopes.hpp"

#include "base/error.hpp"
#include "pool/caches_of_threads.hpp"

#include <atomic>
#include <memory>
#include <pthread.h>
#include <vector>

namespace clmem_core::tag_scopes {

namespace {

using scopes = std::vector<scope>;

std::atomic<bool> is_used{false}; // so that the misses of other programs need not look for a thread's scopes

pthread_key_t key() {
    static const pthread_key_t made = [] {
        pthread_key_t k{};
        const auto drop = [](void *of) noexcept { delete static_cast<scopes *>(of); };
        if (pthread_key_create(&k, drop) != 0) { throw std::bad_alloc{}; }
        return k;
    }();
    return made;
}

scopes *known() {
    return is_used.load(std::memory_order_acquire) ? static_cast<scopes *>(pthread_getspecific(key())) : nullptr;
}

scopes &this_threads() {
    auto *list = static_cast<scopes *>(pthread_getspecific(key()));
    if (list == nullptr) {
        auto made = std::make_unique<scopes>();
        if (pthread_setspecific(key(), made.get()) != 0) { throw std::bad_alloc{}; }
        list = made.release();
    }
    is_used.store(true, std::memory_order_release);
    return *list;
}

} // namespace

void begin(const char *name) {
    scope made;
    tags::copy_name(name, made.name);
    this_threads().push_back(made);
    caches::forget_requests();
}

void end() {
    scopes *const all = known();
    if (all == nullptr || all->empty()) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a tag that has begun on this thread and has not ended, found none");
    }
    all->pop_back();
    caches::forget_requests();
}

scope *innermost() noexcept {
    scopes *const all = known();
    return all != nullptr && !all->empty() ? &all->back() : nullptr;
}

} // namespace clmem_core::tag_scopes
