#include "base/fork.hpp"

#include <mutex>
#include <pthread.h>
#include <sys/mman.h>

namespace clmem_core {

namespace detail {
constinit cleared_in_children fork_page{};
constinit sync::atomic<bool> watching{false};
} // namespace detail

namespace {

#ifndef MADV_WIPEONFORK // headers older than Linux 4.14
constexpr int MADV_WIPEONFORK = 18;
#endif

void start_watching() {
    auto &page = detail::fork_page;
    page.in_first_process.store(true, std::memory_order_relaxed);
    // Kernels older than Linux 4.14 detect only the children of fork().
    if (madvise(&page, sizeof page, MADV_WIPEONFORK) != 0) {
        pthread_atfork(nullptr, nullptr,
                       [] { detail::fork_page.in_first_process.store(false, std::memory_order_relaxed); });
    }
    detail::watching.store(true, std::memory_order_release);
}

} // namespace

void watch_forks() {
    static constinit std::once_flag once;
    std::call_once(once, start_watching);
}

} // namespace clmem_core
