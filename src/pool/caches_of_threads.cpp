#include "pool/caches_of_threads.hpp"

#include "base/fork.hpp"

#include <algorithm>
#include <memory>
#include <pthread.h>
#include <vector>

namespace clmem_core::caches {

constinit const lookup no_caches{};

namespace {

// Caches of one thread.
struct thread_list {
    lookup quick{};
    std::vector<std::unique_ptr<thread_cache>> caches;

    void forget(const thread_cache *cache) noexcept {
        for (request_entry &e : quick.requests) {
            if (e.cache == cache) { e = {}; }
        }
        for (release_entry &e : quick.releases) {
            if (e.cache == cache) { e = {}; }
        }
    }
};

// The end of a thread: drains its caches. It makes no OpenCL call, since it may be the end of the process.
void end_thread(void *list) noexcept {
    if (in_forked_child()) { return; } // another thread may have held the lock when the process forked
    const std::unique_ptr<thread_list> own{static_cast<thread_list *>(list)};
    clmem_core::detail::this_thread.lookup = &no_caches;
    const std::lock_guard lock{registry};
    for (const auto &cache : own->caches) {
        if (pool *const owner = cache->owner()) { owner->caches().remove(*cache); }
    }
}

pthread_key_t key() {
    static const pthread_key_t made = [] {
        pthread_key_t k{};
        if (pthread_key_create(&k, end_thread) != 0) { throw std::bad_alloc{}; }
        return k;
    }();
    return made;
}

thread_list &this_threads() {
    auto *list = static_cast<thread_list *>(pthread_getspecific(key()));
    if (list == nullptr) {
        auto made = std::make_unique<thread_list>();
        if (pthread_setspecific(key(), made.get()) != 0) { throw std::bad_alloc{}; }
        list = made.release();
        clmem_core::detail::this_thread.lookup = &list->quick;
    }
    return *list;
}

} // namespace

thread_cache *attach(pool &p, known_queue &queue, std::uint64_t queue_id) {
    thread_list &self = this_threads();
    auto &own = self.caches;
    const std::lock_guard lock{registry};
    std::erase_if(own, [&self](const auto &cache) {
        const bool cut_off = cache->owner() == nullptr;
        if (cut_off) { self.forget(cache.get()); }
        return cut_off;
    });
    auto found = std::find_if(own.begin(), own.end(),
                              [&](const auto &cache) { return cache->owner() == &p && cache->queue_id() == queue_id; });
    if (found == own.end()) {
        own.reserve(own.size() + 1);
        const thread_cache::traits how{.rounds_up = p.leading_bits() != 0, .waits = p.waits_for_completion()};
        auto made = std::make_unique<thread_cache>(&p, queue, queue_id, p.classes(), how);
        if (!p.caches().add(*made)) { return nullptr; }
        own.push_back(std::move(made));
        found = own.end() - 1;
    }
    thread_cache *const cache = found->get();
    self.quick.releases[lookup::place(queue_id)] = {queue_id, cache};
    return cache;
}

void remember(std::uint64_t pool_token, cl_command_queue queue, thread_cache &cache) noexcept {
    // The thread has a cache, so that it has a list.
    this_threads().quick.requests[lookup::place(pool_token, queue)] = {pool_token, queue, &cache};
}

void forget_requests() noexcept {
    if (clmem_core::detail::this_thread.lookup == &no_caches) { return; }
    for (request_entry &e : this_threads().quick.requests) {
        e = {};
    }
}

void for_each_waiting(void (*visit)(pool &p, thread_cache &cache, void *context), void *context) noexcept {
    if (clmem_core::detail::this_thread.lookup == &no_caches) { return; }
    const auto *const self = static_cast<const thread_list *>(pthread_getspecific(key()));
    const auto waits = [](const auto &cache) { return cache->waits(); };
    if (std::none_of(self->caches.begin(), self->caches.end(), waits)) { return; }
    const std::lock_guard lock{registry};
    for (const auto &cache : self->caches) {
        if (cache->waits() && cache->owner() != nullptr) { visit(*cache->owner(), *cache, context); }
    }
}

} // namespace clmem_core::caches
